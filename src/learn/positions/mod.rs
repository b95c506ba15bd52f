//! Learning from positions: fitting weights to all positions of games and their results.
//!
//! A game of self-play has one result but some eighty positions. Each is settled by quiescence (replaced by the end
//! of its principal variation), and its evaluation is written as a sum of coefficients times weights
//! ([`crate::eval::trace`]). An ordered logit turns evaluations into probabilities of win, draw and loss
//! ([`crate::bayes::ordered_logit`]). Naive Bayes over the terms is the baseline; attribute weights fitted together,
//! with a normal prior around the starting weights, are the result. If positions are searched, the probabilities from
//! search scores are mixed with the results. Training and held-out data are separated by games, not positions, since
//! the positions of one game share its result.
//!
//! Evaluations keep their scale: the fitted weights are scaled so that they predict best at the start's scale, which
//! keeps the meaning of a search's margins.
//!
//! Games of a collection are learned from like those of self-play. Weights fitted to games of people predict these
//! games well but play badly: people resign games that a search would still have to win, and choose their opponents.
//! So matches, not log-loss, measure success.
//!
//! Sources: Tesauro, "Comparison training of chess evaluation functions" (2001); Österlund, "Texel's
//! tuning method" (2014), for results predicted from settled positions; Zaidi and others (2013) for
//! weighted naive Bayes; Fernández, *BayesChess* (2005), for naive Bayes in this place.

pub mod bounds;
mod cost;
mod design;
mod evaluators;
mod fit;
mod gather;
mod line_outcome;
mod lines;
mod naive;
mod plan;
mod quality;
mod rescore;
mod row_flow;
mod sample;
mod sampled_file;
mod sampled_part;
mod sampled_positions;
mod starting_point;
mod teacher;
#[cfg(test)]
mod tests;
mod units;
mod widths;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::bayes::OrderedLogit;
use crate::bayes::reliability::Reliability;
use crate::heuristic::Heuristic;
use crate::model::RunOrigin;
use crate::phase::{ByPhase, Phase};
use crate::store::Store;

pub use cost::{FitCostEstimate, estimate};
pub use lines::PositionFiles;
pub use plan::{
    FitPlan, FitProgress, GameKind, GamesRead, PositionSampling, PositionsError, SearchTeaching,
};
pub use quality::ForecastQuality;
pub use rescore::GameRescorer;
pub use sampled_file::{SampledFileError, join_sampled};
pub use sampled_part::{PositionSource, count_sampled, sample_identity, sample_part};
pub use units::step;
pub use widths::{level_values_around, widths};

use design::DesignMatrix;
use fit::{FitPosterior, FitPrior, FitTargets, OptimiserSettings, fit};
use gather::gather;
use line_outcome::PEOPLE;
use lines::gather_lines;
use naive::NaiveForecaster;
use quality::{best_link, forecasts, measure, root_mean_square_distance};
use row_flow::RowFlow;
use sampled_positions::SampledPositions;
use starting_point::StartingPoint;
use units::ParameterUnits;

/// The result of a fit to positions.
#[derive(Clone, Debug)]
pub struct FitResult {
    /// Starting heuristic, with equal weights for both colours.
    pub start: Heuristic,
    /// Fitted heuristic, with equal weights for both colours, in centipawns.
    pub fitted: Heuristic,
    /// Posterior standard deviations of the weights, in centipawns.
    pub deviations: ByPhase<Vec<f64>>,
    /// Link from evaluations to probabilities, fitted with the starting weights.
    pub link: OrderedLogit,
    /// Factor by which the fitted weights were multiplied to keep the start's scale.
    pub rescaled: f64,
    /// Number of training games, and of held-out games.
    pub games: [u64; 2],
    /// Counts of the games read and left out.
    pub read: GamesRead,
    /// Number of training positions, and of held-out positions.
    pub positions: [u64; 2],
    /// Number of steps of the fit.
    pub steps: usize,
    /// Quality of predictions on held-out games; `None` if there are too few.
    pub held_out: Option<HeldOutQuality>,
    /// Runs that the games came from.
    pub origins: Vec<RunOrigin>,
}

/// The quality of several predictions on held-out games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOutQuality {
    /// Quality of the frequencies of the results in training games, independent of the position.
    pub shares: ForecastQuality,
    /// Quality of the starting weights' evaluations, at their best scale.
    pub start: ForecastQuality,
    /// Quality of naive Bayes over the terms.
    pub naive: ForecastQuality,
    /// Quality of the fitted weights before rounding, at the start's scale.
    pub fitted: ForecastQuality,
    /// Reliability of the probabilities by the starting weights and by the fitted weights; `None` in files of older
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reliability: Option<[Reliability; 2]>,
    /// Differences of evaluations from search scores; `None` if nothing was searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_searches: Option<SearchDistances>,
}

