//! `bayeschess opponent export` and `import`: all that is remembered, in one file of counts.

use std::io::{self, BufReader, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use serde_json::json;

use super::memory::{open_to_read, open_to_write};
use crate::cli::interrupt::stop_on_ctrl_c;
use crate::cli::options::{DatabaseArg, ForceFlag};
use crate::cli::output::{JsonFlag, counted, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::files::{check_not_input, write_whole};
use bayeschess::store::MemoryFile;

/// Write what is remembered of all opponents to a file of counts
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  bayeschess opponent export opponents.json --db games.db

The file holds names and counts, and no moves beyond the first twenty plies. The same memory gives the same bytes.")]
pub(super) struct OpponentExportArgs {
    /// The file to write (JSON)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    db: DatabaseArg,
    #[command(flatten)]
    json: JsonFlag,
}

/// Add the memory of opponents from a file of 'opponent export'; known games are not counted twice
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  bayeschess opponent import opponents.json --db games.db")]
pub(super) struct OpponentImportArgs {
    /// The file that 'opponent export' wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    db: DatabaseArg,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn export(args: &OpponentExportArgs) -> anyhow::Result<RunStatus> {
    // An end at once would leave the database's log files behind.
    let stop = stop_on_ctrl_c();
    let store = open_to_read(&args.db)?;
    let memory = MemoryFile::of(store.remembered_opponents()?);
    if stop.is_raised() {
        // A closed standard error needs no message.
        let _ = writeln!(
            io::stderr().lock(),
            "stopped: {} is not written",
            args.file.display()
        );
        return Ok(RunStatus::Stopped);
    }
    let text = serde_json::to_string_pretty(&memory)?;
    check_not_input(&args.file, [store.file()])?;
    write_whole(&args.file, args.force.existing(), |out| {
        writeln!(out, "{text}")
    })?;
    let games: usize = memory.opponents.iter().map(|one| one.games.len()).sum();
    if args.json.json {
        print_json(&json!({
            "file": args.file,
            "opponents": memory.opponents.len(),
            "games": games,
        }))?;
    } else {
        print(&format!(
            "{}: {} of {}\n",
            args.file.display(),
            counted(games as u64, "remembered game"),
            counted(memory.opponents.len() as u64, "opponent")
        ))?;
    }
    Ok(RunStatus::Success)
}

pub(super) fn import(args: &OpponentImportArgs) -> anyhow::Result<RunStatus> {
    let name = || args.file.display().to_string();
    let file = std::fs::File::open(&args.file).with_context(name)?;
    let memory: MemoryFile = serde_json::from_reader(BufReader::new(file)).with_context(|| {
        format!(
            "{}: not a file of counts as 'bayeschess opponent export' writes it",
            name()
        )
    })?;
    ensure!(
        memory.format == MemoryFile::FORMAT,
        "{}: its format is {} and this program reads {}; use a newer bayeschess",
        name(),
        memory.format,
        MemoryFile::FORMAT
    );
    let added = open_to_write(&args.db.file_to_write()?)?.add_remembered(&memory.opponents)?;
    if args.json.json {
        print_json(&json!({
            "opponents": memory.opponents.len(),
            "opponents_with_new_games": added.opponents,
            "games": added.games.new,
            "known": added.games.known,
        }))?;
    } else {
        print(&format!(
            "{} of {} added; {} remembered already\n",
            counted(added.games.new, "game"),
            counted(added.opponents, "opponent"),
            added.games.known
        ))?;
    }
    Ok(RunStatus::Success)
}
