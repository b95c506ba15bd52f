//! The scale of a rating: population and pace. Ratings of different scales are not comparable.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use shakmaty::Color;

use crate::record::Game;
use crate::style::Population;

/// The pace of a game, by the time that forty moves take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pace {
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Longer, as over the board.
    Classical,
}

impl Pace {
    /// All paces, from fast to slow.
    pub const ALL: [Self; 4] = [Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical];

    /// Returns the name in tables and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
        }
    }

    /// Returns the pace of a `TimeControl` tag such as `300+5`; `None` for another text.
    ///
    /// The limits are those of lichess.org.
    pub fn of_time_control(tag: &str) -> Option<Self> {
        let tag = tag.trim();
        if tag.contains('/') {
            return Some(Self::Classical);
        }
        let (base, increment) = tag.split_once('+').unwrap_or((tag, "0"));
        let (base, increment) = (base.parse::<u32>().ok()?, increment.parse::<u32>().ok()?);
        Some(match base.saturating_add(increment.saturating_mul(40)) {
            0..180 => Self::Bullet,
            180..480 => Self::Blitz,
            480..1500 => Self::Rapid,
            _ => Self::Classical,
        })
    }
}

/// A scale on which ratings are comparable: a population and, for an online site, a pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrengthScale {
    /// The population.
    pub population: Population,
    /// The pace; `None` over the board, and for games of all paces together.
    pub pace: Option<Pace>,
}

impl StrengthScale {
    /// Returns the scale of the player of `side`, by the game's tags or by `population` if it is given.
    ///
    /// `None` for programs and for players of an unknown site, whose ratings have no common scale.
    pub fn of(game: &Game, side: Color, population: Option<Population>) -> Option<Self> {
        let population = population.or_else(|| Population::of(game, side))?;
        let pace = match population {
            Population::Masters | Population::Board => None,
            Population::Lichess | Population::ChessCom | Population::Fics => {
                Pace::of_time_control(game.tags.get("TimeControl").unwrap_or_default())
            }
            Population::Online | Population::Engine => return None,
        };
        Some(Self { population, pace })
    }

    /// Returns the scale of all paces together.
    pub const fn of_all_paces(self) -> Self {
        Self { pace: None, ..self }
    }
}

/// Displayed as in `lichess rapid` and `board`.
impl fmt::Display for StrengthScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pace {
            Some(pace) => f.pad(&format!("{} {}", self.population, pace.name())),
            None => f.pad(self.population.name()),
        }
    }
}

impl FromStr for StrengthScale {
    type Err = String;

    /// Parses what `Display` writes.
    fn from_str(text: &str) -> Result<Self, String> {
        let (population, pace) = match text.split_once(' ') {
            Some((population, pace)) => (population, Some(pace)),
            None => (text, None),
        };
        let bad = || format!("'{text}' is not a rating scale");
        let pace = match pace {
            None => None,
            Some(word) => {
                let found = Pace::ALL.into_iter().find(|pace| pace.name() == word);
                Some(found.ok_or_else(bad)?)
            }
        };
        let population = population.parse().map_err(|_| bad())?;
        Ok(Self { population, pace })
    }
}

impl Serialize for StrengthScale {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
