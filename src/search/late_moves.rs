//! Pruning and reduction of late moves: skipped near the horizon, searched less deeply elsewhere, and again where that
//! was too little.

use shakmaty::{Move, Position as _};

use super::frame::{ExpectedNode, NodeContext};
use super::history::HISTORY_LIMIT;
use super::move_kind::{has_pieces, is_quiet};
use super::node::Node;
use super::ordering::MoveCandidate;
use super::quiet_context::PieceTo;
use super::reductions::PART;
use super::search_constant::SearchConstant;
use super::table::PackedMove;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{LARGEST, is_decided};
use crate::board::checks::gives_check;
use crate::board::see_at_least;
use crate::units::Centipawns;

/// The greatest remaining depth, in plies, for futility pruning of quiet moves.
const FUTILITY_DEPTH: i32 = 9;

/// How much a quiet move may raise the evaluation at the horizon, in centipawns.
pub(super) static FUTILITY_BASE: SearchConstant = SearchConstant::new("FutilityBase", 90, 0, 250);

/// How much more for each ply of remaining depth, in centipawns.
pub(super) static FUTILITY_MARGIN: SearchConstant =
    SearchConstant::new("FutilityMargin", 80, 30, 160);

/// How much a capture may raise the evaluation at the horizon beyond the captured piece, in centipawns.
pub(super) static CAPTURE_FUTILITY_BASE: SearchConstant =
    SearchConstant::new("CaptureFutilityBase", 100, 0, 300);

/// The greatest remaining depth, in plies, for futility pruning of captures.
const CAPTURE_FUTILITY_DEPTH: i32 = 7;

/// Units of a capture's history for each centipawn that it may raise the evaluation more.
const CAPTURE_HISTORY_PART: i32 = 200;

/// A quiet move is skipped whose histories add up to this much below zero for each ply of depth.
pub(super) static HISTORY_PRUNING: SearchConstant =
    SearchConstant::new("HistoryPruning", 2500, 1000, 9000);

/// The greatest remaining depth, in plies, for pruning by history.
const HISTORY_DEPTH: i32 = 5;

/// Number of moves after which late-move pruning begins, in per cent of the usual number: 4 plus the depth squared.
///
/// Half of that where the side's evaluation has not risen.
pub(super) static LATE_MOVE_SHARE: SearchConstant =
    SearchConstant::new("LateMoveShare", 100, 40, 200);

/// Loss in centipawns at which exchange pruning skips a quiet move, times the square of the remaining depth.
pub(super) static EXCHANGE_QUIET: SearchConstant = SearchConstant::new("ExchangeQuiet", 20, 5, 60);

/// Loss in centipawns at which exchange pruning skips a capture, times the depth.
pub(super) static EXCHANGE_CAPTURE: SearchConstant =
    SearchConstant::new("ExchangeCapture", 90, 30, 200);

/// What histories take from a quiet move's reduction when they add up to one history's limit, in hundredths of a ply.
pub(super) static HISTORY_REDUCTION: SearchConstant =
    SearchConstant::new("HistoryReduction", 200, 50, 400);

/// The most that histories take from a quiet move's reduction, in hundredths of a ply; they cannot take more than 700.
pub(super) static MOST_HISTORY_REDUCTION: SearchConstant =
    SearchConstant::new("MostHistoryReduction", 700, 100, 700);

/// What a capture's history takes from its reduction at its limit, in hundredths of a ply.
pub(super) static CAPTURE_HISTORY_REDUCTION: SearchConstant =
    SearchConstant::new("CaptureHistoryReduction", 100, 0, 300);

/// By how much less a killer is reduced, in hundredths of a ply.
pub(super) static KILLER_REDUCTION: SearchConstant =
    SearchConstant::new("KillerReduction", 100, 0, 250);

/// By how much less a move is reduced on the principal variation, in hundredths of a ply.
pub(super) static PRINCIPAL_REDUCTION: SearchConstant =
    SearchConstant::new("PrincipalReduction", 100, 0, 250);

/// By how much less a move that gives check is reduced, in hundredths of a ply.
pub(super) static CHECK_REDUCTION: SearchConstant =
    SearchConstant::new("CheckReduction", 100, 0, 250);

/// By how much less a move out of check is reduced, in hundredths of a ply.
pub(super) static EVASION_REDUCTION: SearchConstant =
    SearchConstant::new("EvasionReduction", 100, 0, 250);

/// By how much more a move is reduced whose side's evaluation has not risen, in hundredths of a ply.
pub(super) static WORSENING_REDUCTION: SearchConstant =
    SearchConstant::new("WorseningReduction", 50, 0, 150);

