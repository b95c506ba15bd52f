//! The scale of a rating: the kind of players and the time class. Ratings of different scales are not comparable.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use shakmaty::Color;

use crate::record::{Game, TimeClass};
use crate::style::Population;

/// Players whose ratings are comparable: a population and, on a site, one time class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrengthScale {
    /// The population.
    pub population: Population,
    /// The time class; `None` over the board, and for games of all classes together.
    pub time_class: Option<TimeClass>,
}

impl StrengthScale {
    /// Returns the scale of the player of `side`, by the game's tags or by `population` if it is given.
    ///
    /// `None` for programs and for players of an unknown site, whose ratings have no common scale.
    pub fn of(game: &Game, side: Color, population: Option<Population>) -> Option<Self> {
        let population = population.or_else(|| Population::of(game, side))?;
        let time_class = match population {
            Population::Masters | Population::Board => None,
            Population::Lichess | Population::ChessCom | Population::Fics => game
                .tags
                .get("TimeControl")
                .and_then(TimeClass::of)
                // Games by correspondence are too few for a scale of their own.
                .map(|class| class.min(TimeClass::Classical)),
            Population::Online | Population::Engine => return None,
        };
        Some(Self {
            population,
            time_class,
        })
    }

    /// Returns the scale of all time classes together.
    pub const fn of_all_time_classes(self) -> Self {
        Self {
            time_class: None,
            ..self
        }
    }
}

/// Displayed as in `lichess rapid` and `board`.
impl fmt::Display for StrengthScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.time_class {
            Some(class) => f.pad(&format!("{} {}", self.population, class.name())),
            None => f.pad(self.population.name()),
        }
    }
}

impl FromStr for StrengthScale {
    type Err = String;

    /// Parses what `Display` writes.
    fn from_str(text: &str) -> Result<Self, String> {
        let (population, class) = match text.split_once(' ') {
            Some((population, class)) => (population, Some(class)),
            None => (text, None),
        };
        let bad = || format!("'{text}' is not a rating scale");
        let time_class = class.map(str::parse).transpose().map_err(|_| bad())?;
        let population = population.parse().map_err(|_| bad())?;
        Ok(Self {
            population,
            time_class,
        })
    }
}

impl Serialize for StrengthScale {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
