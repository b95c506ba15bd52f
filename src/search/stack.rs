//! The path from the root to the node at hand.

use shakmaty::Position as _;

use super::correction::CorrectionIndices;
use super::history::{ContinuationMoves, PieceTo};
use super::node::Node;
use super::ordering::Keys;
use super::table::PackedMove;
use crate::board::game::FIFTY_MOVES;
use crate::units::Ply;

/// The deepest ply, as an index.
pub(super) const DEEPEST: usize = Ply::MAX.0 as usize;

/// The path from the root to the node at hand.
#[derive(Debug)]
pub(super) struct SearchStack {
    /// The keys from the game's first position to the node at hand.
    pub(super) path: Vec<u64>,
    /// What is known about each node on the path, by ply.
    pub(super) entries: Vec<StackEntry>,
    /// By what the moves of the nodes on the path are ordered.
    pub(super) keys: Keys,
    /// No null move is tried above this ply while a null move is being verified.
    pub(super) no_pass_above: usize,
}

/// One node on the path from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The corrected static evaluation for the side to move; none in check.
    pub(super) evaluation: Option<i32>,
    /// Where its corrections stand.
    pub(super) places: CorrectionIndices,
    /// The move that leads on; none for a pass.
    pub(super) piece_to: Option<PieceTo>,
    /// The move that is left out to see what the others are worth.
    pub(super) excluded: PackedMove,
    /// How many moves of the path were extended by two plies.
    pub(super) doubles: i32,
    /// How many children have failed high.
    pub(super) failed_high: u32,
}

impl SearchStack {
    /// Makes an empty stack with room for the deepest path.
    pub(super) fn new() -> Self {
        Self {
            path: Vec::new(),
            entries: vec![StackEntry::default(); DEEPEST + 2],
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

    /// Returns the last two moves before the node at `ply`.
    #[inline]
    pub(super) fn continuation_moves(&self, ply: usize) -> ContinuationMoves {
        let piece_to = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.entries[ply].piece_to)
        };
        ContinuationMoves {
            last: piece_to(1),
            before: piece_to(2),
        }
    }

    /// Returns true if the side to move stands better than at its last turn, or the one before it.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let before = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.entries[ply].evaluation)
        };
        match (
            self.entries[ply].evaluation,
            before(2).or_else(|| before(4)),
        ) {
            (Some(now), Some(then)) => now > then,
            (now, None) => now.is_some(),
            (None, _) => false,
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
        for back in (4..=reach.min(current)).step_by(2) {
            if self.path[current - back] == node.key {
                seen += 1;
                if back <= ply || seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}
