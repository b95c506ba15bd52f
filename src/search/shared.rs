//! The state that all threads of a search share: position, settings and transposition table.

use shakmaty::Move;

use super::limits::SearchLimits;
use super::node::{KeyedMove, Node};
use super::reduction_table::Reductions;
use super::table::TableView;
use super::techniques::Techniques;
use crate::book::{Tablebase, TablebaseOutcome};
use crate::eval::Evaluator;
use crate::units::Ply;

/// The state that all threads of a search share; only the table's entries change during it.
#[derive(Debug)]
pub(super) struct SharedState<'a> {
    pub(super) techniques: Techniques,
    pub(super) table: TableView<'a>,
    pub(super) evaluator: &'a Evaluator,
    pub(super) reductions: &'a Reductions,
    pub(super) root: &'a Node,
    pub(super) limits: &'a SearchLimits,
    /// True if root moves were left out on request, so that the root's value is not the position's.
    pub(super) narrowed: bool,
    pub(super) tablebase: Option<&'a dyn Tablebase>,
    /// The root's outcome by the tablebases, if they have it.
    pub(super) root_outcome: Option<TablebaseOutcome>,
    /// Positions with as many pieces as the largest tables are probed from this depth on.
    pub(super) probe_depth: Ply,
    /// Contempt in centipawns: a draw scores `-contempt` for the root side.
    pub(super) contempt: i32,
    /// The seed of the choice among equal best moves; without it the first is played.
    pub(super) seed: Option<u64>,
}

impl SharedState<'_> {
    /// Returns the value of a draw at `ply` for the side to move there.
    #[inline]
    pub(super) const fn draw_value(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) {
            -self.contempt
        } else {
            self.contempt
        }
    }

    /// Returns the key under which the table holds a node.
    #[inline]
    pub(super) const fn table_key(&self, node: &Node) -> u64 {
        node.key ^ self.evaluator.salt()
    }

    /// Returns a legal move with the key after it, and prefetches the table's entry of that position.
    ///
    /// `may_check` is false if the move is known to give no check.
    #[inline]
    pub(super) fn look_ahead(&self, node: &Node, m: Move, may_check: bool) -> KeyedMove {
        let ahead = KeyedMove {
            may_check,
            ..node.ahead(m)
        };
        self.table.prefetch(ahead.key ^ self.evaluator.salt());
        ahead
    }
}
