//! How long a training will take and how much disk, measured on a few games before it begins.
//!
//! May use: L0, `heuristic`, `store`, `search`, `selfplay`.

use std::time::Duration;

use super::error::TrainError;
use super::generation::Generation;
use super::recipe::{Method, Recipe};
use super::run::Means;
use crate::heuristic::Heuristic;
use crate::selfplay::{self, Begin, Plan};
use crate::store::Store;

/// Games that are played to measure: enough for one second or so at 200 nodes a move.
const SAMPLE: u32 = 256;

/// Bytes that a game takes in the database, cases and index with it: 2.15 MB for 1,000 games of
/// the classic family with both sides drawn were measured; opposed sides store half the cases.
const BYTES_A_GAME: u64 = 2_200;

/// What a training will cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Games of self-play in all.
    pub games: u64,
    /// Games of all validations.
    pub validation_games: u64,
    /// Wall time of all of it.
    pub time: Duration,
    /// The most disk at one time, in bytes.
    pub disk: u64,
}

/// Measures on a few games of the first generation; `None` when stopped.
///
/// # Errors
///
/// Games that cannot be played.
pub fn estimate(
    recipe: &Recipe,
    start: &Heuristic,
    means: &Means,
) -> Result<Option<Estimate>, TrainError> {
    let sample = Plan {
        games: SAMPLE.min(recipe.games.number),
        threads: means.threads,
        begin: Begin::GoOn,
    };
    let mut store = Store::in_memory()?;
    let games = Generation::around(recipe, 0, start, start, None).games(recipe)?;
    let outcome = selfplay::run(&mut store, &games, &sample, &means.stop, &mut |_| {})?;
    if outcome.stopped {
        return Ok(None);
    }
    let each = outcome.elapsed.as_secs_f64() / (outcome.played.max(1) as f64);
    let validations = (0..recipe.schedule.generations)
        .filter(|generation| recipe.validates(*generation))
        .count() as u64;
    let last = recipe.objectives.map_or(0, |last| u64::from(last.games));
    let generations_games = recipe.games_of_first(recipe.schedule.generations);
    let first_games = recipe.fit_before().map_or(0, |fit| u64::from(fit.games));
    // Games whose positions are fitted are played out, those whose levels are counted where the recipe says so.
    let (counted, fitted, fitted_nodes) = match (recipe.method, recipe.fit_before()) {
        (Method::Positions, _) => (last, generations_games, recipe.games.nodes),
        (_, Some(fit)) => (generations_games + last, first_games, fit.nodes),
        (_, None) => (generations_games + last, 0, 0),
    };
    let test_games = recipe.validation.sprt.map_or(0, |test| test.games);
    let validation_games = validations * u64::from(recipe.validation.games + test_games);
    // Played out, a game is about twice as long as an adjudicated one, and thinks as long as its nodes say.
    let longer = if recipe.games.played_out { 1.0 } else { 2.0 };
    let played_out = |nodes: u64| longer * nodes as f64 / recipe.games.nodes as f64;
    // Searching positions takes as long as searching for moves.
    let nodes_each = outcome.effort.nodes.0 as f64 / (outcome.played.max(1) as f64);
    let searches = recipe.positions.as_ref().map_or(0.0, |positions| {
        let nodes = positions.teacher.unwrap_or(0);
        f64::from(positions.per_game) * nodes as f64 / nodes_each.max(1.0)
    });
    let seconds = each
        * (counted as f64
            + (played_out(fitted_nodes) + searches) * fitted as f64
            + played_out(recipe.validation.nodes) * validation_games as f64);
    let stored = if means.keep_games {
        generations_games + last
    } else {
        // Sides that are drawn apart store twice the cases.
        u64::from(recipe.games_of(recipe.schedule.generations - 1)).max(2 * last)
    };
    let levels = start.schema().len() as u64;
    Ok(Some(Estimate {
        games: generations_games + last + first_games,
        validation_games,
        time: Duration::from_secs_f64(seconds),
        disk: stored * (BYTES_A_GAME * levels / 838).max(500),
    }))
}
