//! The search stack: the path from the root to the current node.

use shakmaty::{Bitboard, Position as _};

use super::correction::CorrectionIndices;
use super::node::Node;
use super::ordering::Keys;
use super::quiet_context::{PieceTo, QuietContext};
use super::table::PackedMove;
use crate::board::game::FIFTY_MOVES;
use crate::units::Ply;

/// The deepest ply, as an index.
pub(super) const DEEPEST: usize = Ply::MAX.0 as usize;

/// The path from the root to the current node.
#[derive(Debug)]
pub(super) struct SearchStack {
    /// The keys of all positions from the game's start to the current node.
    pub(super) path: Vec<u64>,
    /// What is known about each node on the path, by ply.
    pub(super) entries: Vec<StackEntry>,
    /// The sort keys of the moves of all nodes on the path.
    pub(super) keys: Keys,
    /// The first ply with null moves again, while a null-move cut-off is verified.
    pub(super) no_pass_above: usize,
}

/// One node on the path from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The corrected static evaluation for the side to move; none in check.
    pub(super) evaluation: Option<i32>,
    /// The indices of its corrections.
    pub(super) places: CorrectionIndices,
    /// The move played from it; `None` for a null move.
    pub(super) piece_to: Option<PieceTo>,
    /// The squares that the other side attacks; empty before its moves are tried.
    pub(super) attacked: Bitboard,
    /// The move that is excluded to test whether it is singular.
    pub(super) excluded: PackedMove,
    /// Number of moves on the path that were extended by two plies.
    pub(super) doubles: i32,
    /// True if the node is or was on a principal variation.
    pub(super) was_principal: bool,
    /// Number of cut-offs among its children.
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

    /// Returns what the histories of quiet moves depend on at `ply`.
    #[inline]
    pub(super) fn quiet_context(&self, ply: usize) -> QuietContext {
        let piece_to = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.entries[ply].piece_to)
        };
        QuietContext {
            earlier: [1, 2, 4].map(piece_to),
            attacked: self.entries[ply].attacked,
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
