//! What gains are to be expected of the values of an option: their posterior, by a prior that all options share.
//!
//! The best of many measured values is partly the luckiest, so it counts for less than it seems. How much less is told by
//! all options together (empirical Bayes; Efron and Morris, *JASA* 70, 1975, pp. 311-319). Assumed is:
//!
//! - A number lies on a hill whose top is near the start, since somebody chose that: a parabola with a slope of its own,
//!   and each value a little beside it.
//! - Words, checks among them, have strengths that are independent of each other.
//! - Options matter more or less: each has one of six sizes, 0 among them.
//! - The first or the last number may be a cliff, which tells nothing of the others.
//!
//! The shape that all share is the one under which what was measured is most likely. Sizes and cliffs of each option are
//! weighed by how likely they make what was measured of it.

mod measured;
mod shape;

#[cfg(test)]
mod tests;

pub(super) use measured::MeasuredGains;

use crate::bayes::effect::Effect;
use shape::{PriorShape, SIZES, log_sum};

/// The count of each size before any option, for their frequencies.
const SIZE_COUNT: f64 = 0.5;

/// Rounds in which frequencies of sizes are found (expectation maximisation).
const ROUNDS: usize = 8;

/// The shape with which the search begins, in mean errors.
const BEGIN: PriorShape = PriorShape([0.3, 0.5, 0.3, 0.1, 0.5]);

/// The least and the greatest number of a shape, in mean errors.
const BOUNDS: [f64; 2] = [0.01, 60.0];

/// The factor by which the search begins to change a number of the shape, and at which it ends.
const FACTORS: [f64; 2] = [2.0, 1.12];

/// A prior that was fitted to what was measured of several options.
#[derive(Clone, Debug)]
pub(super) struct FittedPrior {
    shape: PriorShape,
    /// Frequency of each size.
    sizes: [f64; SIZES.len()],
}

impl FittedPrior {
    /// Fits the prior to what was measured; `None` without any.
    pub(super) fn fit(options: &[&MeasuredGains]) -> Option<Self> {
        let error = mean_error(options)?;
        let mut shape = BEGIN.times(error);
        let mut best = log_likelihood(options, shape);
        let mut factor = FACTORS[0];
        while factor > FACTORS[1] {
            let mut is_better = false;
            for place in 0..shape.0.len() {
                for by in [factor, 1.0 / factor] {
                    let mut other = shape;
                    other.0[place] =
                        (shape.0[place] * by).clamp(BOUNDS[0] * error, BOUNDS[1] * error);
                    let found = log_likelihood(options, other);
                    if found > best + 1e-6 {
                        (shape, best, is_better) = (other, found, true);
                        break;
                    }
                }
            }
            if !is_better {
                factor = factor.sqrt();
            }
        }
        let each: Vec<_> = options.iter().map(|option| option.by_size(shape)).collect();
        let sizes = frequencies(&each);
        Some(Self { shape, sizes })
    }

    /// Returns the posterior of the gain of each value of an option that was tried, and of numbers between them if they may
    /// be chosen.
    pub(super) fn posterior(&self, option: &MeasuredGains) -> Vec<(String, Effect)> {
        option.posterior(self.shape, self.sizes)
    }
}

/// The root of the mean squared error of all gains; `None` without any.
fn mean_error(options: &[&MeasuredGains]) -> Option<f64> {
    let errors: Vec<f64> = options
        .iter()
        .flat_map(|option| option.variances())
        .collect();
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    (mean > 0.0).then(|| mean.sqrt())
}

/// The logarithm of the likelihood of a shape, at its likeliest frequencies of sizes.
fn log_likelihood(options: &[&MeasuredGains], shape: PriorShape) -> f64 {
    let each: Vec<_> = options.iter().map(|option| option.by_size(shape)).collect();
    let sizes = frequencies(&each);
    each.iter()
        .map(|by_size| log_sum(&weighted(by_size, &sizes)))
        .sum()
}

/// The likeliest frequencies of sizes, given the log density of each option by size.
fn frequencies(options: &[[f64; SIZES.len()]]) -> [f64; SIZES.len()] {
    let mut sizes = [1.0 / SIZES.len() as f64; SIZES.len()];
    for _ in 0..ROUNDS {
        let mut counts = [SIZE_COUNT; SIZES.len()];
        for by_size in options {
            let logs = weighted(by_size, &sizes);
            let all = log_sum(&logs);
            for (count, log) in counts.iter_mut().zip(logs) {
                *count += (log - all).exp();
            }
        }
        let total: f64 = counts.iter().sum();
        sizes = counts.map(|count| count / total);
    }
    sizes
}

fn weighted(by_size: &[f64; SIZES.len()], sizes: &[f64; SIZES.len()]) -> [f64; SIZES.len()] {
    let mut logs = *by_size;
    for (log, frequency) in logs.iter_mut().zip(sizes) {
        *log += frequency.ln();
    }
    logs
}
