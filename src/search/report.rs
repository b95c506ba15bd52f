//! Reports of a search, while it runs and at its end.

use std::time::Duration;

use shakmaty::Move;

use crate::score::Score;
use crate::units::{Nodes, Ply};

/// How a reported score bounds the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreBound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// The result of a search, or of one of its iterations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The best move; `None` if the position has no legal move.
    pub best: Option<Move>,
    /// The reply that is expected; the move to ponder on.
    pub ponder: Option<Move>,
    /// The value for the side to move, by the last completed iteration.
    pub score: Score,
    /// Depth of the last completed iteration.
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
    /// Rank of this move among the best, from 1.
    pub rank: u16,
    /// How the score bounds the value.
    pub bound: ScoreBound,
    /// Number of positions found in tablebases.
    pub tablebase_hits: u64,
}

/// What a search reports while it runs.
#[derive(Clone, Copy, Debug)]
pub enum SearchEvent<'a> {
    /// An iteration was completed, or its aspiration window failed; with several lines, one event for each.
    Iteration(&'a SearchReport),
    /// A root move is about to be searched; not reported in the first second.
    RootMove {
        /// The move.
        m: Move,
        /// Its number in this iteration, from one.
        number: usize,
        /// The iteration's depth.
        depth: Ply,
    },
}
