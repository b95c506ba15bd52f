//! The folder of a training: taken up where it holds the same one, else refused.
//!
//! May use: L0, `selfplay` (in what two recipes differ).

use std::fs;
use std::path::Path;

use super::error::TrainError;
use super::recipe::Recipe;
use crate::files::{self, Existing};
use crate::selfplay::differences::between_texts;

/// The learning curve.
pub(super) const CURVE: &str = "curve.csv";

/// The model's table.
pub(super) const MODEL: &str = "model.csv";

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

/// Makes the folder, or refuses one that holds another training. Nothing that is in it changes, for
/// another process may be at work there.
pub(super) fn find(recipe: &Recipe, folder: &Path) -> Result<(), TrainError> {
    fs::create_dir_all(folder).map_err(|source| TrainError::Folder {
        folder: folder.to_owned(),
        source,
    })?;
    recipe_in(folder, recipe).map(|_| ())
}

/// Takes up a folder in which nobody else is at work: forgets what the recipe wants otherwise, and notes the recipe.
pub(super) fn take_up(recipe: &Recipe, folder: &Path) -> Result<(), TrainError> {
    if let Some(there) = recipe_in(folder, recipe)? {
        let games = |recipe: &Recipe| recipe.objectives.map_or(0, |objectives| objectives.games);
        let (before, wanted) = (games(&there), games(recipe));
        if before != wanted {
            forget_objectives(folder, wanted < before)?;
        }
    }
    files::write_whole(&folder.join(RECIPE), Existing::Replace, |out| {
        out.write_all(recipe.canonical().as_bytes())
    })?;
    Ok(())
}

/// The recipe that is noted in the folder, if one is: that of the same training.
fn recipe_in(folder: &Path, wanted: &Recipe) -> Result<Option<Recipe>, TrainError> {
    let file = folder.join(RECIPE);
    let Ok(text) = fs::read_to_string(&file) else {
        return Ok(None);
    };
    let there = Recipe::parse(&file, &text)?;
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
