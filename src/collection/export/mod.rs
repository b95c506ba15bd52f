//! Export of databases: games as PGN and viriformat, positions as text, EPD and Parquet.
//!
//! Games of runs come first, in the order of runs and numbers, then collected games in the order of reading. The same
//! database gives the same bytes.

mod epd;
mod game;
#[cfg(feature = "formats")]
mod parquet;
#[cfg(feature = "formats")]
mod parquet_rows;
mod pgn;
mod position_text;
mod sink;
mod viriformat;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use crate::files::{self, Existing, WriteError};
use crate::store::{GameFilter, Store, StoreError};

pub use game::{ExportedGame, GameOrigin, run_game_to_pgn};
pub use sink::{ExportCounts, TextLayout};

use sink::GameSink;

/// Number of games that are read, and given scores, at a time.
const BATCH: usize = 256;

/// Format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Games in PGN.
    Pgn,
    /// One row for each position, in Parquet.
    #[cfg(feature = "formats")]
    Parquet,
    /// One line for each position.
    Text(TextLayout),
    /// One line for each position, with the operations `c9` (result) and `ce` (score for the side to move).
    Epd,
    /// Games with scores in viriformat.
    Viriformat,
}

/// A source of missing scores.
pub trait ScoreSource {
    /// Gives games the scores that they lack behind their openings; breaks when it was stopped.
    fn add_scores(&mut self, games: &mut [ExportedGame]) -> ControlFlow<()>;
}

/// Reason why a database could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The export was stopped.
    #[error("stopped before the export was complete; nothing was written")]
    Stopped,
}

impl ExportFormat {
    fn sink(self) -> Box<dyn GameSink> {
        match self {
            Self::Pgn => Box::new(pgn::PgnSink),
            #[cfg(feature = "formats")]
            Self::Parquet => Box::new(parquet::ParquetSink::new()),
            Self::Text(layout) => Box::new(position_text::TextSink::new(layout)),
            Self::Epd => Box::new(epd::EpdSink),
            Self::Viriformat => Box::new(viriformat::ViriformatSink::default()),
        }
    }
}

/// Writes all games of a database to `file`, completely or not at all; `scores` gives positions the scores that they
/// lack.
///
/// # Errors
///
/// [`ExportError`] if the database cannot be read, the file cannot be written, or `scores` was stopped.
pub fn export(
    store: &Store,
    format: ExportFormat,
    file: &Path,
    existing: Existing,
    scores: Option<&mut dyn ScoreSource>,
) -> Result<ExportCounts, ExportError> {
    let mut outcome = Ok(ExportCounts::default());
    let written = files::write_packed(file, existing, |out| {
        let mut export = Export::new(format, scores, out);
        match store.in_one_view(|store| export.run(store)) {
            Ok(()) => {
                outcome = Ok(export.counts);
                Ok(())
            }
            Err(ExportFailure::Write(error)) => Err(error),
            Err(ExportFailure::Read(error)) => {
                outcome = Err(error.into());
                Err(io::Error::other("the database could not be read"))
            }
            Err(ExportFailure::Stopped) => {
                outcome = Err(ExportError::Stopped);
                Err(io::Error::other("stopped"))
            }
        }
    });
    let counts = outcome?;
    written?;
    Ok(counts)
}

/// Writes all games of a database as PGN.
pub(super) fn write_pgn(store: &Store, out: &mut dyn Write) -> io::Result<()> {
    let mut export = Export::new(ExportFormat::Pgn, None, out);
    match store.in_one_view(|store| export.run(store)) {
        Ok(()) => Ok(()),
        Err(ExportFailure::Write(error)) => Err(error),
        Err(ExportFailure::Read(error)) => Err(io::Error::other(error)),
        Err(ExportFailure::Stopped) => Err(io::Error::other(ExportError::Stopped)),
    }
}

/// Why the games could not be written.
enum ExportFailure {
    Read(StoreError),
    Write(io::Error),
    Stopped,
}

impl From<StoreError> for ExportFailure {
    fn from(error: StoreError) -> Self {
        Self::Read(error)
    }
}

/// An export in progress.
struct Export<'a, 's> {
    sink: Box<dyn GameSink>,
    scores: Option<&'s mut dyn ScoreSource>,
    counts: ExportCounts,
    batch: Vec<ExportedGame>,
    out: &'a mut dyn Write,
}

impl<'a, 's> Export<'a, 's> {
    fn new(
        format: ExportFormat,
        scores: Option<&'s mut dyn ScoreSource>,
        out: &'a mut dyn Write,
    ) -> Self {
        Self {
            sink: format.sink(),
            scores,
            counts: ExportCounts::default(),
            batch: Vec::with_capacity(BATCH),
            out,
        }
    }

    fn run(&mut self, store: &Store) -> Result<(), ExportFailure> {
        let runs = store.runs()?;
        let kind_of = |key| {
            runs.iter()
                .find(|run| run.key == key)
                .map(|run| run.settings.kind)
        };
        let mut failed = Ok(());
        store.for_each_game(&GameFilter::default(), |key, game| {
            let kind = kind_of(key.run.clone());
            failed = self.take(ExportedGame::of_run(&key, kind, game));
            go_on_if(&failed)
        })?;
        failed?;
        let mut failed = Ok(());
        store.for_each_collected(|game| {
            failed = self.take(ExportedGame::collected(game));
            go_on_if(&failed)
        })?;
        failed?;
        self.write()?;
        self.sink.finish(self.out).map_err(ExportFailure::Write)
    }

    fn take(&mut self, game: ExportedGame) -> Result<(), ExportFailure> {
        self.batch.push(game);
        if self.batch.len() < BATCH {
            return Ok(());
        }
        self.write()
    }

    fn write(&mut self) -> Result<(), ExportFailure> {
        if let Some(scores) = &mut self.scores
            && scores.add_scores(&mut self.batch).is_break()
        {
            return Err(ExportFailure::Stopped);
        }
        for game in self.batch.drain(..) {
            self.sink
                .put(&game, &mut self.counts, self.out)
                .map_err(ExportFailure::Write)?;
        }
        Ok(())
    }
}

const fn go_on_if(done: &Result<(), ExportFailure>) -> ControlFlow<()> {
    match done {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}
