//! The baseline of naive Bayes over the columns: each term's evidence is taken as independent.
//!
//! Within each result a column is assumed normally distributed, with a mean for each result and one variance (Bishop
//! 2006, §4.2.1, with a diagonal covariance). The log-odds between results are then sums over columns, whose slopes
//! are naive Bayes' weights. Correlated terms are counted twice, so these weights are overconfident; they are the
//! baseline that fitted attribute weights must beat.

use super::design::{CoefficientPower, DesignMatrix};
use crate::bayes::{OrderedOutcome, normalise};
use crate::units::LogProb;

/// Variance below which a column is ignored.
const LEAST_VARIANCE: f64 = 1e-6;

/// The naive Bayes classifier.
#[derive(Clone, Debug)]
pub(super) struct NaiveForecaster {
    /// Slopes of the log-probability along each column, by result.
    slopes: [Vec<f64>; 3],
    /// Log-probabilities by result where all columns are 0.
    levels: [f64; 3],
}

impl NaiveForecaster {
    /// Learns from all rows of a design matrix.
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

    /// Returns the probabilities of low, middle and high for each row.
    pub(super) fn forecasts(&self, design: &DesignMatrix, threads: usize) -> Vec<[f64; 3]> {
        let nothing = vec![0.0; design.columns()];
        // The constants of rows are no attributes of this classifier, so they are subtracted.
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
