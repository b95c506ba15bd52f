//! Estimates a player's strength from the moves of their games.
//!
//! Start at [`StrengthEstimator`]. A search of a few nodes tells how many expected points a move loses
//! ([`LossClass`]) and in which kind of position ([`PositionKind`]). [`LossCounts`] counts this for one player, with
//! the habits of their games. [`RatingCounts`] counts it for rated players, by [`StrengthScale`] and rating band. A
//! [`StrengthEstimator`] is the naive Bayes classifier learned from these counts: it gives the posterior of a rating
//! on one scale.
//!
//! This module does not search: `search::LossObserver` measures the losses.
//!
//! May use: L0, `bayes`, `board`, `style`.

mod counts;
mod estimate;
mod estimator;
mod loss;
mod player_estimator;
mod rating_counts;
mod scale;
mod trend;

#[cfg(test)]
mod tests;

/// The most games searched for an estimate; the last ones are taken.
pub const ESTIMATED_GAMES: usize = 100;

pub use counts::{LossCounts, LossCountsError};
pub use estimate::{RatingPosterior, RatingPrior, StrengthEstimate};
pub use estimator::StrengthEstimator;
pub use loss::{LossClass, PositionKind};
pub use player_estimator::{PlayerEstimator, RatingDifference};
pub use rating_counts::{RatedLosses, RatingCounts};
pub use scale::StrengthScale;
