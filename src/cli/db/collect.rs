//! `bayeschess db import` of PGN collections.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::json;

use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::filters::GameFilterArgs;
use crate::cli::pgn::reading::{IngestJson, PgnReadArgs, ReadingProgress, ingest_text, verdict};
use crate::cli::run_status::RunStatus;
use bayeschess::collection::{
    EarlierReadings, ImportOptions, ImportSummary, WriteMode, import_file,
};
use bayeschess::pgn::PgnSource;

/// Returns the options of an import given by these arguments.
pub(in crate::cli) fn import_options(
    how: PgnReadArgs,
    filters: &GameFilterArgs,
) -> anyhow::Result<ImportOptions> {
    Ok(ImportOptions {
        threads: how.threads.given(),
        strictness: how.strictness(),
        selection: filters.selection()?,
    })
}

/// Refuses Parquet, which is written and not read.
pub(in crate::cli) fn refuse_parquet(paths: &[PathBuf]) -> anyhow::Result<()> {
    let is_parquet = |path: &&PathBuf| {
        let mut magic = [0; 4];
        path.is_file()
            && std::fs::File::open(path).is_ok_and(|mut file| {
                std::io::Read::read_exact(&mut file, &mut magic).is_ok() && magic == *b"PAR1"
            })
    };
    if let Some(path) = paths.iter().find(is_parquet) {
        bail!(
            "{}: Parquet is written and not read; give the database that it was written from, or its PGN",
            path.display()
        );
    }
    Ok(())
}

/// Adds PGN collections to a database, or only says what that would do.
pub(super) fn import(
    file: &Path,
    sources: &[PgnSource],
    options: &ImportOptions,
    mode: WriteMode,
    json: JsonFlag,
) -> anyhow::Result<RunStatus> {
    let meter = ReadingProgress::new();
    let summary = import_file(file, mode, sources, options, |progress| {
        meter.show(progress);
        ControlFlow::Continue(())
    })?;
    drop(meter);
    finish(&summary, file, mode, json)
}

/// Prints the summary of an import, and returns its exit status.
pub(super) fn finish(
    summary: &ImportSummary,
    file: &Path,
    mode: WriteMode,
    json: JsonFlag,
) -> anyhow::Result<RunStatus> {
    print_summary(summary, file, mode, json)?;
    let found = if summary.reading.tally.rejected() + summary.earlier.rejected > 0 {
        RunStatus::Findings
    } else {
        RunStatus::Success
    };
    verdict(&summary.reading, found)
}

fn print_summary(
    summary: &ImportSummary,
    file: &Path,
    mode: WriteMode,
    json: JsonFlag,
) -> anyhow::Result<()> {
    if json.json {
        let mut figures = serde_json::to_value(IngestJson::of(&summary.reading))?;
        figures["games_known"] = json!(summary.earlier.games);
        figures["rejected_known"] = json!(summary.earlier.rejected);
        figures["games_in_database"] = json!(summary.games_in_database);
        figures["dry_run"] = json!(mode == WriteMode::DryRun);
        return print_json(&figures);
    }
    let now = if summary.is_created {
        totals_text(summary)
    } else {
        "no game came in, and no database was begun".to_owned()
    };
    let hint = if summary.reading.tally.rejected() > 0 {
        "'bayeschess pgn check --verbose' names the rejected games\n"
    } else {
        ""
    };
    print(&format!(
        "{}{hint}{}: {now}\n{}",
        ingest_text(&summary.reading)?,
        file.display(),
        dry_run_note(mode)
    ))
}

/// Returns the text on what the database holds now, and what was skipped.
fn totals_text(summary: &ImportSummary) -> String {
    let EarlierReadings { games, rejected } = summary.earlier;
    let mut text = format!(
        "{} collected games; {games} games were there from an earlier reading",
        summary.games_in_database
    );
    if rejected > 0 {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            ", and {rejected} rejected then were not read again ('bayeschess pgn check --verbose' names them)"
        );
    }
    text
}

/// Returns the line that nothing was written, for a dry run.
pub(super) const fn dry_run_note(mode: WriteMode) -> &'static str {
    match mode {
        WriteMode::Commit => "",
        WriteMode::DryRun => "dry run: nothing was written\n",
    }
}
