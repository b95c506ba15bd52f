//! The openings of an opponent's games: what they play themselves, and what others play against them.

use shakmaty::{Chess, Color, Move};

use super::memory::{OPENING_PLIES, opening_moves};
use crate::book::OpeningTree;
use crate::book::build::{BookBuildRules, BookBuilder, BookSides, BookWeighting};
use crate::book::polyglot::Polyglot;
use crate::store::{MemorySource, OpponentGame};

/// The side of an opponent's games whose moves a book takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningSide {
    /// The opponent.
    Opponent,
    /// Those who played against the opponent.
    Others,
}

/// Openings of games of one opponent against others, as far as they are remembered.
///
/// Games that this program played are left out: their openings are its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnedOpenings {
    /// The opponent's colour and the first moves.
    lines: Vec<(Color, Vec<Move>)>,
}

impl LearnedOpenings {
    /// Takes the openings from remembered games.
    pub fn of_games(games: &[OpponentGame]) -> Self {
        let learned = games
            .iter()
            .filter(|game| game.source == MemorySource::Learned);
        let lines = learned.filter_map(|game| {
            let moves = opening_moves(game.opening.as_deref()?, OPENING_PLIES);
            (!moves.is_empty()).then_some((game.color, moves))
        });
        Self {
            lines: lines.collect(),
        }
    }

    /// Returns the number of games in which the opponent had this colour.
    pub fn games(&self, opponent: Color) -> usize {
        let of_color = self.lines.iter().filter(|(color, _)| *color == opponent);
        of_color.count()
    }

    /// Returns true if no game is known.
    pub const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns a book of the moves of one side, from the games in which the opponent had this colour.
    ///
    /// Moves are as frequent as in the games; in positions that these do not know they are those of `otherwise`.
    pub fn book(&self, opponent: Color, side: OpeningSide, otherwise: &OpeningTree) -> Polyglot {
        let mover = match side {
            OpeningSide::Opponent => opponent,
            OpeningSide::Others => !opponent,
        };
        let mut book = BookBuilder::new(BookBuildRules {
            min_games: 1,
            movers: match mover {
                Color::White => BookSides::White,
                Color::Black => BookSides::Black,
            },
            weighting: BookWeighting::Games,
            ..BookBuildRules::default()
        });
        for (_, moves) in self.lines.iter().filter(|(color, _)| *color == opponent) {
            book.add(&Chess::default(), moves, None);
        }
        book.finish().fill_missing_from(&otherwise.to_polyglot())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Book;
    use crate::opponent::remembered_game;
    use crate::record::Game;
    use shakmaty::Position as _;

    fn game(text: &str, side: Color, source: MemorySource) -> OpponentGame {
        let mut position = Chess::default();
        let moves: Vec<Move> = text
            .split_whitespace()
            .map(|word| {
                let san: shakmaty::san::San = word.parse().expect("a move");
                let m = san.to_move(&position).expect("a legal move");
                position.play_unchecked(m);
                m
            })
            .collect();
        let game = Game {
            moves,
            ..Game::default()
        };
        remembered_game(&game, side, source, None).expect("enough moves")
    }

    /// Moves that follow all openings below.
    const REST: &str = "b3 b6 g3 g6 Bg2 Bg7 Bf1 Bf8 Bg2 Bg7 Bf1 Bf8 Bg2 Bg7 Bf1 Bf8";

    #[test]
    fn moves_of_either_side_are_as_frequent_as_in_the_games() {
        let played = |opening: &str, side, source| game(&format!("{opening} {REST}"), side, source);
        let games = [
            played("Na3 e5 Nf3 Nc6", Color::Black, MemorySource::Learned),
            played("Na3 d5 Nf3 Nc6", Color::Black, MemorySource::Learned),
            played("Nh3 d5 Nf4 Nc6", Color::Black, MemorySource::Learned),
            // The opponent's own move as White, and one of this program.
            played("d4 d5 Nf3 Nc6", Color::White, MemorySource::Learned),
            played("f4 d5 Nf3 Nc6", Color::Black, MemorySource::Played),
        ];
        let openings = LearnedOpenings::of_games(&games);
        let counts = [Color::Black, Color::White].map(|color| openings.games(color));
        assert_eq!(counts, [3, 1]);
        let tree = OpeningTree::shipped();
        let start = Chess::default();
        let moves = |book: Polyglot, position: &Chess| {
            let moves = Book::Polyglot(book).moves(position);
            let moves = moves
                .into_iter()
                .map(|found| (found.m.to_string(), found.weight));
            moves.collect::<Vec<_>>()
        };
        let book = |opponent, side| openings.book(opponent, side, &tree);
        let weighed = |m: &str, weight| (m.to_owned(), weight);
        assert_eq!(
            moves(book(Color::Black, OpeningSide::Others), &start),
            [weighed("Nb1-a3", 2), weighed("Ng1-h3", 1)]
        );
        // What the opponent plays as White, and as Black against an answer that stood twice.
        assert_eq!(
            moves(book(Color::White, OpeningSide::Opponent), &start),
            [weighed("d2-d4", 1)]
        );
        let mut after_knight = start.clone();
        let knight: shakmaty::san::San = "Na3".parse().expect("a move");
        after_knight.play_unchecked(knight.to_move(&start).expect("a legal move"));
        let mut answers = moves(book(Color::Black, OpeningSide::Opponent), &after_knight);
        answers.sort();
        assert_eq!(answers, [weighed("d7-d5", 1), weighed("e7-e5", 1)]);
        // The book's moves where the games know nothing, for either side.
        let mut after = start.clone();
        after.play_unchecked(tree.moves(&start)[0].0);
        let expected = moves(tree.to_polyglot(), &after);
        assert!(!expected.is_empty());
        let nothing = LearnedOpenings::default();
        for (opponent, side) in [
            (Color::White, OpeningSide::Others),
            (Color::Black, OpeningSide::Opponent),
        ] {
            assert_eq!(moves(nothing.book(opponent, side, &tree), &after), expected);
        }
        assert!(nothing.is_empty() && !openings.is_empty());
    }

    #[test]
    fn ten_moves_of_each_game_are_known() {
        let line = format!("Na3 e5 Nf3 Nc6 {REST}");
        let games = [game(&line, Color::White, MemorySource::Learned)];
        let openings = LearnedOpenings::of_games(&games);
        let tree = OpeningTree::default();
        let book = Book::Polyglot(openings.book(Color::White, OpeningSide::Opponent, &tree));
        let mut position = Chess::default();
        let mut known = 0;
        for m in opening_moves(&line, usize::MAX) {
            if position.turn() == Color::White {
                let moves: Vec<Move> = book.moves(&position).iter().map(|found| found.m).collect();
                assert!(moves.is_empty() || moves.contains(&m));
                known += usize::from(!moves.is_empty());
            }
            position.play_unchecked(m);
        }
        assert_eq!(known, OPENING_PLIES / 2);
    }
}
