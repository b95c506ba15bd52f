//! The squares that a side attacks.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Chess, Color, Position as _};

use super::captures::attacked_by_pawns;

/// The squares that a side attacks, by the most valuable piece type that is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackedSquares {
    /// By pawns.
    pub by_pawns: Bitboard,
    /// By pawns, knights and bishops.
    pub by_minors: Bitboard,
    /// By all pieces but queens and king.
    pub by_rooks: Bitboard,
    /// By any piece.
    pub by_all: Bitboard,
}

/// Returns the squares that the pieces of `side` attack.
pub fn attacked_by(position: &Chess, side: Color) -> AttackedSquares {
    let board = position.board();
    let ours = board.by_color(side);
    let occupied = board.occupied();
    let by_pawns = attacked_by_pawns(ours & board.pawns(), side);
    let mut by_minors = by_pawns;
    for from in ours & board.knights() {
        by_minors |= knight_attacks(from);
    }
    for from in ours & board.bishops() {
        by_minors |= bishop_attacks(from, occupied);
    }
    let mut by_rooks = by_minors;
    for from in ours & board.rooks() {
        by_rooks |= rook_attacks(from, occupied);
    }
    let mut by_all = by_rooks;
    for from in ours & board.queens() {
        by_all |= bishop_attacks(from, occupied) | rook_attacks(from, occupied);
    }
    for from in ours & board.kings() {
        by_all |= king_attacks(from);
    }
    AttackedSquares {
        by_pawns,
        by_minors,
        by_rooks,
        by_all,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{Role, Square};

    use super::*;

    proptest! {
        /// The attackers of each square, asked square by square.
        #[test]
        fn a_square_is_attacked_if_a_piece_attacks_it(
            choices in prop::collection::vec(any::<u16>(), 0..120),
        ) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[usize::from(choice) % moves.len()]);
            }
            let board = position.board();
            for side in Color::ALL {
                let attacked = attacked_by(&position, side);
                for square in Square::ALL {
                    let attackers = board.attacks_to(square, side, board.occupied());
                    let by = |roles: &[Role]| roles.iter().any(|role| (attackers & board.by_role(*role)).any());
                    let expected = [
                        by(&[Role::Pawn]),
                        by(&[Role::Pawn, Role::Knight, Role::Bishop]),
                        by(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]),
                        attackers.any(),
                    ];
                    let AttackedSquares { by_pawns, by_minors, by_rooks, by_all } = attacked;
                    let found = [by_pawns, by_minors, by_rooks, by_all].map(|squares| squares.contains(square));
                    prop_assert_eq!(found, expected, "{} {:?}", square, side);
                }
            }
        }
    }
}
