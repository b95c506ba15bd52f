//! The position file of 2005: eight rows of eight two-letter squares.
//!
//! Source: Fernández, *BayesChess* (2005), §9.3 and figure 9.12: `BR BN … WP`, `--` if empty, the
//! eighth rank first. The format says nothing else, so a reader must assume the rest. The caller
//! gives the side to move. A king and a rook on their home squares may still castle. There is no en
//! passant, and the fifty-move count is zero. With all thirty-two pieces on the board the game is
//! at its first move, else past the opening (move 11), so that the phase follows from the pieces.
//! Text behind the eighth row is ignored, and lines that begin with `#` are notes.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, File, Piece, Position, Rank, Role, Setup, Square,
};

use crate::phase::OPENING_MOVES;

/// The number of pieces at the start; with fewer the opening is taken to be over.
const ALL_PIECES: usize = 32;

/// Why a text is not a position in this format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TwoLetterError {
    /// Not eight rows.
    #[error("the board has {found} of 8 rows: write rank 8 first, one row a line")]
    Rows {
        /// The number of rows.
        found: usize,
    },
    /// A row without exactly eight squares.
    #[error("line {line}: {found} squares instead of 8: write two letters for each, -- if empty")]
    Squares {
        /// Counted from 1.
        line: usize,
        /// The number of squares.
        found: usize,
    },
    /// Two letters that name no piece.
    #[error("line {line}: '{text}' is not a piece: write B or W and one of R N B Q K P, or --")]
    Piece {
        /// Counted from 1.
        line: usize,
        /// The letters.
        text: String,
    },
    /// A board that cannot be played.
    #[error("{reason} with {turn} to move: correct the board, or name the other side")]
    Position {
        /// The rule that is broken.
        reason: String,
        /// The side to move.
        turn: Color,
    },
}

/// Reads a position in which `turn` is to move.
///
/// # Errors
///
/// [`TwoLetterError`].
pub fn read(text: &str, turn: Color) -> Result<Chess, TwoLetterError> {
    let board = board(text)?;
    let mut setup = Setup::empty();
    setup.castling_rights = home_rooks(&board);
    setup.fullmoves = earliest_move(&board);
    setup.board = board;
    setup.turn = turn;
    setup
        .position(CastlingMode::Standard)
        .map_err(|error| TwoLetterError::Position {
            reason: super::fen::reason_of(&error),
            turn,
        })
}

/// Returns the earliest move number that fits these pieces: past the opening if any is missing.
pub fn earliest_move(board: &Board) -> NonZeroU32 {
    if board.occupied().count() == ALL_PIECES {
        NonZeroU32::MIN
    } else {
        NonZeroU32::MIN.saturating_add(OPENING_MOVES)
    }
}

/// Returns true if the first row consists of squares such as `BR`, `WP` and `--`, however many.
pub fn is_two_letter(text: &str) -> bool {
    let is_square = |word: &str| {
        word == "--"
            || matches!(word.as_bytes(), [b'b' | b'w' | b'B' | b'W', second] if second.is_ascii_alphabetic())
    };
    rows(text)
        .next()
        .is_some_and(|(row, _)| row.split_whitespace().all(is_square))
}

/// Returns the rows that hold squares, with their line numbers from 1.
fn rows(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.trim_start_matches('\u{feff}')
        .lines()
        .zip(1_usize..)
        .filter(|(row, _)| !row.trim().is_empty() && !row.trim_start().starts_with('#'))
}

/// Writes the pieces of a position; the side to move, castling rights and counters are lost.
pub fn write(position: &Chess) -> String {
    let mut text = String::with_capacity(8 * 33);
    for rank in Rank::ALL.into_iter().rev() {
        let row: Vec<String> = File::ALL
            .into_iter()
            .map(|file| name(position.board().piece_at(Square::from_coords(file, rank))))
            .collect();
        text.push_str(&row.join("  "));
        text.push('\n');
    }
    text
}

fn name(piece: Option<Piece>) -> String {
    piece.map_or_else(
        || "--".to_owned(),
        |piece| {
            let side = piece.color.fold_wb('W', 'B');
            format!("{side}{}", piece.role.upper_char())
        },
    )
}

