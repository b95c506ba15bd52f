//! Naive Bayes over the columns: what the terms say when each is believed to speak for itself.
//!
//! Within each result a column is taken to be normally distributed, with a mean of the result's and
//! a variance of its own (Bishop 2006, §4.2.1, with a diagonal covariance). The log-odds between
//! results are then sums over columns, their slopes the weights that naive Bayes would give. Terms
//! that say the same twice are believed twice, so these weights predict too boldly; they are the
//! baseline that fitted attribute weights must beat.

use super::design::{CoefficientPower, DesignMatrix};
use crate::bayes::{OrderedOutcome, normalise};
use crate::units::LogProb;

/// A column that varies less is taken to say nothing.
const LEAST_VARIANCE: f64 = 1e-6;

/// The classifier.
#[derive(Clone, Debug)]
pub(super) struct NaiveForecaster {
    /// By grade: the slope of the logarithm along each column.
    slopes: [Vec<f64>; 3],
    /// By grade: the logarithm where all columns are nought.
    levels: [f64; 3],
}

impl NaiveForecaster {
    /// Learned from all rows of a design.
    pub(super) fn of(design: &DesignMatrix, threads: usize) -> Self {
        let nothing = vec![0.0; design.columns()];
        let grades = design.grades();
        let rows = design.rows() as f64;
        let squares = design.pass(&nothing, threads, CoefficientPower::Two, |_, _| [0.0, 1.0]);
        let sums = OrderedOutcome::ALL.map(|grade| {
            design.pass(&nothing, threads, CoefficientPower::One, |row, _| {
                [f64::from(u8::from(grades[row] == grade)); 2]
            })
        });
        let mut naive = Self {
            slopes: [(); 3].map(|()| nothing.clone()),
            levels: [0, 1, 2].map(|which: usize| ((sums[which].total + 1.0) / (rows + 3.0)).ln()),
        };
        for column in 0..design.columns() {
            let means = [0, 1, 2]
                .map(|which: usize| sums[which].columns[column] / sums[which].total.max(1.0));
            let between: f64 = means
                .iter()
                .zip(&sums)
                .map(|(mean, sums)| mean * mean * sums.total)
                .sum();
            let variance = (squares.columns[column] - between) / rows;
            if variance.is_nan() || variance < LEAST_VARIANCE {
                continue;
            }
            for (which, mean) in means.into_iter().enumerate() {
                naive.slopes[which][column] = mean / variance;
                naive.levels[which] -= mean * mean / (2.0 * variance);
            }
        }
        naive
    }

    /// The probabilities of low, middle and high in each row.
    pub(super) fn forecasts(&self, design: &DesignMatrix, threads: usize) -> Vec<[f64; 3]> {
        let nothing = vec![0.0; design.columns()];
        // What is in a row beside its columns is not for this classifier to see.
        let beside = design.values(&nothing, threads);
        let values = self
            .slopes
            .each_ref()
            .map(|slopes| design.values(slopes, threads));
        (0..design.rows())
            .map(|row| {
                let joint = [0, 1, 2].map(|which: usize| {
                    LogProb(self.levels[which] + values[which][row] - beside[row])
                });
                let forecast = normalise(&joint);
                [0, 1, 2].map(|which: usize| forecast[which])
            })
            .collect()
    }
}
