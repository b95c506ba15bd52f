//! Games of collections: every sound game of every source, and which of them counts.
//!
//! A source is known by the hash of its text: reading it again adds nothing, and reading it when it
//! has grown adds what is new. A game that several sources have is stored once for each and counts
//! once, for the first of them; so a source can be removed, and what remains is what would be there
//! without it. Which games are the same, [`GameIdentity`](crate::identity::GameIdentity) decides.

mod game;
mod known_source;
mod merge;
mod read;
mod sources;
mod verify;
mod write;

pub use game::PackedCollectedGame;
pub use read::CollectedGame;
pub use sources::{SourceCounts, SourceRecord, StoredSource};
pub use write::{CollectionWriter, OpenSource, Placement};
