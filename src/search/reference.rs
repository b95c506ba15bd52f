//! Reference algorithms for tests: plain minimax and plain alpha-beta to a fixed depth.
//!
//! With its selective parts off, the search must find the same values; a property test checks that. All three draw
//! by repetition, fifty moves and material alike.

use shakmaty::{Move, Position as _};

use super::value::{INFINITY, mated_at};
use crate::board::GameState;
use crate::board::game::FIFTY_MOVES;
use crate::eval::Evaluator;
use crate::score::Score;

/// The value of a reference search, and its work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReferenceResult {
    /// The value for the side to move, in centipawns or as a mate (see [`super::value`]).
    pub value: i32,
    /// Positions entered, the root included.
    pub nodes: u64,
    /// Positions evaluated statically.
    pub evaluated: u64,
}

/// Minimax in its negamax form: visits every line.
pub fn minimax(game: &GameState, evaluator: &Evaluator, depth: u16) -> ReferenceResult {
    let mut tree = ReferenceTree::new(game, evaluator, u64::MAX);
    let value = tree.minimax(depth, 0);
    ReferenceResult {
        value,
        ..tree.found
    }
}

/// Does the same as [`minimax`], but returns `None` once `node_limit` is passed.
pub fn minimax_within(
    game: &GameState,
    evaluator: &Evaluator,
    depth: u16,
    nodes: u64,
) -> Option<ReferenceResult> {
    let mut tree = ReferenceTree::new(game, evaluator, nodes);
    let value = tree.minimax(depth, 0);
    tree.finished(value)
}

/// Alpha-beta (Knuth and Moore, *An Analysis of Alpha-Beta Pruning*, 1975), with moves in the order in which they
/// are generated.
pub fn alpha_beta(game: &GameState, evaluator: &Evaluator, depth: u16) -> ReferenceResult {
    let mut tree = ReferenceTree::new(game, evaluator, u64::MAX);
    let value = tree.alpha_beta(depth, -INFINITY, INFINITY, 0);
    ReferenceResult {
        value,
        ..tree.found
    }
}

/// Does the same as [`alpha_beta`], but returns `None` once `node_limit` is passed.
pub fn alpha_beta_within(
    game: &GameState,
    evaluator: &Evaluator,
    depth: u16,
    nodes: u64,
) -> Option<ReferenceResult> {
    let mut tree = ReferenceTree::new(game, evaluator, nodes);
    let value = tree.alpha_beta(depth, -INFINITY, INFINITY, 0);
    tree.finished(value)
}

struct ReferenceTree<'a> {
    game: GameState,
    root: usize,
    evaluator: &'a Evaluator,
    found: ReferenceResult,
    /// The search gives up after this many nodes.
    node_limit: u64,
}

impl<'a> ReferenceTree<'a> {
    fn new(game: &GameState, evaluator: &'a Evaluator, node_limit: u64) -> Self {
        Self {
            game: game.clone(),
            root: game.ply(),
            evaluator,
            found: ReferenceResult::default(),
            node_limit,
        }
    }

    /// Returns the result; `None` if the search gave up.
    fn finished(self, value: i32) -> Option<ReferenceResult> {
        (self.found.nodes <= self.node_limit).then_some(ReferenceResult {
            value,
            ..self.found
        })
    }

    fn minimax(&mut self, depth: u16, ply: usize) -> i32 {
        self.found.nodes += 1;
        if let Some(value) = self.known(depth, ply) {
            return value;
        }
        let mut best = -INFINITY;
        for m in self.game.position().legal_moves() {
            let value = -self.within(m, |tree| tree.minimax(depth - 1, ply + 1));
            best = best.max(value);
        }
        best
    }

    fn alpha_beta(&mut self, depth: u16, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.found.nodes += 1;
        if let Some(value) = self.known(depth, ply) {
            return value;
        }
        let mut best = -INFINITY;
        for m in self.game.position().legal_moves() {
            let value = -self.within(m, |tree| tree.alpha_beta(depth - 1, -beta, -alpha, ply + 1));
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Plays `m`, returns the result of `look`, and takes `m` back.
    fn within(&mut self, m: Move, look: impl FnOnce(&mut Self) -> i32) -> i32 {
        self.game.play(m);
        let value = look(self);
        self.game.undo();
        value
    }

    /// Returns the value where no move is tried: a draw, the end of the game, or the horizon. Any value once
    /// the search has given up.
    fn known(&mut self, depth: u16, ply: usize) -> Option<i32> {
        if self.found.nodes > self.node_limit {
            return Some(0);
        }
        let position = self.game.position();
        if position.legal_moves().is_empty() {
            let drawn_before = ply > 0 && !position.is_check();
            return Some(if drawn_before || !position.is_check() {
                0
            } else {
                mated_at(ply)
            });
        }
        if ply > 0 && self.is_drawn() {
            return Some(0);
        }
        if depth > 0 {
            return None;
        }
        self.found.evaluated += 1;
        match self.evaluator.evaluate(position) {
            Score::Heuristic(value) => Some(value.0),
            Score::MateIn(_) | Score::MatedIn(_) => None,
        }
    }

    fn is_drawn(&self) -> bool {
        let position = self.game.position();
        if position.halfmoves() >= FIFTY_MOVES || position.is_insufficient_material() {
            return true;
        }
        let keys = self.game.keys();
        let current = keys.len() - 1;
        let first = current.saturating_sub(position.halfmoves() as usize);
        let same =
            |place: &usize| (current - place).is_multiple_of(2) && keys[*place] == keys[current];
        let returned_in_tree = (first.max(self.root)..current).any(|place| same(&place));
        returned_in_tree || (first..current).filter(same).count() >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Heuristic;
    use crate::phase::Phase;

    #[test]
    fn the_bound_is_the_first_that_does_not_suffice() {
        let (game, evaluator) = (
            GameState::new(),
            Evaluator::new(&Heuristic::initial(), Phase::Opening),
        );
        let whole = minimax(&game, &evaluator, 2);
        // The root, 20 moves and 20 answers to each.
        assert_eq!((whole.nodes, whole.evaluated), (421, 400));
        assert_eq!(minimax_within(&game, &evaluator, 2, 421), Some(whole));
        assert_eq!(minimax_within(&game, &evaluator, 2, 420), None);
        let pruned = alpha_beta(&game, &evaluator, 3);
        let within = |nodes| alpha_beta_within(&game, &evaluator, 3, nodes);
        assert_eq!(within(pruned.nodes), Some(pruned));
        assert_eq!(within(pruned.nodes - 1), None);
    }
}
