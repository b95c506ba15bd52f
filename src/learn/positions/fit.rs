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
use crate::bayes::{Grade, Ordered, descend};

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

/// How often each outcome is counted in a row.
type Target = [f64; 3];

/// What the rows of a design teach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Targets<'a> {
    design: &'a Design,
    link: Ordered,
    searches: Ordered,
    trust: f64,
}

impl<'a> Targets<'a> {
    /// Games' results, mixed with what searches of the rows foretell by the link `searches`, which have the
    /// share `trust`; without searches nought. Evaluations become probabilities by `link`.
    pub(super) const fn new(
        design: &'a Design,
        link: Ordered,
        searches: Ordered,
        trust: f64,
    ) -> Self {
        Self {
            design,
            link,
            searches,
            trust,
        }
    }

    fn of(&self, row: usize) -> Target {
        let mut target = match self.design.searched().get(row) {
            Some(searched) => self
                .searches
                .probabilities(f64::from(*searched))
                .map(|probability| self.trust * probability),
            None => [0.0; 3],
        };
        target[self.design.grades()[row] as usize] += 1.0 - self.trust;
        target
    }
}

/// The mean over a target's outcomes of what `of` says of them.
fn expected(target: &Target, of: impl Fn(Grade) -> f64) -> f64 {
    let outcomes = Grade::ALL.into_iter().zip(target);
    outcomes
        .filter(|(_, share)| **share > 0.0)
        .map(|(grade, share)| share * of(grade))
        .sum()
}

/// The weights most likely after rows each of which counts as `evidence` of a result, where evaluations
/// become probabilities by the targets' link. `goes_on` is asked before each evaluation of the objective; nothing
/// is fitted once it says no.
pub(super) fn fit(
    targets: Targets<'_>,
    prior: &Prior<'_>,
    evidence: f64,
    threads: usize,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<Posterior> {
    let Targets { design, link, .. } = targets;
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
        if !goes_on() {
            return None;
        }
        let sums = design.pass(weights, threads, Power::One, |row, value| {
            let target = &targets.of(row);
            [
                expected(target, |grade| link.loss(value, grade)),
                -expected(target, |grade| link.pull(value, grade)),
            ]
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
        Some((value, gradient))
    };
    let begin = prior.means.to_vec();
    let lowest = descend(
        begin,
        &curvature(prior.means),
        TOLERANCE,
        MOST_STEPS,
        objective,
    )?;
    let deviations = curvature(&lowest.point)
        .into_iter()
        .map(deviation)
        .collect();
    Some(Posterior {
        weights: lowest.point,
        deviations,
        steps: lowest.steps,
    })
}

/// The standard deviation that a curvature leaves; none along an axis that is held.
fn deviation(curvature: f64) -> f64 {
    if curvature > 0.0 {
        curvature.sqrt().recip()
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::design::Row;
    use super::*;

    #[test]
    fn targets_lie_between_results_and_searches() {
        let mut design = Design::new(1);
        for grade in Grade::ALL {
            design.push(
                &Row {
                    cells: vec![(0, 1.0, 1.0)],
                    grade: Some(grade),
                    searched: Some(80.0),
                    ..Row::default()
                },
                &[0.0; 3],
            );
        }
        let link = Ordered {
            scale: 200.0,
            margin: 60.0,
        };
        let searches = Ordered {
            scale: 150.0,
            ..link
        };
        let foretold = searches.probabilities(80.0);
        for row in 0..3 {
            let target = |trust| Targets::new(&design, link, searches, trust).of(row);
            let mut result = [0.0; 3];
            result[row] = 1.0;
            assert_eq!(target(0.0).map(f64::to_bits), result.map(f64::to_bits));
            assert_eq!(target(1.0).map(f64::to_bits), foretold.map(f64::to_bits));
            let mixed = target(0.25);
            assert!((mixed.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!((mixed[row] - 0.75 - 0.25 * foretold[row]).abs() < 1e-12);
        }
    }
}
