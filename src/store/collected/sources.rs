//! Sources of collected games: listing and removing them.

use std::collections::BTreeMap;

use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::game::FirstCopies;
use crate::store::error::StoreError;
use crate::store::open::Store;

/// Counts the games that count, by two indexes and without reading the games.
pub(in crate::store) const COUNT_KEPT: &str =
    "SELECT (SELECT count(*) FROM collected) - (SELECT count(*) FROM collected WHERE is_first = 0)";

/// Counts of a source besides its valid games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceCounts {
    /// Number of games rejected, by reason.
    pub rejected: BTreeMap<String, u64>,
    /// Number of games left out, by filter.
    pub filtered: BTreeMap<String, u64>,
    /// Number of bytes that belong to no game.
    pub stray_bytes: u64,
}

impl SourceCounts {
    /// Adds the counts of more text of the source.
    pub(super) fn add(&mut self, more: &Self) {
        for (name, count) in &more.rejected {
            *self.rejected.entry(name.clone()).or_insert(0) += count;
        }
        for (name, count) in &more.filtered {
            *self.filtered.entry(name.clone()).or_insert(0) += count;
        }
        self.stray_bytes += more.stray_bytes;
    }
}

/// The data of a source: identification and counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceRecord {
    /// Name as given.
    pub name: String,
    /// Hash of the first `bytes` bytes of its text; without meaning if `bytes` is 0.
    pub hash: String,
    /// Number of settled bytes.
    pub bytes: u64,
    /// Number of games that begin in the settled bytes.
    pub games: u64,
    /// Number of lines of the settled bytes.
    pub lines: u64,
    /// Counts of the whole text.
    pub counts: SourceCounts,
    /// Counts of the settled bytes; the rest is read again with the text that follows.
    pub settled: SourceCounts,
    /// Options of the command line with which it was read; `None` if unknown.
    pub options: Option<String>,
}

/// A source as stored in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSource {
    /// Identification and counts of the source.
    pub record: SourceRecord,
    /// Number of its valid games.
    pub sound: u64,
    /// Number of its games that count; the others are in an earlier source.
    pub kept: u64,
    /// Time of the first reading, in UTC.
    pub added: String,
    /// Row id in this database only.
    pub(super) row: i64,
}

