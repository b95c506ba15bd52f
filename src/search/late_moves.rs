//! Pruning and reduction of late moves: skipped near the horizon, searched less deeply elsewhere.

use shakmaty::{Move, Position as _};

use super::frame::{ExpectedNode, NodeContext};
use super::history::HISTORY_LIMIT;
use super::move_kind::{has_pieces, is_quiet};
use super::node::Node;
use super::ordering::MoveCandidate;
use super::quiet_context::PieceTo;
use super::reductions::PART;
use super::table::PackedMove;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{LARGEST, is_decided};
use crate::board::checks::gives_check;
use crate::board::see_at_least;
use crate::units::Centipawns;

/// The greatest remaining depth, in plies, for futility pruning of quiet moves.
const FUTILITY_DEPTH: i32 = 9;

/// How much a quiet move may raise the evaluation: at the horizon, and for each ply of remaining depth, in
/// centipawns.
const FUTILITY_MARGIN: (i32, i32) = (90, 80);

/// Exchange pruning's margins in centipawns: for quiet moves times the square of the remaining depth, for captures
/// times the depth.
const EXCHANGE_MARGIN: (i32, i32) = (-20, -90);

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
        let margin = if quiet {
            EXCHANGE_MARGIN.0 * near * near
        } else {
            EXCHANGE_MARGIN.1 * frame.depth
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
        let enough = (4 + depth * depth) / if known.improving { 1 } else { 2 };
        let many = self.shared.has(Technique::LateMovePruning)
            && i32::try_from(tried).unwrap_or(i32::MAX) >= enough;
        many || self.shared.has(Technique::Futility)
            && near <= FUTILITY_DEPTH
            && !is_decided(frame.alpha)
            && known.evaluation.is_some_and(|evaluation| {
                evaluation + FUTILITY_MARGIN.0 + FUTILITY_MARGIN.1 * near <= frame.alpha
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
            parts -= self.quiet_history(node, m, ply) * PART / (HISTORY_LIMIT / 2);
            let [first, second] = self.history.killers(ply);
            let packed = PackedMove::from(m);
            if packed == first || packed == second {
                parts -= PART;
            }
        } else {
            parts -= self.history.capture(turn, m) * PART / HISTORY_LIMIT;
        }
        parts -= PART * (i32::from(principal) + i32::from(child.in_check()));
        parts += PART * i32::from(!known.improving) / 2;
        if frame.expected == ExpectedNode::Cut && !principal {
            parts += PART * 3 / 2;
        }
        if node.in_check() {
            parts -= PART;
        }
        if self.stack.entries[ply + 1].failed_high > 2 {
            parts += PART / 2;
        }
        (parts / PART).clamp(0, depth - 1)
    }
}
