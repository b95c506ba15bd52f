//! The main search: principal variation search of one iteration below its root.
//!
//! Negamax with alpha-beta (Knuth and Moore, 1975): every move after the first is searched with an empty window,
//! and again if its value is above the window (Marsland and Campbell, 1982). Around it are the selective techniques
//! of [`Technique`].

use shakmaty::{Chess, Move, Position as _};

use super::correction::Corrections;
use super::frame::{ExpectedNode, Frame, NodeContext, NodeInfo, bound_of, decides};
use super::node::Node;
use super::plies::DEEPEST;
use super::search_constant::SearchConstant;
use super::table::{Bound, PackedMove, TableEntry};
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{from_table, is_decided, mated_at, to_table};

/// From this halfmove clock on the table's values are not trusted: the fifty-move rule may change them.
const NEAR_FIFTY_MOVES: u32 = 90;

/// By how many plies a principal node without a move of the table is searched less deeply.
pub(super) static INTERNAL_REDUCTION: SearchConstant =
    SearchConstant::new("InternalReduction", 3, 0, 4);

/// The least depth, in plies, for that. In shallow searches it loses Elo.
pub(super) static INTERNAL_DEPTH: SearchConstant = SearchConstant::new("InternalDepth", 7, 1, 20);

/// By how many plies a node without one is searched less deeply where a cut-off is expected.
const CUT_INTERNAL_REDUCTION: i32 = 2;

/// The least depth, in plies, for the latter.
const CUT_INTERNAL_DEPTH: i32 = 9;

