//! The folder of a training: taken up where it holds the same one, else refused.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

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

/// The learning curve.
pub(super) const CURVE: &str = "curve.csv";

/// The model's table.
pub(super) const MODEL: &str = "model.csv";

/// The learning curve as a picture.
pub(super) const CURVE_CHART: &str = "curve.svg";

/// The page that tells of it all.
pub(super) const REPORT: &str = "report.html";

/// The recipe that it was trained by.
const RECIPE: &str = "recipe.toml";

/// How the files of the last games begin.
const OBJECTIVES: &str = "objectives-";

/// What the files of the generation of that number, from 0, are called, without their endings.
pub(super) fn of_generation(number: u32) -> String {
    format!("generation-{:03}", number + 1)
}

/// The same of a fit to positions.
pub(super) fn of_fit(number: u32) -> String {
    format!("positions-{:03}", number + 1)
}

/// The same of the games that tell objectives apart, behind so many generations.
pub(super) fn of_objectives(generations: u32) -> String {
    format!("{OBJECTIVES}{generations:03}")
}

/// What a folder holds of a training, beside its tables.
pub(super) struct FolderContents {
    /// The recipe that it was begun with, if one is noted; of the same training.
    pub(super) noted: Option<TrainingRecipe>,
    /// The curve.
    pub(super) points: Vec<TrainingPoint>,
}

impl FolderContents {
    /// Whether as many games told objectives apart as the recipe wants.
    pub(super) fn objectives_are_those_of(&self, recipe: &TrainingRecipe) -> bool {
        let wanted = games_of_objectives(recipe);
        self.noted
            .as_ref()
            .is_none_or(|noted| games_of_objectives(noted) == wanted)
    }
}

/// Looks into a folder, which need not be there, or refuses one that holds another training. Nothing is made in it, and
/// nothing changes.
pub(super) fn look(recipe: &TrainingRecipe, folder: &Path) -> Result<FolderContents, TrainError> {
    Ok(FolderContents {
        noted: own_recipe_in(folder, recipe)?,
        points: ResultSheet::read(&folder.join(CURVE), &recipe.hash())?,
    })
}

/// Refuses a folder in which another process is at work, before anything costly is done.
///
/// # Errors
///
/// [`TrainError::Curve`] of a curve that another process adds to.
pub fn check_free(folder: &Path) -> Result<(), TrainError> {
    let curve = folder.join(CURVE);
    if WriteGuard::is_held(&curve) {
        return Err(SheetError::Busy(curve).into());
    }
    Ok(())
}

/// Refuses a table in `file` of another schema than the training's, or of other games than those of `run`.
///
/// # Errors
///
/// [`TrainError::OtherSchema`]; [`TrainError::OtherGames`] where another version of this program played, whose searches
/// may differ; else [`TrainError::OtherTable`].
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

/// Makes the folder, or refuses one that holds another training. Nothing that is in it changes, for
/// another process may be at work there.
pub(super) fn find(recipe: &TrainingRecipe, folder: &Path) -> Result<(), TrainError> {
    fs::create_dir_all(folder).map_err(|source| TrainError::Folder {
        folder: folder.to_owned(),
        source,
    })?;
    own_recipe_in(folder, recipe).map(|_| ())
}

/// Returns the recipe noted in the folder, or refuses a folder that no training was begun in and that holds a file which a
/// training would replace.
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

/// Takes up a folder in which nobody else is at work: forgets what the recipe wants otherwise, and notes the recipe.
pub(super) fn take_up(recipe: &TrainingRecipe, folder: &Path) -> Result<(), TrainError> {
    let noted = recipe_in(folder, recipe)?;
    if let Some(there) = &noted {
        let (before, wanted) = (games_of_objectives(there), games_of_objectives(recipe));
        if before != wanted {
            forget_objectives(folder, wanted < before)?;
        }
    }
    // The user's own recipe may lie here, with the user's remarks.
    if noted.is_none_or(|noted| noted.canonical() != recipe.canonical()) {
        files::write_whole(&folder.join(RECIPE), Existing::Replace, |out| {
            out.write_all(recipe.canonical().as_bytes())
        })?;
    }
    Ok(())
}

/// How many games tell objectives apart.
fn games_of_objectives(recipe: &TrainingRecipe) -> u32 {
    recipe.objectives.map_or(0, |objectives| objectives.games)
}

/// The recipe that is noted in the folder, if one is: that of the same training.
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

/// Removes the tables of games that told objectives apart, for another number of them is wanted, and the games
/// where they are too many.
///
/// # Errors
///
/// A folder that cannot be read, or a file that cannot be removed.
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
