//! How a heuristic follows from a table: by the levels themselves, or by what the levels do.
//!
//! The original takes, for each parameter, the level most frequent among the games that ended as
//! wanted, however little is known of it. A trial around a learned heuristic knows better: it
//! keeps the middle and leans from it as far as the effects are known.
//!
//! May use: phase, record, `bayes`, `heuristic`.

use serde::{Deserialize, Serialize};

use super::objective::{Extreme, Objective};
use super::table::class_of;
use crate::bayes::Counts;
use crate::bayes::effect::{Effect, shrink_by_group};
use crate::heuristic::kinship::{Kinship, Twins};
use crate::heuristic::{INITIAL_LEVEL, Ladder, Levels};
use crate::phase::{ByPhase, Phase};
use crate::record::SideResult;

/// How a heuristic is picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "snake_case", deny_unknown_fields)]
pub enum Pick {
    /// The level most or least frequent with a result (Fernández 2005, §4.4).
    #[default]
    Level,
    /// The middle of the ladder, moved by what each parameter does to the result that the
    /// objective looks at: by so many levels for an effect of one standard error, at the most two.
    /// At a heuristic that is as strong as its family allows, strength has no slope left, and what
    /// winning and not losing then pull apart is the share of draws.
    Lean {
        /// Levels for each standard error; nought stays in the middle.
        reach: f64,
    },
}

impl Pick {
    /// Whether this is the original's rule.
    pub(super) const fn is_level(&self) -> bool {
        matches!(self, Self::Level)
    }
}

/// The place of the extreme count, or the initial level where several share it.
pub(super) fn choose(counts: &[u64], extreme: Extreme) -> u8 {
    let best = match extreme {
        Extreme::Largest => counts.iter().max(),
        Extreme::Smallest => counts.iter().min(),
    };
    let mut levels = (0_u8..)
        .zip(counts)
        .filter(|(_, count)| Some(*count) == best)
        .map(|(level, _)| level);
    match (levels.next(), levels.next()) {
        (Some(level), None) => level,
        _ => INITIAL_LEVEL,
    }
}

/// How far each parameter leans from the middle of `ladder`, in levels from -2 to 2.
pub(super) fn leanings(
    ladder: &Ladder,
    counts: &Counts,
    objective: Objective,
    reach: f64,
) -> ByPhase<Vec<f64>> {
    let sign = match objective.extreme() {
        Extreme::Largest => 1.0,
        Extreme::Smallest => -1.0,
    };
    let groups = Kinship::of(ladder.schema(), Twins::Tied).group_of();
    ByPhase::new_with(|phase| {
        let effects: Vec<Option<Effect>> = (0..ladder.schema().len())
            .map(|parameter| effect_on(counts, phase, parameter, objective.result()))
            .collect();
        let shrunk = shrink_by_group(&effects, &groups);
        let pairs = effects.iter().zip(&shrunk);
        let lean = pairs.map(|(raw, shrunk)| {
            let known = raw
                .zip(*shrunk)
                .map(|(raw, shrunk)| shrunk.slope / raw.error);
            (sign * reach * known.unwrap_or(0.0)).clamp(-2.0, 2.0)
        });
        lean.collect()
    })
}

/// What a parameter does to the share of a result, for each level.
fn effect_on(
    counts: &Counts,
    phase: Phase,
    parameter: usize,
    wanted: SideResult,
) -> Option<Effect> {
    Effect::of(SideResult::ALL.map(|result| {
        let worth = if result == wanted { 1.0 } else { 0.0 };
        (worth, counts.feature(class_of(phase, result), parameter))
    }))
}

/// The levels nearest to leanings.
pub(super) fn nearest(leanings: &[f64]) -> Vec<u8> {
    let middle = f64::from(INITIAL_LEVEL);
    leanings
        .iter()
        .map(|lean| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "from 0 to 4"
            )]
            let level = (middle + lean.round()).clamp(0.0, 4.0) as u8;
            level
        })
        .collect()
}

/// The value that a leaning stands for, between the rungs.
pub(super) fn value_at(rungs: [i32; 5], lean: f64) -> i32 {
    let [low, down, middle, up, high] = rungs.map(f64::from);
    let place = lean.clamp(-2.0, 2.0);
    let value = match place {
        ..-1.0 => down + (down - low) * (place + 1.0),
        -1.0..0.0 => middle + (middle - down) * place,
        0.0..1.0 => middle + (up - middle) * place,
        _ => up + (high - up) * (place - 1.0),
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "between two 32-bit numbers"
    )]
    let value = value.round() as i32;
    value
}

/// Levels of a schema, from leanings by phase.
pub(super) fn levels_of(ladder: &Ladder, leanings: &ByPhase<Vec<f64>>) -> ByPhase<Levels> {
    ByPhase::new_with(|phase| {
        // One level a parameter, each below five.
        Levels::from_bytes(ladder.schema(), nearest(&leanings[phase]))
            .unwrap_or_else(|_| Levels::initial(ladder.schema()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_between_rungs_lie_on_straight_lines() {
        let rungs = [0, 10, 30, 60, 100];
        let values = [-3.0, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0];
        let expected = [0, 0, 5, 10, 20, 30, 45, 60, 80, 100];
        assert_eq!(values.map(|lean| value_at(rungs, lean)), expected);
    }

    #[test]
    fn the_nearest_level_of_a_leaning() {
        assert_eq!(nearest(&[-2.0, -0.6, 0.0, 0.4, 1.7]), [0, 1, 2, 2, 4]);
    }
}
