//! The recogniser of 2005: four attributes of the current position, without memory.
//!
//! After Fernández, *BayesChess* (2005), §5.2: the player's first move, whether the kings stand on opposite wings,
//! how many of the player's pieces stand beyond their third rank, and how many of their pawns threaten the enemy
//! king. [`ClassicCounts`] count these for players of known style. A [`ClassicRecogniser`] turns one
//! [`ClassicObservation`] into a posterior with equal priors, as in §5.3. It stays beside the newer recogniser as
//! its baseline.

mod attribute;
mod counts;
mod observe;
mod recogniser;

pub use attribute::{ClassicAttribute, ClassicObservation, FirstMove, KingWings};
pub use counts::ClassicCounts;
pub use observe::{observe, observe_game, observe_now};
pub use recogniser::{ClassicEvidence, ClassicRecogniser};

#[cfg(test)]
mod tests;
