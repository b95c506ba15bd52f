//! The table of the thesis of 1987 that the ladder is compared with.

use serde::Serialize;

/// One row of the table of 1987: an algorithm at one depth, as means over ten positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PublishedCount {
    /// The rung.
    pub rung: &'static str,
    /// The depth in plies.
    pub depth: u16,
    /// Seconds.
    pub seconds: f64,
    /// All nodes.
    pub nodes: f64,
    /// The nodes that were evaluated.
    pub evaluated: f64,
}

/// The table "mini-max vs. alfa-beta" of the thesis of 1987, chapter VI.
pub const PRINTED: [PublishedCount; 4] = [
    printed("minimax", 2, 17.2, 1_221.0, 1_192.0),
    printed("alpha-beta", 2, 8.7, 875.0, 781.0),
    printed("minimax", 3, 269.4, 26_652.0, 25_458.0),
    printed("alpha-beta", 3, 48.3, 4_446.0, 4_196.0),
];

const fn printed(
    rung: &'static str,
    depth: u16,
    seconds: f64,
    nodes: f64,
    evaluated: f64,
) -> PublishedCount {
    PublishedCount {
        rung,
        depth,
        seconds,
        nodes,
        evaluated,
    }
}
