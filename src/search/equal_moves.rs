//! Choices at the root: finds the moves that are as good as the best, or nearly so, and chooses among them at random.
//!
//! Alpha-beta proves of later moves only that they are not better than the best so far, so that equal values at the
//! root are mostly upper bounds. Here each later move is searched with an empty window just below the best value:
//! those that reach it are equal. This happens after the normal search and does not disturb its cut-offs (the UNAM
//! program of 1987, which also chose among equal moves at random, describes the problem). A search that may choose
//! at random reserves some of its nodes and time for it.
//!
//! A weakened player who decides hastily chooses in the same way among all moves within a margin of the best, and
//! leaves no more than the margin to one capture.

use std::time::Duration;

use rand::seq::IndexedRandom as _;
use shakmaty::{Chess, Move, Position as _};

use super::frame::{ExpectedNode, Frame, NodeContext, NodeInfo};
use super::limits::HastyChoice;
use super::report::ScoreBound;
use super::root_move::IterationResult;
use super::shared::SharedState;
use super::stack::FIRST_IMPROVEMENT;
use super::thread::SearchThread;
use super::value::is_decided;
use crate::board::after;
use crate::board::see::{exchange_value, see};
use crate::rng;
use crate::units::Centipawns;

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
        // The choice may take as much of the time as was held back, after a soft limit too.
        self.control.hard = whole.hard.map(|hard| {
            let elapsed = self.control.started.elapsed();
            hard.min(elapsed.saturating_add(elapsed / HELD_BACK))
        });
        if self.control.stop.is_raised() || self.line.root_moves[0].m != found.m {
            return;
        }
        self.control.broken_off = false;
        self.draw_among(found, found.value, seed, |_: &Move| true);
    }

    /// Chooses at random among the moves within a margin of the best that lose no more to one capture, if the move is
    /// decided hastily.
    pub(super) fn draw_hastily(&mut self, found: IterationResult) {
        let SharedState { limits, root, .. } = *self.shared;
        let is_free = self.control.thread == 0
            && limits.lines <= 1
            && !self.control.stop.is_raised()
            && self.line.root_moves[0].m == found.m;
        if let Some(HastyChoice { seed, margin }) = limits.haste.filter(|_| is_free) {
            let is_safe = |m: &Move| lost_to_one_capture(&root.position, *m) <= margin;
            self.draw_among(found, found.value - margin.0, seed, is_safe);
        }
    }

    /// Chooses at random among the moves that reach `least` at the depth of the last iteration, and moves the
    /// chosen one to the front. A move that is not `eligible`, or whose search was aborted, does not take part.
    fn draw_among(
        &mut self,
        found: IterationResult,
        least: i32,
        seed: u64,
        eligible: impl Fn(&Move) -> bool,
    ) {
        if is_decided(found.value) {
            return;
        }
        let equal = self.reaching(found.depth, least, eligible);
        let mut rng = rng::stream(seed, "equal moves", self.stack.path.len() as u64);
        if let Some(&drawn) = equal.choose(&mut rng) {
            self.line.root_moves[drawn].value = found.value;
            self.line.root_moves[drawn].bound = ScoreBound::Exact;
            self.line.root_moves[..=drawn].rotate_right(1);
        }
    }

    /// Returns the indices of the eligible root moves whose value reaches `least`; the first root move is always one.
    fn reaching(&mut self, depth: i32, least: i32, eligible: impl Fn(&Move) -> bool) -> Vec<usize> {
        let mut equal = vec![0];
        let frame = Frame {
            alpha: least - 1,
            beta: least,
            depth,
            ply: 0,
            expected: ExpectedNode::All,
        };
        let known = NodeInfo {
            entry: None,
            evaluation: None,
            estimate: least,
            improvement: FIRST_IMPROVEMENT,
            is_principal: false,
            was_principal: true,
        };
        let node = self.shared.root;
        let context = NodeContext { node, frame, known };
        for place in 1..self.line.root_moves.len() {
            let m = self.line.root_moves[place].m;
            if !eligible(&m) {
                continue;
            }
            let ahead = self.shared.look_ahead(node, m, true);
            let trial = self.root_trial(&context, m, 0);
            match self.try_move(&context, ahead, trial) {
                Some(value) if value >= least => equal.push(place),
                Some(_) => {}
                None => break,
            }
        }
        equal
    }
}

/// Returns what the opponent wins by the best capture after `m`, less what `m` captures.
fn lost_to_one_capture(position: &Chess, m: Move) -> Centipawns {
    let next = after(position, m);
    let captures = next.legal_moves().into_iter().filter(|m| m.is_capture());
    let won = captures.map(|capture| see(&next, capture)).max();
    let taken = m.capture().map_or(Centipawns::ZERO, exchange_value);
    won.unwrap_or(Centipawns::ZERO) - taken
}
