//! Drawing the board.

use std::fmt::Write as _;

use clap::ValueEnum;
use shakmaty::{Board, Color, File, Move, Piece, Position as _, Rank, Square};

use bayeschess::board::GameState;
use bayeschess::board::notation::Language;

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum BoardStyle {
    /// Upper-case letters for White, lower-case for Black
    Letters,
    /// Unicode chess symbols
    Figures,
}

/// How the board is drawn for this user.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardView {
    style: BoardStyle,
    /// The side at the bottom of the board.
    below: Color,
    language: Language,
}

impl BoardView {
    pub(super) const fn new(style: BoardStyle, below: Color, language: Language) -> Self {
        Self {
            style,
            below,
            language,
        }
    }

    /// Turns the board around.
    pub(super) const fn flip(&mut self) {
        self.below = self.below.other();
    }

    /// Draws the board with the squares of the last move in brackets.
    pub(super) fn draw(self, game: &GameState) -> String {
        let last = game
            .moves()
            .last()
            .map_or([None, None], |m| [m.from(), Some(landing(*m))]);
        self.draw_board(game.position().board(), last)
    }

    /// Draws a position without a last move.
    pub(super) fn draw_men(self, board: &Board) -> String {
        self.draw_board(board, [None, None])
    }

    fn draw_board(self, board: &Board, marked: [Option<Square>; 2]) -> String {
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match self.below {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        let mut text = String::from("\n");
        for rank in ranks {
            let _ = write!(text, "  {} ", rank.char());
            for file in files {
                let square = Square::from_coords(file, rank);
                let man = board.piece_at(square).map_or('.', |piece| self.man(piece));
                if marked.contains(&Some(square)) {
                    let _ = write!(text, "[{man}]");
                } else {
                    let _ = write!(text, " {man} ");
                }
            }
            text.push('\n');
        }
        text.push_str("    ");
        for file in files {
            let _ = write!(text, " {} ", file.char());
        }
        text.push('\n');
        text
    }

    fn man(self, piece: Piece) -> char {
        match self.style {
            BoardStyle::Figures => piece.unicode_char(),
            BoardStyle::Letters => {
                let letter = self.language.letter(piece.role);
                piece.color.fold_wb(letter, letter.to_ascii_lowercase())
            }
        }
    }
}

/// The square of the moved piece; for castling, of the king.
fn landing(m: Move) -> Square {
    match m.castling_side() {
        Some(side) => {
            let rank = m.to().rank();
            Square::from_coords(side.king_to_file(), rank)
        }
        None => m.to(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bayeschess::board::notation::read;

    fn after(moves: &str) -> GameState {
        let mut game = GameState::new();
        for text in moves.split_whitespace() {
            let m = read(game.position(), text, Language::English).expect("legal");
            game.play(m);
        }
        game
    }

    #[test]
    fn the_last_move_is_marked_and_the_board_turns() {
        let game = after("e4");
        let mut look = BoardView::new(BoardStyle::Letters, Color::White, Language::Spanish);
        let board = look.draw(&game);
        assert!(board.contains("  8  t  c  a  d  r  a  c  t \n"), "{board}");
        assert!(board.contains("  4  .  .  .  . [P] .  .  . \n"), "{board}");
        assert!(board.contains("  2  P  P  P  P [.] P  P  P \n"), "{board}");
        look.flip();
        let flipped = look.draw(&game);
        assert!(
            flipped.contains("  4  .  .  . [P] .  .  .  . \n"),
            "{flipped}"
        );
        assert!(flipped.ends_with(" h  g  f  e  d  c  b  a \n"), "{flipped}");
    }

    #[test]
    fn of_castling_the_king_is_marked() {
        let game = after("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
        let board =
            BoardView::new(BoardStyle::Figures, Color::White, Language::English).draw(&game);
        assert!(board.contains("[.] ♖ [♔]"), "{board}");
    }
}
