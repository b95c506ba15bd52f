//! `bayeschess db verify`: checks checksums, and replays every game.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::store::{Access, Store, StoreError, VerifyFinding, VerifyReport};

/// At most this many findings are printed.
const PRINTED: usize = 20;

/// Check a database for damage: schema, pages, keys, checksums; every game is replayed by the rules
///
/// Exit code 0: no damage. 1: damage was found and is listed. 2: the database cannot be read. A change
/// that another program made is damage too.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db verify games.db
  bayeschess db verify games.db --json | jq .findings

Checked are the schema: tables, indexes, views and triggers; SQLite's pages,
constraints and references; the checksum of every row, and the number of rows of
every table; the key of each run against its settings; each game's checksum;
that its moves are legal and end as recorded; that every case has as many levels
as its run states, the result of its game, and a phase that the game reached. Of
collected games: that their moves are legal and fit their hash, that players,
year and result fit their fingerprint, that each has its place in its source,
and that of equal games only the first counts. An empty file, which a command
that was stopped early may leave, is said to be empty and counts as undamaged.")]
pub struct DbVerifyArgs {
    /// The database [default: bayeschess.db in $BAYESCHESS_HOME, or else in your data folder]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    json: JsonFlag,
}

/// The JSON output.
#[derive(Serialize)]
struct DbVerifyJson {
    file: String,
    games: u64,
    cases: u64,
    collected_games: u64,
    empty_file: bool,
    damaged: bool,
    findings: Vec<VerifyFinding>,
}

/// Runs the command.
pub(super) fn run(args: &DbVerifyArgs) -> anyhow::Result<RunStatus> {
    let file = crate::cli::database_file::named_or_default(args.file.as_deref())?;
    let seen = match Store::open(&file, Access::Read).and_then(|store| store.verify()) {
        // Damage that prevents opening the database is a finding too.
        Err(StoreError::Damaged { place, what, .. }) => VerifyReport {
            findings: vec![VerifyFinding { place, what }],
            ..VerifyReport::default()
        },
        other => other?,
    };
    let verdict = if seen.findings.is_empty() {
        RunStatus::Success
    } else {
        RunStatus::Findings
    };
    let report = DbVerifyJson {
        file: file.display().to_string(),
        games: seen.games,
        cases: seen.cases,
        collected_games: seen.collected,
        empty_file: seen.is_empty_file,
        damaged: verdict == RunStatus::Findings,
        findings: seen.findings,
    };
    if args.json.json {
        print_json(&report)?;
    } else {
        print(&as_text(&report))?;
    }
    Ok(verdict)
}

fn as_text(report: &DbVerifyJson) -> String {
    if report.empty_file && !report.damaged {
        return format!(
            "{}: the file is empty: the command that makes it was stopped early, or its content is lost\n",
            report.file
        );
    }
    let mut looked = format!("{}: {} games", report.file, report.games);
    if report.collected_games > 0 {
        // Writing to a string cannot fail.
        let _ = write!(looked, ", {} collected games", report.collected_games);
    }
    let _ = write!(looked, " and {} cases looked at", report.cases);
    if !report.damaged {
        return format!("{looked}, nothing wrong\n");
    }
    let mut lines = vec![match report.findings.len() {
        1 => format!("{looked}, 1 finding"),
        many => format!("{looked}, {many} findings"),
    }];
    lines.extend(
        report
            .findings
            .iter()
            .take(PRINTED)
            .map(|finding| format!("  {finding}")),
    );
    if report.findings.len() > PRINTED {
        lines.push("  … (all of them with --json)".to_owned());
    }
    lines.push("put a copy in its place: a damaged database is not read from\n".to_owned());
    lines.join("\n")
}
