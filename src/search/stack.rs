//! The search stack: the path from the root to the current node.

use shakmaty::Position as _;

use super::boxed::boxed;
use super::correction::CorrectionIndices;
use super::node::Node;
use super::ordering::Keys;
use super::plies::PLIES;
use super::quiet_context::{EARLIER_PLIES, EarlierMove, PlayedMove, QuietContext};
use super::table::PackedMove;
use crate::board::game::FIFTY_MOVES;
use crate::board::reversible::ReversibleMoves;
use crate::board::threats::AttackedSquares;

/// The improvement that is assumed without an earlier evaluation to compare with, in centipawns.
pub(super) const FIRST_IMPROVEMENT: i32 = 84;

/// The path from the root to the current node.
#[derive(Debug)]
pub(super) struct SearchStack {
    /// The keys of all positions from the game's start to the current node.
    pub(super) path: Vec<u64>,
    /// What is known about each node on the path, by ply.
    pub(super) entries: Box<[StackEntry; PLIES]>,
    /// The sort keys of the moves of all nodes on the path.
    pub(super) keys: Keys,
    /// The first ply with null moves again, while a null-move cut-off is verified.
    pub(super) no_pass_above: usize,
}

/// One node on the path from the root.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts of a node that do not depend on each other"
)]
pub(super) struct StackEntry {
    /// The corrected static evaluation for the side to move; none in check.
    pub(super) evaluation: Option<i32>,
    /// The indices of its corrections.
    pub(super) places: CorrectionIndices,
    /// True if the side to move is in check.
    pub(super) in_check: bool,
    /// True if the table has an entry of it.
    pub(super) is_known: bool,
    /// The move played from it; `None` for a null move.
    pub(super) played: Option<PlayedMove>,
    /// That move as histories tell it apart at the node after it.
    earlier: EarlierMove,
    /// Number of moves tried so far, pruned ones included.
    pub(super) tried: usize,
    /// The history score of the move played from it; see [`SearchThread::reduction`].
    ///
    /// [`SearchThread::reduction`]: super::thread::SearchThread::reduction
    pub(super) history_score: i32,
    /// The context of its quiet moves; empty until its moves are tried.
    pub(super) past: QuietContext,
    /// The move that is excluded to test whether it is singular.
    pub(super) excluded: PackedMove,
    /// True if the table's move was found to be singular, and is quiet.
    pub(super) is_singular_quiet: bool,
    /// Number of moves on the path that were extended by two plies.
    pub(super) doubles: i32,
    /// True if the node is or was on a principal variation.
    pub(super) was_principal: bool,
    /// Number of cut-offs at this ply since the node two plies before was entered.
    pub(super) cut_offs: u32,
}

impl SearchStack {
    /// Makes an empty stack with room for the deepest path.
    pub(super) fn new() -> Self {
        Self {
            path: Vec::new(),
            entries: boxed(StackEntry::default()),
            keys: Keys::default(),
            no_pass_above: 0,
        }
    }

    /// Starts at the root; `keys` are those of the game so far.
    pub(super) fn begin(&mut self, keys: &[u64]) {
        self.path.clear();
        self.path.extend_from_slice(keys);
        self.entries.fill(StackEntry::default());
        self.keys.clear();
        self.no_pass_above = 0;
    }

    /// Notes the move that is played from the node at `ply`; `None` for a null move.
    #[inline]
    pub(super) fn play(&mut self, ply: usize, played: Option<PlayedMove>) {
        let entry = &mut self.entries[ply];
        entry.played = played;
        entry.earlier = played.map_or(EarlierMove::NONE, |played| {
            EarlierMove::new(played, entry.in_check)
        });
    }

