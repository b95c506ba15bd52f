//! Direction of a trait.

use serde::Serialize;

/// Whether a player shows more or less of a habit than peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TraitDirection {
    /// More than peers.
    More,
    /// Less than peers.
    Less,
}
