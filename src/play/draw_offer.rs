//! The engine's answer when its opponent offers a draw.

use crate::phase::Phase;
use crate::score::Score;
use crate::units::Centipawns;

/// The answer to an offer of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DrawOfferAnswer {
    /// Declined: the game is still in its opening.
    TooEarly,
    /// Declined: the engine thinks that it is ahead.
    EngineAhead,
    /// Accepted.
    Accepted,
}

impl DrawOfferAnswer {
    /// Answers after the opening: the engine accepts if it is not ahead by its own last score.
    ///
    /// ```
    /// use bayeschess::{phase::Phase, play::DrawOfferAnswer, score::Score};
    /// assert_eq!(DrawOfferAnswer::new(Phase::Endgame, Score::DRAW), DrawOfferAnswer::Accepted);
    /// ```
    pub fn new(phase: Phase, opinion: Score) -> Self {
        if phase == Phase::Opening {
            Self::TooEarly
        } else if opinion.centipawns_or(i32::MAX) > Centipawns::ZERO {
            Self::EngineAhead
        } else {
            Self::Accepted
        }
    }

    /// The answer in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::TooEarly => "Declined: the game has hardly begun.",
            Self::EngineAhead => "Declined: the machine thinks that it is ahead.",
            Self::Accepted => "Accepted: the game is drawn.",
        }
    }
}
