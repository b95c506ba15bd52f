//! Bonuses in the order of quiet moves, beside histories: for checks, and for saving a piece from a cheaper one.

use shakmaty::{Bitboard, Chess, Position as _, Role, Square};

use crate::board::checks::CheckSquares;
use crate::board::threats::AttackedSquares;

/// For a move that gives check.
const CHECK: i32 = 16_384;

/// For a queen that leaves the attack of a cheaper piece, a rook, and a bishop or knight.
const SAVED: [i32; 3] = [50_000, 25_000, 15_000];

/// The bonuses of a node's quiet moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietBonus {
    checks: CheckSquares,
    /// Queens, rooks and minor pieces of the side to move that a cheaper piece attacks, and the squares where it would.
    in_danger: [(Bitboard, Bitboard); 3],
    /// All pieces in danger.
    any_in_danger: Bitboard,
}

impl QuietBonus {
    /// Works out which pieces are in danger; the other side attacks the squares `attacked`.
    #[inline]
    pub(super) fn of(position: &Chess, attacked: AttackedSquares, checks: CheckSquares) -> Self {
        let (board, us) = (position.board(), position.us());
        let AttackedSquares {
            by_pawns,
            by_minors,
            by_rooks,
            ..
        } = attacked;
        let minors = board.knights() | board.bishops();
        let in_danger = [
            (us & board.queens() & by_rooks, by_rooks),
            (us & board.rooks() & by_minors, by_minors),
            (us & minors & by_pawns, by_pawns),
        ];
        let [(queens, _), (rooks, _), (minors, _)] = in_danger;
        Self {
            checks,
            in_danger,
            any_in_danger: queens | rooks | minors,
        }
    }

    /// Looks up the bonuses of a piece that stands on `from`.
    #[inline]
    pub(super) fn of_piece(&self, role: Role, from: Square) -> PieceBonus {
        let (saved, attacked) = if self.any_in_danger.contains(from) {
            self.saved(from)
        } else {
            (0, Bitboard::EMPTY)
        };
        PieceBonus {
            checks: self.checks.of_piece(role, from),
            saved,
            attacked,
        }
    }

    /// Returns the bonus for saving the piece in danger on `from`, and the squares where a cheaper piece attacks it.
    fn saved(&self, from: Square) -> (i32, Bitboard) {
        let mut by_worth = self.in_danger.iter().zip(SAVED);
        by_worth
            .find(|((pieces, _), _)| pieces.contains(from))
            .map_or((0, Bitboard::EMPTY), |((_, squares), bonus)| {
                (bonus, *squares)
            })
    }
}

/// The bonuses of one piece's quiet moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceBonus {
    /// The squares where it gives check.
    checks: Bitboard,
    /// For leaving the attack of a cheaper piece; 0 if there is none.
    saved: i32,
    /// The squares where a cheaper piece attacks it.
    attacked: Bitboard,
}

impl PieceBonus {
    /// Returns the bonus of the piece's move to a square, between 0 and 66,384.
    #[inline]
    pub(super) fn of_move_to(&self, to: Square) -> i32 {
        CHECK * i32::from(self.checks.contains(to))
            + self.saved * i32::from(!self.attacked.contains(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::board::fen;
    use crate::board::threats::attacked_by;

    #[test]
    fn checks_and_pieces_in_danger_come_early() {
        // Black's pawn attacks the knight, and its rook the queen.
        let position = fen::read("4k2r/8/8/8/5p2/6N1/8/2B1K2Q w - - 0 30").expect("a position");
        let attacked = attacked_by(&position, !position.turn());
        let extra = QuietBonus::of(&position, attacked, CheckSquares::of(&position));
        let of = |role, from, to| extra.of_piece(role, from).of_move_to(to);
        assert_eq!(of(Role::Knight, Square::G3, Square::F5), SAVED[2]);
        assert_eq!(of(Role::Queen, Square::H1, Square::G1), SAVED[0]);
        assert_eq!(of(Role::Queen, Square::H1, Square::A8), SAVED[0] + CHECK);
        assert_eq!(of(Role::Queen, Square::H1, Square::H4), 0);
        assert_eq!(of(Role::Bishop, Square::C1, Square::B2), 0);
        assert_eq!(of(Role::Knight, Square::G3, Square::E4), SAVED[2]);
    }
}
