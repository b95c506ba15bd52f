//! A learned heuristic as the user's opponent.

use serde::{Deserialize, Serialize};

use crate::heuristic::{Heuristic, Schema};
use crate::phase::ByPhase;

/// A learned heuristic with the name by which the page knows it.
#[derive(Clone, Debug)]
pub(super) struct LearnedPlayer {
    pub name: String,
    pub heuristic: Heuristic,
}

/// The same in the saved state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedPlayer {
    name: String,
    schema: String,
    weights: ByPhase<Vec<i32>>,
}

impl LearnedPlayer {
    pub fn to_saved(&self) -> SavedPlayer {
        SavedPlayer {
            name: self.name.clone(),
            schema: self.heuristic.schema().name().to_owned(),
            weights: self.heuristic.weights().clone(),
        }
    }
}

impl SavedPlayer {
    /// Returns the player; `None` if a version of this program with other parameters wrote it.
    pub fn read(&self) -> Option<LearnedPlayer> {
        let schema = Schema::by_name(&self.schema)?;
        let fits = |weights: &Vec<i32>| weights.len() == schema.len();
        let ByPhase {
            opening,
            middlegame,
            endgame,
        } = &self.weights;
        if ![opening, middlegame, endgame].into_iter().all(fits) {
            return None;
        }
        let heuristic = Heuristic::rounded(schema, |phase, place| {
            self.weights[phase]
                .get(place)
                .copied()
                .map_or(0.0, f64::from)
        });
        Some(LearnedPlayer {
            name: self.name.clone(),
            heuristic,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_player_is_the_same_again_and_none_of_other_parameters() {
        let player = LearnedPlayer {
            name: "first, generation 3".to_owned(),
            heuristic: Heuristic::initial(),
        };
        let mut saved = player.to_saved();
        let again = saved.read().expect("the same parameters");
        assert_eq!(
            again.heuristic.fingerprint(),
            player.heuristic.fingerprint()
        );
        assert_eq!(again.name, player.name);
        saved.weights.endgame.pop();
        assert!(saved.read().is_none());
    }
}
