//! Draws inside the tree: repetition, fifty moves and material.

use shakmaty::Position as _;

use super::node::Node;
use super::thread::SearchThread;
use crate::board::game::FIFTY_MOVES;

impl SearchThread {
    /// Draws by repetition, fifty moves and material. A position that stood in this search, its root
    /// included, counts at its first return; one of the game's past only at its second.
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
