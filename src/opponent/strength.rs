//! The expected difference in strength between the engine and its opponent.
//!
//! The difference in Elo, the engine's strength minus the opponent's, has a normal posterior. Its prior is the
//! estimate from the moves of both sides, if they were measured. Ratings count as normal observations. Results of
//! earlier games count by Elo's logistic curve, a draw as half a point; the posterior is taken as normal around its
//! mode (Laplace's method).

use crate::record::ResultCounts;
use crate::store::{MemorySource, OpponentGame};
use crate::units::{ELO_PER_LOGIT, score_of_elo};

/// Prior standard deviation of the difference, in Elo.
const PRIOR_DEVIATION: f64 = 300.0;

/// Standard deviation of the difference in playing strength given the ratings, in Elo. An assumption: ratings lag,
/// and scales of sites and paces differ.
const RATING_DEVIATION: f64 = 100.0;

/// Steps of Newton's method; each doubles the number of right digits.
const STEPS: usize = 30;

/// A normal distribution of a difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrengthDifference {
    /// The expected difference in Elo, the engine's strength minus the opponent's.
    pub mean: f64,
    /// Its standard deviation, in Elo.
    pub deviation: f64,
}

impl StrengthDifference {
    /// The prior for an unknown opponent: equal strength.
    pub const UNKNOWN: Self = Self {
        mean: 0.0,
        deviation: PRIOR_DEVIATION,
    };

    /// Combines two independent observations of the difference, weighted by their precision.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let [one, two] = [self, other].map(|normal| normal.deviation.powi(-2));
        Self {
            mean: (self.mean * one + other.mean * two) / (one + two),
            deviation: (one + two).powf(-0.5),
        }
    }

    /// Returns the posterior after games with these results.
    fn after(self, results: ResultCounts) -> Self {
        if results.games() == 0 {
            return self;
        }
        let (games, points) = (results.games() as f64, results.points());
        let prior_precision = self.deviation.powi(-2);
        let precision = |at: f64| {
            let score = score_of_elo(at);
            prior_precision + games * score * (1.0 - score) / ELO_PER_LOGIT.powi(2)
        };
        let mut mean = self.mean;
        for _ in 0..STEPS {
            let slope = (points - games * score_of_elo(mean)) / ELO_PER_LOGIT
                - (mean - self.mean) * prior_precision;
            // The curve is flat far out, so a step is limited to one prior deviation.
            let step = (slope / precision(mean)).clamp(-self.deviation, self.deviation);
            mean += step;
        }
        Self {
            mean,
            deviation: precision(mean).powf(-0.5),
        }
    }
}

/// Counts remembered games that this program played and that have a result, from the engine's point of view.
pub fn results_of_played(games: &[OpponentGame]) -> ResultCounts {
    games
        .iter()
        .filter(|game| game.source == MemorySource::Played)
        .filter_map(|game| game.result)
        .collect()
}

/// What is known of both sides' strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StrengthEvidence {
    /// The engine's rating minus the opponent's, in Elo, if it is known.
    pub rating_advantage: Option<i32>,
    /// Results of earlier games, from the engine's point of view.
    pub results: ResultCounts,
    /// The posterior from the moves of both sides, before anything else, if it was estimated.
    pub from_moves: Option<StrengthDifference>,
}

impl StrengthEvidence {
    /// Returns true if nothing is known of the opponent's strength.
    pub fn is_empty(&self) -> bool {
        self.rating_advantage.is_none() && self.results.games() == 0 && self.from_moves.is_none()
    }

    /// Returns the posterior of the difference.
    ///
    /// ```
    /// use bayeschess::opponent::StrengthEvidence;
    /// use bayeschess::record::ResultCounts;
    /// let evidence = StrengthEvidence {
    ///     results: ResultCounts { wins: 9, draws: 2, losses: 1 },
    ///     ..StrengthEvidence::default()
    /// };
    /// let difference = evidence.difference();
    /// assert!((200.0..300.0).contains(&difference.mean));
    /// ```
    pub fn difference(&self) -> StrengthDifference {
        let by_rating = self.rating_advantage.map(|advantage| StrengthDifference {
            mean: f64::from(advantage),
            deviation: RATING_DEVIATION,
        });
        let before = self.from_moves.unwrap_or(StrengthDifference::UNKNOWN);
        by_rating
            .map_or(before, |by_rating| before.and(by_rating))
            .after(self.results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn from_results(won: u32, drawn: u32, lost: u32) -> StrengthDifference {
        let evidence = StrengthEvidence {
            results: ResultCounts {
                wins: u64::from(won),
                draws: u64::from(drawn),
                losses: u64::from(lost),
            },
            ..StrengthEvidence::default()
        };
        evidence.difference()
    }

    #[test]
    fn nothing_known_is_the_prior_and_ratings_pull_it() {
        let mut evidence = StrengthEvidence::default();
        assert!(evidence.is_empty());
        assert_eq!(evidence.difference(), StrengthDifference::UNKNOWN);
        evidence.rating_advantage = Some(200);
        let rated = evidence.difference();
        // The mean is 300² / (300² + 100²) of the rating difference.
        assert!((rated.mean - 180.0).abs() < 1e-9);
        assert!(rated.deviation < 100.0);
        evidence.from_moves = Some(StrengthDifference {
            mean: 0.0,
            deviation: 100.0,
        });
        // A posterior of the same deviation has the same weight; the prior does not count twice.
        assert!((evidence.difference().mean - 100.0).abs() < 1e-9);
    }

    #[test]
    fn many_games_outweigh_the_prior() {
        // A score of three quarters is 191 Elo.
        let known = from_results(700, 100, 200);
        assert!((known.mean - 190.8).abs() < 3.0, "{known:?}");
        assert!(known.deviation < 15.0, "{known:?}");
    }

    proptest! {
        #[test]
        fn the_posterior_is_the_mode(won in 0..60_u32, drawn in 0..60_u32, lost in 0..60_u32) {
            let known = from_results(won, drawn, lost);
            let log_posterior = |at: f64| {
                let score = score_of_elo(at);
                let [won, drawn, lost] = [won, drawn, lost].map(f64::from);
                (won + drawn / 2.0) * score.ln() + (lost + drawn / 2.0) * (1.0 - score).ln()
                    - (at / PRIOR_DEVIATION).powi(2) / 2.0
            };
            let best = log_posterior(known.mean);
            prop_assert!(best >= log_posterior(known.mean - 1.0));
            prop_assert!(best >= log_posterior(known.mean + 1.0));
            prop_assert!(known.deviation <= PRIOR_DEVIATION);
        }

        #[test]
        fn exchanged_results_exchange_the_sides(won in 0..200_u32, drawn in 0..200_u32, lost in 0..200_u32) {
            let (one, other) = (from_results(won, drawn, lost), from_results(lost, drawn, won));
            prop_assert!((one.mean + other.mean).abs() < 1e-6);
            prop_assert!((one.deviation - other.deviation).abs() < 1e-6);
        }

        #[test]
        fn a_win_never_lowers_the_expectation(won in 0..100_u32, drawn in 0..100_u32, lost in 0..100_u32) {
            prop_assert!(from_results(won + 1, drawn, lost).mean >= from_results(won, drawn, lost).mean - 1e-9);
        }
    }
}
