//! Where `learn --positions` reads its games: a database, or PGN collections, which lie in one for as long
//! as they are learned from.
//!
//! May use: everything.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::options::{FitOptions, kind};
use crate::cli::RunStatus;
use crate::cli::db::collect::CollectionReader;
use crate::cli::output::print;
use crate::cli::pgn::filters::GameFilterArgs;
use crate::cli::pgn::reading::{PgnReadArgs, find_sources, ingest_text, source_names, verdict};
use bayeschess::files::folder_of;
use bayeschess::learn::positions::{GameKind, PositionsError};
use bayeschess::pgn::IngestSummary;
use bayeschess::search::Stop;
use bayeschess::store::{Access, GameFilter, RunKey, Store, StoreError};

/// The database, or the collections.
#[derive(Clone, Copy, Debug)]
pub(super) enum FitGames<'a> {
    /// The games of one run of it, or of all.
    Database { file: &'a Path, run: &'a str },
    /// PGN files and folders.
    Collections(&'a [PathBuf]),
}

/// Games that are ready to be learned from.
pub(super) struct OpenFitGames {
    pub(super) store: Store,
    /// Which games of runs, where these are asked for.
    pub(super) filter: GameFilter,
    pub(super) kind: GameKind,
    /// What was read of collections, and what became of it.
    pub(super) account: Option<IngestSummary>,
}

impl FitGames<'_> {
    /// Opens the database, or reads the collections into one that lies beside `out`; `None` when stopped.
    ///
    /// # Errors
    ///
    /// When the database cannot be read, a collection not to its end, or there is no game in it.
    pub(super) fn open(
        self,
        args: &FitOptions,
        out: &Path,
        stop: &Stop,
    ) -> anyhow::Result<Option<OpenFitGames>> {
        match self {
            FitGames::Database { file, run } => database(file, run, args).map(Some),
            FitGames::Collections(paths) => collections(paths, args, out, stop),
        }
    }
}

fn database(file: &Path, run: &str, args: &FitOptions) -> anyhow::Result<OpenFitGames> {
    let store = Store::open(file, Access::Read)?;
    let filter = GameFilter {
        run: (run != "all").then(|| RunKey(run.to_owned())),
        numbers: None,
    };
    Ok(OpenFitGames {
        kind: kind(args.from, &store, filter.run.is_some())?,
        store,
        filter,
        account: None,
    })
}

/// Beside the table, for there is room where a model is kept: a folder for what passes may lie in memory.
fn collections(
    paths: &[PathBuf],
    args: &FitOptions,
    out: &Path,
    stop: &Stop,
) -> anyhow::Result<Option<OpenFitGames>> {
    let how = PgnReadArgs {
        salvage: false,
        threads: args.threads.and_then(NonZeroUsize::new),
    };
    let sources = find_sources(paths)?;
    let reading = CollectionReader::new(sources, how, &GameFilterArgs::default(), stop.clone())?;
    let mut store = Store::scratch(folder_of(out))?;
    let imported = match reading.add_to(&mut store) {
        Err(StoreError::Stopped(_)) => return Ok(None),
        imported => imported?,
    };
    Ok(Some(OpenFitGames {
        store,
        filter: GameFilter::default(),
        kind: GameKind::Collected,
        account: Some(imported.account),
    }))
}

impl OpenFitGames {
    /// Prints what became of collections, and refuses what could not be read to its end.
    ///
    /// # Errors
    ///
    /// As [`verdict`].
    pub(super) fn print_reading(&self, json: bool) -> anyhow::Result<()> {
        let Some(account) = &self.account else {
            return Ok(());
        };
        if !json {
            print(&ingest_text(account)?)?;
        }
        // Rejected games were told, and do no harm to what is learned from the others.
        verdict(account, RunStatus::Success).map(drop)
    }

    /// Why nothing was learned, about the files that were given: their database was of no concern to anybody.
    pub(super) fn explain(&self, error: PositionsError) -> anyhow::Error {
        let Some(account) = &self.account else {
            return error.into();
        };
        let names = source_names(account);
        match error {
            PositionsError::NoPositions(_) => anyhow!(
                "{names}: there are no positions to learn from; give games that were played out, with their results"
            ),
            PositionsError::TooFew {
                positions, games, ..
            } => PositionsError::TooFew {
                file: names.into(),
                positions,
                games,
            }
            .into(),
            other => other.into(),
        }
    }
}
