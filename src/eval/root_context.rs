//! What an evaluator depends on at the root of a search: phase, share of the opening, side bonus.

use shakmaty::{Chess, Color, Position as _};

use crate::phase::Phase;
use crate::units::Centipawns;

/// The settings that are fixed at the root of a search and hold for its whole tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootContext {
    /// The phase at the root; the classic family uses the weights of this phase only.
    pub phase: Phase,
    /// The share of the opening, out of [`RootContext::WHOLE_OPENING`]; families that blend phases
    /// mix opening and middlegame in that proportion.
    pub opening: u8,
    /// The side for which the search runs; the other is its opponent.
    pub own: Color,
    /// The bonus for that side in centipawns: full with all pieces on the board, half without any.
    pub side_bonus: Centipawns,
}

impl RootContext {
    /// The last move number that counts fully as opening.
    const LAST_WHOLE: u8 = 6;

    /// The share of the opening in the first six moves. From move 7 on it falls by one with each move, so that
    /// half is left at the border of the phases, between moves 10 and 11.
    pub const WHOLE_OPENING: u8 = 9;

    /// The context of a search for the side to move of `position`.
    pub fn of(position: &Chess) -> Self {
        let moves = position.fullmoves().get();
        let gone = u8::try_from(moves.saturating_sub(u32::from(Self::LAST_WHOLE)));
        Self {
            phase: Phase::of(position),
            opening: Self::WHOLE_OPENING.saturating_sub(gone.unwrap_or(u8::MAX)),
            own: position.turn(),
            side_bonus: Centipawns::ZERO,
        }
    }

    /// Returns the bonus in the middlegame and in the endgame, in centipawns for White.
    pub(super) const fn bonus_for_white(self) -> [i32; 2] {
        let Centipawns(bonus) = self.side_bonus;
        if self.own.is_white() {
            [bonus, bonus / 2]
        } else {
            [-bonus, -bonus / 2]
        }
    }

    /// Returns a salt for the keys of a transposition table: evaluations under another bonus are not reused.
    /// Zero without a bonus.
    pub(super) fn bonus_salt(self) -> u64 {
        let [bonus, _] = self.bonus_for_white();
        // Multiplying by a large odd number spreads the few values of a bonus over all bits.
        i64::from(bonus)
            .cast_unsigned()
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

impl From<Phase> for RootContext {
    /// The context of a search by White in this phase, with the full opening or none of it.
    fn from(phase: Phase) -> Self {
        Self {
            phase,
            opening: if phase == Phase::Opening {
                Self::WHOLE_OPENING
            } else {
                0
            },
            own: Color::White,
            side_bonus: Centipawns::ZERO,
        }
    }
}
