//! Pruning and reductions: what is certain enough, or late enough, to be searched less.

use shakmaty::{Bitboard, Chess, Move, Position as _};

use super::iterate::Searcher;
use super::negamax::{Frame, Passed};
use super::node::Node;
use super::techniques::Technique;
use super::value::{LARGEST, is_mate};
use crate::eval::Evaluator;

/// A null move saves so many plies at the least.
const NULL_REDUCTION: i32 = 3;

/// Reverse futility looks no further from the horizon than this.
const REVERSE_FUTILITY_DEPTH: i32 = 4;

/// By how much a position must be above the window for each ply left, in centipawns.
const REVERSE_FUTILITY_MARGIN: i32 = 90;

impl Searcher {
    /// Values that are certain enough without trying the moves: reverse futility and null move.
    pub(super) fn prune(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        frame: Frame,
    ) -> Option<i32> {
        let Frame {
            beta, depth, ply, ..
        } = frame;
        let standing = node.evaluate(evaluator, &mut self.pawns);
        if self.techniques.has(Technique::ReverseFutility)
            && depth <= REVERSE_FUTILITY_DEPTH
            && !is_mate(beta)
            && standing - REVERSE_FUTILITY_MARGIN * depth >= beta
        {
            return Some(standing);
        }
        if !self.techniques.has(Technique::NullMove)
            || frame.passed == Passed::Yes
            || depth < 2
            || standing < beta
            || beta <= -LARGEST
            || !has_pieces(&node.position)
        {
            return None;
        }
        let child = node.after_pass()?;
        if self.enter() {
            return Some(standing);
        }
        self.path.push(child.key);
        let frame = Frame {
            alpha: -beta,
            beta: 1 - beta,
            depth: depth - NULL_REDUCTION - depth / 4,
            ply: ply + 1,
            passed: Passed::Yes,
        };
        let value = -self.negamax(&child, evaluator, frame);
        self.path.pop();
        // A mate that the opponent could only avoid by moving proves nothing.
        (value >= beta || self.broken_off).then_some(if is_mate(value) { beta } else { value })
    }

    /// By how many plies a late quiet move is searched less deeply at first.
    pub(super) fn reduction(
        &self,
        node: &Node,
        child: &Node,
        m: Move,
        depth: i32,
        tried: usize,
    ) -> i32 {
        let quiet = !m.is_capture() && !m.is_promotion();
        if !self.techniques.has(Technique::LateMoveReductions)
            || depth < 3
            || tried < 3
            || !quiet
            || node.in_check()
            || child.in_check()
        {
            return 0;
        }
        let depth_row = usize::try_from(depth).unwrap_or(0).min(63);
        let base = self.reductions[depth_row][tried.min(63)];
        let history = self.memory.history(node.position.turn(), m);
        (base - history / 8192).clamp(0, depth - 2)
    }
}

/// Whether the side to move has more than pawns: without pieces, having to move may hurt.
fn has_pieces(position: &Chess) -> bool {
    let board = position.board();
    let men: Bitboard = position.us();
    (men & !board.pawns() & !board.kings()).any()
}

/// The late-move reduction of each depth and number of moves tried: half the product of their
/// logarithms, the shape that engines have used since the technique became common.
pub(super) fn reductions() -> Vec<[i32; 64]> {
    (0..64_u8)
        .map(|depth| {
            std::array::from_fn(|tried| {
                let product = f64::from(depth.max(1)).ln() * (tried.max(1) as f64).ln();
                #[expect(clippy::cast_possible_truncation, reason = "a number below ten")]
                let plies = (0.5 + product / 2.0) as i32;
                plies
            })
        })
        .collect()
}
