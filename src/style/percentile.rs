//! The percentile of a player on an axis of style, among players of the same rating and pace.
//!
//! Peers' true scores are taken as normal around the score that is expected of them. Their spread was measured on
//! players with 100 games or more (`docs/diary/style-percentiles.md`), who are in no norm but for masters, whose games
//! against the labelled players are part of the background.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF as _, Normal};

use super::population::Population;
use crate::bayes::half_width_95;
use crate::record::TimeClass;

/// One of the two axes of style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StyleAxis {
    /// From defensive to attacking.
    Attacking,
    /// From simplifying to complicating.
    Complicating,
}

/// The mean score of a player's games on an axis, before any prior, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanScore {
    /// Mean over games, less the expected score of peers.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
}

/// A player's percentile among peers, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AxisPercentile {
    /// The axis.
    pub axis: StyleAxis,
    /// Expected share of peers with a lower score, in per cent.
    pub percentile: f64,
    /// The interval that holds the true percentile with 95 % probability.
    pub interval_95: [f64; 2],
    /// Mean score of the player's games, less what is expected of peers of this rating and pace.
    pub mean: f64,
    /// Standard error of the mean.
    pub standard_error: f64,
    /// Standard deviation of the true scores of peers.
    pub spread: f64,
}

impl StyleAxis {
    /// Returns the standard deviation of true scores among players of a population; `None` if it was not measured.
    pub const fn spread(self, population: Population) -> Option<f64> {
        let [attacking, complicating] = match population {
            Population::Masters => [0.87, 1.01],
            Population::Board => [0.78, 1.33],
            Population::Lichess | Population::ChessCom | Population::Fics | Population::Online => {
                [0.83, 2.47]
            }
            Population::Engine => return None,
        };
        Some(match self {
            Self::Attacking => attacking,
            Self::Complicating => complicating,
        })
    }

    /// Returns the mean score of a pace, less that of its population, and its standard error; `None` if it was not
    /// measured. The norms do not distinguish paces.
    pub const fn pace_shift(self, population: Population, pace: TimeClass) -> Option<[f64; 2]> {
        let [attacking, complicating] = match (population, pace) {
            (Population::ChessCom, TimeClass::Bullet) => [[-0.83, 0.17], [-2.47, 0.51]],
            (Population::ChessCom, TimeClass::Blitz) => [[-0.27, 0.10], [-0.24, 0.29]],
            (Population::ChessCom, TimeClass::Rapid) => [[0.29, 0.06], [0.25, 0.19]],
            (Population::ChessCom, TimeClass::Classical) => [[0.19, 0.24], [1.28, 0.66]],
            (Population::Fics, TimeClass::Blitz) => [[0.00, 0.04], [-0.06, 0.10]],
            (Population::Fics, TimeClass::Rapid) => [[-0.03, 0.10], [0.35, 0.27]],
            (Population::Lichess, TimeClass::Rapid) => [[0.04, 0.02], [-0.01, 0.06]],
            (Population::Lichess, TimeClass::Classical) => [[-0.07, 0.05], [0.18, 0.15]],
            _ => return None,
        };
        Some(match self {
            Self::Attacking => attacking,
            Self::Complicating => complicating,
        })
    }

    /// Returns the percentile of a player with this mean score.
    ///
    /// The prior is the distribution of peers, so that few games give a percentile near 50 with a wide interval.
    pub fn percentile(self, found: MeanScore, spread: f64) -> AxisPercentile {
        let precision = spread.powi(-2);
        let weight = found.standard_error.powi(-2);
        let certainty = precision + weight;
        let posterior = weight * found.mean / certainty;
        let half = half_width_95(certainty.sqrt().recip());
        let share = |score: f64| 100.0 * Normal::standard().cdf(score / spread);
        AxisPercentile {
            axis: self,
            percentile: share(posterior),
            interval_95: [share(posterior - half), share(posterior + half)],
            mean: found.mean,
            standard_error: found.standard_error,
            spread,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::stream;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn more_is_higher_and_the_interval_holds_it(
            mean in -3.0_f64..3.0,
            step in 0.01_f64..1.0,
            error in 0.02_f64..3.0,
            // Beyond eight spreads from the mean every share is 0 or 1.
            spread in 0.5_f64..2.0,
        ) {
            let of = |mean| StyleAxis::Attacking.percentile(MeanScore { mean, standard_error: error }, spread);
            let (one, more) = (of(mean), of(mean + step));
            prop_assert!(one.percentile < more.percentile);
            let [low, high] = one.interval_95;
            prop_assert!(0.0 <= low && low < one.percentile && one.percentile < high && high <= 100.0);
            // The mirror image has the mirrored percentile.
            prop_assert!((of(-mean).percentile - (100.0 - one.percentile)).abs() < 1e-6);
        }
    }

    /// Peers drawn from the distribution lie in their interval 95 times in 100.
    #[test]
    fn intervals_hold_simulated_peers() {
        let mut random = stream(1, "percentile", 0);
        let mut normal = |sd: f64| {
            let sum: f64 = (0..12).map(|_| random.random::<f64>()).sum();
            sd * (sum - 6.0)
        };
        let peers = 4_000;
        let mut held = 0;
        for _ in 0..peers {
            let truth = normal(0.8);
            let mean = truth + normal(0.4);
            let found = MeanScore {
                mean,
                standard_error: 0.4,
            };
            let found = StyleAxis::Attacking.percentile(found, 0.8);
            let percentile = 100.0 * Normal::standard().cdf(truth / 0.8);
            let [low, high] = found.interval_95;
            held += u32::from(low <= percentile && percentile <= high);
        }
        let share = f64::from(held) / f64::from(peers);
        assert!((0.93..0.97).contains(&share), "{share}");
    }
}
