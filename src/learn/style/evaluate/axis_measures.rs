//! How players' scores are distributed on one axis of style.

use rand::RngExt as _;
use serde::Serialize;
use statrs::statistics::Statistics as _;

use super::measures::RESAMPLES;
use crate::bayes::{EstimateWithInterval, half_width_95};
use crate::rng;
use crate::style::{HabitEvidence, HabitRecogniser, RatingBand};

/// The correlation between two halves of a player's games at which a score counts as reliable.
const RELIABLE: f64 = 0.8;

/// The scores of one rating band, on the scale from −1 (defensive) to +1 (attacking).
#[derive(Clone, Debug, Serialize)]
pub struct BandScores {
    /// The lowest rating of the band.
    pub from_rating: u16,
    /// Number of sides of games.
    pub sides: usize,
    /// Their mean score.
    pub mean: f64,
    /// Its 95 % half width.
    pub mean_error_95: f64,
    /// Their standard deviation, as a share of the masters'.
    pub deviation_of_masters: f64,
}

/// The agreement between the odd-numbered and the even-numbered games of the same players.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OddEvenAgreement {
    /// The correlation between players' mean scores of odd and of even games; `None` with fewer than three
    /// players.
    pub odd_even: Option<EstimateWithInterval>,
    /// Games in each half for a correlation of 0.8, by the formula of Spearman and Brown.
    pub games_for_0_8: Option<f64>,
}

/// The scores of a population on one axis.
#[derive(Clone, Debug, Serialize)]
pub struct PopulationAxis {
    /// The change of the score per 100 rating points.
    pub slope_per_100: f64,
    /// Its 95 % half width.
    pub slope_error_95: f64,
    /// The scores by rating band.
    pub bands: Vec<BandScores>,
    /// The agreement of the odd and even games of players with at least 100 games.
    #[serde(flatten)]
    pub agreement: OddEvenAgreement,
}

/// Measures of labelled players on both axes.
#[derive(Clone, Debug, Serialize)]
pub struct LabelledAxes {
    /// From defensive to attacking.
    pub attacking: OddEvenAgreement,
    /// From simplifying to complicating; `None` with fewer than four labelled players.
    pub complicating: Option<OddEvenAgreement>,
    /// The correlation of the players' mean scores on both axes.
    pub correlation: Option<EstimateWithInterval>,
    /// Each player's mean score from simplifying to complicating, in the order of the labels.
    #[serde(skip)]
    pub complicating_scores: Vec<f64>,
}

/// The scores of labelled players' games on both axes, player by player.
#[derive(Debug, Default)]
pub(super) struct LabelledScores {
    attacking: Vec<Vec<f64>>,
    complicating: Vec<Vec<f64>>,
}

impl LabelledScores {
    /// Adds the games of the next player; `judge` was learned from the others.
    pub(super) fn add(&mut self, judge: &HabitRecogniser, evidence: &[HabitEvidence]) {
        let axis = judge.attacking();
        let scores = evidence.iter().map(|game| axis.scaled(game.attacking.sum));
        self.attacking.push(scores.collect());
        if let Some(axis) = judge.complicating() {
            let scores = evidence
                .iter()
                .map(|game| axis.scaled(game.complicating.sum));
            self.complicating.push(scores.collect());
        }
    }

    /// Computes the measures; `seed` is for resampling.
    pub(super) fn measure(&self, seed: u64) -> LabelledAxes {
        let means = |players: &[Vec<f64>]| -> Vec<f64> {
            players.iter().map(|scores| scores.iter().mean()).collect()
        };
        let complicating = means(&self.complicating);
        let pairs = means(&self.attacking).into_iter().zip(&complicating);
        let pairs: Vec<[f64; 2]> = pairs.map(|(one, other)| [one, *other]).collect();
        LabelledAxes {
            attacking: OddEvenAgreement::of(&self.attacking, seed),
            complicating: (!self.complicating.is_empty())
                .then(|| OddEvenAgreement::of(&self.complicating, seed)),
            correlation: correlation(&pairs, seed),
            complicating_scores: complicating,
        }
    }
}

impl OddEvenAgreement {
    /// Measures the agreement from the scores of players' games.
    pub(super) fn of(players: &[impl AsRef<[f64]>], seed: u64) -> Self {
        let halves: Vec<[f64; 2]> = players
            .iter()
            .map(|scores| halves(scores.as_ref()))
            .collect();
        let odd_even = correlation(&halves, seed);
        let games = players.iter().map(|scores| scores.as_ref().len() as f64);
        let half = games.mean() / 2.0;
        Self {
            odd_even,
            games_for_0_8: odd_even
                .map(|found| found.value)
                .filter(|found| *found > 0.0)
                .map(|found| half * RELIABLE / (1.0 - RELIABLE) * (1.0 - found) / found),
        }
    }
}

