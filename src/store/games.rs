//! A game as stored in the database.

use std::fmt;
use std::ops::Range;

use super::opponents::OpponentKey;
use super::run::RunKey;
use crate::record::{Case, Game};

/// A whole game: the moves, the cases for learning, and the names of both sides.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Number in the run, from 0.
    pub number: u32,
    /// Start, moves, result and tags; the tags `White` and `Black` name a heuristic or a person.
    pub record: Game,
    /// Cases, at most one for each phase and side.
    pub cases: Vec<Case>,
    /// The user, for a game against a user.
    pub opponent: Option<OpponentKey>,
    /// Time of storing in UTC, for a game against a user; set by the store.
    pub played_at: Option<String>,
}

/// A key that identifies a game on every machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey {
    /// Key of the run.
    pub run: RunKey,
    /// Number in the run, from 0.
    pub number: u32,
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} of run {}", self.number, self.run)
    }
}

/// A filter of games; the default selects all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Run of the games; `None` for all runs.
    pub run: Option<RunKey>,
    /// Range of game numbers; `None` for all.
    pub numbers: Option<Range<u32>>,
}

/// Returns the row id of a game: its run in the upper bits, its number in the lower 32.
pub(super) const fn game_row(run_row: i64, number: u32) -> i64 {
    (run_row << 32) | number as i64
}
