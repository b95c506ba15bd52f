//! The search in progress and its purpose.

use shakmaty::Move;

/// The purpose of the current search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThinkingAim {
    /// The engine's own move.
    Move,
    /// A reply to this move, if the opponent plays it.
    Ponder(Move),
    /// An analysis of the position.
    Analysis,
}

/// The search in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CurrentSearch {
    /// Number of the search; results with other numbers are ignored.
    pub(super) number: u64,
    pub(super) aim: ThinkingAim,
}
