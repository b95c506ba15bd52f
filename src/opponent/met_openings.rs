//! The openings that an opponent meets: what others played against them.

use shakmaty::{Chess, Color, Move};

use super::memory::opening_moves;
use crate::book::OpeningTree;
use crate::book::build::{BookBuildRules, BookBuilder, BookSides, BookWeighting};
use crate::book::polyglot::Polyglot;
use crate::store::{MemorySource, OpponentGame};

/// Openings of games of one opponent against others, as far as they are remembered.
///
/// Games that this program played are left out: their openings are its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MetOpenings {
    /// The opponent's colour and the first moves.
    lines: Vec<(Color, Vec<Move>)>,
}

impl MetOpenings {
    /// Takes the openings from remembered games.
    pub fn of_games(games: &[OpponentGame]) -> Self {
        let learned = games
            .iter()
            .filter(|game| game.source == MemorySource::Learned);
        let lines = learned.filter_map(|game| {
            let moves = opening_moves(game.opening.as_deref()?);
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

    /// Returns a book against the opponent with this colour.
    ///
    /// Moves are as frequent as in the games; in positions that these do not know they are those of `otherwise`.
    pub fn book(&self, opponent: Color, otherwise: &OpeningTree) -> Polyglot {
        let mut met = BookBuilder::new(BookBuildRules {
            min_games: 1,
            movers: match opponent {
                Color::White => BookSides::Black,
                Color::Black => BookSides::White,
            },
            weighting: BookWeighting::Games,
            ..BookBuildRules::default()
        });
        for (_, moves) in self.lines.iter().filter(|(color, _)| *color == opponent) {
            met.add(&Chess::default(), moves, None);
        }
        met.finish().fill_missing_from(&otherwise.to_polyglot())
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
    fn moves_against_the_opponent_are_as_frequent_as_in_the_games() {
        let played = |opening: &str, side, source| game(&format!("{opening} {REST}"), side, source);
        let games = [
            played("Na3 e5 Nf3 Nc6", Color::Black, MemorySource::Learned),
            played("Na3 d5 Nf3 Nc6", Color::Black, MemorySource::Learned),
            played("Nh3 d5 Nf4 Nc6", Color::Black, MemorySource::Learned),
            // The opponent's own move as White, and one of this program.
            played("d4 d5 Nf3 Nc6", Color::White, MemorySource::Learned),
            played("f4 d5 Nf3 Nc6", Color::Black, MemorySource::Played),
        ];
        let met = MetOpenings::of_games(&games);
        assert_eq!([met.games(Color::Black), met.games(Color::White)], [3, 1]);
        let tree = OpeningTree::shipped();
        let start = Chess::default();
        let moves = |book: Polyglot, position: &Chess| {
            let moves = Book::Polyglot(book).moves(position);
            let moves = moves
                .into_iter()
                .map(|found| (found.m.to_string(), found.weight));
            moves.collect::<Vec<_>>()
        };
        let against_black = moves(met.book(Color::Black, &tree), &start);
        assert_eq!(
            against_black,
            [("Nb1-a3".to_owned(), 2), ("Ng1-h3".to_owned(), 1)]
        );
        // The book's moves where the games know nothing: the opponent is White and plays what they never played.
        let mut after = start.clone();
        after.play_unchecked(tree.moves(&start)[0].0);
        let expected = moves(tree.to_polyglot(), &after);
        assert!(!expected.is_empty());
        let nothing = MetOpenings::default();
        assert_eq!(moves(nothing.book(Color::White, &tree), &after), expected);
    }
}
