//! `bayeschess pgn check`.

use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::Serialize;

use super::reading::{
    DuplicateArgs, IngestJson, PgnInputArgs, ReadingProgress, ingest_text, verdict,
};
use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::files;
use bayeschess::pgn::{
    GamePlace, IngestEvent, IngestOptions, IngestSummary, PgnSource, Reject, ingest,
};
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
    /// Write the rejected games to this file unchanged, each after a line with its place and the reason; compressed if
    /// its name ends in .gz or .zst
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// List every rejected game, and what is left out of kept ones
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
    let mut findings = Vec::new();
    let mut find = |finding: GameFinding| {
        if !args.verbose {
            return true;
        }
        if args.json.json {
            findings.push(finding);
            return true;
        }
        print(&format!("{}: {}\n", finding.source, finding.what)).is_ok()
    };
    let account = match &args.rejects {
        Some(file) => {
            let existing = args.force.existing();
            let mut account = IngestSummary::default();
            files::write_packed(file, existing, |out| {
                let mut written = Ok(());
                account = read(&sources, &options, &mut find, |stream, reject, text| {
                    written = writeln!(out, "; {stream}: {reject}")
                        .and_then(|()| out.write_all(text.trim_ascii()))
                        .and_then(|()| out.write_all(b"\n\n"));
                    written.is_ok()
                });
                written
            })?;
            account
        }
        None => read(&sources, &options, &mut find, |_, _, _| true),
    };
    if args.json.json {
        print_json(&CheckJson {
            reading: IngestJson::of(&account),
            findings: args.verbose.then_some(findings),
        })?;
    } else {
        print(&ingest_text(&account)?)?;
        print(&next_step(args, &account))?;
    }
    let found = if account.tally.rejected() > 0 {
        RunStatus::Findings
    } else {
        RunStatus::Success
    };
    verdict(&account, found)
}

/// Returns a line that says where the rejected games are, or how they are named.
fn next_step(args: &PgnCheckArgs, account: &IngestSummary) -> String {
    let tally = &account.tally;
    let losses = tally.rejected() + tally.salvaged + tally.dropped_tags;
    match (&args.rejects, tally.rejected()) {
        (Some(file), 0) => format!("no rejected games: {} is empty\n", file.display()),
        (Some(file), _) => format!("the rejected games: {}\n", file.display()),
        (None, rejected) if losses > 0 && !args.verbose => {
            let write = if rejected > 0 {
                "; --rejects FILE writes the rejected ones to a file"
            } else {
                ""
            };
            format!("--verbose names these games{write}\n")
        }
        (None, _) => String::new(),
    }
}

/// A game that was rejected, or of which something is left out.
#[derive(Debug, Serialize)]
struct GameFinding {
    source: String,
    game: u64,
    line: u64,
    /// The kind of reason of a rejection, `salvaged` or `broken_tags`.
    kind: &'static str,
    what: String,
}

#[derive(Serialize)]
struct CheckJson {
    #[serde(flatten)]
    reading: IngestJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Vec<GameFinding>>,
}

impl GameFinding {
    fn of_reject(stream: &str, reject: &Reject) -> Self {
        Self {
            source: stream.to_owned(),
            game: reject.game,
            line: reject.damage_line.unwrap_or(reject.line),
            kind: reject.reason.kind(),
            what: reject.to_string(),
        }
    }

    /// Returns what is left out of a kept game, if anything is.
    fn of_kept(place: &GamePlace<'_>, is_salvaged: bool, dropped_tags: u64) -> Option<Self> {
        let (kind, what) = match (is_salvaged, dropped_tags) {
            (false, 0) => return None,
            (true, _) => (
                "salvaged",
                "only its beginning up to the damage is kept".to_owned(),
            ),
            (false, 1) => ("broken_tags", "a broken tag is left out".to_owned()),
            (false, tags) => ("broken_tags", format!("{tags} broken tags are left out")),
        };
        let GamePlace { game, line, .. } = *place;
        Some(Self {
            source: place.stream.to_owned(),
            game,
            line,
            kind,
            what: format!("game {game}, which begins at line {line}: {what}"),
        })
    }
}

/// Reads everything. Passes findings to `find`, and rejected games with their text to `rejected`; both return false to stop.
fn read(
    sources: &[PgnSource],
    options: &IngestOptions,
    find: &mut impl FnMut(GameFinding) -> bool,
    mut rejected: impl FnMut(&str, &Reject, &[u8]) -> bool,
) -> IngestSummary {
    let meter = ReadingProgress::new();
    ingest(
        sources,
        options,
        || |_: &Game| (),
        |event| {
            let goes_on = match event {
                IngestEvent::Rejected {
                    place,
                    reject,
                    text,
                } => {
                    find(GameFinding::of_reject(place.stream, reject))
                        && rejected(place.stream, reject, text)
                }
                IngestEvent::Game {
                    place,
                    is_salvaged,
                    dropped_tags,
                    ..
                } => GameFinding::of_kept(&place, is_salvaged, dropped_tags).is_none_or(&mut *find),
                IngestEvent::Progress(progress) => {
                    meter.show(&progress);
                    true
                }
                _ => true,
            };
            if goes_on {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    )
}
