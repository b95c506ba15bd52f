//! Collected games read back, each once, replayed and legal.

use std::ops::ControlFlow;

use rusqlite::Row;
use shakmaty::fen::Fen;
use shakmaty::packed::PackedUciMove;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

use super::codes::DatabaseCode as _;
use super::error::StoreError;
use super::open::Store;
use crate::record::{GameResult, Termination};

/// A collected game as it comes out of the database.
#[derive(Clone, Debug)]
pub struct CollectedRow {
    /// The source that it was first found in.
    pub source: String,
    /// Its number there, from 1.
    pub number: u64,
    /// Where it began.
    pub start: Chess,
    /// Its moves, all legal.
    pub moves: Vec<Move>,
    /// Who won; `None` for a game without result.
    pub result: Option<GameResult>,
    /// Why it ended.
    pub termination: Termination,
    /// Its tags, in order.
    pub tags: Vec<(String, String)>,
    /// The hash of its start and moves.
    pub fingerprint: [u8; 16],
    /// What tells it from other games with the same.
    pub identity: Vec<u8>,
}

impl CollectedRow {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(found, _)| found == name)?;
        Some(&tag.1)
    }

    /// How many of the first moves the opening gave, which games of this program say; 0 if unknown.
    pub fn opening_plies(&self) -> u16 {
        let plies = self.tag("OpeningPlies");
        plies.and_then(|plies| plies.parse().ok()).unwrap_or(0)
    }
}

/// The columns of which [`Store::collected_row`] makes a game, from `collected` and its `sources`.
pub(super) const COLUMNS: &str = "sources.name, number, start, chess960, moves, result, termination, tags, fingerprint, identity";

impl Store {
    /// Hands every collected game that counts to `take`, in the order in which they came, until it
    /// breaks.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] for a game that does not replay, and whatever keeps SQLite from
    /// reading.
    pub fn for_each_collected(
        &self,
        mut take: impl FnMut(CollectedRow) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.for_each_row("WHERE is_first ORDER BY collected.id", |row| {
            Ok(take(self.collected_row(row)?))
        })
    }

    /// Hands every collected game whose tags are wanted to `take`, as often as sources have it: also
    /// where it does not count because an earlier source has it too, perhaps with other spellings.
    ///
    /// # Errors
    ///
    /// As [`Store::for_each_collected`].
    pub fn for_each_spelling(
        &self,
        is_wanted: impl Fn(&[(String, String)]) -> bool,
        mut take: impl FnMut(CollectedRow) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.for_each_row("ORDER BY collected.id", |row| {
            // Most games are not wanted, and need not be replayed for that.
            let tags: String = row.get(7).map_err(|error| self.explain(error))?;
            if serde_json::from_str::<Vec<_>>(&tags).is_ok_and(|tags| !is_wanted(&tags)) {
                return Ok(ControlFlow::Continue(()));
            }
            Ok(take(self.collected_row(row)?))
        })
    }

    /// Hands the rows of [`COLUMNS`] to `take`; `rest` is the rest of the question.
    pub(super) fn for_each_row(
        &self,
        rest: &str,
        mut take: impl FnMut(&Row<'_>) -> Result<ControlFlow<()>, StoreError>,
    ) -> Result<(), StoreError> {
        let sql = |error| self.explain(error);
        let question = format!(
            "SELECT {COLUMNS}, offset, sources.bytes, sources.games, sources.id
             FROM collected JOIN sources ON sources.id = source {rest}"
        );
        let mut statement = self.connection.prepare(&question).map_err(sql)?;
        let mut rows = statement.query(()).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            if take(row)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The game of a row of [`COLUMNS`], replayed.
    pub(super) fn collected_row(&self, row: &Row<'_>) -> Result<CollectedRow, StoreError> {
        let source: String = row.get(0).map_err(|error| self.explain(error))?;
        let bad = |what: String| {
            let number = row.get(1).unwrap_or(0);
            self.damaged(&place_of(&source, number), &what)
        };
        let sql = |error| match error {
            // What stands in a column is not what is written there.
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..) => bad(error.to_string()),
            other => self.explain(other),
        };
        let mode = CastlingMode::from_chess960(row.get(3).map_err(sql)?);
        let start: Option<String> = row.get(2).map_err(sql)?;
        let start = start_of(start.as_deref(), mode).map_err(bad)?;
        let moves: Vec<u8> = row.get(4).map_err(sql)?;
        let moves = unpack(&start, &moves).map_err(bad)?;
        let result = match row.get::<_, Option<i64>>(5).map_err(sql)? {
            None => None,
            Some(code) => Some(
                GameResult::from_code(code).ok_or_else(|| bad(format!("{code} is no result")))?,
            ),
        };
        let code: i64 = row.get(6).map_err(sql)?;
        let termination =
            Termination::from_code(code).ok_or_else(|| bad(format!("{code} is no ending")))?;
        let tags: String = row.get(7).map_err(sql)?;
        let tags = serde_json::from_str(&tags).map_err(|error| bad(error.to_string()))?;
        Ok(CollectedRow {
            number: row.get(1).map_err(sql)?,
            start,
            moves,
            result,
            termination,
            tags,
            fingerprint: row.get(8).map_err(sql)?,
            identity: row.get(9).map_err(sql)?,
            source,
        })
    }
}

/// How a collected game is named in sentences.
pub(super) fn place_of(source: &str, number: u64) -> String {
    format!("game {number} of {source}")
}

fn start_of(text: Option<&str>, mode: CastlingMode) -> Result<Chess, String> {
    let Some(text) = text else {
        return Ok(Chess::default());
    };
    let fen: Fen = text
        .parse()
        .map_err(|_| format!("its start '{text}' is no FEN"))?;
    fen.into_position(mode)
        .map_err(|error| format!("its start '{text}' is no legal position ({error})"))
}

fn unpack(start: &Chess, bytes: &[u8]) -> Result<Vec<Move>, String> {
    let mut position = start.clone();
    let (pairs, rest) = bytes.as_chunks::<{ PackedUciMove::BYTES }>();
    if !rest.is_empty() {
        return Err("its moves end in half a move".to_owned());
    }
    let mut moves = Vec::with_capacity(pairs.len());
    for (ply, &pair) in (1..).zip(pairs) {
        let word: UciMove = PackedUciMove::from_bytes(pair).unpack();
        let chosen = word
            .to_move(&position)
            .map_err(|_| format!("ply {ply}, {word}, is not legal"))?;
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    Ok(moves)
}
