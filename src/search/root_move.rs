//! The moves of the root and the passes over them.

use shakmaty::Move;

use super::report::ScoreBound;
use super::value::INFINITY;

/// A move at the root, with its value and line.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) m: Move,
    /// Value from the last iteration in which the move was the best of its rank, for the root side.
    pub(super) value: i32,
    /// The bound that `value` is: a pass that failed high knows only a lower bound.
    pub(super) bound: ScoreBound,
    /// Nodes spent on the move in the whole search.
    pub(super) nodes: u64,
    /// The moves expected after it.
    pub(super) sequel: Vec<Move>,
}

impl RootMove {
    /// Makes a root move that was not searched yet.
    pub(super) fn new(m: Move) -> Self {
        Self {
            m,
            value: -INFINITY,
            bound: ScoreBound::Exact,
            nodes: 0,
            sequel: Vec::new(),
        }
    }

    /// Returns the principal variation that starts with the move.
    pub(super) fn line(&self) -> Vec<Move> {
        let mut line = Vec::with_capacity(1 + self.sequel.len());
        line.push(self.m);
        line.extend_from_slice(&self.sequel);
        line
    }
}

/// The window and depth of one pass over the root moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootPass {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    /// Rank of the line searched, from 0; the root moves before this index are not searched.
    pub(super) rank: usize,
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
