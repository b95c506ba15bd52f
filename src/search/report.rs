//! What a search says, while it runs and at its end.

use std::time::Duration;

use shakmaty::Move;

use crate::score::Score;
use crate::units::{Nodes, Ply};

/// The result of a search, or of one of its iterations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The best move; none only where there is no legal one.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// The value for the side to move, by the last completed iteration.
    pub score: Score,
    /// The last completed iteration.
    pub depth: Ply,
    /// The deepest ply entered.
    pub selective_depth: Ply,
    /// Nodes so far.
    pub nodes: Nodes,
    /// Time so far.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u16,
    /// The principal variation.
    pub line: Vec<Move>,
}

/// What a search tells while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// An iteration was completed.
    Iteration(&'a Report),
}
