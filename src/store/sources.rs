//! The sources that were collected: listed, and taken away again.
//!
//! May use: rusqlite.

use std::collections::BTreeMap;

use rusqlite::params;

use super::collection::IsSame;
use super::error::StoreError;
use super::open::Store;

/// What a source is known by, and what was found in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceRecord {
    /// Its name, as it was given.
    pub name: String,
    /// The hash of the first `bytes` bytes of its text.
    pub hash: String,
    /// How many bytes are settled.
    pub bytes: u64,
    /// How many games begin in them.
    pub games: u64,
    /// How many lines they have.
    pub lines: u64,
    /// Games refused, by reason.
    pub rejected: BTreeMap<String, u64>,
    /// Games not asked for, by filter.
    pub filtered: BTreeMap<String, u64>,
    /// Text that belongs to no game.
    pub stray_bytes: u64,
}

/// A source as it stands in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSource {
    /// What it is known by.
    pub record: SourceRecord,
    /// Its sound games.
    pub sound: u64,
    /// Those of them that count: the others stand in an earlier source.
    pub kept: u64,
    /// When it was first read, UTC.
    pub added: String,
    /// Its number in this database.
    pub(super) row: i64,
}

impl Store {
    /// The sources, in the order in which they were first read.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn sources(&self) -> Result<Vec<StoredSource>, StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT id, name, hash, bytes, games, sound, kept, rejected, filtered, stray_bytes,
                        added, (SELECT lines FROM sources WHERE sources.id = source_list.id)
                 FROM source_list ORDER BY id",
            )
            .map_err(sql)?;
        let mut rows = statement.query(()).map_err(sql)?;
        let mut sources = Vec::new();
        while let Some(row) = rows.next().map_err(sql)? {
            let counts = |column: usize| -> Result<BTreeMap<String, u64>, StoreError> {
                let text: String = row.get(column).map_err(sql)?;
                serde_json::from_str(&text).map_err(|error| self.damaged(&"table sources", &error))
            };
            sources.push(StoredSource {
                row: row.get(0).map_err(sql)?,
                record: SourceRecord {
                    name: row.get(1).map_err(sql)?,
                    hash: row.get(2).map_err(sql)?,
                    bytes: row.get(3).map_err(sql)?,
                    games: row.get(4).map_err(sql)?,
                    lines: row.get(11).map_err(sql)?,
                    rejected: counts(7)?,
                    filtered: counts(8)?,
                    stray_bytes: row.get(9).map_err(sql)?,
                },
                sound: row.get(5).map_err(sql)?,
                kept: row.get(6).map_err(sql)?,
                added: row.get(10).map_err(sql)?,
            });
        }
        Ok(sources)
    }

    /// Takes a source away with its games, as if it had never been read: games of it that later
    /// sources have as well count there from now on. Says how many games counted before and after.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn forget_source(
        &mut self,
        source: &StoredSource,
        is_same: IsSame<'_>,
    ) -> Result<(u64, u64), StoreError> {
        self.in_one_transaction(|store| {
            let before = store.collected_games()?;
            store.drop_collected(source.row, 0, is_same)?;
            store
                .connection
                .execute("DELETE FROM sources WHERE id = ?1", [source.row])
                .map_err(|error| store.explain(error))?;
            Ok((before, store.collected_games()?))
        })
    }

    /// How many collected games count.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn collected_games(&self) -> Result<u64, StoreError> {
        self.connection
            .query_row("SELECT count(*) FROM collected WHERE is_first", (), |row| {
                row.get(0)
            })
            .map_err(|error| self.explain(error))
    }

    /// Drops the games of a source from byte `offset` on, and decides anew which are the first
    /// among those with the same moves.
    pub(super) fn drop_collected(
        &self,
        source: i64,
        offset: u64,
        is_same: IsSame<'_>,
    ) -> Result<(), StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached(
                "DELETE FROM collected WHERE source = ?1 AND offset >= ?2
                 RETURNING fingerprint, is_first",
            )
            .map_err(sql)?;
        let mut rows = statement.query(params![source, offset]).map_err(sql)?;
        let mut orphaned: Vec<[u8; 16]> = Vec::new();
        while let Some(row) = rows.next().map_err(sql)? {
            if row.get(1).map_err(sql)? {
                orphaned.push(row.get(0).map_err(sql)?);
            }
        }
        drop(rows);
        orphaned.sort_unstable();
        orphaned.dedup();
        for fingerprint in orphaned {
            self.find_first(fingerprint, is_same)?;
        }
        Ok(())
    }

    /// Marks the first of each game among all with these moves, in the order in which they came.
    fn find_first(&self, fingerprint: [u8; 16], is_same: IsSame<'_>) -> Result<(), StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached("SELECT id, identity FROM collected WHERE fingerprint = ?1 ORDER BY id")
            .map_err(sql)?;
        let mut rows = statement.query([fingerprint]).map_err(sql)?;
        let mut firsts: Vec<Vec<u8>> = Vec::new();
        let mut decided: Vec<(i64, bool)> = Vec::new();
        while let Some(row) = rows.next().map_err(sql)? {
            let identity: Vec<u8> = row.get(1).map_err(sql)?;
            let is_first = !firsts.iter().any(|first| is_same(first, &identity));
            decided.push((row.get(0).map_err(sql)?, is_first));
            if is_first {
                firsts.push(identity);
            }
        }
        for (id, is_first) in decided {
            self.connection
                .prepare_cached("UPDATE collected SET is_first = ?2 WHERE id = ?1")
                .and_then(|mut update| update.execute(params![id, is_first]))
                .map_err(sql)?;
        }
        Ok(())
    }
}
