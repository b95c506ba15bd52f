//! Errors of a training.

use std::io;
use std::path::PathBuf;

use super::result_sheet::SheetError;
use crate::arena::MatchError;
use crate::files::WriteError;
use crate::learn::LearnError;
use crate::learn::positions::PositionsError;
use crate::model::TableError;
use crate::plot::PlotError;
use crate::selfplay::SelfplayError;
use crate::selfplay::settings_diff::of_program;
use crate::store::StoreError;

/// Reason why a training could not begin or continue; finished work stays in the folder.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The recipe's file cannot be read.
    #[error("{}: the recipe cannot be read ({source}); give the name of a TOML file", file.display())]
    Recipe {
        /// Path of the recipe.
        file: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The recipe is not valid, as TOML or by its values.
    #[error("{}: line {line}: {what}; compare with the recipes in training/", file.display())]
    Syntax {
        /// Path of the recipe.
        file: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Fault of the line.
        what: String,
    },
    /// A fit to positions cannot be divided.
    #[error(
        "this recipe fits weights to positions, which is not divided; 'bayeschess train' does it in one process, or \
         give --method trial"
    )]
    FitsPositions,
    /// The folder contains a training by another recipe.
    #[error(
        "{}: this folder holds a training by another recipe ({}); give another --out, or remove the folder",
        folder.display(), differences.join("; ")
    )]
    OtherRecipe {
        /// Path of the folder.
        folder: PathBuf,
        /// Settings in which the recipes differ.
        differences: Vec<String>,
    },
    /// A file that a training would replace lies in a folder without a training.
    #[error(
        "{}: this file would be replaced, and no training left it here; give another --out, or remove the file",
        .0.display()
    )]
    NotOfATraining(PathBuf),
    /// A generation's table does not follow from the tables before it.
    #[error(
        "{}: this table was not counted around the heuristic that the generations before it lead to, or by another \
         version of this program; put back the one that was, or remove it and all later ones",
        .0.display()
    )]
    OtherTable(PathBuf),
    /// A table has other parameters than the heuristic that training began with.
    #[error(
        "{}: a table of the schema '{found}', where this training has '{known}'; put back the one that was, or give another \
         --out",
        file.display()
    )]
    OtherSchema {
        /// Path of the table.
        file: PathBuf,
        /// Schema of the table: name and fingerprint.
        found: String,
        /// Schema of the training: name and fingerprint.
        known: String,
    },
    /// Games were played with other settings or by another version of the program.
    #[error(
        "{}: its games were played with other settings ({}); {}, or give another --out",
        file.display(), differences.join("; "), remedy(differences)
    )]
    OtherGames {
        /// Path of their database, or of a table made from them.
        file: PathBuf,
        /// Settings in which they differ.
        differences: Vec<String>,
    },
    /// Games could not be played or stored.
    #[error(transparent)]
    Play(SelfplayError),
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The cases could not be counted into a table.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// The fit to positions failed.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// A table could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The validation could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The curve cannot be read, or another process writes to it.
    #[error(transparent)]
    Curve(SheetError),
    /// The curve is damaged or belongs to another recipe.
    #[error("{}: {what}; give another --out, or move it away to have its points made anew", file.display())]
    OtherCurve {
        /// Path of the curve.
        file: PathBuf,
        /// Description of the fault.
        what: String,
    },
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A folder could not be read or changed.
    #[error("{}: cannot be used ({source}); give another --out", folder.display())]
    Folder {
        /// Path of the folder.
        folder: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// A chart could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
}

impl From<SelfplayError> for TrainError {
    fn from(error: SelfplayError) -> Self {
        match error {
            SelfplayError::OtherSettings {
                file, differences, ..
            } => Self::OtherGames { file, differences },
            error => Self::Play(error),
        }
    }
}

impl From<SheetError> for TrainError {
    fn from(error: SheetError) -> Self {
        match error {
            SheetError::Damaged { file, what } => Self::OtherCurve { file, what },
            SheetError::OtherRecipe {
                file,
                found,
                wanted,
            } => Self::OtherCurve {
                file,
                what: format!("it holds points of another recipe ({found}, not {wanted})"),
            },
            error @ (SheetError::Busy(_) | SheetError::Io { .. }) => Self::Curve(error),
        }
    }
}

/// Returns the advice for games that differ so from those required.
fn remedy(differences: &[String]) -> &'static str {
    if of_program(differences) {
        "go on with the version of this program that played them"
    } else {
        "move it away to have them played anew"
    }
}
