//! The player's results by opening and by the course of the game.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Chess, Color};

use super::expectation::{RatedGame, RatingExpectation};
use super::game::{ExampleGame, PlayerGame, have_opposite_wings, is_endgame};
use crate::record::{ResultCounts, SideResult};

/// Number of plies by which openings are distinguished.
const OPENING_PLIES: usize = 4;

/// Minimum number of games of an opening to be listed.
const FEWEST_GAMES: u64 = 5;

/// Maximum number of openings listed for each colour.
const MOST_OPENINGS: usize = 10;

/// A line of a table: a group of games with their results.
#[derive(Clone, Debug, Serialize)]
pub struct ResultLine {
    /// Name of the group.
    pub name: String,
    /// Results of the group.
    #[serde(flatten, serialize_with = "ResultCounts::as_won_drawn_lost")]
    pub record: ResultCounts,
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
type GroupQuestion = (&'static str, fn(&PlayerGame) -> bool);

/// A group of games by their course.
pub(super) struct Course {
    pub(super) name: &'static str,
    /// Returns true for games of the group.
    pub(super) is_so: fn(&PlayerGame) -> bool,
    /// Returns the number of plies after which a game of the group shows it.
    pub(super) shown_after: fn(&PlayerGame) -> usize,
}

/// Groups by the player's colour.
const COLORS: [GroupQuestion; 3] = [
    ("all games", |_| true),
    ("with White", |game| game.side.is_white()),
    ("with Black", |game| game.side.is_black()),
];

/// From the middle of a game on, it can still be played differently.
const MIDDLE: fn(&PlayerGame) -> usize = |game| game.game.moves.len() / 2;

/// Groups by the course of the game.
pub(super) const COURSES: [Course; 8] = [
    Course {
        name: "over within 25 moves",
        is_so: |game| game.game.moves.len() <= 50,
        shown_after: MIDDLE,
    },
    Course {
        name: "over within 26 to 40 moves",
        is_so: |game| (51..=80).contains(&game.game.moves.len()),
        shown_after: MIDDLE,
    },
    Course {
        name: "longer than 40 moves",
        is_so: |game| game.game.moves.len() > 80,
        shown_after: |_| 80,
    },
    Course {
        name: "queens gone by move 20",
        is_so: |game| game.queens_left_early,
        shown_after: |game| game.plies_until(|board| board.queens().is_empty()),
    },
    Course {
        name: "queens on after move 20",
        is_so: |game| !game.queens_left_early && game.game.moves.len() > 40,
        shown_after: |_| 40,
    },
    Course {
        name: "kings on opposite wings",
        is_so: |game| game.opposite_wings,
        shown_after: |game| game.plies_until(have_opposite_wings),
    },
    Course {
        name: "down to four pieces or fewer",
        is_so: |game| game.endgame,
        shown_after: |game| game.plies_until(is_endgame),
    },
    Course {
        name: "over before that",
        is_so: |game| !game.endgame,
        shown_after: MIDDLE,
    },
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
    let asked = |questions: &[GroupQuestion]| {
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
        course: asked(&COURSES.each_ref().map(|course| (course.name, course.is_so))),
    }
}

/// Returns the line of a group of games; `None` for an empty group.
pub(super) fn line(name: String, games: &[&PlayerGame]) -> Option<ResultLine> {
    let record: ResultCounts = games.iter().map(|game| game.outcome()).collect();
    let rated: Vec<RatedGame> = games.iter().filter_map(|game| game.rated()).collect();
    let (_, most) = [
        (record.losses, SideResult::Loss),
        (record.draws, SideResult::Draw),
        (record.wins, SideResult::Win),
    ]
    .into_iter()
    .max_by_key(|(games, _)| *games)?;
    let example = games
        .iter()
        .filter(|game| game.outcome() == most)
        .min_by_key(|game| game.game.moves.len())?;
    Some(ResultLine {
        name,
        record,
        by_rating: RatingExpectation::of(&rated),
        example: example.example(&[]),
    })
}
