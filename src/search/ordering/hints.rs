//! What move ordering knows of a node.

use crate::board::checks::CheckSquares;
use crate::search::quiet_context::QuietContext;
use crate::search::table::PackedMove;
use crate::search::techniques::Techniques;

/// What move ordering knows of a node before its moves are generated.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct OrderingHints {
    pub(in crate::search) techniques: Techniques,
    pub(in crate::search) table_move: PackedMove,
    pub(in crate::search) past: QuietContext,
    /// The squares from which pieces give check; none where quiet moves are not ordered by that.
    pub(in crate::search) checks: CheckSquares,
}
