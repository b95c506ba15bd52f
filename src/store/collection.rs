//! Games of collections: every sound game of every source, and which of them is the first.
//!
//! A source is known by the hash of its text, so that reading it again adds nothing, and reading it
//! when it has grown adds what is new; as long as nothing of it is settled there is no such text, and
//! [`unsettled`](super::unsettled) knows it. A game that several sources have stands here once for each,
//! and counts once, for the first of them; so a source can be taken away and what remains is what
//! would be there without it.
//!
//! What makes two games the same is not this room's business: `is_same` decides it from the
//! identities that the games came with.

use rusqlite::params;
use shakmaty::fen::Fen;
use shakmaty::packed::PackedUciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move};

use super::codes::DatabaseCode as _;
use super::error::StoreError;
use super::games::IsSame;
use super::open::Store;
use super::sources::{SourceCounts, SourceRecord};
use crate::record::{GameResult, Termination};

/// A game as it goes into the database, already packed: that may be done on any thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedGame {
    pub(super) fingerprint: [u8; 16],
    pub(super) identity: Vec<u8>,
    pub(super) start: Option<String>,
    pub(super) mode: CastlingMode,
    pub(super) moves: Vec<u8>,
    pub(super) result: Option<GameResult>,
    pub(super) termination: Termination,
    pub(super) tags: String,
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
        work: impl FnOnce(&mut CollectionWriter<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.in_one_transaction(|store| work(&mut CollectionWriter { store }))
    }
}

/// A database to which sources are being added.
#[derive(Debug)]
pub struct CollectionWriter<'a> {
    store: &'a mut Store,
}

/// A source to which games are being added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSource {
    row: i64,
    /// `None` for one that an older program began without saying.
    options: Option<String>,
    /// What earlier readings settled.
    before: SourceCounts,
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// It counts.
    First,
    /// It was there already, from this or another source.
    Duplicate,
}

impl CollectionWriter<'_> {
    /// Begins a source, or goes on with the one that has this hash; its games beyond what is
    /// settled there are dropped, because they are read again. `options` are those of the command
    /// line.
    ///
    /// # Errors
    ///
    /// [`StoreError::OtherOptions`] for a source that was read with others, and whatever keeps the
    /// database from being written.
    pub fn begin(
        &mut self,
        name: &str,
        known_hash: Option<&str>,
        options: &str,
        is_same: IsSame<'_>,
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
        self.store.drop_collected(known.row, known.bytes, is_same)?;
        Ok(OpenSource {
            row: known.row,
            options: known.options,
            before: known.settled,
        })
    }

    /// Adds a game: `number` in its source, from 1, and the byte at which it begins.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn add(
        &mut self,
        source: &OpenSource,
        (number, offset): (u64, u64),
        game: &CollectedGame,
        is_same: IsSame<'_>,
    ) -> Result<Placement, StoreError> {
        if number == 1 {
            self.store.drop_unfinished(source.row, game, is_same)?;
        }
        self.store
            .insert_collected(source.row, (number, offset), game, is_same)
    }

    /// Ends a source: from now on it is known by the hash of `record`. The counts of `record` are
    /// those of this reading; what was settled by earlier ones is added to them. A source that
    /// holds exactly the text of another one is dropped again, with its games.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn end(
        &mut self,
        source: OpenSource,
        mut record: SourceRecord,
        is_same: IsSame<'_>,
    ) -> Result<(), StoreError> {
        // All sources of which nothing is settled have the same hash, and are no twins.
        let twin = match record.bytes {
            0 => None,
            _ => self.store.source_of_hash(&record.hash)?,
        };
        if twin.is_some_and(|twin| twin.row != source.row) {
            return self.store.drop_source(source.row, is_same);
        }
        record.counts.add(&source.before);
        record.settled.add(&source.before);
        record.options = source.options;
        self.store.write_source(source.row, &record)
    }
}

impl Store {
    /// Writes a game of a source and decides whether it counts.
    pub(super) fn insert_collected(
        &self,
        source: i64,
        (number, offset): (u64, u64),
        game: &CollectedGame,
        is_same: IsSame<'_>,
    ) -> Result<Placement, StoreError> {
        let is_first = self.is_new(game, is_same)?;
        self.connection
            .prepare_cached(
                "INSERT INTO collected (source, number, offset, fingerprint, identity, is_first,
                                        start, chess960, moves, result, termination, tags)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )
            .and_then(|mut insert| {
                insert.execute(params![
                    source,
                    number,
                    offset,
                    game.fingerprint,
                    game.identity,
                    is_first,
                    game.start,
                    game.mode.is_chess960(),
                    game.moves,
                    game.result.map(super::codes::DatabaseCode::code),
                    game.termination.code(),
                    game.tags,
                ])
            })
            .map_err(|error| self.explain(error))?;
        Ok(if is_first {
            Placement::First
        } else {
            Placement::Duplicate
        })
    }

    fn is_new(&self, game: &CollectedGame, is_same: IsSame<'_>) -> Result<bool, StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
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
}
