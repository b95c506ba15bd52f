//! Principal variations: below each ply, and of the root moves.

use shakmaty::Move;

use super::boxed::boxed;
use super::plies::PLIES;
use super::report::ScoreBound;
use super::root_move::RootMove;

/// The principal variations of one thread.
#[derive(Debug)]
pub(super) struct PrincipalLines {
    /// The principal variation below each ply.
    pub(super) by_ply: Box<[Vec<Move>; PLIES]>,
    /// The root's moves with their lines, the best first.
    pub(super) root_moves: Vec<RootMove>,
}

impl PrincipalLines {
    /// Makes empty lines for every ply.
    pub(super) fn new() -> Self {
        Self {
            by_ply: boxed(Vec::new()),
            root_moves: Vec::new(),
        }
    }

    /// Makes `m` and what follows it the line of `ply`.
    pub(super) fn extend(&mut self, ply: usize, m: Move) {
        let (above, below) = self.by_ply.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }

    /// Puts the root move at index `place` first among those of `rank` and later, with its value and bound.
    pub(super) fn lead(&mut self, place: usize, rank: usize, value: i32, bound: ScoreBound) {
        let found = &mut self.root_moves[place];
        found.value = value;
        found.bound = bound;
        found.sequel.clone_from(&self.by_ply[1]);
        self.root_moves[rank..=place].rotate_right(1);
    }
}
