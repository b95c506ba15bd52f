//! Imports PGN collections into a database; for `db import`, and for `fit`, whose database is temporary.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use serde_json::json;

use super::reading_options::describe_options;
use super::write_mode::WriteMode;
use crate::cli::RunStatus;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::filters::GameFilterArgs;
use crate::cli::pgn::reading::{IngestJson, PgnReadArgs, ReadingProgress, ingest_text, verdict};
use bayeschess::cancel::CancelFlag;
use bayeschess::pgn::{
    DuplicatePolicy, Fingerprint, GameIdentity, IngestEvent, IngestOptions, IngestSummary,
    PgnSource, ReadCounts, SourceMark, SourceMarking, StreamSummary, ingest,
};
use bayeschess::record::Game;
use bayeschess::store::{
    Collected, CollectedGame, CollectionWriter, OpenSource, Placement, SourceCounts, SourceRecord,
    Store, StoreError, StoredSource,
};

/// Returns true if two games with the same moves are the same game, by their stored identity.
pub(super) fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (
        GameIdentity::from_bytes(one),
        GameIdentity::from_bytes(other),
    ) {
        (Some(one), Some(other)) => one.is_compatible(&other),
        _ => one == other,
    }
}

/// Adds PGN collections to a database, or only reports what that would do.
pub(super) fn import(
    file: &Path,
    reading: CollectionReader,
    ending: WriteMode,
    json: JsonFlag,
) -> anyhow::Result<RunStatus> {
    let was_there = file.exists();
    let mut nothing = None;
    let filled = ending.fill(file, |store| {
        let done = reading.add_to(store)?;
        if was_there || done.kept > 0 {
            return Ok(done);
        }
        // A new database without a game is not created: the error discards it.
        nothing = Some(done);
        Err(StoreError::Missing(file.to_owned()))
    });
    let is_begun = nothing.is_none();
    let done = match nothing {
        Some(done) => done,
        None => filled?,
    };
    done.tell(file, ending, is_begun, json)?;
    let found = if done.account.tally.rejected() + done.earlier.rejected > 0 {
        RunStatus::Findings
    } else {
        RunStatus::Success
    };
    verdict(&done.account, found)
}

/// PGN sources with the options for reading them.
pub(in crate::cli) struct CollectionReader {
    sources: Vec<PgnSource>,
    options: IngestOptions,
    /// The options as text.
    asked: String,
    stop: CancelFlag,
}

impl CollectionReader {
    /// Prepares to read `sources` until `stop` is raised.
    ///
    /// # Errors
    ///
    /// When the filters contradict each other, or their list of players cannot be read.
    pub(in crate::cli) fn new(
        sources: Vec<PgnSource>,
        how: PgnReadArgs,
        filters: &GameFilterArgs,
        stop: CancelFlag,
    ) -> anyhow::Result<Self> {
        let strictness = how.strictness();
        let selection = filters.selection()?;
        Ok(Self {
            sources,
            asked: describe_options(filters, &selection, strictness)?,
            options: IngestOptions {
                threads: how.threads,
                strictness,
                // The database finds games that other collections have brought.
                duplicates: DuplicatePolicy::Keep,
                selection,
                known: Vec::new(),
                marks: SourceMarking::Computed,
            },
            stop,
        })
    }

    /// Adds the games that a database does not have yet, in one transaction.
    ///
    /// # Errors
    ///
    /// [`StoreError::Stopped`], and errors of the database.
    pub(in crate::cli) fn add_to(mut self, store: &mut Store) -> Result<ImportResult, StoreError> {
        let read = store.sources()?;
        self.options.known = read.iter().map(|source| mark_of(&source.record)).collect();
        let file = store.file().to_owned();
        let (account, earlier) = store.collect(|collection| {
            let collected = collect(collection, &self, &read)?;
            if self.stop.is_raised() {
                return Err(StoreError::Stopped(file));
            }
            Ok(collected)
        })?;
        Ok(ImportResult {
            account,
            earlier,
            kept: store.collected_games()?,
        })
    }
}

/// The result of an import.
pub(in crate::cli) struct ImportResult {
    pub(in crate::cli) account: IngestSummary,
    earlier: EarlierReadings,
    /// Collected games in the database after the import.
    kept: u64,
}

impl ImportResult {
    /// Prints the result; without `is_begun` no database was created.
    fn tell(
        &self,
        file: &Path,
        ending: WriteMode,
        is_begun: bool,
        json: JsonFlag,
    ) -> anyhow::Result<()> {
        if json.json {
            let mut figures = serde_json::to_value(IngestJson::of(&self.account))?;
            figures["games_known"] = json!(self.earlier.there);
            figures["rejected_known"] = json!(self.earlier.rejected);
            figures["games_in_database"] = json!(self.kept);
            figures["dry_run"] = json!(ending == WriteMode::DryRun);
            print_json(&figures)?;
        } else {
            let now = if is_begun {
                self.text()
            } else {
                "no game came in, and no database was begun".to_owned()
            };
            print(&format!(
                "{}{}: {now}\n{}",
                ingest_text(&self.account)?,
                file.display(),
                ending.note()
            ))?;
        }
        Ok(())
    }

