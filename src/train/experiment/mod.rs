//! Experiments: learning from a growing database, measured point by point.
//!
//! An [`ExperimentRecipe`] specifies the games of the database, the sizes at which a heuristic is learned from its
//! first games, and the measurement: matches (table 6.1 of Fernández, *BayesChess*, 2005) or the value of one
//! position (its table 6.2). Results go into a CSV sheet that is complete after every point, so that an experiment
//! can be continued.

pub mod curve;
pub mod database;
pub mod position;
pub mod recipe;

#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;
use std::path::PathBuf;

pub use database::GrowingDatabase;
pub use recipe::{ExperimentMeasure, ExperimentRecipe, ExperimentRecipeError};

use crate::arena::{MatchError, MatchScore};
use crate::cancel::CancelFlag;
use crate::files::WriteError;
use crate::plot::PlotError;
use crate::selfplay::{SelfplayError, SelfplayTotals};
use crate::store::StoreError;
use crate::train::result_sheet::SheetError;

/// A progress event of an experiment.
#[derive(Clone, Copy, Debug)]
pub enum ExperimentEvent<'a> {
    /// Games are being played for the database.
    Growing {
        /// Totals of the games in the database.
        tally: &'a SelfplayTotals,
        /// Number of games required.
        wanted: u32,
    },
    /// A match is being played.
    Playing {
        /// Number of games of the database that were learned from.
        size: u32,
        /// Name of the opponent.
        opponent: &'static str,
        /// Number of games of the match.
        games: u64,
        /// Score of the match so far, from the learned heuristic's side.
        standing: &'a MatchScore,
    },
    /// A point was measured and written.
    Measured {
        /// Number of games of the database that were learned from.
        size: u32,
        /// Result of the measurement, in words.
        what: &'a str,
    },
}

/// Settings for running an experiment that do not affect its result.
#[derive(Clone, Debug)]
pub struct ExperimentOptions {
    /// Number of games played at once.
    pub threads: NonZeroUsize,
    /// Flag that ends the experiment early.
    pub stop: CancelFlag,
}

/// Reason why an experiment could not continue; finished points stay in the sheet.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// Games for the database could not be played.
    #[error(transparent)]
    Growing(#[from] SelfplayError),
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database lacks games that could not be played.
    #[error(
        "{}: {missing} of the first {wanted} games could not be played; run 'bayeschess db verify' on it, then the same command again",
        file.display()
    )]
    Missing {
        /// Path of the database.
        file: PathBuf,
        /// Number of missing games.
        missing: u64,
        /// Number of games required.
        wanted: u32,
    },
    /// The cases could not be counted into a table.
    #[error(transparent)]
    Learning(#[from] crate::model::TableError),
    /// A case does not fit the schema.
    #[error("the database holds a case that cannot be counted: {0}; run 'bayeschess db verify'")]
    Case(#[from] crate::bayes::CaseError),
    /// A match could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The sheet is damaged or belongs to another recipe.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The chart could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
}
