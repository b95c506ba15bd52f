//! A player's style: what is observed of him, move by move, and what that says.
//!
//! After Fernández, *BayesChess* (2005), §5.2: a player is attacking, defensive or mixed, and what
//! is seen of him at a moment of the game is his first move, whether the kings stand on opposite
//! wings, how many of his pieces stand beyond his third rank, and how many of his pawns threaten
//! the enemy king. [`StyleCounts`] count what players of known style showed; a [`Recogniser`] turns
//! one [`Observation`] into a [`Posterior`], with equal priors, as in §5.3.
//!
//! May use: L0, `board`, `bayes`.

mod attribute;
mod counts;
mod observe;
mod recogniser;

pub use attribute::{Attribute, Castling, FirstMove, Observation};
pub use counts::StyleCounts;
pub use observe::{observe, observe_game};
pub use recogniser::{Evidence, Posterior, Recogniser};

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a player plays: the class of the classifier (§5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Plays for the attack from the beginning, as Fischer and Kasparov.
    Attacking,
    /// Prepares well and waits, as Karpov.
    Defensive,
    /// Something of both, as Illescas.
    Mixed,
}

impl Style {
    /// All styles in the order of the original's tables.
    pub const ALL: [Self; 3] = [Self::Attacking, Self::Defensive, Self::Mixed];

    /// The name used in tables, labels and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attacking => "attacking",
            Self::Defensive => "defensive",
            Self::Mixed => "mixed",
        }
    }

    /// The place in [`Style::ALL`], for arrays with one entry for each style.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no style.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no style: expected attacking, defensive or mixed")]
pub struct UnknownStyle(pub String);

impl FromStr for Style {
    type Err = UnknownStyle;
    fn from_str(word: &str) -> Result<Self, UnknownStyle> {
        Self::ALL
            .into_iter()
            .find(|style| style.name() == word)
            .ok_or_else(|| UnknownStyle(word.to_owned()))
    }
}

#[cfg(test)]
mod tests;
