//! Picks a heuristic from a table, by one of three rules ([`Pick`]).
//!
//! The original takes for each parameter the level most frequent among games with the wanted result, however few
//! they are. The mean of the levels in those games is more cautious. A trial around a learned heuristic keeps the
//! middle, and leans from it by the effects as far as they are certain.

use super::card::Pick;
use super::objective::{Extreme, Objective, PickTarget};
use super::shape::class_of;
use super::table::HeuristicTable;
use crate::bayes::Counts;
use crate::bayes::effect::{Effect, shrink_by_group};
use crate::heuristic::parameter_groups::{ParameterGroups, SideTying};
use crate::heuristic::{
    Heuristic, INITIAL_LEVEL, LEVELS, LEVELS_FROM_INITIAL, LevelValues, Levels,
};
use crate::phase::{ByPhase, Phase};
use crate::record::SideResult;

impl HeuristicTable {
    /// Returns the level of each parameter that serves `objective` best, by phase; for a table that picks
    /// between levels, the nearest one.
    ///
    /// All levels of a row have the same denominator, so counts decide. Of levels with equal counts the initial
    /// one is taken.
    pub fn levels(&self, objective: Objective) -> ByPhase<Levels> {
        match self.leanings(objective) {
            Some(leanings) => self.levels_of(|phase| nearest(&leanings[phase])),
            None => self.extreme_levels(objective),
        }
    }

    /// Returns the level of each parameter that is most frequent among games with the objective's result, by
    /// phase.
    ///
    /// If the objective avoids the result, the least frequent level. The table's rule does not matter.
    pub fn extreme_levels(&self, objective: Objective) -> ByPhase<Levels> {
        self.levels_of(|phase| {
            let class = class_of(phase, objective.result());
            let row = |parameter| self.counts().feature(class, parameter);
            let choose = |parameter| choose(row(parameter), objective.extreme());
            (0..self.schema().len()).map(choose).collect()
        })
    }

    /// Returns one level for each parameter, each below five.
    fn levels_of(&self, bytes: impl Fn(Phase) -> Vec<u8>) -> ByPhase<Levels> {
        let schema = self.schema();
        ByPhase::new_with(|phase| {
            Levels::from_bytes(schema, bytes(phase)).unwrap_or_else(|_| Levels::initial(schema))
        })
    }

    /// Returns the heuristic picked for `aim`.
    pub fn pick(&self, aim: PickTarget) -> Heuristic {
        match (aim, self.card().pick) {
            (PickTarget::Middle, Pick::Lean { .. } | Pick::Mean) => self.level_values().centre(),
            _ => self.heuristic(aim.objective()),
        }
    }

    /// Returns the heuristic that serves `objective` best.
    pub fn heuristic(&self, objective: Objective) -> Heuristic {
        let Some(leanings) = self.leanings(objective) else {
            return self.level_values().heuristic(&self.levels(objective));
        };
        let mut leanings = leanings.iter().flat_map(|(_, leanings)| leanings);
        let mut five_values = Phase::ALL
            .into_iter()
            .flat_map(|phase| self.level_values().values(phase));
        // Weights are visited in this same order, phase by phase.
        self.level_values().centre().map_weights(|_, _, weight| {
            let pair = five_values.next().zip(leanings.next());
            pair.map_or(weight, |(five_values, lean)| value_at(*five_values, *lean))
        })
    }

    /// Returns the mean level of a parameter among cases with a result, from the smoothed counts, in levels
    /// from the middle.
    pub fn mean_level(&self, phase: Phase, result: SideResult, parameter: usize) -> f64 {
        let class = class_of(phase, result);
        let cases = self.counts().cases(class);
        let counts = self.counts().feature(class, parameter);
        let weighted = counts.iter().zip(LEVELS_FROM_INITIAL);
        weighted
            .map(|(count, level)| level * self.smoothing().probability(*count, cases, LEVELS))
            .sum()
    }

    /// Returns how far each parameter leans from the middle, in levels from -2 to 2; `None` if levels
    /// themselves are picked.
    fn leanings(&self, objective: Objective) -> Option<ByPhase<Vec<f64>>> {
        let sign = match objective.extreme() {
            Extreme::Largest => 1.0,
            Extreme::Smallest => -1.0,
        };
        let result = objective.result();
        match self.card().pick {
            Pick::Level => None,
            Pick::Mean => Some(ByPhase::new_with(|phase| {
                let mean = |parameter| sign * self.mean_level(phase, result, parameter);
                (0..self.schema().len()).map(mean).collect()
            })),
            Pick::Lean { reach } => Some(leanings(
                self.level_values(),
                self.counts(),
                result,
                sign * reach,
            )),
        }
    }
}

/// Returns the index of the extreme count, or the initial level if several share it.
fn choose(counts: &[u64], extreme: Extreme) -> u8 {
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

/// Returns how far each parameter leans from the middle of `level_values` towards a result, in levels.
///
/// That is `reach` levels for each standard error of its effect; a negative reach leans away.
fn leanings(
    level_values: &LevelValues,
    counts: &Counts,
    result: SideResult,
    reach: f64,
) -> ByPhase<Vec<f64>> {
    let groups = ParameterGroups::of(level_values.schema(), SideTying::Tied).group_of();
    ByPhase::new_with(|phase| {
        let effects: Vec<Option<Effect>> = (0..level_values.schema().len())
            .map(|parameter| effect_on(counts, phase, parameter, result))
            .collect();
        let shrunk = shrink_by_group(&effects, &groups);
        let pairs = effects.iter().zip(&shrunk);
        let lean = pairs.map(|(raw, shrunk)| {
            let known = raw
                .zip(*shrunk)
                .map(|(raw, shrunk)| shrunk.slope / raw.error);
            (reach * known.unwrap_or(0.0)).clamp(-2.0, 2.0)
        });
        lean.collect()
    })
}

/// Returns the effect of one level of a parameter on the share of a result.
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

/// Returns the levels nearest to leanings.
fn nearest(leanings: &[f64]) -> Vec<u8> {
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

/// Returns the value of a leaning, interpolated between levels.
fn value_at(five_values: [i32; 5], lean: f64) -> i32 {
    let [low, down, middle, up, high] = five_values.map(f64::from);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_between_rungs_lie_on_straight_lines() {
        let five_values = [0, 10, 30, 60, 100];
        let values = [-3.0, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0];
        let expected = [0, 0, 5, 10, 20, 30, 45, 60, 80, 100];
        assert_eq!(values.map(|lean| value_at(five_values, lean)), expected);
    }

    #[test]
    fn the_nearest_level_of_a_leaning() {
        assert_eq!(nearest(&[-2.0, -0.6, 0.0, 0.4, 1.7]), [0, 1, 2, 2, 4]);
    }
}
