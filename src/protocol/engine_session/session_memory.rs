//! The opponent of a session, as far as memory is concerned.

use crate::opponent::Answer;
use crate::protocol::opponent::OpponentInfo;
use crate::store::OpponentKey;

/// The opponent of the session, as far as memory is concerned.
#[derive(Debug, Default)]
pub(super) struct SessionMemory {
    /// The opponent whose earlier games count.
    pub(super) present: Option<OpponentKey>,
    /// Whether their remembered games were read since the game began.
    pub(super) is_recalled: bool,
    /// The opponent when the engine last began to think about a move. A client may name the next one before it ends
    /// the game.
    pub(super) sitting: OpponentInfo,
    /// The answer of each of the engine's moves.
    pub(super) answers: Vec<Answer>,
}

impl SessionMemory {
    /// Returns the answer of most moves of the game.
    pub(super) fn usual_answer(&self) -> Answer {
        Answer::most_frequent(&self.answers)
    }

    /// Forgets the moves of a game that is over.
    pub(super) fn end_game(&mut self) {
        self.answers.clear();
    }
}
