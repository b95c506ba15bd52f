//! Maximum-likelihood ratings of all players of a tournament.
//!
//! The model is Bradley and Terry's (*Rank Analysis of Incomplete Block Designs*, Biometrika 39, 1952) with a draw as
//! half a win, in logistic Elo. The errors are those of the *pairs* of games: the covariance is the sandwich
//! estimator H⁻¹ G H⁻¹ of the likelihood's curvature H and the observed spread G of the pairs (P. Huber, *The
//! behavior of maximum likelihood estimates under nonstandard conditions*, 1967). For two players it is exactly the
//! error of [`EloEstimate`](super::EloEstimate).

use serde::{Deserialize, Serialize};

use super::elo::{PAIR_SCORES, PRIOR, PairCounts};
use crate::bayes::{half_width_95, sandwich, solve_symmetric};
use crate::units::{ELO_PER_LOGIT, score_of_elo};

/// One player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Rating in Elo, relative to the mean of the players or on the anchor's scale.
    pub elo: f64,
    /// Half the width of the 95 % interval, in Elo; zero for the anchor.
    pub elo_error_95: f64,
}

/// A player whose rating is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingAnchor {
    /// Number of the player, from 0.
    pub player: usize,
    /// Its rating in Elo.
    pub elo: f64,
}

impl From<Option<RatingAnchor>> for RatingOrigin {
    fn from(anchor: Option<RatingAnchor>) -> Self {
        anchor.map_or(Self::Mean, |RatingAnchor { player, elo }| {
            Self::Anchor(player, elo)
        })
    }
}

/// Origin of the rating scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RatingOrigin {
    /// The mean of all players is 0.
    Mean,
    /// The player with this number has this rating in Elo.
    Anchor(usize, f64),
}

/// The result of one pairing, from its first player's point of view.
pub type PairingResult = ([usize; 2], PairCounts);

/// Limit of Newton steps; it converges in a handful, so the limit is never reached.
const MOST_STEPS: usize = 200;

/// Largest change of a rating in one step, in units of log-odds.
const LONGEST_STEP: f64 = 1.0;

/// Returns the ratings of `players` players, in their order. Each pairing counts one more pair, spread evenly over
/// its outcomes, so that ratings stay finite at 0 % and 100 %. Every player needs an opponent.
pub fn ratings(players: usize, met: &[PairingResult], origin: RatingOrigin) -> Vec<Rating> {
    let strengths = most_likely(players, met);
    let covariance = covariance(&strengths, met);
    let between = |one: usize, other: usize| covariance[one * players + other];
    let (shift, reference) = match origin {
        RatingOrigin::Mean => (0.0, None),
        RatingOrigin::Anchor(anchor, elo) => {
            (elo - strengths[anchor] * ELO_PER_LOGIT, Some(anchor))
        }
    };
    strengths
        .iter()
        .enumerate()
        .map(|(player, strength)| {
            let own = between(player, player);
            let variance = match reference {
                None => own,
                Some(anchor) => own + between(anchor, anchor) - 2.0 * between(player, anchor),
            };
            Rating {
                elo: strength * ELO_PER_LOGIT + shift,
                elo_error_95: half_width_95(variance.max(0.0).sqrt()) * ELO_PER_LOGIT,
            }
        })
        .collect()
}

/// Returns the counts plus the prior, as weights.
fn weights(counts: &PairCounts) -> [f64; 5] {
    counts.0.map(|count| count as f64 + PRIOR)
}

/// Returns strengths in log-odds, with mean 0, at which each player's expected score equals the actual score.
fn most_likely(players: usize, met: &[PairingResult]) -> Vec<f64> {
    let mut strengths = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let mut gradient = vec![0.0; players];
        for ([first, second], counts) in met {
            let expected = expected_score(strengths[*first], strengths[*second]);
            for (weight, score) in weights(counts).into_iter().zip(PAIR_SCORES) {
                gradient[*first] += weight * (score - expected);
                gradient[*second] -= weight * (score - expected);
            }
        }
        let Some(step) = solve_symmetric(&curvature(&strengths, met), &gradient) else {
            break;
        };
        let longest = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
        let scale = (LONGEST_STEP / longest.max(LONGEST_STEP)).min(1.0);
        for (strength, part) in strengths.iter_mut().zip(&step) {
            *strength += scale * part;
        }
        if longest < 1e-12 {
            break;
        }
    }
    strengths
}

