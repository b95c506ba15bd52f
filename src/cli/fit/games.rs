//! The games that `fit` reads: a database, or PGN collections by way of a temporary database.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use super::options::{FitOptions, kind};
use crate::cli::db::collect::{import_options, refuse_parquet};
use crate::cli::output::print;
use crate::cli::pgn::filters::GameFilterArgs;
use crate::cli::pgn::reading::{
    PgnReadArgs, ReadingProgress, check_not_source, find_sources, ingest_text, source_names,
    verdict,
};
use crate::cli::run_status::RunStatus;
use bayeschess::cancel::CancelFlag;
use bayeschess::collection::{import, import_viriformat, is_position_file, is_viriformat_file};
use bayeschess::files::folder_of;
use bayeschess::learn::positions::{GameKind, PositionFiles, PositionsError};
use bayeschess::pgn::IngestSummary;
use bayeschess::store::{Access, GameFilter, RunKey, Store, StoreError};

/// A source of games.
#[derive(Clone, Copy, Debug)]
pub(super) enum FitGames<'a> {
    /// A database: one of its runs, or all.
    Database { file: &'a Path, run: &'a str },
    /// Files of games, in PGN or viriformat, and folders of PGN; or files of positions.
    Files(&'a [PathBuf]),
}

/// Where the positions come from.
pub(super) enum FitSource {
    /// Games in a database, which may be temporary.
    Games(Box<Store>),
    /// Files with a position in each line.
    Positions(PositionFiles),
}

/// Games or positions ready to be read.
pub(super) struct OpenFitGames {
    pub(super) source: FitSource,
    /// Which self-play games to use.
    pub(super) filter: GameFilter,
    pub(super) kind: GameKind,
    /// The totals of reading PGN collections.
    pub(super) account: Option<IngestSummary>,
}

impl FitGames<'_> {
    /// Opens the database, or reads the collections into a temporary one next to `out`; `None` if stopped.
    pub(super) fn open(
        self,
        args: &FitOptions,
        out: &Path,
        stop: &CancelFlag,
    ) -> anyhow::Result<Option<OpenFitGames>> {
        match self {
            FitGames::Database { file, run } => database(file, run, args).map(Some),
            FitGames::Files(paths) if paths.iter().any(|path| is_position_file(path)) => {
                positions(paths, args).map(Some)
            }
            FitGames::Files(paths) => collections(paths, args, out, stop),
        }
    }
}

/// Opens a database, and decides which of its games are used.
pub(super) fn database(file: &Path, run: &str, args: &FitOptions) -> anyhow::Result<OpenFitGames> {
    let store = Store::open(file, Access::Read)?;
    let filter = GameFilter {
        run: (run != "all").then(|| RunKey(run.to_owned())),
        numbers: None,
    };
    Ok(OpenFitGames {
        kind: kind(args.from, &store, filter.run.is_some())?,
        source: FitSource::Games(Box::new(store)),
        filter,
        account: None,
    })
}

/// Reads the collections into a temporary database next to the table, since /tmp may lie in memory.
fn collections(
    paths: &[PathBuf],
    args: &FitOptions,
    out: &Path,
    stop: &CancelFlag,
) -> anyhow::Result<Option<OpenFitGames>> {
    let how = PgnReadArgs {
        salvage: false,
        result_from_tag: false,
        threads: args.threads,
    };
    if paths.iter().any(|path| is_viriformat_file(path)) {
        return viriformat(paths, out).map(Some);
    }
    refuse_parquet(paths)?;
    let sources = find_sources(paths)?;
    for output in args.deviations.iter().map(PathBuf::as_path).chain([out]) {
        check_not_source(output, &sources)?;
    }
    let options = import_options(how, &GameFilterArgs::default())?;
    let mut store = Store::scratch(folder_of(out))?;
    let meter = ReadingProgress::new();
    let imported = match import(&mut store, &sources, &options, |progress| {
        meter.show(progress);
        if stop.is_raised() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }) {
        Err(StoreError::Stopped(_)) => return Ok(None),
        imported => imported?,
    };
    Ok(Some(OpenFitGames {
        source: FitSource::Games(Box::new(store)),
        filter: GameFilter::default(),
        kind: GameKind::Collected,
        account: Some(imported.reading),
    }))
}

/// Reads games in viriformat into a temporary database next to the table.
fn viriformat(files: &[PathBuf], out: &Path) -> anyhow::Result<OpenFitGames> {
    let mut store = Store::scratch(folder_of(out))?;
    let imported = import_viriformat(&mut store, files)?;
    Ok(OpenFitGames {
        source: FitSource::Games(Box::new(store)),
        filter: GameFilter::default(),
        kind: GameKind::Collected,
        account: Some(imported.reading),
    })
}

/// Checks that all files have positions; they are read by the fit itself.
fn positions(files: &[PathBuf], args: &FitOptions) -> anyhow::Result<OpenFitGames> {
    if let Some(other) = files.iter().find(|path| !is_position_file(path)) {
        bail!(
            "{}: its first line is not a position with a result or a score, as in the other files; \
             give files of one kind to one command",
            other.display()
        );
    }
    Ok(OpenFitGames {
        source: FitSource::Positions(PositionFiles {
            files: files.to_vec(),
            trust: args.trust,
        }),
        filter: GameFilter::default(),
        kind: GameKind::Collected,
        account: None,
    })
}

impl OpenFitGames {
    /// Prints the totals of reading; a collection that could not be read to its end is an error.
    pub(super) fn print_reading(&self, json: bool) -> anyhow::Result<()> {
        let Some(account) = &self.account else {
            return Ok(());
        };
        if !json {
            print(&ingest_text(account)?)?;
        }
        // Rejected games are reported; they do not affect what is learned from the others.
        verdict(account, RunStatus::Success).map(drop)
    }

    /// Explains an error in terms of the given files, not of the temporary database.
    pub(super) fn explain(&self, error: PositionsError) -> anyhow::Error {
        let names = match (&self.source, &self.account) {
            (FitSource::Positions(files), _) => {
                let first = files.files.first();
                first.map_or_else(String::new, |first| first.display().to_string())
            }
            (FitSource::Games(_), Some(account)) => source_names(account),
            (FitSource::Games(_), None) => return error.into(),
        };
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
