//! Reasons why a tuning could not begin or continue.

use std::io;
use std::path::PathBuf;

use crate::arena::MatchError;
use crate::arena::external::EngineStartError;
use crate::arena::journal::JournalError;
use crate::arena::tournament::HOPELESS;
use crate::files::WriteError;
use crate::play::opening_file::OpeningError;

/// Reason why a tuning could not begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The recipe's file cannot be read.
    #[error("{}: the recipe cannot be read ({source}); give the name of a TOML file", file.display())]
    Read {
        /// Path of the recipe.
        file: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The recipe is not valid, as TOML or by its values.
    #[error("{}: line {line}: {what}", file.display())]
    Recipe {
        /// Path of the recipe.
        file: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Fault of the line.
        what: String,
    },
    /// The engine could not be started.
    #[error(transparent)]
    Engine(#[from] EngineStartError),
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The engine crashed or hung in one game after the other.
    #[error(
        "{engine}: the engine crashed or hung in {HOPELESS} games one after the other; mend it and begin anew, with --out in another \
         folder ({crash})"
    )]
    Hopeless {
        /// The engine, as the recipe has it.
        engine: String,
        /// The last of these games, with what happened.
        crash: String,
    },
    /// A result could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}