impl Store {
    /// Returns the sources, in the order of their first reading.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be read.
    pub fn sources(&self) -> Result<Vec<StoredSource>, StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT id, name, hash, bytes, games, lines, sound, kept, rejected, filtered,
                        stray_bytes, added, options, settled
                 FROM source_list ORDER BY id",
            )
            .map_err(sql)?;
        let mut rows = statement.query(()).map_err(sql)?;
        let mut sources = Vec::new();
        while let Some(row) = rows.next().map_err(sql)? {
            let text = |column: usize| row.get::<_, String>(column).map_err(sql);
            let counts = SourceCounts {
                rejected: self.parsed(&text(8)?)?,
                filtered: self.parsed(&text(9)?)?,
                stray_bytes: row.get(10).map_err(sql)?,
            };
            sources.push(StoredSource {
                row: row.get(0).map_err(sql)?,
                record: SourceRecord {
                    name: text(1)?,
                    hash: text(2)?,
                    bytes: row.get(3).map_err(sql)?,
                    games: row.get(4).map_err(sql)?,
                    lines: row.get(5).map_err(sql)?,
                    settled: self.settled_of(row.get(13).map_err(sql)?, &counts)?,
                    counts,
                    options: row.get(12).map_err(sql)?,
                },
                sound: row.get(6).map_err(sql)?,
                kept: row.get(7).map_err(sql)?,
                added: text(11)?,
            });
        }
        Ok(sources)
    }

    /// Returns the counts of the settled bytes; by default they equal `counts`, those of the whole text.
    pub(super) fn settled_of(
        &self,
        column: Option<String>,
        counts: &SourceCounts,
    ) -> Result<SourceCounts, StoreError> {
        column.map_or_else(|| Ok(counts.clone()), |text| self.parsed(&text))
    }

    /// Parses JSON of the table of sources.
    pub(super) fn parsed<T: serde::de::DeserializeOwned>(
        &self,
        text: &str,
    ) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|error| self.damaged(&"table sources", &error))
    }

    /// Writes the data of a source under its hash; an unsettled source gets a substitute for it.
    pub(super) fn write_source(&self, row: i64, record: &SourceRecord) -> Result<(), StoreError> {
        let hash = if record.bytes == 0 {
            format!("unsettled {row}")
        } else {
            record.hash.clone()
        };
        let settled = (record.settled != record.counts).then_some(&record.settled);
        let settled = settled.map(|settled| self.json(settled)).transpose()?;
        let rejected = self.json(&record.counts.rejected)?;
        let filtered = self.json(&record.counts.filtered)?;
        self.connection
            .prepare_cached(
                "UPDATE sources SET hash = ?2, bytes = ?3, games = ?4, lines = ?5, rejected = ?6,
                                    filtered = ?7, stray_bytes = ?8, options = ?9, settled = ?10
                 WHERE id = ?1",
            )
            .and_then(|mut update| {
                update.execute(params![
                    row,
                    hash,
                    record.bytes,
                    record.games,
                    record.lines,
                    rejected,
                    filtered,
                    record.counts.stray_bytes,
                    record.options,
                    settled,
                ])
            })
            .map(drop)
            .map_err(|error| self.explain(error))
    }

    fn json(&self, value: &impl Serialize) -> Result<String, StoreError> {
        serde_json::to_string(value).map_err(|error| self.damaged(&"table sources", &error))
    }

    /// Adds a source whose hash is not known yet; returns its row id.
    pub(super) fn new_source(&self, name: &str) -> Result<i64, StoreError> {
        // Until then it needs a unique substitute.
        self.connection
            .prepare_cached(
                "INSERT INTO sources (name, hash, bytes, games, lines, rejected, filtered, stray_bytes)
                 VALUES (?1, 'open ' || (SELECT coalesce(max(id), 0) FROM sources), 0, 0, 0, '{}', '{}', 0)",
            )
            .and_then(|mut insert| insert.execute([name]))
            .map_err(|error| self.explain(error))?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Deletes a source with its games.
    pub(super) fn drop_source(&self, row: i64) -> Result<(), StoreError> {
        self.drop_collected(row, 0)?;
        self.connection
            .execute("DELETE FROM sources WHERE id = ?1", [row])
            .map(drop)
            .map_err(|error| self.explain(error))
    }

    /// Removes a source with its games, as if it had never been read. Copies of its games in later sources count from
    /// now on. Returns the number of games that counted before and after.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be written.
    pub fn forget_source(&mut self, source: &StoredSource) -> Result<(u64, u64), StoreError> {
        self.in_one_transaction(|store| {
            let before = store.collected_games()?;
            store.drop_source(source.row)?;
            Ok((before, store.collected_games()?))
        })
    }

    /// Returns the number of collected games that count.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be read.
    pub fn collected_games(&self) -> Result<u64, StoreError> {
        self.connection
            .query_row(COUNT_KEPT, (), |row| row.get(0))
            .map_err(|error| self.explain(error))
    }

    /// Deletes the games of a source from byte `offset` on, and marks the first copies of these games among the
    /// remaining ones.
    pub(super) fn drop_collected(&self, source: i64, offset: u64) -> Result<(), StoreError> {
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
            self.find_first(fingerprint)?;
        }
        Ok(())
    }

    /// Marks the first copy of each game with these moves, in the order of reading.
    fn find_first(&self, fingerprint: [u8; 16]) -> Result<(), StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached("SELECT id, identity FROM collected WHERE fingerprint = ?1 ORDER BY id")
            .map_err(sql)?;
        let mut rows = statement.query([fingerprint]).map_err(sql)?;
        let mut firsts = FirstCopies::default();
        let mut decided: Vec<(i64, bool)> = Vec::new();
        while let Some(row) = rows.next().map_err(sql)? {
            let identity: Vec<u8> = row.get(1).map_err(sql)?;
            decided.push((row.get(0).map_err(sql)?, firsts.insert(&identity)));
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
