//! Import of games in viriformat into a database.

use std::fs::File;
use std::io::{self, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::import::{EarlierReadings, ImportSummary};
use super::viriformat::{ViriformatError, ViriformatReader, is_viriformat};
use super::write_mode::WriteMode;
use crate::identity::{Fingerprint, GameIdentity, NameCache};
use crate::pgn::{IngestSummary, ReadCounts, SourceMark, StreamSummary};
use crate::store::{
    CollectionWriter, PackedCollectedGame, Placement, SourceCounts, SourceRecord, Store, StoreError,
};

/// Endings of the names of files in viriformat.
const ENDINGS: [&str; 3] = ["viriformat", "viri", "vf"];

/// Returns true if a file's name ends in `.viriformat`, `.viri` or `.vf`, or its first bytes are a game in viriformat.
///
/// Viriformat is the training format of the engine Viridithas: games with a score of each position.
pub fn is_viriformat_file(file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default();
    if ENDINGS.iter().any(|one| ending.eq_ignore_ascii_case(one)) {
        return true;
    }
    let mut beginning = Vec::new();
    let is_file = std::fs::metadata(file).is_ok_and(|there| there.is_file());
    is_file
        && File::open(file)
            .and_then(|file| file.take(64).read_to_end(&mut beginning))
            .is_ok()
        && is_viriformat(&beginning)
}

/// Adds the games of files in viriformat to a database file, which is created if it does not exist: all, or none.
///
/// # Errors
///
/// [`StoreError::BadGameFile`] for a file that is damaged or cut off, another [`StoreError`] if the database cannot be
/// written.
pub fn import_viriformat_file(
    database: &Path,
    mode: WriteMode,
    files: &[PathBuf],
) -> Result<ImportSummary, StoreError> {
    mode.fill(database, |store| import_viriformat(store, files))
}

/// Adds the games of files in viriformat: all of them, or none. A file that was read before adds nothing.
///
/// # Errors
///
/// [`StoreError`], as [`import_viriformat_file`].
pub fn import_viriformat(
    store: &mut Store,
    files: &[PathBuf],
) -> Result<ImportSummary, StoreError> {
    let begun = Instant::now();
    let known = store.sources()?;
    let mut reading = IngestSummary::default();
    let mut earlier = EarlierReadings::default();
    store.collect(|writer| {
        for file in files {
            let (hash, bytes) = hash_of(file)?;
            let stream = match known.iter().find(|source| source.record.hash == hash) {
                Some(source) => {
                    earlier.games += source.record.games;
                    StreamSummary {
                        name: file.display().to_string(),
                        known_games: source.record.games,
                        known_bytes: bytes,
                        ..StreamSummary::default()
                    }
                }
                None => read_into(writer, file, (hash, bytes))?,
            };
            reading.bytes += stream.bytes;
            reading.tally.kept += stream.tally.kept;
            reading.tally.duplicates += stream.tally.duplicates;
            reading.streams.push(stream);
        }
        Ok(())
    })?;
    reading.elapsed = begun.elapsed();
    Ok(ImportSummary {
        reading,
        earlier,
        games_in_database: store.collected_games()?,
        is_created: true,
    })
}

/// Returns the hash and the length of a file.
fn hash_of(file: &Path) -> Result<(String, u64), StoreError> {
    let mut hasher = blake3::Hasher::new();
    let hashed = File::open(file).and_then(|mut input| io::copy(&mut input, &mut hasher));
    let bytes = hashed.map_err(|error| refused(file, &ViriformatError::Io(error)))?;
    Ok((hasher.finalize().to_hex().to_string(), bytes))
}

fn refused(file: &Path, error: &ViriformatError) -> StoreError {
    StoreError::BadGameFile {
        file: file.to_owned(),
        what: error.to_string(),
    }
}

/// Adds the games of one file as a source.
fn read_into(
    writer: &mut CollectionWriter<'_>,
    file: &Path,
    (hash, bytes): (String, u64),
) -> Result<StreamSummary, StoreError> {
    let input = File::open(file).map_err(|error| refused(file, &ViriformatError::Io(error)))?;
    let name = file.display().to_string();
    let source = writer.begin(&name, None, "")?;
    let (mut scratch, mut names) = (Vec::new(), NameCache::default());
    let mut tally = ReadCounts::default();
    let mut games = 0;
    for game in ViriformatReader::new(BufReader::with_capacity(1 << 20, input)) {
        let game = game.map_err(|error| refused(file, &error))?;
        games += 1;
        let placement = writer.add(
            &source,
            (games, game.offset),
            &PackedCollectedGame::new(&game.record),
            Fingerprint::of(&game.record, &mut scratch),
            &GameIdentity::of(&game.record, &mut names),
        )?;
        match placement {
            Placement::First => tally.kept += 1,
            Placement::Duplicate => tally.duplicates += 1,
        }
    }
    let record = SourceRecord {
        name: name.clone(),
        hash: hash.clone(),
        bytes,
        games,
        lines: 0,
        counts: SourceCounts::default(),
        settled: SourceCounts::default(),
        options: None,
    };
    writer.end(source, record)?;
    Ok(StreamSummary {
        name,
        settled: tally.clone(),
        tally,
        bytes,
        mark: Some(SourceMark {
            hash,
            bytes,
            games,
            lines: 0,
        }),
        ..StreamSummary::default()
    })
}
