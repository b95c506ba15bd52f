//! Late-move reductions: by how many plies a move is searched less deeply at first.
//!
//! A table by depth and number of moves gives the usual reduction; what is known of the node and the move changes it.
//! Its conditions and most constants are those of Stockfish 15.1 (2022).

use shakmaty::Position as _;

use super::frame::{NodeContext, NodeInfo};
use super::history::MoveHistory;
use super::move_search::MoveTrial;
use super::quiet_context::PlayedMove;
use super::reduction_table::PART;
use super::search_constant::SearchConstant;
use super::table::{Bound, PackedMove};
use super::techniques::Technique;
use super::thread::SearchThread;

/// The constant part of a reduction, in hundredths of a ply.
pub(super) static REDUCTION_BASE: SearchConstant =
    SearchConstant::new("ReductionBase", 134, 0, 300);

/// The least product of the logarithms, in [`PART`]s, for one ply more where the evaluation has not risen.
const LEAST_WORSENING: i32 = 936;

/// By how many plies less a move is reduced where a principal variation was.
pub(super) static PRINCIPAL_REDUCTION: SearchConstant =
    SearchConstant::new("PrincipalReduction", 2, 0, 4);

/// By how many plies more a move is reduced where a cut-off is expected.
pub(super) static CUT_REDUCTION: SearchConstant = SearchConstant::new("CutReduction", 2, 0, 4);

/// History score that takes one ply from a reduction; [`MIDDLE_HISTORY`] more in the middle of the tree.
pub(super) static HISTORY_PER_PLY: SearchConstant =
    SearchConstant::new("HistoryPerPly", 13_628, 5_000, 40_000);

/// How much more at depths from 8 to 18 plies.
const MIDDLE_HISTORY: i32 = 4_000;

/// Moves are reduced a ply less if the opponent's last move came later than this in its node.
const MANY_MOVES: usize = 7;

/// After more cut-offs than this at the next ply a move is reduced a ply more.
const MANY_CUT_OFFS: u32 = 3;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns the usual reduction of the next move after `tried` others, in plies; 0 if reductions are off.
    #[inline]
    pub(super) fn usual_reduction(&self, context: &NodeContext<'_>, tried: usize) -> i32 {
        let NodeContext { frame, known, .. } = context;
        if !self.has(Technique::LateMoveReductions) {
            return 0;
        }
        let product = self.shared.reductions.of(frame.depth, tried + 1);
        let base = product + REDUCTION_BASE.get() * PART / 100;
        let window = frame.beta - frame.alpha;
        let parts = base - self.control.root_window.discount(window);
        let worsening = !known.is_improving() && product > LEAST_WORSENING;
        parts.div_euclid(PART) + i32::from(worsening)
    }

    /// Returns what the histories say of a move.
    #[inline]
    pub(super) fn move_history(
        &self,
        context: &NodeContext<'_>,
        played: PlayedMove,
    ) -> MoveHistory {
        let past = &self.stack.entries[context.frame.ply].past;
        let turn = context.node.position.turn();
        self.history.of_move(turn, played, past)
    }

    /// Returns by how many plies a move is searched less deeply at first; negative: deeper.
    ///
    /// `None` for a move that is not reduced.
    pub(super) fn reduction(&self, context: &NodeContext<'_>, trial: &MoveTrial) -> Option<i32> {
        let NodeContext { node, frame, known } = context;
        let (depth, ply) = (frame.depth, frame.ply);
        let before = ply
            .checked_sub(1)
            .map_or(0, |ply| self.stack.entries[ply].tried);
        let first = 1 + usize::from(known.is_principal && ply <= 1);
        let cut = context.expects_cut();
        // A capture where a principal variation was is reduced only after another move of the opponent.
        let searched_fully = known.was_principal && !trial.played.is_quiet && !(cut && before > 1);
        if depth < 2
            || trial.tried < first
            || searched_fully
            || !self.has(Technique::LateMoveReductions)
        {
            return None;
        }
        let mut plies = trial.usual_reduction;
        if known.was_principal && !(known.is_principal && is_known_low(known, depth)) {
            plies -= PRINCIPAL_REDUCTION.get();
        }
        if known.is_principal {
            plies -= 1 + 11 / (3 + depth);
        }
        plies -= i32::from(before > MANY_MOVES);
        plies += CUT_REDUCTION.get() * i32::from(cut);
        plies += i32::from(known.has_capture(&node.position));
        plies -= i32::from(self.stack.entries[ply].is_singular_quiet);
        plies += i32::from(self.stack.entries[ply + 1].cut_offs > MANY_CUT_OFFS);
        // Two divisions by constants are faster than one by either.
        let by_history = if depth > 7 && depth < 19 {
            trial.history_score / (HISTORY_PER_PLY.get() + MIDDLE_HISTORY)
        } else {
            trial.history_score / HISTORY_PER_PLY.get()
        };
        Some(plies - by_history)
    }
}

/// Returns true if the table has a move, and a value from a search as deep that did not reach alpha.
fn is_known_low(known: &NodeInfo, depth: i32) -> bool {
    known.entry.is_some_and(|entry| {
        entry.m != PackedMove::NONE
            && entry.bound != Bound::Lower
            && i32::from(entry.depth) >= depth
    })
}
