//! The order of a node's quiet moves: named ones first, the others by their histories and bonuses.

use shakmaty::{Bitboard, Role, Square};

use super::quiet_bonus::{PieceBonus, QuietBonus};
use crate::search::history::{PieceScores, QuietScores};
use crate::search::table::PackedMove;

/// Scores the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietOrder<'a> {
    /// The table's move, the killers and the counter-move, with their scores.
    named: [(PackedMove, i32); 4],
    /// The squares on which these moves begin.
    named_from: Bitboard,
    histories: QuietScores<'a>,
    bonus: QuietBonus,
}

impl<'a> QuietOrder<'a> {
    #[inline]
    pub(super) fn new(
        named: [(PackedMove, i32); 4],
        histories: QuietScores<'a>,
        bonus: QuietBonus,
    ) -> Self {
        let mut named_from = Bitboard::EMPTY;
        for (m, _) in &named {
            named_from.add(m.from_square());
        }
        Self {
            named,
            named_from,
            histories,
            bonus,
        }
    }

    /// Looks up what scores the moves of a piece that stands on `from`.
    #[inline]
    pub(super) fn of_piece(&self, role: Role, from: Square) -> PieceOrder<'a> {
        PieceOrder {
            from,
            has_named: self.named_from.contains(from),
            histories: self.histories.of_piece(role, from),
            bonus: self.bonus.of_piece(role, from),
        }
    }

    /// Returns the score of a piece's move to a square.
    #[inline]
    pub(super) fn score(&self, piece: &PieceOrder<'_>, to: Square) -> i32 {
        if piece.has_named {
            let m = PackedMove::step(piece.from, to);
            if let Some((_, score)) = self.named.iter().find(|(named, _)| *named == m) {
                return *score;
            }
        }
        piece.histories.for_ordering(to) + piece.bonus.of_move_to(to)
    }
}

/// What the quiet moves of one piece share in their order.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceOrder<'a> {
    from: Square,
    /// True if one of the named moves may be among them.
    has_named: bool,
    histories: PieceScores<'a>,
    bonus: PieceBonus,
}
