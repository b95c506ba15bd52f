//! The levels that the two sides of a run drew.

use serde::{Deserialize, Serialize};

/// How one side of a run draws the levels of its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelDraw {
    /// The side draws no levels of its own.
    Nothing,
    /// Each level of a family is drawn uniformly.
    Uniform,
    /// Levels are drawn by a design, around the heuristic of a training.
    Designed,
    /// The levels are those of a family; how they were chosen is not recorded.
    Unstated,
}

/// What both sides of a run draw, and from which family of parameters.
///
/// ```
/// use bayeschess::record::{LevelDraw, RunDraws};
/// let draws = RunDraws::of_settings("schema = \"classic 12ab\"\nwhite = \"random\"\nblack = \"initial\"");
/// assert_eq!((draws.white, draws.black), (LevelDraw::Uniform, LevelDraw::Nothing));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunDraws {
    /// Name and fingerprint of the family; `None` if it is not recorded.
    pub schema: Option<String>,
    /// Levels of the first side, which has White in the games with even numbers.
    pub white: LevelDraw,
    /// Levels of the second side, which has Black in the games with even numbers.
    pub black: LevelDraw,
}

impl RunDraws {
    /// Levels of a family that the run does not name, as in games against users.
    pub const UNSTATED: Self = Self {
        schema: None,
        white: LevelDraw::Unstated,
        black: LevelDraw::Unstated,
    };

    /// Returns true if one of the sides draws its levels in this way.
    pub fn contains(&self, draw: LevelDraw) -> bool {
        self.white == draw || self.black == draw
    }

    /// Returns true if neither side draws levels.
    pub fn are_none(&self) -> bool {
        self.white == LevelDraw::Nothing && self.black == LevelDraw::Nothing
    }

    /// Reads the draws from the settings of a run that was stored without them.
    ///
    /// Older versions describe both sides there; other programs describe neither.
    pub fn of_settings(settings: &str) -> Self {
        let settings: toml::Table = settings.parse().unwrap_or_default();
        let text = |key: &str| settings.get(key).and_then(toml::Value::as_str);
        let schema = text("schema").map(str::to_owned);
        let side = |side: Option<&str>| side.map_or(LevelDraw::Nothing, draw_of);
        match (text("white"), text("black")) {
            (None, None) => Self {
                schema,
                ..Self::UNSTATED
            },
            (white, black) => Self {
                schema,
                white: side(white),
                black: side(black),
            },
        }
    }
}

/// Reads the draw of a side from its description: `random`, `modern:random`, `designed around 0123456789abcdef`.
fn draw_of(description: &str) -> LevelDraw {
    let is_random = description == "random" || description.ends_with(":random");
    if is_random {
        LevelDraw::Uniform
    } else if description.starts_with("designed around") {
        LevelDraw::Designed
    } else {
        LevelDraw::Nothing
    }
}