/// Only above this depth, in plies, does a node without a good move count as principal because the one before does.
const MARKED_DEPTH: i32 = 3;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns the value of a node below the root for its side to move (fail-soft), and sets the principal
    /// variation of its ply.
    pub(super) fn negamax(&mut self, node: &Node, mut frame: Frame) -> i32 {
        let ply = frame.ply;
        self.line.by_ply[ply].clear();
        if self.stack.is_drawn(node, ply) {
            return self.shared.draw_value(ply);
        }
        if self.has(Technique::MateDistance) {
            frame.alpha = frame.alpha.max(mated_at(ply));
            frame.beta = frame.beta.min(-mated_at(ply + 1));
            if frame.alpha >= frame.beta {
                return frame.alpha;
            }
        }
        if frame.depth <= 0 || ply >= DEEPEST {
            return self.leaf(node, frame);
        }
        let draw = self.shared.draw_value(ply);
        if frame.alpha < draw && self.can_repeat(node, ply) {
            frame.alpha = draw;
            if draw >= frame.beta {
                return draw;
            }
        }
        let excluded = self.stack.entries[ply].excluded;
        let key = self.shared.table_key(node);
        let entry = if excluded == PackedMove::NONE {
            self.recall(key)
        } else {
            None
        };
        if let Some(entry) = entry
            && let Some(value) = self.known_value(node, entry, frame)
        {
            self.reward_known(node, entry, value, frame);
            return value;
        }
        if excluded != PackedMove::NONE {
            return self.search_node(node, frame, entry, excluded);
        }
        let certain = self.tablebase_value(node, key, frame);
        if let Some((value, bound)) = certain
            && decides(bound, value, frame)
        {
            return value;
        }
        let value = self.search_node(node, frame, entry, excluded);
        match certain {
            Some((least, Bound::Lower)) => value.max(least),
            Some((most, Bound::Upper)) => value.min(most),
            Some((_, Bound::Exact)) | None => value,
        }
    }

    fn search_node(
        &mut self,
        node: &Node,
        frame: Frame,
        entry: Option<TableEntry>,
        excluded: PackedMove,
    ) -> i32 {
        let ply = frame.ply;
        let (known, raw) = if excluded == PackedMove::NONE {
            self.look(node, frame, entry)
        } else {
            (self.look_again(ply), None)
        };
        let mut context = NodeContext { node, frame, known };
        if !frame.is_principal()
            && !node.in_check()
            && excluded == PackedMove::NONE
            && let Some(value) = self.prune(&context)
        {
            return value;
        }
        if let Some(value) = self.probcut_in_check(&context) {
            return value;
        }
        context.frame.depth -= self.internal_reduction(&context);
        let frame = context.frame;
        if frame.depth <= 0 {
            return self.leaf(node, frame);
        }
        let (best, value) = self.try_moves(context);
        let bound = bound_of(value, frame);
        // Stalemate, or a cut-off by other moves than the table's: there is nothing to store.
        let undecided = best.is_none() && bound == Bound::Lower;
        if self.control.broken_off || excluded != PackedMove::NONE || undecided {
            return value;
        }
        self.correct(best, value, bound, frame);
        let after_principal = bound == Bound::Upper
            && frame.depth > MARKED_DEPTH
            && self.stack.entries[ply - 1].was_principal;
        let entry = TableEntry::new(
            best.map_or(PackedMove::NONE, PackedMove::from),
            to_table(value, ply),
            raw,
            i8::try_from(frame.depth).unwrap_or(i8::MAX),
            bound,
        )
        .marked(known.was_principal || after_principal);
        self.shared.table.store(self.shared.table_key(node), entry);
        value
    }

    /// Gathers what is known about a node before searching it; also returns the uncorrected static evaluation.
    fn look(
        &mut self,
        node: &Node,
        frame: Frame,
        entry: Option<TableEntry>,
    ) -> (NodeInfo, Option<i32>) {
        let ply = frame.ply;
        self.forget_children(ply);
        let is_principal = frame.is_principal();
        let was_principal = is_principal || entry.is_some_and(|entry| entry.was_principal);
        let step = &mut self.stack.entries[ply];
        step.was_principal = was_principal;
        step.in_check = node.in_check();
        step.is_known = entry.is_some();
        if node.in_check() {
            step.evaluation = None;
            let known = NodeInfo {
                entry,
                evaluation: None,
                estimate: 0,
                improvement: 0,
                is_principal,
                was_principal,
            };
            return (known, None);
        }
        let raw = match self.stored(entry) {
            Some(raw) => raw,
            None => self.evaluate_and_keep(node, entry, was_principal),
        };
        let mut evaluation = raw;
        if self.has(Technique::Correction) {
            let places = Corrections::places(&node.position);
            evaluation += self.corrections.of(places);
            self.stack.entries[ply].places = places;
        }
        self.stack.entries[ply].evaluation = Some(evaluation);
        self.reward_by_evaluation(node.position.turn(), ply, evaluation);
        let estimate = entry.map_or(evaluation, |entry| better(entry, evaluation, ply));
        let known = NodeInfo {
            entry,
            evaluation: Some(evaluation),
            estimate,
            improvement: self.stack.improvement(ply),
            is_principal,
            was_principal,
        };
        (known, Some(raw))
    }

    /// Evaluates a node, and stores the evaluation if the table has no entry yet: many nodes are pruned by it and visited
    /// again.
    fn evaluate_and_keep(
        &mut self,
        node: &Node,
        entry: Option<TableEntry>,
        was_principal: bool,
    ) -> i32 {
        let raw = self.evaluate(node);
        if entry.is_none() && self.has(Technique::StoredEvaluation) {
            let known = TableEntry::of_evaluation(raw).marked(was_principal);
            self.shared.table.store(self.shared.table_key(node), known);
        }
        raw
    }

    /// Returns what is known about a node whose table's move is excluded: all but the table's entry.
    fn look_again(&mut self, ply: usize) -> NodeInfo {
        self.forget_children(ply);
        let step = self.stack.entries[ply];
        NodeInfo {
            entry: None,
            evaluation: step.evaluation,
            estimate: step.evaluation.unwrap_or(0),
            improvement: self.stack.improvement(ply),
            is_principal: false,
            was_principal: step.was_principal,
        }
    }

    /// Returns by how many plies a node without a move of the table is searched less deeply.
    ///
    /// Its moves are badly ordered, and the next search of it will have one.
    fn internal_reduction(&self, context: &NodeContext<'_>) -> i32 {
        let NodeContext { node, frame, known } = context;
        if node.in_check()
            || known.table_move() != PackedMove::NONE
            || !self.has(Technique::HashMove)
            || !self.has(Technique::InternalReduction)
        {
            0
        } else if known.is_principal && frame.depth >= INTERNAL_DEPTH.get() {
            INTERNAL_REDUCTION.get()
        } else if frame.expected == ExpectedNode::Cut && frame.depth >= CUT_INTERNAL_DEPTH {
            CUT_INTERNAL_REDUCTION
        } else {
            0
        }
    }

    /// Clears what another node at `ply` left there and for its grandchildren.
    ///
    /// All grandchildren share their killers, the number of their cut-offs, and the history score of their last move.
    pub(super) fn forget_children(&mut self, ply: usize) {
        self.history.forget_killers(ply + 2);
        self.stack.entries[ply].tried = 0;
        self.stack.entries[ply].history_score = 0;
        self.stack.entries[ply].is_singular_quiet = false;
        if let Some(entry) = self.stack.entries.get_mut(ply + 2) {
            entry.cut_offs = 0;
            entry.history_score = 0;
        }
    }

    /// Returns true if the side to move can repeat a position of this search at once, and so has at least a draw.
    #[inline]
    fn can_repeat(&self, node: &Node, ply: usize) -> bool {
        self.has(Technique::UpcomingRepetition) && self.stack.can_repeat(node, ply)
    }

    /// Updates the correction history with a node's value.
    ///
    /// Skipped if the best move is a capture or promotion, and if a bound does not contradict the static
    /// evaluation.
    fn correct(&mut self, best: Option<Move>, value: i32, bound: Bound, frame: Frame) {
        let step = self.stack.entries[frame.ply];
        let Some(evaluation) = step.evaluation else {
            return;
        };
        let telling = match bound {
            Bound::Exact => true,
            Bound::Lower => value > evaluation,
            Bound::Upper => value < evaluation,
        };
        let quiet = best.is_none_or(|m| !m.is_capture() && !m.is_promotion());
        if telling && quiet && !is_decided(value) && self.has(Technique::Correction) {
            self.corrections
                .learn(step.places, value - evaluation, frame.depth);
        }
    }

    /// Returns the table's value of a node if it decides the node's window.
    #[inline]
    fn known_value(&self, node: &Node, entry: TableEntry, frame: Frame) -> Option<i32> {
        if frame.is_principal()
            || i32::from(entry.depth) < frame.depth + i32::from(entry.bound != Bound::Exact)
            || node.position.halfmoves() >= NEAR_FIFTY_MOVES
            || !self.has(Technique::HashCutoffs)
        {
            return None;
        }
        let value = from_table(entry.value, frame.ply);
        decides(entry.bound, value, frame).then_some(value)
    }

    /// Returns the value at the horizon: quiescence, or the static evaluation if that is off.
    pub(super) fn leaf(&mut self, node: &Node, frame: Frame) -> i32 {
        if self.has(Technique::Quiescence) {
            return self.quiescence(node, Frame { depth: 0, ..frame });
        }
        self.control.deepest = self.control.deepest.max(frame.ply);
        match terminal_value(&node.position, frame.ply) {
            Some(0) => self.shared.draw_value(frame.ply),
            Some(value) => value,
            None => self.evaluate(node),
        }
    }
}

