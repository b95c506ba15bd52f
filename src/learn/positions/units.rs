//! Conversion between heuristics and columns: parameters of both colours are one unit; steps towards a fit.

use crate::heuristic::parameter_groups::{ParameterGroups, SideTying};
use crate::heuristic::{Heuristic, Schema};
use crate::phase::{ByPhase, Phase};

/// The units of a schema, with the parameters of both colours tied.
#[derive(Clone, Debug)]
pub(super) struct ParameterUnits {
    groups: ParameterGroups,
    /// Number of parameters of each unit.
    members: Vec<u32>,
}

impl ParameterUnits {
    pub(super) fn of(schema: &Schema) -> Self {
        let groups = ParameterGroups::of(schema, SideTying::Tied);
        let mut members = vec![0; groups.units()];
        for unit in groups.unit_of() {
            members[*unit] += 1;
        }
        Self { groups, members }
    }

    /// Returns the unit of each parameter.
    pub(super) fn unit_of(&self) -> &[usize] {
        self.groups.unit_of()
    }

    /// Returns the number of units.
    pub(super) const fn len(&self) -> usize {
        self.groups.units()
    }

    /// Returns by column (phase by phase, unit by unit) the mean of `value` over the unit's parameters.
    pub(super) fn columns(&self, value: impl Fn(Phase, usize) -> f64) -> Vec<f64> {
        let mut columns = vec![0.0; Phase::ALL.len() * self.len()];
        for (phase, part) in Phase::ALL.into_iter().zip(columns.chunks_mut(self.len())) {
            for (parameter, unit) in self.unit_of().iter().enumerate() {
                part[*unit] += value(phase, parameter) / f64::from(self.members[*unit]);
            }
        }
        columns
    }

    /// Returns the weights of a heuristic by column, in centipawns.
    pub(super) fn weights(&self, heuristic: &Heuristic) -> Vec<f64> {
        let weights = heuristic.weights();
        self.columns(|phase, parameter| f64::from(weights[phase][parameter]))
    }

    /// Returns for each parameter the value of its column, by phase.
    pub(super) fn spread(&self, columns: &[f64]) -> ByPhase<Vec<f64>> {
        ByPhase::new_with(|phase| {
            let part = &columns[phase as usize * self.len()..];
            self.unit_of().iter().map(|unit| part[*unit]).collect()
        })
    }

    /// Returns the heuristic with these weights, rounded to centipawns; the colours have equal weights.
    pub(super) fn heuristic(&self, like: &Heuristic, columns: &[f64]) -> Heuristic {
        let spread = self.spread(columns);
        Heuristic::rounded(like.schema(), |phase, place| spread[phase][place])
    }
}

/// Returns the heuristic at `share` of the way from `start` (0) to `fitted` (1). A fit is right about the positions
/// that it has seen; only matches show how far to follow it among those that it leads to.
///
/// # Panics
///
/// If the heuristics belong to different families.
pub fn step(start: &Heuristic, fitted: &Heuristic, share: f64) -> Heuristic {
    assert_eq!(
        start.schema().fingerprint(),
        fitted.schema().fingerprint(),
        "heuristics of one family"
    );
    let (start, fitted, schema) = (start.weights(), fitted.weights(), start.schema());
    Heuristic::rounded(schema, |phase, place| {
        let (from, to) = (start[phase][place], fitted[phase][place]);
        f64::from(from) + share * f64::from(to - from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_heuristics_are_two_views() {
        for schema in Schema::all() {
            let units = ParameterUnits::of(schema);
            let initial = Heuristic::initial_of(schema);
            let columns = units.weights(&initial);
            let back = units.heuristic(&initial, &columns);
            assert_eq!(back.weights(), initial.weights());
            let moved: Vec<f64> = columns.iter().map(|weight| weight + 10.0).collect();
            let moved = units.heuristic(&initial, &moved);
            let half = step(&initial, &moved, 0.5);
            for phase in Phase::ALL {
                let weights = half.weights()[phase].iter().zip(&initial.weights()[phase]);
                assert!(
                    weights
                        .into_iter()
                        .all(|(half, initial)| half - initial == 5)
                );
            }
        }
    }
}
