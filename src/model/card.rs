//! The card beside a table: what it is, how it was estimated, and where its cases came from.
//!
//! A TOML file without dates or paths, so that the same games give the same card. Its format
//! number rises when a program of today could not read it any more.

use serde::{Deserialize, Serialize};

use crate::bayes::Smoothing;
use crate::phase::ByPhase;
use crate::record::{Provenance, SideResult};

/// The newest format of a card that this program reads, and the one that it writes.
pub const FORMAT: i64 = 1;

/// What kind of table a card belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// P(level | phase, result) for each parameter of a heuristic.
    Heuristic,
}

/// How a heuristic is picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "snake_case", deny_unknown_fields)]
pub enum Pick {
    /// The level most or least frequent with a result (Fernández 2005, §4.4).
    #[default]
    Level,
    /// The mean of the levels of decided and drawn games under the posterior. It is the middle if all levels are
    /// equally frequent, and moves towards a level that stands out. Away from it, for an objective that avoids the
    /// result.
    Mean,
    /// The middle level, moved by each parameter's effect on the objective's result. The step is `reach` levels for
    /// an effect of one standard error, at most two levels. At a heuristic that is as strong as its family allows,
    /// strength has no slope left, and what winning and not losing then pull apart is the share of draws.
    Lean {
        /// Levels for each standard error; 0 stays in the middle.
        reach: f64,
    },
}

impl Pick {
    /// Whether this is the original's rule.
    const fn is_level(&self) -> bool {
        matches!(self, Self::Level)
    }
}

/// How probabilities follow from counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
pub enum Estimator {
    /// (n + α) / (N + α k); Laplace's rule of succession when α is 1.
    Laplace {
        /// The strength α.
        smoothing: f64,
    },
}

impl Estimator {
    /// Additive smoothing of that strength.
    pub const fn laplace(smoothing: Smoothing) -> Self {
        Self::Laplace {
            smoothing: smoothing.alpha(),
        }
    }

    /// The smoothing that it stands for.
    ///
    /// # Errors
    ///
    /// When a file states a strength that is out of range.
    pub fn smoothing(self) -> Result<Smoothing, crate::bayes::SmoothingError> {
        match self {
            Self::Laplace { smoothing } => Smoothing::new(smoothing),
        }
    }
}

/// Where the `value` of a level comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelValuesOrigin {
    /// The five values, in centipawns, that the schema gives each parameter; level 2 is initial.
    Schema,
    /// The rows' own: five values around what was learned before.
    Rows,
}

/// How many cases ended how, for the side that used the levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseResults {
    /// Won.
    pub win: u64,
    /// Lost.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
}

impl CaseResults {
    /// How many ended so.
    pub const fn of(self, result: SideResult) -> u64 {
        match result {
            SideResult::Win => self.win,
            SideResult::Loss => self.loss,
            SideResult::Draw => self.draw,
        }
    }

    /// A number for each result.
    pub fn new_with(mut make: impl FnMut(SideResult) -> u64) -> Self {
        Self {
            win: make(SideResult::Win),
            loss: make(SideResult::Loss),
            draw: make(SideResult::Draw),
        }
    }
}

/// A run that cases came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "OriginText", try_from = "OriginText")]
pub struct RunOrigin {
    /// The run's key in its database.
    pub run: String,
    /// How many of its games had cases.
    pub games: u64,
    /// What is needed to play them again.
    pub provenance: Provenance,
}

/// An [`RunOrigin`] as TOML can hold it: its integers end at 2⁶³ − 1, and a seed may be larger.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OriginText {
    run: String,
    games: u64,
    version: String,
    seed: String,
    models: Vec<String>,
    settings: String,
}

impl From<RunOrigin> for OriginText {
    fn from(origin: RunOrigin) -> Self {
        Self {
            run: origin.run,
            games: origin.games,
            version: origin.provenance.version,
            seed: origin.provenance.seed.to_string(),
            models: origin.provenance.models,
            settings: origin.provenance.settings,
        }
    }
}

impl TryFrom<OriginText> for RunOrigin {
    type Error = String;
    fn try_from(text: OriginText) -> Result<Self, String> {
        let seed = text
            .seed
            .parse()
            .map_err(|_| format!("the seed '{}' is not a whole number", text.seed))?;
        Ok(Self {
            run: text.run,
            games: text.games,
            provenance: Provenance {
                version: text.version,
                seed,
                models: text.models,
                settings: text.settings,
            },
        })
    }
}

/// The training that a table is the model of: with it, the program can make the table again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingOrigin {
    /// The recipe in full, as TOML.
    pub recipe: String,
    /// The fingerprint of the heuristic that it began with.
    pub start: String,
    /// The fingerprint of the one whose searches taught, if it was another than the learner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
}

/// The card of a heuristic table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableCard {
    /// The card's format, `FORMAT` today.
    pub format: i64,
    /// What kind of table.
    pub kind: TableKind,
    /// The schema's name.
    pub schema: String,
    /// The schema's fingerprint.
    pub schema_fingerprint: String,
    /// [`crate::files::checksum`] of the CSV's bytes.
    pub checksum: String,
    /// How many games had cases.
    pub games: u64,
    /// How many cases were counted, over all phases.
    pub cases: u64,
    /// Where the column `value` comes from.
    pub level_values: LevelValuesOrigin,
    /// How the column `probability` follows from `count`.
    pub estimator: Estimator,
    /// How a heuristic follows from the counts.
    #[serde(default, skip_serializing_if = "Pick::is_level")]
    pub pick: Pick,
    /// The cases by phase and result.
    pub results: ByPhase<CaseResults>,
    /// What it was trained by, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub training: Option<TrainingOrigin>,
    /// The runs that they came from, in the order of their keys.
    #[serde(default)]
    pub origins: Vec<RunOrigin>,
}
