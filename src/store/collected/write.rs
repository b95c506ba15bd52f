//! Writing of sources and their games.

use std::collections::HashMap;

use rusqlite::params;

use super::game::{FirstCopies, PackedCollectedGame, Signature};
use super::sources::{SourceCounts, SourceRecord};
use crate::identity::{Fingerprint, GameIdentity};
use crate::store::codes::DatabaseCode;
use crate::store::error::StoreError;
use crate::store::open::Store;
use crate::store::row_checksums::PLACEHOLDER;

/// Memory for pages while games are collected, in KiB; SQLite takes it as needed.
///
/// The index of fingerprints is written in random order. While it fits, each of its pages is read and written once;
/// after that, games cost a page each. It takes about 40 bytes a game.
const CACHE_KIB: i64 = 256 << 10;

impl Store {
    /// Lets SQLite keep more pages in memory, for the writing of collected games.
    pub(super) fn enlarge_cache(&self) -> Result<(), StoreError> {
        self.connection
            .pragma_update(None, "cache_size", -CACHE_KIB)
            .map_err(|error| self.explain(error))
    }

    /// Runs `work` in a transaction in which sources are added: all of them, or none.
    ///
    /// # Errors
    ///
    /// The error of `work`, or [`StoreError`] if SQLite cannot write.
    pub fn collect<T>(
        &mut self,
        work: impl FnOnce(&mut CollectionWriter<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.enlarge_cache()?;
        self.in_one_transaction(|store| {
            work(&mut CollectionWriter {
                store,
                crowds: Crowds::default(),
            })
        })
    }
}

/// Number of games with the same moves from which on those that count are kept in memory, not read for every new one.
///
/// Thousands of games end after `1. e4 e5`: without this, each of them reads all the others.
const CROWD: usize = 32;

/// Those games that count whose moves many games share, by fingerprint.
#[derive(Debug, Default)]
pub(super) struct Crowds(HashMap<[u8; 16], FirstCopies>);

/// A database to which sources are being added.
#[derive(Debug)]
pub struct CollectionWriter<'a> {
    store: &'a mut Store,
    crowds: Crowds,
}

/// A source to which games are being added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSource {
    row: i64,
    /// Options of the source; `None` if an older version of the program did not record them.
    options: Option<String>,
    /// Counts of the text that earlier readings settled.
    before: SourceCounts,
}

/// Placement of a game that was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The game counts.
    First,
    /// The game is a copy of one from this or another source.
    Duplicate,
}

impl CollectionWriter<'_> {
    /// Begins a source, or continues the one with this hash. Games after its settled part are deleted, since they are
    /// read again. `options` are those of the command line.
    ///
    /// # Errors
    ///
    /// [`StoreError::OtherOptions`] for a source that was read with others, or another [`StoreError`] if the database
    /// cannot be written.
    pub fn begin(
        &mut self,
        name: &str,
        known_hash: Option<&str>,
        options: &str,
    ) -> Result<OpenSource, StoreError> {
        let known = match known_hash {
            Some(hash) => self.store.source_of_hash(hash)?,
            None => None,
        };
        let Some(known) = known else {
            self.store.drop_empty(name)?;
            return Ok(OpenSource {
                row: self.store.new_source(name)?,
                options: Some(options.to_owned()),
                before: SourceCounts::default(),
            });
        };
        self.store.refuse_other_options(&known, options)?;
        self.store.drop_collected(known.row, known.bytes)?;
        self.crowds = Crowds::default();
        Ok(OpenSource {
            row: known.row,
            options: known.options,
            before: known.settled,
        })
    }

    /// Deletes the settled games of a source that was continued, too, since all its text is read again.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be written.
    pub fn restart(&mut self, source: &mut OpenSource) -> Result<(), StoreError> {
        self.store.drop_collected(source.row, 0)?;
        self.crowds = Crowds::default();
        source.before = SourceCounts::default();
        Ok(())
    }

    /// Adds a game with its `number` in the source, from 1, and the byte at which it begins.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be written.
    pub fn add(
        &mut self,
        source: &OpenSource,
        (number, offset): (u64, u64),
        game: &PackedCollectedGame,
        fingerprint: Fingerprint,
        identity: &GameIdentity,
    ) -> Result<Placement, StoreError> {
        let signature = Signature::new(fingerprint, identity);
        if number == 1
            && self
                .store
                .drop_unfinished(source.row, game, &signature.identity)?
        {
            self.crowds = Crowds::default();
        }
        let place = (number, offset);
        self.store
            .insert_collected(source.row, place, game, &signature, &mut self.crowds)
    }

    /// Ends a source, which is then identified by the hash of `record`. The counts of `record` are those of this
    /// reading; the counts of text settled earlier are added. A source with the same text as another one is deleted
    /// again, with its games.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be written.
    pub fn end(&mut self, source: OpenSource, mut record: SourceRecord) -> Result<(), StoreError> {
        // Without settled text the hash is that of no bytes, which identifies nothing.
        let same_text = match record.bytes {
            0 => None,
            _ => self.store.source_of_hash(&record.hash)?,
        };
        if same_text.is_some_and(|known| known.row != source.row) {
            self.crowds = Crowds::default();
            return self.store.drop_source(source.row);
        }
        record.counts.add(&source.before);
        record.settled.add(&source.before);
        record.options = source.options;
        self.store.write_source(source.row, &record)
    }
}

impl Store {
    /// Writes a game of a source and decides if it counts. `crowds` is what earlier calls kept in this transaction.
    pub(super) fn insert_collected(
        &self,
        source: i64,
        (number, offset): (u64, u64),
        game: &PackedCollectedGame,
        signature: &Signature,
        crowds: &mut Crowds,
    ) -> Result<Placement, StoreError> {
        let is_first = self.is_new(signature, crowds)?;
        self.connection
            .prepare_cached(
                "INSERT INTO collected (source, number, offset, fingerprint, identity, is_first,
                                        start, chess960, moves, result, termination, tags, scores,
                                        moves_uci, moves_san, row_checksum)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
            )
            .and_then(|mut insert| {
                insert.execute(params![
                    source,
                    number,
                    offset,
                    signature.fingerprint,
                    signature.identity,
                    is_first,
                    game.played.start,
                    game.mode().is_chess960(),
                    game.played.moves,
                    game.result.map(DatabaseCode::code),
                    game.termination.code(),
                    game.tags,
                    game.scores,
                    game.texts.uci,
                    game.texts.san,
                    PLACEHOLDER,
                ])
            })
            .map_err(|error| self.explain(error))?;
        Ok(if is_first {
            Placement::First
        } else {
            Placement::Duplicate
        })
    }

    fn is_new(&self, signature: &Signature, crowds: &mut Crowds) -> Result<bool, StoreError> {
        if let Some(firsts) = crowds.0.get_mut(&signature.fingerprint) {
            return Ok(firsts.insert(&signature.identity));
        }
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached("SELECT identity FROM collected WHERE fingerprint = ?1 AND is_first")
            .map_err(sql)?;
        let mut rows = statement.query([signature.fingerprint]).map_err(sql)?;
        let mut firsts = FirstCopies::default();
        let mut read = 0;
        while let Some(row) = rows.next().map_err(sql)? {
            firsts.insert(
                row.get_ref(0)
                    .and_then(|blob| Ok(blob.as_blob()?))
                    .map_err(sql)?,
            );
            read += 1;
        }
        let is_new = firsts.insert(&signature.identity);
        if read >= CROWD {
            crowds.0.insert(signature.fingerprint, firsts);
        }
        Ok(is_new)
    }
}
