//! `bayeschess db where` and `bayeschess db backup`: the files of a database, and a copy of it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::database_file::{named_or_default, open_to_read};
use crate::cli::game_archive::{log_beside, own_older_log_beside};
use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::files::WriteGuard;
use bayeschess::store::queue_beside;

/// Show where a database and the files beside it are, and how large they are
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db where
      The default database: in $BAYESCHESS_HOME, or else in your data folder.
  bayeschess db where games.db --json | jq -r .file")]
pub struct DbWhereArgs {
    /// The database [default: bayeschess.db in $BAYESCHESS_HOME, or else in your data folder]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    json: JsonFlag,
}

/// Copy a database, also while it is in use
///
/// The copy holds the content of one moment, even if other programs write meanwhile: games, cases, collections,
/// opponents.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db backup --out copy.db
      A copy of the default database.
  bayeschess db backup games.db --out /media/stick/games.db --force")]
pub struct DbBackupArgs {
    /// The database [default: bayeschess.db in $BAYESCHESS_HOME, or else in your data folder]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The copy to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

/// A file beside a database, with its purpose.
#[derive(Serialize)]
struct DataFileJson {
    file: String,
    what: &'static str,
    bytes: u64,
}

/// The JSON output of `db where`.
#[derive(Serialize)]
struct DbWhereJson {
    file: String,
    exists: bool,
    in_use: bool,
    files: Vec<DataFileJson>,
}

/// The JSON output of `db backup`.
#[derive(Serialize)]
struct DbBackupJson {
    file: String,
    copy: String,
    bytes: u64,
}

/// Runs `db where`.
pub(super) fn run_where(args: &DbWhereArgs) -> anyhow::Result<RunStatus> {
    let file = named_or_default(args.file.as_deref())?;
    let file = std::path::absolute(&file).unwrap_or(file);
    let with = |suffix: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let mut files = vec![
        (file.clone(), "games, cases, collections, opponents"),
        (
            with("-wal"),
            "changes that are not in the database itself yet",
        ),
        (log_beside(&file), "PGN of games against you and others"),
        (queue_beside(&file), "games that wait for another process"),
    ];
    let older = "PGN of games against you and others, by an earlier version";
    let older_log = own_older_log_beside(&file).ok().flatten();
    files.extend(older_log.map(|log| (log, older)));
    let report = DbWhereJson {
        file: file.display().to_string(),
        exists: file.exists(),
        in_use: WriteGuard::is_held(&file),
        files: files
            .into_iter()
            .filter_map(|(file, what)| data_file(&file, what))
            .collect(),
    };
    if args.json.json {
        print_json(&report)?;
    } else {
        print(&where_text(&report))?;
    }
    Ok(RunStatus::Success)
}

fn data_file(file: &Path, what: &'static str) -> Option<DataFileJson> {
    let bytes = fs::metadata(file).ok().filter(fs::Metadata::is_file)?.len();
    Some(DataFileJson {
        file: file.display().to_string(),
        what,
        bytes,
    })
}

fn where_text(report: &DbWhereJson) -> String {
    let mut lines = vec![match (report.exists, report.in_use) {
        (false, _) => format!("{} (not there yet)", report.file),
        (true, false) => report.file.clone(),
        (true, true) => format!("{} (a process is writing to it)", report.file),
    }];
    for there in &report.files {
        lines.push(format!(
            "  {:>12} bytes  {}: {}",
            there.bytes, there.file, there.what
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Runs `db backup`.
pub(super) fn run_backup(args: &DbBackupArgs) -> anyhow::Result<RunStatus> {
    let store = open_to_read(args.file.as_deref())?;
    store.backup(&args.out, args.force.existing())?;
    let report = DbBackupJson {
        file: store.file().display().to_string(),
        copy: args.out.display().to_string(),
        bytes: fs::metadata(&args.out)?.len(),
    };
    if args.json.json {
        print_json(&report)?;
    } else {
        print(&format!(
            "{}: {} bytes copied to {}\n",
            report.file, report.bytes, report.copy
        ))?;
    }
    Ok(RunStatus::Success)
}
