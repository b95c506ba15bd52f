//! Weighted naive Bayes: attribute weights, fitted together.
//!
//! Weighted naive Bayes gives each attribute's log-odds a weight, and fits those weights to the conditional
//! likelihood of the results (WANBIA-C: Zaidi, Cerquides, Carman and Webb, "Alleviating naive Bayes attribute
//! independence assumption by attribute weighting", 2013). For columns that enter the log-odds linearly this is
//! logistic regression in other coordinates, with the same minimum. The first estimate of the curvature is the
//! diagonal of the Fisher information plus the prior's; from it the fit needs fewer steps than from the weights of
//! naive Bayes or from equal ones.
//!
//! The prior is normal around the starting weights. The likelihood is tempered: the positions of a game share one
//! result, so each position counts as a part of a game.

use super::design::{CoefficientPower, DesignMatrix};
use crate::bayes::{OrderedLogit, OrderedOutcome, minimise};

/// Relative gain of a step below which the fit has converged.
const TOLERANCE: f64 = 1e-7;

/// Maximum number of steps of a fit.
const MOST_STEPS: usize = 300;

/// The normal prior of a fit.
#[derive(Clone, Debug)]
pub(super) struct FitPrior<'a> {
    /// Means by column, in centipawns; the fit starts from them.
    pub(super) means: &'a [f64],
    /// Standard deviations by column, in centipawns; 0 keeps the weight fixed.
    pub(super) deviations: &'a [f64],
}

/// The posterior of fitted weights.
#[derive(Clone, Debug)]
pub(super) struct FitPosterior {
    /// Most likely weights by column, in centipawns.
    pub(super) weights: Vec<f64>,
    /// Posterior standard deviations by column, in centipawns. They follow from the diagonal of the curvature
    /// (Laplace's approximation with a diagonal Hessian), as if the other columns were known, and so are lower
    /// bounds.
    pub(super) deviations: Vec<f64>,
    /// Number of steps of the optimiser.
    pub(super) steps: usize,
}

/// Settings of the optimiser that do not affect its result.
pub(super) struct OptimiserSettings<'a> {
    /// Number of threads.
    pub(super) threads: usize,
    /// Callback before each evaluation of the objective; false ends the fit without a result.
    pub(super) goes_on: &'a mut dyn FnMut() -> bool,
}

/// Target probabilities of a row: the weights of the three outcomes in its loss.
type Target = [f64; 3];

/// The learning targets of a design's rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct FitTargets<'a> {
    design: &'a DesignMatrix,
    link: OrderedLogit,
    searches: OrderedLogit,
    trust: f64,
}

impl<'a> FitTargets<'a> {
    /// Creates targets: the games' results, mixed with the probabilities that `searches` derives from search scores,
    /// which get the weight `trust`. Without searches `trust` must be 0. `link` turns evaluations into probabilities.
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

/// Returns the expectation of `of` over a target's outcomes.
fn expected(target: &Target, of: impl Fn(OrderedOutcome) -> f64) -> f64 {
    let outcomes = OrderedOutcome::ALL.into_iter().zip(target);
    outcomes
        .filter(|(_, share)| **share > 0.0)
        .map(|(grade, share)| share * of(grade))
        .sum()
}

/// Returns the most likely weights, where each row counts as `evidence` results and the targets' link turns
/// evaluations into probabilities. `None` when the optimiser was stopped.
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

/// Returns the standard deviation that belongs to a curvature; 0 for a fixed weight.
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

    /// Returns two strongly correlated columns of very different sizes, and one without information.
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
        // The rows are middlegame positions, whose columns are the second three; 20 of the first of these win.
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
