//! The database of games, and the only module with SQL.
//!
//! Start at [`Store::open`]. [`Store::write_games`] and [`Store::for_each_game`] write and read self-play,
//! [`Store::for_each_case`] reads what learning counts, and [`Store::collect`] adds games of PGN collections.
//!
//! One SQLite file contains *runs* (settings under which games were played), *games*, their *cases* (which learning
//! counts), the *opponents* of games against users and the counts remembered of them; beside these the games of
//! collections with their *sources*. Games are written whole, many to a transaction. A game has the key (run, number),
//! so that writing it twice or merging the same database twice changes nothing. Any number of processes may read while
//! one writes (write-ahead log); a second writer is refused at once.
//!
//! May use: L0, `board`, `identity`.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod backup;
mod cases;
mod codes;
mod collected;
mod csv;
mod default_path;
mod error;
mod export;
mod games;
mod hash;
mod import;
mod levels;
mod merge;
mod move_texts;
mod name_function;
mod old_move_texts;
mod open;
mod opponents;
mod pack;
mod queue;
mod read;
mod row_checksums;
mod run;
mod run_progress;
mod runs;
mod schema;
mod scratch;
mod statistics;
mod verify;
mod verify_rows;
mod verify_schema;
mod write;

#[cfg(test)]
mod tests;

pub use cases::{CaseFilter, CasesRead};
pub use collected::{
    CollectedGame, CollectionWriter, OpenSource, PackedCollectedGame, Placement, SourceCounts,
    SourceRecord, StoredSource,
};
pub use csv::CsvFiles;
pub use default_path::{default_path, default_path_to_write};
pub use error::{LOCK_TIMEOUT, StoreError};
pub use games::{GameFilter, GameKey, StoredGame};
pub use merge::MergeCounts;
pub use open::{Access, Store};
pub use opponents::{
    AddedMemory, CHANGED_LIMIT, ForgetGames, Forgotten, HabitTallies, LearnedGame, MeantNames,
    MemoryFile, MemorySource, Opponent, OpponentGame, OpponentKey, OpponentKind,
    RememberedOpponent, UnrememberedGame,
};
pub use queue::{GameDestination, queue_beside};
pub use run::{Run, RunKey, RunKind, RunSettings};
pub use run_progress::{RunProgress, run_progress};
pub use statistics::GameStatistics;
pub use verify::{VerifyFinding, VerifyReport};
pub use write::WriteCounts;
