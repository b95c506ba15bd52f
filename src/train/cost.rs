//! Estimated time and disk space of a training, measured on a few games before it begins.

use std::path::Path;
use std::time::Duration;

use super::early_stop;
use super::error::TrainError;
use super::folder::{self, of_fit, of_generation, of_objectives};
use super::generation::Generation;
use super::options::RunOptions;
use super::recipe::{DrawnOpponent, TrainingRecipe};
use crate::heuristic::Heuristic;
use crate::selfplay::cost::{CostSample, bytes_a_game};

/// Bytes of a table for each parameter: a row for each phase, result and level. Measured: 1.7 MB for the 838
/// parameters of the classic family.
const BYTES_A_PARAMETER: u64 = 2_050;

/// The part of a training that is not done yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemainingWork {
    /// Number of generations that the training will have; fewer than the recipe's if early stopping ended it.
    generations: u32,
    /// First generation without a table, from 0.
    first: u32,
    /// Number of generations still to be validated.
    validations: u32,
    /// True if weights are still to be fitted before a trial.
    fit: bool,
    /// True if the games for the objectives are still to be played.
    objectives: bool,
}

impl RemainingWork {
    /// Returns the work that the files in a training's folder leave; all of it if there are none. Changes no file.
    ///
    /// # Errors
    ///
    /// [`TrainError`] for a folder with another training, or a curve that cannot be read.
    pub fn in_folder(recipe: &TrainingRecipe, folder: &Path) -> Result<Self, TrainError> {
        let found = folder::look(recipe, folder)?;
        let generations = early_stop::generations(recipe, &found.points);
        let name = if recipe.method.fits() {
            of_fit
        } else {
            of_generation
        };
        let is_there = |name: String| folder.join(format!("{name}.csv")).exists();
        let lacks = |number: &u32| !is_there(name(*number));
        let is_judged = |number: u32| {
            let point = found.points.get(number as usize);
            point.is_some_and(|point| early_stop::is_judged(recipe, number, point))
        };
        let validations =
            (0..generations).filter(|number| recipe.validates(*number) && !is_judged(*number));
        let told_apart =
            is_there(of_objectives(generations)) && found.objectives_are_those_of(recipe);
        Ok(Self {
            generations,
            first: (0..generations).find(lacks).unwrap_or(generations),
            validations: u32::try_from(validations.count()).unwrap_or(u32::MAX),
            fit: recipe.fit_before().is_some() && !is_there(of_fit(0)),
            objectives: recipe.objectives.is_some() && !told_apart,
        })
    }

    /// Returns the number of generations that have a table, and the number of all.
    pub const fn generations(&self) -> (u32, u32) {
        (self.first, self.generations)
    }

    /// Returns true if the training is complete.
    pub const fn is_nothing(&self) -> bool {
        self.first >= self.generations && self.validations == 0 && !self.fit && !self.objectives
    }
}

/// Estimated cost of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostEstimate {
    /// Number of self-play games.
    pub games: u64,
    /// Number of games of all validations.
    pub validation_games: u64,
    /// Wall-clock time of the training.
    pub time: Duration,
    /// Maximum disk space in bytes: games until they are counted, and all tables.
    pub disk: u64,
}

impl CostEstimate {
    /// The cost of a training that is complete.
    const NOTHING: Self = Self {
        games: 0,
        validation_games: 0,
        time: Duration::ZERO,
        disk: 0,
    };
}

/// Returns the most bytes that games take at one time: those of the generations and those for objectives.
fn bytes_of_games(
    recipe: &TrainingRecipe,
    levels: u64,
    keep_games: bool,
    left: &RemainingWork,
    [generations, last]: [u64; 2],
) -> u64 {
    let drawn = match recipe.games.sides {
        _ if recipe.method.fits() => 0,
        DrawnOpponent::Apart => 2,
        DrawnOpponent::Opposed | DrawnOpponent::Centre => 1,
    };
    let (each, each_of_last) = (bytes_a_game(drawn, levels), bytes_a_game(2, levels));
    if keep_games {
        return each * generations + each_of_last * last;
    }
    let largest = u64::from(recipe.games_of(left.generations - 1));
    (each * largest).max(each_of_last * last)
}

/// Estimates the cost of the work `left` from a few games of the first generation; `None` when stopped. No game is
/// played if nothing is left.
///
/// # Errors
///
/// [`TrainError`] if the games cannot be played.
pub fn estimate(
    recipe: &TrainingRecipe,
    start: &Heuristic,
    means: &RunOptions,
    left: &RemainingWork,
) -> Result<Option<CostEstimate>, TrainError> {
    if left.is_nothing() {
        return Ok(Some(CostEstimate::NOTHING));
    }
    let games = Generation::around(recipe, 0, start, start, None).games(recipe)?;
    let most = recipe.games.number;
    let Some(sample) = CostSample::of(&games, most, means.threads, &means.stop)? else {
        return Ok(None);
    };
    let last = recipe.objectives.filter(|_| left.objectives);
    let last = last.map_or(0, |last| u64::from(last.games));
    let generations_games =
        recipe.games_of_first(left.generations) - recipe.games_of_first(left.first);
    let fit_before = recipe.fit_before().filter(|_| left.fit);
    let first_games = fit_before.map_or(0, |fit| u64::from(fit.games));
    // Games for fits are played out; games whose levels are counted only if the recipe says so.
    let (counted, fitted, fitted_nodes) = match fit_before {
        _ if recipe.method.fits() => (last, generations_games, recipe.games.nodes),
        Some(fit) => (generations_games + last, first_games, fit.nodes),
        None => (generations_games + last, 0, 0),
    };
    let test_games = recipe.validation.sprt.map_or(0, |test| test.games);
    let judging_games = u64::from(recipe.validation.games) + u64::from(test_games);
    let validation_games = u64::from(left.validations) * judging_games;
    // A game played out is about twice as long as an adjudicated one; its time is proportional to its nodes.
    let longer = if recipe.games.played_out { 1.0 } else { 2.0 };
    let played_out = |nodes: u64| longer * nodes as f64 / recipe.games.nodes as f64;
    // Scoring a position by search takes as long as searching for a move with equal nodes.
    let searches = recipe.fitting();
    let searches =
        f64::from(searches.per_game) * searches.teacher.unwrap_or(0) as f64 / sample.nodes.max(1.0);
    let seconds = sample.seconds
        * (counted as f64
            + (played_out(fitted_nodes) + searches) * fitted as f64
            + played_out(recipe.validation.nodes) * validation_games as f64);
    let levels = start.schema().len() as u64;
    let stored = bytes_of_games(
        recipe,
        levels,
        means.keep_games,
        left,
        [generations_games, last],
    );
    // Beside the tables of generations: the model, the objectives, and the report, which is not larger.
    let tables = u64::from(left.generations - left.first) + 3;
    Ok(Some(CostEstimate {
        games: generations_games + last + first_games,
        validation_games,
        time: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
        disk: stored + tables * BYTES_A_PARAMETER * levels,
    }))
}
