//! Pawn moves that captures, quiet moves and the test for legality share.

use shakmaty::{
    Bitboard, Chess, Color, Move, MoveList, Position as _, Rank, Role, Square, attacks,
};

use super::pins::unpinned_targets;

/// Returns the squares that one pawn reaches without a capture, promotions included.
pub(super) fn steps(from: Square, us: Color, free: Bitboard) -> Bitboard {
    let [one, two] = advances(Bitboard::from_square(from), us, free);
    one | two
}

/// Returns the empty squares that pawns reach by one step, and by two.
#[inline]
pub(super) fn advances(pawns: Bitboard, us: Color, free: Bitboard) -> [Bitboard; 2] {
    let forward = us.fold_wb(8, -8);
    let one = pawns.shift(forward) & free;
    [
        one,
        one.shift(forward) & free & us.relative_rank(Rank::Fourth),
    ]
}

/// Adds all legal promotions of pawns to these roles; the side to move must not be in check.
pub(super) fn push_promotions(
    position: &Chess,
    king: Square,
    pinned: Bitboard,
    roles: &[Role],
    moves: &mut MoveList,
) {
    let board = position.board();
    let us = position.turn();
    let seventh = Bitboard::from_rank(us.relative_rank(Rank::Seventh));
    for from in position.our(Role::Pawn) & seventh {
        let step = if us.is_white() { 8 } else { -8 };
        let ahead = from
            .offset(step)
            .map_or(Bitboard::EMPTY, Bitboard::from_square);
        let targets =
            (ahead & !board.occupied()) | (attacks::pawn_attacks(us, from) & position.them());
        for to in unpinned_targets(from, targets, king, pinned) {
            moves.extend(roles.iter().map(|role| Move::Normal {
                role: Role::Pawn,
                from,
                capture: board.role_at(to),
                to,
                promotion: Some(*role),
            }));
        }
    }
}
