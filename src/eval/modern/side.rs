//! The board from one side's point of view: directions, ranks and pieces.
//!
//! Every function is written once, with the side as a constant, so that the compiler makes one copy for each side
//! without testing colours at run time.

use shakmaty::{Bitboard, Square};

/// The a-file; shifted left by n bits it is the n-th file after it.
pub(super) const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
/// The h-file.
pub(super) const FILE_H: Bitboard = Bitboard(FILE_A.0 << 7);
/// The dark squares, a1 among them.
pub(super) const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
/// Files c to f.
pub(super) const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// Files a to d.
pub(super) const QUEEN_WING: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// The index of a side in arrays by colour, White first.
#[inline]
pub(super) const fn index<const WHITE: bool>() -> usize {
    if WHITE { 0 } else { 1 }
}

/// The index of the other side.
#[inline]
pub(super) const fn other<const WHITE: bool>() -> usize {
    if WHITE { 1 } else { 0 }
}

/// Returns the number of squares, as a factor of weights.
#[inline]
pub(super) fn count(squares: Bitboard) -> i32 {
    squares.0.count_ones().cast_signed()
}

/// All squares one step forward.
#[inline]
pub(super) const fn forward<const WHITE: bool>(squares: Bitboard) -> Bitboard {
    Bitboard(if WHITE {
        squares.0 << 8
    } else {
        squares.0 >> 8
    })
}

/// All squares one step back.
#[inline]
pub(super) const fn back<const WHITE: bool>(squares: Bitboard) -> Bitboard {
    Bitboard(if WHITE {
        squares.0 >> 8
    } else {
        squares.0 << 8
    })
}

/// The squares beside these, on both sides.
#[inline]
pub(super) const fn beside(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & !FILE_H.0) << 1 | (squares.0 & !FILE_A.0) >> 1)
}

/// These squares and all their neighbours.
#[inline]
pub(super) const fn grown(squares: Bitboard) -> Bitboard {
    let row = squares.0 | beside(squares).0;
    Bitboard(row | row << 8 | row >> 8)
}

/// Returns the squares that pawns on these squares attack.
#[inline]
pub(super) const fn pawn_attacks<const WHITE: bool>(pawns: Bitboard) -> Bitboard {
    beside(forward::<WHITE>(pawns))
}

/// Returns the squares that pawns on these squares attack twice.
#[inline]
pub(super) const fn pawn_double_attacks<const WHITE: bool>(pawns: Bitboard) -> Bitboard {
    let ahead = forward::<WHITE>(pawns).0;
    Bitboard((ahead & !FILE_H.0) << 1 & (ahead & !FILE_A.0) >> 1)
}

/// Returns these squares and all in front of them on their files.
#[inline]
pub(super) const fn fill_forward<const WHITE: bool>(squares: Bitboard) -> Bitboard {
    let mut filled = squares.0;
    if WHITE {
        filled |= filled << 8;
        filled |= filled << 16;
        filled |= filled << 32;
    } else {
        filled |= filled >> 8;
        filled |= filled >> 16;
        filled |= filled >> 32;
    }
    Bitboard(filled)
}

/// Returns all squares in front of these on their files.
#[inline]
pub(super) const fn front<const WHITE: bool>(squares: Bitboard) -> Bitboard {
    fill_forward::<WHITE>(forward::<WHITE>(squares))
}

/// The whole files of these squares.
#[inline]
pub(super) const fn files(squares: Bitboard) -> Bitboard {
    Bitboard(fill_forward::<true>(squares).0 | fill_forward::<false>(squares).0)
}

/// The whole file of a square.
#[inline]
pub(super) const fn whole_file(square: Square) -> Bitboard {
    Bitboard(FILE_A.0 << file(square))
}

/// Returns a square's rank from the side's own point of view, from 0.
#[inline]
pub(super) const fn rank<const WHITE: bool>(square: Square) -> usize {
    let rank = square as usize >> 3;
    if WHITE { rank } else { 7 - rank }
}

/// Returns a square's file, from 0.
#[inline]
pub(super) const fn file(square: Square) -> usize {
    square as usize & 7
}

/// Returns the ranks from `first` to `last`, from 0, from the side's own point of view.
#[inline]
pub(super) const fn ranks<const WHITE: bool>(first: u32, last: u32) -> Bitboard {
    let (first, last) = if WHITE {
        (first, last)
    } else {
        (7 - last, 7 - first)
    };
    Bitboard(u64::MAX << (8 * first) & u64::MAX >> (8 * (7 - last)))
}

/// The steps that a king needs between two squares.
#[inline]
pub(super) const fn distance(one: Square, other: Square) -> i32 {
    let files = (one as i32 & 7) - (other as i32 & 7);
    let ranks = (one as i32 >> 3) - (other as i32 >> 3);
    if files.abs() > ranks.abs() {
        files.abs()
    } else {
        ranks.abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_its_own_forward() {
        let e4 = Bitboard::from_square(Square::E4);
        assert_eq!(forward::<true>(e4), Bitboard::from_square(Square::E5));
        assert_eq!(forward::<false>(e4), Bitboard::from_square(Square::E3));
        assert_eq!(
            pawn_attacks::<false>(e4),
            Bitboard::from(Square::D3) | Square::F3
        );
        assert_eq!(count(front::<true>(e4)), 4);
        assert_eq!(ranks::<true>(1, 2), Bitboard(0xff_ff00));
        assert_eq!(ranks::<false>(0, 0), Bitboard(0xff << 56));
        assert_eq!(rank::<false>(Square::E4), 4);
        assert_eq!(distance(Square::A1, Square::C8), 7);
        assert!(DARK.contains(Square::A1) && !DARK.contains(Square::H1));
    }
}
