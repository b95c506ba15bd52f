//! The card beside a table: what it is, how it was estimated, and where its cases came from.
//!
//! A TOML file without dates or paths, so that the same games give the same card. The format number rises with each
//! change that older programs cannot read.

use serde::{Deserialize, Serialize};

use crate::bayes::Smoothing;
use crate::phase::ByPhase;
use crate::record::{Provenance, SideResult};

/// The newest format of a card that this program reads, and the one that it writes.
pub const FORMAT: i64 = 1;

/// The kind of table that a card belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// P(level | phase, result) for each parameter of a heuristic.
    Heuristic,
}

/// The rule by which a heuristic is picked from a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "snake_case", deny_unknown_fields)]
pub enum Pick {
    /// The level most frequent with a result, or least frequent with one to avoid (Fernández 2005, §4.4).
    #[default]
    Level,
    /// The posterior mean of the levels among decided and drawn games.
    ///
    /// It is the middle if all levels are equally frequent, and moves towards a level that stands out; for an
    /// objective that avoids a result, away from it.
    Mean,
    /// The middle level, moved by each parameter's effect on the objective's result.
    ///
    /// The step is `reach` levels for an effect of one standard error, at most two levels. Around a heuristic
    /// that is as strong as its family allows, no level changes the strength, and objectives differ in the
    /// share of draws.
    Lean {
        /// Levels for each standard error; 0 stays in the middle.
        reach: f64,
    },
}

impl Pick {
    /// Returns true for the rule of 2005.
    const fn is_level(&self) -> bool {
        matches!(self, Self::Level)
    }
}

/// The estimator of probabilities from counts.
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
    /// Returns additive smoothing of this strength.
    pub const fn laplace(smoothing: Smoothing) -> Self {
        Self::Laplace {
            smoothing: smoothing.alpha(),
        }
    }

    /// Returns the smoothing.
    ///
    /// # Errors
    ///
    /// If a file states a strength that is out of range.
    pub fn smoothing(self) -> Result<Smoothing, crate::bayes::SmoothingError> {
        match self {
            Self::Laplace { smoothing } => Smoothing::new(smoothing),
        }
    }
}

/// The origin of the values that levels stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelValuesOrigin {
    /// The five values, in centipawns, that the schema gives each parameter; level 2 is initial.
    Schema,
    /// The values in the table's rows: five around an earlier heuristic.
    Rows,
}

/// Numbers of cases by result, for the side that used the levels.
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
    /// Returns the number of cases with this result.
    pub const fn of(self, result: SideResult) -> u64 {
        match result {
            SideResult::Win => self.win,
            SideResult::Loss => self.loss,
            SideResult::Draw => self.draw,
        }
    }

    /// Makes the numbers, calling `make` for each result.
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
    /// Number of its games with cases.
    pub games: u64,
    /// The settings and the seed from which its games can be played again.
    pub provenance: Provenance,
}

/// A [`RunOrigin`] in the form of TOML, whose integers end at 2⁶³ − 1 while a seed may be larger.
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

/// The training that made a table; with it, the program can make the table again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingOrigin {
    /// The recipe in full, as TOML.
    pub recipe: String,
    /// Fingerprint of the heuristic that the training started from.
    pub start: String,
    /// Fingerprint of the teacher's heuristic, if it was another than the one trained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
}

/// The card of a heuristic table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableCard {
    /// The card's format, `FORMAT` today.
    pub format: i64,
    /// The kind of table.
    pub kind: TableKind,
    /// Name of the schema.
    pub schema: String,
    /// Fingerprint of the schema.
    pub schema_fingerprint: String,
    /// Checksum of the CSV's bytes ([`crate::files::checksum`]).
    pub checksum: String,
    /// Number of games with cases.
    pub games: u64,
    /// Number of cases, over all phases.
    pub cases: u64,
    /// Origin of the column `value`.
    pub level_values: LevelValuesOrigin,
    /// The estimator of the column `probability` from `count`.
    pub estimator: Estimator,
    /// The rule by which a heuristic is picked from the counts.
    #[serde(default, skip_serializing_if = "Pick::is_level")]
    pub pick: Pick,
    /// The cases by phase and result.
    pub results: ByPhase<CaseResults>,
    /// The training that made the table, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub training: Option<TrainingOrigin>,
    /// The runs that the cases came from, in the order of their keys.
    #[serde(default)]
    pub origins: Vec<RunOrigin>,
}