/// Returns the table's value where its bound improves on the static evaluation, else the evaluation.
///
/// Mates and tablebase wins are not used as estimates: the search must find the line itself.
#[inline]
pub(super) fn better(entry: TableEntry, evaluation: i32, ply: usize) -> i32 {
    let value = from_table(entry.value, ply);
    if is_decided(value) {
        return evaluation;
    }
    let says_more = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value > evaluation,
        Bound::Upper => value < evaluation,
    };
    if says_more { value } else { evaluation }
}

/// Returns the value of a position without legal moves, 0 for stalemate; `None` if there is a legal move.
pub(super) fn terminal_value(position: &Chess, ply: usize) -> Option<i32> {
    position.legal_moves().is_empty().then(|| {
        if position.is_check() {
            mated_at(ply)
        } else {
            0
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::moves::tests::{EMPTY_WINDOW, with_thread};
    use super::*;

    /// White is a queen ahead, so the evaluation alone cuts the node off.
    #[test]
    fn a_node_that_its_evaluation_cuts_off_is_evaluated_once() {
        let (value, raw, entry) =
            with_thread("6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 30", |thread, node| {
                let value = thread.negamax(node, EMPTY_WINDOW);
                let key = thread.shared.table_key(node);
                (value, thread.evaluate(node), thread.recall(key))
            });
        assert!(value > 500, "{value}");
        let entry = entry.expect("it is kept");
        assert_eq!((entry.evaluation(), entry.m), (Some(raw), PackedMove::NONE));
        // It says nothing of the node's value, not even at the horizon.
        assert!(entry.depth < 0 && better(entry, 7, 1) == 7);
    }
}
