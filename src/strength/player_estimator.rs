//! Estimates the rating of a player whose scale may be unknown.

use super::counts::LossCounts;
use super::estimate::{RATING_STEP, RATINGS, RatingPosterior, RatingPrior, ratings};
use super::estimator::StrengthEstimator;
use super::rating_counts::RatingCounts;
use super::scale::StrengthScale;
use crate::style::Population;

/// Estimates ratings on one scale, or on all scales together if the player's scale is unknown.
///
/// Ratings of different scales are not comparable. On an unknown scale the posterior is the mixture over all
/// scales, so that its interval covers their disagreement, too.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerEstimator {
    /// One estimator for a known scale, else one for each population.
    parts: Vec<StrengthEstimator>,
}

/// The difference between two players' ratings: its mean and standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingDifference {
    /// The expected difference, in rating points.
    pub mean: f64,
    /// Its standard deviation, in rating points.
    pub deviation: f64,
}

impl PlayerEstimator {
    /// Learns from the counts of a scale. A scale with too few counted games is treated as unknown.
    pub fn learn(counts: &RatingCounts, scale: Option<StrengthScale>) -> Self {
        let known = scale.and_then(|scale| counts.estimator(scale));
        Self {
            parts: match known {
                Some(only) => vec![only],
                None => Population::ALL
                    .into_iter()
                    .filter_map(|population| {
                        counts.estimator(StrengthScale {
                            population,
                            time_class: None,
                        })
                    })
                    .collect(),
            },
        }
    }

    /// Returns the scale; `None` if it is unknown.
    pub fn scale(&self) -> Option<StrengthScale> {
        match self.parts.as_slice() {
            [only] => Some(only.scale()),
            _ => None,
        }
    }

    /// Returns the posterior of a player's rating; `None` if no scale has enough games.
    ///
    /// `prior` is what is known of the rating before, such as one given by a protocol.
    pub fn posterior(
        &self,
        prior: Option<RatingPrior>,
        losses: &LossCounts,
    ) -> Option<RatingPosterior> {
        let part = |estimator: &StrengthEstimator| estimator.posterior(prior, losses);
        match self.parts.as_slice() {
            [only] => Some(part(only)),
            all => RatingPosterior::mixture(&all.iter().map(part).collect::<Vec<_>>()),
        }
    }

    /// Returns the rating of `one` minus that of `other`; `None` without evidence of either.
    ///
    /// `stated` is what is known of the rating of `other` before, and `spread` the prior standard deviation of
    /// the difference. On an unknown scale the result is the mixture over all scales.
    pub fn difference(
        &self,
        one: &LossCounts,
        other: &LossCounts,
        stated: Option<RatingPrior>,
        spread: f64,
    ) -> Option<RatingDifference> {
        if one.moves() == 0 || (other.moves() == 0 && stated.is_none()) {
            return None;
        }
        let parts: Vec<RatingDifference> = self
            .parts
            .iter()
            .map(|estimator| {
                let pair = RatingPair {
                    one: likelihood(estimator, one),
                    other: likelihood(estimator, other),
                    prior: estimator.prior(),
                };
                pair.difference(stated, spread)
            })
            .collect();
        let number = parts.len() as f64;
        let average = |value: &dyn Fn(&RatingDifference) -> f64| -> f64 {
            parts.iter().map(value).sum::<f64>() / number
        };
        let mean = average(&|part| part.mean);
        let variance = average(&|part| part.deviation.powi(2) + (part.mean - mean).powi(2));
        (!parts.is_empty()).then(|| RatingDifference {
            mean,
            deviation: variance.sqrt(),
        })
    }
}

/// Two players on one scale.
struct RatingPair {
    /// The likelihood of each rating by the moves of `one`.
    one: Vec<f64>,
    other: Vec<f64>,
    /// The distribution of ratings on the scale.
    prior: RatingPrior,
}

impl RatingPair {
    /// Returns the posterior of the difference, over all pairs of ratings.
    ///
    /// The prior of the difference is normal around zero. If the other's rating was stated, that has a normal
    /// prior, too; otherwise the mean of both has, so that neither side is preferred.
    fn difference(&self, stated: Option<RatingPrior>, spread: f64) -> RatingDifference {
        let steps = 2 * RATINGS - 1;
        let middle = RATINGS - 1;
        let by_difference: Vec<f64> = (0..steps)
            .map(|step| bell((step as f64 - middle as f64) * RATING_STEP / spread))
            .collect();
        let by_mean: Vec<f64> = (0..steps)
            .map(|step| match stated {
                None => bell(self.prior.of(step as f64 * RATING_STEP / 2.0)),
                Some(_) => 1.0,
            })
            .collect();
        let by_rating: Vec<f64> = ratings()
            .map(|rating| stated.map_or(1.0, |stated| bell(stated.of(rating))))
            .collect();
        let mut sums = vec![0.0; steps];
        for (two, (other, stated)) in self.other.iter().zip(by_rating).enumerate() {
            for (first, one) in self.one.iter().enumerate() {
                sums[middle + first - two] += one * other * stated * by_mean[first + two];
            }
        }
        let (mut all, mut mean, mut square) = (0.0, 0.0, 0.0);
        for (step, (sum, prior)) in sums.iter().zip(by_difference).enumerate() {
            let (weight, at) = (sum * prior, (step as f64 - middle as f64) * RATING_STEP);
            all += weight;
            mean += weight * at;
            square += weight * at * at;
        }
        mean /= all;
        RatingDifference {
            mean,
            deviation: (square / all - mean * mean).max(0.0).sqrt(),
        }
    }
}

/// Returns the likelihood of each rating, scaled to at most 1.
fn likelihood(estimator: &StrengthEstimator, counts: &LossCounts) -> Vec<f64> {
    let log = estimator.log_likelihood(counts);
    let most = log.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    log.into_iter().map(|log| (log - most).exp()).collect()
}

/// Returns the density of the normal distribution as a share of its maximum.
fn bell(deviations: f64) -> f64 {
    (-deviations * deviations / 2.0).exp()
}
