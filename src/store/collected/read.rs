//! Reading of collected games, each once, replayed and therefore legal.

use std::ops::ControlFlow;

use rusqlite::Row;
use shakmaty::CastlingMode;

use crate::identity::{Fingerprint, GameIdentity};
use crate::record::{Game, GameResult, Tags, Termination};
use crate::store::codes::DatabaseCode as _;
use crate::store::error::StoreError;
use crate::store::open::Store;
use crate::store::pack::{PackedMoves, unpack_scores};

/// A collected game as stored in the database.
#[derive(Clone, Debug)]
pub struct CollectedGame {
    /// Name of the source that it was first found in.
    pub source: String,
    /// Number in that source, from 1.
    pub number: u64,
    /// Start, moves, result and tags.
    pub record: Game,
    /// Stored hash of start and moves.
    pub fingerprint: Fingerprint,
    /// Data that distinguish it from other games with the same moves; `None` if they are damaged.
    pub identity: Option<GameIdentity>,
}

/// Columns from which [`Store::collected_row`] makes a game, of the tables `collected` and `sources`.
pub(super) const COLUMNS: &str = "sources.name, number, start, chess960, moves, result, termination, tags, fingerprint, identity, scores, moves_uci, moves_san";

impl Store {
    /// Passes every collected game that counts to `take`, in the order of reading, until it breaks.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] for a game that does not replay, or another [`StoreError`] if SQLite cannot read.
    pub fn for_each_collected(
        &self,
        mut take: impl FnMut(CollectedGame) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.for_each_row("WHERE is_first ORDER BY collected.id", |row| {
            Ok(take(self.collected_row(row)?))
        })
    }

    /// Passes every collected game with the wanted tags to `take`, once for each source that contains it. This
    /// includes copies that do not count, which may have other spellings.
    ///
    /// # Errors
    ///
    /// [`StoreError`], as [`Store::for_each_collected`].
    pub fn for_each_spelling(
        &self,
        is_wanted: impl Fn(&[(String, String)]) -> bool,
        mut take: impl FnMut(CollectedGame) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.for_each_row("ORDER BY collected.id", |row| {
            // Most games are skipped without being replayed.
            let tags: String = row.get(7).map_err(|error| self.explain(error))?;
            if serde_json::from_str::<Vec<_>>(&tags).is_ok_and(|tags| !is_wanted(&tags)) {
                return Ok(ControlFlow::Continue(()));
            }
            Ok(take(self.collected_row(row)?))
        })
    }

    /// Passes the rows of [`COLUMNS`] to `take`; `rest` is the rest of the query.
    pub(super) fn for_each_row(
        &self,
        rest: &str,
        mut take: impl FnMut(&Row<'_>) -> Result<ControlFlow<()>, StoreError>,
    ) -> Result<(), StoreError> {
        let sql = |error| self.explain(error);
        let query = format!(
            "SELECT {COLUMNS}, offset, sources.bytes, sources.games, sources.id
             FROM collected JOIN sources ON sources.id = source {rest}"
        );
        let mut statement = self.connection.prepare(&query).map_err(sql)?;
        let mut rows = statement.query(()).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            if take(row)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Returns the game of a row of [`COLUMNS`], replayed.
    pub(super) fn collected_row(&self, row: &Row<'_>) -> Result<CollectedGame, StoreError> {
        let source: String = row.get(0).map_err(|error| self.explain(error))?;
        let bad = |what: String| {
            let number = row.get(1).unwrap_or(0);
            self.damaged(&place_of(&source, number), &what)
        };
        let sql = |error| match error {
            // The column contains a value that this program does not write.
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..) => bad(error.to_string()),
            other => self.explain(other),
        };
        let played = PackedMoves {
            mode: CastlingMode::from_chess960(row.get(3).map_err(sql)?),
            start: row.get(2).map_err(sql)?,
            moves: row.get(4).map_err(sql)?,
        };
        let (start, moves) = played.unpack().map_err(bad)?;
        let scores: Option<Vec<u8>> = row.get(10).map_err(sql)?;
        let scores = unpack_scores(scores.as_deref(), moves.len()).map_err(bad)?;
        let result = match row.get::<_, Option<i64>>(5).map_err(sql)? {
            None => None,
            Some(code) => Some(
                GameResult::from_code(code)
                    .ok_or_else(|| bad(format!("{code} is not a result")))?,
            ),
        };
        let code: i64 = row.get(6).map_err(sql)?;
        let termination =
            Termination::from_code(code).ok_or_else(|| bad(format!("{code} is not an ending")))?;
        let tags: String = row.get(7).map_err(sql)?;
        let tags: Vec<(String, String)> =
            serde_json::from_str(&tags).map_err(|error| bad(error.to_string()))?;
        let tags: Tags = tags.into_iter().collect();
        let opening_plies = tags
            .get("OpeningPlies")
            .and_then(|plies| plies.parse().ok());
        let fingerprint: [u8; 16] = row.get(8).map_err(sql)?;
        let identity: Vec<u8> = row.get(9).map_err(sql)?;
        Ok(CollectedGame {
            number: row.get(1).map_err(sql)?,
            record: Game {
                start,
                moves,
                result,
                termination,
                opening_plies: opening_plies.unwrap_or(0),
                tags,
                scores,
                ..Game::default()
            },
            fingerprint: Fingerprint(u128::from_le_bytes(fingerprint)),
            identity: GameIdentity::from_bytes(&identity),
            source,
        })
    }
}

/// Returns the description of a collected game in messages.
pub(super) fn place_of(source: &str, number: u64) -> String {
    format!("game {number} of {source}")
}
