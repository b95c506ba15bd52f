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

use super::curve::OptionCurve;
use super::option::{OptionKind, TunedOption};
use crate::bayes::effect::Effect;
use crate::bayes::{cholesky, dot, solve_symmetric};

/// How much an option matters, as a factor of the shape that all share.
const SIZES: [f64; 6] = [0.0, 0.25, 0.5, 1.0, 2.0, 4.0];

/// Whether the first and the last number are cliffs, with the probability before any game.
const CLIFFS: [([bool; 2], f64); 4] = [
    ([false, false], 0.85),
    ([true, false], 0.06),
    ([false, true], 0.06),
    ([true, true], 0.03),
];

/// The standard deviation of a cliff's strength, in points.
const CLIFF: f64 = 0.1;

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

/// What all options share, in points at half the range from the start: the hill's mean loss, and the standard deviations
/// of its slope, its bend, each number beside it, and of words.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PriorShape([f64; 5]);

/// A prior that was fitted to what was measured of several options.
#[derive(Clone, Debug)]
pub(super) struct FittedPrior {
    shape: PriorShape,
    /// Frequency of each size.
    sizes: [f64; SIZES.len()],
}

/// What was measured of the values of one option, without the start.
#[derive(Clone, Debug)]
pub(super) struct MeasuredGains {
    /// Numbers of the values.
    values: Vec<usize>,
    /// Their gains over the start, in points.
    gains: Vec<f64>,
    /// Covariance of the errors, row by row.
    errors: Vec<f64>,
    /// Distance from the start, in halves of the range; `None` for words.
    distances: Option<Vec<f64>>,
    /// Places in `values` of the ends of the range, where they are not the start.
    ends: [Option<usize>; 2],
}

/// The gains of one option before any game, for one size and cliffs.
struct Prior {
    means: Vec<f64>,
    covariance: Vec<f64>,
}

impl MeasuredGains {
    /// Takes the gains of an option from its curve.
    pub(super) fn of(option: &TunedOption, curve: &OptionCurve) -> Self {
        let start = option.start;
        let is_told = |value: &usize| curve.difference(*value, start).is_some();
        let values: Vec<usize> = (0..curve.values()).filter(is_told).collect();
        let pairs = values
            .iter()
            .flat_map(|row| values.iter().map(|column| (*row, *column)));
        let last = curve.values().saturating_sub(1);
        Self {
            gains: values.iter().map(|value| curve.strength(*value)).collect(),
            errors: pairs
                .map(|(row, column)| curve.covariance(row, column))
                .collect(),
            distances: distances(option, &values),
            ends: [0, last].map(|end| values.iter().position(|value| *value == end)),
            values,
        }
    }

    /// The prior of an option of this size with these cliffs.
    fn prior(&self, shape: PriorShape, size: f64, cliffs: [bool; 2]) -> Prior {
        let PriorShape([hill, slope, bend, rough, words]) = shape;
        let number = self.gains.len();
        let is_cliff = |place: usize| {
            let mut ends = self.ends.iter().zip(cliffs);
            ends.any(|(end, is_cliff)| is_cliff && *end == Some(place))
        };
        let distance = |place: usize| self.distances.as_ref().map(|all| all[place]);
        let mean = |place: usize| match distance(place) {
            Some(far) if !is_cliff(place) => -size * hill * far * far,
            _ => 0.0,
        };
        let covariance = |row: usize, column: usize| {
            if is_cliff(row) || is_cliff(column) {
                return if row == column { CLIFF * CLIFF } else { 0.0 };
            }
            // The start has a roughness of its own, which all gains share.
            let own = if row == column { 2.0 } else { 1.0 };
            let one = match distance(row).zip(distance(column)) {
                None => own * words * words,
                Some((one, other)) => {
                    let both = one * other;
                    both * slope * slope + both * both * bend * bend + own * rough * rough
                }
            };
            size * size * one
        };
        let places = 0..number * number;
        Prior {
            means: (0..number).map(mean).collect(),
            covariance: places
                .map(|place| covariance(place / number, place % number))
                .collect(),
        }
    }

    /// The covariance of what is measured under a prior.
    fn noisy(&self, prior: &Prior) -> Vec<f64> {
        let both = prior.covariance.iter().zip(&self.errors);
        both.map(|(prior, error)| prior + error).collect()
    }

    /// What is measured less what is expected of it.
    fn beyond(&self, prior: &Prior) -> Vec<f64> {
        let both = self.gains.iter().zip(&prior.means);
        both.map(|(gain, mean)| gain - mean).collect()
    }

