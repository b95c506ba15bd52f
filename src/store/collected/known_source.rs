//! Recognition of sources that were read before.
//!
//! The *settled* text of a source ends behind its last game with a result: a game without one may still grow. A source
//! is known by the hash of its settled text. A file whose only game is unfinished has no settled text; a file of the
//! same name whose first game continues that one is taken for a newer state of it.
//!
//! A source without settled text has a word in place of its hash. Words sort after all hashes (`hash > 'g'`), by which
//! SQL finds these few sources without reading the others.

use rusqlite::params;

use super::game::{PackedCollectedGame, is_same};
use super::sources::SourceCounts;
use crate::store::error::StoreError;
use crate::store::open::Store;

/// A source that was read before.
#[derive(Clone, Debug)]
pub(super) struct KnownSource {
    /// Row id of the source.
    pub(super) row: i64,
    /// Number of its settled bytes.
    pub(super) bytes: u64,
    /// Counts of the settled bytes.
    pub(super) settled: SourceCounts,
    /// Options with which it was read; `None` if unknown.
    pub(super) options: Option<String>,
    name: String,
}

impl Store {
    /// Returns the source whose settled text has this hash, if any.
    pub(super) fn source_of_hash(&self, hash: &str) -> Result<Option<KnownSource>, StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT id, bytes, name, options, rejected, filtered, stray_bytes, settled
                 FROM sources WHERE hash = ?1 AND bytes > 0",
            )
            .map_err(sql)?;
        let mut rows = statement.query([hash]).map_err(sql)?;
        let Some(row) = rows.next().map_err(sql)? else {
            return Ok(None);
        };
        let text = |column: usize| row.get::<_, String>(column).map_err(sql);
        let counts = SourceCounts {
            rejected: self.parsed(&text(4)?)?,
            filtered: self.parsed(&text(5)?)?,
            stray_bytes: row.get(6).map_err(sql)?,
        };
        Ok(Some(KnownSource {
            row: row.get(0).map_err(sql)?,
            bytes: row.get(1).map_err(sql)?,
            settled: self.settled_of(row.get(7).map_err(sql)?, &counts)?,
            name: text(2)?,
            options: row.get(3).map_err(sql)?,
        }))
    }

    /// Returns an error for a source that was read with other options: games of the settled text that those left out
    /// would stay missing.
    pub(super) fn refuse_other_options(
        &self,
        known: &KnownSource,
        options: &str,
    ) -> Result<(), StoreError> {
        match &known.options {
            Some(then) if then != options => Err(StoreError::OtherOptions {
                file: self.file.clone(),
                source_name: known.name.clone(),
                then: in_words(then),
                now: in_words(options),
            }),
            _ => Ok(()),
        }
    }

    /// Deletes sources of this name without settled text and without games. Only their counts are lost, which the new
    /// reading replaces.
    pub(super) fn drop_empty(&self, name: &str) -> Result<(), StoreError> {
        self.connection
            .prepare_cached(
                "DELETE FROM sources WHERE hash > 'g' AND bytes = 0 AND name = ?1
                 AND NOT EXISTS (SELECT 1 FROM collected WHERE source = sources.id)",
            )
            .and_then(|mut delete| delete.execute([name]))
            .map(drop)
            .map_err(|error| self.explain(error))
    }

    /// Deletes unsettled sources of the same name as `source` whose first game is `game` or its beginning. Returns true
    /// if there was one.
    pub(super) fn drop_unfinished(
        &self,
        source: i64,
        game: &PackedCollectedGame,
        identity: &[u8],
    ) -> Result<bool, StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT sources.id, moves, identity
                 FROM sources JOIN collected ON collected.source = sources.id AND number = 1
                 WHERE sources.hash > 'g' AND bytes = 0 AND sources.id <> ?1 AND start IS ?2 AND chess960 = ?3
                   AND name = (SELECT name FROM sources WHERE id = ?1)",
            )
            .map_err(sql)?;
        let mut rows = statement
            .query(params![
                source,
                game.played.start,
                game.mode().is_chess960()
            ])
            .map_err(sql)?;
        let mut begun: Vec<i64> = Vec::new();
        while let Some(row) = rows.next().map_err(sql)? {
            let moves: Vec<u8> = row.get(1).map_err(sql)?;
            let begun_identity: Vec<u8> = row.get(2).map_err(sql)?;
            if game.played.moves.starts_with(&moves) && is_same(&begun_identity, identity) {
                begun.push(row.get(0).map_err(sql)?);
            }
        }
        drop(rows);
        for row in &begun {
            self.drop_source(*row)?;
        }
        Ok(!begun.is_empty())
    }
}

fn in_words(options: &str) -> String {
    if options.is_empty() {
        "no filter".to_owned()
    } else {
        options.to_owned()
    }
}
