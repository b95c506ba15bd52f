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
    colours: Colours,
}

/// Whether the board is painted with escape sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colours {
    None,
    Ansi,
}

/// Backgrounds of light and dark squares in the palette of 256 colours. Black and white men have a contrast of at
/// least 3 to 1 on each.
const SQUARES: [u8; 2] = [137, 95];

/// Backgrounds of the squares of the last move.
const MARKED_SQUARES: [u8; 2] = [65, 29];

impl BoardView {
    pub(super) const fn new(
        style: BoardStyle,
        below: Color,
        language: Language,
        colours: Colours,
    ) -> Self {
        Self {
            style,
            below,
            language,
            colours,
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
                let piece = board.piece_at(square);
                let is_marked = marked.contains(&Some(square));
                let [before, after] = if is_marked { ['[', ']'] } else { [' ', ' '] };
                let _ = match self.colours {
                    Colours::None => {
                        let man = piece.map_or('.', |piece| self.man(piece));
                        write!(text, "{before}{man}{after}")
                    }
                    Colours::Ansi => {
                        let [light, dark] = if is_marked { MARKED_SQUARES } else { SQUARES };
                        let ground = if square.is_light() { light } else { dark };
                        let man = piece.map_or(' ', |piece| self.man(piece));
                        let ink = piece.map_or(231, |piece| piece.color.fold_wb(231, 16));
                        write!(
                            text,
                            "\u{1b}[48;5;{ground};38;5;{ink}m{before}\u{1b}[1m{man}\u{1b}[22m{after}\u{1b}[0m"
                        )
                    }
                };
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
        let mut look = BoardView::new(
            BoardStyle::Letters,
            Color::White,
            Language::Spanish,
            Colours::None,
        );
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
    fn a_painted_board_shows_the_same_men_on_sixty_four_squares() {
        let game = after("e4 e5");
        let view = |colours| {
            BoardView::new(
                BoardStyle::Letters,
                Color::White,
                Language::English,
                colours,
            )
            .draw(&game)
        };
        let painted = view(Colours::Ansi);
        assert_eq!(painted.matches("\u{1b}[48;5;").count(), 64);
        assert_eq!(painted.matches("\u{1b}[0m").count(), 64);
        let mut plain = String::new();
        for part in painted.split('\u{1b}') {
            let shown = part.strip_prefix('[').and_then(|part| part.split_once('m'));
            plain += shown.map_or(part, |(_, rest)| rest);
        }
        assert_eq!(plain, view(Colours::None).replace('.', " "));
    }

    #[test]
    fn of_castling_the_king_is_marked() {
        let game = after("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
        let board = BoardView::new(
            BoardStyle::Figures,
            Color::White,
            Language::English,
            Colours::None,
        )
        .draw(&game);
        assert!(board.contains("[.] ♖ [♔]"), "{board}");
    }
}
