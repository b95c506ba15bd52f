//! `bayeschess db import` with PGN, and `db forget-source`: collections that come and go.
//!
//! May use: everything.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use serde::Serialize;
use serde_json::json;

use crate::cli::Verdict;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::filters::FilterArgs;
use crate::cli::pgn::reading::{AccountFigures, HowArgs, Meter, told, verdict};
use crate::pgn::{
    Account, Duplicates, Event, Fingerprint, Identity, IngestOptions, Marks, PgnGame, Source,
    SourceMark, StreamAccount, Tally, ingest,
};
use crate::store::{
    Access, Collected, CollectedGame, Collection, OpenSource, Placed, SourceRecord, Store,
    StoreError,
};

/// Take a collection away again that 'db import' added, as if it had never been read
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db forget-source games.db twic1234.zip/twic1234.pgn
  bayeschess db forget-source games.db 3fa9c1            by the beginning of its hash

'db info' lists the sources. Games that another source has as well stay.")]
pub(in crate::cli) struct ForgetArgs {
    /// The database
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The source: its name as 'db info' shows it, or the beginning of its hash
    #[arg(value_name = "SOURCE")]
    source: String,
    #[command(flatten)]
    json: JsonFlag,
}

/// Whether two games with the same moves are one, by what the database keeps of them.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (Identity::from_bytes(one), Identity::from_bytes(other)) {
        (Some(one), Some(other)) => one.is_compatible(&other),
        _ => one == other,
    }
}

/// Adds PGN collections to a database.
pub(super) fn import(
    file: &std::path::Path,
    paths: &[PathBuf],
    how: &HowArgs,
    filters: &FilterArgs,
    json: JsonFlag,
) -> anyhow::Result<Verdict> {
    let sources = Source::find(paths)?;
    let mut options = IngestOptions {
        threads: how.threads,
        strictness: how.strictness(),
        // The database knows which games other collections have brought.
        duplicates: Duplicates::Keep,
        selection: filters.selection()?,
        known: Vec::new(),
        marks: Marks::Made,
    };
    let (account, known, kept) = Store::fill_whole(file, |store| {
        options.known = store
            .sources()?
            .into_iter()
            .map(|source| SourceMark {
                hash: source.record.hash,
                bytes: source.record.bytes,
                games: source.record.games,
                lines: source.record.lines,
            })
            .collect();
        let (account, known) =
            store.collect(|collection| collect(collection, &sources, &options))?;
        Ok((account, known, store.collected_games()?))
    })?;
    if json.json {
        let mut figures = serde_json::to_value(AccountFigures::of(&account))?;
        figures["games_known"] = json!(known);
        figures["games_in_database"] = json!(kept);
        print_json(&figures)?;
    } else {
        print(&format!(
            "{}{}: {kept} collected games; {known} games were there from an earlier reading\n",
            told(&account)?,
            file.display(),
        ))?;
    }
    let found = if account.tally.rejected() > 0 {
        Verdict::Findings
    } else {
        Verdict::Success
    };
    verdict(&account, found)
}

