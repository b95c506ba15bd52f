//! Pruning of whole nodes: what is certain enough without trying the moves one by one.

use shakmaty::{Move, MoveList};

use super::frame::{ExpectedNode, Frame, NodeInfo};
use super::history::PieceTo;
use super::move_kind::has_pieces;
use super::node::Node;
use super::ordering::{OrderingHints, Picker};
use super::table::{Bound, PackedMove, TableEntry};
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{LARGEST, from_table, is_decided, is_mate, to_table};
use crate::board::captures::push_tactical_moves;
use crate::board::see_at_least;
use crate::eval::Evaluator;
use crate::units::Centipawns;

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

/// Probcut is tried from this depth on.
const PROBCUT_DEPTH: i32 = 5;

/// By how much a capture must beat the window, in centipawns.
const PROBCUT_MARGIN: i32 = 170;

/// The search that proves it is so many plies shallower.
const PROBCUT_REDUCTION: i32 = 4;

impl SearchThread {
    /// Values that are certain enough without trying all moves. Only for nodes off the principal
    /// variation and out of check.
    pub(super) fn prune(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        frame: Frame,
        known: &NodeInfo,
    ) -> Option<i32> {
        let Frame { alpha, beta, .. } = frame;
        let (depth, estimate) = (frame.depth, known.estimate);
        if self.has(Technique::Razoring)
            && depth <= RAZORING_DEPTH
            && estimate + RAZORING_MARGIN.0 + RAZORING_MARGIN.1 * depth <= alpha
        {
            let value = self.quiescence(node, evaluator, frame);
            if value <= alpha || self.broken_off {
                return Some(value);
            }
        }
        let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(known.improving));
        if self.has(Technique::ReverseFutility)
            && depth <= REVERSE_FUTILITY_DEPTH
            && !is_decided(beta)
            && !is_decided(estimate)
            && estimate - margin.max(0) >= beta
        {
            return Some(estimate - (estimate - beta) / 2);
        }
        self.pass(node, evaluator, frame, known)
            .or_else(|| self.probcut(node, evaluator, frame, known))
    }

    /// Null move: where passing fails high, some move will.
    fn pass(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        frame: Frame,
        known: &NodeInfo,
    ) -> Option<i32> {
        let Frame {
            beta, depth, ply, ..
        } = frame;
        let passed_before = ply > 0 && self.stack[ply - 1].piece_to.is_none();
        if !self.has(Technique::NullMove)
            || passed_before
            || depth < 2
            || ply < self.no_pass_above
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
        if self.enter() {
            return Some(known.estimate);
        }
        self.path.push(child.key);
        self.stack[ply].piece_to = None;
        self.stack[ply + 1].doubles = self.stack[ply].doubles;
        let surplus = ((known.estimate - beta) / NULL_SURPLUS).min(3);
        let shallower = depth - NULL_REDUCTION - depth / 4 - surplus;
        let below = Frame {
            alpha: -beta,
            beta: 1 - beta,
            depth: shallower,
            ply: ply + 1,
            expected: frame.expected.of_child(),
        };
        let value = -self.negamax(&child, evaluator, below);
        self.path.pop();
        if self.broken_off {
            return Some(value);
        }
        // A win that the opponent could only avoid by moving proves nothing.
        let value = if is_decided(value) { beta } else { value };
        (value >= beta && self.is_verified(node, evaluator, frame, shallower)).then_some(value)
    }

    /// Whether a deep null move's verdict holds when nobody passes nearby: in zugzwang it may not.
    fn is_verified(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        frame: Frame,
        shallower: i32,
    ) -> bool {
        let before = self.no_pass_above;
        if frame.depth < VERIFICATION_DEPTH || before > 0 || !self.has(Technique::NullVerification)
        {
            return true;
        }
        let reach = usize::try_from(shallower * 3 / 4).unwrap_or(0);
        self.no_pass_above = frame.ply + 1 + reach;
        let here = Frame {
            alpha: frame.beta - 1,
            depth: shallower.max(1),
            ..frame
        };
        let evaluation = self.stack[frame.ply].evaluation;
        let value = self.negamax(node, evaluator, here);
        self.stack[frame.ply].evaluation = evaluation;
        self.no_pass_above = before;
        value >= frame.beta
    }

    /// Probcut: a capture that beats the window by a margin in a shallow search will beat it in a
    /// deep one.
    fn probcut(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        frame: Frame,
        known: &NodeInfo,
    ) -> Option<i32> {
        let Frame { depth, ply, .. } = frame;
        let barrier = frame.beta + PROBCUT_MARGIN;
        let evaluation = known.evaluation?;
        let refuted = known.entry.is_some_and(|entry| {
            i32::from(entry.depth) > depth - PROBCUT_REDUCTION
                && from_table(entry.value, ply) < barrier
        });
        if !self.has(Technique::ProbCut)
            || depth < PROBCUT_DEPTH
            || is_decided(frame.beta)
            || refuted
        {
            return None;
        }
        let mut moves = MoveList::new();
        push_tactical_moves(&node.position, node.checkers, &mut moves);
        let past = self.continuation_moves(ply);
        let hints = OrderingHints {
            techniques: self.techniques,
            table_move: known.table_move(),
            past,
        };
        let (keys, history) = (&mut self.keys, &self.history);
        let mut picker = Picker::tactical(keys, history, &node.position, &mut moves, hints);
        let mut found = None;
        while let Some(m) = picker.next(&mut self.keys) {
            if !see_at_least(&node.position, m, Centipawns(barrier - evaluation)) {
                continue;
            }
            match self.search_capture(node, evaluator, m, frame, barrier) {
                Some(value) if value >= barrier => {
                    found = Some((m, value));
                    break;
                }
                Some(_) => {}
                None => break,
            }
        }
        picker.finish(&mut self.keys);
        let (m, value) = found?;
        self.keep_probcut(node, evaluator, PackedMove::from(m), value, frame);
        Some(if is_mate(value) {
            value
        } else {
            value - PROBCUT_MARGIN
        })
    }

    /// The value of a capture seen from `barrier`: that of quiescence and, where it comes so far, that
    /// of a shallow search; none when the search breaks off.
    fn search_capture(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        m: Move,
        frame: Frame,
        barrier: i32,
    ) -> Option<i32> {
        let ahead = self.look_ahead(node, evaluator, m);
        let child = node.after(ahead, evaluator);
        if self.enter() {
            return None;
        }
        self.path.push(child.key);
        self.stack[frame.ply].piece_to = Some(PieceTo::of(m));
        self.stack[frame.ply + 1].doubles = self.stack[frame.ply].doubles;
        let window = Frame {
            alpha: -barrier,
            beta: 1 - barrier,
            depth: 0,
            ply: frame.ply + 1,
            expected: ExpectedNode::All,
        };
        let mut value = -self.quiescence(&child, evaluator, window);
        if value >= barrier && !self.broken_off {
            let window = Frame {
                depth: frame.depth - PROBCUT_REDUCTION,
                ..window
            };
            value = -self.negamax(&child, evaluator, window);
        }
        self.path.pop();
        (!self.broken_off).then_some(value)
    }

    fn keep_probcut(
        &self,
        node: &Node,
        evaluator: &Evaluator,
        m: PackedMove,
        value: i32,
        frame: Frame,
    ) {
        let depth = i8::try_from(frame.depth - PROBCUT_REDUCTION + 1).unwrap_or(0);
        let value = to_table(value, frame.ply);
        let entry = TableEntry::new(m, value, None, depth, Bound::Lower);
        self.table.store(node.key ^ evaluator.salt(), entry);
    }
}
