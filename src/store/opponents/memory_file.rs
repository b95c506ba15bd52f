//! The file of counts in which what is remembered goes from one database to another.

use serde::{Deserialize, Serialize};

use super::merge::RememberedOpponent;

/// What is remembered of opponents, as a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryFile {
    /// The format of the file.
    pub format: u32,
    /// The opponents.
    pub opponents: Vec<RememberedOpponent>,
}

impl MemoryFile {
    /// The format that this program writes.
    pub const FORMAT: u32 = 1;

    /// A file of these opponents.
    pub const fn of(opponents: Vec<RememberedOpponent>) -> Self {
        Self {
            format: Self::FORMAT,
            opponents,
        }
    }
}