    /// The result as text: how many games there are now, and how many were skipped.
    fn text(&self) -> String {
        let EarlierReadings { there, rejected } = self.earlier;
        let mut text = format!(
            "{} collected games; {there} games were there from an earlier reading",
            self.kept
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
}

/// How an earlier import treated the games that are skipped now.
#[derive(Clone, Copy, Debug, Default)]
struct EarlierReadings {
    /// Sound games that the filters selected.
    there: u64,
    rejected: u64,
}

impl EarlierReadings {
    /// Adds the counts of the source with that hash, if it was read before.
    fn add_known(&mut self, read: &[StoredSource], hash: Option<&str>) {
        let mut records = read.iter().map(|source| &source.record);
        if let Some(record) = records.find(|record| hash == Some(record.hash.as_str())) {
            self.add(record);
        }
    }

    /// Adds the counts of one source that was read before.
    fn add(&mut self, source: &SourceRecord) {
        let rejected: u64 = source.settled.rejected.values().sum();
        let filtered: u64 = source.settled.filtered.values().sum();
        self.there += source.games.saturating_sub(rejected + filtered);
        self.rejected += rejected;
    }
}

fn mark_of(source: &SourceRecord) -> SourceMark {
    SourceMark {
        hash: source.hash.clone(),
        bytes: source.bytes,
        games: source.games,
        lines: source.lines,
    }
}

/// Reads the sources into the database, skipping what `read` already holds. Returns the totals,
/// with the duplicates found in the database, and the counts of skipped games.
fn collect(
    collection: &mut CollectionWriter<'_>,
    reading: &CollectionReader,
    read: &[StoredSource],
) -> Result<(IngestSummary, EarlierReadings), StoreError> {
    let meter = ReadingProgress::new();
    let mut open: Option<OpenSource> = None;
    let mut again = Vec::new();
    let mut found_again = 0;
    let mut failed = None;
    let mut earlier = EarlierReadings::default();
    let mut account = ingest(
        &reading.sources,
        &reading.options,
        || |game: &Game| Box::new(pack(game)),
        |event| {
            let step = (|| {
                match event {
                    IngestEvent::Begin { stream, known } => {
                        let hash = known.map(|mark| mark.hash.as_str());
                        earlier.add_known(read, hash);
                        open = Some(collection.begin(stream, hash, &reading.asked, &is_same)?);
                        found_again = 0;
                    }
                    IngestEvent::Game {
                        place,
                        mut value,
                        fingerprint,
                        identity,
                        ..
                    } => {
                        let Some(source) = &open else { return Ok(()) };
                        sign(&mut value, fingerprint, identity);
                        let at = (place.game, place.offset);
                        if collection.add(source, at, &value, &is_same)? == Placement::Duplicate {
                            found_again += 1;
                        }
                    }
                    IngestEvent::End(stream) => {
                        again.push(found_again);
                        if let Some(source) = open.take() {
                            collection.end(source, record_of(stream), &is_same)?;
                        }
                    }
                    IngestEvent::Progress(progress) => meter.show(&progress),
                    IngestEvent::Duplicate { .. } | IngestEvent::Rejected { .. } => {}
                }
                Ok(())
            })();
            match step {
                Ok(()) if reading.stop.is_raised() => ControlFlow::Break(()),
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
    Ok((account, earlier))
}

const fn move_to_duplicates(tally: &mut ReadCounts, again: u64) {
    tally.kept -= again;
    tally.duplicates += again;
}

fn pack(game: &Game) -> CollectedGame {
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

fn sign(game: &mut CollectedGame, fingerprint: Fingerprint, identity: GameIdentity) {
    game.sign(fingerprint.0.to_le_bytes(), identity.to_bytes().to_vec());
}

fn record_of(stream: &StreamSummary) -> SourceRecord {
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

fn counts_of(tally: &ReadCounts) -> SourceCounts {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_that_is_stopped_adds_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.pgn");
        std::fs::write(&file, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n").expect("written");
        let how = PgnReadArgs {
            salvage: false,
            threads: None,
        };
        let add = |stop, store: &mut Store| {
            let sources = vec![PgnSource::File(file.clone())];
            let reading = CollectionReader::new(sources, how, &GameFilterArgs::default(), stop);
            reading.expect("no list to read").add_to(store)
        };
        let mut store = Store::in_memory().expect("memory");
        let stop = CancelFlag::new();
        stop.stop();
        assert!(matches!(add(stop, &mut store), Err(StoreError::Stopped(_))));
        assert!(store.sources().expect("readable").is_empty());
        let read = add(CancelFlag::new(), &mut store).expect("read");
        assert_eq!(read.kept, 1);
    }
}
