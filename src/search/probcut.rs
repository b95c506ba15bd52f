//! Probabilistic cut: a node is pruned if a capture is far above beta in a shallower search ([`Technique::ProbCut`]).

use shakmaty::{Move, MoveList};

use super::frame::{Frame, NodeContext};
use super::ordering::{OrderingHints, Picker};
use super::quiet_context::PlayedMove;
use super::search_constant::SearchConstant;
use super::table::{Bound, PackedMove, TableEntry};
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{from_table, is_decided, to_table};
use crate::board::captures::push_tactical_moves;
use crate::board::checks::CheckSquares;
use crate::board::see_at_least;
use crate::board::threats::AttackedSquares;
use crate::units::Centipawns;

/// How far above beta the value of a shallower search must be, in centipawns.
pub(super) static MARGIN: SearchConstant = SearchConstant::new("ProbCutMargin", 90, 30, 300);

/// By how many centipawns less if the side's evaluation has risen.
const IMPROVING_MARGIN: i32 = 27;

/// The least remaining depth, in plies.
const LEAST_DEPTH: i32 = 5;

/// By how many plies the node is searched less deeply, with its capture.
const SHALLOWER: i32 = 3;

/// In check, how far above beta the table's value must be, in centipawns.
const MARGIN_IN_CHECK: i32 = 208;

/// The least remaining depth in check, in plies.
const LEAST_DEPTH_IN_CHECK: i32 = 2;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns a value by which a node in check is pruned: its capture was far above beta in a shallower search.
    ///
    /// In this form from Stockfish (2021).
    #[inline]
    pub(super) fn probcut_in_check(&self, context: &NodeContext<'_>) -> Option<i32> {
        let NodeContext { node, frame, known } = *context;
        if !node.in_check()
            || known.is_principal
            || frame.depth < LEAST_DEPTH_IN_CHECK
            || is_decided(frame.beta)
            || !self.has(Technique::ProbCut)
        {
            return None;
        }
        let entry = known.entry?;
        let barrier = frame.beta + MARGIN_IN_CHECK;
        let value = from_table(entry.value, frame.ply);
        let is_known_above = entry.bound != Bound::Upper
            && i32::from(entry.depth) >= frame.depth - SHALLOWER
            && value >= barrier
            && !is_decided(value)
            && known.has_capture(&node.position);
        is_known_above.then_some(barrier)
    }

    /// Returns a value by which the node is pruned. Called only off the principal variation and out of check.
    ///
    /// Only captures are tried that gain enough by static exchange, first in quiescence.
    pub(super) fn probcut(&mut self, context: &NodeContext<'_>) -> Option<i32> {
        let NodeContext { node, frame, known } = *context;
        let barrier =
            frame.beta + MARGIN.get() - IMPROVING_MARGIN * i32::from(known.is_improving());
        if !self.has(Technique::ProbCut)
            || frame.depth < LEAST_DEPTH
            || is_decided(frame.beta)
            || known
                .entry
                .is_some_and(|entry| is_known_below(entry, frame, barrier))
        {
            return None;
        }
        let needed = Centipawns(barrier - known.evaluation?);
        let mut moves = MoveList::new();
        push_tactical_moves(&node.position, node.checkers, &mut moves);
        let hints = OrderingHints {
            techniques: self.techniques(),
            table_move: known.table_move(),
            past: self
                .stack
                .quiet_context(frame.ply, AttackedSquares::default()),
            checks: CheckSquares::NONE,
        };
        let (keys, history) = (&mut self.stack.keys, &self.history);
        let mut picker = Picker::tactical(keys, history, &node.position, &mut moves, &hints);
        let mut found = None;
        while let Some(m) = picker.next(&mut self.stack.keys) {
            if !see_at_least(&node.position, m, needed) {
                continue;
            }
            found = self.value_above(context, m, barrier);
            if found.is_some() {
                break;
            }
        }
        picker.finish(&mut self.stack.keys);
        found
    }

    /// Searches a move less deeply, and returns its value if that is not below `barrier`, or if the search is aborted.
    fn value_above(&mut self, context: &NodeContext<'_>, m: Move, barrier: i32) -> Option<i32> {
        let NodeContext { node, frame, known } = *context;
        let ply = frame.ply;
        let ahead = self.shared.look_ahead(node, m, true);
        let child = node.after(ahead, self.shared.evaluator);
        if self.control.enter() {
            return Some(known.estimate);
        }
        self.stack.path.push(child.key);
        self.stack.play(ply, Some(PlayedMove::of(m)));
        self.stack.entries[ply].history_score = 0;
        self.stack.entries[ply + 1].doubles = self.stack.entries[ply].doubles;
        let below = Frame {
            alpha: -barrier,
            beta: 1 - barrier,
            depth: 0,
            ply: ply + 1,
            expected: frame.expected.of_child(),
        };
        let mut value = -self.quiescence(&child, below);
        if value >= barrier && !self.control.broken_off {
            let depth = frame.depth - SHALLOWER - 1;
            value = -self.negamax(&child, Frame { depth, ..below });
        }
        self.stack.path.pop();
        if self.control.broken_off {
            return Some(value);
        }
        if value < barrier {
            return None;
        }
        let entry = TableEntry::new(
            PackedMove::from(m),
            to_table(value, ply),
            None,
            i8::try_from(frame.depth - SHALLOWER).unwrap_or(i8::MAX),
            Bound::Lower,
        );
        let entry = entry.marked(known.was_principal);
        self.shared.table.store(self.shared.table_key(node), entry);
        // A mate in a shallower search is not reported as such.
        Some(if is_decided(value) { frame.beta } else { value })
    }
}

/// Returns true if the table knows that a search not shallower than this one is below `barrier`.
fn is_known_below(entry: TableEntry, frame: Frame, barrier: i32) -> bool {
    i32::from(entry.depth) >= frame.depth - SHALLOWER
        && from_table(entry.value, frame.ply) < barrier
}
