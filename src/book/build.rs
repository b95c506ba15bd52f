//! Builds a Polyglot book from games.
//!
//! Every move is counted with its result for the side that played it; a move of enough games
//! becomes an entry. The order of the games does not matter: the same games give the same book.

use shakmaty::{Chess, Color, Move, Position as _};

use super::polyglot::{Polyglot, PolyglotMove, WideEntry, key_of, scaled};
use crate::record::GameResult;
use crate::units::Ply;

/// The number of moves that are collected before they are counted; they take about 24 MB.
const MOST_PENDING: usize = 1 << 20;

/// The side whose moves become entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum BookSides {
    /// The moves of both sides.
    #[default]
    Both,
    /// White's moves.
    White,
    /// Black's moves.
    Black,
    /// The moves of the side that won; a draw gives no entries.
    Winner,
}

impl BookSides {
    fn include(self, mover: Color, result: Option<GameResult>) -> bool {
        match self {
            Self::Both => true,
            Self::White => mover.is_white(),
            Self::Black => mover.is_black(),
            Self::Winner => result == Some(GameResult::win_of(mover)),
        }
    }
}

/// How the weight of a move is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum BookWeighting {
    /// Half-points scored with the move: two for a win, one for a draw. Games without a result and
    /// moves that never scored are left out.
    #[default]
    Score,
    /// The number of games with the move.
    Games,
}

/// Which moves of the games go into a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookBuildRules {
    /// The last ply of a game that is counted; the first move is ply 1.
    pub last_ply: Ply,
    /// The least number of games with a move.
    pub min_games: u32,
    /// Whose moves count.
    pub movers: BookSides,
    /// How a move is weighted.
    pub weighting: BookWeighting,
    /// The least score of a move, in percent of the points.
    pub min_score: u32,
}

impl Default for BookBuildRules {
    fn default() -> Self {
        Self {
            last_ply: Ply(24),
            min_games: 5,
            movers: BookSides::Both,
            weighting: BookWeighting::Score,
            min_score: 0,
        }
    }
}

/// How often a move was played and what it scored.
#[derive(Clone, Copy, Debug)]
struct MoveCount {
    key: u64,
    code: PolyglotMove,
    games: u32,
    half_points: u32,
}

/// Counts games into a book.
#[derive(Clone, Debug)]
pub struct BookBuilder {
    rules: BookBuildRules,
    games: u64,
    /// Sorted by position and move, without duplicates.
    counted: Vec<MoveCount>,
    pending: Vec<MoveCount>,
}

