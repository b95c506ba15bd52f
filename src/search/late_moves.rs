//! Pruning of moves that come late in the order and promise little.
//!
//! The conditions, their order and most constants are those of Stockfish 15.1 (2022), in centipawns.

use shakmaty::{Move, Position as _};

use super::frame::NodeContext;
use super::history::MoveHistory;
use super::move_kind::has_pieces;
use super::quiet_context::PlayedMove;
use super::search_constant::SearchConstant;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{LARGEST, is_decided};
use crate::board::see_at_least;
use crate::units::Centipawns;

/// Futility pruning skips quiet moves below this depth after reduction, in plies.
const FUTILITY_DEPTH: i32 = 13;

/// How much a quiet move may raise the evaluation at the horizon, in centipawns.
pub(super) static FUTILITY_BASE: SearchConstant = SearchConstant::new("FutilityBase", 51, 0, 250);

/// How much more for each ply of depth after reduction, in centipawns.
pub(super) static FUTILITY_MARGIN: SearchConstant =
    SearchConstant::new("FutilityMargin", 70, 30, 160);

/// Units of a quiet move's history score for each centipawn that it may raise the evaluation more.
pub(super) static FUTILITY_HISTORY: SearchConstant =
    SearchConstant::new("FutilityHistory", 104, 40, 1000);

/// How much a capture may raise the evaluation at the horizon beyond the captured piece, in centipawns.
pub(super) static CAPTURE_FUTILITY_BASE: SearchConstant =
    SearchConstant::new("CaptureFutilityBase", 87, 0, 300);

/// How much more a capture may raise it for each ply of depth after reduction, in centipawns.
const CAPTURE_FUTILITY_MARGIN: i32 = 97;

/// Futility pruning skips captures below this depth after reduction, in plies.
const CAPTURE_FUTILITY_DEPTH: i32 = 7;

/// Units of a capture's history for each centipawn that it may raise the evaluation more.
const CAPTURE_HISTORY_PART: i32 = 12;

/// A quiet move is skipped whose continuation histories add up to this much below zero for each ply of depth but the
/// last.
pub(super) static HISTORY_PRUNING: SearchConstant =
    SearchConstant::new("HistoryPruning", 3875, 1000, 9000);

/// Pruning by history skips moves below this depth after reduction, in plies.
const HISTORY_DEPTH: i32 = 5;

/// Number of moves after which late-move pruning begins, in per cent of the usual number: 3 plus the depth squared.
///
/// Half of that where the side's evaluation has not risen.
pub(super) static LATE_MOVE_SHARE: SearchConstant =
    SearchConstant::new("LateMoveShare", 100, 40, 200);

/// Loss in centipawns at which exchange pruning skips a quiet move, times the square of the depth after reduction.
pub(super) static EXCHANGE_QUIET: SearchConstant = SearchConstant::new("ExchangeQuiet", 12, 5, 60);

/// How much more a quiet move may lose for each ply of depth after reduction, in centipawns.
const EXCHANGE_QUIET_PLY: i32 = 7;

/// Loss in centipawns at which exchange pruning skips a capture or check, times the depth.
pub(super) static EXCHANGE_CAPTURE: SearchConstant =
    SearchConstant::new("ExchangeCapture", 107, 30, 200);

/// A move that may be pruned, and what is known of it before its search.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveCandidate {
    pub(super) m: Move,
    /// The move as it is kept on the stack.
    pub(super) played: PlayedMove,
    /// By how many plies a move at its place in the order is usually reduced.
    pub(super) usual_reduction: i32,
    /// What the histories say of it.
    pub(super) history: MoveHistory,
    pub(super) gives_check: bool,
}

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns true if a move is skipped; `best` is the best value of the moves before it.
    ///
    /// The first move is never skipped, nor is any move while the best value is being mated.
    #[inline]
    pub(super) fn is_pruned(
        &self,
        context: &NodeContext<'_>,
        candidate: MoveCandidate,
        best: i32,
    ) -> bool {
        let NodeContext { node, frame, .. } = context;
        let MoveCandidate {
            m,
            played,
            usual_reduction,
            history,
            gives_check,
        } = candidate;
        if best <= -LARGEST || !has_pieces(&node.position) {
            return false;
        }
        let near = (frame.depth - 1 - usual_reduction).max(0);
        if !played.is_quiet || gives_check {
            let hopeless = !gives_check && self.is_hopeless_capture(context, m, near);
            let most = EXCHANGE_CAPTURE.get() * frame.depth;
            return hopeless || self.loses(context, m, most);
        }
        let most = (EXCHANGE_QUIET.get() * near + EXCHANGE_QUIET_PLY) * near;
        self.is_hopeless_quiet(context, history, near) || self.loses(context, m, most)
    }

    /// Returns true if late-move pruning skips all further quiet moves after `tried` moves; never in check.
    #[inline]
    pub(super) fn quiets_are_too_late(
        &self,
        context: &NodeContext<'_>,
        tried: usize,
        best: i32,
    ) -> bool {
        let NodeContext { node, frame, known } = context;
        let share = LATE_MOVE_SHARE.get() * (3 + frame.depth * frame.depth);
        // A shift, as two constants to choose from would make the division a real one.
        let enough = (share / 100) >> u32::from(!known.is_improving());
        best > -LARGEST
            && has_pieces(&node.position)
            && !node.in_check()
            && self.has(Technique::LateMovePruning)
            && i32::try_from(tried).unwrap_or(i32::MAX) >= enough
    }

    /// Returns true for a quiet move that seldom cut off before, or that cannot raise the value to alpha; `near` is the
    /// depth after reduction.
    #[inline]
    fn is_hopeless_quiet(
        &self,
        context: &NodeContext<'_>,
        history: MoveHistory,
        near: i32,
    ) -> bool {
        let NodeContext { frame, known, .. } = context;
        if near < HISTORY_DEPTH
            && history.continuations < -HISTORY_PRUNING.get() * (frame.depth - 1)
            && self.has(Technique::HistoryPruning)
        {
            return true;
        }
        let margin = FUTILITY_BASE.get() + FUTILITY_MARGIN.get() * near;
        near < FUTILITY_DEPTH
            && self.has(Technique::Futility)
            && !is_decided(frame.alpha)
            && known.evaluation.is_some_and(|evaluation| {
                evaluation + margin + history.sum() / FUTILITY_HISTORY.get() <= frame.alpha
            })
    }

    /// Returns true for a capture that cannot raise the value to alpha; `near` is the depth after reduction.
    #[inline]
    fn is_hopeless_capture(&self, context: &NodeContext<'_>, m: Move, near: i32) -> bool {
        let NodeContext { node, frame, known } = context;
        near < CAPTURE_FUTILITY_DEPTH
            && !known.is_principal
            && self.has(Technique::Futility)
            && !m.is_promotion()
            && !is_decided(frame.alpha)
            && known.evaluation.is_some_and(|evaluation| {
                let evaluator = self.shared.evaluator;
                let captured = m.capture().map_or(0, |role| evaluator.worth(role));
                let history = self.history.capture(node.position.turn(), m) / CAPTURE_HISTORY_PART;
                let margin = CAPTURE_FUTILITY_BASE.get() + CAPTURE_FUTILITY_MARGIN * near;
                evaluation + captured + margin + history < frame.alpha
            })
    }

    /// Returns true if a move loses more than `most` centipawns by static exchange.
    #[inline]
    fn loses(&self, context: &NodeContext<'_>, m: Move, most: i32) -> bool {
        self.has(Technique::ExchangePruning)
            && !see_at_least(&context.node.position, m, Centipawns(-most))
    }
}