/// Reads the sources into the database; the account, with the duplicates that the database found,
/// and how many games were known.
fn collect(
    collection: &mut Collection<'_>,
    sources: &[Source],
    options: &IngestOptions,
) -> Result<(Account, u64), StoreError> {
    let meter = Meter::new();
    let mut open: Option<OpenSource> = None;
    let mut again = Vec::new();
    let mut found_again = 0;
    let mut failed = None;
    let mut known_games = 0;
    let mut account = ingest(
        sources,
        options,
        || |game: &PgnGame| Box::new(pack(game)),
        |event| {
            let step = (|| {
                match event {
                    Event::Begin { stream, known } => {
                        let hash = known.map(|mark| mark.hash.as_str());
                        open = Some(collection.begin(stream, hash, &is_same)?);
                        found_again = 0;
                    }
                    Event::Game {
                        place,
                        mut value,
                        fingerprint,
                        identity,
                        ..
                    } => {
                        let Some(source) = open else { return Ok(()) };
                        sign(&mut value, fingerprint, identity);
                        let at = (place.game, place.offset);
                        if collection.add(source, at, &value, &is_same)? == Placed::Again {
                            found_again += 1;
                        }
                    }
                    Event::End(stream) => {
                        known_games += stream.known_games;
                        again.push(found_again);
                        if let Some(source) = open.take() {
                            collection.end(source, &record_of(stream), &is_same)?;
                        }
                    }
                    Event::Progress(progress) => meter.show(&progress),
                    Event::Duplicate { .. } | Event::Rejected { .. } => {}
                }
                Ok(())
            })();
            match step {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        },
    );
    if let Some(error) = failed {
        return Err(error);
    }
    for (stream, again) in account.streams.iter_mut().zip(again) {
        move_to_duplicates(&mut stream.tally, again);
        move_to_duplicates(&mut account.tally, again);
    }
    Ok((account, known_games))
}

const fn move_to_duplicates(tally: &mut Tally, again: u64) {
    tally.kept -= again;
    tally.duplicates += again;
}

fn pack(game: &PgnGame) -> CollectedGame {
    Collected {
        start: &game.start,
        moves: &game.moves,
        mode: game.castling_mode(),
        result: game.result,
        termination: game.termination,
        tags: game.tags.iter().collect(),
    }
    .pack()
}

fn sign(game: &mut CollectedGame, fingerprint: Fingerprint, identity: Identity) {
    game.sign(fingerprint.0.to_le_bytes(), identity.to_bytes().to_vec());
}

fn record_of(stream: &StreamAccount) -> SourceRecord {
    let counts = |counts: &BTreeMap<&'static str, u64>| {
        counts
            .iter()
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect()
    };
    let mark = stream.mark.clone().unwrap_or_else(|| SourceMark {
        hash: stream.name.clone(),
        bytes: 0,
        games: 0,
        lines: 0,
    });
    SourceRecord {
        name: stream.name.clone(),
        hash: mark.hash,
        bytes: mark.bytes,
        games: mark.games,
        lines: mark.lines,
        rejected: counts(&stream.tally.rejects),
        filtered: counts(&stream.tally.filters),
        stray_bytes: stream.tally.stray_bytes,
    }
}

/// Runs `db forget-source`.
pub(super) fn forget(args: &ForgetArgs) -> anyhow::Result<Verdict> {
    let mut store = Store::open(&args.file, Access::Write)?;
    let meant: Vec<_> = store
        .sources()?
        .into_iter()
        .filter(|source| {
            source.record.name == args.source
                || (args.source.len() >= 4 && source.record.hash.starts_with(&args.source))
        })
        .collect();
    let source = match meant.as_slice() {
        [source] => source,
        [] => bail!(
            "{}: there is no source '{}' here; 'bayeschess db info {}' lists them",
            args.file.display(),
            args.source,
            args.file.display()
        ),
        _ => bail!(
            "{}: {} sources are called '{}'; give the beginning of the hash of one, as 'db info' shows it",
            args.file.display(),
            meant.len(),
            args.source
        ),
    };
    let (before, after) = store
        .forget_source(source, &is_same)
        .with_context(|| args.file.display().to_string())?;
    if args.json.json {
        print_json(&json!({
            "source": source.record.name,
            "games_before": before,
            "games_after": after,
        }))?;
    } else {
        print(&format!(
            "{}: {} is forgotten; {before} collected games before, {after} now\n",
            args.file.display(),
            source.record.name
        ))?;
    }
    Ok(Verdict::Success)
}

/// The sources of a database, for 'db info'.
#[derive(Serialize)]
pub(super) struct SourceInfo {
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
    added: String,
}

/// What `store` has collected.
pub(super) fn sources_of(store: &Store) -> Result<Vec<SourceInfo>, StoreError> {
    let sources = store.sources()?.into_iter();
    Ok(sources
        .map(|source| SourceInfo {
            name: source.record.name,
            hash: source.record.hash,
            bytes: source.record.bytes,
            sound: source.sound,
            kept: source.kept,
            duplicates: source.sound - source.kept,
            rejected: source.record.rejected.values().sum(),
            filtered: source.record.filtered.values().sum(),
            rejected_by_reason: source.record.rejected,
            stray_bytes: source.record.stray_bytes,
            added: source.added,
        })
        .collect())
}

/// The same for people; nothing where nothing was collected.
pub(super) fn sources_text(sources: &[SourceInfo]) -> String {
    let mut text = String::new();
    for source in sources {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\nsource {} ({:.1} MB, hash {}, read {})\n  {} games kept, {} duplicates, {} rejected, {} not asked for",
            source.name,
            source.bytes as f64 / 1e6,
            source.hash.get(..12).unwrap_or(&source.hash),
            source.added,
            source.kept,
            source.duplicates,
            source.rejected,
            source.filtered
        );
    }
    text
}
