//! Attribute weights for naive Bayes, fitted together.
//!
//! Weighted naive Bayes gives each attribute's log-odds a weight, and fits those weights to the
//! conditional likelihood of the results (WANBIA-C: Zaidi, Cerquides, Carman and Webb, "Alleviating
//! naive Bayes attribute independence assumption by attribute weighting", 2013). For columns that
//! enter the log-odds linearly that is logistic regression in other coordinates, with naive Bayes
//! as its preconditioner (Zaidi, Carman, Cerquides and Webb, "Naive-Bayes inspired effective
//! pre-conditioner for speeding-up logistic regression", 2014): here the descent begins with the
//! diagonal of Fisher's information, as if columns were independent.
//!
//! Around the start's weights lies a normal prior. The likelihood is tempered: the positions of a
//! game share one result, so each position counts as a part of a game.
//!
//! May use: `bayes`.

use super::design::{Design, Power};
use crate::bayes::{Ordered, descend};

/// When a step gains less than this part of the whole, the fit is done.
const TOLERANCE: f64 = 1e-7;

/// The most steps of a fit.
const MOST_STEPS: usize = 300;

/// What a fit starts from and how far it is to be trusted.
#[derive(Clone, Debug)]
pub(super) struct Prior<'a> {
    /// By column: the weight to start from, in centipawns.
    pub(super) means: &'a [f64],
    /// By column: how far from it the truth is thought to lie, one standard deviation in
    /// centipawns; nought holds the weight.
    pub(super) deviations: &'a [f64],
}

/// Fitted weights.
#[derive(Clone, Debug)]
pub(super) struct Posterior {
    /// By column, in centipawns.
    pub(super) weights: Vec<f64>,
    /// By column: the standard deviation that is left, in centipawns. It follows from the diagonal
    /// of the curvature (Laplace's approximation with a diagonal Hessian), as if the other columns
    /// were known, and so is a lower bound.
    pub(super) deviations: Vec<f64>,
    /// How many steps the descent took.
    pub(super) steps: usize,
}

/// The weights most likely after the rows of `design`, each of which counts as `evidence` of a
/// result, where evaluations become probabilities by `link`. `on_step` hears of each evaluation of
/// the objective.
pub(super) fn fit(
    design: &Design,
    prior: &Prior<'_>,
    link: Ordered,
    evidence: f64,
    threads: usize,
    on_step: &mut dyn FnMut(),
) -> Posterior {
    let grades = design.grades();
    let curvature = |weights: &[f64]| -> Vec<f64> {
        let information = design.pass(weights, threads, Power::Two, |_, value| {
            [0.0, link.information(value)]
        });
        let columns = information.columns.iter().zip(prior.deviations);
        columns
            .map(|(information, deviation)| {
                if *deviation > 0.0 {
                    evidence * information + deviation.powi(-2)
                } else {
                    0.0
                }
            })
            .collect()
    };
    let objective = |weights: &[f64]| {
        on_step();
        let sums = design.pass(weights, threads, Power::One, |row, value| {
            let grade = grades[row];
            [link.loss(value, grade), -link.pull(value, grade)]
        });
        let mut value = evidence * sums.total;
        let mut gradient = sums.columns;
        for (column, slope) in gradient.iter_mut().enumerate() {
            let deviation = prior.deviations[column];
            *slope *= evidence;
            if deviation > 0.0 {
                let off = (weights[column] - prior.means[column]) / deviation;
                value += off * off / 2.0;
                *slope += off / deviation;
            }
        }
        (value, gradient)
    };
    let begin = prior.means.to_vec();
    let lowest = descend(
        begin,
        &curvature(prior.means),
        TOLERANCE,
        MOST_STEPS,
        objective,
    );
    let deviations = curvature(&lowest.point)
        .into_iter()
        .map(|curvature| {
            if curvature > 0.0 {
                curvature.sqrt().recip()
            } else {
                0.0
            }
        })
        .collect();
    Posterior {
        weights: lowest.point,
        deviations,
        steps: lowest.steps,
    }
}