    /// Returns the context of quiet moves at `ply`, where the other side attacks the squares `attacked`.
    #[inline]
    pub(super) fn quiet_context(&self, ply: usize, attacked: AttackedSquares) -> QuietContext {
        let earlier = |back: usize| {
            let before = ply.checked_sub(back);
            before.map_or(EarlierMove::NONE, |before| self.entries[before].earlier)
        };
        let own = |back: usize| earlier(back).as_own();
        let [one, two, four, six] = EARLIER_PLIES;
        QuietContext {
            // `map` on the array would be a call.
            earlier: [earlier(one), own(two), own(four), own(six)],
            in_check: self.entries[ply].in_check,
            attacked,
        }
    }

    /// Returns by how many centipawns the side to move stands better than at its last turn, or the one before it.
    ///
    /// 0 in check, and [`FIRST_IMPROVEMENT`] where there is nothing to compare with.
    #[inline]
    pub(super) fn improvement(&self, ply: usize) -> i32 {
        let at = |back: usize| self.entries[ply.checked_sub(back)?].evaluation;
        match (at(0), at(2).or_else(|| at(4))) {
            (Some(now), Some(then)) => now - then,
            (Some(_), None) => FIRST_IMPROVEMENT,
            (None, _) => 0,
        }
    }

    /// Returns true if a node is drawn by repetition, fifty moves or material. A position that stood in this
    /// search, its root included, counts at its first return; one of the game's past only at its second.
    pub(super) fn is_drawn(&self, node: &Node, ply: usize) -> bool {
        let halfmoves = node.position.halfmoves();
        if halfmoves >= FIFTY_MOVES {
            return !node.in_check() || !node.position.legal_moves().is_empty();
        }
        if node.position.is_insufficient_material() {
            return true;
        }
        let reach = halfmoves as usize;
        if reach < 4 {
            return false;
        }
        let current = self.path.len() - 1;
        let mut seen = 0;
        // A range by steps of two would be slower.
        for turns in 2..=reach.min(current) / 2 {
            let back = 2 * turns;
            if self.path[current - back] == node.key {
                seen += 1;
                if back <= ply || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Returns true if the side to move can return at once to a position that stood in this search, its root included,
    /// and so has at least a draw.
    pub(super) fn can_repeat(&self, node: &Node, ply: usize) -> bool {
        let reach = (node.position.halfmoves() as usize).min(ply);
        let current = self.path.len() - 1;
        let mut seen = ply;
        for back in (3..=reach).step_by(2) {
            // Positions before a null move cannot be repeated by the rules.
            let between = &self.entries[ply - back..seen];
            if between.iter().any(|entry| entry.played.is_none()) {
                return false;
            }
            seen = ply - back;
            let change = node.key ^ self.path[current - back];
            let Some([one, other]) = ReversibleMoves::get().squares(change) else {
                continue;
            };
            let (from, to) = if node.position.us().contains(one) {
                (one, other)
            } else {
                (other, one)
            };
            let m = PackedMove::step(from, to);
            if m.unpack(&node.position, node.checkers).is_some() {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Chess, san::San};

    use crate::eval::Evaluator;
    use crate::heuristic::Heuristic;
    use crate::phase::Phase;

    #[test]
    fn a_piece_that_can_go_back_repeats_unless_the_way_is_not_in_the_search() {
        let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Opening);
        let start = Node::new(&Chess::default(), &evaluator);
        let mut stack = SearchStack::new();
        stack.begin(&[start.key]);
        let mut node = start;
        for (ply, san) in ["Nf3", "Nf6", "Ng1"].into_iter().enumerate() {
            assert!(!stack.can_repeat(&node, ply), "before {san}");
            let san: San = san.parse().expect("a move");
            let m = san.to_move(&node.position).expect("a legal move");
            node = node.after(node.ahead(m), &evaluator);
            stack.play(ply, Some(PlayedMove::of(m)));
            stack.path.push(node.key);
        }
        // Black's knight can go back to g8.
        assert!(stack.can_repeat(&node, 3));
        // The start was played before the search began.
        assert!(!stack.can_repeat(&node, 2));
        stack.play(1, None);
        assert!(!stack.can_repeat(&node, 3), "a null move lies between");
    }
}
