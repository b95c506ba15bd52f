//! The error of a trial.

use std::io;

use crate::arena::journal::JournalError;

/// The error that ended a trial; finished games stay in the journal.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// The journal is of another trial, damaged, or in use.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An entry of the journal does not fit the trial.
    #[error("the journal's {0} does not fit this trial; give another journal")]
    Entry(String),
    /// The journal could not be written.
    #[error("the journal cannot be written: {0}")]
    Write(#[from] io::Error),
    /// An opponent crashed, stalled, or played an illegal move.
    #[error("{0}; the game is not counted, and the same command goes on")]
    Opponent(String),
    /// Games broke down twice.
    #[error("unit {number} of the trial broke down ({what}); the same command tries it again")]
    Lost {
        /// The unit.
        number: u32,
        /// The message of the panic.
        what: String,
    },
}