fn board(text: &str) -> Result<Board, TwoLetterError> {
    let mut rows = rows(text);
    let mut board = Board::empty();
    for (found, rank) in Rank::ALL.into_iter().rev().enumerate() {
        let (row, line) = rows.next().ok_or(TwoLetterError::Rows { found })?;
        let squares: Vec<&str> = row.split_whitespace().collect();
        if squares.len() != File::ALL.len() {
            return Err(TwoLetterError::Squares {
                line,
                found: squares.len(),
            });
        }
        for (file, text) in File::ALL.into_iter().zip(squares) {
            if let Some(piece) = piece(text, line)? {
                board.set_piece_at(Square::from_coords(file, rank), piece);
            }
        }
    }
    Ok(board)
}

fn piece(text: &str, line: usize) -> Result<Option<Piece>, TwoLetterError> {
    let mut letters = text.chars().map(|letter| letter.to_ascii_uppercase());
    let color = match letters.next() {
        Some('-') if text == "--" => return Ok(None),
        Some('B') => Some(Color::Black),
        Some('W') => Some(Color::White),
        _ => None,
    };
    let role = letters.next().and_then(Role::from_char);
    match (color, role, letters.next()) {
        (Some(color), Some(role), None) => Ok(Some(role.of(color))),
        _ => Err(TwoLetterError::Piece {
            line,
            text: text.to_owned(),
        }),
    }
}

/// Returns the rooks that may castle if no king and rook at home has moved.
pub fn home_rooks(board: &Board) -> Bitboard {
    Color::ALL
        .into_iter()
        .filter(|color| {
            let home = Square::from_coords(File::E, color.backrank());
            board.piece_at(home) == Some(color.king())
        })
        .flat_map(|color| {
            let rooks = board.rooks() & board.by_color(color) & color.backrank();
            rooks & Bitboard::CORNERS
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::{EnPassantMode, fen::Fen};

    /// Figure 9.12.
    const START: &str = "\
BR  BN  BB  BQ  BK  BB  BN  BR
BP  BP  BP  BP  BP  BP  BP  BP
--  --  --  --  --  --  --  --
--  --  --  --  --  --  --  --
--  --  --  --  --  --  --  --
--  --  --  --  --  --  --  --
WP  WP  WP  WP  WP  WP  WP  WP
WR  WN  WB  WQ  WK  WB  WN  WR
";

    #[test]
    fn the_printed_start_is_the_start() {
        assert_eq!(read(START, Color::White), Ok(Chess::default()));
        assert_eq!(write(&Chess::default()), START);
    }

    #[test]
    fn castling_follows_from_the_home_squares_and_the_phase_from_the_men() {
        let text = START
            .replace("WN  WB  WQ", "--  --  --")
            .replacen("BK", "--", 1);
        let text = text.replacen("--  --  --  --", "BK  --  --  --", 1);
        let position = read(&text, Color::White).expect("legal");
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        assert!(fen.ends_with("w KQ - 0 11"), "{fen}");
    }

    #[test]
    fn this_format_is_told_from_others_by_its_first_row() {
        assert!(is_two_letter(START) && is_two_letter("# a note\n\nbr bn --\n"));
        for text in [
            "",
            "# a note\n",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "[Event \"A game\"]\n",
            "phase,parameter,level",
            "Be careful",
            "1. e4 e5",
        ] {
            assert!(!is_two_letter(text), "{text}");
        }
    }

    #[test]
    fn every_fault_names_its_line() {
        let message = |text: &str| read(text, Color::White).expect_err("faulty").to_string();
        assert!(message("").contains("0 of 8 rows"));
        assert!(message(&START.replacen("BR  ", "", 1)).starts_with("line 1: 7 squares"));
        assert!(message(&START.replacen("WQ", "WX", 1)).starts_with("line 8: 'WX' is not a piece"));
        assert!(message(&START.replacen("WK", "--", 1)).contains("white to move"));
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,200}", cells in "([BWX][RNBQKP-] ?){0,80}\n") {
            let _ = read(&text, Color::Black);
            let _ = read(&cells.repeat(9), Color::White);
        }
    }
}
