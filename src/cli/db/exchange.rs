//! `bayeschess db import` and `merge`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use serde_json::json;

use super::collect::{self, dry_run_note, import_options};
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::filters::GameFilterArgs;
use crate::cli::pgn::reading::{PgnReadArgs, is_database};
use crate::cli::run_status::RunStatus;
use bayeschess::collection::{WriteMode, import_viriformat_file, is_viriformat_file};
use bayeschess::files;
use bayeschess::foreign::shell_path;
use bayeschess::pgn::PgnSource;
use bayeschess::store::{Access, CsvFiles, GameFilter, Store, StoreError, WriteCounts};

/// Add games in PGN or viriformat, or CSV written by 'db export', to a database
///
/// The database is created if it does not exist. Every move is checked. PGN may be compressed (.zst,
/// .gz, .bz2, .xz, .zip), a folder, or '-' for standard input. A collection is recognised by its text:
/// importing it again adds nothing, or only its new games if it has grown. 'db forget-source' removes
/// it. A game that several collections contain, in any spelling of the players' names, is stored
/// once, and stays until the last of them is removed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db import games.db twic1234.zip my-games/
  bayeschess db import games.db masters.pgn.zst --player 'Tal, M'
  bayeschess db import games.db twic1234.zip --dry-run   what would be added; writes nothing
  bayeschess db import games.db datagen.viriformat  games with a score of each position
  bayeschess db import copy.db folder               what 'db export --csv folder' wrote
  bayeschess db import copy.db all.csv

CSV: games that are there already stay unchanged; if anything is wrong, nothing
is added. Exported self-play comes back unchanged; games read from collections
do not come back from CSV: import their PGN or viriformat again.

PGN: exit code 1 if a game was rejected. A collection that was read with other
filters, or without --salvage, is refused: forget the source first.

viriformat, the training format of the engine Viridithas, is known by its bytes,
or by the ending .viriformat, .viri or .vf. Such a file has no names and no
marks between games, so that a file that is damaged or cut off is refused whole.")]
pub struct DbImportArgs {
    /// The database to add to; created if it does not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// PGN files or folders, or viriformat files; or the folder or file that 'db export --csv' wrote
    #[arg(value_name = "PATH", required_unless_present = "csv")]
    from: Vec<PathBuf>,
    /// Read what 'db export --csv' wrote under this name; the same as PATH
    #[arg(long, value_name = "FOLDER|FILE.csv", conflicts_with = "from")]
    csv: Option<PathBuf>,
    /// Only report what would be written
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    how: PgnReadArgs,
    #[command(flatten)]
    filters: GameFilterArgs,
    #[command(flatten)]
    json: JsonFlag,
}

/// Join databases; every game is stored once
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db merge all.db mine.db yours.db
  bayeschess db merge all.db theirs.db             adds theirs.db to an existing all.db

A game is known by its run and number, and a collection by its text, so that
joining the same database twice changes nothing, and the order makes no
difference. A collected game that several collections have counts once, as with
'db import'. Different games under one key are refused, as are collections that
were read with different options, and nothing is changed.")]
pub struct DbMergeArgs {
    /// The database to join into; created if it does not exist
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The databases to add; they are not changed
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    json: JsonFlag,
}

/// Runs `db import`.
pub(super) fn import(args: &DbImportArgs) -> anyhow::Result<RunStatus> {
    let mode = if args.dry_run {
        WriteMode::DryRun
    } else {
        WriteMode::Commit
    };
    match (&args.csv, args.from.as_slice()) {
        (Some(csv), _) => import_csv(args, csv, mode),
        (None, [csv]) if is_export(csv) => import_csv(args, csv, mode),
        (None, paths) => {
            refuse_mixed(paths)?;
            if paths.iter().any(|path| is_viriformat_file(path)) {
                return viriformat(args, paths, mode);
            }
            collect::refuse_parquet(paths)?;
            refuse_database(&args.file, paths)?;
            let sources = PgnSource::find(paths)?;
            let options = import_options(args.how, &args.filters)?;
            collect::import(&args.file, &sources, &options, mode, args.json)
        }
    }
}

