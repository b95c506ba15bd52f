//! Finds the quiet position at the end of quiescence's principal variation.
//!
//! A static evaluation is meaningful where no capture is pending, so learning from positions uses quiet ones. This
//! is plain quiescence without table, margins or history: the side to move stands pat or makes captures that do not
//! lose material by static exchange; in check it tries every evasion.

use shakmaty::{Chess, MoveList, Position as _};

use super::node::Node;
use super::value::{INFINITY, LARGEST, heuristic, mated_at};
use crate::board::captures::push_tactical_moves;
use crate::board::see_at_least;
use crate::eval::{Evaluator, PawnTable};
use crate::units::Centipawns;

/// Longer lines end where they are, in plies.
const DEEPEST: usize = 24;

/// Finds quiet positions; keeps its pawn table from one to the next.
#[derive(Debug)]
pub struct QuietPositionFinder {
    pawns: PawnTable,
    nodes: u64,
    most: u64,
}

impl QuietPositionFinder {
    /// Makes a finder that gives up on a position after this number of nodes.
    pub fn new(most: u64) -> Self {
        Self {
            pawns: PawnTable::new(),
            nodes: 0,
            most,
        }
    }

    /// Returns the position at the end of quiescence's principal variation; a quiet position is its own.
    ///
    /// `None` if that line ends in mate or in check, or needs too many nodes.
    pub fn quiet_position(&mut self, position: &Chess, evaluator: &Evaluator) -> Option<Chess> {
        self.nodes = 0;
        let node = Node::new(position, evaluator);
        let (value, leaf) = self.search(&node, evaluator, -INFINITY, INFINITY, 0);
        let leaf = leaf.unwrap_or_else(|| position.clone());
        let is_good = value.abs() <= LARGEST && self.nodes <= self.most && !leaf.is_check();
        is_good.then_some(leaf)
    }

    /// Returns the value for the side to move and the position where the line ends; `None` if it ends here.
    fn search(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> (i32, Option<Chess>) {
        self.nodes += 1;
        let standing = heuristic(node.evaluate(evaluator, &mut self.pawns));
        if ply >= DEEPEST || self.nodes > self.most {
            return (standing, None);
        }
        let mut moves = MoveList::new();
        let mut best = (standing, None);
        if node.in_check() {
            moves = node.position.legal_moves();
            best.0 = mated_at(ply);
        } else if standing >= beta {
            return best;
        } else {
            push_tactical_moves(&node.position, node.checkers, &mut moves);
            moves.sort_by_key(|m| {
                std::cmp::Reverse(m.capture().map_or(0, |role| evaluator.worth(role)))
            });
        }
        alpha = alpha.max(best.0);
        for m in moves {
            if !node.in_check() && !see_at_least(&node.position, m, Centipawns::ZERO) {
                continue;
            }
            let child = node.after(node.ahead(m), evaluator);
            let (value, leaf) = self.search(&child, evaluator, -beta, -alpha, ply + 1);
            let value = -value;
            if value > best.0 {
                best = (value, Some(leaf.unwrap_or(child.position)));
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Heuristic;
    use crate::phase::Phase;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    fn settled(fen: &str) -> Option<String> {
        let fen: Fen = fen.parse().expect("a valid FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
        let leaf = QuietPositionFinder::new(1000).quiet_position(&position, &evaluator)?;
        Some(leaf.board().to_string())
    }

    #[test]
    fn hanging_men_are_taken_first() {
        let quiet = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 40";
        assert_eq!(settled(quiet).as_deref(), Some("4k3/8/8/8/8/8/4P3/4K3"));
        let hanging = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 40";
        assert_eq!(settled(hanging).as_deref(), Some("4k3/8/8/3P4/8/8/8/4K3"));
        // The queen is taken back.
        let exchange = "4k3/8/2p5/3q4/4P3/8/8/3QK3 b - - 0 40";
        let leaf = settled(exchange).expect("settles");
        assert!(!leaf.contains('q') || !leaf.contains('P'), "{leaf}");
        // Mated: nothing settles.
        assert_eq!(settled("7k/6Q1/6K1/8/8/8/8/8 b - - 0 40"), None);
    }
}