/// By how much more a move is reduced where a cut-off is expected, in hundredths of a ply.
pub(super) static CUT_REDUCTION: SearchConstant = SearchConstant::new("CutReduction", 150, 50, 300);

/// By how much more a move is reduced if several moves after others like it failed high, in hundredths of a ply.
pub(super) static REFUTED_REDUCTION: SearchConstant =
    SearchConstant::new("RefutedReduction", 50, 0, 200);

/// A move is searched again one ply deeper if its value is this many centipawns above the best before, and two more for
/// each ply of depth.
pub(super) static DEEPER_MARGIN: SearchConstant = SearchConstant::new("DeeperMargin", 40, 10, 120);

/// A move is searched again one ply less deeply if its value is not this many centipawns above the best before.
pub(super) static SHALLOWER_MARGIN: SearchConstant =
    SearchConstant::new("ShallowerMargin", 8, 0, 30);

/// The greatest remaining depth, in plies, for exchange pruning.
const EXCHANGE_DEPTH: i32 = 9;

/// Whether a move is searched, or pruned because it comes late in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PruneDecision {
    /// The move is searched.
    Search,
    /// The move is skipped.
    SkipMove,
    /// The move and all further quiet moves that do not give check are skipped.
    SkipQuiets,
}

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Decides whether a move is skipped; `best` is the best value of the moves before it.
    ///
    /// The first move is never skipped, nor is any move while the best value is being mated.
    #[inline]
    pub(super) fn is_too_late(
        &self,
        context: &NodeContext<'_>,
        MoveCandidate { m, is_sound }: MoveCandidate,
        tried: usize,
        best: i32,
    ) -> PruneDecision {
        let NodeContext { node, frame, .. } = context;
        if best <= -LARGEST || !has_pieces(&node.position) {
            return PruneDecision::Search;
        }
        let quiet = is_quiet(m);
        let near = self.near(quiet, frame.depth, tried);
        // A check is never skipped here: it may be mate.
        if quiet && self.all_are_too_late(context, tried, near) && !gives_check(&node.position, m) {
            return PruneDecision::SkipQuiets;
        }
        if self.is_hopeless(context, m, near) && !gives_check(&node.position, m) {
            return PruneDecision::SkipMove;
        }
        let margin = if quiet {
            -EXCHANGE_QUIET.get() * near * near
        } else {
            -EXCHANGE_CAPTURE.get() * frame.depth
        };
        if frame.depth <= EXCHANGE_DEPTH
            && !is_sound
            && self.shared.has(Technique::ExchangePruning)
            && !see_at_least(&node.position, m, Centipawns(margin))
        {
            return PruneDecision::SkipMove;
        }
        PruneDecision::Search
    }

    /// Returns true for a quiet move that seldom cut off before, or a capture that cannot raise the value to alpha.
    #[inline]
    fn is_hopeless(&self, context: &NodeContext<'_>, m: Move, near: i32) -> bool {
        let NodeContext { node, frame, known } = context;
        if is_quiet(m) {
            return near <= HISTORY_DEPTH
                && self.shared.has(Technique::HistoryPruning)
                && self.quiet_history(node, m, frame.ply) < -HISTORY_PRUNING.get() * frame.depth;
        }
        near <= CAPTURE_FUTILITY_DEPTH
            && self.shared.has(Technique::Futility)
            && !m.is_promotion()
            && !is_decided(frame.alpha)
            && known.evaluation.is_some_and(|evaluation| {
                let evaluator = self.shared.evaluator;
                let captured = m.capture().map_or(0, |role| evaluator.worth(role));
                let history = self.history.capture(node.position.turn(), m) / CAPTURE_HISTORY_PART;
                let margin = CAPTURE_FUTILITY_BASE.get() + FUTILITY_MARGIN.get() * near;
                evaluation + captured + margin + history <= frame.alpha
            })
    }

    /// Returns true if [`is_too_late`](Self::is_too_late) would skip every quiet move that does not give check.
    #[inline]
    pub(super) fn quiets_are_too_late(
        &self,
        context: &NodeContext<'_>,
        tried: usize,
        best: i32,
    ) -> bool {
        let near = self.near(true, context.frame.depth, tried);
        best > -LARGEST
            && has_pieces(&context.node.position)
            && self.all_are_too_late(context, tried, near)
    }

    /// Returns the remaining depth of the next move after its late-move reduction, in plies.
    #[inline]
    fn near(&self, quiet: bool, depth: i32, tried: usize) -> i32 {
        let reduction = self.shared.reductions.of(quiet, depth, tried) / PART;
        (depth - reduction).max(0)
    }

    /// Returns true if late-move or futility pruning skips all remaining quiet moves.
    #[inline]
    fn all_are_too_late(&self, context: &NodeContext<'_>, tried: usize, near: i32) -> bool {
        let NodeContext { frame, known, .. } = context;
        let depth = frame.depth;
        let enough =
            LATE_MOVE_SHARE.get() * (4 + depth * depth) / if known.improving { 100 } else { 200 };
        let many = self.shared.has(Technique::LateMovePruning)
            && i32::try_from(tried).unwrap_or(i32::MAX) >= enough;
        many || self.shared.has(Technique::Futility)
            && near <= FUTILITY_DEPTH
            && !is_decided(frame.alpha)
            && known.evaluation.is_some_and(|evaluation| {
                evaluation + FUTILITY_BASE.get() + FUTILITY_MARGIN.get() * near <= frame.alpha
            })
    }

    /// Returns the history score of a quiet move.
    #[inline]
    fn quiet_history(&self, node: &Node, m: Move, ply: usize) -> i32 {
        let turn = node.position.turn();
        let quiets = self.history.of_quiets(turn, self.stack.quiet_context(ply));
        quiets.say(PackedMove::from(m), PieceTo::of(m))
    }

    /// Returns by how many plies a late move is searched less deeply at first.
    pub(super) fn reduction(
        &self,
        context: &NodeContext<'_>,
        child: &Node,
        m: Move,
        tried: usize,
    ) -> i32 {
        let NodeContext { node, frame, known } = context;
        let (depth, ply) = (frame.depth, frame.ply);
        let principal = frame.is_principal();
        if depth < 2
            || tried < 1 + usize::from(principal)
            || !self.shared.has(Technique::LateMoveReductions)
        {
            return 0;
        }
        let quiet = is_quiet(m);
        let turn = node.position.turn();
        let mut parts = self.shared.reductions.of(quiet, depth, tried);
        if quiet {
            let said = self.quiet_history(node, m, ply);
            parts -= (said * of_ply(&HISTORY_REDUCTION) / HISTORY_LIMIT)
                .min(of_ply(&MOST_HISTORY_REDUCTION));
            let [first, second] = self.history.killers(ply);
            let packed = PackedMove::from(m);
            if packed == first || packed == second {
                parts -= of_ply(&KILLER_REDUCTION);
            }
        } else {
            parts -=
                self.history.capture(turn, m) * of_ply(&CAPTURE_HISTORY_REDUCTION) / HISTORY_LIMIT;
        }
        parts -= of_ply(&PRINCIPAL_REDUCTION) * i32::from(principal);
        parts -= of_ply(&CHECK_REDUCTION) * i32::from(child.in_check());
        parts += of_ply(&WORSENING_REDUCTION) * i32::from(!known.improving);
        if frame.expected == ExpectedNode::Cut && !principal {
            parts += of_ply(&CUT_REDUCTION);
        }
        if node.in_check() {
            parts -= of_ply(&EVASION_REDUCTION);
        }
        if self.stack.entries[ply + 1].failed_high > 2 {
            parts += of_ply(&REFUTED_REDUCTION);
        }
        (parts / PART).clamp(0, depth - 1)
    }
}

