//! Heuristics: what a player believes about pieces and squares, by phase of the game.
//!
//! A [`Schema`] lists a family's parameters; [`Levels`] say which of its five values each takes;
//! a [`Heuristic`] holds the resulting weights for each phase. The evaluation compiles one phase's
//! weights into tables; the learner sees levels only.
//!
//! May use: L0, `board`.

pub(crate) mod classic;
pub mod levels;
pub mod schema;

pub use levels::{Levels, LevelsError};
pub use schema::{Group, INITIAL_LEVEL, LEVELS, Parameter, Schema};

use crate::phase::ByPhase;

/// One weight in centipawns for each parameter of a schema, in its order.
pub type Weights = Vec<i32>;

/// Weights for each phase of the game.
#[derive(Clone, Debug)]
pub struct Heuristic {
    schema: &'static Schema,
    weights: ByPhase<Weights>,
}

impl Heuristic {
    /// The original's hand-set heuristic, the same in every phase.
    pub fn initial() -> Self {
        let schema = Schema::classic();
        let weights: Weights = schema
            .parameters()
            .iter()
            .map(|parameter| parameter.initial)
            .collect();
        Self {
            schema,
            weights: ByPhase::new_with(|_| weights.clone()),
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
                .map(|(parameter, level)| parameter.levels[usize::from(*level)])
                .collect()
        });
        Self { schema, weights }
    }

    /// The family that the weights belong to.
    pub const fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// The weights of each phase, in the schema's order.
    pub const fn weights(&self) -> &ByPhase<Weights> {
        &self.weights
    }

    /// Sixteen hexadecimal digits over the schema and every weight: equal when they play alike.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initial_levels_give_the_initial_heuristic() {
        let schema = Schema::classic();
        let levels = ByPhase::new_with(|_| Levels::initial(schema));
        let heuristic = Heuristic::from_levels(schema, &levels);
        assert_eq!(heuristic.weights(), Heuristic::initial().weights());
        assert_eq!(heuristic.fingerprint(), Heuristic::initial().fingerprint());
    }
}
