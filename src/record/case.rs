//! Learning cases, and where data and models come from.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::outcome::SideResult;
use crate::phase::Phase;

/// One case for the learner: the levels that one side used in one phase, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The phase that the game reached.
    pub phase: Phase,
    /// The side whose heuristic was drawn.
    pub side: Color,
    /// One level (0 to 4) for each parameter of the schema.
    pub levels: Vec<u8>,
    /// The game's result for that side.
    pub result: SideResult,
}

/// Where data or a model came from: enough to make it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The version of this program.
    pub version: String,
    /// The seed of every random draw.
    pub seed: u64,
    /// The checksums of the models that played.
    pub models: Vec<String>,
    /// The settings, as canonical TOML.
    pub settings: String,
}
