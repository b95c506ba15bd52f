//! Learning cases, and the origins of data and models.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::outcome::SideResult;
use crate::phase::Phase;

/// A learning case: the levels that one side used in one phase, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Phase that the game reached.
    pub phase: Phase,
    /// Side whose heuristic was drawn.
    pub side: Color,
    /// Levels, 0 to 4, one for each parameter of the schema.
    pub levels: Vec<u8>,
    /// Result of the game for that side.
    pub result: SideResult,
}

/// Provenance of data or a model, sufficient to reproduce it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Version of this program.
    pub version: String,
    /// Seed of all random draws.
    pub seed: u64,
    /// Checksums of the models that played.
    pub models: Vec<String>,
    /// Settings as canonical TOML.
    pub settings: String,
}
