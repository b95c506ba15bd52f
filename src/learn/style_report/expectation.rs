//! The score expected from both players' ratings, compared with the actual score.

use crate::bayes::half_width_95;
use crate::units::score_of_elo;
use serde::Serialize;

/// Minimum number of games with both ratings.
const FEWEST_GAMES: usize = 30;

/// A game of which both ratings are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct RatedGame {
    /// Rating of the player minus rating of the opponent.
    pub(super) ahead: i32,
    /// Points of the player: 1, ½ or 0.
    pub(super) points: f64,
}

/// The player's score compared with the expectation from the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatingExpectation {
    /// Number of games with both ratings, on which the other values are based.
    pub games: u64,
    /// Expected share of the points, 0 to 1.
    pub expected: f64,
    /// Actual share of the points, 0 to 1.
    pub score: f64,
    /// Actual minus expected share: positive if the player scored better than the ratings predict.
    pub difference: f64,
    /// Half the width of the 95 % interval of `difference`.
    pub error_95: f64,
}

impl RatingExpectation {
    /// Returns the comparison; `None` for too few games.
    pub(super) fn of(games: &[RatedGame]) -> Option<Self> {
        if games.len() < FEWEST_GAMES {
            return None;
        }
        let count = games.len() as f64;
        let mean = |of: &dyn Fn(&RatedGame) -> f64| games.iter().map(of).sum::<f64>() / count;
        let expected = mean(&RatedGame::expected);
        let score = mean(&|game| game.points);
        // One additional win and one loss keep the variance above 0 when all results are equal.
        let beyond = games.iter().map(|game| game.points - game.expected());
        let beyond: Vec<f64> = beyond.chain([1.0 - expected, -expected]).collect();
        let all = beyond.len() as f64;
        let middle = beyond.iter().sum::<f64>() / all;
        let variance = beyond.iter().map(|by| (by - middle).powi(2)).sum::<f64>() / all;
        Some(Self {
            games: games.len() as u64,
            expected,
            score,
            difference: score - expected,
            error_95: half_width_95((variance / count).sqrt()),
        })
    }

    /// Returns true if the 95 % interval of the difference excludes 0. Of several comparisons, one in twenty does by chance.
    pub fn is_beyond_chance(&self) -> bool {
        self.difference.abs() > self.error_95
    }
}

impl RatedGame {
    /// Returns the expected points.
    pub(super) fn expected(&self) -> f64 {
        score_of_elo(f64::from(self.ahead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_hundred_points_are_ten_to_one() {
        let expected = |ahead| RatedGame { ahead, points: 0.0 }.expected();
        assert!((expected(0) - 0.5).abs() < 1e-12);
        assert!((expected(400) - 10.0 / 11.0).abs() < 1e-12);
        assert!((expected(-400) - 1.0 / 11.0).abs() < 1e-12);
        assert!((expected(100) - 0.640_065).abs() < 1e-6);
    }

    #[test]
    fn few_games_say_nothing_and_like_results_leave_a_doubt() {
        let won = RatedGame {
            ahead: 400,
            points: 1.0,
        };
        assert_eq!(RatingExpectation::of(&[won; FEWEST_GAMES - 1]), None);
        let found = RatingExpectation::of(&[won; FEWEST_GAMES]).expect("enough");
        assert_eq!(found.games, 30);
        assert!((found.difference - 1.0 / 11.0).abs() < 1e-12);
        assert!(found.error_95 > 0.05, "{found:?}");
        // Half of the points against equal opponents is the expectation.
        let even = [1.0, 0.0, 0.5].map(|points| RatedGame { ahead: 0, points });
        let found = RatingExpectation::of(&even.repeat(40)).expect("enough");
        assert!(found.difference.abs() < 1e-12 && found.error_95 < 0.1);
    }
}
