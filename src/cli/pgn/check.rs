//! `bayeschess pgn check`.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::reading::{
    DuplicateArgs, IngestJson, PgnInputArgs, ReadingProgress, ingest_text, verdict,
};
use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::files;
use bayeschess::pgn::{IngestEvent, IngestOptions, IngestSummary, PgnSource, Reject, ingest};
use bayeschess::record::Game;

/// Check every move of PGN collections, and report every damaged or duplicate game
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess pgn check games.pgn.zst
  bayeschess pgn check games/ --rejects damaged.pgn
  zcat games.pgn.gz | bayeschess pgn check - --json

Exit code: 0 if every game is sound, 1 if any was rejected, 2 if a source could
not be read to its end, or if no game is found or passes the filters.
'games' is always kept + duplicates + rejected (+ filtered, where filters are
given).")]
pub(super) struct PgnCheckArgs {
    #[command(flatten)]
    reading: PgnInputArgs,
    #[command(flatten)]
    twice: DuplicateArgs,
    /// Write the rejected games to this file unchanged, each after a line with its place and the reason
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// List every rejected game
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &PgnCheckArgs) -> anyhow::Result<RunStatus> {
    let (sources, options) = args.reading.resolve(args.twice.duplicates())?;
    if let Some(file) = &args.rejects {
        args.reading.check_not_input(file, &sources)?;
    }
    let account = match &args.rejects {
        Some(file) => {
            let existing = args.force.existing();
            let mut account = IngestSummary::default();
            files::write_whole(file, existing, |out| {
                let mut written = Ok(());
                account = read(args, &sources, &options, |stream, reject, text| {
                    written = writeln!(out, "; {stream}: {reject}")
                        .and_then(|()| out.write_all(text.trim_ascii()))
                        .and_then(|()| out.write_all(b"\n\n"));
                    written.is_ok()
                });
                written
            })?;
            account
        }
        None => read(args, &sources, &options, |_, _, _| true),
    };
    if args.json.json {
        print_json(&IngestJson::of(&account))?;
    } else {
        print(&ingest_text(&account)?)?;
        match (&args.rejects, account.tally.rejected()) {
            (Some(file), 0) => print(&format!("no damaged games: {} is empty\n", file.display()))?,
            (Some(file), _) => print(&format!("the damaged games: {}\n", file.display()))?,
            (None, 1..) if !args.verbose => {
                print(
                    "--verbose names the rejected games; --rejects FILE writes them to a file\n",
                )?;
            }
            (None, _) => {}
        }
    }
    let found = if account.tally.rejected() > 0 {
        RunStatus::Findings
    } else {
        RunStatus::Success
    };
    verdict(&account, found)
}

/// Reads everything and passes rejected games to `rejected`, which returns false to stop.
fn read(
    args: &PgnCheckArgs,
    sources: &[PgnSource],
    options: &IngestOptions,
    mut rejected: impl FnMut(&str, &Reject, &[u8]) -> bool,
) -> IngestSummary {
    let meter = ReadingProgress::new();
    let says = args.verbose && !args.json.json;
    ingest(
        sources,
        options,
        || |_: &Game| (),
        |event| {
            match event {
                IngestEvent::Rejected {
                    place,
                    reject,
                    text,
                } => {
                    if says && print(&format!("{}: {reject}\n", place.stream)).is_err() {
                        return ControlFlow::Break(());
                    }
                    if !rejected(place.stream, reject, text) {
                        return ControlFlow::Break(());
                    }
                }
                IngestEvent::Progress(progress) => meter.show(&progress),
                _ => {}
            }
            ControlFlow::Continue(())
        },
    )
}
