//! What a table says, and how sure it is: the levels that stand out for an objective, against chance.
//!
//! In each phase the level is independent of the result as long as a parameter does not matter, so
//! a cell's [z score](crate::bayes::z_score) against that is what it has to show. The mean of
//! z² over all cells is 1 when nothing matters.

use crate::bayes::Interval;
use crate::bayes::z_score::{expected_largest_z, z_scores};
use crate::heuristic::LEVELS;
use crate::model::{Extreme, HeuristicTable, Objective, class_of};
use crate::phase::Phase;
use crate::record::SideResult;

/// The credibility of every interval that is reported.
pub const CREDIBILITY: f64 = 0.95;

/// One parameter in one phase, and the level that stands out most for the objective.
#[derive(Clone, Debug, PartialEq)]
pub struct TableFinding {
    /// The parameter's place in the schema.
    pub parameter: usize,
    /// The phase.
    pub phase: Phase,
    /// The level most frequent with the result, or least with one to avoid; what the original picks.
    pub level: u8,
    /// P(level | phase, result).
    pub probability: f64,
    /// Its 95 % credible interval.
    pub interval: Option<Interval>,
    /// Standard deviations between its count and what chance would give.
    pub z: f64,
}

/// What a table has to say to an objective, whatever is picked from it.
#[derive(Clone, Debug, PartialEq)]
pub struct TableFindings {
    /// What the table is surest of, surest first, however heuristics are picked from it.
    pub surest: Vec<TableFinding>,
    /// The mean z² over all cells; `None` without cases. 1 is chance alone.
    pub mean_square_z: Option<f64>,
    /// About the largest z that chance alone would show among all choices.
    pub largest_by_chance: f64,
}

impl TableFindings {
    /// The `most` levels that stand out most for `objective`, and how much the table as a whole has to say.
    pub fn of(table: &HeuristicTable, objective: Objective, most: usize) -> Self {
        let mut surest = standing_out(table, objective);
        surest.sort_by(|left, right| right.z.abs().total_cmp(&left.z.abs()));
        surest.truncate(most);
        for finding in &mut surest {
            complete(table, objective, finding);
        }
        Self {
            surest,
            mean_square_z: mean_square_z(table),
            largest_by_chance: expected_largest_z(table.schema().len() * Phase::ALL.len() * LEVELS),
        }
    }
}

/// In how many of the schema's parameters, over all phases, `objective` leaves the initial value.
pub fn changed_parameters(table: &HeuristicTable, objective: Objective) -> usize {
    let picked = table.heuristic(objective);
    let initial = table.level_values().centre();
    let pairs = picked.weights().iter().zip(initial.weights().iter());
    pairs
        .flat_map(|((_, picked), (_, initial))| picked.iter().zip(initial))
        .filter(|(picked, initial)| picked != initial)
        .count()
}

/// The classes of one phase.
fn family(phase: Phase) -> [usize; 3] {
    SideResult::ALL.map(|result| class_of(phase, result))
}

/// Every level that stands out, with its z score, when the data say anything about it in the wanted direction.
fn standing_out(table: &HeuristicTable, objective: Objective) -> Vec<TableFinding> {
    let mut found = Vec::new();
    for (phase, levels) in table.extreme_levels(objective).iter() {
        let class = class_of(phase, objective.result());
        for (parameter, level) in levels.as_bytes().iter().enumerate() {
            let scores = z_scores(table.counts(), class, parameter, &family(phase));
            let Some(z) = scores[usize::from(*level)] else {
                continue;
            };
            let wanted = match objective.extreme() {
                Extreme::Largest => z > 0.0,
                Extreme::Smallest => z < 0.0,
            };
            if wanted {
                found.push(TableFinding {
                    parameter,
                    phase,
                    level: *level,
                    probability: 0.0,
                    interval: None,
                    z,
                });
            }
        }
    }
    found
}

/// Fills in what only the few that are shown need.
fn complete(table: &HeuristicTable, objective: Objective, finding: &mut TableFinding) {
    let class = class_of(finding.phase, objective.result());
    let count = table.counts().feature(class, finding.parameter)[usize::from(finding.level)];
    let cases = table.counts().cases(class);
    let smoothing = table.smoothing();
    finding.probability = smoothing.probability(count, cases, LEVELS);
    finding.interval = smoothing.credible_interval(count, cases, LEVELS, CREDIBILITY);
}

fn mean_square_z(table: &HeuristicTable) -> Option<f64> {
    let mut sum = 0.0;
    let mut cells = 0_u64;
    for phase in Phase::ALL {
        for class in family(phase) {
            for parameter in 0..table.schema().len() {
                let scores = z_scores(table.counts(), class, parameter, &family(phase));
                for z in scores.into_iter().flatten() {
                    sum += z * z;
                    cells += 1;
                }
            }
        }
    }
    (cells > 0).then(|| sum / cells as f64)
}
