//! The folder of a training: continued if it contains the same training, else refused.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::fs;
use std::io;
use std::path::Path;

use super::curve::TrainingPoint;
use super::error::TrainError;
use super::recipe::TrainingRecipe;
use super::result_sheet::{ResultSheet, SheetError};
use crate::files::{self, Existing, WriteGuard};
use crate::heuristic::Schema;
use crate::model::HeuristicTable;
use crate::selfplay::settings_diff::{between_runs, between_texts, of_program};
use crate::store::RunSettings;

/// Name of the learning curve's file.
pub(super) const CURVE: &str = "curve.csv";

/// Name of the model's table.
pub(super) const MODEL: &str = "model.csv";

/// Name of the learning curve's chart.
pub(super) const CURVE_CHART: &str = "curve.svg";

/// Name of the report.
pub(super) const REPORT: &str = "report.html";

/// Name of the file that notes the recipe.
pub(super) const RECIPE: &str = "recipe.toml";

/// Prefix of the files of the games for objectives.
const OBJECTIVES: &str = "objectives-";

/// Returns the base name of a generation's files, without extension; `number` counts from 0.
pub(super) fn of_generation(number: u32) -> String {
    format!("generation-{:03}", number + 1)
}

/// Returns the base name of the files of a fit to positions.
pub(super) fn of_fit(number: u32) -> String {
    format!("positions-{:03}", number + 1)
}

/// Returns the base name of the files of the games for objectives, played after `generations` generations.
pub(super) fn of_objectives(generations: u32) -> String {
    format!("{OBJECTIVES}{generations:03}")
}

/// The recipe and the curve in the folder of a training.
pub(super) struct FolderContents {
    /// Recipe noted in the folder, if any; it has the same hash as the present one.
    pub(super) noted: Option<TrainingRecipe>,
    /// Points of the curve.
    pub(super) points: Vec<TrainingPoint>,
}

impl FolderContents {
    /// Returns true if the games for objectives are as many as the recipe wants.
    pub(super) fn objectives_are_those_of(&self, recipe: &TrainingRecipe) -> bool {
        let wanted = games_of_objectives(recipe);
        self.noted
            .as_ref()
            .is_none_or(|noted| games_of_objectives(noted) == wanted)
    }
}

/// Reads the contents of a folder, which may be missing. Refuses one with another training; changes no file.
pub(super) fn look(recipe: &TrainingRecipe, folder: &Path) -> Result<FolderContents, TrainError> {
    files::check_folder(folder)?;
    Ok(FolderContents {
        noted: own_recipe_in(folder, recipe)?,
        points: ResultSheet::read(&folder.join(CURVE), &recipe.hash())?,
    })
}

/// Checks that no other process works in a folder, before anything costly is done.
///
/// # Errors
///
/// [`TrainError::Curve`] if another process writes to the curve.
pub fn check_free(folder: &Path) -> Result<(), TrainError> {
    let curve = folder.join(CURVE);
    if WriteGuard::is_held(&curve) {
        return Err(SheetError::Busy(curve).into());
    }
    Ok(())
}

/// Checks that the table of `file` has the training's schema and was made from the games of `run`.
///
/// # Errors
///
/// [`TrainError::OtherSchema`]; [`TrainError::OtherGames`] if another version of this program played them, whose
/// searches may differ; else [`TrainError::OtherTable`].
pub(super) fn check_table(
    table: &HeuristicTable,
    file: &Path,
    schema: &Schema,
    run: &RunSettings,
) -> Result<(), TrainError> {
    let file = file.to_owned();
    let (found, known) = (table.schema().described(), schema.described());
    if found != known {
        return Err(TrainError::OtherSchema { file, found, known });
    }
    let key = run.key().0;
    let mut origins = table.card().origins.iter();
    let Some(other) = origins.find(|origin| origin.run != key) else {
        return Ok(());
    };
    let differences = between_runs(&other.provenance, &run.provenance);
    Err(if of_program(&differences) {
        TrainError::OtherGames { file, differences }
    } else {
        TrainError::OtherTable(file)
    })
}

/// Creates the folder, or refuses one with another training. Changes none of its files, since another process may
/// work in it.
pub(super) fn find(recipe: &TrainingRecipe, folder: &Path) -> Result<(), TrainError> {
    files::make_folder(folder)?;
    own_recipe_in(folder, recipe).map(|_| ())
}

/// Returns the recipe noted in the folder. Refuses a folder in which no training was begun, if it contains a file
/// that a training would replace.
fn own_recipe_in(
    folder: &Path,
    wanted: &TrainingRecipe,
) -> Result<Option<TrainingRecipe>, TrainError> {
    let noted = recipe_in(folder, wanted)?;
    if noted.is_none() && !folder.join(CURVE).exists() {
        let mut replaced = [MODEL, REPORT, CURVE_CHART]
            .map(|name| folder.join(name))
            .into_iter();
        if let Some(file) = replaced.find(|file| file.exists()) {
            return Err(TrainError::NotOfATraining(file));
        }
    }
    Ok(noted)
}

/// Prepares a locked folder: removes files that the changed recipe makes obsolete, and notes the recipe.
pub(super) fn take_up(recipe: &TrainingRecipe, folder: &Path) -> Result<(), TrainError> {
    let noted = recipe_in(folder, recipe)?;
    if let Some(there) = &noted {
        let (before, wanted) = (games_of_objectives(there), games_of_objectives(recipe));
        if before != wanted {
            forget_objectives(folder, wanted < before)?;
        }
    }
    // A user's own recipe with the same settings may lie here, with comments; it is not replaced.
    if noted.is_none_or(|noted| noted.canonical() != recipe.canonical()) {
        files::write_whole(&folder.join(RECIPE), Existing::Replace, |out| {
            out.write_all(recipe.canonical().as_bytes())
        })?;
    }
    Ok(())
}

/// Returns the number of games for the objectives.
fn games_of_objectives(recipe: &TrainingRecipe) -> u32 {
    recipe.objectives.map_or(0, |objectives| objectives.games)
}

/// Returns the recipe noted in the folder, if any; refuses one with another hash.
fn recipe_in(folder: &Path, wanted: &TrainingRecipe) -> Result<Option<TrainingRecipe>, TrainError> {
    let file = folder.join(RECIPE);
    let text = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            let source = io::Error::new(error.kind(), format!("{RECIPE}: {error}"));
            return Err(TrainError::Folder {
                folder: folder.to_owned(),
                source,
            });
        }
    };
    let there = TrainingRecipe::parse(&file, &text)?;
    if there.hash() != wanted.hash() {
        return Err(TrainError::OtherRecipe {
            folder: folder.to_owned(),
            differences: between_texts(
                &there.decisive().canonical(),
                &wanted.decisive().canonical(),
            ),
        });
    }
    Ok(Some(there))
}

/// Removes the tables of the games for objectives, whose number has changed; removes the games too if they are too
/// many.
///
/// # Errors
///
/// [`TrainError`] for a folder that cannot be read, or a file that cannot be removed.
fn forget_objectives(folder: &Path, too_many: bool) -> Result<(), TrainError> {
    let failed = |source| TrainError::Folder {
        folder: folder.to_owned(),
        source,
    };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(OBJECTIVES) && (too_many || !name.contains(".db")) {
            fs::remove_file(entry.path()).map_err(failed)?;
        }
    }
    Ok(())
}
