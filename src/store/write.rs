//! Writing of whole games, many to a transaction.

use rusqlite::{Connection, params};

use super::codes::DatabaseCode as _;
use super::error::StoreError;
use super::games::{StoredGame, game_row};
use super::open::Store;
use super::pack::{PackedCase, PackedGame, pack};
use super::row_checksums::PLACEHOLDER;
use super::run::Run;

/// Numbers of new and of known games or sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteCounts {
    /// Number that were added.
    pub new: u64,
    /// Number that were stored already with the same content.
    pub known: u64,
}

/// End of a transaction in which nothing fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TransactionEnd {
    /// The changes are committed.
    Commit,
    /// The changes are rolled back, for a dry run.
    Rollback,
}

impl Store {
    /// Writes whole games of `run` in one transaction: all of them, or none. Games stored already are left unchanged.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] for a game that is stored already and differs; [`StoreError::BadGame`] for one whose
    /// cases do not fit its run or its result; another [`StoreError`] if SQLite cannot write.
    pub fn write_games(
        &mut self,
        run: &Run,
        games: &[StoredGame],
    ) -> Result<WriteCounts, StoreError> {
        let packed = games
            .iter()
            .map(|game| pack(game).map_err(|what| self.refused(run, game.number, what)))
            .collect::<Result<Vec<_>, _>>()?;
        self.in_one_transaction(|store| {
            let mut written = WriteCounts::default();
            for game in &packed {
                store.write_packed(run, game, &mut written)?;
            }
            Ok(written)
        })
    }

    /// Runs `work` in a transaction: all its changes, or none. Within another transaction it becomes a part of that.
    ///
    /// # Errors
    ///
    /// Those of `work`, and when the database cannot be written.
    pub fn in_one_transaction<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if !self.connection.is_autocommit() {
            return work(self);
        }
        self.in_one_transaction_that(TransactionEnd::Commit, work)
    }

    /// Runs `work` in a transaction with the given end.
    pub(super) fn in_one_transaction_that<T>(
        &mut self,
        end: TransactionEnd,
        work: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.command("BEGIN IMMEDIATE")?;
        let done = work(self).and_then(|done| match end {
            TransactionEnd::Commit => self.command("COMMIT").map(|()| done),
            TransactionEnd::Rollback => Ok(done),
        });
        if !self.connection.is_autocommit() {
            // The first error is the one to report; an unfinished transaction ends when the file is closed.
            let _ = self.command("ROLLBACK");
        }
        done
    }

    fn command(&self, sql: &str) -> Result<(), StoreError> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute(()))
            .map(drop)
            .map_err(|error| self.explain(error))
    }

    /// Writes one game within a transaction.
    pub(super) fn write_packed(
        &self,
        run: &Run,
        game: &PackedGame,
        written: &mut WriteCounts,
    ) -> Result<(), StoreError> {
        for case in &game.cases {
            check_case(run, game, case).map_err(|what| self.refused(run, game.number, what))?;
        }
        let opponent = match &game.opponent {
            Some(key) => Some(self.opponent_row(key, game.played_at.as_deref())?),
            None => None,
        };
        let row = game_row(run.row, game.number);
        let checksum = game.checksum();
        let new = insert_game(&self.connection, row, game, opponent, checksum)
            .map_err(|error| self.explain(error))?;
        if new {
            insert_cases(&self.connection, row, &game.cases)
                .map_err(|error| self.explain(error))?;
            written.new += 1;
            return Ok(());
        }
        let there: i64 = self
            .connection
            .prepare_cached("SELECT checksum FROM games WHERE id = ?1")
            .and_then(|mut statement| statement.query_row([row], |row| row.get(0)))
            .map_err(|error| self.explain(error))?;
        if there != checksum {
            return Err(StoreError::Conflict {
                file: self.file.clone(),
                run: run.key.to_string(),
                number: game.number,
            });
        }
        add_scores(&self.connection, row, game).map_err(|error| self.explain(error))?;
        written.known += 1;
        Ok(())
    }

    pub(super) fn refused(&self, run: &Run, number: u32, what: String) -> StoreError {
        StoreError::BadGame {
            file: self.file.clone(),
            run: run.key.to_string(),
            number,
            what,
        }
    }
}

fn check_case(run: &Run, game: &PackedGame, case: &PackedCase) -> Result<(), String> {
    let levels = super::levels::count(&case.levels);
    if levels != usize::from(run.settings.levels) {
        return Err(format!(
            "a case has {levels} levels, but those of this run have {}",
            run.settings.levels
        ));
    }
    if case.result != game.result.seen_by(case.side) {
        return Err(format!(
            "a case says {} for {}, but the game ended {}",
            case.result, case.side, game.result
        ));
    }
    Ok(())
}

/// Inserts a game; returns false if its id exists already.
fn insert_game(
    connection: &Connection,
    row: i64,
    game: &PackedGame,
    opponent: Option<i64>,
    checksum: i64,
) -> rusqlite::Result<bool> {
    let added = connection
        .prepare_cached(
            "INSERT INTO games (id, start, moves, opening_plies, result, termination,
                                verdict_result, verdict_ply, white, black, opponent, played_at, checksum,
                                scores, moves_uci, moves_san, row_checksum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
             ON CONFLICT (id) DO NOTHING",
        )?
        .execute(params![
            row,
            game.played.start,
            game.played.moves,
            game.opening_plies,
            game.result.code(),
            game.termination.code(),
            game.verdict.map(|verdict| verdict.result.code()),
            game.verdict.map(|verdict| verdict.ply),
            game.names.white,
            game.names.black,
            opponent,
            game.played_at,
            checksum,
            game.scores,
            game.texts.uci,
            game.texts.san,
            PLACEHOLDER,
        ])?;
    Ok(added == 1)
}

/// Gives a stored game the scores of this copy, if it has none.
fn add_scores(connection: &Connection, row: i64, game: &PackedGame) -> rusqlite::Result<()> {
    if game.scores.is_some() {
        connection
            .prepare_cached("UPDATE games SET scores = ?2 WHERE id = ?1 AND scores IS NULL")?
            .execute(params![row, game.scores])?;
    }
    Ok(())
}

fn insert_cases(connection: &Connection, row: i64, cases: &[PackedCase]) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO cases (id, result, levels, row_checksum) VALUES (?1, ?2, ?3, ?4)",
    )?;
    for case in cases {
        let slot = i64::from(PackedCase::slot(case.phase, case.side));
        let id = row << 3 | slot;
        statement.execute(params![id, case.result.code(), case.levels, PLACEHOLDER])?;
    }
    Ok(())
}
