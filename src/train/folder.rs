//! The folder of a training: taken up where it holds the same one, else refused.
//!
//! May use: L0.

use std::fs;
use std::path::Path;

use super::error::TrainError;
use super::recipe::Recipe;
use crate::files::{self, Existing};

/// The learning curve.
pub(super) const CURVE: &str = "curve.csv";

/// The model's table.
pub(super) const MODEL: &str = "model.csv";

/// The page that tells of it all.
pub(super) const REPORT: &str = "report.html";

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

/// Makes the folder, or refuses one that holds another training.
pub(super) fn take_up(recipe: &Recipe, folder: &Path) -> Result<(), TrainError> {
    fs::create_dir_all(folder).map_err(|source| TrainError::Folder {
        folder: folder.to_owned(),
        source,
    })?;
    let file = folder.join("recipe.toml");
    if let Ok(text) = fs::read_to_string(&file) {
        let there = Recipe::parse(&file, &text)?;
        if there.hash() != recipe.hash() {
            return Err(TrainError::OtherRecipe {
                folder: folder.to_owned(),
                differences: differences(&there.canonical(), &recipe.canonical()),
            });
        }
        let games = |recipe: &Recipe| recipe.objectives.map_or(0, |objectives| objectives.games);
        let (before, wanted) = (games(&there), games(recipe));
        if before != wanted {
            forget_objectives(folder, wanted < before)?;
        }
    }
    files::write_whole(&file, Existing::Replace, |out| {
        out.write_all(recipe.canonical().as_bytes())
    })?;
    Ok(())
}

/// Lines of canonical text in which two recipes differ.
fn differences(there: &str, wanted: &str) -> Vec<String> {
    let lines = wanted.lines().filter(|line| !line.is_empty());
    lines
        .filter(|line| !there.lines().any(|other| other == *line))
        .map(|line| format!("{line} is new"))
        .collect()
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
