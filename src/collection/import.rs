//! Import of PGN collections into a database.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::path::Path;

use super::options::ImportOptions;
use super::write_mode::WriteMode;
use crate::pgn::{
    DuplicatePolicy, IngestEvent, IngestOptions, IngestProgress, IngestSummary, PgnSource,
    ReadCounts, SourceMark, SourceMarking, StreamSummary, ingest,
};
use crate::record::Game;
use crate::store::{
    CollectionWriter, OpenSource, PackedCollectedGame, Placement, SourceCounts, SourceRecord,
    Store, StoreError,
};

/// The result of an import.
#[derive(Clone, Debug, Default)]
pub struct ImportSummary {
    /// Counts of the games that were read; games already in the database are duplicates.
    pub reading: IngestSummary,
    /// Games that an earlier import settled and this one skipped.
    pub earlier: EarlierReadings,
    /// Number of distinct collected games in the database now.
    pub games_in_database: u64,
    /// False if there was no game to store, so that the database was not created.
    pub is_created: bool,
}

/// Counts of games that an earlier import settled and this one skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EarlierReadings {
    /// Number of selected valid games.
    pub games: u64,
    /// Number of rejected games.
    pub rejected: u64,
}

impl EarlierReadings {
    /// Adds the settled games of one source.
    fn add(&mut self, source: &SourceRecord) {
        let rejected: u64 = source.settled.rejected.values().sum();
        let filtered: u64 = source.settled.filtered.values().sum();
        self.games += source.games.saturating_sub(rejected + filtered);
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

/// Adds the games of `sources` that a database lacks: all of them, or none.
///
/// `on_progress` is called after each chunk of games and stops the import by breaking.
///
/// # Errors
///
/// [`StoreError::Stopped`] after a stop, [`StoreError::OtherOptions`] for a source that was read with other options,
/// another [`StoreError`] if the database cannot be written.
pub fn import(
    store: &mut Store,
    sources: &[PgnSource],
    options: &ImportOptions,
    on_progress: impl FnMut(&IngestProgress) -> ControlFlow<()>,
) -> Result<ImportSummary, StoreError> {
    let known = store.sources()?;
    let ingest_options = IngestOptions {
        threads: options.threads,
        strictness: options.strictness,
        // The database detects duplicates, including games of other collections.
        duplicates: DuplicatePolicy::Keep,
        selection: options.selection.clone(),
        known: known.iter().map(|source| mark_of(&source.record)).collect(),
        marks: SourceMarking::Computed,
    };
    let file = store.file().to_owned();
    let (reading, earlier) = store.collect(|writer| {
        let mut importer = Importer {
            writer,
            description: options.describe(),
            known: known
                .iter()
                .map(|source| (source.record.hash.as_str(), &source.record))
                .collect(),
            on_progress,
            open: None,
            duplicates: 0,
            duplicates_by_stream: Vec::new(),
            earlier: EarlierReadings::default(),
            is_stopped: false,
        };
        let reading = importer.read(sources, &ingest_options)?;
        if importer.is_stopped {
            return Err(StoreError::Stopped(file));
        }
        Ok((reading, importer.earlier))
    })?;
    Ok(ImportSummary {
        reading,
        earlier,
        games_in_database: store.collected_games()?,
        is_created: true,
    })
}

/// Imports into a database file, which is created if there is a game to store.
///
/// # Errors
///
/// [`StoreError`], as [`import`].
pub fn import_file(
    file: &Path,
    mode: WriteMode,
    sources: &[PgnSource],
    options: &ImportOptions,
    on_progress: impl FnMut(&IngestProgress) -> ControlFlow<()>,
) -> Result<ImportSummary, StoreError> {
    let was_there = file.exists();
    let mut empty = None;
    let filled = mode.fill(file, |store| {
        let summary = import(store, sources, options, on_progress)?;
        if was_there || summary.games_in_database > 0 {
            return Ok(summary);
        }
        // The error keeps an empty database from being created.
        empty = Some(summary);
        Err(StoreError::Missing(file.to_owned()))
    });
    match empty {
        Some(summary) => Ok(ImportSummary {
            is_created: false,
            ..summary
        }),
        None => filled,
    }
}

/// An import in progress.
struct Importer<'a, 'store, P> {
    writer: &'a mut CollectionWriter<'store>,
    /// Options in words, stored with each source.
    description: String,
    /// Sources that the database had before, by hash.
    known: HashMap<&'a str, &'a SourceRecord>,
    on_progress: P,
    /// Source that is being read.
    open: Option<OpenSource>,
    /// Number of games of the open source that the database had already.
    duplicates: u64,
    duplicates_by_stream: Vec<u64>,
    earlier: EarlierReadings,
    is_stopped: bool,
}

impl<P: FnMut(&IngestProgress) -> ControlFlow<()>> Importer<'_, '_, P> {
    /// Reads all sources and returns the counts of their games.
    fn read(
        &mut self,
        sources: &[PgnSource],
        options: &IngestOptions,
    ) -> Result<IngestSummary, StoreError> {
        let mut failed = None;
        let mut summary = ingest(
            sources,
            options,
            || |game: &Game| Box::new(PackedCollectedGame::new(game)),
            |event| match self.take(event) {
                Ok(()) if self.is_stopped => ControlFlow::Break(()),
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            },
        );
        if let Some(error) = failed {
            return Err(error);
        }
        let duplicates = self.duplicates_by_stream.iter();
        for (stream, &duplicates) in summary.streams.iter_mut().zip(duplicates) {
            move_to_duplicates(&mut stream.tally, duplicates);
            move_to_duplicates(&mut summary.tally, duplicates);
        }
        Ok(summary)
    }

    fn take(&mut self, event: IngestEvent<'_, Box<PackedCollectedGame>>) -> Result<(), StoreError> {
        match event {
            IngestEvent::Begin {
                stream,
                known,
                is_read_again,
            } => {
                let hash = known.map(|mark| mark.hash.as_str());
                let mut source = self.writer.begin(stream, hash, &self.description)?;
                if is_read_again {
                    self.writer.restart(&mut source)?;
                } else if let Some(record) = hash.and_then(|hash| self.known.get(hash)) {
                    self.earlier.add(record);
                }
                self.open = Some(source);
                self.duplicates = 0;
            }
            IngestEvent::Game {
                place,
                value,
                fingerprint,
                identity,
                ..
            } => {
                let Some(source) = &self.open else {
                    return Ok(());
                };
                let at = (place.game, place.offset);
                let placement = self
                    .writer
                    .add(source, at, &value, fingerprint, &identity)?;
                self.duplicates += u64::from(placement == Placement::Duplicate);
            }
            IngestEvent::End(stream) => {
                self.duplicates_by_stream.push(self.duplicates);
                if let Some(source) = self.open.take() {
                    self.writer.end(source, record_of(stream))?;
                }
            }
            IngestEvent::Progress(progress) => {
                self.is_stopped |= (self.on_progress)(&progress).is_break();
            }
            IngestEvent::Duplicate { .. } | IngestEvent::Rejected { .. } => {}
        }
        Ok(())
    }
}

const fn move_to_duplicates(tally: &mut ReadCounts, duplicates: u64) {
    tally.kept -= duplicates;
    tally.duplicates += duplicates;
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
    fn a_stopped_import_adds_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.pgn");
        std::fs::write(&file, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n").expect("written");
        let sources = [PgnSource::File(file)];
        let options = ImportOptions::default();
        let mut store = Store::in_memory().expect("memory");
        let stopped = import(&mut store, &sources, &options, |_| ControlFlow::Break(()));
        assert!(matches!(stopped, Err(StoreError::Stopped(_))));
        assert!(store.sources().expect("readable").is_empty());
        let read = import(
            &mut store,
            &sources,
            &options,
            |_| ControlFlow::Continue(()),
        );
        assert_eq!(read.expect("read").games_in_database, 1);
    }

    /// Returns games with the same moves between different players; every third is a copy of the one before.
    fn games_with_the_same_moves(numbers: std::ops::Range<u32>) -> String {
        let game = |number: u32| {
            let (white, black) = (number, number % 7);
            format!("[White \"user{white}\"]\n[Black \"some{black}\"]\n\n1. e4 e5 0-1\n\n")
        };
        let copied = numbers.map(|number| number - u32::from(number % 3 == 2));
        copied.map(game).collect()
    }

    #[test]
    fn of_many_games_with_the_same_moves_each_counts_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::in_memory().expect("memory");
        let mut add = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).expect("written");
            let sources = [PgnSource::File(file)];
            let all = |_: &IngestProgress| ControlFlow::Continue(());
            let read = import(&mut store, &sources, &ImportOptions::default(), all);
            read.expect("read").games_in_database
        };
        assert_eq!(add("one.pgn", &games_with_the_same_moves(0..150)), 100);
        // Fifty of them are copies of games of the first file.
        assert_eq!(add("two.pgn", &games_with_the_same_moves(75..300)), 200);
        let seen = store.verify().expect("read");
        assert!(seen.findings.is_empty(), "{:?}", seen.findings);
    }
}
