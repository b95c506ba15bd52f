//! Pruning of whole nodes without trying their moves: razoring, reverse futility and null move, then
//! [probabilistic cuts](super::probcut).

use super::frame::{Frame, NodeContext};
use super::move_kind::has_pieces;
use super::node::Node;
use super::search_constant::SearchConstant;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{LARGEST, is_decided};

/// The greatest remaining depth, in plies, for razoring.
const RAZORING_DEPTH: i32 = 3;

/// Razoring margins below alpha: at the horizon, and for each ply of remaining depth, in centipawns.
const RAZORING_MARGIN: (i32, i32) = (150, 170);

/// The greatest remaining depth, in plies, for reverse futility pruning.
pub(super) static REVERSE_FUTILITY_DEPTH: SearchConstant =
    SearchConstant::new("ReverseFutilityDepth", 8, 4, 14);

/// Reverse futility margin above beta for each ply of remaining depth, in centipawns.
pub(super) static REVERSE_FUTILITY_MARGIN: SearchConstant =
    SearchConstant::new("ReverseFutilityMargin", 60, 30, 120);

/// How far the static evaluation must be above beta for a null move, in centipawns at depth 0.
pub(super) static NULL_MARGIN: SearchConstant = SearchConstant::new("NullMargin", 60, -60, 200);

/// How much less it must be above beta for each ply of remaining depth, in centipawns.
pub(super) static NULL_DEPTH_MARGIN: SearchConstant =
    SearchConstant::new("NullDepthMargin", 8, 0, 50);

/// The least depth reduction of a null-move search, in plies.
pub(super) static NULL_REDUCTION: SearchConstant = SearchConstant::new("NullReduction", 4, 2, 6);

/// Number of plies of remaining depth for which a null-move search is reduced by one more.
pub(super) static NULL_DIVISOR: SearchConstant = SearchConstant::new("NullDivisor", 4, 2, 8);

/// Centipawns above beta for each further ply of null-move reduction; three plies at most.
pub(super) static NULL_SURPLUS: SearchConstant = SearchConstant::new("NullSurplus", 180, 60, 400);

/// From this depth on a null-move cut-off is verified by a search without null moves.
const VERIFICATION_DEPTH: i32 = 12;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns a value by which the node is pruned. Called only off the principal variation and out of check.
    pub(super) fn prune(&mut self, context: &NodeContext<'_>) -> Option<i32> {
        let NodeContext { node, frame, known } = *context;
        let Frame { alpha, beta, .. } = frame;
        let (depth, estimate) = (frame.depth, known.estimate);
        if self.has_in_laboratory(Technique::Razoring)
            && depth <= RAZORING_DEPTH
            && estimate + RAZORING_MARGIN.0 + RAZORING_MARGIN.1 * depth <= alpha
        {
            let value = self.quiescence(node, frame);
            if value <= alpha || self.control.broken_off {
                return Some(value);
            }
        }
        let margin = REVERSE_FUTILITY_MARGIN.get() * (depth - i32::from(known.improving));
        if self.shared.has(Technique::ReverseFutility)
            && depth <= REVERSE_FUTILITY_DEPTH.get()
            && !is_decided(beta)
            && !is_decided(estimate)
            && estimate - margin.max(0) >= beta
            && !known.was_principal
            && !known.has_quiet_table_move(&node.position)
        {
            return Some(estimate - (estimate - beta) / 2);
        }
        self.pass(context).or_else(|| self.probcut(context))
    }

    /// Null-move pruning: if passing fails high, some move will, too.
    fn pass(&mut self, context: &NodeContext<'_>) -> Option<i32> {
        let NodeContext { node, frame, known } = *context;
        let Frame {
            beta, depth, ply, ..
        } = frame;
        let passed_before = ply > 0 && self.stack.entries[ply - 1].piece_to.is_none();
        if !self.shared.has(Technique::NullMove)
            || passed_before
            || depth < 2
            || ply < self.stack.no_pass_above
            || known.estimate < beta
            || known.evaluation.is_none_or(|value| {
                value + NULL_DEPTH_MARGIN.get() * depth < beta + NULL_MARGIN.get()
            })
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
        self.stack.entries[ply].piece_to = None;
        self.stack.entries[ply + 1].doubles = self.stack.entries[ply].doubles;
        let surplus = ((known.estimate - beta) / NULL_SURPLUS.get()).min(3);
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
        if frame.depth < VERIFICATION_DEPTH
            || before > 0
            || !self.shared.has(Technique::NullVerification)
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
        let evaluation = self.stack.entries[frame.ply].evaluation;
        let value = self.negamax(node, here);
        self.stack.entries[frame.ply].evaluation = evaluation;
        self.stack.no_pass_above = before;
        value >= frame.beta
    }
}
