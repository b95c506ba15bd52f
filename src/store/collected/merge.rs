//! Merging of collections: adds missing sources of another database with their games. The first copy of each game
//! counts, as when sources are read from files.

use std::collections::BTreeMap;

use rusqlite::{Row, params};
use shakmaty::CastlingMode;

use super::game::{PackedCollectedGame, Signature};
use super::read;
use super::sources::StoredSource;
use super::write::{Crowds, Placement};
use crate::record::{GameResult, Termination};
use crate::store::codes::DatabaseCode as _;
use crate::store::error::StoreError;
use crate::store::merge::MergeCounts;
use crate::store::move_texts::MoveTexts;
use crate::store::open::Store;
use crate::store::pack::PackedMoves;

impl Store {
    /// Adds the sources and the collected games of `other`.
    pub(in crate::store) fn add_collected_of(
        &self,
        other: &Self,
        merged: &mut MergeCounts,
    ) -> Result<(), StoreError> {
        let mut new_rows = BTreeMap::new();
        for source in other.sources()? {
            if self.has_source(other, &source)? {
                merged.sources.known += 1;
            } else {
                merged.sources.new += 1;
                new_rows.insert(source.row, self.copy_source(&source)?);
            }
        }
        if !new_rows.is_empty() {
            self.enlarge_cache()?;
        }
        let sql = |error| other.explain(error);
        let mut statement = other
            .connection
            .prepare(&format!(
                "SELECT {}, offset, source FROM collected JOIN sources ON sources.id = source
                 ORDER BY collected.id",
                read::COLUMNS
            ))
            .map_err(sql)?;
        let mut rows = statement.query(()).map_err(sql)?;
        let mut crowds = Crowds::default();
        while let Some(row) = rows.next().map_err(sql)? {
            // A game that does not replay is damaged and must not be copied.
            other.collected_row(row)?;
            let Some(source) = new_rows.get(&row.get(14).map_err(sql)?) else {
                merged.collected.known += 1;
                continue;
            };
            let place = (row.get(1).map_err(sql)?, row.get(13).map_err(sql)?);
            let (game, signature) = packed_of(row).map_err(sql)?;
            match self.insert_collected(*source, place, &game, &signature, &mut crowds)? {
                Placement::First => merged.collected.new += 1,
                Placement::Duplicate => merged.collected.known += 1,
            }
        }
        Ok(())
    }

    /// Returns true if this database has the same source: by its text, or, if it is unsettled, by its name and games.
    fn has_source(&self, other: &Self, source: &StoredSource) -> Result<bool, StoreError> {
        let record = &source.record;
        if record.bytes > 0 {
            let known = self.source_of_hash(&record.hash)?;
            if let (Some(known), Some(options)) = (&known, &record.options) {
                self.refuse_other_options(known, options)?;
            }
            return Ok(known.is_some());
        }
        let games = other.signatures(source.row)?;
        for row in self.unsettled_called(&record.name)? {
            if self.signatures(row)? == games {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn unsettled_called(&self, name: &str) -> Result<Vec<i64>, StoreError> {
        self.connection
            .prepare_cached(
                "SELECT id FROM sources WHERE hash > 'g' AND bytes = 0 AND name = ?1 ORDER BY id",
            )
            .and_then(|mut statement| statement.query_map([name], |row| row.get(0))?.collect())
            .map_err(|error| self.explain(error))
    }

    /// Returns the identifying data of a source's games, in order.
    fn signatures(&self, source: i64) -> Result<Vec<Signature>, StoreError> {
        self.connection
            .prepare_cached(
                "SELECT fingerprint, identity FROM collected WHERE source = ?1 ORDER BY number",
            )
            .and_then(|mut statement| {
                let rows = statement.query_map([source], |row| {
                    Ok(Signature {
                        fingerprint: row.get(0)?,
                        identity: row.get(1)?,
                    })
                })?;
                rows.collect()
            })
            .map_err(|error| self.explain(error))
    }

    /// Copies a source of another database; returns its row id here.
    fn copy_source(&self, source: &StoredSource) -> Result<i64, StoreError> {
        let row = self.new_source(&source.record.name)?;
        self.write_source(row, &source.record)?;
        self.connection
            .execute(
                "UPDATE sources SET added = ?2 WHERE id = ?1",
                params![row, source.added],
            )
            .map_err(|error| self.explain(error))?;
        Ok(row)
    }
}

/// Returns the packed game of a row.
fn packed_of(row: &Row<'_>) -> rusqlite::Result<(PackedCollectedGame, Signature)> {
    let unknown = |column: usize, code: i64| rusqlite::Error::IntegralValueOutOfRange(column, code);
    let result = match row.get::<_, Option<i64>>(5)? {
        None => None,
        Some(code) => Some(GameResult::from_code(code).ok_or_else(|| unknown(5, code))?),
    };
    let termination: i64 = row.get(6)?;
    let game = PackedCollectedGame {
        played: PackedMoves {
            start: row.get(2)?,
            mode: CastlingMode::from_chess960(row.get(3)?),
            moves: row.get(4)?,
        },
        result,
        termination: Termination::from_code(termination).ok_or_else(|| unknown(6, termination))?,
        tags: row.get(7)?,
        scores: row.get(10)?,
        texts: MoveTexts {
            uci: row.get::<_, Option<String>>(11)?.unwrap_or_default(),
            san: row.get::<_, Option<String>>(12)?.unwrap_or_default(),
        },
    };
    let signature = Signature {
        fingerprint: row.get(8)?,
        identity: row.get(9)?,
    };
    Ok((game, signature))
}
