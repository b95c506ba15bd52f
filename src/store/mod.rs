//! The database of games: the only home of SQL.
//!
//! One SQLite file holds *runs* (settings under which games were played), *games*, their *cases*
//! (what the learner counts) and the *opponents* of games against users; and beside these the games
//! of collections with the *sources* that they came from. Games go in as whole
//! games, many to a transaction; a game is keyed by (run, number), so that writing it twice or
//! merging the same database twice changes nothing. Any number of processes may read while one
//! writes (write-ahead log); a second writer is refused at once.
//!
//! May use: L0.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod cases;
mod codes;
mod collected;
mod collection;
mod csv;
mod default_path;
mod error;
mod export;
mod games;
mod hash;
mod import;
mod known_source;
mod levels;
mod merge;
mod merge_collected;
mod open;
mod opponents;
mod pack;
mod read;
mod runs;
mod schema;
mod scratch;
mod sources;
mod statistics;
mod verify;
mod verify_collected;
mod write;

#[cfg(test)]
mod tests;

pub use cases::{CaseFilter, CasesRead};
pub use collected::CollectedRow;
pub use collection::{Collected, CollectedGame, CollectionWriter, OpenSource, Placement};
pub use csv::CsvFiles;
pub use default_path::default_path;
pub use error::StoreError;
pub use games::{GameFilter, GameKey, IsSame, StoredGame};
pub use merge::MergeCounts;
pub use open::{Access, PATIENCE, Store};
pub use opponents::{Opponent, UserGame, tidy_name};
pub use runs::{Run, RunKey, RunKind, RunSettings};
pub use sources::{SourceCounts, SourceRecord, StoredSource};
pub use statistics::GameStatistics;
pub use verify::{EndingOf, Rules, VerifyFinding, VerifyReport};
pub use verify_collected::SignatureOf;
pub use write::WriteCounts;
