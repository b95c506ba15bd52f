//! How the player fared: results by opening and by the course of the game.

use crate::bayes::half_width_95;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Chess, Color};

use super::expectation::{RatedGame, RatingExpectation};
use super::game::{ExampleGame, PlayerGame};

/// Openings are told apart by so many plies.
const OPENING_PLIES: usize = 4;

/// An opening is listed from so many games on.
const FEWEST_GAMES: u64 = 5;

/// So many openings of each colour are listed.
const MOST_OPENINGS: usize = 10;

/// Games won, drawn and lost by the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WinDrawLoss {
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl WinDrawLoss {
    /// All games.
    pub const fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, 0 to 1; a half without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games() as f64
    }

    /// The variance of one game's points around the score; a prior of one win and one loss keeps a
    /// few like results from looking certain.
    pub fn variance(&self) -> f64 {
        let games = self.games() as f64 + 2.0;
        let share = |count: u64, more: f64| (count as f64 + more) / games;
        let (won, drawn) = (share(self.won, 1.0), share(self.drawn, 0.0));
        let mean = won + drawn / 2.0;
        won + drawn / 4.0 - mean * mean
    }

    /// Half the width of the 95 % interval of the score.
    pub fn error_95(&self) -> f64 {
        half_width_95((self.variance() / self.games().max(1) as f64).sqrt())
    }
}

/// From points in halves: 2 for a win, 1 for a draw.
impl FromIterator<u8> for WinDrawLoss {
    fn from_iter<I: IntoIterator<Item = u8>>(points: I) -> Self {
        let mut record = Self::default();
        for points in points {
            match points {
                0 => record.lost += 1,
                1 => record.drawn += 1,
                _ => record.won += 1,
            }
        }
        record
    }
}

/// One line of a table: some games, and how they went.
#[derive(Clone, Debug, Serialize)]
pub struct ResultLine {
    /// Which games.
    pub name: String,
    /// How they went.
    #[serde(flatten)]
    pub record: WinDrawLoss,
    /// What the ratings led to expect, where enough are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_rating: Option<RatingExpectation>,
    /// One of them: the shortest that had the usual result.
    pub example: ExampleGame,
}

/// The tables.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ResultTables {
    /// All games, those with White and those with Black.
    pub all: Vec<ResultLine>,
    /// Openings with White, the most frequent first.
    pub white: Vec<ResultLine>,
    /// Openings with Black.
    pub black: Vec<ResultLine>,
    /// By the length of the game and how it ended.
    pub course: Vec<ResultLine>,
}

/// A question about a game, and its name.
type CourseQuestion = (&'static str, fn(&PlayerGame) -> bool);

/// Which colour the player had.
const COLORS: [CourseQuestion; 3] = [
    ("all games", |_| true),
    ("with White", |game| game.side.is_white()),
    ("with Black", |game| game.side.is_black()),
];

/// What games come to.
const COURSES: [CourseQuestion; 8] = [
    ("over within 25 moves", |game| game.moves.len() <= 50),
    ("over within 26 to 40 moves", |game| {
        (51..=80).contains(&game.moves.len())
    }),
    ("longer than 40 moves", |game| game.moves.len() > 80),
    ("queens gone by move 20", |game| game.queens_left_early),
    ("queens on after move 20", |game| {
        !game.queens_left_early && game.moves.len() > 40
    }),
    ("kings on opposite wings", |game| game.opposite_wings),
    ("down to four pieces or fewer", |game| game.endgame),
    ("over before that", |game| !game.endgame),
];

/// All tables of these games.
pub(super) fn records(games: &[PlayerGame]) -> ResultTables {
    let openings = |side: Color| {
        let mut groups: BTreeMap<String, Vec<&PlayerGame>> = BTreeMap::new();
        for game in games {
            if game.side == side && game.start == Chess::default() {
                groups
                    .entry(game.line(OPENING_PLIES).to_owned())
                    .or_default()
                    .push(game);
            }
        }
        let mut lines: Vec<ResultLine> = groups
            .into_iter()
            .filter(|(_, games)| games.len() as u64 >= FEWEST_GAMES)
            .filter_map(|(name, games)| line(name, &games))
            .collect();
        lines.sort_by_key(|line| Reverse(line.record.games()));
        lines.truncate(MOST_OPENINGS);
        lines
    };
    let asked = |questions: &[CourseQuestion]| {
        let lines = questions.iter().filter_map(|(name, is_so)| {
            let games: Vec<&PlayerGame> = games.iter().filter(|game| is_so(game)).collect();
            line((*name).to_owned(), &games)
        });
        lines.collect()
    };
    ResultTables {
        all: asked(&COLORS),
        white: openings(Color::White),
        black: openings(Color::Black),
        course: asked(&COURSES),
    }
}

/// The line of some games; none of no games.
pub(super) fn line(name: String, games: &[&PlayerGame]) -> Option<ResultLine> {
    let record: WinDrawLoss = games.iter().map(|game| game.points()).collect();
    let rated: Vec<RatedGame> = games.iter().filter_map(|game| game.rated()).collect();
    let usual = [record.lost, record.drawn, record.won];
    let most = (0..3_u8).max_by_key(|points| usual[usize::from(*points)])?;
    let example = games
        .iter()
        .filter(|game| game.points() == most)
        .min_by_key(|game| game.moves.len())?;
    Some(ResultLine {
        name,
        record,
        by_rating: RatingExpectation::of(&rated),
        example: example.example(&[]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_a_score_and_never_certainty() {
        let record: WinDrawLoss = [2, 2, 1, 0].into_iter().collect();
        assert_eq!((record.won, record.drawn, record.lost), (2, 1, 1));
        assert!((record.score() - 0.625).abs() < 1e-12);
        let spotless: WinDrawLoss = [2; 5].into_iter().collect();
        assert!(spotless.error_95() > 0.1);
        let longer: WinDrawLoss = [2; 500].into_iter().collect();
        assert!(longer.error_95() < spotless.error_95());
        assert!((WinDrawLoss::default().score() - 0.5).abs() < f64::EPSILON);
    }
}