/// The differences of evaluations from searches of the same positions, in points of a game: root mean squares of the
/// differences in expected points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchDistances {
    /// Difference of the starting weights' evaluations.
    pub start: f64,
    /// Difference of the fitted weights' evaluations.
    pub fitted: f64,
}

/// Fits weights to the positions of a database's games, starting at `start`.
///
/// The same games and plan give the same weights on any number of threads.
///
/// # Errors
///
/// [`PositionsError`] if the database cannot be read or does not suffice, or when stopped.
pub fn learn_positions(
    store: &Store,
    start: &Heuristic,
    plan: &FitPlan,
    on_progress: &mut dyn FnMut(FitProgress),
) -> Result<FitResult, PositionsError> {
    let from = StartingPoint::of(start);
    let mut flow = RowFlow::of_fit(plan, &from.start, &from.units)?;
    gather(store, &mut flow, plan, on_progress)?;
    let (gathered, _) = flow.finish(plan)?;
    let trust = plan
        .teaching
        .as_ref()
        .map_or(0.0, |teaching| teaching.trust);
    let mix = |design: &DesignMatrix, link| (link_of_searches(design, link, plan), trust);
    learn_gathered(gathered, &from, plan, (store.file(), &mix), on_progress)
}

/// Fits weights to the positions of files, starting at `start`. The results and scores of the lines are learned from
/// as results of games and scores of searches.
///
/// # Errors
///
/// [`PositionsError`] if a file cannot be read or the positions do not suffice, or when stopped.
pub fn learn_position_files(
    files: &PositionFiles,
    start: &Heuristic,
    plan: &FitPlan,
    on_progress: &mut dyn FnMut(FitProgress),
) -> Result<FitResult, PositionsError> {
    let from = StartingPoint::of(start);
    let mut flow = RowFlow::of_fit(plan, &from.start, &from.units)?;
    let some_results = gather_lines(files, &mut flow, plan, on_progress)?;
    let (mut gathered, _) = flow.finish(plan)?;
    let all_scored = gathered.searched_all();
    if !all_scored {
        gathered.training.forget_searches();
        gathered.held_out.forget_searches();
    }
    let mix = |design: &DesignMatrix, link| match &plan.teaching {
        Some(teaching) => (link_of_searches(design, link, plan), teaching.trust),
        None if !all_scored => (link, 0.0),
        // Results that were drawn by the scores say less than the scores.
        None if !some_results => (PEOPLE, 1.0),
        None => (link_to_scores(design, link), files.trust),
    };
    let name = files.files.first().cloned().unwrap_or_default();
    learn_gathered(gathered, &from, plan, (&name, &mix), on_progress)
}

/// Fits, and reports each pass over the positions.
fn fit_watched(
    targets: FitTargets<'_>,
    prior: &FitPrior<'_>,
    evidence: f64,
    plan: &FitPlan,
    on_progress: &mut dyn FnMut(FitProgress),
) -> Result<FitPosterior, PositionsError> {
    let mut passes = 0;
    let descent = OptimiserSettings {
        threads: plan.threads,
        goes_on: &mut || {
            if plan.stop.is_raised() {
                return false;
            }
            passes += 1;
            on_progress(FitProgress::Passes(passes));
            true
        },
    };
    fit(targets, prior, evidence, descent).ok_or(PositionsError::Stopped)
}

/// Function that returns the link of search scores, and their weight against results, from the link of evaluations.
type MixOfTargets<'a> = &'a dyn Fn(&DesignMatrix, OrderedLogit) -> (OrderedLogit, f64);

