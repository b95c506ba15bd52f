//! Moves that are not tactical: quiet moves, castling, and promotions to lesser pieces.
//!
//! Together with [the tactical moves](super::captures) they are all legal moves. The search lists
//! them only if no capture causes a cutoff.

use shakmaty::attacks::{attacks, king_attacks};
use shakmaty::{
    Bitboard, CastlingSide, Chess, Move, MoveList, Piece, Position as _, Rank, Role, Square,
};

use super::pawns::{advances, push_promotions};
use super::pins::{blockers, unpinned_targets};

/// The promotions of a pawn besides a queen.
const LESSER: [Role; 3] = [Role::Rook, Role::Bishop, Role::Knight];

/// Receives the moves that are not [tactical](super::captures::is_tactical), those of a piece together.
pub trait QuietMoves {
    /// Takes the moves of a piece on `from` to each of these empty squares, without promotions.
    fn steps(&mut self, role: Role, from: Square, targets: Bitboard);

    /// Takes castling, or a promotion to a lesser piece.
    fn other(&mut self, m: Move);
}

/// Lists every legal move that is not [tactical](super::captures::is_tactical). The side to move must not be
/// in check.
pub fn list_quiet_moves(position: &Chess, into: &mut impl QuietMoves) {
    let (board, us) = (position.board(), position.turn());
    let Some(king) = board.king_of(us) else {
        return;
    };
    let (occupied, free) = (board.occupied(), !board.occupied());
    let pinned = blockers(position, king, !us);
    list_pawn_steps(position, king, pinned, into);
    let mut promotions = MoveList::new();
    push_promotions(position, king, pinned, &LESSER, &mut promotions);
    for m in promotions {
        into.other(m);
    }
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let piece = Piece { color: us, role };
        for from in position.our(role) {
            let targets = attacks(from, piece, occupied) & free;
            into.steps(role, from, unpinned_targets(from, targets, king, pinned));
        }
    }
    let mut safe = king_attacks(king) & free;
    for to in safe {
        if board.attacks_to(to, !us, occupied).any() {
            safe.discard(to);
        }
    }
    into.steps(Role::King, king, safe);
    for side in CastlingSide::ALL {
        let castles = position.castles();
        if castles.has(us, side) && (castles.path(us, side) & occupied).is_empty() {
            for m in position.castling_moves(side) {
                into.other(m);
            }
        }
    }
}

/// Adds the promotions to lesser pieces. The side to move must not be in check.
pub fn push_underpromotions(position: &Chess, moves: &mut MoveList) {
    let us = position.turn();
    let seventh = Bitboard::from_rank(us.relative_rank(Rank::Seventh));
    if (position.our(Role::Pawn) & seventh).is_empty() {
        return;
    }
    if let Some(king) = position.board().king_of(us) {
        let pinned = blockers(position, king, !us);
        push_promotions(position, king, pinned, &LESSER, moves);
    }
}

/// Lists the quiet pawn moves without promotions.
fn list_pawn_steps(position: &Chess, king: Square, pinned: Bitboard, into: &mut impl QuietMoves) {
    let us = position.turn();
    let free = !position.board().occupied();
    let back = us.fold_wb(-8, 8);
    let [one, two] = advances(position.our(Role::Pawn), us, free);
    for (targets, back) in [(one & !Bitboard::BACKRANKS, back), (two, 2 * back)] {
        for to in targets {
            let from = to.offset(back).unwrap_or(to);
            let target = unpinned_targets(from, Bitboard::from_square(to), king, pinned);
            into.steps(Role::Pawn, from, target);
        }
    }
}

/// Returns a move that neither captures nor promotes.
#[inline]
pub const fn step(role: Role, from: Square, to: Square) -> Move {
    Move::Normal {
        role,
        from,
        capture: None,
        to,
        promotion: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::captures::is_tactical;
    use crate::board::fen;
    use crate::board::random_walk::random_walk;
    use proptest::prelude::*;
    use std::collections::HashSet;

    impl QuietMoves for MoveList {
        fn steps(&mut self, role: Role, from: Square, targets: Bitboard) {
            self.extend(targets.into_iter().map(|to| step(role, from, to)));
        }

        fn other(&mut self, m: Move) {
            self.push(m);
        }
    }

    fn agrees(position: &Chess) {
        if position.is_check() {
            return;
        }
        let mut found = MoveList::new();
        list_quiet_moves(position, &mut found);
        let unique: HashSet<Move> = found.iter().copied().collect();
        let expected: HashSet<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|m| !is_tactical(*m))
            .collect();
        assert_eq!(
            (unique.len(), &unique),
            (found.len(), &expected),
            "{}",
            fen::write(position)
        );
    }

    #[test]
    fn pins_castling_and_lesser_promotions() {
        for text in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/5R2/8/8/R3K3 b Qkq - 0 1",
            "1n1n3k/2P5/8/8/8/8/1p6/N1N4K w - - 0 1",
            "1n1n3k/2P5/8/8/8/8/1p6/N1N4K b - - 0 1",
            "4r1k1/8/8/8/8/8/3PP3/4K3 w - - 0 1",
            "6k1/8/8/8/7b/8/3P1P2/r2BK3 w - - 0 1",
            "6k1/8/8/8/8/8/3PPP2/4K3 w - - 0 1",
        ] {
            agrees(&fen::read(text).expect("a position"));
        }
    }

    proptest! {
        #[test]
        fn the_rest_of_the_legal_moves(choices in prop::collection::vec(any::<u16>(), 0..200)) {
            for position in random_walk(Chess::default(), &choices) {
                agrees(&position);
            }
        }
    }
}
