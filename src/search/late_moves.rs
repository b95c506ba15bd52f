//! Late moves: what comes late in the order is left out near the horizon, and searched less deeply
//! elsewhere.

use std::f64::consts::LN_2;

use shakmaty::{Move, Position as _};

use super::history::{HISTORY_LIMIT, PieceTo};
use super::moves::is_quiet;
use super::negamax::{ExpectedNode, Frame, NodeInfo};
use super::node::Node;
use super::ordering::MoveCandidate;
use super::pruning::has_pieces;
use super::table::PackedMove;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{LARGEST, is_decided};
use crate::board::checks::gives_check;
use crate::board::see_at_least;
use crate::units::Centipawns;

/// Reductions are counted in this many parts of a ply.
const PART: i32 = 1024;

/// Futility pruning of quiet moves looks no further from the horizon than this.
const FUTILITY_DEPTH: i32 = 9;

/// What a quiet move may lift the value by at the horizon, and for each ply left, in centipawns.
const FUTILITY_MARGIN: (i32, i32) = (90, 80);

/// Histories prune quiet moves no further from the horizon than this.
const HISTORY_DEPTH: i32 = 5;

/// A history this bad for each ply left prunes.
const BAD_HISTORY: i32 = -3500;

/// What a move may lose by exchange for each ply left: quiet ones by the square of the plies.
const EXCHANGE_MARGIN: (i32, i32) = (-20, -90);

/// Exchanges prune no further from the horizon than this.
const EXCHANGE_DEPTH: i32 = 9;

/// Terms of the series for logarithms: the next one is below the last digit of a number.
const TERMS: u32 = 18;

/// Whether a move comes too late to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PruneDecision {
    /// It is searched.
    Search,
    /// It is left out.
    SkipMove,
    /// It and all further quiet moves that give no check are left out.
    SkipQuiets,
}

/// The reductions of quiet moves and of captures, in parts of a ply, by depth and moves tried.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    quiet: Vec<[i32; 64]>,
    capture: Vec<[i32; 64]>,
}

impl Reductions {
    /// A constant and a share of the product of the logarithms of depth and moves tried: the shape
    /// that engines have used since the technique became common (first in Fruit Reloaded, 2007).
    pub(super) fn new() -> Self {
        let logarithms: [f64; 64] = std::array::from_fn(|number| logarithm(number.max(1) as f64));
        let table = |base: f64, divisor: f64| {
            logarithms
                .iter()
                .map(|of_depth| {
                    std::array::from_fn(|tried| {
                        let product = of_depth * logarithms[tried];
                        #[expect(
                            clippy::cast_possible_truncation,
                            reason = "a number below 20,000"
                        )]
                        let parts = (f64::from(PART) * (base + product / divisor)) as i32;
                        parts
                    })
                })
                .collect()
        };
        Self {
            quiet: table(0.8, 2.3),
            capture: table(0.2, 3.5),
        }
    }

    #[inline]
    fn of(&self, quiet: bool, depth: i32, tried: usize) -> i32 {
        let row = usize::try_from(depth).unwrap_or(0).min(63);
        let table = if quiet { &self.quiet } else { &self.capture };
        table[row][tried.min(63)]
    }
}

/// The natural logarithm of a number from 1 on, by additions, multiplications and divisions alone:
/// they are rounded alike on every machine, the library's own logarithm is not, and a reduction that
/// differs in one entry searches another tree.
///
/// A power of two is taken out; of what is left, *m* from 1 to 2, the logarithm is twice the area
/// hyperbolic tangent of (*m* - 1) / (*m* + 1), whose series gains a digit with every term.
fn logarithm(number: f64) -> f64 {
    let (mut rest, mut powers) = (number, 0.0);
    while rest >= 2.0 {
        rest /= 2.0;
        powers += 1.0;
    }
    let ratio = (rest - 1.0) / (rest + 1.0);
    let square = ratio * ratio;
    let series = (0..TERMS).rev().fold(0.0, |sum, term| {
        sum * square + 1.0 / f64::from(2 * term + 1)
    });
    powers * LN_2 + 2.0 * ratio * series
}

impl SearchThread {
    /// Whether a move is left out; `best` is the best value of the moves before it. The first move
    /// never is, nor any while the side to move is being mated.
    #[inline]
    pub(super) fn is_too_late(
        &self,
        node: &Node,
        MoveCandidate { m, is_sound }: MoveCandidate,
        frame: Frame,
        known: &NodeInfo,
        tried: usize,
        best: i32,
    ) -> PruneDecision {
        if best <= -LARGEST || !has_pieces(&node.position) {
            return PruneDecision::Search;
        }
        let quiet = is_quiet(m);
        let near = self.near(quiet, frame.depth, tried);
        if quiet {
            let late = self.quiet_is_too_late(node, m, frame, known, tried, near);
            // What gives check may be mate, whatever was lost for it.
            if late != PruneDecision::Search && !gives_check(&node.position, m) {
                return late;
            }
        }
        let margin = if quiet {
            EXCHANGE_MARGIN.0 * near * near
        } else {
            EXCHANGE_MARGIN.1 * frame.depth
        };
        if frame.depth <= EXCHANGE_DEPTH
            && !is_sound
            && self.has(Technique::ExchangePruning)
            && !see_at_least(&node.position, m, Centipawns(margin))
        {
            return PruneDecision::SkipMove;
        }
        PruneDecision::Search
    }

