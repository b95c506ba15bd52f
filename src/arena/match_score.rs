//! The score of a match between two players, why it ended, and why it could not go on.

use std::io;

use super::elo::PairCounts;
use super::sprt::SprtVerdict;
use crate::record::{SideResult, Termination};
use crate::selfplay::ResultCounts;

/// The score of a match, so far or at its end, from the first player's side.
#[derive(Clone, Debug, Default)]
pub struct MatchScore {
    /// Pairs of games by their points.
    pub counts: PairCounts,
    /// Single games.
    pub results: ResultCounts,
    /// Plies of all games, openings included.
    pub plies: u64,
    /// Games that an adjudicator ended.
    pub adjudicated: u64,
    /// Pairs that are missing because a game panicked twice.
    pub lost: u64,
}

impl MatchScore {
    /// The number of games counted.
    pub fn games(&self) -> u64 {
        2 * self.counts.pairs()
    }

    /// Counts the points of one pair.
    pub(super) fn add_results(&mut self, results: [SideResult; 2]) {
        self.counts.add(results);
        for result in results {
            self.results += result;
        }
    }

    /// Counts the length and the termination of one game.
    pub(super) fn add_game(&mut self, plies: u64, termination: Termination) {
        self.plies += plies;
        self.adjudicated += u64::from(termination.is_adjudicated());
    }
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All pairs were played.
    Complete,
    /// The sequential test reached a verdict.
    Decided(SprtVerdict),
    /// It was stopped from outside.
    Stopped,
}

/// Why a match could not go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A game panicked twice, and no pair may be missing.
    #[error(
        "pair {number} could not be played ({what}); this is a fault of the program, please report it with the command"
    )]
    Lost {
        /// The pair.
        number: u32,
        /// The message of the panic.
        what: String,
    },
    /// The observer of the match failed.
    #[error(transparent)]
    Observer(#[from] io::Error),
}
