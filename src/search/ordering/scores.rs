//! The scores by which moves are ordered, and those of captures and promotions: by what they win, and by capture history.

use shakmaty::{Chess, Color, Move, Position as _, Role, Square};

use super::hints::OrderingHints;
use crate::search::history::History;
use crate::search::table::PackedMove;
use crate::search::techniques::Technique;

pub(super) const TABLE_MOVE: i32 = 1 << 22;
/// Base score of captures and promotions before their exchange is tested.
pub(super) const UNPROVED_CAPTURE: i32 = 1 << 20;
pub(super) const KILLER: i32 = (1 << 18) + 1;
pub(super) const COUNTER_MOVE: i32 = 1 << 18;
/// Bound of the scores of quiet moves, up and down: of their histories and bonuses.
pub(super) const QUIET: i32 = 250_000;
pub(super) const BAD_CAPTURE: i32 = -(1 << 20);

/// Score of capturing a piece, by its type, beside which capture history counts: six times the worth of the pieces in
/// Stockfish's units, whose pawn is worth 126 in the middlegame.
const GAIN: [i32; 6] = [756, 4_686, 4_950, 7_656, 15_228, 0];

/// Returns the ordering score of a capture or promotion of `turn`: by its victim, and by capture history.
#[inline]
pub(super) fn capture_score(history: &History, turn: Color, m: Move) -> i32 {
    gain(m) + history.capture(turn, m)
}

/// Returns the score of a capture by its victim and promotion.
#[inline]
fn gain(m: Move) -> i32 {
    let worth = |role: Option<Role>| role.map_or(0, |role| GAIN[role as usize - 1]);
    match m {
        Move::Normal {
            capture, promotion, ..
        } => worth(capture) + worth(promotion),
        _ => worth(m.capture()),
    }
}

/// Returns the score of a capture or promotion in the main search.
#[inline]
pub(super) fn tactical_score(
    history: &History,
    position: &Chess,
    hints: &OrderingHints,
    m: Move,
) -> i32 {
    let is_early = match m {
        Move::Normal {
            capture, promotion, ..
        } => capture.is_some() || promotion == Some(Role::Queen),
        _ => m.is_capture(),
    };
    if PackedMove::from(m) == hints.table_move {
        TABLE_MOVE
    } else if !hints.techniques.has(Technique::CaptureOrdering) {
        0
    } else if is_early {
        UNPROVED_CAPTURE + capture_score(history, position.turn(), m)
    } else {
        BAD_CAPTURE
    }
}

/// Returns the piece of a move that neither captures nor promotes, and its two squares; castling goes to the rook's.
#[inline]
pub(super) const fn step_of(m: Move) -> Option<(Role, Square, Square)> {
    match m {
        Move::Normal {
            role,
            from,
            capture: None,
            to,
            promotion: None,
        } => Some((role, from, to)),
        Move::Castle { king, rook } => Some((Role::King, king, rook)),
        _ => None,
    }
}
