//! Moves as people write them, with English or Spanish letters, UCI moves, and the names of pieces.
//!
//! Source: Fernández, *BayesChess* (2005), ch. 7: rey R, dama D, torre T, alfil A, caballo C;
//! castling `0-0`; `a.p.` behind an en passant capture; promotion with or without `=`; the log's
//! own form with both squares and a dash (`b1-c3`, `h8xh5`). The letters K Q B N and D T A C mean
//! one piece each, so both sets are always read; only `R` (rook, rey) follows the language.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use shakmaty::{Chess, Move, Position};

mod explain;
mod language;
mod parse;
mod pattern;

#[cfg(test)]
mod tests;

pub use language::{Language, UnknownLanguage, color_name, role_name};

/// Why a word is not a legal move here, with moves that are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The word has no known form of a move.
    #[error("'{text}' is not a move: write {example}, or both squares as in e2e4")]
    Unreadable {
        /// The word.
        text: String,
        /// Sample moves in the language asked for.
        example: &'static str,
    },
    /// The rules forbid the move here.
    #[error("'{text}' is not legal here; {instead}")]
    Illegal {
        /// The word.
        text: String,
        /// Legal moves of that piece; if it has none, the reason and similar moves.
        instead: String,
    },
    /// Several pieces can make the move.
    #[error("'{text}' could be {}: say which", candidates.join(" or "))]
    Ambiguous {
        /// The word.
        text: String,
        /// The moves that it could be.
        candidates: Vec<String>,
    },
}

/// Reads one move for the side to move.
///
/// # Errors
///
/// [`NotationError`], with legal alternatives if there are any.
pub fn read(position: &Chess, text: &str, language: Language) -> Result<Move, NotationError> {
    let text = text.trim();
    let Some(pattern) = parse::pattern(text, language) else {
        return Err(NotationError::Unreadable {
            text: text.to_owned(),
            example: match language {
                Language::English => "Nf3, exd5, O-O or e8=Q",
                Language::Spanish => "Cf3, exd5, 0-0 o e8=D",
            },
        });
    };
    let legal = position.legal_moves();
    let written = |keep: &dyn Fn(Move) -> bool| -> Vec<String> {
        legal
            .iter()
            .filter(|m| keep(**m))
            .map(|m| write(position, *m, language))
            .collect()
    };
    let mode = position.castles().mode();
    let mut found = legal.iter().filter(|m| pattern.matches(**m, mode));
    match (found.next(), found.next()) {
        (Some(m), None) => Ok(*m),
        (Some(_), Some(_)) => Err(NotationError::Ambiguous {
            text: text.to_owned(),
            candidates: written(&|m| pattern.matches(m, mode)),
        }),
        (None, _) => {
            let similar = written(&|m| pattern.is_similar_to(m));
            let reason = similar
                .is_empty()
                .then(|| explain::reason(position, pattern));
            let near: [&dyn Fn(Move) -> bool; 2] = [&|m| pattern.is_of_its_pawns(m), &|m| {
                pattern.reaches_target(m)
            }];
            let legal = std::iter::once(similar)
                .chain(near.into_iter().map(written))
                .find(|moves| !moves.is_empty())
                .map(|moves| format!("legal: {}", moves.join(" ")));
            let parts: Vec<String> = reason.into_iter().chain(legal).collect();
            Err(NotationError::Illegal {
                text: text.to_owned(),
                instead: parts.join("; "),
            })
        }
    }
}

/// Reads a line of moves; move numbers are ignored, with or without a move behind their dots.
///
/// # Errors
///
/// [`NotationError`] of the first word that is not a legal move there.
///
/// ```
/// use bayeschess::board::notation::{Language, read_line};
/// let line = read_line(&shakmaty::Chess::default(), "1. e4 e5 2.Nf3", Language::English);
/// assert_eq!(line.map(|moves| moves.len()), Ok(3));
/// ```
pub fn read_line(
    start: &Chess,
    text: &str,
    language: Language,
) -> Result<Vec<Move>, NotationError> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for word in text.split_whitespace().map(without_number) {
        if !word.is_empty() {
            let m = read(&position, word, language)?;
            position.play_unchecked(m);
            moves.push(m);
        }
    }
    Ok(moves)
}

/// Returns a word without a move number in front, as in `1.e4` or `3...`.
pub fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if behind.len() < word.len() && behind.starts_with(['.', '…']) {
        behind.trim_start_matches(['.', '…'])
    } else {
        word
    }
}

/// Writes a legal move in standard algebraic notation with the language's letters, check and mate
/// marks included.
pub fn write(position: &Chess, m: Move, language: Language) -> String {
    let english = shakmaty::san::SanPlus::from_move(position.clone(), m).to_string();
    match language {
        Language::English => english,
        Language::Spanish => english
            .chars()
            .map(|letter| match Language::English.role(letter) {
                // The O of castling is not a piece, and becomes a zero as in 2005.
                None if letter == 'O' => '0',
                None => letter,
                Some(role) => language.letter(role),
            })
            .collect(),
    }
}
