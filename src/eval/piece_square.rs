//! Piece-square sums: the part of an evaluation that is updated move by move.

use shakmaty::{Color, Role};

/// The sum of piece and square values over all pieces, for White. Each heuristic family packs its
/// bits in its own way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSquareSum(pub(super) i64);

/// The contribution of each piece to the sum, by colour (White first), role and square.
pub(super) type PieceSquareValues = [[[i64; 64]; 6]; 2];

/// Returns the index of a role in arrays, the pawn first.
#[inline]
pub(super) const fn role_index(role: Role) -> usize {
    role as usize - 1
}

/// Returns the index of a colour in arrays, White first.
#[inline]
pub(super) const fn color_index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}
