//! A game as it goes into the database and comes out again.

use std::fmt;
use std::ops::Range;

use super::run::RunKey;
use crate::record::{Case, Game};

/// A whole game: what was played, what it teaches, and who sat on each side.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its number in the run, from 0.
    pub number: u32,
    /// What was played; the tags `White` and `Black` name a heuristic or a person.
    pub record: Game,
    /// At most one case for each phase and side.
    pub cases: Vec<Case>,
    /// For a game against a user: who that was.
    pub opponent: Option<String>,
    /// For a game against a user: when it was stored, UTC. Filled in by the store.
    pub played_at: Option<String>,
}

/// What names a game on every machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey {
    /// Its run.
    pub run: RunKey,
    /// Its number there, from 0.
    pub number: u32,
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} of run {}", self.number, self.run)
    }
}

/// Which games are meant; the default is all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Only games of this run.
    pub run: Option<RunKey>,
    /// Only games with these numbers.
    pub numbers: Option<Range<u32>>,
}

/// The row of a game: its run in the upper bits, its number in the lower 32.
pub(super) const fn game_row(run_row: i64, number: u32) -> i64 {
    (run_row << 32) | number as i64
}
