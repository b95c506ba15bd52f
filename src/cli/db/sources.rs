//! `bayeschess db forget-source`, and the list of sources in `db info`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::json;

use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::collection::forget_source;
use bayeschess::store::{Access, Store, StoreError};

/// Remove a collection that 'db import' added
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db forget-source games.db twic1234.zip/twic1234.pgn
  bayeschess db forget-source games.db 3fa9c1            by the beginning of its hash

'db info' lists the sources. Games that another source has as well stay.")]
pub(in crate::cli) struct DbForgetSourceArgs {
    /// The database
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The source: its name as 'db info' shows it, or the beginning of its hash
    #[arg(value_name = "SOURCE")]
    source: String,
    #[command(flatten)]
    json: JsonFlag,
}

/// Runs `db forget-source`.
pub(super) fn forget(args: &DbForgetSourceArgs) -> anyhow::Result<RunStatus> {
    let mut store = Store::open(&args.file, Access::Write)?;
    let forgotten = forget_source(&mut store, &args.source)?;
    if args.json.json {
        print_json(&json!({
            "source": forgotten.name,
            "games_before": forgotten.games_before,
            "games_after": forgotten.games_after,
        }))?;
    } else {
        print(&format!(
            "{}: {} is forgotten; {} collected games before, {} now\n",
            args.file.display(),
            forgotten.name,
            forgotten.games_before,
            forgotten.games_after
        ))?;
    }
    Ok(RunStatus::Success)
}

/// A collection in a database, for `db info`.
#[derive(Serialize)]
pub(super) struct SourceInfoJson {
    name: String,
    hash: String,
    bytes: u64,
    sound: u64,
    kept: u64,
    duplicates: u64,
    rejected: u64,
    filtered: u64,
    rejected_by_reason: BTreeMap<String, u64>,
    stray_bytes: u64,
    options: Option<String>,
    added: String,
}

/// The collections in `store`.
pub(super) fn sources_of(store: &Store) -> Result<Vec<SourceInfoJson>, StoreError> {
    let sources = store.sources()?.into_iter();
    Ok(sources
        .map(|source| SourceInfoJson {
            name: source.record.name,
            hash: source.record.hash,
            bytes: source.record.bytes,
            sound: source.sound,
            kept: source.kept,
            duplicates: source.sound - source.kept,
            rejected: source.record.counts.rejected.values().sum(),
            filtered: source.record.counts.filtered.values().sum(),
            rejected_by_reason: source.record.counts.rejected,
            stray_bytes: source.record.counts.stray_bytes,
            options: source.record.options,
            added: source.added,
        })
        .collect())
}

/// As much of a hash as names the source: all of one that stands for a file without a settled game.
fn shown_hash(source: &SourceInfoJson) -> &str {
    let is_settled = source.bytes > 0;
    let start = source.hash.get(..12).filter(|_| is_settled);
    start.unwrap_or(&source.hash)
}

/// The collections as text; empty if there is none.
pub(super) fn sources_text(sources: &[SourceInfoJson]) -> String {
    let mut text = String::new();
    for source in sources {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\nsource {} ({:.1} MB, hash {}, read {})\n  {} games kept, {} duplicates, {} rejected, {} filtered out",
            source.name,
            source.bytes as f64 / 1e6,
            shown_hash(source),
            source.added,
            source.kept,
            source.duplicates,
            source.rejected,
            source.filtered
        );
        if let Some(options) = source.options.as_deref().filter(|text| !text.is_empty()) {
            let _ = writeln!(text, "  read with {options}");
        }
    }
    text
}
