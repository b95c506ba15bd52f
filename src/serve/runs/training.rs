//! Trainings, by their folders.

use super::place::RunPlace;
use super::wire::{RunCurveJson, RunCurvePointJson, RunDetailsJson, RunKindJson, RunStatusJson};
use crate::train::{TrainingOverview, TrainingPoint};

/// Reads the training of a folder.
pub(super) fn read(place: &RunPlace) -> Result<Vec<RunDetailsJson>, String> {
    let training = TrainingOverview::read(&place.path).map_err(|error| error.to_string())?;
    let status = RunStatusJson::of(training.is_running, Some(training.is_complete));
    let mut run = place.run(RunKindJson::Training, "", status);
    run.title = Some(training.recipe.title.clone());
    run.games = training.games;
    run.games_wanted = Some(training.games_wanted);
    run.seconds_left = training.seconds_left;
    Ok(vec![RunDetailsJson {
        settings: Some(training.recipe.canonical()),
        curve: Some(RunCurveJson {
            against: training.recipe.start.clone(),
            generations: training.generations,
            points: training.points.iter().map(point).collect(),
        }),
        ..RunDetailsJson::of(run)
    }])
}

const fn point(point: &TrainingPoint) -> RunCurvePointJson {
    RunCurvePointJson {
        generation: point.generation,
        games: point.games,
        elo: point.elo,
        elo_error_95: point.elo_error_95,
        test: point.sprt,
    }
}
