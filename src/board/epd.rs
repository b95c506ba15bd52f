//! Positions with operations behind them, one to a line: EPD.
//!
//! Format: Edwards, *Portable Game Notation Specification and Implementation Guide* (1994), section
//! 16.2. Reading forgives what [`super::fen`] forgives, and also accepts a whole FEN with its two
//! counters in front of the operations.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use shakmaty::{Chess, Move};

use super::fen::{self, FenError};
use super::notation::{self, Language, NotationError};
use crate::foreign::shortened;

/// A line of EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub position: Chess,
    operations: Vec<EpdOperation>,
}

/// An operation: its name and the words behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EpdOperation {
    code: String,
    operands: Vec<String>,
}

/// Why a line is not valid EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The position is not a FEN.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A quote is not closed.
    #[error("'{0}' has a quote without its end")]
    Quote(String),
    /// An operand is not a legal move of the position.
    #[error("{code}: {source}")]
    Move {
        /// The operation.
        code: String,
        /// The fault of the move.
        source: NotationError,
    },
    /// An operand is not a whole number.
    #[error("{code}: '{text}' is not a whole number")]
    Number {
        /// The operation.
        code: String,
        /// The operand.
        text: String,
    },
}

/// Reads a line.
///
/// # Errors
///
/// [`EpdError::Position`] and [`EpdError::Quote`].
///
/// ```
/// let line = "7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7# Qh5#; id \"two ways\";";
/// let epd = bayeschess::board::epd::read(line).expect("a position with operations");
/// assert_eq!(epd.word("id"), Some("two ways"));
/// assert_eq!(epd.operands("bm").len(), 2);
/// ```
pub fn read(line: &str) -> Result<Epd, EpdError> {
    let (board, rest) = divide(line);
    let mut operations = Vec::new();
    for mut words in statements(rest)? {
        if words.is_empty() {
            continue;
        }
        let operands = words.split_off(1);
        let code = words.pop().unwrap_or_default();
        operations.push(EpdOperation { code, operands });
    }
    let number = |code: &str| -> Option<u32> {
        let found = operations.iter().find(|operation| operation.code == code)?;
        found.operands.first()?.parse().ok()
    };
    let mut text = board.to_owned();
    // Four fields and no counters: the operations may give the counters.
    if board.split_whitespace().count() == 4 {
        let (half, full) = (number("hmvc").unwrap_or(0), number("fmvn").unwrap_or(1));
        text = format!("{board} {half} {full}");
    }
    Ok(Epd {
        position: fen::read(&text)?,
        operations,
    })
}

/// Splits a line into its FEN fields (four, or six if two whole numbers follow) and the rest.
fn divide(line: &str) -> (&str, &str) {
    let line = line.trim();
    let mut end = 0;
    for (place, field) in fields(line).take(6).enumerate() {
        let is_counter = field.1.parse::<u64>().is_ok();
        if place >= 4 && !is_counter {
            break;
        }
        end = field.0 + field.1.len();
    }
    line.split_at_checked(end).unwrap_or((line, ""))
}

/// Returns the words of a line with their byte offsets.
fn fields(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace()
        .map(move |word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// Splits a text at semicolons into words; quotes keep spaces and semicolons together.
fn statements(text: &str) -> Result<Vec<Vec<String>>, EpdError> {
    let (mut found, mut words, mut word) = (Vec::new(), Vec::new(), None::<String>);
    let mut is_quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => {
                is_quoted = !is_quoted;
                // An empty string is a word too.
                word.get_or_insert_default();
            }
            _ if is_quoted => word.get_or_insert_default().push(letter),
            ';' => {
                words.extend(word.take());
                found.push(std::mem::take(&mut words));
            }
            _ if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if is_quoted {
        return Err(EpdError::Quote(shortened(text.trim())));
    }
    words.extend(word);
    // The last semicolon is often forgotten.
    found.push(words);
    Ok(found)
}

impl Epd {
    /// Returns the operands of an operation; empty if the line does not have it.
    pub fn operands(&self, code: &str) -> &[String] {
        self.operations
            .iter()
            .find(|operation| operation.code == code)
            .map_or(&[], |operation| &operation.operands)
    }

    /// Returns the first operand of an operation.
    pub fn word(&self, code: &str) -> Option<&str> {
        self.operands(code).first().map(String::as_str)
    }

    /// Returns the operands of an operation as moves, read in algebraic notation.
    ///
    /// # Errors
    ///
    /// [`EpdError::Move`].
    pub fn moves(&self, code: &str) -> Result<Vec<Move>, EpdError> {
        self.operands(code)
            .iter()
            .map(|text| {
                notation::read(&self.position, text, Language::English).map_err(|source| {
                    EpdError::Move {
                        code: code.to_owned(),
                        source,
                    }
                })
            })
            .collect()
    }

    /// Returns the first operand of an operation as a whole number; `None` without the operation.
    ///
    /// # Errors
    ///
    /// [`EpdError::Number`].
    pub fn number(&self, code: &str) -> Result<Option<u32>, EpdError> {
        self.word(code)
            .map(|text| {
                text.parse().map_err(|_| EpdError::Number {
                    code: code.to_owned(),
                    text: shortened(text),
                })
            })
            .transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::Position as _;

    const BOARD: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

    #[test]
    fn operations_are_read_with_and_without_counters() {
        let epd = read(&format!(
            "{BOARD} hmvc 7; fmvn 33; bm O-O Rh8+; id \"a; b\""
        ))
        .expect("EPD");
        assert_eq!(epd.position.halfmoves(), 7);
        assert_eq!(epd.position.fullmoves().get(), 33);
        assert_eq!(epd.moves("bm").map(|moves| moves.len()), Ok(2));
        assert_eq!(epd.word("id"), Some("a; b"));
        assert_eq!(epd.number("dm"), Ok(None));
        let full = read(&format!("{BOARD} 3 40 dm 12;")).expect("a FEN");
        assert_eq!(full.position.halfmoves(), 3);
        assert_eq!(full.number("dm"), Ok(Some(12)));
        assert!(
            read(BOARD)
                .expect("no operations")
                .operands("bm")
                .is_empty()
        );
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (line, reason) in [
            ("", "not a FEN"),
            ("hello world", "not a FEN"),
            ("8/8/8/8/8/8/8/8 w - - bm e4;", "cannot be played on"),
            (&format!("{BOARD} id \"open;"), "quote without its end"),
        ] {
            let message = read(line).expect_err(line).to_string();
            assert!(message.contains(reason), "{message}");
        }
        let epd = read(&format!("{BOARD} bm Qd4; dm soon;")).expect("EPD");
        let message = epd.moves("bm").expect_err("no queen").to_string();
        assert!(message.starts_with("bm: "), "{message}");
        let message = epd.number("dm").expect_err("no number").to_string();
        assert_eq!(message, "dm: 'soon' is not a whole number");
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(
            text in "\\PC*",
            like in "[pPnNkK1-8/]{0,30} [wb] - - [a-z0-9 \";+#-]{0,40}",
        ) {
            for line in [&text, &like, &format!("{BOARD} {like}")] {
                if let Ok(epd) = read(line) {
                    let _ = (epd.moves("bm"), epd.number("dm"));
                }
            }
        }
    }
}
