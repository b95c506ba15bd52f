//! The games that a training needs next, for those who play them elsewhere.

use std::path::{Path, PathBuf};

use super::early_stop;
use super::error::TrainError;
use super::folder;
use super::generation::Generation;
use super::memory;
use super::recipe::{Method, TrainingRecipe};
use crate::heuristic::Heuristic;
use crate::model::card_path;
use crate::selfplay::SelfplayRecipe;

/// The games of the first generation that has no table yet.
#[derive(Debug)]
pub struct NextGames {
    /// Run of self-play.
    pub games: SelfplayRecipe,
    /// Number of games.
    pub wanted: u32,
    /// Database in the training's folder where the next `train` looks for them.
    pub database: PathBuf,
    /// Tables of earlier generations, which the games depend on.
    pub tables: Vec<PathBuf>,
}

/// Finds the games that a training in `folder` needs next; `None` if it has the tables of all generations. Only reads.
///
/// # Errors
///
/// [`TrainError`] if the folder holds another training, and [`TrainError::FitsPositions`] if the recipe fits weights
/// to positions.
pub fn next_games(
    recipe: &TrainingRecipe,
    start: &Heuristic,
    folder: &Path,
) -> Result<Option<NextGames>, TrainError> {
    let fits = matches!(recipe.method, Method::Positions | Method::Texel);
    if fits || recipe.fit_before().is_some() {
        return Err(TrainError::FitsPositions);
    }
    let points = folder::look(recipe, folder)?.points;
    let (mut tables, mut files) = (Vec::new(), Vec::new());
    let mut centre = start.clone();
    for number in 0..recipe.schedule.generations {
        let generation = Generation::around(recipe, number, &centre, start, None);
        let games = generation.games(recipe)?;
        let Some(table) = generation.finished(folder, &games.settings())? else {
            return Ok(Some(NextGames {
                games,
                wanted: generation.size(recipe),
                database: generation.games_path(folder),
                tables: files,
            }));
        };
        centre = memory::next_centre(recipe, &tables, &table, number)?.centre;
        tables.push(table);
        let file = generation.table_path(folder);
        files.extend([card_path(&file), file]);
        if early_stop::is_over(recipe, &points, number) {
            break;
        }
    }
    Ok(None)
}
