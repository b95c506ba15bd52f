//! Games of collections: every valid game of every source, with a mark on those that count.
//!
//! A source is identified by the hash of its text: reading it again adds nothing, and reading it when it has grown
//! adds the new games. A game that several sources contain is stored once for each and counts once, for the first of
//! them. So a source can be removed, and the rest is as if it had never been read.
//! [`GameIdentity`](crate::identity::GameIdentity) decides which games are the same.

mod game;
mod known_source;
mod merge;
mod read;
mod sources;
mod verify;
mod write;

pub use game::PackedCollectedGame;
pub use read::CollectedGame;
#[cfg(test)]
pub(super) use sources::COUNT_KEPT;
pub use sources::{SourceCounts, SourceRecord, StoredSource};
pub use write::{CollectionWriter, OpenSource, Placement};
