//! Attribute weights for naive Bayes, fitted together.
//!
//! Weighted naive Bayes gives each attribute's log-odds a weight, and fits those weights to the
//! conditional likelihood of the results (WANBIA-C: Zaidi, Cerquides, Carman and Webb, "Alleviating
//! naive Bayes attribute independence assumption by attribute weighting", 2013). For columns that
//! enter the log-odds linearly that is logistic regression in other coordinates: the minimum is the
//! same. The first guess of the curvature is the diagonal of Fisher's information and of the prior,
//! from which the fit needs fewer steps than from naive Bayes' weights or from equal ones.
//!
//! Around the start's weights lies a normal prior. The likelihood is tempered: the positions of a
//! game share one result, so each position counts as a part of a game.

use super::design::{CoefficientPower, DesignMatrix};
use crate::bayes::{OrderedLogit, OrderedOutcome, minimise};

/// When a step gains less than this part of the whole, the fit is done.
const TOLERANCE: f64 = 1e-7;

/// The most steps of a fit.
const MOST_STEPS: usize = 300;

/// What a fit starts from and how far it is to be trusted.
#[derive(Clone, Debug)]
pub(super) struct FitPrior<'a> {
    /// By column: the weight to start from, in centipawns.
    pub(super) means: &'a [f64],
    /// By column: how far from it the truth is thought to lie, one standard deviation in
    /// centipawns; nought holds the weight.
    pub(super) deviations: &'a [f64],
}

/// Fitted weights.
#[derive(Clone, Debug)]
pub(super) struct FitPosterior {
    /// By column, in centipawns.
    pub(super) weights: Vec<f64>,
    /// By column: the standard deviation that is left, in centipawns. It follows from the diagonal
    /// of the curvature (Laplace's approximation with a diagonal Hessian), as if the other columns
    /// were known, and so is a lower bound.
    pub(super) deviations: Vec<f64>,
    /// How many steps the descent took.
    pub(super) steps: usize,
}

/// How a fit is computed; its result does not depend on it.
pub(super) struct OptimiserSettings<'a> {
    /// The number of threads.
    pub(super) threads: usize,
    /// Asked before each evaluation of the objective; nothing is fitted once it says no.
    pub(super) goes_on: &'a mut dyn FnMut() -> bool,
}

/// How often each outcome is counted in a row.
type Target = [f64; 3];

/// What the rows of a design teach.
#[derive(Clone, Copy, Debug)]
pub(super) struct FitTargets<'a> {
    design: &'a DesignMatrix,
    link: OrderedLogit,
    searches: OrderedLogit,
    trust: f64,
}

impl<'a> FitTargets<'a> {
    /// Games' results, mixed with what searches of the rows foretell by the link `searches`, which have the
    /// share `trust`; without searches nought. Evaluations become probabilities by `link`.
    pub(super) const fn new(
        design: &'a DesignMatrix,
        link: OrderedLogit,
        searches: OrderedLogit,
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
fn expected(target: &Target, of: impl Fn(OrderedOutcome) -> f64) -> f64 {
    let outcomes = OrderedOutcome::ALL.into_iter().zip(target);
    outcomes
        .filter(|(_, share)| **share > 0.0)
        .map(|(grade, share)| share * of(grade))
        .sum()
}

/// The weights most likely after rows each of which counts as `evidence` of a result, where evaluations
/// become probabilities by the targets' link. `None` when the descent was not to go on.
pub(super) fn fit(
    targets: FitTargets<'_>,
    prior: &FitPrior<'_>,
    evidence: f64,
    descent: OptimiserSettings<'_>,
) -> Option<FitPosterior> {
    let FitTargets { design, link, .. } = targets;
    let OptimiserSettings { threads, goes_on } = descent;
    let curvature = |weights: &[f64]| -> Vec<f64> {
        let information = design.pass(weights, threads, CoefficientPower::Two, |_, value| {
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
        let sums = design.pass(weights, threads, CoefficientPower::One, |row, value| {
            let target = &targets.of(row);
            [
                expected(target, |grade| link.loss(value, grade)),
                -expected(target, |grade| link.score_function(value, grade)),
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
    let guess = curvature(prior.means);
    let lowest = minimise(begin, &guess, TOLERANCE, MOST_STEPS, objective)?;
    let deviations = curvature(&lowest.point)
        .into_iter()
        .map(deviation)
        .collect();
    Some(FitPosterior {
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
    use super::super::design::PositionRow;
    use super::*;
    use rand::RngExt as _;

    /// Two columns that mostly say the same, of very different sizes, and one that says nothing.
    fn alike_and_uneven() -> DesignMatrix {
        let mut design = DesignMatrix::new(3);
        let mut draws = crate::rng::stream(7, "uneven columns", 0);
        for _ in 0..600 {
            let [one, noise, luck]: [f64; 3] = draws.random();
            let large = 40.0 * (one - 0.5);
            let small = one - 0.5 + 0.2 * (noise - 0.5);
            let grade = match 2.0 * (one - 0.5) + luck {
                high if high > 0.8 => OrderedOutcome::High,
                low if low < 0.2 => OrderedOutcome::Low,
                _ => OrderedOutcome::Middle,
            };
            let row = PositionRow {
                cells: vec![(0, large, 0.0), (1, small, 0.0)],
                grade: Some(grade),
                ..PositionRow::default()
            };
            design.push(&row, &[0.0; 9]);
        }
        design
    }

    #[test]
    fn free_columns_are_fitted_and_held_ones_stay() {
        let design = alike_and_uneven();
        let link = OrderedLogit {
            scale: 200.0,
            margin: 60.0,
        };
        let prior = FitPrior {
            means: &[1.0; 9],
            deviations: &[500.0, 500.0, 500.0, 500.0, 500.0, 500.0, 0.0, 0.0, 0.0],
        };
        let targets = FitTargets::new(&design, link, link, 0.0);
        let [fitted, alone] = [2, 1].map(|threads| {
            let descent = OptimiserSettings {
                threads,
                goes_on: &mut || true,
            };
            fit(targets, &prior, 1.0, descent).expect("fitted")
        });
        // The rows are of the middlegame, the second three columns. 20 of the first of these win.
        assert!(20.0 * fitted.weights[3] > link.margin, "{fitted:?}");
        assert!(fitted.deviations[3] < 50.0, "{fitted:?}");
        assert_eq!(fitted.weights[6..], [1.0; 3]);
        assert_eq!(fitted.deviations[6..], [0.0; 3]);
        assert_eq!(fitted.weights, alone.weights);
    }

    #[test]
    fn targets_lie_between_results_and_searches() {
        let mut design = DesignMatrix::new(1);
        for grade in OrderedOutcome::ALL {
            design.push(
                &PositionRow {
                    cells: vec![(0, 1.0, 1.0)],
                    grade: Some(grade),
                    searched: Some(80.0),
                    ..PositionRow::default()
                },
                &[0.0; 3],
            );
        }
        let link = OrderedLogit {
            scale: 200.0,
            margin: 60.0,
        };
        let searches = OrderedLogit {
            scale: 150.0,
            ..link
        };
        let foretold = searches.probabilities(80.0);
        for row in 0..3 {
            let target = |trust| FitTargets::new(&design, link, searches, trust).of(row);
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
