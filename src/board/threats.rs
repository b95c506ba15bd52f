//! The squares that a side attacks.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Chess, Color, Position as _};

/// Returns the squares that the pieces of `side` attack.
pub fn attacked_by(position: &Chess, side: Color) -> Bitboard {
    let board = position.board();
    let ours = board.by_color(side);
    let occupied = board.occupied();
    let mut attacked = Bitboard::EMPTY;
    for from in ours & board.pawns() {
        attacked |= pawn_attacks(side, from);
    }
    for from in ours & board.knights() {
        attacked |= knight_attacks(from);
    }
    for from in ours & board.bishops_and_queens() {
        attacked |= bishop_attacks(from, occupied);
    }
    for from in ours & board.rooks_and_queens() {
        attacked |= rook_attacks(from, occupied);
    }
    for from in ours & board.kings() {
        attacked |= king_attacks(from);
    }
    attacked
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::Square;

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
                    let expected = board.attacks_to(square, side, board.occupied()).any();
                    prop_assert_eq!(attacked.contains(square), expected, "{} {:?}", square, side);
                }
            }
        }
    }
}
