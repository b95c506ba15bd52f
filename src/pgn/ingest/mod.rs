//! Reading of collections on all cores; every game is counted as kept, duplicate, rejected or filtered.
//!
//! ```text
//! reader thread: open, unpack, cut     chunks of some thousand games, bounded
//! worker threads: parse, replay, filter, fingerprint, *map*
//! this thread:   duplicates, counts, *reduce*, in the order of the sources
//! ```
//!
//! The caller provides two functions. `worker` is called once in each worker thread and returns the *map* of that
//! thread: a closure that may own scratch memory, receives the valid games that were selected (of duplicates, those
//! not yet known as such) and returns the data to keep of each, as small as possible. `reduce` is called in the
//! caller's thread with the events, game by game in the order of the sources, whatever the number of threads:
//! [`IngestEvent::Game`] contains the map's value, only for games that are kept.
//!
//! ```
//! use std::ops::ControlFlow;
//! use bayeschess::pgn::{IngestEvent, IngestOptions, PgnSource, ingest};
//! use bayeschess::record::Game;
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("games.pgn");
//! std::fs::write(&file, "[White \"A\"]\n\n1. e4 e5 1-0\n\n1. d4 Ke7 *\n")?;
//! let mut plies = 0;
//! let summary = ingest(
//!     &PgnSource::find(&[file])?,
//!     &IngestOptions::default(),
//!     || |game: &Game| game.moves.len(),
//!     |event| {
//!         if let IngestEvent::Game { value, .. } = event {
//!             plies += value;
//!         }
//!         ControlFlow::Continue(())
//!     },
//! );
//! assert_eq!((plies, summary.tally.kept, summary.tally.rejected()), (2, 1, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Memory: two chunks of two MiB for each thread and two more, the map's values for them, and some fifty bytes for
//! each different game.

mod event;
mod options;
mod reader;
mod reducer;
mod summary;
mod worker;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, RwLock};
use std::thread;

use crossbeam_channel::bounded;

use super::source::PgnSource;
use crate::identity::SeenGames;
use crate::record::Game;

pub use event::{GamePlace, IngestEvent};
pub use options::{DuplicatePolicy, IngestOptions, SourceMarking};
pub use summary::{DamagedStream, IngestProgress, IngestSummary, StreamSummary};

use reader::ReadTask;
use worker::ChunkResult;

/// Reads `sources` on all cores; the [module](self) explains the two functions.
///
/// Sources that fail or are damaged do not stop the others; the summary lists them.
pub fn ingest<T, M, W>(
    sources: &[PgnSource],
    options: &IngestOptions,
    worker: W,
    mut reduce: impl FnMut(IngestEvent<'_, T>) -> ControlFlow<()>,
) -> IngestSummary
where
    T: Send,
    M: FnMut(&Game) -> T,
    W: Fn() -> M + Sync,
{
    let threads = options
        .threads
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
    let places = 2 * threads + 2;
    let (send_task, tasks) = bounded::<ReadTask>(places);
    let (send_result, results) = bounded::<ChunkResult<T>>(places);
    // Memory is also a permit to read a chunk: at most `places` of them are in progress.
    let (give_back, memory) = bounded::<Vec<u8>>(places);
    for _ in 0..places {
        // The channel has room for exactly these.
        let _ = give_back.send(Vec::new());
    }
    let bytes_read = Arc::new(AtomicU64::new(0));
    let seen = RwLock::new(SeenGames::default());
    let mut reducer = reducer::Reducer::new(sources, options, &seen, Arc::clone(&bytes_read));
    thread::scope(|scope| {
        // These ends of the channels close when this thread breaks off, and the other threads end then.
        let (results, give_back) = (results, give_back);
        let (worker, bytes_read, seen) = (&worker, &bytes_read, &seen);
        scope.spawn(move || reader::read(sources, options, bytes_read, &memory, &send_task));
        for _ in 0..threads {
            let (tasks, send_result) = (tasks.clone(), send_result.clone());
            scope.spawn(move || worker::work(options, seen, worker, &tasks, &send_result));
        }
        drop((tasks, send_result));
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for result in &results {
            waiting.insert(result.number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                let (memory, flow) = reducer.take(result, &mut reduce);
                if flow.is_break() {
                    return;
                }
                if let Some(memory) = memory {
                    let _ = give_back.send(memory);
                }
            }
        }
    });
    reducer.finish()
}

#[cfg(test)]
mod tests;