impl PopulationAxis {
    /// Measures a population from ratings with scores, and from frequent players' games. `deviation` is that of
    /// masters.
    pub(super) fn of(rated: &[(f64, f64)], players: &[&[f64]], deviation: f64, seed: u64) -> Self {
        let (slope, slope_error) = slope(rated);
        Self {
            slope_per_100: 100.0 * slope,
            slope_error_95: 100.0 * slope_error,
            bands: bands(rated, deviation),
            agreement: OddEvenAgreement::of(players, seed),
        }
    }
}

fn bands(rated: &[(f64, f64)], of_masters: f64) -> Vec<BandScores> {
    let bands = RatingBand::all().filter_map(RatingBand::lowest);
    bands
        .filter_map(|lowest| {
            let from = f64::from(lowest);
            let scores: Vec<f64> = rated
                .iter()
                .filter(|(rating, _)| (from..from + 200.0).contains(rating))
                .map(|(_, score)| *score)
                .collect();
            let deviation = scores.as_slice().population_std_dev();
            (scores.len() > 1).then(|| BandScores {
                from_rating: lowest,
                sides: scores.len(),
                mean: scores.as_slice().mean(),
                mean_error_95: half_width_95(deviation / (scores.len() as f64).sqrt()),
                deviation_of_masters: deviation / of_masters.max(1e-12),
            })
        })
        .collect()
}

/// Returns the mean scores of a player's odd and even games.
fn halves(scores: &[f64]) -> [f64; 2] {
    [0, 1].map(|from| scores.iter().skip(from).step_by(2).mean())
}

/// Returns the correlation of two numbers over players, with the interval from resampled players.
///
/// `None` with fewer than three players.
pub(super) fn correlation(pairs: &[[f64; 2]], seed: u64) -> Option<EstimateWithInterval> {
    let drawn = (0..RESAMPLES).map(|number| {
        let mut random = rng::stream(seed, "odd and even games of players", number);
        let players: Vec<[f64; 2]> = (0..pairs.len())
            .map(|_| pairs[random.random_range(0..pairs.len())])
            .collect();
        pearson(&players)
    });
    (pairs.len() > 2).then(|| EstimateWithInterval::of_resamples(pearson(pairs), drawn.collect()))
}

fn pearson(pairs: &[[f64; 2]]) -> f64 {
    let [one, other] = [0, 1].map(|place| pairs.iter().map(move |pair| pair[place]));
    let covariance = one.clone().population_covariance(other.clone());
    covariance / (one.population_std_dev() * other.population_std_dev())
}

/// Returns the slope of the score on the rating, by least squares, with its 95 % half width.
fn slope(rated: &[(f64, f64)]) -> (f64, f64) {
    let (ratings, scores): (Vec<f64>, Vec<f64>) = rated.iter().copied().unzip();
    let variance = ratings.as_slice().population_variance();
    if rated.len() < 3 || variance <= 0.0 {
        return (0.0, f64::INFINITY);
    }
    let slope = ratings.iter().population_covariance(scores.iter()) / variance;
    // Rounding must not give a negative variance.
    let rest = (scores.iter().population_variance() - slope * slope * variance).max(0.0);
    let freedom = rated.len() as f64 - 2.0;
    (slope, half_width_95((rest / variance / freedom).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_line_is_found(rise in -0.01_f64..0.01, start in -3.0_f64..3.0, ratings in prop::collection::btree_set(100_u16..3000, 4..40)) {
            let rated: Vec<(f64, f64)> = ratings
                .into_iter()
                .map(|rating| (f64::from(rating), start + rise * f64::from(rating)))
                .collect();
            let (found, error) = slope(&rated);
            prop_assert!((found - rise).abs() < 1e-9);
            prop_assert!(error < 1e-4);
        }

        #[test]
        fn equal_halves_correlate_fully(scores in prop::collection::btree_set(-1000_i32..1000, 3..30)) {
            let equal: Vec<[f64; 2]> = scores.iter().map(|score| [f64::from(*score); 2]).collect();
            let opposite: Vec<[f64; 2]> = scores.iter().map(|score| [f64::from(*score), -f64::from(*score)]).collect();
            prop_assert!((pearson(&equal) - 1.0).abs() < 1e-9);
            prop_assert!((pearson(&opposite) + 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn odd_and_even_games_are_apart() {
        let [odd, even] = halves(&[1.0, 5.0, 3.0, 7.0, 2.0]);
        assert!((odd - 2.0).abs() < 1e-12 && (even - 6.0).abs() < 1e-12);
    }
}
