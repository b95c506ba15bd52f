//! Quiescence: at the leaves, captures are followed until the position is quiet.
//!
//! The side to move may stand pat on the static evaluation or try a capture that does not lose
//! material by static exchange. A capture whose whole gain cannot lift the value to the window is
//! left out (delta pruning), the gain taken from the evaluator itself, so that heuristics with
//! unusual piece values are treated alike.

use super::iterate::Searcher;
use super::node::Node;
use super::ordering::Picker;
use super::value::mated_at;
use crate::board::captures::push_tactical_moves;
use crate::board::see_at_least;
use crate::eval::Evaluator;
use crate::units::{Centipawns, Ply};
use shakmaty::{MoveList, Position as _};

/// How far beyond its material a capture may lift the value, in centipawns.
const DELTA_MARGIN: i32 = 150;

impl Searcher {
    /// The value of a node for its side to move when only captures are followed, within the
    /// window `alpha` to `beta` (fail-soft).
    pub(super) fn quiescence(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.deepest = self.deepest.max(ply);
        let standing = node.evaluate(evaluator, &mut self.pawns);
        if standing >= beta || ply >= usize::from(Ply::MAX.0) {
            return standing;
        }
        alpha = alpha.max(standing);
        let mut best = standing;
        let mut moves = MoveList::new();
        push_tactical_moves(&node.position, node.checkers, &mut moves);
        if node.in_check() && moves.is_empty() && node.position.legal_moves().is_empty() {
            return mated_at(ply);
        }
        let picker = Picker::tactical(&mut self.keys, &node.position, &moves);
        let turn = node.position.turn();
        // What stands beside the sum over men; a check is over once it is answered.
        let beside = if node.in_check() {
            0
        } else {
            standing - evaluator.lean(node.sum, turn)
        };
        while let Some(m) = picker.next(&mut self.keys) {
            let sum = evaluator.after(node.sum, turn, m);
            let gained = evaluator.lean(sum, turn) + beside;
            if gained + DELTA_MARGIN <= alpha || !see_at_least(&node.position, m, Centipawns::ZERO)
            {
                continue;
            }
            if self.enter() {
                break;
            }
            let child = node.after_in_quiescence(m, sum);
            let value = -self.quiescence(&child, evaluator, -beta, -alpha, ply + 1);
            if self.broken_off {
                break;
            }
            if value > best {
                best = value;
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        picker.finish(&mut self.keys);
        best
    }
}
