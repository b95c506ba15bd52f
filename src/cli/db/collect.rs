//! `bayeschess db import` with PGN: collections that come, and grow.
//!
//! May use: everything.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::asked::asked_for;
use super::ending::Ending;
use crate::cli::Verdict;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::filters::FilterArgs;
use crate::cli::pgn::reading::{AccountFigures, HowArgs, Meter, told, verdict};
use crate::pgn::{
    Account, Duplicates, Event, Fingerprint, Identity, IngestOptions, Marks, PgnGame, Source,
    SourceMark, StreamAccount, Tally, ingest,
};
use crate::store::{
    Collected, CollectedGame, Collection, OpenSource, Placed, SourceCounts, SourceRecord,
    StoreError,
};

/// Whether two games with the same moves are one, by what the database keeps of them.
pub(super) fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (Identity::from_bytes(one), Identity::from_bytes(other)) {
        (Some(one), Some(other)) => one.is_compatible(&other),
        _ => one == other,
    }
}

/// How collections are read into a database.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "How to read")]
pub(in crate::cli) struct ReadArgs {
    /// Keep the moves before the damage of a damaged game
    #[arg(long)]
    salvage: bool,
    /// Threads that parse [default: one on each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// Adds PGN collections to a database, or, with `ending`, only says what that would do.
pub(super) fn import(
    file: &Path,
    paths: &[PathBuf],
    how: ReadArgs,
    filters: &FilterArgs,
    ending: Ending,
    json: JsonFlag,
) -> anyhow::Result<Verdict> {
    let sources = Source::find(paths)?;
    let strictness = HowArgs {
        salvage: how.salvage,
        ..HowArgs::default()
    }
    .strictness();
    let selection = filters.selection()?;
    let asked = asked_for(filters, &selection, strictness)?;
    let mut options = IngestOptions {
        threads: how.threads,
        strictness,
        // The database knows which games other collections have brought.
        duplicates: Duplicates::Keep,
        selection,
        known: Vec::new(),
        marks: Marks::Made,
    };
    let (account, known, kept) = ending.fill(file, |store| {
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
            store.collect(|collection| collect(collection, &sources, &options, &asked))?;
        Ok((account, known, store.collected_games()?))
    })?;
    if json.json {
        let mut figures = serde_json::to_value(AccountFigures::of(&account))?;
        figures["games_known"] = json!(known);
        figures["games_in_database"] = json!(kept);
        figures["dry_run"] = json!(ending == Ending::TakenBack);
        print_json(&figures)?;
    } else {
        print(&format!(
            "{}{}: {kept} collected games; {known} games were there from an earlier reading\n{}",
            told(&account)?,
            file.display(),
            ending.told()
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
    asked: &str,
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
                        open = Some(collection.begin(stream, hash, asked, &is_same)?);
                        found_again = 0;
                    }
                    Event::Game {
                        place,
                        mut value,
                        fingerprint,
                        identity,
                        ..
                    } => {
                        let Some(source) = &open else { return Ok(()) };
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
                            collection.end(source, record_of(stream), &is_same)?;
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
        counts: counts_of(&stream.tally),
        settled: counts_of(&stream.settled),
        options: None,
    }
}

fn counts_of(tally: &Tally) -> SourceCounts {
    let counts = |counts: &BTreeMap<&'static str, u64>| {
        counts
            .iter()
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect()
    };
    SourceCounts {
        rejected: counts(&tally.rejects),
        filtered: counts(&tally.filters),
        stray_bytes: tally.stray_bytes,
    }
}
