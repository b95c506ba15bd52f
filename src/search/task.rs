//! What one thread searches, and what an iteration finds.

use shakmaty::Move;

use super::limits::SearchLimits;
use super::node::Node;
use crate::eval::Evaluator;

/// The root, evaluator and limits of one thread's search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchTask<'a> {
    pub(super) node: &'a Node,
    pub(super) evaluator: &'a Evaluator,
    pub(super) limits: &'a SearchLimits,
    /// Number of the thread; thread 0 decides and reports, the others help.
    pub(super) thread: usize,
}

/// The best move of the last completed iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationResult {
    /// The move.
    pub(super) m: Move,
    /// Its value for the root side.
    pub(super) value: i32,
    /// Depth of the iteration, in plies.
    pub(super) depth: i32,
}
