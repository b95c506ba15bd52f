//! The state of a training as its folder tells it, read while another process may be at work there.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::path::Path;
use std::time::SystemTime;

use super::cost::RemainingWork;
use super::curve::TrainingPoint;
use super::error::TrainError;
use super::fit::FitSummary;
use super::folder::{self, CURVE, of_fit, of_generation};
use super::games::working;
use super::recipe::TrainingRecipe;
use crate::files::WriteGuard;
use crate::store::{RunProgress, run_progress};

/// The state of a training.
#[derive(Clone, Debug)]
pub struct TrainingOverview {
    /// The recipe noted in the folder.
    pub recipe: TrainingRecipe,
    /// Points of the learning curve.
    pub points: Vec<TrainingPoint>,
    /// Finished fits to positions in their order; empty for methods that only count.
    pub fits: Vec<FitSummary>,
    /// Number of generations that the training will have.
    pub generations: u32,
    /// Number of finished self-play games of all generations.
    pub games: u64,
    /// Number of self-play games of all generations.
    pub games_wanted: u64,
    /// True if nothing is left to be done.
    pub is_complete: bool,
    /// True if a process is at work in the folder.
    pub is_running: bool,
    /// Estimated seconds to the end of all generations, by the pace of the finished ones; `None` before two are.
    pub seconds_left: Option<f64>,
}

impl TrainingOverview {
    /// Returns true if a training was begun in the folder.
    pub fn is_in(folder: &Path) -> bool {
        let begun = [CURVE.to_owned(), first(of_fit), first(of_generation)];
        folder.join(folder::RECIPE).is_file()
            && (begun.iter().any(|name| folder.join(name).is_file())
                || working(&folder.join(format!("{}.db", of_generation(0)))).is_file()
                || WriteGuard::is_held(&folder.join(CURVE)))
    }

    /// Reads the folder of a training, without changing or locking it.
    ///
    /// # Errors
    ///
    /// [`TrainError`] for a recipe or a curve that cannot be read.
    pub fn read(folder: &Path) -> Result<Self, TrainError> {
        let recipe = TrainingRecipe::read(&folder.join(folder::RECIPE))?;
        let points = folder::look(&recipe, folder)?.points;
        let left = RemainingWork::in_folder(&recipe, folder)?;
        let (done, generations) = left.generations();
        let present = playing_in(folder, &recipe, done);
        let games_wanted = recipe.games_of_first(generations);
        let games = (recipe.games_of_first(done) + present).min(games_wanted);
        let pace = seconds_a_game(folder, &recipe, done);
        Ok(Self {
            seconds_left: pace.map(|pace| pace * (games_wanted - games) as f64),
            is_complete: left.is_nothing(),
            is_running: WriteGuard::is_held(&folder.join(CURVE)),
            recipe,
            points,
            fits: (0..generations.max(1))
                .filter_map(|number| FitSummary::read(folder, number))
                .collect(),
            generations,
            games,
            games_wanted,
        })
    }
}

fn first(name: fn(u32) -> String) -> String {
    format!("{}.csv", name(0))
}

/// Returns the base name of a generation's files by the method of the recipe.
fn files_of(recipe: &TrainingRecipe, number: u32) -> String {
    if recipe.method.fits() {
        of_fit(number)
    } else {
        of_generation(number)
    }
}

/// Returns the number of games of the generation that is being played. What cannot be read counts as none: its
/// database goes away at any moment.
fn playing_in(folder: &Path, recipe: &TrainingRecipe, number: u32) -> u64 {
    let database = folder.join(format!("{}.db", files_of(recipe, number)));
    let runs = run_progress(&working(&database)).unwrap_or_default();
    runs.iter().map(RunProgress::games).sum()
}

/// Returns the seconds for one game with all that belongs to it, as the median over the finished generations; `None`
/// before two of them are finished. A generation took the time from the table before it to its own.
fn seconds_a_game(folder: &Path, recipe: &TrainingRecipe, done: u32) -> Option<f64> {
    let finished = |number: u32| -> Option<SystemTime> {
        let table = folder.join(format!("{}.csv", files_of(recipe, number)));
        table.metadata().ok()?.modified().ok()
    };
    let mut paces: Vec<f64> = (1..done)
        .filter_map(|number| {
            let span = finished(number)?
                .duration_since(finished(number - 1)?)
                .ok()?;
            let games = f64::from(recipe.games_of(number).max(1));
            Some(span.as_secs_f64() / games)
        })
        .collect();
    paces.sort_by(f64::total_cmp);
    paces.get(paces.len() / 2).copied()
}
