//! The player's results by opening and by the course of the game.

use crate::bayes::half_width_95;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Chess, Color};

use super::expectation::{RatedGame, RatingExpectation};
use super::game::{ExampleGame, PlayerGame};

/// Number of plies by which openings are distinguished.
const OPENING_PLIES: usize = 4;

/// Minimum number of games of an opening to be listed.
const FEWEST_GAMES: u64 = 5;

/// Maximum number of openings listed for each colour.
const MOST_OPENINGS: usize = 10;

/// Games won, drawn and lost by the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WinDrawLoss {
    /// Number of games won.
    pub won: u64,
    /// Number of games drawn.
    pub drawn: u64,
    /// Number of games lost.
    pub lost: u64,
}

impl WinDrawLoss {
    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the share of the points, 0 to 1; one half without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games() as f64
    }

    /// Returns the variance of one game's points. A prior of one win and one loss keeps it above 0 when all results
    /// are equal.
    pub fn variance(&self) -> f64 {
        let games = self.games() as f64 + 2.0;
        let share = |count: u64, more: f64| (count as f64 + more) / games;
        let (won, drawn) = (share(self.won, 1.0), share(self.drawn, 0.0));
        let mean = won + drawn / 2.0;
        won + drawn / 4.0 - mean * mean
    }

    /// Returns half the width of the 95 % interval of the score.
    pub fn error_95(&self) -> f64 {
        half_width_95((self.variance() / self.games().max(1) as f64).sqrt())
    }
}

/// Counts results given in half points: 2 for a win, 1 for a draw.
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

/// A line of a table: a group of games with their results.
#[derive(Clone, Debug, Serialize)]
pub struct ResultLine {
    /// Name of the group.
    pub name: String,
    /// Results of the group.
    #[serde(flatten)]
    pub record: WinDrawLoss,
    /// Comparison with the ratings; `None` if too few are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_rating: Option<RatingExpectation>,
    /// Example: the shortest game with the most frequent result.
    pub example: ExampleGame,
}

/// The result tables of a player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ResultTables {
    /// Results of all games, of those with White and of those with Black.
    pub all: Vec<ResultLine>,
    /// Results by opening with White, the most frequent first.
    pub white: Vec<ResultLine>,
    /// Results by opening with Black, the most frequent first.
    pub black: Vec<ResultLine>,
    /// Results by the length of the game and its course.
    pub course: Vec<ResultLine>,
}

/// Name of a group of games, and the function that selects them.
pub(super) type CourseQuestion = (&'static str, fn(&PlayerGame) -> bool);

/// Groups by the player's colour.
const COLORS: [CourseQuestion; 3] = [
    ("all games", |_| true),
    ("with White", |game| game.side.is_white()),
    ("with Black", |game| game.side.is_black()),
];

/// Groups by the course of the game.
pub(super) const COURSES: [CourseQuestion; 8] = [
    ("over within 25 moves", |game| game.game.moves.len() <= 50),
    ("over within 26 to 40 moves", |game| {
        (51..=80).contains(&game.game.moves.len())
    }),
    ("longer than 40 moves", |game| game.game.moves.len() > 80),
    ("queens gone by move 20", |game| game.queens_left_early),
    ("queens on after move 20", |game| {
        !game.queens_left_early && game.game.moves.len() > 40
    }),
    ("kings on opposite wings", |game| game.opposite_wings),
    ("down to four pieces or fewer", |game| game.endgame),
    ("over before that", |game| !game.endgame),
];

/// Returns all tables of these games.
pub(super) fn records(games: &[PlayerGame]) -> ResultTables {
    let openings = |side: Color| {
        let mut groups: BTreeMap<String, Vec<&PlayerGame>> = BTreeMap::new();
        for game in games {
            if game.side == side && game.game.start == Chess::default() {
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

/// Returns the line of a group of games; `None` for an empty group.
pub(super) fn line(name: String, games: &[&PlayerGame]) -> Option<ResultLine> {
    let record: WinDrawLoss = games.iter().map(|game| game.points()).collect();
    let rated: Vec<RatedGame> = games.iter().filter_map(|game| game.rated()).collect();
    let usual = [record.lost, record.drawn, record.won];
    let most = (0..3_u8).max_by_key(|points| usual[usize::from(*points)])?;
    let example = games
        .iter()
        .filter(|game| game.points() == most)
        .min_by_key(|game| game.game.moves.len())?;
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
