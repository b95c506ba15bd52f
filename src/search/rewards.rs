//! How the histories learn from the nodes of the search.
//!
//! The occasions and their bonuses are those of Stockfish 15.1 (2022).

use shakmaty::{Color, Move, Position as _};

use super::frame::{Frame, NodeContext};
use super::history::bonus;
use super::move_kind::is_quiet;
use super::moves::FailedMoves;
use super::node::Node;
use super::quiet_context::{PlayedMove, QuietContext};
use super::table::TableEntry;
use super::thread::SearchThread;
use crate::board::threats::attacked_by;

/// A best move whose value is this many centipawns above beta gains the bonus of one ply more.
const FAR_ABOVE_BETA: i32 = 63;

/// The least depth, in plies, at which the move before a node without a good move gains; on a principal variation any.
const UNREFUTED_DEPTH: i32 = 5;

/// The move before gains twice as much if the best value is this many centipawns below alpha for each ply of depth.
const FAR_BELOW_ALPHA: i32 = 31;

/// How much of a quiet move's bonus a capture gains in continuation history after a second search.
const CAPTURE_PART: i32 = 6;

/// Gain in butterfly history for each centipawn by which a move improved its side's evaluation.
const EVALUATION_BONUS: i32 = 38;

/// The largest gain or loss of this kind.
const LARGEST_EVALUATION_BONUS: i32 = 1_914;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Learns from the moves of a node: which was best, which were not, and what that says of the move before it.
    pub(super) fn reward_moves(
        &mut self,
        context: &NodeContext<'_>,
        (best, value): (Option<Move>, i32),
        failed: &FailedMoves,
    ) {
        let NodeContext { node, frame, .. } = *context;
        let Frame { ply, depth, .. } = frame;
        let turn = node.position.turn();
        let Some(m) = best else {
            return self.reward_unrefuted(context, value);
        };
        let large = bonus(depth + 1);
        if is_quiet(m) {
            let far = value > frame.beta + FAR_ABOVE_BETA;
            let gain = bonus(depth + i32::from(far));
            let past = &self.stack.entries[ply].past;
            self.history
                .reward_quiet(turn, m, ply, gain, past, &failed.quiets);
        }
        let capture = (!is_quiet(m)).then_some(m);
        self.history
            .reward_captures(turn, capture, large, &failed.captures);
        // The move before was the first beside the table's, or a killer, and is refuted.
        if let Some((earlier, past)) = self.quiet_before(ply) {
            let entry = &self.stack.entries[ply - 1];
            let first = entry.tried == 1 + usize::from(entry.is_known);
            if first || earlier.m == self.history.killers(ply - 1)[0] {
                self.history
                    .adjust_continuations(!turn, earlier.piece_to, &past, -large);
            }
        }
    }

    /// Learns that no move of a node was good enough: the move before it was good.
    fn reward_unrefuted(&mut self, context: &NodeContext<'_>, value: i32) {
        let NodeContext { node, frame, known } = *context;
        if (frame.depth >= UNREFUTED_DEPTH || known.is_principal)
            && let Some((earlier, past)) = self.quiet_before(frame.ply)
        {
            let unexpected = known.is_principal || context.expects_cut();
            let far = value < frame.alpha - FAR_BELOW_ALPHA * frame.depth;
            let gain = bonus(frame.depth) * (1 + i32::from(unexpected || far));
            self.history
                .adjust_continuations(!node.position.turn(), earlier.piece_to, &past, gain);
        }
    }

    /// Learns from the second search of the move under way, to `depth`, after a reduced one.
    pub(super) fn reward_search_again(
        &mut self,
        context: &NodeContext<'_>,
        depth: i32,
        is_above: bool,
    ) {
        let NodeContext { node, frame, .. } = *context;
        let Some(played) = self.stack.entries[frame.ply].played else {
            return;
        };
        let part = if played.is_quiet { 1 } else { CAPTURE_PART };
        let gain = if is_above {
            bonus(depth)
        } else {
            -bonus(depth)
        } / part;
        let past = &self.stack.entries[frame.ply].past;
        self.history
            .adjust_continuations(node.position.turn(), played.piece_to, past, gain);
    }

    /// Learns from a node that the table's `value` decides.
    pub(super) fn reward_known(
        &mut self,
        node: &Node,
        entry: TableEntry,
        value: i32,
        frame: Frame,
    ) {
        let Frame {
            ply, depth, beta, ..
        } = frame;
        let turn = node.position.turn();
        let Some(m) = entry.m.unpack(&node.position, node.checkers) else {
            return;
        };
        if is_quiet(m) {
            let past = QuietContext {
                in_check: node.in_check(),
                ..self
                    .stack
                    .quiet_context(ply, attacked_by(&node.position, !turn))
            };
            if value >= beta {
                self.history
                    .reward_quiet(turn, m, ply, bonus(depth), &past, &[]);
            } else {
                self.history.adjust_quiet(turn, m, &past, -bonus(depth));
            }
        }
        if value >= beta
            && let Some((earlier, past)) = self.quiet_before(ply)
            && self.stack.entries[ply - 1].tried <= 2
        {
            self.history
                .adjust_continuations(!turn, earlier.piece_to, &past, -bonus(depth + 1));
        }
    }

    /// Learns from the static evaluation of a node, for its side to move `turn`, how good the move before it was.
    pub(super) fn reward_by_evaluation(&mut self, turn: Color, ply: usize, evaluation: i32) {
        let Some((played, past)) = self.quiet_before(ply) else {
            return;
        };
        let Some(earlier) = self.stack.entries[ply - 1].evaluation else {
            return;
        };
        let gain = (-EVALUATION_BONUS * (earlier + evaluation))
            .clamp(-LARGEST_EVALUATION_BONUS, LARGEST_EVALUATION_BONUS);
        self.history
            .adjust_butterfly(!turn, played.m, past.attacked.by_all, gain);
    }

    /// Returns the move before a node if it was quiet, with the context of quiet moves where it was played.
    fn quiet_before(&self, ply: usize) -> Option<(PlayedMove, QuietContext)> {
        let before = ply.checked_sub(1)?;
        let played = self.stack.entries[before].played?;
        played
            .is_quiet
            .then(|| (played, self.stack.entries[before].past))
    }
}
