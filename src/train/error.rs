//! Why a training could not be begun or went no further.

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

/// Why a training could not be begun or went no further; what was done before stays.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The recipe cannot be read.
    #[error("{}: the recipe cannot be read ({source}); give the name of a TOML file", file.display())]
    Recipe {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The recipe cannot be read as TOML.
    #[error("{}: line {line}: {what}; compare with the recipes in training/", file.display())]
    Syntax {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// The folder holds another training.
    #[error(
        "{}: this folder holds a training by another recipe ({}); give another --out, or remove the folder",
        folder.display(), differences.join("; ")
    )]
    OtherRecipe {
        /// The folder.
        folder: PathBuf,
        /// In what the recipes differ.
        differences: Vec<String>,
    },
    /// A file that a training would replace lies in a folder where none was begun.
    #[error(
        "{}: this file would be replaced, and no training left it here; give another --out, or remove the file",
        .0.display()
    )]
    NotOfATraining(PathBuf),
    /// A generation's table is not the one that follows from those before.
    #[error(
        "{}: this table was not counted around the heuristic that the generations before it lead to, or by another \
         version of this program; put back the one that was, or remove it and all later ones",
        .0.display()
    )]
    OtherTable(PathBuf),
    /// A table of other parameters than those of the heuristic that training began with.
    #[error(
        "{}: a table of the schema '{found}', where this training has '{known}'; put back the one that was, or give another \
         --out",
        file.display()
    )]
    OtherSchema {
        /// The table.
        file: PathBuf,
        /// Its schema: name and fingerprint.
        found: String,
        /// The training's.
        known: String,
    },
    /// Games are not those that the recipe asks of this program.
    #[error(
        "{}: its games were played with other settings ({}); {}, or give another --out",
        file.display(), differences.join("; "), remedy(differences)
    )]
    OtherGames {
        /// Their database, or a table of them.
        file: PathBuf,
        /// In what their settings differ.
        differences: Vec<String>,
    },
    /// The games could not be played or stored.
    #[error(transparent)]
    Play(SelfplayError),
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The cases make no table.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// Nothing could be learned from positions.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// A table could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The validation could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The curve cannot be read, or another process adds to it.
    #[error(transparent)]
    Curve(SheetError),
    /// The curve is damaged or of another recipe.
    #[error("{}: {what}; give another --out, or move it away to have its points made anew", file.display())]
    OtherCurve {
        /// The curve.
        file: PathBuf,
        /// What it is.
        what: String,
    },
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A folder could not be made, or not be read.
    #[error("{}: cannot be made or used ({source}); give another --out", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
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

/// What to do where games differ so from those that are asked for.
fn remedy(differences: &[String]) -> &'static str {
    if of_program(differences) {
        "go on with the version of this program that played them"
    } else {
        "move it away to have them played anew"
    }
}
