//! Positions as FEN, with errors that say what is wrong and what would be right.
//!
//! Reading forgives mistakes that other programs often make and that change no move: missing
//! counters, castling rights without king or rook at home, an impossible en passant square, and
//! checks that no last move can have given. It also accepts more promoted pieces than missing pawns,
//! as long as no side has more than 16 pieces, 8 pawns or 218 moves. Positions that cannot be played
//! on by the rules are refused.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, Position as _, PositionError, Setup,
};

use crate::foreign::shortened;

/// The most moves that a position of a game can have (`Petrović`, 1964).
const MOST_MOVES: usize = 218;

/// Why a text is not a position that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text does not have the form of a FEN.
    #[error(
        "'{text}' is not a FEN ({reason}): expected board, w or b, castling, en passant square and \
         two counters"
    )]
    Syntax {
        /// The text, shortened.
        text: String,
        /// The part that is wrong.
        reason: String,
    },
    /// The rules do not allow this position.
    #[error("'{text}' cannot be played on ({reason}): correct the board or the side to move")]
    Rules {
        /// The text, shortened.
        text: String,
        /// The rule that is broken.
        reason: String,
    },
}

/// Reads a FEN.
///
/// # Errors
///
/// [`FenError`].
///
/// ```
/// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
/// assert_eq!(bayeschess::board::fen::read(start), Ok(shakmaty::Chess::default()));
/// ```
pub fn read(text: &str) -> Result<Chess, FenError> {
    read_as(text, CastlingMode::Standard)
}

/// Like [`read`], with castling rights read by `mode`: in Chess960 (X-FEN and Shredder-FEN) kings
/// and rooks castle from any file.
///
/// # Errors
///
/// [`FenError`].
pub fn read_as(text: &str, mode: CastlingMode) -> Result<Chess, FenError> {
    let short = || shortened(text);
    let fen: Fen = text
        .trim()
        .parse()
        .map_err(|error: ParseFenError| FenError::Syntax {
            text: short(),
            reason: error.to_string(),
        })?;
    accept_minor_errors(&fen.into_setup(), mode).map_err(|error| FenError::Rules {
        text: short(),
        reason: reason_of(&error),
    })
}

/// Returns true if castling rights that a FEN names were dropped. The board does not allow them, or
/// they are Chess960 rights that were not read as such.
pub fn lost_castling(text: &str, position: &Chess) -> bool {
    let named = text.split_whitespace().nth(2).unwrap_or_default();
    let letters = named.bytes().filter(u8::is_ascii_alphabetic);
    position.castles().castling_rights().count() < letters.count()
}

/// Returns the position of a board that was set up by hand, as forgiving as [`read`].
///
/// # Errors
///
/// [`FenError::Rules`].
pub fn read_setup(setup: &Setup, mode: CastlingMode) -> Result<Chess, FenError> {
    accept_minor_errors(setup, mode).map_err(|error| FenError::Rules {
        text: setup.board.board_fen().to_string(),
        reason: reason_of(&error),
    })
}

#[expect(
    clippy::result_large_err,
    reason = "the error carries the position that forgiving needs"
)]
fn accept_minor_errors(setup: &Setup, mode: CastlingMode) -> Result<Chess, PositionError<Chess>> {
    setup
        .clone()
        .position::<Chess>(mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(|error| {
            if is_playable_material(&setup.board) {
                error.ignore_too_much_material()
            } else {
                Err(error)
            }
        })
}

/// Returns true if no side has more pieces or pawns than at the start, nor more moves than a position of a game can
/// have: lists of moves have room for 256.
fn is_playable_material(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let own = board.by_color(color);
        let moves: usize = own
            .into_iter()
            .map(|square| (board.attacks_from(square) & !own).count())
            .sum();
        own.count() <= 16 && (own & board.pawns()).count() <= 8 && moves <= MOST_MOVES
    })
}

/// Returns why the rules refuse a position, without the words that every message begins with.
pub(super) fn reason_of(error: &PositionError<Chess>) -> String {
    error.to_string().replace("illegal position: ", "")
}

/// Writes a position as FEN; the en passant square is named only if the capture is legal.
pub fn write(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_changes_no_move_is_forgiven() {
        for text in [
            "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - e6",
            " 4k3/8/8/8/8/8/8/4K3 b ",
            "4k3/8/8/8/8/8/8/4K3 w - - 99999999999 0",
        ] {
            assert!(read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn men_that_no_game_leads_to_are_played_with() {
        for text in [
            "nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/Q2QK2Q w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w kq - 0 1",
        ] {
            let position = read(text).expect(text);
            assert_eq!(write(&position), text);
            assert!(!position.legal_moves().is_empty());
        }
        // Fifteen queens apart have more moves than a list holds.
        let many = "Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/8/1Q1Q1Q2/8/K7/7k w - - 0 1";
        assert!(read(many).is_err());
    }

    #[test]
    fn what_cannot_be_played_on_is_refused_in_one_sentence() {
        for (text, reason) in [
            ("", "invalid fen"),
            ("hello", "invalid board"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "empty board"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "missing king"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "opposite check"),
            (
                "QQQQkQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/8/4K3 b - - 0 1",
                "material",
            ),
            ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "back"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "turn"),
        ] {
            let message = read(text).expect_err(text).to_string();
            assert!(message.contains(reason), "{message}");
            assert!(!message.contains('\n'), "{message}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "\\PC*", like in "[pPnNbBrRqQkK1-8/]{0,90} [wb] [KQkq-]{1,4} - [0-9]{0,12}") {
            let _ = read(&text);
            let _ = read(&like);
        }

        #[test]
        fn what_is_written_reads_back(choices in prop::collection::vec(0_usize..200, 0..60)) {
            use shakmaty::Position as _;
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                let Some(m) = moves.get(choice % moves.len().max(1)) else { break };
                position.play_unchecked(*m);
            }
            let again = read(&write(&position)).expect("legal");
            prop_assert_eq!(write(&again), write(&position));
        }
    }
}
