//! Learning from positions: every position of a game is a witness to what its terms are worth.
//!
//! A game of self-play has one result but some eighty positions. Each is settled by quiescence
//! (the position at the end of its principal variation), and its evaluation is seen as a sum of
//! coefficients times weights ([`crate::eval::trace`]); an ordered logit turns evaluations into
//! probabilities of win, draw and loss ([`crate::bayes::ordered_logit`]). Naive Bayes over the terms is
//! the baseline, attribute weights fitted together are the result, with a normal prior around the
//! weights that one starts from. Where positions are searched, what the search foretells is mixed
//! with what came. Games, not positions, are divided into those that teach and those
//! that are held out: the positions of one game share its result.
//!
//! Evaluations keep their scale: weights are brought to the size at which the start's own scale
//! predicts best, so that a search's margins keep their meaning.
//!
//! Games of a collection teach as those of self-play do. What people do is foretold well by weights
//! fitted to it, and played badly: they resign what a search would still have to win, and choose
//! whom they meet. Matches tell, not log-loss.
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
mod naive;
mod plan;
mod quality;
mod sample;
mod teacher;
#[cfg(test)]
mod tests;
mod units;
mod widths;

use serde::{Deserialize, Serialize};

use crate::bayes::OrderedLogit;
use crate::bayes::reliability::Reliability;
use crate::heuristic::Heuristic;
use crate::model::RunOrigin;
use crate::phase::{ByPhase, Phase};
use crate::store::Store;

pub use cost::{FitCostEstimate, estimate};
pub use plan::{
    FitPlan, FitProgress, GameKind, GamesRead, PositionSampling, PositionsError, SearchTeaching,
};
pub use quality::ForecastQuality;
pub use units::step;
pub use widths::{level_values_around, widths};

use design::DesignMatrix;
use fit::{FitPosterior, FitPrior, FitTargets, OptimiserSettings, fit};
use gather::{SampledPositions, gather};
use naive::NaiveForecaster;
use quality::{best_link, forecasts, measure, root_mean_square_distance};
use units::ParameterUnits;

/// What was learned from positions.
#[derive(Clone, Debug)]
pub struct FitResult {
    /// The start, its twins made equal.
    pub start: Heuristic,
    /// The fitted heuristic, its twins equal, in centipawns.
    pub fitted: Heuristic,
    /// What is left of doubt about each parameter: one standard deviation in centipawns.
    pub deviations: ByPhase<Vec<f64>>,
    /// How evaluations become probabilities, by the start's weights.
    pub link: OrderedLogit,
    /// By how much fitted weights were multiplied to keep the start's scale.
    pub rescaled: f64,
    /// How many games taught, and how many were held out.
    pub games: [u64; 2],
    /// What games were read.
    pub read: GamesRead,
    /// How many positions taught, and how many were held out.
    pub positions: [u64; 2],
    /// How many steps the fit took.
    pub steps: usize,
    /// The quality on held-out games; `None` when there are too few.
    pub held_out: Option<HeldOutQuality>,
    /// The runs that the games came from.
    pub origins: Vec<RunOrigin>,
}

/// The quality of forecasts on games that were held out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOutQuality {
    /// By how often each result came among the games that taught, whatever the position.
    pub shares: ForecastQuality,
    /// By the start's evaluations, at their best scale.
    pub start: ForecastQuality,
    /// By naive Bayes over the terms.
    pub naive: ForecastQuality,
    /// By the fitted weights before they are rounded, at the start's scale.
    pub fitted: ForecastQuality,
    /// Forecasts by the start's evaluations and by the fitted weights, each result's probability by how
    /// often it came; `None` in figures of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reliability: Option<[Reliability; 2]>,
    /// How far evaluations are from what searches find; `None` where nothing was searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_searches: Option<SearchDistances>,
}

/// How far evaluations are from searches of the same positions, in points of a game.
///
/// The root of the mean squared distance between the points that both expect.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchDistances {
    /// Of the start's evaluations.
    pub start: f64,
    /// Of the fitted weights'.
    pub fitted: f64,
}

/// Learns weights from the positions of a database's games, beginning at `start`.
///
/// The same games and plan give the same weights on any number of threads.
///
/// # Errors
///
/// [`PositionsError`] when the database cannot be read or does not hold enough.
pub fn learn_positions(
    store: &Store,
    start: &Heuristic,
    plan: &FitPlan,
    on_progress: &mut dyn FnMut(FitProgress),
) -> Result<FitResult, PositionsError> {
    let units = ParameterUnits::of(start.schema());
    let means = units.weights(start);
    let start = units.heuristic(start, &means);
    // What is rounded there is what positions are seen with.
    let means = units.weights(&start);
    let gathered = gather(store, &start, &units, plan, on_progress)?;
    if plan.stop.is_raised() {
        return Err(PositionsError::Stopped);
    }
    let design = &gathered.training;
    if design.rows() == 0 {
        return Err(PositionsError::NoPositions(store.file().to_owned()));
    }
    let too_few = || PositionsError::TooFew {
        file: store.file().to_owned(),
        positions: design.rows() as u64,
        games: gathered.games[0],
    };
    let values = design.values(&means, plan.threads);
    let link = best_link(design, &values).ok_or_else(too_few)?;
    let deviations = prior_deviations(&start, &units, plan);
    let prior = FitPrior {
        means: &means,
        deviations: &deviations,
    };
    let evidence = plan.evidence * gathered.games[0] as f64 / design.rows() as f64;
    let mut passes = 0;
    let trust = plan
        .teaching
        .as_ref()
        .map_or(0.0, |teaching| teaching.trust);
    let searches = link_of_searches(design, link, plan);
    let targets = FitTargets::new(design, link, searches, trust);
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
    let fitted = fit(targets, &prior, evidence, descent);
    let posterior = fitted.ok_or(PositionsError::Stopped)?;
    let (posterior, rescaled) = at_scale(posterior, design, link, plan);
    let links = [link, searches];
    let held_out = judged(&gathered, &means, &posterior.weights, links, plan);
    Ok(FitResult {
        fitted: units.heuristic(&start, &posterior.weights),
        start,
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

/// What searches foretell: by the learner's own scale where they are its own, else by the scale at which
/// they predict best.
fn link_of_searches(design: &DesignMatrix, own: OrderedLogit, plan: &FitPlan) -> OrderedLogit {
    match &plan.teaching {
        Some(SearchTeaching { by: Some(_), .. }) => {
            let searched: Vec<f64> = design.searched().iter().copied().map(f64::from).collect();
            best_link(design, &searched).unwrap_or(own)
        }
        _ => own,
    }
}

/// One standard deviation of the prior by column; nought for terms that are held.
fn prior_deviations(start: &Heuristic, units: &ParameterUnits, plan: &FitPlan) -> Vec<f64> {
    let widths = widths(start);
    let parameters = start.schema().parameters();
    units.columns(|phase: Phase, parameter| {
        if plan.held.contains(&parameters[parameter].group.term()) {
            0.0
        } else {
            plan.prior * f64::from(widths[phase][parameter])
        }
    })
}

/// The weights multiplied so that `link`'s scale predicts best with them. Where terms are held
/// they already say what the scale is.
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
        from_searches: plan.teaching.as_ref().map(|_| SearchDistances {
            start: from_searches(means),
            fitted: from_searches(fitted),
        }),
    })
}
