//! The posterior of a rating.

use serde::Serialize;

use super::scale::StrengthScale;
use crate::bayes::normalise;
use crate::units::LogProb;

/// The step between the ratings of a posterior.
const STEP: u16 = 20;

/// The number of ratings of a posterior: from 0 to 3600.
pub(super) const RATINGS: usize = 181;

/// The ratings of a posterior, in order.
pub(super) fn ratings() -> impl Iterator<Item = f64> {
    (0..)
        .step_by(usize::from(STEP))
        .take(RATINGS)
        .map(f64::from)
}

/// What is known of a rating before any move: a normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPrior {
    /// The mean.
    pub mean: f64,
    /// The standard deviation, in rating points.
    pub deviation: f64,
}

/// The deviation of a rating that a protocol tells: it may be of another site or pace.
const TOLD_DEVIATION: f64 = 200.0;

impl RatingPrior {
    /// Returns the prior for a rating that a protocol or a tag tells.
    pub fn told(rating: u32) -> Self {
        Self {
            mean: f64::from(rating),
            deviation: TOLD_DEVIATION,
        }
    }
}

/// The probabilities of ratings on one scale.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPosterior {
    /// The scale.
    pub scale: StrengthScale,
    probabilities: Vec<f64>,
}

/// A rating estimated from moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StrengthEstimate {
    /// The mean of the posterior.
    pub rating: i32,
    /// The true rating lies between these with 95 % probability.
    pub rating_interval_95: [i32; 2],
    /// The scale on which the rating is.
    pub scale: StrengthScale,
}

impl RatingPosterior {
    /// Makes a posterior from the logs of a likelihood at each rating, and a prior.
    pub(super) fn new(scale: StrengthScale, prior: RatingPrior, mut log: Vec<f64>) -> Self {
        for (log, rating) in log.iter_mut().zip(ratings()) {
            let z = (rating - prior.mean) / prior.deviation;
            *log -= z * z / 2.0;
        }
        let log: Vec<LogProb> = log.into_iter().map(LogProb).collect();
        Self {
            scale,
            probabilities: normalise(&log),
        }
    }

    /// Returns the mean.
    pub fn mean(&self) -> f64 {
        let pairs = ratings().zip(&self.probabilities);
        pairs
            .map(|(rating, probability)| rating * probability)
            .sum()
    }

    /// Returns the rating below which the true one lies with this probability.
    pub fn quantile(&self, probability: f64) -> f64 {
        let mut below = 0.0;
        for (rating, here) in ratings().zip(&self.probabilities) {
            if below + here >= probability && *here > 0.0 {
                // The probability is spread evenly around its rating.
                return rating + f64::from(STEP) * ((probability - below) / here - 0.5);
            }
            below += here;
        }
        f64::from(STEP) * (RATINGS as f64 - 0.5)
    }

    /// Returns the central interval that holds the true rating with this probability.
    pub fn interval(&self, probability: f64) -> [f64; 2] {
        let tail = (1.0 - probability) / 2.0;
        [self.quantile(tail), self.quantile(1.0 - tail)]
    }

    /// Returns the estimate in whole points.
    pub fn estimate(&self) -> StrengthEstimate {
        StrengthEstimate {
            rating: whole(self.mean()),
            rating_interval_95: self.interval(0.95).map(whole),
            scale: self.scale,
        }
    }
}

/// Rounds to whole points.
#[expect(
    clippy::cast_possible_truncation,
    reason = "ratings lie between 0 and 3600"
)]
fn whole(rating: f64) -> i32 {
    rating.max(0.0).round() as i32
}