    /// Whether [that](Self::is_too_late) would leave out every quiet move that gives no check.
    #[inline]
    pub(super) fn quiets_are_too_late(
        &self,
        node: &Node,
        frame: Frame,
        known: &NodeInfo,
        tried: usize,
        best: i32,
    ) -> bool {
        best > -LARGEST
            && has_pieces(&node.position)
            && self.all_are_too_late(frame, known, tried, self.near(true, frame.depth, tried))
    }

    /// The plies to the horizon that a move has left when it is reduced as the next one would be.
    #[inline]
    fn near(&self, quiet: bool, depth: i32, tried: usize) -> i32 {
        let reduction = self.reductions.of(quiet, depth, tried) / PART;
        (depth - reduction).max(0)
    }

    fn quiet_is_too_late(
        &self,
        node: &Node,
        m: Move,
        frame: Frame,
        known: &NodeInfo,
        tried: usize,
        near: i32,
    ) -> PruneDecision {
        if self.all_are_too_late(frame, known, tried, near) {
            return PruneDecision::SkipQuiets;
        }
        if self.has(Technique::HistoryPruning)
            && near <= HISTORY_DEPTH
            && tried > 0
            && self.quiet_history(node, m, frame.ply) < BAD_HISTORY * (near + 1)
        {
            return PruneDecision::SkipMove;
        }
        PruneDecision::Search
    }

    /// Whether so many moves were tried, or so much is missing to the window, that no further quiet move is.
    #[inline]
    fn all_are_too_late(&self, frame: Frame, known: &NodeInfo, tried: usize, near: i32) -> bool {
        let depth = frame.depth;
        let enough = (4 + depth * depth) / if known.improving { 1 } else { 2 };
        let many = self.has(Technique::LateMovePruning)
            && depth <= 8
            && i32::try_from(tried).unwrap_or(i32::MAX) >= enough;
        many || self.has(Technique::Futility)
            && near <= FUTILITY_DEPTH
            && !is_decided(frame.alpha)
            && known.evaluation.is_some_and(|evaluation| {
                evaluation + FUTILITY_MARGIN.0 + FUTILITY_MARGIN.1 * near <= frame.alpha
            })
    }

    /// All that the histories say about a quiet move.
    #[inline]
    fn quiet_history(&self, node: &Node, m: Move, ply: usize) -> i32 {
        let turn = node.position.turn();
        let quiets = self.history.of_quiets(turn, self.continuation_moves(ply));
        quiets.say(PackedMove::from(m), PieceTo::of(m))
    }

    /// By how many plies a late move is searched less deeply at first.
    pub(super) fn reduction(
        &self,
        node: &Node,
        child: &Node,
        m: Move,
        frame: Frame,
        known: &NodeInfo,
        tried: usize,
    ) -> i32 {
        let (depth, ply) = (frame.depth, frame.ply);
        let principal = frame.is_principal();
        if depth < 2
            || tried < 1 + usize::from(principal)
            || !self.has(Technique::LateMoveReductions)
        {
            return 0;
        }
        let quiet = is_quiet(m);
        let turn = node.position.turn();
        let mut parts = self.reductions.of(quiet, depth, tried);
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
        if self.stack[ply + 1].failed_high > 2 {
            parts += PART / 2;
        }
        (parts / PART).clamp(0, depth - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        let reductions = Reductions::new();
        assert_eq!(reductions.of(true, 1, 0) / PART, 0);
        assert!(reductions.of(true, 10, 20) > reductions.of(true, 10, 5));
        assert!(reductions.of(true, 20, 10) > reductions.of(true, 5, 10));
        assert!(reductions.of(false, 10, 10) < reductions.of(true, 10, 10));
        assert_eq!(reductions.of(true, 500, 500), reductions.of(true, 63, 63));
    }

    #[test]
    fn logarithms_of_basic_operations_are_those_of_the_library() {
        for number in 1..64_u8 {
            let number = f64::from(number);
            assert!((logarithm(number) - number.ln()).abs() < 1e-14, "{number}");
        }
        let reductions = Reductions::new();
        for (table, base, divisor) in [
            (&reductions.quiet, 0.8, 2.3),
            (&reductions.capture, 0.2, 3.5),
        ] {
            for (depth, row) in (0..64_u8).zip(table) {
                for (tried, parts) in (0..64_u8).zip(row) {
                    let product = f64::from(depth.max(1)).ln() * f64::from(tried.max(1)).ln();
                    let expected = (f64::from(PART) * (base + product / divisor)).trunc();
                    let off = f64::from(*parts) - expected;
                    assert!(off.abs() < 0.5, "{depth}, {tried}: {parts}");
                }
            }
        }
    }
}
