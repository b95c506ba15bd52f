//! Findings in a table: the levels most over- or under-represented for an objective, compared with chance.
//!
//! If a parameter has no effect in a phase, its level is independent of the result; the [z
//! score](crate::bayes::z_score) of a cell measures the deviation from independence. The mean of z² over all cells is
//! 1 when no parameter has an effect.

use crate::bayes::Interval;
use crate::bayes::z_score::{expected_largest_z, z_scores};
use crate::heuristic::LEVELS;
use crate::model::{Extreme, HeuristicTable, Objective, class_of};
use crate::phase::Phase;
use crate::record::SideResult;

/// Credibility of all reported intervals.
pub const CREDIBILITY: f64 = 0.95;

/// The most deviating level of one parameter in one phase, for an objective.
#[derive(Clone, Debug, PartialEq)]
pub struct TableFinding {
    /// Index of the parameter in the schema.
    pub parameter: usize,
    /// Phase of the game.
    pub phase: Phase,
    /// Level most frequent with the result to aim at, or least frequent with the result to avoid; the original picks
    /// it.
    pub level: u8,
    /// Posterior mean of P(level | phase, result).
    pub probability: f64,
    /// 95 % credible interval of that probability.
    pub interval: Option<Interval>,
    /// Difference between the level's count and its expectation under independence, in standard deviations.
    pub z: f64,
}

/// The findings in a table for one objective, independent of the way heuristics are picked from it.
#[derive(Clone, Debug, PartialEq)]
pub struct TableFindings {
    /// Findings with the largest |z|, in descending order.
    pub surest: Vec<TableFinding>,
    /// Mean z² over all cells; chance alone gives 1. `None` without cases.
    pub mean_square_z: Option<f64>,
    /// Approximate largest z among all choices under chance alone.
    pub largest_by_chance: f64,
}

impl TableFindings {
    /// Returns the `most` most deviating levels for `objective`, with measures of the whole table.
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

/// Returns the number of parameters, over all phases, for which `objective` picks another value than the centre.
pub fn changed_parameters(table: &HeuristicTable, objective: Objective) -> usize {
    let picked = table.heuristic(objective);
    let initial = table.level_values().centre();
    let pairs = picked.weights().iter().zip(initial.weights().iter());
    pairs
        .flat_map(|((_, picked), (_, initial))| picked.iter().zip(initial))
        .filter(|(picked, initial)| picked != initial)
        .count()
}

/// Returns the classes of one phase, one for each result.
fn family(phase: Phase) -> [usize; 3] {
    SideResult::ALL.map(|result| class_of(phase, result))
}

/// Returns each parameter's picked level with its z score, if it deviates in the wanted direction.
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

/// Adds probability and interval, which only the findings shown need.
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
