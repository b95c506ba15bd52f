//! Whether a move gives check, without playing it.
//!
//! May use: rules.

use shakmaty::attacks::{attacks, bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Chess, Move, Piece, Position as _};

/// Whether a legal move gives check, by the man that moves or by one behind it.
pub fn gives_check(position: &Chess, m: Move) -> bool {
    let Move::Normal {
        role,
        from,
        to,
        promotion,
        ..
    } = m
    else {
        // Castling and captures in passing are rare, and move or remove two men.
        let mut after = position.clone();
        after.play_unchecked(m);
        return after.is_check();
    };
    let board = position.board();
    let Some(king) = board.king_of(!position.turn()) else {
        return false;
    };
    let occupied = (board.occupied() & !Bitboard::from_square(from)) | to;
    let moved = Piece {
        color: position.turn(),
        role: promotion.unwrap_or(role),
    };
    attacks(to, moved, occupied).contains(king) || {
        let ours = position.us() & !Bitboard::from_square(from);
        let straight = rook_attacks(king, occupied) & board.rooks_and_queens();
        let slanting = bishop_attacks(king, occupied) & board.bishops_and_queens();
        ((straight | slanting) & ours).any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use proptest::prelude::*;

    fn agrees(position: &Chess) {
        for m in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(m);
            assert_eq!(
                gives_check(position, m),
                after.is_check(),
                "{m} in {}",
                fen::write(position)
            );
        }
    }

    #[test]
    fn promotions_castling_and_uncovered_men_are_seen() {
        for text in [
            "2k5/4P3/8/8/8/8/8/R3K3 w Q - 0 1",
            "8/2k1P3/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/8/2k5/3pP3/8/1B6/4K2R b K e3 0 1",
            "5k2/8/8/2pP4/8/B7/8/4K3 w - c6 0 1",
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        ] {
            agrees(&fen::read(text).expect("a position"));
        }
    }

    proptest! {
        #[test]
        fn as_if_the_move_were_played(choices in prop::collection::vec(any::<usize>(), 0..150)) {
            let mut position = Chess::default();
            for choice in choices {
                agrees(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice % moves.len()]);
            }
        }
    }
}
