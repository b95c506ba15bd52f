//! The two sides under the names that files, JSON and options use.

use rand::{Rng, RngExt as _};
use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// A side as files and JSON write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideName {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl From<Color> for SideName {
    fn from(color: Color) -> Self {
        color.fold_wb(Self::White, Self::Black)
    }
}

impl From<SideName> for Color {
    fn from(side: SideName) -> Self {
        match side {
            SideName::White => Self::White,
            SideName::Black => Self::Black,
        }
    }
}

/// The side that a person wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum SideChoice {
    /// You move first.
    White,
    /// The engine moves first.
    Black,
    /// Drawn at random.
    Random,
}

impl SideChoice {
    /// Returns the side, drawn from `rng` if it is left to chance.
    pub fn resolve(self, rng: &mut impl Rng) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Random => Color::from_white(rng.random()),
        }
    }
}
