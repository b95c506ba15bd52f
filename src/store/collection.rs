//! Games of collections: every sound game of every source, and which of them is the first.
//!
//! A source is known by the hash of its text, so that reading it again adds nothing, and reading it
//! when it has grown adds what is new. A game that several sources have stands here once for each,
//! and counts once, for the first of them; so a source can be taken away and what remains is what
//! would be there without it.
//!
//! What makes two games the same is not this room's business: `is_same` decides it from the
//! identities that the games came with.
//!
//! May use: record, rusqlite, shakmaty.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension as _, params};
use shakmaty::fen::Fen;
use shakmaty::packed::PackedUciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move};

use super::codes::Code as _;
use super::error::StoreError;
use super::open::Store;
use super::sources::SourceRecord;
use crate::record::{GameResult, Termination};

/// Whether two games with the same start and moves are one, by their identities.
pub type IsSame<'a> = &'a dyn Fn(&[u8], &[u8]) -> bool;

/// A game as it goes into the database, already packed: that may be done on any thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedGame {
    fingerprint: [u8; 16],
    identity: Vec<u8>,
    start: Option<String>,
    mode: CastlingMode,
    moves: Vec<u8>,
    result: Option<GameResult>,
    termination: Termination,
    tags: String,
}

impl CollectedGame {
    /// Gives it the hash of its start and moves, and what tells it from other games with the same.
    pub fn sign(&mut self, fingerprint: [u8; 16], identity: Vec<u8>) {
        self.fingerprint = fingerprint;
        self.identity = identity;
    }
}

/// What is known of a collected game beside its moves.
#[derive(Clone, Debug)]
pub struct Collected<'a> {
    /// Where it began.
    pub start: &'a Chess,
    /// Its moves.
    pub moves: &'a [Move],
    /// How castling is to be taken.
    pub mode: CastlingMode,
    /// Who won.
    pub result: Option<GameResult>,
    /// Why it ended.
    pub termination: Termination,
    /// Its tags, in order.
    pub tags: Vec<(&'a str, &'a str)>,
}

impl Collected<'_> {
    /// Packs the game, which is still to be [signed](CollectedGame::sign).
    pub fn pack(self) -> CollectedGame {
        CollectedGame {
            fingerprint: [0; 16],
            identity: Vec::new(),
            start: (*self.start != Chess::default())
                .then(|| Fen::from_position(self.start, EnPassantMode::Legal).to_string()),
            mode: self.mode,
            moves: self
                .moves
                .iter()
                .flat_map(|chosen| PackedUciMove::pack(chosen.to_uci(self.mode)).to_bytes())
                .collect(),
            result: self.result,
            termination: self.termination,
            tags: self
                .tags
                .into_iter()
                .map(|(name, value)| vec![name, value])
                .collect::<serde_json::Value>()
                .to_string(),
        }
    }
}

impl Store {
    /// Runs `work` in a transaction in which sources are added: all of them, or none.
    ///
    /// # Errors
    ///
    /// What `work` returns, and whatever keeps SQLite from writing.
    pub fn collect<T>(
        &mut self,
        work: impl FnOnce(&mut Collection<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.in_one_transaction(|store| work(&mut Collection { store }))
    }
}

/// A database to which sources are being added.
#[derive(Debug)]
pub struct Collection<'a> {
    store: &'a mut Store,
}

/// A source to which games are being added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenSource {
    row: i64,
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// It counts.
    First,
    /// It was there already, from this or another source.
    Again,
}