/// Adds what `db export --csv` wrote.
fn import_csv(args: &DbImportArgs, csv: &Path, mode: WriteMode) -> anyhow::Result<RunStatus> {
    let asked = import_options(args.how, &args.filters)?.describe();
    ensure!(
        asked.is_empty(),
        "{asked}: from CSV all games are added as they were exported; leave this out"
    );
    let from = CsvFiles::at(csv);
    let (written, hash) = mode.fill(&args.file, |store| {
        let written = store.import_csv(&from)?;
        Ok((written, store.content_hash(&GameFilter::default())?))
    })?;
    if csv.is_dir() {
        let beside = PgnSource::find(&[csv.to_owned()]).unwrap_or_default();
        for pgn in beside {
            tracing::warn!(
                "{}: not read, since the CSV beside it is; import it by its own name",
                pgn.name()
            );
        }
    }
    if args.json.json {
        print_json(&json!({
            "games_added": written.new,
            "games_known": written.known,
            "content_hash": hash,
            "dry_run": args.dry_run,
        }))?;
    } else {
        print(&format!(
            "{}: {}{}",
            args.file.display(),
            added(written, &hash),
            dry_run_note(mode)
        ))?;
    }
    Ok(RunStatus::Success)
}

/// Refuses CSV of `db export` beside other files, which would be left out.
fn refuse_mixed(paths: &[PathBuf]) -> anyhow::Result<()> {
    if let Some(csv) = paths.iter().find(|path| is_export(path)) {
        bail!(
            "{}: CSV of 'db export', and no PGN like the others; give files of one kind to one command",
            csv.display()
        );
    }
    Ok(())
}

/// Refuses a database, which is merged and not imported.
fn refuse_database(into: &Path, paths: &[PathBuf]) -> anyhow::Result<()> {
    if let Some(database) = paths.iter().find(|path| is_database(path)) {
        bail!(
            "{}: this is a database, and no PGN; 'bayeschess db merge {} {}' adds its games",
            database.display(),
            shell_path(into),
            shell_path(database)
        );
    }
    Ok(())
}

/// Adds games in viriformat.
fn viriformat(
    args: &DbImportArgs,
    files: &[PathBuf],
    mode: WriteMode,
) -> anyhow::Result<RunStatus> {
    if let Some(other) = files.iter().find(|path| !is_viriformat_file(path)) {
        bail!(
            "{}: not in viriformat like the others; give files of one kind to one command",
            other.display()
        );
    }
    let options = import_options(args.how, &args.filters)?;
    let asked = options.describe();
    ensure!(
        asked.is_empty(),
        "{asked}: files in viriformat have neither names nor damaged games to keep; leave this out"
    );
    let summary = import_viriformat_file(&args.file, mode, files)?;
    collect::finish(&summary, &args.file, mode, args.json)
}

/// Returns true if `db export --csv` wrote this: a CSV file, or a folder with runs.csv. A folder
/// with another of the tables and without PGN counts as an incomplete export.
fn is_export(path: &Path) -> bool {
    let files = CsvFiles::at(path);
    let is_torn = || files.games.exists() || files.cases.exists();
    CsvFiles::are_named_by(path)
        && (!path.is_dir()
            || files.runs.exists()
            || (is_torn() && PgnSource::find(&[path.to_owned()]).is_err()))
}

/// Runs `db merge`.
pub(super) fn merge(args: &DbMergeArgs) -> anyhow::Result<RunStatus> {
    let others = args
        .inputs
        .iter()
        // Joining a database into itself adds nothing.
        .filter(|file| !files::is_same_file(file, &args.out))
        .map(|file| Store::open(file, Access::Read))
        .collect::<Result<Vec<_>, StoreError>>()?;
    let (merged, hash) = Store::write_atomically(&args.out, |store| {
        let merged = store.merge(&others)?;
        Ok((merged, store.content_hash(&GameFilter::default())?))
    })?;
    let (sources, collected) = (merged.sources, merged.collected);
    if args.json.json {
        print_json(&json!({
            "games_added": merged.games.new,
            "games_known": merged.games.known,
            "sources_added": sources.new,
            "sources_known": sources.known,
            "collected_added": collected.new,
            "collected_known": collected.known,
            "content_hash": hash,
        }))?;
        return Ok(RunStatus::Success);
    }
    let mut text = format!("{}: {}", args.out.display(), added(merged.games, &hash));
    if sources != WriteCounts::default() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "collections: {} sources added, {} were there already; {} games added, {} were there already",
            sources.new, sources.known, collected.new, collected.known
        );
    }
    print(&text)?;
    Ok(RunStatus::Success)
}

/// The text output of an import.
fn added(written: WriteCounts, hash: &str) -> String {
    format!(
        "{} games added, {} were there already\ncontent hash {hash}\n",
        written.new, written.known
    )
}
