//! R² of estimates, with its interval from resampled players.

use std::collections::BTreeMap;

use rand::RngExt as _;

use crate::bayes::EstimateWithInterval;
use crate::rng;

/// Number of resamples of players.
const RESAMPLES: u64 = 1000;

/// Sums over the estimates of one player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayerSums {
    estimates: f64,
    ratings: f64,
    squares: f64,
    pub(super) errors: f64,
}

impl PlayerSums {
    /// Sums up estimates by player, each with its player, true rating and error.
    pub(super) fn of(judged: impl Iterator<Item = (usize, f64, f64)>) -> Vec<Self> {
        let mut players: BTreeMap<usize, Self> = BTreeMap::new();
        for (player, rating, error) in judged {
            let sums = players.entry(player).or_default();
            *sums = sums.plus(&Self {
                estimates: 1.0,
                ratings: rating,
                squares: rating * rating,
                errors: error * error,
            });
        }
        players.into_values().collect()
    }

    /// Returns the sums with those of another player added.
    pub(super) fn plus(self, other: &Self) -> Self {
        Self {
            estimates: self.estimates + other.estimates,
            ratings: self.ratings + other.ratings,
            squares: self.squares + other.squares,
            errors: self.errors + other.errors,
        }
    }

    /// Returns the sum of squared distances of ratings from their mean.
    pub(super) fn variation(&self) -> f64 {
        self.squares - self.ratings * self.ratings / self.estimates.max(1.0)
    }

    /// Returns the share of this sum that the estimates explain.
    pub(super) fn r_squared(&self) -> f64 {
        1.0 - self.errors / self.variation().max(1e-9)
    }
}

/// Returns R² over all players, with its interval from resampled players.
pub(super) fn resampled(players: &[PlayerSums], seed: u64) -> EstimateWithInterval {
    let value = players
        .iter()
        .fold(PlayerSums::default(), PlayerSums::plus)
        .r_squared();
    let drawn = (0..RESAMPLES).map(|resample| {
        let mut draws = rng::stream(seed, "strength resample", resample);
        (0..players.len())
            .map(|_| &players[draws.random_range(0..players.len())])
            .fold(PlayerSums::default(), PlayerSums::plus)
            .r_squared()
    });
    EstimateWithInterval::of_resamples(value, drawn.collect())
}
