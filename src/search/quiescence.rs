//! Quiescence search: captures are followed at the leaves until the position is quiet.
//!
//! The side to move may stand pat on the static evaluation, or try captures that do not lose material by static
//! exchange. That holds in check as well; the check extension lets few such positions come up here.
//!
//! The UNAM program of 1987 searched beyond its depth by five criteria (ch. IV, *búsquedas secundarias*); all are
//! covered. Exchanges on a square (1), promotions to a queen (2), captures of less valuable pieces (4) and of
//! unprotected ones (5) are followed to the end; the program followed the last two for two plies. Static exchange
//! evaluation asks whether they lose material, as its comparison of values did. Quiet checks within two plies (3)
//! are the technique [`Technique::QuiescenceChecks`], at the first ply only. It showed no gain and is in the
//! laboratory.

use shakmaty::{Move, MoveList, Position as _};

use super::frame::{Frame, bound_of, decides};
use super::negamax::better;
use super::node::{KeyedMove, Node};
use super::ordering::{OrderingHints, Picker};
use super::quiet_context::PieceTo;
use super::stack::DEEPEST;
use super::table::{PackedMove, TableEntry};
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{from_table, mated_at, to_table};
use crate::board::captures::push_tactical_moves;
use crate::board::checks::push_quiet_checks;
use crate::board::see_at_least;
use crate::units::Centipawns;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns the value of a node for its side to move by captures alone (fail-soft).
    pub(super) fn quiescence(&mut self, node: &Node, frame: Frame) -> i32 {
        let ply = frame.ply;
        self.control.deepest = self.control.deepest.max(ply);
        self.line.by_ply[ply].clear();
        let key = self.shared.table_key(node);
        let entry = if self.shared.has(Technique::QuiescenceTable) {
            self.shared.recall(key)
        } else {
            None
        };
        if let Some(entry) = entry
            && !frame.is_principal()
        {
            let value = from_table(entry.value, ply);
            if decides(entry.bound, value, frame) {
                return value;
            }
        }
        let raw = self
            .shared
            .stored(entry)
            .unwrap_or_else(|| self.evaluate(node));
        let evaluation = self.corrected(node, raw);
        let standing = entry.map_or(evaluation, |entry| better(entry, evaluation, ply));
        if standing >= frame.beta || ply >= DEEPEST {
            return standing;
        }
        let mut moves = MoveList::new();
        push_tactical_moves(&node.position, node.checkers, &mut moves);
        if frame.depth == 0
            && !node.in_check()
            && self.has_in_laboratory(Technique::QuiescenceChecks)
        {
            push_quiet_checks(&node.position, &mut moves);
        }
        if node.in_check() && moves.is_empty() && node.position.legal_moves().is_empty() {
            return mated_at(ply);
        }
        let inner = Frame {
            alpha: frame.alpha.max(standing),
            ..frame
        };
        let (best, value) = if moves.is_empty() {
            (None, standing)
        } else {
            self.follow(node, inner, &mut moves, standing, entry)
        };
        if !self.control.broken_off && self.shared.has(Technique::QuiescenceTable) {
            let m = best.map_or(PackedMove::NONE, PackedMove::from);
            let bound = bound_of(value, frame);
            let was_principal = entry.is_some_and(|entry| entry.was_principal);
            let entry = TableEntry::new(m, to_table(value, ply), Some(raw), 0, bound);
            self.shared.table.store(key, entry.marked(was_principal));
        }
        value
    }

    /// Tries the captures of a node; `standing` is the value of standing pat.
    fn follow(
        &mut self,
        node: &Node,
        mut frame: Frame,
        moves: &mut MoveList,
        standing: i32,
        entry: Option<TableEntry>,
    ) -> (Option<Move>, i32) {
        let ply = frame.ply;
        let hints = OrderingHints {
            techniques: self.shared.techniques,
            table_move: entry.map_or(PackedMove::NONE, |entry| entry.m),
            past: self.stack.quiet_context(ply).without_attacks(),
        };
        let (keys, history) = (&mut self.stack.keys, &self.history);
        let mut picker = Picker::tactical(keys, history, &node.position, moves, hints);
        let mut best = (None, standing);
        while let Some(m) = picker.next(&mut self.stack.keys) {
            let ahead = self.shared.look_ahead(node, m);
            if !see_at_least(&node.position, m, Centipawns::ZERO) {
                continue;
            }
            let Some(value) = self.try_leaf_move(node, ahead, frame) else {
                break;
            };
            if value > best.1 {
                best.1 = value;
                if value > frame.alpha {
                    best.0 = Some(m);
                    self.raise(&mut frame, m, value);
                }
                if value >= frame.beta {
                    break;
                }
            }
        }
        picker.finish(&mut self.stack.keys);
        best
    }

    /// Raises alpha to a move's value; on the principal variation the move starts its line.
    #[inline]
    fn raise(&mut self, frame: &mut Frame, m: Move, value: i32) {
        if frame.is_principal() {
            self.line.extend(frame.ply, m);
        }
        frame.alpha = value;
    }

    /// Searches one move of quiescence and returns its value; `None` if the search is aborted.
    #[inline]
    fn try_leaf_move(&mut self, node: &Node, ahead: KeyedMove, frame: Frame) -> Option<i32> {
        let child = node.after(ahead, self.shared.evaluator);
        if self.control.enter() {
            return None;
        }
        self.stack.entries[frame.ply].piece_to = Some(PieceTo::of(ahead.m));
        let below = frame.child(frame.beta, frame.depth - 1, frame.expected.of_child());
        let value = -self.quiescence(&child, below);
        (!self.control.broken_off).then_some(value)
    }
}
