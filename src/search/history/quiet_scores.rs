//! Histories as the order of quiet moves reads them: looked up once for a node, then for each of its pieces.

use shakmaty::{Bitboard, Role, Square};

use crate::search::quiet_context::PIECE_TO_PAIRS;
use crate::search::table::PackedMove;

/// Butterfly history of one from-square: by to-square, those first that the other side does not attack.
pub(super) type FromSquareRow = [i16; 2 * 64];

/// Number of rows for one side: by from-square, those first that the other side does not attack.
pub(super) const FROM_SQUARE_ROWS: usize = 2 * 64;

/// The history tables that score the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct QuietScores<'a> {
    pub(super) butterfly: &'a [FromSquareRow; FROM_SQUARE_ROWS],
    /// By piece and to-square, after the moves one, two, four and six plies earlier.
    pub(super) rows: [&'a [i16; PIECE_TO_PAIRS]; 4],
    /// The squares that the other side attacks.
    pub(super) attacked: Bitboard,
}

impl<'a> QuietScores<'a> {
    /// Looks up what scores the quiet moves of a piece that stands on `from`.
    #[inline]
    pub(in crate::search) fn of_piece(&self, role: Role, from: Square) -> PieceScores<'a> {
        let of_role = |row: &'a [i16; PIECE_TO_PAIRS]| {
            let (roles, _) = row.as_chunks();
            &roles[role as usize - 1]
        };
        // `map` on the array would be a call.
        let [one, two, four, six] = self.rows;
        PieceScores {
            butterfly: &self.butterfly[from_square_row(from, self.attacked)],
            rows: [of_role(one), of_role(two), of_role(four), of_role(six)],
            attacked: self.attacked,
        }
    }
}

/// The history tables that score the quiet moves of one piece.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct PieceScores<'a> {
    butterfly: &'a FromSquareRow,
    /// By to-square, after the moves one, two, four and six plies earlier.
    rows: [&'a [i16; 64]; 4],
    attacked: Bitboard,
}

impl PieceScores<'_> {
    /// Returns the ordering score of the piece's move to a square, between ±164,126: all tables, butterfly history and the
    /// move before twice.
    #[expect(
        clippy::inline_always,
        reason = "called for every quiet move of a node, where a call costs as much as the answer"
    )]
    #[inline(always)]
    pub(in crate::search) fn for_ordering(&self, to: Square) -> i32 {
        let butterfly = self.butterfly[to_square_column(to, self.attacked)];
        let after = |row: &[i16; 64]| i32::from(row[to.to_usize()]);
        let [one, two, four, six] = self.rows;
        2 * (i32::from(butterfly) + after(one)) + after(two) + after(four) + after(six)
    }
}

/// Returns the row and the column of a move in the butterfly history of its side.
#[inline]
pub(super) fn butterfly_place(m: PackedMove, attacked: Bitboard) -> (usize, usize) {
    (
        from_square_row(m.from_square(), attacked),
        to_square_column(m.to(), attacked),
    )
}

#[inline]
fn from_square_row(from: Square, attacked: Bitboard) -> usize {
    usize::from(attacked.contains(from)) << 6 | from.to_usize()
}

#[inline]
fn to_square_column(to: Square, attacked: Bitboard) -> usize {
    usize::from(attacked.contains(to)) << 6 | to.to_usize()
}
