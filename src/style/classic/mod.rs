//! The recogniser of the original: four attributes, the moment rather than the history.
//!
//! After Fernández, *BayesChess* (2005), §5.2: what is seen of a player at a moment of the game is
//! his first move, whether the kings stand on opposite wings, how many of his pieces stand beyond
//! his third rank, and how many of his pawns threaten the enemy king. [`ClassicCounts`] count what
//! players of known style showed; a [`ClassicRecogniser`] turns one [`ClassicObservation`] into a posterior, with
//! equal priors, as in §5.3. It stays beside the new recogniser as its baseline.

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
