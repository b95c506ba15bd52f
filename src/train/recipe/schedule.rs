//! How generations follow each other: what changes from one to the next.

use serde::{Deserialize, Serialize};

/// How generations follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Schedule {
    /// How many there are.
    pub generations: u32,
    /// What the number of games is multiplied by from one to the next: what is left to find takes
    /// more games to be seen.
    #[serde(skip_serializing_if = "is_one")]
    pub games: f64,
    /// What the reach of neighbours and the kinship of phases is multiplied by from one to the next:
    /// the broad strokes come first, single squares later.
    #[serde(skip_serializing_if = "is_one")]
    pub field: f64,
    /// What the widths are multiplied by from one to the next.
    pub widths: f64,
    /// What the steps of a trial are multiplied by from one to the next; a fit goes the share of the way that its
    /// `positions` say.
    pub steps: f64,
    /// A trial learns from the counts of so many of the last generations together; older ones
    /// age out.
    #[serde(skip_serializing_if = "is_the_last")]
    pub memory: u32,
    /// The model is the mean of the centres after so many of the last generations.
    pub average: u32,
    /// Training stops when so many validations in a row were no better than the best before them;
    /// nought never stops early.
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

/// What is left out of canonical text.
#[expect(
    clippy::float_cmp,
    clippy::trivially_copy_pass_by_ref,
    reason = "the very default, as serde hands it over"
)]
fn is_one(factor: &f64) -> bool {
    *factor == 1.0
}

/// What is left out of canonical text.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde hands it over")]
const fn is_the_last(memory: &u32) -> bool {
    *memory == 1
}
