//! The window, ply and expected type of a node, and what is known before its moves are searched.

use shakmaty::{Chess, Position as _};

use super::node::Node;
use super::table::{Bound, PackedMove, TableEntry};

/// The window of a node, its depth and its ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Lower bound of the window: a value that the side to move already has.
    pub(super) alpha: i32,
    /// Upper bound of the window: a value that the other side can already avoid.
    pub(super) beta: i32,
    /// Remaining depth, in plies.
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// The expected type of the node.
    pub(super) expected: ExpectedNode,
}

/// The expected type of a node outside the principal variation (Knuth and Moore, 1975).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedNode {
    /// Some move is expected to fail high.
    Cut,
    /// All moves are expected to fail low.
    All,
}

impl ExpectedNode {
    /// Returns the expected type of a child of a node of this type.
    pub(super) const fn of_child(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}

impl Frame {
    /// Returns true if the node is on the principal variation: its window is not empty.
    #[inline]
    pub(super) const fn is_principal(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Returns the frame of a child that is searched with the window from this node's alpha to `beta`.
    #[inline]
    pub(super) const fn child(self, beta: i32, depth: i32, expected: ExpectedNode) -> Self {
        Self {
            alpha: -beta,
            beta: -self.alpha,
            depth,
            ply: self.ply + 1,
            expected,
        }
    }
}

/// What is known about a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
    /// The entry of the transposition table.
    pub(super) entry: Option<TableEntry>,
    /// The corrected static evaluation in centipawns for the side to move; `None` in check.
    pub(super) evaluation: Option<i32>,
    /// The best estimate without searching: the table's value if its bound improves on the evaluation.
    pub(super) estimate: i32,
    /// By how many centipawns the evaluation is better than two plies (or four plies) earlier; 0 in check.
    pub(super) improvement: i32,
    /// True if the node is on the principal variation: the window with which it was entered was not empty.
    pub(super) is_principal: bool,
    /// True if the node is or was on a principal variation.
    pub(super) was_principal: bool,
}

/// A node whose moves are searched: its position, frame, and what is known about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext<'a> {
    /// The position.
    pub(super) node: &'a Node,
    /// Its frame; the best move so far raises alpha.
    pub(super) frame: Frame,
    /// What is known about it before its moves are searched.
    pub(super) known: NodeInfo,
}

impl NodeContext<'_> {
    /// Returns the expected type of children that are searched with an empty window.
    #[inline]
    pub(super) fn expected_in_empty_window(&self) -> ExpectedNode {
        if self.expects_cut() {
            ExpectedNode::All
        } else {
            ExpectedNode::Cut
        }
    }

    /// Returns true if the node is expected to be cut off.
    #[inline]
    pub(super) fn expects_cut(&self) -> bool {
        self.frame.expected == ExpectedNode::Cut && !self.known.is_principal
    }
}

impl NodeInfo {
    /// Returns true if the evaluation has risen.
    #[inline]
    pub(super) const fn is_improving(&self) -> bool {
        self.improvement > 0
    }

    /// Returns the table's move, or [`PackedMove::NONE`].
    #[inline]
    pub(super) fn table_move(&self) -> PackedMove {
        self.entry.map_or(PackedMove::NONE, |entry| entry.m)
    }

    /// Returns true if the table's move is a capture.
    #[inline]
    pub(super) fn has_capture(&self, position: &Chess) -> bool {
        let m = self.table_move();
        m != PackedMove::NONE && position.them().contains(m.to())
    }
}

/// Returns the bound that `value` is, given the window it was searched with.
#[inline]
pub(super) const fn bound_of(value: i32, frame: Frame) -> Bound {
    if value >= frame.beta {
        Bound::Lower
    } else if value > frame.alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// Returns true if a stored value decides the node: no search of it can change the result.
#[inline]
pub(super) const fn decides(bound: Bound, value: i32, frame: Frame) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value >= frame.beta,
        Bound::Upper => value <= frame.alpha,
    }
}