impl BookBuilder {
    /// A builder that has counted no game.
    pub const fn new(rules: BookBuildRules) -> Self {
        Self {
            rules,
            games: 0,
            counted: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Returns the number of games counted.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Counts a game of legal moves. A game without a result is skipped if moves are weighted by score.
    pub fn add(&mut self, start: &Chess, moves: &[Move], result: Option<GameResult>) {
        if result.is_none() && self.rules.weighting == BookWeighting::Score {
            return;
        }
        self.games += 1;
        let mut position = start.clone();
        for m in moves.iter().take(usize::from(self.rules.last_ply.0)) {
            let mover = position.turn();
            if self.rules.movers.include(mover, result) {
                self.pending.push(MoveCount {
                    key: key_of(&position),
                    code: PolyglotMove::of(*m),
                    games: 1,
                    half_points: half_points(result, mover),
                });
            }
            position.play_unchecked(*m);
        }
        if self.pending.len() >= MOST_PENDING {
            self.count();
        }
    }

    /// Adds the collected moves to the counts.
    fn count(&mut self) {
        self.counted.append(&mut self.pending);
        // This sort is fast here: the list is mostly one long sorted run.
        self.counted.sort_by_key(|count| (count.key, count.code));
        self.counted.dedup_by(|later, first| {
            let same = (later.key, later.code) == (first.key, first.code);
            if same {
                first.games += later.games;
                first.half_points += later.half_points;
            }
            same
        });
    }

    /// Returns the book of all games counted.
    pub fn finish(mut self) -> Polyglot {
        self.count();
        let rules = self.rules;
        let worth = |count: &MoveCount| match rules.weighting {
            BookWeighting::Score => u64::from(count.half_points),
            BookWeighting::Games => u64::from(count.games),
        };
        let enough = |count: &MoveCount| {
            let percent = u64::from(count.half_points) * 50;
            count.games >= rules.min_games
                && percent >= u64::from(rules.min_score) * u64::from(count.games)
        };
        let entries: Vec<WideEntry> = self
            .counted
            .iter()
            .filter(|count| enough(count) && worth(count) > 0)
            .map(|count| (count.key, count.code, worth(count)))
            .collect();
        scaled(entries)
    }
}

fn half_points(result: Option<GameResult>, mover: Color) -> u32 {
    match result {
        Some(GameResult::Draw) => 1,
        Some(result) if result == GameResult::win_of(mover) => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::read_games;

    const GAMES: &str = "1. e4 e5 2. Nf3 1-0\n\n1. e4 e5 2. Bc4 0-1\n\n1. e4 c5 1/2-1/2\n\n\
        1. d4 d5 1-0\n\n1. e4 e5 2. Nf3 *\n";

    fn book(rules: BookBuildRules) -> Polyglot {
        let mut builder = BookBuilder::new(rules);
        for game in read_games(GAMES.as_bytes()) {
            let game = game.expect("a game");
            builder.add(&game.start, &game.moves, game.result);
        }
        builder.finish()
    }

    fn every() -> BookBuildRules {
        BookBuildRules {
            min_games: 1,
            ..BookBuildRules::default()
        }
    }

    /// The moves of the first position with their weights.
    fn first(book: &Polyglot) -> Vec<(String, u16)> {
        let start = Chess::default();
        book.find(key_of(&start))
            .iter()
            .map(|entry| {
                let m = entry.code.to_move(&start).expect("legal");
                (m.to_string(), entry.weight)
            })
            .collect()
    }

    #[test]
    fn weights_are_half_points_for_the_mover() {
        let book = book(every());
        assert_eq!(
            first(&book),
            [("e2-e4".to_owned(), 3), ("d2-d4".to_owned(), 2)]
        );
        // 1… e5 scored two of four, 1… c5 one of two, and 2. Bc4 and 1… d5 nothing.
        assert_eq!(book.entries().len(), 5);
    }

    #[test]
    fn rules_choose_what_goes_in() {
        let with = |change: fn(&mut BookBuildRules)| {
            let mut rules = every();
            change(&mut rules);
            book(rules)
        };
        let twice = with(|rules| rules.min_games = 2);
        assert_eq!(first(&twice), [("e2-e4".to_owned(), 3)]);
        let played = with(|rules| rules.weighting = BookWeighting::Games);
        assert_eq!(
            first(&played),
            [("e2-e4".to_owned(), 4), ("d2-d4".to_owned(), 1)]
        );
        assert_eq!(with(|rules| rules.last_ply = Ply(1)).positions(), 1);
        assert_eq!(
            with(|rules| rules.movers = BookSides::Black).find(key_of(&Chess::default())),
            []
        );
        let winners = with(|rules| rules.movers = BookSides::Winner);
        assert_eq!(
            first(&winners),
            [("d2-d4".to_owned(), 2), ("e2-e4".to_owned(), 2)]
        );
        let good = with(|rules| rules.min_score = 60);
        assert_eq!(first(&good), [("d2-d4".to_owned(), 2)]);
    }

    #[test]
    fn the_order_of_games_does_not_matter() {
        let games: Vec<_> = read_games(GAMES.as_bytes())
            .map(|game| game.expect("a game"))
            .collect();
        let build = |backwards: bool| {
            let mut builder = BookBuilder::new(every());
            for number in 0..games.len() {
                let place = if backwards {
                    games.len() - 1 - number
                } else {
                    number
                };
                let game = &games[place];
                builder.add(&game.start, &game.moves, game.result);
                builder.count();
            }
            builder.finish()
        };
        assert_eq!(build(false), build(true));
        assert_eq!(build(false), book(every()));
    }
}
