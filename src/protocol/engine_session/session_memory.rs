//! The state of a session's memory of its opponent.

use crate::board::GameState;
use crate::opponent::Answer;
use crate::protocol::opponent::OpponentInfo;
use crate::store::{OpponentGame, OpponentKey};

/// The state of a session's memory of its opponent.
#[derive(Debug, Default)]
pub(super) struct SessionMemory {
    /// The opponent whose earlier games count.
    pub(super) present: Option<OpponentKey>,
    /// True if their remembered games were read since the game began.
    pub(super) is_recalled: bool,
    /// Their remembered games without a result, one of which may go on now.
    pub(super) unfinished: Vec<OpponentGame>,
    /// The fingerprints of those that were left out, because the current game goes on from them.
    pub(super) left_out: Vec<u128>,
    /// The opponent when the engine last began to think about a move. A client may name the next opponent
    /// before it ends the game.
    pub(super) sitting: OpponentInfo,
    /// The answer of each of the engine's moves.
    pub(super) answers: Vec<Answer>,
}

impl SessionMemory {
    /// Returns the answer given in most moves of the game.
    pub(super) fn usual_answer(&self) -> Answer {
        Answer::most_frequent(&self.answers)
    }

    /// Returns true if this is the opponent whose earlier games count.
    pub(super) fn is_present(&self, key: Option<&OpponentKey>) -> bool {
        match (key, &self.present) {
            (Some(one), Some(two)) => one.is_same(two),
            (None, None) => true,
            _ => false,
        }
    }

    /// Returns the fingerprints of the unfinished games from which this one goes on.
    pub(super) fn beginnings_of(&self, game: &GameState) -> Vec<u128> {
        self.unfinished
            .iter()
            .filter(|played| played.is_beginning_of(game.start(), game.moves()))
            .map(|played| played.fingerprint)
            .collect()
    }

    /// Returns true if other remembered games must be left out now than when they were read.
    pub(super) fn leaves_out_others(&self, game: &GameState) -> bool {
        self.beginnings_of(game) != self.left_out
    }

    /// Clears the state of the game that is over.
    pub(super) fn end_game(&mut self) {
        self.answers.clear();
    }
}
