//! What was measured of the values of one option: how likely a prior makes it, and the posterior of each gain.

use super::super::curve::OptionCurve;
use super::super::option::{OptionKind, TunedOption};
use super::shape::{PriorShape, SIZES, log_sum};
use crate::bayes::effect::Effect;
use crate::bayes::{cholesky, dot, invert_symmetric, solve_lower};

/// Whether the first and the last number are cliffs, with the probability before any game.
const CLIFFS: [([bool; 2], f64); 4] = [
    ([false, false], 0.85),
    ([true, false], 0.06),
    ([false, true], 0.06),
    ([true, true], 0.03),
];

/// The mean loss of a cliff, and its standard deviation, in points. A cliff explains losses, so that no lucky end is believed.
const CLIFF: f64 = 0.1;

/// About the most numbers between those that are tried of which a gain is worked out.
const MOST_BETWEEN: i64 = 60;

/// What was measured of the values of one option, without the start.
#[derive(Clone, Debug)]
pub(in super::super) struct MeasuredGains {
    /// The values.
    pub(super) texts: Vec<String>,
    /// Their gains over the start, in points.
    pub(super) gains: Vec<f64>,
    /// Covariance of the errors, row by row.
    pub(super) errors: Vec<f64>,
    /// Distance from the start, in halves of the range; `None` for words.
    pub(super) distances: Option<Vec<f64>>,
    /// Numbers between them that may be chosen, with their distances from the start.
    pub(super) between: Vec<(String, f64)>,
    /// Places of the ends of the range, where they are not the start.
    pub(super) ends: [Option<usize>; 2],
}

/// What is expected of the gain of one value before any game.
struct Before {
    mean: f64,
    /// Its covariance with the gains of the values that were tried.
    with_tried: Vec<f64>,
    variance: f64,
}

/// The gains of one option before any game, for one size and cliffs.
struct Prior {
    means: Vec<f64>,
    covariance: Vec<f64>,
}

