//! The score of a match between two players, and the reasons why it ended or failed.

use std::io;

use super::elo::PairCounts;
use super::sprt::SprtVerdict;
use crate::record::{ResultCounts, SideResult, Termination};

/// The score of a match, in progress or complete, from the first player's side.
#[derive(Clone, Debug, Default)]
pub struct MatchScore {
    /// Pentanomial counts of the pairs of games.
    pub counts: PairCounts,
    /// Counts of single games by their result.
    pub results: ResultCounts,
    /// Sum of the lengths of all games in plies, openings included.
    pub plies: u64,
    /// Number of games ended by adjudication.
    pub adjudicated: u64,
    /// Number of pairs missing because one of their games panicked twice.
    pub lost: u64,
}

impl MatchScore {
    /// Returns the number of games counted.
    pub fn games(&self) -> u64 {
        2 * self.counts.pairs()
    }

    /// Adds the results of one pair, from the first player's side.
    pub(super) fn add_results(&mut self, results: [SideResult; 2]) {
        self.counts.add(results);
        for result in results {
            self.results += result;
        }
    }

    /// Adds the length in plies and the termination of one game.
    pub(super) fn add_game(&mut self, plies: u64, termination: Termination) {
        self.plies += plies;
        self.adjudicated += u64::from(termination.is_adjudicated());
    }
}

/// Reason why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All pairs were played.
    Complete,
    /// The sequential test reached a verdict.
    Decided(SprtVerdict),
    /// The match was stopped from outside.
    Stopped,
    /// An engine crashed, and the match was to end with the first crash.
    Crashed,
}

/// Reason why a match could not continue.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A game panicked twice, and the tournament does not allow missing pairs.
    #[error(
        "pair {number} could not be played ({what}); this is a fault of the program, please report it with the command"
    )]
    Lost {
        /// Number of the pair.
        number: u32,
        /// Message of the panic.
        what: String,
    },
    /// The observer of the match returned an error.
    #[error(transparent)]
    Observer(#[from] io::Error),
}
