//! Legality of a move from elsewhere, such as a transposition table or a killer slot.

use shakmaty::attacks::{attacks, between, king_attacks, pawn_attacks, ray};
use shakmaty::{Bitboard, Chess, Color, Move, Piece, Position as _, Rank, Role, Square};

use super::pawns::steps;
use super::pins::blockers;

/// Returns true if a move, perhaps of another position, is legal here; `checkers` are the pieces that
/// give check to the side to move.
///
/// Gives the same answer as shakmaty, without listing the moves of the piece.
pub fn is_legal(position: &Chess, checkers: Bitboard, m: Move) -> bool {
    let Move::Normal {
        role,
        from,
        capture,
        to,
        promotion,
    } = m
    else {
        // Castling and en passant are rare, and have rules of their own.
        return position.is_legal(m);
    };
    let (board, us) = (position.board(), position.turn());
    let Some(king) = board.king_of(us) else {
        return false;
    };
    if !position.our(role).contains(from)
        || position.us().contains(to)
        || board.role_at(to) != capture
        || !promotes(us, role, to, promotion)
    {
        return false;
    }
    let occupied = board.occupied();
    if role == Role::King {
        return king_attacks(from).contains(to)
            && board.attacks_to(to, !us, occupied.without(from)).is_empty();
    }
    let reached = match (role, capture) {
        (Role::Pawn, Some(_)) => pawn_attacks(us, from),
        (Role::Pawn, None) => steps(from, us, !occupied),
        _ => attacks(from, Piece { color: us, role }, occupied),
    };
    let parried = match checkers.single_square() {
        Some(checker) => between(king, checker).with(checker),
        None if checkers.is_empty() => Bitboard::FULL,
        None => Bitboard::EMPTY,
    };
    // Pins are worked out only for a piece that leaves a line through its king.
    let line = ray(king, from);
    (reached & parried).contains(to)
        && (line.is_empty() || line.contains(to) || !blockers(position, king, !us).contains(from))
}

/// Returns true if the promotion fits: pawns on the last rank promote, and nothing else does.
fn promotes(us: Color, role: Role, to: Square, promotion: Option<Role>) -> bool {
    let last = us.fold_wb(Rank::Eighth, Rank::First);
    match promotion {
        Some(Role::Knight | Role::Bishop | Role::Rook | Role::Queen) => {
            role == Role::Pawn && to.rank() == last
        }
        Some(Role::Pawn | Role::King) => false,
        None => role != Role::Pawn || to.rank() != last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::board::random_walk::random_walk;
    use proptest::prelude::*;

    /// Every move that could be said at all, legal or not.
    fn agrees(position: &Chess) {
        let checkers = position.checkers();
        let board = position.board();
        for from in Square::ALL {
            let Some(role) = board.role_at(from) else {
                continue;
            };
            for to in Square::ALL {
                for promotion in std::iter::once(None).chain(Role::ALL.map(Some)) {
                    let m = Move::Normal {
                        role,
                        from,
                        capture: board.role_at(to),
                        to,
                        promotion,
                    };
                    assert_eq!(
                        is_legal(position, checkers, m),
                        position.is_legal(m),
                        "{m:?} in {}",
                        fen::write(position)
                    );
                }
            }
        }
    }

    #[test]
    fn pins_checks_and_promotions() {
        for text in [
            "3r1r2/4P1k1/8/8/8/8/6K1/8 w - - 0 1",
            "4r1k1/8/8/8/8/4p3/3PR3/4K3 w - - 0 1",
            "k3r3/8/8/8/7b/8/3N1P2/4K2R w K - 0 1",
            "k7/8/8/8/1b5b/8/3N1P2/4K2R w K - 0 1",
            "6k1/2P5/8/8/8/3n4/8/R3K2R w KQ - 0 1",
            "1n1n3k/2P5/8/8/8/8/1p6/N1N4K b - - 0 1",
            "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
        ] {
            agrees(&fen::read(text).expect("a position"));
        }
    }

    #[test]
    fn a_move_that_says_another_capture_is_none() {
        let position = Chess::default();
        let m = Move::Normal {
            role: Role::Knight,
            from: Square::G1,
            capture: Some(Role::Pawn),
            to: Square::F3,
            promotion: None,
        };
        assert!(!is_legal(&position, Bitboard::EMPTY, m));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn as_the_rules_say(choices in prop::collection::vec(any::<u16>(), 0..120)) {
            for position in random_walk(Chess::default(), &choices) {
                agrees(&position);
            }
        }
    }
}
