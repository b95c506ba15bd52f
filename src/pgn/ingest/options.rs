//! How a collection is read.

use std::num::NonZeroUsize;

use crate::pgn::selection::GameSelection;
use crate::pgn::source_mark::SourceMark;
use crate::pgn::strictness::Strictness;

/// What happens to games that were read before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DuplicatePolicy {
    /// Only the first is passed on; see [`SeenGames`](crate::identity::SeenGames).
    #[default]
    Drop,
    /// All are passed on.
    Keep,
}

/// How a collection is read.
#[derive(Clone, Debug, Default)]
pub struct IngestOptions {
    /// Number of threads that parse; `None` for one on each core.
    pub threads: Option<NonZeroUsize>,
    /// Which games count as sound.
    pub strictness: Strictness,
    /// What happens to games that were read before.
    pub duplicates: DuplicatePolicy,
    /// Which sound games are wanted.
    pub selection: GameSelection,
    /// Beginnings of streams that were read before and are skipped.
    pub known: Vec<SourceMark>,
    /// Whether streams get a mark, by which they are recognised next time. Without it no text is
    /// hashed.
    pub marks: SourceMarking,
}

/// Whether streams get a mark; see [`SourceMark`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SourceMarking {
    /// They get none.
    #[default]
    None,
    /// Each gets one, in its [`StreamSummary`](super::StreamSummary).
    Computed,
}
