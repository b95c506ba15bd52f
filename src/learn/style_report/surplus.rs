//! The points of single games beyond what was to be expected, and their comparison between groups of games.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF as _, Normal};

use super::game::PlayerGame;
use crate::bayes::half_width_95;

/// Minimum number of games in each of two groups, for them to be compared.
pub(super) const FEWEST_GAMES: u64 = 20;

/// Returns each game's points (0 to 1) beyond the expectation.
///
/// The expectation follows from both ratings; without them it is the mean of the player's other games without
/// ratings and with the same colour.
pub(super) fn surplus(games: &[PlayerGame]) -> Vec<f64> {
    let points = |game: &PlayerGame| game.outcome().points();
    let mut sums = [(0.0, 0.0); 2];
    for game in games.iter().filter(|game| game.rated().is_none()) {
        let (sum, count) = &mut sums[game.side as usize];
        *sum += points(game);
        *count += 1.0;
    }
    let means = sums.map(|(sum, count)| sum / f64::max(count, 1.0));
    let of = |game: &PlayerGame| {
        let expected = game.rated().map(|rated| rated.expected());
        points(game) - expected.unwrap_or(means[game.side as usize])
    };
    games.iter().map(of).collect()
}

/// Number, mean and variance of some values.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / (self.count.max(1)) as f64
    }

    /// Returns the variance of the mean. One more win and one more loss keep it above 0.
    fn error_squared(&self) -> f64 {
        let count = self.count as f64;
        let own = (self.squares - count * self.mean().powi(2)).max(0.0);
        (own + 0.5) / (count + 1.0) / count.max(1.0)
    }
}

/// The points in one group of games, compared with those in another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PointsDifference {
    /// Number of games in the group.
    pub games: u64,
    /// Number of games outside the group.
    pub other_games: u64,
    /// Mean points beyond expectation in the group, as a share of a game's points.
    pub beyond: f64,
    /// Mean points beyond expectation outside the group.
    pub other_beyond: f64,
    /// In the group minus outside it.
    pub difference: f64,
    /// Half the width of the 95 % interval of the difference.
    pub error_95: f64,
}

impl PointsDifference {
    /// Compares games in a group with those outside it; `None` with fewer than 20 of either.
    pub(super) fn of(games: impl Iterator<Item = (bool, f64)>) -> Option<Self> {
        let mut samples = [Sample::default(); 2];
        for (is_in, beyond) in games {
            samples[usize::from(is_in)].add(beyond);
        }
        let [other, group] = samples;
        (group.count.min(other.count) >= FEWEST_GAMES).then(|| Self {
            games: group.count,
            other_games: other.count,
            beyond: group.mean(),
            other_beyond: other.mean(),
            difference: group.mean() - other.mean(),
            error_95: half_width_95((group.error_squared() + other.error_squared()).sqrt()),
        })
    }

    /// Returns the comparison of the games outside the group with those in it.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            games: self.other_games,
            other_games: self.games,
            beyond: self.other_beyond,
            other_beyond: self.beyond,
            difference: -self.difference,
            error_95: self.error_95,
        }
    }

    /// Returns the difference in standard errors.
    pub(super) fn z(&self) -> f64 {
        half_width_95(1.0) * self.difference / self.error_95
    }

    /// Returns the two-sided p-value of the hypothesis that there is no difference.
    pub(super) fn p_value(&self) -> f64 {
        2.0 * Normal::standard().cdf(-self.z().abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn groups_change_places_with_the_sign(
            results in prop::collection::vec((any::<bool>(), -1.0_f64..1.0), 60..200),
        ) {
            let Some(one) = PointsDifference::of(results.iter().copied()) else {
                return Ok(());
            };
            let other = PointsDifference::of(results.iter().map(|(is_in, value)| (!is_in, *value)));
            let other = other.expect("as many games");
            prop_assert!((one.difference + other.difference).abs() < 1e-12);
            prop_assert!((one.error_95 - other.error_95).abs() < 1e-12);
            prop_assert!((one.p_value() - other.p_value()).abs() < 1e-12);
            prop_assert!(one.error_95 > 0.0 && (0.0..=1.0).contains(&one.p_value()));
        }
    }

    #[test]
    fn few_games_are_not_compared() {
        let games = |inside: usize| (0..60).map(move |place| (place < inside, 0.1));
        assert!(PointsDifference::of(games(19)).is_none());
        assert!(PointsDifference::of(games(41)).is_none());
        assert!(PointsDifference::of(games(30)).is_some());
    }
}