impl MeasuredGains {
    /// Takes the gains of an option from its curve.
    pub(in super::super) fn of(option: &TunedOption, curve: &OptionCurve) -> Self {
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
            between: between(option),
            texts: values
                .iter()
                .map(|value| option.drawn.values[*value].clone())
                .collect(),
        }
    }

    /// The variances of the errors.
    pub(super) fn variances(&self) -> impl Iterator<Item = f64> {
        let number = self.gains.len();
        (0..number).map(move |row| self.errors[row * number + row])
    }

    /// The prior of an option of this size with these cliffs.
    fn prior(&self, shape: PriorShape, size: f64, cliffs: [bool; 2]) -> Prior {
        let PriorShape([hill, .., words]) = shape;
        let number = self.gains.len();
        let is_cliff = |place: usize| self.is_cliff(place, cliffs);
        let distance = |place: usize| self.distances.as_ref().map(|all| all[place]);
        let mean = |place: usize| match distance(place) {
            _ if is_cliff(place) => -CLIFF,
            Some(far) => -size * hill * far * far,
            None => 0.0,
        };
        let covariance = |row: usize, column: usize| {
            if is_cliff(row) || is_cliff(column) {
                return if row == column { CLIFF * CLIFF } else { 0.0 };
            }
            // The start has a roughness of its own, which all gains share.
            let own = if row == column { 2.0 } else { 1.0 };
            let one = match distance(row).zip(distance(column)) {
                None => own * words * words,
                Some((one, other)) => on_hills(shape, [one, other], own),
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

    /// Returns true if the value at `place` is an end that is taken for a cliff.
    fn is_cliff(&self, place: usize, cliffs: [bool; 2]) -> bool {
        let mut ends = self.ends.iter().zip(cliffs);
        ends.any(|(end, is_cliff)| is_cliff && *end == Some(place))
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
        let size = self.gains.len();
        let Some(lower) = cholesky(&self.noisy(prior), size, 0.0) else {
            return f64::NEG_INFINITY;
        };
        let spread: f64 = (0..size).map(|row| lower[row * size + row].ln()).sum();
        let scaled = solve_lower(&lower, &self.beyond(prior));
        -spread - dot(&scaled, &scaled) / 2.0
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
    pub(super) fn by_size(&self, shape: PriorShape) -> [f64; SIZES.len()] {
        SIZES.map(|size| {
            let each = self.cliffs().map(|(cliffs, before)| {
                before + self.log_density(&self.prior(shape, size, cliffs))
            });
            log_sum(&each.collect::<Vec<f64>>())
        })
    }

    /// Returns the posterior of the gain of each value that was tried, and of numbers between them if they may be chosen.
    pub(super) fn posterior(
        &self,
        shape: PriorShape,
        sizes: [f64; SIZES.len()],
    ) -> Vec<(String, Effect)> {
        let mut branches = Vec::new();
        for (size, frequency) in SIZES.into_iter().zip(sizes) {
            for (cliffs, before) in self.cliffs() {
                let prior = self.prior(shape, size, cliffs);
                let log = before + frequency.ln() + self.log_density(&prior);
                branches.push((log, size, cliffs, prior));
            }
        }
        let logs: Vec<f64> = branches.iter().map(|(log, ..)| *log).collect();
        let all = log_sum(&logs);
        let between = self.between.iter();
        let texts = self
            .texts
            .iter()
            .chain(between.clone().map(|(text, _)| text));
        // Sums of means, and of squares with variances, over the branches.
        let mut sums = vec![[0.0; 2]; self.texts.len() + self.between.len()];
        for (log, size, cliffs, prior) in &branches {
            let share = (log - all).exp();
            let tried = (0..self.gains.len()).map(|place| prior.of_tried(place));
            let others = between
                .clone()
                .map(|(_, far)| self.of_between(*far, shape, *size, *cliffs));
            let before: Vec<Before> = tried.chain(others).collect();
            for (sum, after) in sums.iter_mut().zip(self.after(prior, &before)) {
                sum[0] += share * after.slope;
                sum[1] += share * (after.error.powi(2) + after.slope.powi(2));
            }
        }
        let both = texts.zip(sums);
        both.map(|(text, [slope, square])| {
            let error = (square - slope * slope).max(0.0).sqrt();
            (text.clone(), Effect { slope, error })
        })
        .collect()
    }

    /// What is expected before any game of a number that was not tried, so far from the start.
    fn of_between(&self, far: f64, shape: PriorShape, size: f64, cliffs: [bool; 2]) -> Before {
        let PriorShape([hill, ..]) = shape;
        let distances = self.distances.as_deref().unwrap_or_default();
        // The numbers beside the ends; the start, which has a distance of 0, may be one of them.
        let low = distances.get(1).map_or(0.0, |inner| inner.min(0.0));
        let high = distances.iter().rev().nth(1);
        let high = high.map_or(0.0, |inner| inner.max(0.0));
        let has_fallen = cliffs[0] && far < low || cliffs[1] && far > high;
        if has_fallen {
            return Before {
                mean: -CLIFF,
                with_tried: vec![0.0; distances.len()],
                variance: CLIFF * CLIFF,
            };
        }
        let with_tried = distances.iter().enumerate().map(|(place, other)| {
            if self.is_cliff(place, cliffs) {
                0.0
            } else {
                size * size * on_hills(shape, [far, *other], 1.0)
            }
        });
        Before {
            mean: -size * hill * far * far,
            with_tried: with_tried.collect(),
            variance: size * size * on_hills(shape, [far, far], 2.0),
        }
    }

    /// What is expected of values after the games.
    fn after(&self, prior: &Prior, before: &[Before]) -> Vec<Effect> {
        let size = self.gains.len();
        let inverse = invert_symmetric(&self.noisy(prior), size);
        let inverse = inverse.unwrap_or_else(|| vec![0.0; size * size]);
        let times_inverse = |row: &[f64]| -> Vec<f64> {
            let rows = inverse.chunks(size.max(1));
            rows.map(|inverse| dot(inverse, row)).collect()
        };
        let pull = times_inverse(&self.beyond(prior));
        let each = before.iter().map(|before| {
            let told = dot(&times_inverse(&before.with_tried), &before.with_tried);
            Effect {
                slope: before.mean + dot(&before.with_tried, &pull),
                error: (before.variance - told).max(0.0).sqrt(),
            }
        });
        each.collect()
    }
}

impl Prior {
    /// What is expected of a value that was tried.
    fn of_tried(&self, place: usize) -> Before {
        let number = self.means.len();
        let row = &self.covariance[place * number..][..number];
        Before {
            mean: self.means[place],
            with_tried: row.to_vec(),
            variance: row[place],
        }
    }
}

/// The covariance of the gains of two numbers at these distances from the start; `own` is how many values beside the hill
/// they share, the start among them.
fn on_hills(shape: PriorShape, [one, other]: [f64; 2], own: f64) -> f64 {
    let PriorShape([_, slope, bend, rough, _]) = shape;
    let both = one * other;
    both * slope * slope + both * both * bend * bend + own * rough * rough
}

/// Distances of numbers from the start, in halves of the range; `None` for words.
pub(super) fn distances(option: &TunedOption, values: &[usize]) -> Option<Vec<f64>> {
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

/// Whole numbers of the recipe's range between those that are tried, with their distances from the start in halves of what is
/// tried; none where the recipe names the values.
pub(super) fn between(option: &TunedOption) -> Vec<(String, f64)> {
    let numbers: Vec<i64> = option
        .drawn
        .values
        .iter()
        .filter_map(|text| text.parse().ok())
        .collect();
    let ends = numbers.first().zip(numbers.last());
    let Some(((first, last), start)) = ends.zip(numbers.get(option.start)) else {
        return Vec::new();
    };
    let Some([from, to]) = option.range else {
        return Vec::new();
    };
    let half = last.saturating_sub(*first) as f64 / 2.0;
    let step = (to.saturating_sub(from) / MOST_BETWEEN).max(1);
    let all = (1..).map_while(|place: i64| {
        let number = from.checked_add(place.checked_mul(step)?)?;
        (number < to).then_some(number)
    });
    all.filter(|number| !numbers.contains(number))
        .map(|number| (number.to_string(), (number - start) as f64 / half))
        .collect()
}
