//! `edit`: setting up a position man by man, as old interfaces do it.

use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, Piece, Position, Role, Setup, Square,
};

use crate::board::fen::{FenError, read_setup};
use crate::board::two_letter::home_rooks;

/// A board under construction.
#[derive(Clone, Debug)]
pub(super) struct EditMode {
    setup: Setup,
    color: Color,
}

/// What a line of the construction led to.
#[derive(Debug)]
pub(super) enum EditedBoard {
    /// It goes on.
    More,
    /// The line means nothing.
    Nothing,
    /// The end, with a position if it can be played on.
    Done(Result<Chess, FenError>),
}

impl EditMode {
    /// Begins with what stands on the board; White's men come first.
    pub(super) fn new(position: &Chess) -> Self {
        Self {
            setup: position.to_setup(EnPassantMode::Legal),
            color: Color::White,
        }
    }

    /// Obeys one line: `#` empties the board, `c` changes the colour, `Pa4` puts a man, `xa4` takes one
    /// away, `.` ends.
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

    /// Castling is taken to be possible where king and rook stand at home.
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
