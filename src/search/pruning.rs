//! Pruning of whole nodes: what is certain enough without trying the moves one by one.

use super::frame::{Frame, NodeContext};
use super::move_kind::has_pieces;
use super::node::Node;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{LARGEST, is_decided};

/// Razoring looks no further from the horizon than this.
const RAZORING_DEPTH: i32 = 3;

/// How far below the window a position must be, at the horizon and for each ply left, in
/// centipawns.
const RAZORING_MARGIN: (i32, i32) = (150, 170);

/// Reverse futility looks no further from the horizon than this.
const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// By how much a position must be above the window for each ply left, in centipawns.
const REVERSE_FUTILITY_MARGIN: i32 = 75;

/// A null move saves so many plies at the least.
const NULL_REDUCTION: i32 = 4;

/// A null move saves a further ply for so many centipawns above the window, up to three plies.
const NULL_SURPLUS: i32 = 180;

/// From this depth on a null move's verdict is verified.
const VERIFICATION_DEPTH: i32 = 12;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Values that are certain enough without trying all moves. Only for nodes off the principal
    /// variation and out of check.
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
        let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(known.improving));
        if self.shared.has(Technique::ReverseFutility)
            && depth <= REVERSE_FUTILITY_DEPTH
            && !is_decided(beta)
            && !is_decided(estimate)
            && estimate - margin.max(0) >= beta
        {
            return Some(estimate - (estimate - beta) / 2);
        }
        self.pass(context)
    }

    /// Null move: where passing fails high, some move will.
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
            || known
                .evaluation
                .is_none_or(|value| value + 20 * depth < beta + 60)
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
        let surplus = ((known.estimate - beta) / NULL_SURPLUS).min(3);
        let shallower = depth - NULL_REDUCTION - depth / 4 - surplus;
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
        // A win that the opponent could only avoid by moving proves nothing.
        let value = if is_decided(value) { beta } else { value };
        (value >= beta && self.is_verified(node, frame, shallower)).then_some(value)
    }

    /// Whether a deep null move's verdict holds when nobody passes nearby: in zugzwang it may not.
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