impl Collection<'_> {
    /// Begins a source, or goes on with the one that has this hash; its games beyond what is
    /// settled there are dropped, because they are read again.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn begin(
        &mut self,
        name: &str,
        known_hash: Option<&str>,
        is_same: IsSame<'_>,
    ) -> Result<OpenSource, StoreError> {
        let sql = |error| self.store.explain(error);
        let connection = &self.store.connection;
        if let Some(hash) = known_hash {
            let known: Option<(i64, u64)> = connection
                .query_row(
                    "SELECT id, bytes FROM sources WHERE hash = ?1",
                    [hash],
                    |row| Ok((row.get(0)?, row.get(1)?)),
                )
                .optional()
                .map_err(sql)?;
            if let Some((row, bytes)) = known {
                self.store.drop_collected(row, bytes, is_same)?;
                return Ok(OpenSource { row });
            }
        }
        // The hash is not known before the end, and must differ from all others meanwhile.
        connection
            .execute(
                "INSERT INTO sources (name, hash, bytes, games, lines, rejected, filtered, stray_bytes)
                 VALUES (?1, 'open ' || (SELECT count(*) FROM sources) || ' ' || ?1, 0, 0, 0, '{}', '{}', 0)",
                [name],
            )
            .map_err(sql)?;
        Ok(OpenSource {
            row: connection.last_insert_rowid(),
        })
    }

    /// Adds a game: `number` in its source, from 1, and the byte at which it begins.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn add(
        &mut self,
        source: OpenSource,
        (number, offset): (u64, u64),
        game: &CollectedGame,
        is_same: IsSame<'_>,
    ) -> Result<Placed, StoreError> {
        let is_first = self.is_new(game, is_same)?;
        self.store
            .connection
            .prepare_cached(
                "INSERT INTO collected (source, number, offset, fingerprint, identity, is_first,
                                        start, chess960, moves, result, termination, tags)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )
            .and_then(|mut insert| {
                insert.execute(params![
                    source.row,
                    number,
                    offset,
                    game.fingerprint,
                    game.identity,
                    is_first,
                    game.start,
                    game.mode.is_chess960(),
                    game.moves,
                    game.result.map(super::codes::Code::code),
                    game.termination.code(),
                    game.tags,
                ])
            })
            .map_err(|error| self.store.explain(error))?;
        Ok(if is_first {
            Placed::First
        } else {
            Placed::Again
        })
    }

    fn is_new(&self, game: &CollectedGame, is_same: IsSame<'_>) -> Result<bool, StoreError> {
        let sql = |error| self.store.explain(error);
        let mut statement = self
            .store
            .connection
            .prepare_cached(
                "SELECT identity FROM collected WHERE fingerprint = ?1 AND is_first ORDER BY id",
            )
            .map_err(sql)?;
        let mut rows = statement.query([game.fingerprint]).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            let identity: Vec<u8> = row.get(0).map_err(sql)?;
            if is_same(&identity, &game.identity) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Ends a source: from now on it is known by the hash of `record`. The counts of `record` are
    /// those of this reading and are added to older ones. A source that holds exactly the text of
    /// another one is dropped again, with its games.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn end(
        &mut self,
        source: OpenSource,
        record: &SourceRecord,
        is_same: IsSame<'_>,
    ) -> Result<(), StoreError> {
        let sql = |error| self.store.explain(error);
        let connection = &self.store.connection;
        let twin: Option<i64> = connection
            .query_row(
                "SELECT id FROM sources WHERE hash = ?1 AND id <> ?2",
                params![record.hash, source.row],
                |row| row.get(0),
            )
            .optional()
            .map_err(sql)?;
        if twin.is_some() {
            self.store.drop_collected(source.row, 0, is_same)?;
            connection
                .execute("DELETE FROM sources WHERE id = ?1", [source.row])
                .map_err(sql)?;
            return Ok(());
        }
        let older: (String, String) = connection
            .query_row(
                "SELECT rejected, filtered FROM sources WHERE id = ?1",
                [source.row],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .map_err(sql)?;
        connection
            .execute(
                "UPDATE sources SET hash = ?2, bytes = ?3, games = ?4, lines = ?5, rejected = ?6,
                                    filtered = ?7, stray_bytes = stray_bytes + ?8
                 WHERE id = ?1",
                params![
                    source.row,
                    record.hash,
                    record.bytes,
                    record.games,
                    record.lines,
                    self.sum(&older.0, &record.rejected)?,
                    self.sum(&older.1, &record.filtered)?,
                    record.stray_bytes,
                ],
            )
            .map(drop)
            .map_err(sql)
    }

    /// Counts as they stand in the table, with others added.
    fn sum(&self, older: &str, newer: &BTreeMap<String, u64>) -> Result<String, StoreError> {
        let mut counts: BTreeMap<String, u64> = serde_json::from_str(older)
            .map_err(|error| self.store.damaged(&"table sources", &error))?;
        for (name, count) in newer {
            *counts.entry(name.clone()).or_insert(0) += count;
        }
        serde_json::to_string(&counts).map_err(|error| self.store.damaged(&"table sources", &error))
    }
}
