//! The `edit` command: sets up a position piece by piece, for old interfaces.

use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, Piece, Position, Role, Setup, Square,
};

use crate::board::fen::{FenError, read_setup};
use crate::board::two_letter::home_rooks;

/// A board that is being set up.
#[derive(Clone, Debug)]
pub(super) struct EditMode {
    setup: Setup,
    color: Color,
}

/// The effect of a line of `edit`.
#[derive(Debug)]
pub(super) enum EditedBoard {
    /// More lines follow.
    More,
    /// The line is not understood.
    Nothing,
    /// The end, with the position if it is legal.
    Done(Result<Chess, FenError>),
}

impl EditMode {
    /// Starts from the current board; White's pieces are set first.
    pub(super) fn new(position: &Chess) -> Self {
        Self {
            setup: position.to_setup(EnPassantMode::Legal),
            color: Color::White,
        }
    }

    /// Handles one line: `#` clears the board, `c` changes the colour, `Pa4` sets a piece, `xa4` clears a
    /// square, `.` ends.
    pub(super) fn read(&mut self, line: &str, mode: CastlingMode) -> EditedBoard {
        match line.trim().as_bytes() {
            b"#" => self.setup.board = Board::empty(),
            b"c" => self.color = !self.color,
            b"." => return EditedBoard::Done(self.finish(mode)),
            [man, square @ ..] => {
                let Ok(square) = Square::from_ascii(square) else {
                    return EditedBoard::Nothing;
                };
                match (man.to_ascii_lowercase(), Role::from_char(char::from(*man))) {
                    (b'x', _) => {
                        self.setup.board.discard_piece_at(square);
                    }
                    (_, Some(role)) => self.setup.board.set_piece_at(
                        square,
                        Piece {
                            color: self.color,
                            role,
                        },
                    ),
                    (_, None) => return EditedBoard::Nothing,
                }
            }
            [] => return EditedBoard::Nothing,
        }
        EditedBoard::More
    }

    /// Castling is assumed possible where king and rook are on their initial squares.
    fn finish(&self, mode: CastlingMode) -> Result<Chess, FenError> {
        let mut setup = self.setup.clone();
        setup.castling_rights = home_rooks(&setup.board);
        setup.ep_square = None;
        read_setup(&setup, mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn built(lines: &str) -> Result<Chess, FenError> {
        let mut editor = EditMode::new(&Chess::default());
        for line in lines.lines() {
            if let EditedBoard::Done(result) = editor.read(line, CastlingMode::Standard) {
                return result;
            }
        }
        panic!("never ended");
    }

    #[test]
    fn men_are_put_and_taken_away() {
        let position = built("#\nKe1\nRh1\nc\nKe8\n.\n").expect("legal");
        assert_eq!(fen::write(&position), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let position = built("xd8\nnonsense\nzz9\n\n.\n").expect("legal");
        assert_eq!(position.board().queens().count(), 1);
    }

    #[test]
    fn a_board_without_kings_is_refused() {
        assert!(built("#\n.\n").is_err());
    }
}