/// Fits weights to gathered positions, which come from `file`.
fn learn_gathered(
    gathered: SampledPositions,
    from: &StartingPoint,
    plan: &FitPlan,
    (file, mix): (&Path, MixOfTargets<'_>),
    on_progress: &mut dyn FnMut(FitProgress),
) -> Result<FitResult, PositionsError> {
    let StartingPoint {
        units,
        start,
        means,
    } = from;
    if plan.stop.is_raised() {
        return Err(PositionsError::Stopped);
    }
    let design = &gathered.training;
    if design.rows() == 0 {
        return Err(PositionsError::NoPositions(file.to_owned()));
    }
    let values = design.values(means, plan.threads);
    let link = best_link(design, &values).ok_or_else(|| PositionsError::TooFew {
        file: file.to_owned(),
        positions: design.rows() as u64,
        games: gathered.games[0],
    })?;
    let deviations = prior_deviations(start, units, plan);
    let prior = FitPrior {
        means,
        deviations: &deviations,
    };
    let evidence = plan.evidence * gathered.games[0] as f64 / design.rows() as f64;
    let (searches, trust) = mix(design, link);
    let targets = FitTargets::new(design, link, searches, trust);
    let posterior = fit_watched(targets, &prior, evidence, plan, on_progress)?;
    let (posterior, rescaled) = at_scale(posterior, design, link, plan);
    let held_out = judged(&gathered, means, &posterior.weights, [link, searches], plan);
    Ok(FitResult {
        fitted: units.heuristic(start, &posterior.weights),
        start: start.clone(),
        deviations: units.spread(&posterior.deviations),
        link,
        rescaled,
        games: gathered.games,
        read: gathered.read,
        positions: [gathered.training.rows(), gathered.held_out.rows()].map(|rows| rows as u64),
        steps: posterior.steps,
        held_out,
        origins: gathered.origins,
    })
}

/// Returns the link from search scores to probabilities: `own` if the fitted heuristic searches itself, else one
/// fitted to the scores of the other heuristic.
fn link_of_searches(design: &DesignMatrix, own: OrderedLogit, plan: &FitPlan) -> OrderedLogit {
    match &plan.teaching {
        Some(SearchTeaching { by: Some(_), .. }) => link_to_scores(design, own),
        _ => own,
    }
}

/// Returns the link that predicts results best from scores; `own` if there are too few.
fn link_to_scores(design: &DesignMatrix, own: OrderedLogit) -> OrderedLogit {
    let searched: Vec<f64> = design.searched().iter().copied().map(f64::from).collect();
    best_link(design, &searched).unwrap_or(own)
}

/// Returns the standard deviations of the prior by column, in centipawns; 0 for fixed terms.
fn prior_deviations(start: &Heuristic, units: &ParameterUnits, plan: &FitPlan) -> Vec<f64> {
    let widths = widths(start);
    let parameters = start.schema().parameters();
    units.columns(|phase: Phase, parameter| {
        if plan.held.contains(&parameters[parameter].kind.term()) {
            0.0
        } else {
            plan.prior * f64::from(widths[phase][parameter])
        }
    })
}

/// Returns the weights multiplied by the factor that makes `link`'s scale their best. With fixed terms the factor is
/// 1, since these determine the scale.
fn at_scale(
    mut posterior: FitPosterior,
    design: &DesignMatrix,
    link: OrderedLogit,
    plan: &FitPlan,
) -> (FitPosterior, f64) {
    if !plan.held.is_empty() {
        return (posterior, 1.0);
    }
    let values = design.values(&posterior.weights, plan.threads);
    let Some(own) = best_link(design, &values) else {
        return (posterior, 1.0);
    };
    let factor = link.scale / own.scale;
    for number in posterior
        .weights
        .iter_mut()
        .chain(&mut posterior.deviations)
    {
        *number *= factor;
    }
    (posterior, factor)
}

fn judged(
    gathered: &SampledPositions,
    means: &[f64],
    fitted: &[f64],
    [link, searches]: [OrderedLogit; 2],
    plan: &FitPlan,
) -> Option<HeldOutQuality> {
    let (training, held_out) = (&gathered.training, &gathered.held_out);
    let grades = held_out.grades();
    let by_weights = |weights: &[f64]| {
        let values = held_out.values(weights, plan.threads);
        measure(&forecasts(&values, link), grades)
    };
    let (start, of_start) = by_weights(means)?;
    let (fit, of_fit) = by_weights(fitted)?;
    let mut shares = [0.0; 3];
    for grade in training.grades() {
        shares[*grade as usize] += 1.0 / training.rows() as f64;
    }
    let from_searches = |weights: &[f64]| {
        let values = held_out.values(weights, plan.threads);
        root_mean_square_distance((&values, link), (held_out.searched(), searches))
    };
    let naive = NaiveForecaster::of(training, plan.threads);
    Some(HeldOutQuality {
        shares: measure(&vec![shares; held_out.rows()], grades)?.0,
        start,
        naive: measure(&naive.forecasts(held_out, plan.threads), grades)?.0,
        fitted: fit,
        reliability: Some([of_start, of_fit]),
        from_searches: (!held_out.searched().is_empty()).then(|| SearchDistances {
            start: from_searches(means),
            fitted: from_searches(fitted),
        }),
    })
}
