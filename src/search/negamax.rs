//! The main search: principal variation search of one iteration below its root.
//!
//! Negamax with alpha-beta (Knuth and Moore, 1975): every move after the first is searched with an empty window,
//! and again if its value is above the window (Marsland and Campbell, 1982). Around it are the selective techniques
//! of [`Technique`].

use shakmaty::{Chess, Move, Position as _};

use super::correction::Corrections;
use super::frame::{Frame, NodeContext, NodeInfo, bound_of, decides};
use super::node::Node;
use super::search_constant::SearchConstant;
use super::stack::DEEPEST;
use super::table::{Bound, PackedMove, TableEntry};
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{from_table, is_decided, mated_at, to_table};

/// From this halfmove clock on the table's values are not trusted: the fifty-move rule may change them.
const NEAR_FIFTY_MOVES: u32 = 90;

/// The greatest remaining depth, in plies, at which a move out of check is searched one ply deeper.
///
/// Farther from the horizon the check is seen anyway, and the extensions of a series of checks would add up.
pub(super) static CHECK_EXTENSION_DEPTH: SearchConstant =
    SearchConstant::new("CheckExtensionDepth", 3, 0, 8);

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns the value of a node below the root for its side to move (fail-soft), and sets the principal
    /// variation of its ply.
    pub(super) fn negamax(&mut self, node: &Node, mut frame: Frame) -> i32 {
        let ply = frame.ply;
        self.line.by_ply[ply].clear();
        if self.stack.is_drawn(node, ply) {
            return self.shared.draw_value(ply);
        }
        if self.shared.has(Technique::MateDistance) {
            frame.alpha = frame.alpha.max(mated_at(ply));
            frame.beta = frame.beta.min(-mated_at(ply + 1));
            if frame.alpha >= frame.beta {
                return frame.alpha;
            }
        }
        if node.in_check()
            && frame.depth <= CHECK_EXTENSION_DEPTH.get()
            && self.shared.has(Technique::CheckExtension)
        {
            frame.depth += 1;
        }
        if frame.depth <= 0 || ply >= DEEPEST {
            return self.leaf(node, frame);
        }
        let excluded = self.stack.entries[ply].excluded;
        let key = self.shared.table_key(node);
        let entry = if excluded == PackedMove::NONE {
            self.shared.recall(key)
        } else {
            None
        };
        if let Some(value) = entry.and_then(|entry| self.known_value(node, entry, frame)) {
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
        let context = NodeContext { node, frame, known };
        if !frame.is_principal()
            && !node.in_check()
            && excluded == PackedMove::NONE
            && let Some(value) = self.prune(&context)
        {
            return value;
        }
        let (best, value) = self.try_moves(context);
        let bound = bound_of(value, frame);
        // No legal move, so nothing was searched: the side to move is stalemated.
        let stalemated = best.is_none() && bound == Bound::Lower;
        if self.control.broken_off || excluded != PackedMove::NONE || stalemated {
            return value;
        }
        self.correct(best, value, bound, frame);
        let entry = TableEntry::new(
            best.map_or(PackedMove::NONE, PackedMove::from),
            to_table(value, ply),
            raw,
            i8::try_from(frame.depth).unwrap_or(i8::MAX),
            bound,
        )
        .marked(known.was_principal);
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
        let was_principal = frame.is_principal() || entry.is_some_and(|entry| entry.was_principal);
        self.stack.entries[ply].was_principal = was_principal;
        if node.in_check() {
            self.stack.entries[ply].evaluation = None;
            let known = NodeInfo {
                entry,
                evaluation: None,
                estimate: 0,
                improving: false,
                was_principal,
            };
            return (known, None);
        }
        let raw = self
            .shared
            .stored(entry)
            .unwrap_or_else(|| self.evaluate(node));
        let mut evaluation = raw;
        if self.shared.has(Technique::Correction) {
            let places = Corrections::places(&node.position);
            evaluation += self.corrections.of(places);
            self.stack.entries[ply].places = places;
        }
        self.stack.entries[ply].evaluation = Some(evaluation);
        let estimate = entry.map_or(evaluation, |entry| better(entry, evaluation, ply));
        let known = NodeInfo {
            entry,
            evaluation: Some(evaluation),
            estimate,
            improving: self.stack.is_improving(ply),
            was_principal,
        };
        (known, Some(raw))
    }

    /// Returns what is known about a node whose table's move is excluded: all but the table's entry.
    fn look_again(&mut self, ply: usize) -> NodeInfo {
        self.forget_children(ply);
        let step = self.stack.entries[ply];
        NodeInfo {
            entry: None,
            evaluation: step.evaluation,
            estimate: step.evaluation.unwrap_or(0),
            improving: self.stack.is_improving(ply),
            was_principal: step.was_principal,
        }
    }

    /// Clears what the descendants of another node left for those of the node at `ply`: the cut-offs of its children,
    /// and the killers of its grandchildren, which all of these share.
    fn forget_children(&mut self, ply: usize) {
        self.history.forget_killers(ply + 2);
        self.stack.entries[ply + 1].failed_high = 0;
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
        if telling && quiet && !is_decided(value) && self.shared.has(Technique::Correction) {
            self.corrections
                .learn(step.places, value - evaluation, frame.depth);
        }
    }

    /// Returns the table's value of a node if it decides the node's window.
    #[inline]
    fn known_value(&self, node: &Node, entry: TableEntry, frame: Frame) -> Option<i32> {
        if frame.is_principal()
            || i32::from(entry.depth) < frame.depth
            || node.position.halfmoves() >= NEAR_FIFTY_MOVES
            || !self.shared.has(Technique::HashCutoffs)
        {
            return None;
        }
        let value = from_table(entry.value, frame.ply);
        decides(entry.bound, value, frame).then_some(value)
    }

    /// Returns the value at the horizon: quiescence, or the static evaluation if that is off.
    fn leaf(&mut self, node: &Node, frame: Frame) -> i32 {
        if self.shared.has(Technique::Quiescence) {
            return self.quiescence(node, frame);
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
