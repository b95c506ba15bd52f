//! The schedule of a training: the number of generations, and changes from one to the next.

use serde::{Deserialize, Serialize};

/// A schedule of generations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Schedule {
    /// Number of generations.
    pub generations: u32,
    /// Factor on the number of games from one generation to the next, since smaller remaining effects need more
    /// games.
    #[serde(skip_serializing_if = "is_one")]
    pub games: f64,
    /// Factor for the reach of neighbours and phases from one generation to the next: the broad pattern comes first,
    /// single squares later.
    #[serde(skip_serializing_if = "is_one")]
    pub field: f64,
    /// Factor on the level widths from one generation to the next.
    pub widths: f64,
    /// Factor for the steps of a trial from one generation to the next. A fit moves by the share that its `positions`
    /// give.
    pub steps: f64,
    /// Number of recent generations whose counts a trial learns from together; older ones age out.
    #[serde(skip_serializing_if = "is_the_last")]
    pub memory: u32,
    /// Number of recent generations whose centres are averaged to the model.
    pub average: u32,
    /// Number of consecutive validations without a new best after which training stops; 0 never stops early.
    pub patience: u32,
}

impl Default for Schedule {
    fn default() -> Self {
        Self {
            generations: 6,
            games: 1.0,
            field: 1.0,
            widths: 1.0,
            steps: 0.85,
            memory: 1,
            average: 3,
            patience: 0,
        }
    }
}

/// Returns true for the default, which canonical text leaves out.
#[expect(
    clippy::float_cmp,
    clippy::trivially_copy_pass_by_ref,
    reason = "the very default, as serde hands it over"
)]
fn is_one(factor: &f64) -> bool {
    *factor == 1.0
}

/// Returns true for the default, which canonical text leaves out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde hands it over")]
const fn is_the_last(memory: &u32) -> bool {
    *memory == 1
}
