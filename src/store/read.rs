//! Reading of games, in the order of runs and numbers, one at a time.

use std::ops::{ControlFlow, Range};

use rusqlite::{CachedStatement, Row};
use shakmaty::{ByColor, CastlingMode, Color};

use super::codes::DatabaseCode as _;
use super::error::StoreError;
use super::games::{GameFilter, GameKey, StoredGame, game_row};
use super::move_texts::MoveTexts;
use super::open::Store;
use super::opponents::{OpponentKey, OpponentKind};
use super::pack::{PackedCase, PackedGame, PackedMoves};
use super::run::Run;
use crate::phase::Phase;
use crate::record::{AdjudicatorVerdict, GameResult, SideResult, Termination};

impl Store {
    /// Returns the numbers below `wanted` for which `run` has no game, as ascending ranges.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be read.
    pub fn missing_numbers(&self, run: &Run, wanted: u32) -> Result<Vec<Range<u32>>, StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached("SELECT id FROM games WHERE id >= ?1 AND id < ?2 ORDER BY id")
            .map_err(sql)?;
        let first = game_row(run.row, 0);
        let mut rows = statement
            .query([first, game_row(run.row, wanted)])
            .map_err(sql)?;
        let mut missing = Vec::new();
        let mut next = 0;
        while let Some(row) = rows.next().map_err(sql)? {
            let id: i64 = row.get(0).map_err(sql)?;
            let number = u32::try_from(id - first).unwrap_or(wanted);
            if number > next {
                missing.push(next..number);
            }
            next = number.saturating_add(1);
        }
        if wanted > next {
            missing.push(next..wanted);
        }
        Ok(missing)
    }

    /// Passes the games, replayed and therefore legal, to `take` until it breaks.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] for a game that does not replay, or another [`StoreError`] if SQLite cannot read.
    pub fn for_each_game(
        &self,
        filter: &GameFilter,
        mut take: impl FnMut(GameKey, StoredGame) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.for_each_packed(filter, |run, packed, checksum| {
            let key = GameKey {
                run: run.key.clone(),
                number: packed.number,
            };
            self.check(run, &packed, checksum)?;
            let game = packed.unpack().map_err(|what| self.damaged(&key, &what))?;
            Ok(take(key, game))
        })
    }

    /// Checks a game and its cases against the stored checksum.
    pub(super) fn check(
        &self,
        run: &Run,
        game: &PackedGame,
        checksum: i64,
    ) -> Result<(), StoreError> {
        if game.checksum() == checksum {
            return Ok(());
        }
        Err(self.damaged(
            &format_args!("game {} of run {}", game.number, run.key),
            &"its bytes are not those that were written",
        ))
    }

    /// Checks the pages of the database and the checksums of the games that `filter` selects. Much faster than
    /// [`Store::verify`], which also replays the games.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] with the first damaged place.
    pub fn check_integrity(&self, filter: &GameFilter) -> Result<(), StoreError> {
        let pages: String = self
            .connection
            .query_row("PRAGMA quick_check(1)", (), |row| row.get(0))
            .map_err(|error| self.explain(error))?;
        if pages != "ok" {
            return Err(self.damaged(&"a page of the file", &pages.replace('\n', " ")));
        }
        self.for_each_packed(filter, |run, game, checksum| {
            self.check(run, &game, checksum)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Runs `read` on one snapshot of the database, even if another process writes meanwhile.
    ///
    /// # Errors
    ///
    /// The error of `read`, or [`StoreError`] if no snapshot is possible.
    pub fn in_one_view<T, E: From<StoreError>>(
        &self,
        read: impl FnOnce(&Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let view = self
            .connection
            .unchecked_transaction()
            .map_err(|error| self.explain(error))?;
        let done = read(self);
        drop(view);
        done
    }

    /// Passes the games to `take` as they are stored, each with its stored checksum.
    pub(super) fn for_each_packed(
        &self,
        filter: &GameFilter,
        mut take: impl FnMut(&Run, PackedGame, i64) -> Result<ControlFlow<()>, StoreError>,
    ) -> Result<(), StoreError> {
        let runs = match &filter.run {
            Some(key) => vec![self.known_run(key)?],
            None => self.runs()?,
        };
        let numbers = filter.numbers.clone().unwrap_or(0..u32::MAX);
        let sql = |error| self.explain(error);
        let mut games = self
            .connection
            .prepare_cached(
                "SELECT number, start, moves, opening_plies, result, termination, verdict_result,
                        verdict_ply, white, black, opponents.name, played_at, checksum,
                        opponents.origin, opponents.kind, scores, moves_uci, moves_san
                 FROM games LEFT JOIN opponents ON opponents.id = games.opponent
                 WHERE games.id >= ?1 AND games.id < ?2 ORDER BY games.id",
            )
            .map_err(sql)?;
        let mut cases = self
            .connection
            .prepare_cached(
                "SELECT phase, side, result, levels FROM cases
                 WHERE id >= ?1 AND id < ?2 ORDER BY id",
            )
            .map_err(sql)?;
        for run in runs {
            let range = [
                game_row(run.row, numbers.start),
                game_row(run.row, numbers.end),
            ];
            let mut rows = games.query(range).map_err(sql)?;
            while let Some(row) = rows.next().map_err(sql)? {
                let mut game = packed_of(row).map_err(|error| self.unreadable(&run, row, error))?;
                let id = game_row(run.row, game.number);
                game.cases =
                    cases_of(&mut cases, id).map_err(|error| self.unreadable(&run, row, error))?;
                let checksum = row.get(12).map_err(sql)?;
                if take(&run, game, checksum)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns the error for a row with values that this program never writes.
    fn unreadable(&self, run: &Run, row: &Row<'_>, error: rusqlite::Error) -> StoreError {
        match error {
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..) => {
                let number: i64 = row.get(0).unwrap_or(-1);
                self.damaged(&format_args!("game {number} of run {}", run.key), &error)
            }
            other => self.explain(other),
        }
    }
}

fn packed_of(row: &Row<'_>) -> rusqlite::Result<PackedGame> {
    let verdict = match (row.get::<_, Option<i64>>(6)?, row.get::<_, Option<u16>>(7)?) {
        (Some(code), Some(ply)) => Some(AdjudicatorVerdict {
            result: GameResult::from_code(code).ok_or(out_of_range(6, code))?,
            ply,
        }),
        _ => None,
    };
    Ok(PackedGame {
        number: row.get(0)?,
        played: PackedMoves {
            start: row.get(1)?,
            mode: CastlingMode::Standard,
            moves: row.get(2)?,
        },
        opening_plies: row.get(3)?,
        result: coded::<GameResult>(row, 4)?,
        termination: coded::<Termination>(row, 5)?,
        verdict,
        names: ByColor {
            white: row.get(8)?,
            black: row.get(9)?,
        },
        opponent: match row.get::<_, Option<String>>(10)? {
            Some(name) => Some(OpponentKey {
                name,
                origin: row.get(13)?,
                kind: OpponentKind::from_name(&row.get::<_, String>(14)?),
            }),
            None => None,
        },
        played_at: row.get(11)?,
        scores: row.get(15)?,
        texts: MoveTexts {
            uci: row.get::<_, Option<String>>(16)?.unwrap_or_default(),
            san: row.get::<_, Option<String>>(17)?.unwrap_or_default(),
        },
        cases: Vec::new(),
    })
}

fn cases_of(statement: &mut CachedStatement<'_>, game: i64) -> rusqlite::Result<Vec<PackedCase>> {
    statement
        .query_map([game << 3, (game + 1) << 3], |row| {
            Ok(PackedCase {
                phase: coded::<Phase>(row, 0)?,
                side: coded::<Color>(row, 1)?,
                result: coded::<SideResult>(row, 2)?,
                levels: row.get(3)?,
            })
        })?
        .collect()
}

fn coded<T: super::codes::DatabaseCode>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let code = row.get(column)?;
    T::from_code(code).ok_or(out_of_range(column, code))
}

fn out_of_range(column: usize, code: i64) -> rusqlite::Error {
    rusqlite::Error::IntegralValueOutOfRange(column, code)
}
