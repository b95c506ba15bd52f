//! Moves that give check: a test for one move without playing it, and a generator of quiet checks.

use shakmaty::attacks::{
    attacks, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, Chess, Move, MoveList, Piece, Position as _, Role, Square};

use super::pawns::{advances, steps};
use super::pins::{blockers, unpinned_targets};
use super::quiets::step;

/// Returns true if a legal move gives check, directly or by discovery.
pub fn gives_check(position: &Chess, m: Move) -> bool {
    let Move::Normal {
        role,
        from,
        to,
        promotion,
        ..
    } = m
    else {
        // Castling and en passant are rare, and move or remove two pieces.
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

/// The squares from which each piece of the side to move gives check, computed once for many moves.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    king: Square,
    /// By piece type, the pawn first.
    direct: [Bitboard; 6],
    discovering: Bitboard,
}

impl CheckSquares {
    /// No squares: no move gives check from them.
    pub const NONE: Self = Self {
        king: Square::A1,
        direct: [Bitboard::EMPTY; 6],
        discovering: Bitboard::EMPTY,
    };

    /// Computes the squares for a position; none if the other side has no king.
    pub fn of(position: &Chess) -> Self {
        let (board, us) = (position.board(), position.turn());
        let Some(king) = board.king_of(!us) else {
            return Self::NONE;
        };
        let occupied = board.occupied();
        let (slanting, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        Self {
            king,
            direct: [
                pawn_attacks(!us, king),
                knight_attacks(king),
                slanting,
                straight,
                slanting | straight,
                Bitboard::EMPTY,
            ],
            discovering: blockers(position, king, us),
        }
    }

    /// Returns true if a legal move in `position`, for which the squares were computed, gives check.
    #[inline]
    pub fn gives_check(&self, position: &Chess, m: Move) -> bool {
        match m {
            Move::Normal {
                role,
                from,
                to,
                promotion: None,
                ..
            } => self.of_piece(role, from).contains(to),
            // Promotions, castling and en passant change more than the two squares.
            _ => gives_check(position, m),
        }
    }

    /// Returns all squares to which a piece that stands on `from` would have to go to give check, directly or by discovery.
    /// Not for promotions and castling, which change more than two squares.
    #[inline]
    pub fn of_piece(&self, role: Role, from: Square) -> Bitboard {
        let direct = self.direct[role as usize - 1];
        if self.discovering.contains(from) {
            direct | !ray(self.king, from)
        } else {
            direct
        }
    }
}

/// Adds every quiet move that gives check; captures, promotions and castling are not quiet. The
/// side to move must not be in check. `checks` are the squares of the position.
pub fn push_quiet_checks(position: &Chess, checks: &CheckSquares, moves: &mut MoveList) {
    let (board, us) = (position.board(), position.turn());
    let Some(own) = board.king_of(us) else {
        return;
    };
    let (occupied, free) = (board.occupied(), !board.occupied());
    let pinned = blockers(position, own, !us);
    let mut push = |role: Role, from: Square, reached: Bitboard| {
        let targets = reached & free & checks.of_piece(role, from);
        for to in unpinned_targets(from, targets, own, pinned) {
            moves.push(step(role, from, to));
        }
    };
    let pawns = position.our(Role::Pawn);
    let [one, two] = advances(pawns, us, free);
    // Seldom can any pawn give check by a step.
    if ((one | two) & checks.direct[0]).any() || (pawns & checks.discovering).any() {
        for from in pawns {
            let reached = steps(from, us, free) & !Bitboard::BACKRANKS;
            push(Role::Pawn, from, reached);
        }
    }
    for from in position.our(Role::Knight) {
        push(Role::Knight, from, knight_attacks(from));
    }
    for role in [Role::Bishop, Role::Rook, Role::Queen] {
        for from in position.our(role) {
            let piece = Piece { color: us, role };
            push(role, from, attacks(from, piece, occupied));
        }
    }
    if checks.discovering.contains(own) {
        let safe = |to: &Square| board.attacks_to(*to, !us, occupied).is_empty();
        let reached = king_attacks(own).into_iter().filter(safe).collect();
        push(Role::King, own, reached);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::board::random_walk::random_walk;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn agrees(position: &Chess) {
        for m in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(m);
            let squares = CheckSquares::of(position);
            for found in [gives_check(position, m), squares.gives_check(position, m)] {
                assert_eq!(found, after.is_check(), "{m} in {}", fen::write(position));
            }
        }
        if !position.is_check() {
            let mut found = MoveList::new();
            push_quiet_checks(position, &CheckSquares::of(position), &mut found);
            let unique: HashSet<Move> = found.iter().copied().collect();
            let quiet = |m: &Move| !m.is_capture() && !m.is_promotion() && !m.is_castle();
            let expected: HashSet<Move> = position
                .legal_moves()
                .into_iter()
                .filter(|m| quiet(m) && gives_check(position, *m))
                .collect();
            assert_eq!((unique.len(), &unique), (found.len(), &expected));
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
            // A king, a pawn and a knight that uncover, a pinned rook, and steps of two.
            "3k4/8/8/8/3K4/8/8/3R4 w - - 0 1",
            "8/8/8/8/R3P2k/8/8/K7 w - - 0 1",
            "k7/8/8/3N4/4B3/8/8/K7 w - - 0 1",
            "4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1",
            "8/8/8/8/4k3/8/3P1P2/K7 w - - 0 1",
            "k7/3p1p2/8/4K3/8/8/8/8 b - - 0 1",
        ] {
            agrees(&fen::read(text).expect("a position"));
        }
    }

    proptest! {
        #[test]
        fn as_if_the_move_were_played(choices in prop::collection::vec(any::<u16>(), 0..150)) {
            for position in random_walk(Chess::default(), &choices) {
                agrees(&position);
            }
        }
    }
}
