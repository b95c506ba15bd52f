//! Kinds of moves and positions that the selective parts of the search tell apart.

use shakmaty::{Bitboard, Chess, Move, Position as _};

/// Returns true if `m` is neither a capture nor a promotion.
#[inline]
pub(super) const fn is_quiet(m: Move) -> bool {
    !m.is_capture() && !m.is_promotion()
}

/// Returns true if the side to move has a piece other than pawns and king; without one, zugzwang is likely.
#[inline]
pub(super) fn has_pieces(position: &Chess) -> bool {
    let board = position.board();
    let men: Bitboard = position.us();
    (men & !board.pawns() & !board.kings()).any()
}
