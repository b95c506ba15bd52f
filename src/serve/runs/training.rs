//! Trainings, by their folders.

use super::place::RunPlace;
use super::read_problem::ReadProblem;
use super::wire::{
    FitForecastsJson, ForecasterJson, ForecasterName, RunCurveJson, RunCurvePointJson,
    RunDetailsJson, RunKindJson, RunStatusJson,
};
use crate::bayes::reliability::Reliability;
use crate::learn::positions::ForecastQuality;
use crate::train::fit::{FEWEST_FORECASTS, FitSummary};
use crate::train::{TrainingOverview, TrainingPoint};

/// Reads the training of a folder.
pub(super) fn read(place: &RunPlace) -> Result<Vec<RunDetailsJson>, ReadProblem> {
    let training = TrainingOverview::read(&place.path)?;
    let status = RunStatusJson::of(training.is_running, Some(training.is_complete));
    let mut run = place.run(RunKindJson::Training, "", status);
    run.title = Some(training.recipe.title.clone());
    run.games = training.games;
    run.games_wanted = Some(training.games_wanted);
    run.seconds_left = training.seconds_left;
    Ok(vec![RunDetailsJson {
        settings: Some(training.recipe.canonical()),
        forecasts: (1..).zip(&training.fits).filter_map(forecasts).collect(),
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

/// Returns the predictions of fit `number`; `None` if no games were held out.
fn forecasts((number, fit): (usize, &FitSummary)) -> Option<FitForecastsJson> {
    let quality = fit.held_out?;
    let reliability = quality.reliability.as_ref();
    let [start, fitted] = [0, 1].map(|place| reliability.and_then(|both| both.get(place)));
    Some(FitForecastsJson {
        fit: number,
        games: fit.games[1],
        positions: fit.positions[1],
        forecasters: vec![
            forecaster(ForecasterName::Shares, &quality.shares, None),
            forecaster(ForecasterName::Start, &quality.start, start),
            forecaster(ForecasterName::NaiveBayes, &quality.naive, None),
            forecaster(ForecasterName::Fitted, &quality.fitted, fitted),
        ],
    })
}

fn forecaster(
    forecaster: ForecasterName,
    quality: &ForecastQuality,
    reliability: Option<&Reliability>,
) -> ForecasterJson {
    ForecasterJson {
        forecaster,
        log_loss: quality.log_loss,
        brier: quality.brier,
        accuracy: quality.accuracy,
        calibration_error: quality.calibration_error,
        reliability: reliability.map_or_else(Vec::new, |found| found.points(FEWEST_FORECASTS)),
    }
}