    /// The logarithm of the density of what is measured, but for a constant.
    fn log_density(&self, prior: &Prior) -> f64 {
        let (noisy, beyond) = (self.noisy(prior), self.beyond(prior));
        let size = beyond.len();
        let Some(lower) = cholesky(&noisy, size, 0.0) else {
            return f64::NEG_INFINITY;
        };
        let spread: f64 = (0..size).map(|row| lower[row * size + row].ln()).sum();
        let weighted = solve_symmetric(&noisy, &beyond);
        weighted.map_or(f64::NEG_INFINITY, |weighted| {
            -spread - dot(&weighted, &beyond) / 2.0
        })
    }

    /// The cliffs that an option can have, each with the logarithm of its probability.
    fn cliffs(&self) -> impl Iterator<Item = ([bool; 2], f64)> {
        let can_fall = self
            .ends
            .map(|end| end.is_some() && self.distances.is_some() && self.gains.len() > 2);
        let possible = CLIFFS.into_iter().filter(move |(cliffs, _)| {
            let mut both = cliffs.iter().zip(can_fall);
            both.all(|(is_cliff, can_fall)| can_fall || !is_cliff)
        });
        possible.map(|(cliffs, probability)| (cliffs, probability.ln()))
    }

    /// The log density for each size, whatever the cliffs.
    fn by_size(&self, shape: PriorShape) -> [f64; SIZES.len()] {
        SIZES.map(|size| {
            let each = self.cliffs().map(|(cliffs, before)| {
                before + self.log_density(&self.prior(shape, size, cliffs))
            });
            log_sum(&each.collect::<Vec<f64>>())
        })
    }

    /// Returns the posterior of each gain, with the number of its value.
    pub(super) fn posterior(&self, fitted: &FittedPrior) -> Vec<(usize, Effect)> {
        let mut branches = Vec::new();
        for (size, frequency) in SIZES.into_iter().zip(fitted.sizes) {
            for (cliffs, before) in self.cliffs() {
                let prior = self.prior(fitted.shape, size, cliffs);
                let log = before + frequency.ln() + self.log_density(&prior);
                branches.push((log, prior));
            }
        }
        let logs: Vec<f64> = branches.iter().map(|(log, _)| *log).collect();
        let all = log_sum(&logs);
        let number = self.gains.len();
        let (mut means, mut squares) = (vec![0.0; number], vec![0.0; number]);
        for (log, prior) in &branches {
            let share = (log - all).exp();
            let (noisy, beyond) = (self.noisy(prior), self.beyond(prior));
            for place in 0..number {
                let row = &prior.covariance[place * number..][..number];
                let Some(weights) = solve_symmetric(&noisy, row) else {
                    continue;
                };
                let mean = prior.means[place] + dot(&weights, &beyond);
                let variance = (row[place] - dot(&weights, row)).max(0.0);
                means[place] += share * mean;
                squares[place] += share * (variance + mean * mean);
            }
        }
        let both = self.values.iter().zip(means.iter().zip(squares));
        both.map(|(value, (mean, square))| {
            let error = (square - mean * mean).max(0.0).sqrt();
            let slope = *mean;
            (*value, Effect { slope, error })
        })
        .collect()
    }
}

impl FittedPrior {
    /// Fits the prior to what was measured; `None` without any.
    pub(super) fn fit(options: &[MeasuredGains]) -> Option<Self> {
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
}

impl PriorShape {
    fn times(self, factor: f64) -> Self {
        Self(self.0.map(|number| number * factor))
    }
}

/// Distances of numbers from the start, in halves of the range; `None` for words.
fn distances(option: &TunedOption, values: &[usize]) -> Option<Vec<f64>> {
    if option.kind != OptionKind::Number {
        return None;
    }
    let texts = option.drawn.values.iter();
    let numbers: Vec<f64> = texts.map(|text| text.parse().ok()).collect::<Option<_>>()?;
    let half = (numbers.last()? - numbers.first()?) / 2.0;
    let start = numbers.get(option.start)?;
    let far = |value: &usize| Some((numbers.get(*value)? - start) / half);
    values
        .iter()
        .map(far)
        .collect::<Option<Vec<f64>>>()
        .filter(|_| half > 0.0)
}

/// The root of the mean squared error of all gains; `None` without any.
fn mean_error(options: &[MeasuredGains]) -> Option<f64> {
    let errors: Vec<f64> = options
        .iter()
        .flat_map(|option| {
            let number = option.gains.len();
            (0..number).map(move |row| option.errors[row * number + row])
        })
        .collect();
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    (mean > 0.0).then(|| mean.sqrt())
}

/// The logarithm of the likelihood of a shape, at its likeliest frequencies of sizes.
fn log_likelihood(options: &[MeasuredGains], shape: PriorShape) -> f64 {
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

/// The logarithm of the sum of numbers that are given by their logarithms.
fn log_sum(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return most;
    }
    most + logs.iter().map(|log| (log - most).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests;
