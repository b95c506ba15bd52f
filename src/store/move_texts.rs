//! The moves of a game as text, for people and programs that read the database with SQL.

use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Move};

/// Moves separated by spaces, without move numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveTexts {
    /// Coordinates: `e2e4 e7e5`.
    pub uci: String,
    /// Algebraic notation: `e4 e5`.
    pub san: String,
}

impl MoveTexts {
    /// Writes the moves of a game from `start`.
    pub fn of(start: &Chess, moves: &[Move], mode: CastlingMode) -> Self {
        let mut texts = Self {
            uci: String::with_capacity(5 * moves.len()),
            san: String::with_capacity(5 * moves.len()),
        };
        let mut position = start.clone();
        for &m in moves {
            if !texts.uci.is_empty() {
                texts.uci.push(' ');
                texts.san.push(' ');
            }
            m.to_uci(mode).append_to_string(&mut texts.uci);
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            san.append_to_string(&mut texts.san);
        }
        texts
    }
}