/// Returns a constant in hundredths of a ply as parts of a ply.
#[inline]
fn of_ply(hundredths: &SearchConstant) -> i32 {
    hundredths.get() * PART / 100
}

/// Returns the depth of a move's second search, after a reduced one returned `value` above alpha.
///
/// It is one ply deeper if the value is far above the `best` before, and one less if it is hardly above it. The idea is
/// Stockfish's (2022).
pub(super) fn depth_again(depth: i32, value: i32, best: i32) -> i32 {
    let deeper =
        depth + i32::from(best > -LARGEST && value > best + DEEPER_MARGIN.get() + 2 * depth);
    deeper - i32::from(value < best + SHALLOWER_MARGIN.get())
}

#[cfg(test)]
mod tests {
    use super::super::value::INFINITY;
    use super::*;

    #[test]
    fn a_surprise_is_searched_deeper_and_what_hardly_gains_less_deeply() {
        assert_eq!(depth_again(8, 20 + DEEPER_MARGIN.get() + 17, 20), 9);
        assert_eq!(depth_again(8, 20 + DEEPER_MARGIN.get() + 16, 20), 8);
        assert_eq!(depth_again(8, 20 + SHALLOWER_MARGIN.get(), 20), 8);
        assert_eq!(depth_again(8, 20 + SHALLOWER_MARGIN.get() - 1, 20), 7);
        // No move came before the first one of a node.
        assert_eq!(depth_again(8, 0, -INFINITY), 8);
    }
}
