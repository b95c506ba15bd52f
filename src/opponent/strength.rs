//! The expected difference in strength between the engine and its opponent.
//!
//! The difference in Elo, the engine's strength minus the opponent's, has a normal posterior. Its prior is the
//! estimate from the moves of both sides, if they were measured. Ratings count as normal observations. Results of
//! earlier games count by Elo's logistic curve, a draw as half a point; the posterior is taken as normal around its
//! mode (Laplace's method). Only games at the limit of strength at which the engine plays now count, and older games
//! count less.

use std::collections::BTreeMap;

use super::ageing::MemoryAgeing;
use crate::record::{ResultCounts, SideResult};
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
    fn after(self, results: AgedResults) -> Self {
        if results.games() == 0 {
            return self;
        }
        let AgedResults {
            weight: games,
            points,
            ..
        } = results;
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

/// Results of games of which older ones count less.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AgedResults {
    counts: ResultCounts,
    /// The number of games that they count as.
    weight: f64,
    /// The points, each by the weight of its game.
    points: f64,
}

impl AgedResults {
    /// Returns the number of games, old and new.
    pub const fn games(&self) -> u64 {
        self.counts.games()
    }

    /// Adds the result of a game of this weight, which is 1 for a new one.
    pub fn add(&mut self, result: SideResult, weight: f64) {
        self.counts += result;
        self.weight += weight;
        self.points += weight * result.points();
    }
}

/// Results of games that are all new.
impl From<ResultCounts> for AgedResults {
    fn from(counts: ResultCounts) -> Self {
        Self {
            counts,
            weight: counts.games() as f64,
            points: counts.points(),
        }
    }
}

/// Results of games that this program played against one opponent, by the limit of its strength.
///
/// Results at one limit say nothing of the difference in strength at another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultsByLimit(BTreeMap<Option<String>, AgedResults>);

impl ResultsByLimit {
    /// Counts remembered games that this program played and that have a result, from the engine's point of view.
    pub fn of_games(games: &[OpponentGame]) -> Self {
        let mut results = Self::default();
        for (game, weight) in games.iter().zip(MemoryAgeing::default().weights(games)) {
            if let (MemorySource::Played, Some(result)) = (game.source, game.result) {
                let limit = game.strength_limit.clone();
                results.0.entry(limit).or_default().add(result, weight);
            }
        }
        results
    }

    /// Adds the result of a new game at this limit, from the engine's point of view; `None` is full strength.
    pub fn add(&mut self, limit: Option<String>, result: SideResult) {
        self.0.entry(limit).or_default().add(result, 1.0);
    }

    /// Returns the results of games at this limit; `None` is full strength.
    pub fn at(&self, limit: Option<&str>) -> AgedResults {
        let limit = limit.map(str::to_owned);
        self.0.get(&limit).copied().unwrap_or_default()
    }
}

/// What is known of both sides' strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StrengthEvidence {
    /// The engine's rating minus the opponent's, in Elo, if it is known.
    pub rating_advantage: Option<i32>,
    /// Results of earlier games at the engine's present limit of strength, from its point of view.
    pub results: AgedResults,
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
    ///     results: ResultCounts { wins: 9, draws: 2, losses: 1 }.into(),
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
    use crate::store::HabitTallies;
    use proptest::prelude::*;
    use shakmaty::Color;

    fn from_results(won: u32, drawn: u32, lost: u32) -> StrengthDifference {
        let evidence = StrengthEvidence {
            results: ResultCounts {
                wins: u64::from(won),
                draws: u64::from(drawn),
                losses: u64::from(lost),
            }
            .into(),
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

    /// A game that this program played at a limit of its strength.
    fn played(limit: Option<&str>, result: SideResult) -> OpponentGame {
        OpponentGame {
            fingerprint: 1,
            occasion: String::new(),
            source: MemorySource::Played,
            played_at: None,
            color: Color::White,
            moves: 20,
            plies: 40,
            men: 20,
            opening: None,
            objective: None,
            result: Some(result),
            rating: None,
            other_rating: None,
            population: None,
            habits: HabitTallies::default(),
            losses: None,
            strength_limit: limit.map(str::to_owned),
        }
    }

    #[test]
    fn results_count_at_the_limit_of_their_games_only() {
        let learned = OpponentGame {
            source: MemorySource::Learned,
            ..played(None, SideResult::Loss)
        };
        let results = ResultsByLimit::of_games(&[
            played(Some("elo 1200"), SideResult::Loss),
            played(None, SideResult::Win),
            played(Some("elo 1200"), SideResult::Draw),
            learned,
        ]);
        let counts = |wins, draws, losses| ResultCounts {
            wins,
            draws,
            losses,
        };
        assert_eq!(results.at(None).counts, counts(1, 0, 0));
        assert_eq!(results.at(Some("elo 1200")).counts, counts(0, 1, 1));
        assert_eq!(results.at(Some("elo 1400")).counts, counts(0, 0, 0));
    }

    #[test]
    fn old_results_count_less() {
        let dated = |year: u32, result| OpponentGame {
            played_at: Some(format!("{year}-05-01")),
            ..played(None, result)
        };
        let difference = |games: &[OpponentGame]| {
            let evidence = StrengthEvidence {
                results: ResultsByLimit::of_games(games).at(None),
                ..StrengthEvidence::default()
            };
            assert_eq!(evidence.results.games(), games.len() as u64);
            evidence.difference()
        };
        // The opponent lost for years, and wins since.
        let mut games: Vec<_> = (2010..2020)
            .map(|year| dated(year, SideResult::Win))
            .collect();
        games.extend((0..5).map(|_| dated(2020, SideResult::Loss)));
        let aged = difference(&games);
        for game in &mut games {
            game.played_at = None;
        }
        let equal = difference(&games);
        assert!(equal.mean > 50.0 && aged.mean < -50.0, "{equal:?} {aged:?}");
        assert!(aged.deviation > equal.deviation);
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
