//! Heuristics: one weight for each parameter of an evaluation, in each phase of the game.
//!
//! Start at [`Heuristic`]. A [`Schema`] lists a family's parameters; [`Levels`] say which of its five values each
//! takes, a [`LevelValues`] what these values are, and a [`LevelDesign`] which levels are drawn together; a
//! [`Heuristic`] holds the resulting weights for each phase. The evaluation compiles one phase's weights into tables;
//! the learner sees levels only.
//!
//! May use: L0, `bayes`, `board`.

pub(crate) mod classic;
pub mod design;
pub mod level_values;
pub mod levels;
pub(crate) mod modern;
pub mod parameter;
pub mod parameter_groups;
pub mod schema;
pub mod term;

pub use design::{DesignedLevels, LevelDesign, LevelSampler};
pub use level_values::LevelValues;
pub use levels::{Levels, LevelsError};
pub use parameter::{
    INITIAL_LEVEL, LEVELS, LEVELS_FROM_INITIAL, Parameter, ParameterKind, ParameterSide, TablePlace,
};
pub use parameter_groups::ParameterGroups;
pub use schema::Schema;
pub use term::{Term, UnknownTerm};

use crate::phase::{ByPhase, Phase};

/// The largest absolute value of a fitted weight, in centipawns, which leaves room for the levels
/// around it.
const LARGEST_WEIGHT: f64 = 50_000.0;

/// One weight in centipawns for each parameter of a schema, in its order.
pub type Weights = Vec<i32>;

/// Weights for each phase of the game.
#[derive(Clone, Debug)]
pub struct Heuristic {
    schema: &'static Schema,
    weights: ByPhase<Weights>,
    digest: u64,
}

impl Heuristic {
    /// The hand-set heuristic of 2005, the same in every phase.
    pub fn initial() -> Self {
        Self::initial_of(Schema::classic())
    }

    /// The hand-set heuristic of a family: every parameter at its initial value.
    pub fn initial_of(schema: &'static Schema) -> Self {
        let weights = ByPhase::new_with(|phase| {
            let parameters = schema.parameters().iter();
            parameters
                .map(|parameter| parameter.initial(phase))
                .collect()
        });
        Self::from_weights(schema, weights)
    }

    /// Returns the heuristic with every parameter of `term` set to zero.
    pub fn without(mut self, term: Term) -> Self {
        for phase in Phase::ALL {
            for (weight, parameter) in self.weights[phase].iter_mut().zip(self.schema.parameters())
            {
                if parameter.kind == ParameterKind::Term(term) {
                    *weight = 0;
                }
            }
        }
        self.digest = digest(&self.weights);
        self
    }

    /// Returns true if any parameter of `term` has a weight other than zero in any phase.
    pub fn has_weight_of(&self, term: Term) -> bool {
        let parameters = self.schema.parameters();
        self.weights.iter().any(|(_, weights)| {
            weights.iter().zip(parameters).any(|(weight, parameter)| {
                *weight != 0 && parameter.kind == ParameterKind::Term(term)
            })
        })
    }

    /// Returns the heuristic with every weight changed by a function.
    pub fn map_weights(mut self, mut change: impl FnMut(Phase, &Parameter, i32) -> i32) -> Self {
        for phase in Phase::ALL {
            for (weight, parameter) in self.weights[phase].iter_mut().zip(self.schema.parameters())
            {
                *weight = change(phase, parameter, *weight);
            }
        }
        self.digest = digest(&self.weights);
        self
    }

    /// The heuristic whose weights are `value` of each phase and parameter, in centipawns.
    ///
    /// Values are rounded to the nearest centipawn and cut at ±`LARGEST_WEIGHT`.
    pub fn rounded(schema: &'static Schema, mut value: impl FnMut(Phase, usize) -> f64) -> Self {
        let weights = ByPhase::new_with(|phase| {
            let values = (0..schema.len()).map(|place| value(phase, place).round());
            let bounded = values.map(|value| value.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT));
            #[expect(clippy::cast_possible_truncation, reason = "far below 2^31")]
            let weights = bounded.map(|value| value as i32).collect();
            weights
        });
        Self::from_weights(schema, weights)
    }

    fn from_weights(schema: &'static Schema, weights: ByPhase<Weights>) -> Self {
        Self {
            schema,
            digest: digest(&weights),
            weights,
        }
    }

    /// The heuristic in which every parameter takes the value of its level.
    pub fn from_levels(schema: &'static Schema, levels: &ByPhase<Levels>) -> Self {
        let weights = ByPhase::new_with(|phase| {
            let bytes = levels[phase].as_bytes();
            schema
                .parameters()
                .iter()
                .zip(bytes)
                .map(|(parameter, level)| parameter.value(phase, *level))
                .collect()
        });
        Self::from_weights(schema, weights)
    }

    /// The family that the weights belong to.
    pub const fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// The weights of each phase, in the schema's order.
    pub const fn weights(&self) -> &ByPhase<Weights> {
        &self.weights
    }

    /// Returns true if any weight differs between the side that searches and its opponent.
    pub(crate) fn distinguishes_sides(&self) -> bool {
        self.schema.name() == Schema::modern().name() && modern::distinguish_sides(&self.weights)
    }

    /// A hash of every weight, for the keys of tables that several heuristics share.
    pub(crate) const fn digest(&self) -> u64 {
        self.digest
    }

    /// Returns sixteen hexadecimal digits over the schema and every weight: equal for equal
    /// heuristics.
    pub fn fingerprint(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.schema.fingerprint().as_bytes());
        for (_, weights) in self.weights.iter() {
            for weight in weights {
                hasher.update(&weight.to_le_bytes());
            }
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }
}

/// Returns a hash of all weights; a fast one, because self-play draws a heuristic for every game.
fn digest(weights: &ByPhase<Weights>) -> u64 {
    let mut digest = 0_u64;
    for weight in weights.iter().flat_map(|(_, weights)| weights) {
        // The odd multiplier spreads low bits upwards, the shift spreads high ones down.
        digest = (digest ^ u64::from(weight.cast_unsigned())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        digest ^= digest >> 32;
    }
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initial_levels_give_the_initial_heuristic() {
        for schema in Schema::all() {
            let levels = ByPhase::new_with(|_| Levels::initial(schema));
            let heuristic = Heuristic::from_levels(schema, &levels);
            let initial = Heuristic::initial_of(schema);
            assert_eq!(heuristic.weights(), initial.weights());
            assert_eq!(heuristic.fingerprint(), initial.fingerprint());
        }
    }
}
