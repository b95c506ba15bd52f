//! The multinomial logistic trend of shares with the rating.
//!
//! The log of each share is a straight line in the rating, up to a common term. A band with few counts borrows from
//! its neighbours, and ratings between band centres need no interpolation.

use crate::bayes::minimise;

/// The quadratic penalty on slopes, which acts as a normal prior.
const SLOPE_PENALTY: f64 = 2.0;

/// Keeps the common term of the intercepts near zero.
const INTERCEPT_PENALTY: f64 = 2e-3;

/// Counts that each band borrows from the shares of all bands together.
const BORROWED: f64 = 0.5;

/// The most steps of the descent, which usually takes a few dozen.
const MOST_STEPS: usize = 200;

/// The descent ends when a step lowers the cost by less than this share.
const TOLERANCE: f64 = 1e-9;

/// Counts of the classes of one sign in one rating band.
#[derive(Clone, Debug)]
pub(super) struct BandRow {
    /// The centre of the band, in standard deviations from the mean of the scale.
    pub(super) z: f64,
    /// A count for each class.
    pub(super) counts: Vec<f64>,
}

/// The straight lines of all classes of one sign.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShareTrend {
    intercepts: Vec<f64>,
    slopes: Vec<f64>,
}

/// Whether the slopes must be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlopeOrder {
    /// The slopes are not ordered.
    Free,
    /// A later class never becomes more frequent with the rating, relative to an earlier one.
    Falling,
}

impl ShareTrend {
    /// Fits the trend to the rows of all bands.
    pub(super) fn fit(rows: &[BandRow], classes: usize, order: SlopeOrder) -> Self {
        // Laplace's rule: no class has probability zero.
        let totals: Vec<f64> = (0..classes)
            .map(|class| 1.0 + rows.iter().map(|row| row.counts[class]).sum::<f64>())
            .collect();
        let all: f64 = totals.iter().sum();
        let shares: Vec<f64> = totals.iter().map(|total| total / all).collect();
        let rows: Vec<BandRow> = rows
            .iter()
            .map(|row| BandRow {
                z: row.z,
                counts: row
                    .counts
                    .iter()
                    .zip(&shares)
                    .map(|(count, share)| count + BORROWED * share)
                    .collect(),
            })
            .collect();
        let start = Self {
            intercepts: shares.iter().map(|share| share.ln()).collect(),
            slopes: vec![0.0; classes],
        };
        let free = start.descend(&rows, &shares, true);
        if order == SlopeOrder::Free || free.slopes.is_sorted_by(|one, next| one >= next) {
            return free;
        }
        let falling = Self {
            slopes: falling(&free.slopes, &totals),
            ..free
        };
        falling.descend(&rows, &shares, false)
    }

    /// Minimises the cost; without `tilting` the slopes are kept.
    fn descend(self, rows: &[BandRow], shares: &[f64], tilting: bool) -> Self {
        let classes = shares.len();
        let sum = |weight: &dyn Fn(&BandRow) -> f64| -> f64 {
            rows.iter()
                .map(|row| weight(row) * row.counts.iter().sum::<f64>())
                .sum()
        };
        let (games, squares) = (sum(&|_| 1.0), sum(&|row| row.z * row.z));
        let spread = |share: &f64| share * (1.0 - share);
        let of_intercepts = shares
            .iter()
            .map(|share| games * spread(share) + INTERCEPT_PENALTY);
        let of_slopes = shares.iter().map(|share| {
            if tilting {
                squares * spread(share) + SLOPE_PENALTY
            } else {
                0.0
            }
        });
        let curvature: Vec<f64> = of_intercepts.chain(of_slopes).collect();
        let point = [self.intercepts.clone(), self.slopes.clone()].concat();
        let found = minimise(point, &curvature, TOLERANCE, MOST_STEPS, |point| {
            Some(cost(point, rows, classes))
        });
        match found {
            Some(minimum) => Self {
                intercepts: minimum.point[..classes].to_vec(),
                slopes: minimum.point[classes..].to_vec(),
            },
            None => self,
        }
    }

