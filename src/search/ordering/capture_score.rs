//! Scores of captures and promotions in the order of moves: by what they win, and by capture history.

use shakmaty::{Color, Move, Role};

use crate::search::history::History;

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
