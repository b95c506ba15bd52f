//! What a heuristic is picked for: to make winning, losing or drawing more or less likely.
//!
//! Source: Fernández, *BayesChess* (2005), §4.4 and §5.4.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::record::SideResult;

/// One of the four ways to pick a level from P(level | phase, result).
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "kebab-case")]
#[strum(parse_err_ty = UnknownObjective, parse_err_fn = UnknownObjective::new)]
pub enum Objective {
    /// The level most frequent among won games.
    #[default]
    #[strum(to_string = "max-win", serialize = "maximise winning")]
    MaxWin,
    /// The level least frequent among lost games.
    #[strum(to_string = "min-loss", serialize = "minimise losing")]
    MinLoss,
    /// The level most frequent among drawn games.
    #[strum(to_string = "max-draw", serialize = "maximise drawing")]
    MaxDraw,
    /// The level least frequent among drawn games.
    #[strum(to_string = "min-draw", serialize = "minimise drawing")]
    MinDraw,
}

/// The written form of [`PickTarget::Middle`].
const MIDDLE: &str = "middle";

/// Whether the largest or the smallest of the probabilities is picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// The largest: arg-max.
    Largest,
    /// The smallest: arg-min.
    Smallest,
}

impl Objective {
    /// All objectives, in the order of lists.
    pub const ALL: [Self; 4] = [Self::MaxWin, Self::MinLoss, Self::MaxDraw, Self::MinDraw];

    /// Returns the name used on the command line and in files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the description in words, such as `maximise winning`.
    pub const fn description(self) -> &'static str {
        match self {
            Self::MaxWin => "maximise winning",
            Self::MinLoss => "minimise losing",
            Self::MaxDraw => "maximise drawing",
            Self::MinDraw => "minimise drawing",
        }
    }

    /// Returns the result whose probabilities are compared.
    pub const fn result(self) -> SideResult {
        match self {
            Self::MaxWin => SideResult::Win,
            Self::MinLoss => SideResult::Loss,
            Self::MaxDraw | Self::MinDraw => SideResult::Draw,
        }
    }

    /// Returns whether that result is to be likely or unlikely.
    pub const fn extreme(self) -> Extreme {
        match self {
            Self::MaxWin | Self::MaxDraw => Extreme::Largest,
            Self::MinLoss | Self::MinDraw => Extreme::Smallest,
        }
    }
}

/// What a heuristic is picked for from a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PickTarget {
    /// An objective.
    Objective(Objective),
    /// No objective: the model around which objectives lean, the same for both sides, as for analysis.
    Middle,
}

impl PickTarget {
    /// Returns the objective for picking levels; for `Middle`, which levels do not have, it is to win.
    pub const fn objective(self) -> Objective {
        match self {
            Self::Objective(objective) => objective,
            Self::Middle => Objective::MaxWin,
        }
    }
}

impl From<Objective> for PickTarget {
    fn from(objective: Objective) -> Self {
        Self::Objective(objective)
    }
}

/// Written as users write it.
impl fmt::Display for PickTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Objective(objective) => objective.fmt(f),
            Self::Middle => f.pad(MIDDLE),
        }
    }
}

impl FromStr for PickTarget {
    type Err = UnknownPickTarget;
    fn from_str(word: &str) -> Result<Self, UnknownPickTarget> {
        match word {
            MIDDLE => Ok(Self::Middle),
            word => match word.parse() {
                Ok(objective) => Ok(Self::Objective(objective)),
                Err(UnknownObjective(word)) => Err(UnknownPickTarget(word)),
            },
        }
    }
}

impl TryFrom<String> for PickTarget {
    type Error = UnknownPickTarget;
    fn try_from(word: String) -> Result<Self, UnknownPickTarget> {
        word.parse()
    }
}

impl From<PickTarget> for String {
    fn from(target: PickTarget) -> Self {
        target.to_string()
    }
}

/// The error for a word that is neither an objective nor `middle`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an objective: expected max-win, min-loss, max-draw, min-draw or middle")]
pub struct UnknownPickTarget(pub String);

/// The error for a word that is not an objective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an objective: expected max-win, min-loss, max-draw or min-draw")]
pub struct UnknownObjective(pub String);

impl UnknownObjective {
    fn new(word: &str) -> Self {
        Self(word.to_owned())
    }
}
