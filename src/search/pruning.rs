//! Pruning of whole nodes without trying their moves: razoring, reverse futility and null move, then
//! [probabilistic cuts](super::probcut).
//!
//! Conditions and most constants are those of Stockfish 15.1 (2022), in centipawns.

use super::frame::{Frame, NodeContext};
use super::move_kind::has_pieces;
use super::node::Node;
use super::search_constant::SearchConstant;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{LARGEST, is_decided};

/// Razoring margin below alpha at the horizon, in centipawns.
const RAZORING_BASE: i32 = 185;

/// How much more for the square of the remaining depth, in centipawns.
const RAZORING_MARGIN: i32 = 127;

/// Reverse futility pruning applies below this remaining depth, in plies.
pub(super) static REVERSE_FUTILITY_DEPTH: SearchConstant =
    SearchConstant::new("ReverseFutilityDepth", 8, 4, 14);

/// Reverse futility margin above beta for each ply of remaining depth, in centipawns.
pub(super) static REVERSE_FUTILITY_MARGIN: SearchConstant =
    SearchConstant::new("ReverseFutilityMargin", 80, 30, 120);

/// History score of the move before for each centipawn of reverse futility.
const REVERSE_FUTILITY_HISTORY: i32 = 512;

/// How far the static evaluation must be above beta for a null move, in centipawns at depth 0.
pub(super) static NULL_MARGIN: SearchConstant = SearchConstant::new("NullMargin", 122, -60, 200);

/// How much less it must be above beta for each ply of remaining depth, in centipawns.
pub(super) static NULL_DEPTH_MARGIN: SearchConstant =
    SearchConstant::new("NullDepthMargin", 10, 0, 50);

/// The least depth reduction of a null-move search, in plies.
pub(super) static NULL_REDUCTION: SearchConstant = SearchConstant::new("NullReduction", 4, 2, 6);

/// Number of plies of remaining depth for which a null-move search is reduced by one more.
pub(super) static NULL_DIVISOR: SearchConstant = SearchConstant::new("NullDivisor", 3, 2, 8);

/// Centipawns above beta for each further ply of null-move reduction; six plies at most.
pub(super) static NULL_SURPLUS: SearchConstant = SearchConstant::new("NullSurplus", 84, 60, 400);

/// No null move is tried after a move with at least this history score: the opponent has few better ones.
const GOOD_HISTORY: i32 = 18_755;

/// Divisor of the evaluation's improvement in the condition of a null move.
const IMPROVEMENT_PART: i32 = 13;

/// From this depth on a null-move cut-off is verified by a search without null moves.
const VERIFICATION_DEPTH: i32 = 14;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns a value by which the node is pruned. Called only off the principal variation and out of check.
    pub(super) fn prune(&mut self, context: &NodeContext<'_>) -> Option<i32> {
        let NodeContext { node, frame, known } = *context;
        let Frame { alpha, beta, .. } = frame;
        let (depth, estimate) = (frame.depth, known.estimate);
        let razoring = RAZORING_BASE + RAZORING_MARGIN * depth * depth;
        if self.has(Technique::Razoring) && !is_decided(alpha) && estimate < alpha - razoring {
            let value = self.leaf(node, frame);
            if value < alpha || self.control.broken_off {
                return Some(value);
            }
        }
        let margin = REVERSE_FUTILITY_MARGIN.get() * (depth - i32::from(known.is_improving()))
            + self.score_before(frame.ply) / REVERSE_FUTILITY_HISTORY;
        if self.has(Technique::ReverseFutility)
            && depth < REVERSE_FUTILITY_DEPTH.get()
            && !is_decided(beta)
            && !is_decided(estimate)
            && estimate - margin.max(0) >= beta
            && !known.was_principal
        {
            return Some(estimate);
        }
        self.pass(context).or_else(|| self.probcut(context))
    }

    /// Returns the history score of the move before the node at `ply`.
    fn score_before(&self, ply: usize) -> i32 {
        ply.checked_sub(1)
            .map_or(0, |before| self.stack.entries[before].history_score)
    }

    /// Null-move pruning: if passing fails high, some move will, too.
    fn pass(&mut self, context: &NodeContext<'_>) -> Option<i32> {
        let NodeContext { node, frame, known } = *context;
        let Frame {
            beta, depth, ply, ..
        } = frame;
        let passed_before = ply > 0 && self.stack.entries[ply - 1].played.is_none();
        let enough = beta + NULL_MARGIN.get()
            - NULL_DEPTH_MARGIN.get() * depth
            - known.improvement / IMPROVEMENT_PART;
        if !self.has(Technique::NullMove)
            || passed_before
            || self.score_before(ply) >= GOOD_HISTORY
            || ply < self.stack.no_pass_above
            || known.estimate < beta
            || known
                .evaluation
                .is_none_or(|value| known.estimate < value || value < enough)
            || beta <= -LARGEST
            || !has_pieces(&node.position)
        {
            return None;
        }
        let child = node.after_pass()?;
        if self.control.enter() {
            return Some(known.estimate);
        }
        self.stack.path.push(child.key);
        self.stack.play(ply, None);
        self.stack.entries[ply + 1].doubles = self.stack.entries[ply].doubles;
        let surplus = ((known.estimate - beta) / NULL_SURPLUS.get()).min(6);
        let shallower = depth - NULL_REDUCTION.get() - depth / NULL_DIVISOR.get() - surplus;
        let below = Frame {
            alpha: -beta,
            beta: 1 - beta,
            depth: shallower,
            ply: ply + 1,
            expected: frame.expected.of_child(),
        };
        let value = -self.negamax(&child, below);
        self.stack.path.pop();
        if self.control.broken_off {
            return Some(value);
        }
        // A mate or tablebase win after a pass is no proof: the opponent might escape it by not having to
        // wait.
        let value = if is_decided(value) { beta } else { value };
        (value >= beta && self.is_verified(node, frame, shallower)).then_some(value)
    }

    /// Returns true if a null-move cut-off at high depth holds in a search without null moves; in zugzwang it
    /// may not.
    fn is_verified(&mut self, node: &Node, frame: Frame, shallower: i32) -> bool {
        let before = self.stack.no_pass_above;
        if frame.depth < VERIFICATION_DEPTH || before > 0 || !self.has(Technique::NullVerification)
        {
            return true;
        }
        let reach = usize::try_from(shallower * 3 / 4).unwrap_or(0);
        self.stack.no_pass_above = frame.ply + 1 + reach;
        let here = Frame {
            alpha: frame.beta - 1,
            depth: shallower.max(1),
            ..frame
        };
        let entry = self.stack.entries[frame.ply];
        let value = self.negamax(node, here);
        self.stack.entries[frame.ply] = entry;
        self.stack.no_pass_above = before;
        value >= frame.beta
    }
}
