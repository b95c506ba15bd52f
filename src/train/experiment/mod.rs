//! Experiments: what a growing database teaches, measured point by point.
//!
//! A [`ExperimentRecipe`] says which games the database holds, at which sizes something is learned from its
//! first games, and what is measured of it: matches (table 6.1 of Fernández, *BayesChess*, 2005)
//! or the value of one position (its table 6.2). Results stand in a CSV sheet that is whole after
//! every point, so that an experiment goes on where it stopped.

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

/// What is told while an experiment goes on.
#[derive(Clone, Copy, Debug)]
pub enum ExperimentEvent<'a> {
    /// The database grows towards `wanted` games.
    Growing {
        /// Over the games that are there.
        tally: &'a SelfplayTotals,
        /// How many there shall be.
        wanted: u32,
    },
    /// A match of one point is being played.
    Playing {
        /// How many games of the database were learned from.
        size: u32,
        /// Against whom.
        opponent: &'static str,
        /// Games of the match.
        games: u64,
        /// The match so far.
        standing: &'a MatchScore,
    },
    /// A point stands in the sheet.
    Measured {
        /// How many games of the database were learned from.
        size: u32,
        /// What was measured, in words.
        what: &'a str,
    },
}

/// How an experiment is run.
#[derive(Clone, Debug)]
pub struct ExperimentOptions {
    /// How many games are played at once.
    pub threads: NonZeroUsize,
    /// Ends it early.
    pub stop: CancelFlag,
}

/// Why an experiment went no further; points in the sheet stay.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The database could not be grown.
    #[error(transparent)]
    Growing(#[from] SelfplayError),
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database lacks games after all were tried.
    #[error(
        "{}: {missing} of the first {wanted} games could not be played; run 'bayeschess db verify' on it, then the same command again",
        file.display()
    )]
    Missing {
        /// The database.
        file: PathBuf,
        /// How many are missing.
        missing: u64,
        /// How many are needed.
        wanted: u32,
    },
    /// The cases do not make a table.
    #[error(transparent)]
    Learning(#[from] crate::model::TableError),
    /// A case does not fit the schema.
    #[error("the database holds a case that cannot be counted: {0}; run 'bayeschess db verify'")]
    Case(#[from] crate::bayes::CaseError),
    /// A match could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The sheet is of another recipe or damaged.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The chart could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
}
