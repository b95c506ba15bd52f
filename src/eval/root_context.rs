//! From where a search looks: what an evaluator is compiled for.

use shakmaty::{Chess, Color, Position as _};

use crate::phase::Phase;

/// What is settled at the root of a search and holds for the whole tree below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootContext {
    /// The phase at the root; the classic family takes its weights from that phase alone.
    pub phase: Phase,
    /// How much of the opening is left, out of [`RootContext::WHOLE_OPENING`]; a family that blends
    /// phases mixes opening and middlegame in that proportion.
    pub opening: u8,
    /// The side for which the search is run; the other is its opponent.
    pub own: Color,
}

impl RootContext {
    /// The last move with which a game is in the opening altogether.
    const LAST_WHOLE: u8 = 6;

    /// The opening of a game that has only begun. It fades by one with each move: the border of
    /// the phases, between moves ten and eleven, stands in the middle, where half of it is left.
    pub const WHOLE_OPENING: u8 = 9;

    /// The outlook of a search for the side to move of `position`.
    pub fn of(position: &Chess) -> Self {
        let moves = position.fullmoves().get();
        let gone = u8::try_from(moves.saturating_sub(u32::from(Self::LAST_WHOLE)));
        Self {
            phase: Phase::of(position),
            opening: Self::WHOLE_OPENING.saturating_sub(gone.unwrap_or(u8::MAX)),
            own: position.turn(),
        }
    }
}

impl From<Phase> for RootContext {
    /// White's, in the middle of a phase.
    fn from(phase: Phase) -> Self {
        Self {
            phase,
            opening: if phase == Phase::Opening {
                Self::WHOLE_OPENING
            } else {
                0
            },
            own: Color::White,
        }
    }
}