    /// Returns the log-probability of each class at a rating, in standard deviations from the mean.
    pub(super) fn log_shares(&self, z: f64) -> Vec<f64> {
        let lines = self.intercepts.iter().zip(&self.slopes);
        let heights: Vec<f64> = lines
            .map(|(intercept, slope)| intercept + slope * z)
            .collect();
        let total = log_sum(&heights);
        heights.iter().map(|height| height - total).collect()
    }
}

/// Returns the penalised negative log-likelihood of intercepts and slopes, and its gradient.
fn cost(point: &[f64], rows: &[BandRow], classes: usize) -> (f64, Vec<f64>) {
    let (intercepts, slopes) = point.split_at(classes);
    let square = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>();
    let mut value = f64::midpoint(
        INTERCEPT_PENALTY * square(intercepts),
        SLOPE_PENALTY * square(slopes),
    );
    let mut gradient: Vec<f64> = intercepts
        .iter()
        .map(|intercept| INTERCEPT_PENALTY * intercept)
        .chain(slopes.iter().map(|slope| SLOPE_PENALTY * slope))
        .collect();
    for row in rows {
        let lines = intercepts.iter().zip(slopes);
        let heights: Vec<f64> = lines
            .map(|(intercept, slope)| intercept + slope * row.z)
            .collect();
        let games: f64 = row.counts.iter().sum();
        let total = log_sum(&heights);
        value += games * total;
        for (class, (height, count)) in heights.iter().zip(&row.counts).enumerate() {
            value -= count * height;
            let excess = games * (height - total).exp() - count;
            gradient[class] += excess;
            gradient[classes + class] += excess * row.z;
        }
    }
    (value, gradient)
}

/// Returns the log of the sum of exponentials.
fn log_sum(heights: &[f64]) -> f64 {
    let highest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = heights.iter().map(|height| (height - highest).exp()).sum();
    highest + sum.ln()
}

/// Returns the falling slopes nearest to `slopes` in weighted squares.
///
/// Neighbours out of order are averaged: the pool-adjacent-violators algorithm (Barlow and others, *Statistical
/// Inference under Order Restrictions*, 1972).
fn falling(slopes: &[f64], weights: &[f64]) -> Vec<f64> {
    // Pools of equal slopes: the slope, its weight, its classes.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (slope, weight) in slopes.iter().zip(weights) {
        let mut last = (*slope, *weight, 1);
        while let Some(before) = pools.last().copied().filter(|before| before.0 < last.0) {
            let weight = before.1 + last.1;
            let slope = (before.0 * before.1 + last.0 * last.1) / weight;
            last = (slope, weight, before.2 + last.2);
            pools.pop();
        }
        pools.push(last);
    }
    pools
        .into_iter()
        .flat_map(|(slope, _, classes)| std::iter::repeat_n(slope, classes))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_trend_finds_the_shares_that_it_was_made_from() {
        let truth = ShareTrend {
            intercepts: vec![0.0, -1.0, -2.0],
            slopes: vec![0.4, -0.1, -0.3],
        };
        let rows: Vec<BandRow> = (-4..=4)
            .map(|band| {
                let z = f64::from(band) / 2.0;
                let shares = truth.log_shares(z);
                BandRow {
                    z,
                    counts: shares.iter().map(|share| 1e5 * share.exp()).collect(),
                }
            })
            .collect();
        let found = ShareTrend::fit(&rows, 3, SlopeOrder::Falling);
        for z in [-2.0, 0.3, 2.5] {
            for (one, two) in found.log_shares(z).iter().zip(truth.log_shares(z)) {
                assert!((one - two).abs() < 0.01, "{one} {two} at {z}");
            }
        }
    }

    proptest! {
        #[test]
        fn pooled_slopes_fall(slopes in prop::collection::vec(-1.0..1.0_f64, 1..8)) {
            let weights = vec![1.0; slopes.len()];
            let pooled = falling(&slopes, &weights);
            prop_assert_eq!(pooled.len(), slopes.len());
            prop_assert!(pooled.is_sorted_by(|one, next| one >= next));
            let sum = |values: &[f64]| values.iter().sum::<f64>();
            prop_assert!((sum(&pooled) - sum(&slopes)).abs() < 1e-9);
        }
    }
}
