//! Shared by commands that write games: a file without a game is not written.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;

use super::reading::{ReadingProgress, verdict};
use crate::cli::run_status::RunStatus;
use bayeschess::files::{self, Existing, WriteError};
use bayeschess::pgn::{IngestEvent, IngestOptions, IngestSummary, PgnSource, ingest};
use bayeschess::record::Game;

/// Writes the games of `fill` to `file`. Without a game nothing is written, and an existing file
/// stays. `fill` returns the summary of its reading, and whether writing succeeded.
pub fn write_games(
    file: &Path,
    existing: Existing,
    fill: impl FnOnce(&mut dyn Write) -> (IngestSummary, io::Result<()>),
) -> Result<IngestSummary, WriteError> {
    let mut account = IngestSummary::default();
    let mut is_empty = false;
    let written = files::write_packed(file, existing, |out| {
        let (read, filled) = fill(out);
        account = read;
        filled?;
        is_empty = account.tally.kept == 0;
        if is_empty {
            return Err(io::Error::other("there is no game to write"));
        }
        Ok(())
    });
    if !is_empty {
        written?;
    }
    Ok(account)
}

/// A game to be written.
pub struct FoundGame<'a, T> {
    /// Result of the worker.
    pub value: T,
    /// Text of the game in its source.
    pub text: &'a [u8],
    /// True if only the beginning of a damaged game is kept, so that the text has more.
    pub is_salvaged: bool,
}

/// Reads games on worker threads and passes each to `write`. It ends when a write fails; `begun` is the result of an
/// earlier write, such as a header.
pub fn write_each<T, M, W>(
    sources: &[PgnSource],
    options: &IngestOptions,
    worker: W,
    begun: io::Result<()>,
    mut write: impl FnMut(FoundGame<'_, T>) -> io::Result<()>,
) -> (IngestSummary, io::Result<()>)
where
    T: Send,
    M: FnMut(&Game) -> T,
    W: Fn() -> M + Sync,
{
    let meter = ReadingProgress::new();
    let mut written = begun;
    let account = ingest(sources, options, worker, |event| {
        match event {
            IngestEvent::Game {
                value,
                text,
                is_salvaged,
                ..
            } if written.is_ok() => {
                written = write(FoundGame {
                    value,
                    text,
                    is_salvaged,
                });
            }
            IngestEvent::Progress(progress) => meter.show(&progress),
            _ => {}
        }
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    (account, written)
}

/// The exit status as of [`verdict`]; no game at all is an error.
pub fn verdict_of_writing(account: &IngestSummary) -> anyhow::Result<RunStatus> {
    let found = verdict(account, RunStatus::Success)?;
    if account.tally.kept == 0 {
        bail!(
            "none of the {} games is sound, and there is nothing to write; 'bayeschess pgn check \
             --verbose' tells what is wrong with each",
            account.tally.read()
        );
    }
    Ok(found)
}
