//! Ties at the root: finds the moves that are exactly as good as the best, and chooses among them at random.
//!
//! Alpha-beta proves of later moves only that they are not better than the best so far, so that equal values at the
//! root are mostly upper bounds. Here each later move is searched with an empty window just below the best value:
//! those that reach it are equal. This happens after the normal search and does not disturb its cut-offs (the UNAM
//! program of 1987, which also chose among equal moves at random, describes the problem). A search that may choose
//! at random reserves some of its nodes and time for it.

use std::time::Duration;

use rand::seq::IndexedRandom as _;

use super::frame::{ExpectedNode, Frame, NodeContext, NodeInfo};
use super::moves::MoveTrial;
use super::report::ScoreBound;
use super::root_move::IterationResult;
use super::thread::SearchThread;
use super::value::is_decided;
use crate::rng;

/// One part in this many of the nodes and the time is reserved.
const HELD_BACK: u32 = 8;

/// The limits of a search before a part of them was reserved.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldBackLimits {
    nodes: u64,
    hard: Option<Duration>,
    /// What was reserved of the nodes allowed after iteration 1.
    of_ration: Option<u64>,
}

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Reserves the nodes and the time for the choice among equal moves, and returns the whole limits.
    pub(super) fn hold_back(&mut self) -> HeldBackLimits {
        let (nodes, hard) = (self.control.node_limit, self.control.hard);
        if nodes < u64::MAX {
            self.control.node_limit = (nodes - nodes / u64::from(HELD_BACK)).max(1);
        }
        self.control.hard = hard.map(|hard| hard.saturating_sub(hard / HELD_BACK));
        let of_ration = self
            .control
            .nodes_after_first
            .map(|ration| ration / u64::from(HELD_BACK));
        if let (Some(ration), Some(held)) = (&mut self.control.nodes_after_first, of_ration) {
            *ration -= held;
        }
        HeldBackLimits {
            nodes,
            hard,
            of_ration,
        }
    }

    /// Chooses at random among the moves that are as good as the best move of the last completed iteration.
    ///
    /// Called after the normal search; releases what was reserved. Nothing is chosen if the search has found a
    /// better move since, or was stopped.
    pub(super) fn draw_if_equal(
        &mut self,
        whole: HeldBackLimits,
        found: IterationResult,
        seed: u64,
    ) {
        self.control.node_limit = match whole.of_ration {
            Some(held) => whole
                .nodes
                .min(self.control.node_limit.saturating_add(held)),
            None => whole.nodes,
        };
        self.control.hard = whole.hard;
        if self.control.stop.is_raised() || self.line.root_moves[0].m != found.m {
            return;
        }
        self.control.broken_off = false;
        self.draw_among_equals(found.value, found.depth, seed);
    }

    /// Chooses at random among the moves that reach `best` at `depth`, and moves the chosen one to the front. A
    /// move whose search was aborted does not take part.
    fn draw_among_equals(&mut self, best: i32, depth: i32, seed: u64) {
        if is_decided(best) {
            return;
        }
        let equal = self.equals(depth, best);
        let mut rng = rng::stream(seed, "equal moves", self.stack.path.len() as u64);
        if let Some(&drawn) = equal.choose(&mut rng) {
            self.line.root_moves[drawn].value = best;
            self.line.root_moves[drawn].bound = ScoreBound::Exact;
            self.line.root_moves[..=drawn].rotate_right(1);
        }
    }

    /// Returns the indices of the root moves whose value reaches `best`; the first root move is always one.
    fn equals(&mut self, depth: i32, best: i32) -> Vec<usize> {
        let mut equal = vec![0];
        let frame = Frame {
            alpha: best - 1,
            beta: best,
            depth,
            ply: 0,
            expected: ExpectedNode::All,
        };
        let known = NodeInfo {
            entry: None,
            evaluation: None,
            estimate: best,
            improving: true,
            was_principal: true,
        };
        let node = self.shared.root;
        let context = NodeContext { node, frame, known };
        for place in 1..self.line.root_moves.len() {
            let m = self.line.root_moves[place].m;
            let ahead = self.shared.look_ahead(node, m);
            match self.try_move(&context, ahead, MoveTrial::first()) {
                Some(value) if value >= best => equal.push(place),
                Some(_) => {}
                None => break,
            }
        }
        equal
    }
}
