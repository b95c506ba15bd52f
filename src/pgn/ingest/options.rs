//! Settings for reading a collection.

use std::num::NonZeroUsize;

use crate::pgn::selection::GameSelection;
use crate::pgn::source_mark::SourceMark;
use crate::pgn::strictness::Strictness;

/// Policy on games that were read before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DuplicatePolicy {
    /// Only the first copy is passed on; see [`SeenGames`](crate::identity::SeenGames).
    #[default]
    Drop,
    /// All copies are passed on.
    Keep,
}

/// Settings for reading a collection.
#[derive(Clone, Debug, Default)]
pub struct IngestOptions {
    /// Number of parsing threads; `None` for one per core.
    pub threads: Option<NonZeroUsize>,
    /// Rules for accepting games.
    pub strictness: Strictness,
    /// Policy on games that were read before.
    pub duplicates: DuplicatePolicy,
    /// Conditions for selecting valid games.
    pub selection: GameSelection,
    /// Marks of streams that were read before; their known beginnings are skipped, each in one stream at most.
    pub known: Vec<SourceMark>,
    /// Policy on marks, by which streams are recognised next time. Without marks no text is hashed.
    pub marks: SourceMarking,
}

/// Policy on marks of streams; see [`SourceMark`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SourceMarking {
    /// No marks are computed.
    #[default]
    None,
    /// A mark is computed for each stream, in its [`StreamSummary`](super::StreamSummary).
    Computed,
}