fn expected_score(first: f64, second: f64) -> f64 {
    score_of_elo((first - second) * ELO_PER_LOGIT)
}

/// Returns the curvature of the likelihood by pairs, row by row.
///
/// The direction in which all ratings move together is filled up, so that the matrix is positive definite and the
/// mean stays 0.
fn curvature(strengths: &[f64], met: &[PairingResult]) -> Vec<f64> {
    let players = strengths.len();
    let mut matrix = vec![1.0 / players as f64; players * players];
    for (pairing, counts) in met {
        let expected = expected_score(strengths[pairing[0]], strengths[pairing[1]]);
        let pairs: f64 = weights(counts).iter().sum();
        add_edge(
            &mut matrix,
            players,
            *pairing,
            pairs * expected * (1.0 - expected),
        );
    }
    matrix
}

/// Adds `weight` times the square of the difference between the two players' axes.
fn add_edge(matrix: &mut [f64], players: usize, [first, second]: [usize; 2], weight: f64) {
    matrix[first * players + first] += weight;
    matrix[second * players + second] += weight;
    matrix[first * players + second] -= weight;
    matrix[second * players + first] -= weight;
}

/// Returns the covariance of the strengths, row by row.
fn covariance(strengths: &[f64], met: &[PairingResult]) -> Vec<f64> {
    let players = strengths.len();
    let mut spread = vec![0.0; players * players];
    for (pairing, counts) in met {
        let expected = expected_score(strengths[pairing[0]], strengths[pairing[1]]);
        let squares: f64 = weights(counts)
            .into_iter()
            .zip(PAIR_SCORES)
            .map(|(weight, score)| weight * (score - expected).powi(2))
            .sum();
        add_edge(&mut spread, players, *pairing, squares);
    }
    sandwich(&spread, &curvature(strengths, met), players)
        .unwrap_or_else(|| vec![f64::INFINITY; players * players])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Checks that two players get the ratings of their match's estimate.
    #[test]
    fn two_players_get_the_estimate_of_their_match() {
        let counts = PairCounts([56, 1144, 2546, 1310, 77]);
        let estimate = counts.estimate();
        let rated = ratings(2, &[([0, 1], counts)], RatingOrigin::Anchor(1, 100.0));
        assert!((rated[0].elo - 100.0 - estimate.elo).abs() < 1e-6);
        assert!((rated[0].elo_error_95 - estimate.elo_error_95).abs() < 1e-6);
        assert_eq!((rated[1].elo, rated[1].elo_error_95), (100.0, 0.0));
        let centred = ratings(2, &[([0, 1], counts)], RatingOrigin::Mean);
        assert!((centred[0].elo - estimate.elo / 2.0).abs() < 1e-6);
        assert!((centred[0].elo + centred[1].elo).abs() < 1e-9);
    }

    /// Checks that a player who wins every game gets a finite rating.
    #[test]
    fn a_clean_sweep_stays_finite() {
        let sweep = PairCounts([0, 0, 0, 0, 50]);
        let met = [([0, 1], sweep), ([0, 2], sweep), ([1, 2], sweep)];
        let rated = ratings(3, &met, RatingOrigin::Mean);
        assert!(rated.iter().all(|rating| rating.elo.is_finite()));
        assert!(rated[0].elo > rated[1].elo + 100.0 && rated[1].elo > rated[2].elo + 100.0);
    }

    proptest! {
        /// Checks that at the likeliest strengths every player's expected score is the actual one.
        #[test]
        fn expected_scores_are_the_real_ones(counts in prop::collection::vec([0..40_u64, 0..40, 0..40, 0..40, 0..40], 6)) {
            let pairings = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
            let met: Vec<PairingResult> = pairings.into_iter().zip(counts.into_iter().map(PairCounts)).collect();
            let rated = ratings(4, &met, RatingOrigin::Mean);
            prop_assert!(rated.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
            for player in 0..4 {
                let (mut real, mut expected) = (0.0, 0.0);
                for ([first, second], counts) in &met {
                    let side = match player {
                        _ if player == *first => 1.0,
                        _ if player == *second => -1.0,
                        _ => continue,
                    };
                    let by_rating = score_of_elo(rated[*first].elo - rated[*second].elo);
                    for (weight, score) in weights(counts).into_iter().zip(PAIR_SCORES) {
                        real += side * weight * score;
                        expected += side * weight * by_rating;
                    }
                }
                prop_assert!((real - expected).abs() < 1e-6, "{real} {expected}");
            }
        }
    }
}
