//! The prior and the posterior of a rating.

use std::fmt;

use serde::{Serialize, Serializer};

use super::scale::StrengthScale;
use crate::bayes::normalise;
use crate::units::LogProb;

/// The step between the ratings of a posterior, in rating points.
pub(super) const RATING_STEP: f64 = 20.0;

/// The number of ratings of a posterior: from 0 to 3600.
pub(super) const RATINGS: usize = 181;

/// The ratings of a posterior, in order.
pub(super) fn ratings() -> impl Iterator<Item = f64> {
    (0..RATINGS).map(|step| step as f64 * RATING_STEP)
}

/// The prior of a rating: a normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPrior {
    /// The mean.
    pub mean: f64,
    /// The standard deviation, in rating points.
    pub deviation: f64,
}

/// The standard deviation of a rating given by a protocol, which may be of another site or pace.
const STATED_DEVIATION: f64 = 200.0;

impl RatingPrior {
    /// Returns the prior for a rating given by a protocol or a tag.
    pub fn stated(rating: u32) -> Self {
        Self {
            mean: f64::from(rating),
            deviation: STATED_DEVIATION,
        }
    }

    /// Returns the distance of a rating from the mean, in standard deviations.
    pub(super) fn of(self, rating: f64) -> f64 {
        (rating - self.mean) / self.deviation
    }
}

/// The posterior of a rating: a probability for each rating on a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPosterior {
    /// The scale; `None` if it is unknown.
    pub scale: Option<StrengthScale>,
    probabilities: Vec<f64>,
}

/// A rating estimated from moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StrengthEstimate {
    /// The mean of the posterior.
    pub rating: i32,
    /// The true rating lies between these with 95 % probability.
    pub rating_interval_95: [i32; 2],
    /// The scale on which the rating is; `None`, in JSON `unknown`, if the games do not tell where they were played.
    #[serde(serialize_with = "scale_name")]
    pub scale: Option<StrengthScale>,
}

#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "the shape that serde asks for"
)]
fn scale_name<S: Serializer>(scale: &Option<StrengthScale>, out: S) -> Result<S::Ok, S::Error> {
    match scale {
        Some(scale) => out.collect_str(scale),
        None => out.serialize_str("unknown"),
    }
}

/// Displays `1450 on the scale of lichess blitz (95 %: 1100 to 1800)`.
impl fmt::Display for StrengthEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.rating_interval_95;
        write!(f, "{} on ", self.rating)?;
        match self.scale {
            Some(scale) => write!(f, "the scale of {scale}")?,
            None => f.write_str("an unknown scale")?,
        }
        write!(f, " (95 %: {low} to {high})")
    }
}

impl RatingPosterior {
    /// Makes a posterior from the log-likelihood at each rating, and a prior.
    pub(super) fn new(scale: StrengthScale, prior: RatingPrior, mut log: Vec<f64>) -> Self {
        for (log, rating) in log.iter_mut().zip(ratings()) {
            let z = prior.of(rating);
            *log -= z * z / 2.0;
        }
        let log: Vec<LogProb> = log.into_iter().map(LogProb).collect();
        Self {
            scale: Some(scale),
            probabilities: normalise(&log),
        }
    }

    /// Returns the mixture of posteriors on different scales with equal weights; `None` if there are none.
    pub(super) fn mixture(parts: &[Self]) -> Option<Self> {
        let share = 1.0 / parts.len() as f64;
        let mut probabilities = vec![0.0; RATINGS];
        for part in parts {
            for (sum, probability) in probabilities.iter_mut().zip(&part.probabilities) {
                *sum += share * probability;
            }
        }
        (!parts.is_empty()).then_some(Self {
            scale: None,
            probabilities,
        })
    }

    /// Returns the mean.
    pub fn mean(&self) -> f64 {
        let pairs = ratings().zip(&self.probabilities);
        pairs
            .map(|(rating, probability)| rating * probability)
            .sum()
    }

    /// Returns the standard deviation, in rating points.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let pairs = ratings().zip(&self.probabilities);
        pairs
            .map(|(rating, probability)| (rating - mean).powi(2) * probability)
            .sum::<f64>()
            .sqrt()
    }

    /// Returns the rating below which the true one lies with this probability.
    pub fn quantile(&self, probability: f64) -> f64 {
        let mut below = 0.0;
        for (rating, here) in ratings().zip(&self.probabilities) {
            if below + here >= probability && *here > 0.0 {
                // The probability is spread evenly around its rating.
                return rating + RATING_STEP * ((probability - below) / here - 0.5);
            }
            below += here;
        }
        RATING_STEP * (RATINGS as f64 - 0.5)
    }

    /// Returns the central interval that holds the true rating with this probability.
    pub fn interval(&self, probability: f64) -> [f64; 2] {
        let tail = (1.0 - probability) / 2.0;
        [self.quantile(tail), self.quantile(1.0 - tail)]
    }

    /// Returns the estimate in whole rating points.
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
