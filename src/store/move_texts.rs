//! The moves of a game as text, for people and programs that read the database with SQL.

use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Move};

/// Moves as text, without move numbers, in the form in which the tables store them.
///
/// Moves are separated by spaces. Most of them end with the rank of a square; this digit and the space after it are
/// stored as one letter, `S` for rank 1 to `Z` for rank 8, which saves a fifth of the bytes. The views put both back.
/// No move has these letters, so that they leave texts of older versions, which have none, as they are.
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
            uci: String::with_capacity(4 * moves.len() + 1),
            san: String::with_capacity(4 * moves.len() + 1),
        };
        let mut position = start.clone();
        for &m in moves {
            separate(&mut texts.uci);
            separate(&mut texts.san);
            m.to_uci(mode).append_to_string(&mut texts.uci);
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            san.append_to_string(&mut texts.san);
        }
        texts
    }
}

/// Adds the space between two moves, joined with the rank before it.
fn separate(text: &mut String) {
    match text.pop() {
        None => {}
        Some(rank @ '1'..='8') => text.push(char::from(b'S' + (rank as u8 - b'1'))),
        Some(other) => text.extend([other, ' ']),
    }
}
