//! The state of a session's memory of its opponent.

use crate::opponent::Answer;
use crate::protocol::opponent::OpponentInfo;
use crate::store::OpponentKey;

/// The state of a session's memory of its opponent.
#[derive(Debug, Default)]
pub(super) struct SessionMemory {
    /// The opponent whose earlier games count.
    pub(super) present: Option<OpponentKey>,
    /// True if their remembered games were read since the game began.
    pub(super) is_recalled: bool,
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

    /// Clears the state of the game that is over.
    pub(super) fn end_game(&mut self) {
        self.answers.clear();
    }
}
