//! The remembered games of an opponent: added, read, taken away.

use rusqlite::{Params, Row, params};

use super::game::{COLUMNS, MemorySource, OpponentGame};
use super::key::OpponentKey;
use crate::record::SideResult;
use crate::store::codes::DatabaseCode;
use crate::store::error::StoreError;
use crate::store::open::Store;

/// Whether a game to be learned was new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnedGame {
    /// It is remembered from now on.
    New,
    /// It was remembered already.
    Known,
}

impl Store {
    /// Returns the remembered games of an opponent by id, in the order of their dates; those without a date first.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn opponent_games(&self, opponent: i64) -> Result<Vec<OpponentGame>, StoreError> {
        self.connection
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM opponent_games WHERE opponent = ?1
                 ORDER BY played_at, fingerprint, color, occasion"
            ))
            .and_then(|mut statement| {
                statement
                    .query_map([opponent], OpponentGame::of_row)?
                    .collect()
            })
            .map_err(|error| match error {
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::IntegralValueOutOfRange(..) => self.damaged(
                    &format_args!("a remembered game of opponent {opponent}"),
                    &error,
                ),
                other => self.explain(other),
            })
    }

    /// Returns the remembered games of an opponent by key; none for a stranger.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn remembered_games(&self, key: &OpponentKey) -> Result<Vec<OpponentGame>, StoreError> {
        match self.known_opponent(key)? {
            Some(opponent) => self.opponent_games(opponent),
            None => Ok(Vec::new()),
        }
    }

    /// Remembers a game of an opponent that this program did not play, unless it is remembered already.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn learn_game(
        &mut self,
        key: &OpponentKey,
        game: &OpponentGame,
    ) -> Result<LearnedGame, StoreError> {
        self.in_one_transaction(|store| {
            let opponent = match store.known_opponent(key)? {
                Some(opponent) => opponent,
                None => store.opponent_row(key, None)?,
            };
            store.learn_row(opponent, game)
        })
    }

    /// Adds a game that this program did not play, within a transaction.
    pub(super) fn learn_row(
        &self,
        opponent: i64,
        game: &OpponentGame,
    ) -> Result<LearnedGame, StoreError> {
        let known = self.same_games(opponent, game)?;
        let Some((row, mut same)) = known.into_iter().next() else {
            self.insert_memory(opponent, game, None)?;
            return Ok(LearnedGame::New);
        };
        // The record that knows the date better stays, whichever came first, and of two with one date that with a result.
        let known = |game: &OpponentGame| {
            let length = game.played_at.as_ref().map_or(0, String::len);
            (length, game.result.is_some())
        };
        let is_better = same.source == MemorySource::Learned && known(game) > known(&same);
        if same.result.is_none() && game.result.is_some() {
            self.write_result(row, game.result)?;
            same.result = game.result;
        }
        // Losses that are there stay: those of another file may be measured by an older model.
        let is_measured_now = same.losses.is_none() && game.losses.is_some();
        let losses = same.losses.or_else(|| game.losses.clone());
        if is_better {
            self.delete_memory(row)?;
            let game = OpponentGame {
                losses,
                result: same.result,
                ..game.clone()
            };
            self.insert_memory(opponent, &game, None)?;
        } else if is_measured_now {
            self.write_losses(row, losses.as_ref())?;
        }
        Ok(LearnedGame::Known)
    }

    /// Stores the losses of moves with remembered games, in one transaction. Games that are not remembered are skipped.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn set_losses(
        &mut self,
        key: &OpponentKey,
        games: &[OpponentGame],
    ) -> Result<(), StoreError> {
        if games.is_empty() {
            return Ok(());
        }
        self.in_one_transaction(|store| {
            let Some(opponent) = store.known_opponent(key)? else {
                return Ok(());
            };
            for game in games {
                for (row, _) in store.same_games(opponent, game)? {
                    store.write_losses(row, game.losses.as_ref())?;
                }
            }
            Ok(())
        })
    }

    fn write_result(&self, row: i64, result: Option<SideResult>) -> Result<(), StoreError> {
        self.connection
            .prepare_cached("UPDATE opponent_games SET result = ?1 WHERE id = ?2")
            .and_then(|mut statement| {
                statement.execute(params![result.map(DatabaseCode::code), row])
            })
            .map(drop)
            .map_err(|error| self.explain(error))
    }

    fn write_losses(&self, row: i64, losses: Option<&serde_json::Value>) -> Result<(), StoreError> {
        self.connection
            .prepare_cached("UPDATE opponent_games SET losses = ?1 WHERE id = ?2")
            .and_then(|mut statement| {
                statement.execute(params![losses.map(ToString::to_string), row])
            })
            .map(drop)
            .map_err(|error| self.explain(error))
    }

    /// Takes one remembered game of an opponent away. Returns false if it was not remembered.
    ///
    /// A stored game is kept, as a game against an unnamed opponent.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn unlearn_game(
        &mut self,
        key: &OpponentKey,
        game: &OpponentGame,
    ) -> Result<bool, StoreError> {
        self.in_one_transaction(|store| {
            let Some(opponent) = store.known_opponent(key)? else {
                return Ok(false);
            };
            let mut same = store.same_games(opponent, game)?;
            same.sort_by_key(|(_, same)| {
                (
                    same.result != game.result,
                    same.source == MemorySource::Played,
                )
            });
            let Some((row, _)) = same.first() else {
                return Ok(false);
            };
            store
                .connection
                .prepare_cached(
                    "UPDATE games SET opponent = NULL
                     WHERE id = (SELECT game FROM opponent_games WHERE id = ?1)",
                )
                .and_then(|mut statement| statement.execute([row]))
                .map_err(|error| store.explain(error))?;
            store.delete_memory(*row)?;
            Ok(true)
        })
    }

    /// Takes an unfinished game away that was learned from a file before it went on.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn unlearn_beginning(
        &mut self,
        key: &OpponentKey,
        game: &OpponentGame,
    ) -> Result<(), StoreError> {
        self.in_one_transaction(|store| {
            let Some(opponent) = store.known_opponent(key)? else {
                return Ok(());
            };
            for (row, same) in store.same_games(opponent, game)? {
                if same.source == MemorySource::Learned && same.result.is_none() {
                    store.delete_memory(row)?;
                }
            }
            Ok(())
        })
    }

    /// Returns the remembered games that may be this one, with their rows: those with the same result first, in the order
    /// of dates and occasions.
    fn same_games(
        &self,
        opponent: i64,
        game: &OpponentGame,
    ) -> Result<Vec<(i64, OpponentGame)>, StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached(&format!(
                "SELECT {COLUMNS}, id FROM opponent_games WHERE opponent = ?1 AND fingerprint = ?2"
            ))
            .map_err(sql)?;
        let mut rows = statement
            .query(params![opponent, game.fingerprint.to_be_bytes()])
            .map_err(sql)?;
        let mut same: Vec<(i64, OpponentGame)> = Vec::new();
        while let Some(row) = rows.next().map_err(sql)? {
            if game.is_same_row(row).map_err(sql)? {
                let id = row.get(17).map_err(sql)?;
                same.push((id, OpponentGame::of_row(row).map_err(sql)?));
            }
        }
        // SQL would sort all rows with their counts.
        same.sort_by(|(_, one), (_, two)| {
            let order = |found: &OpponentGame| found.result != game.result;
            (order(one), &one.played_at, &one.occasion).cmp(&(
                order(two),
                &two.played_at,
                &two.occasion,
            ))
        });
        Ok(same)
    }

    /// Deletes copies of a played game that were learned from a file, such as the log of games. Returns the result of the
    /// game, which a copy may know alone.
    pub(super) fn drop_learned_copies(
        &self,
        opponent: i64,
        game: &OpponentGame,
    ) -> Result<Option<SideResult>, StoreError> {
        let mut result = game.result;
        for (row, same) in self.same_games(opponent, game)? {
            // Copies with two results are those of two games.
            let agrees = result.is_none() || same.result.is_none() || same.result == result;
            if same.source == MemorySource::Learned && agrees {
                result = result.or(same.result);
                self.delete_memory(row)?;
            }
        }
        Ok(result)
    }

    pub(super) fn delete_memory(&self, row: i64) -> Result<(), StoreError> {
        self.connection
            .prepare_cached("DELETE FROM opponent_games WHERE id = ?1")
            .and_then(|mut statement| statement.execute([row]))
            .map(drop)
            .map_err(|error| self.explain(error))
    }

    /// Returns the rows of remembered games that meet a condition, with the games, in the order of their occasions.
    pub(super) fn memory_rows(
        &self,
        condition: &str,
        values: impl Params,
    ) -> Result<Vec<(i64, OpponentGame)>, StoreError> {
        let select = format!(
            "SELECT {COLUMNS}, id FROM opponent_games WHERE {condition} ORDER BY occasion, id"
        );
        self.connection
            .prepare_cached(&select)
            .and_then(|mut statement| {
                let fields = |row: &Row<'_>| Ok((row.get("id")?, OpponentGame::of_row(row)?));
                statement.query_map(values, fields)?.collect()
            })
            .map_err(|error| self.explain(error))
    }

    /// Adds a row within a transaction; `game` is where the game is stored. Returns false if it is there already.
    pub(super) fn insert_memory(
        &self,
        opponent: i64,
        memory: &OpponentGame,
        game: Option<i64>,
    ) -> Result<bool, StoreError> {
        let sql = |error| self.explain(error);
        let habits = serde_json::to_string(&memory.habits)
            .map_err(|error| sql(rusqlite::Error::ToSqlConversionFailure(error.into())))?;
        let added = self
            .connection
            .prepare_cached(&format!(
                "INSERT INTO opponent_games ({COLUMNS}, opponent, game)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
                 ON CONFLICT DO NOTHING"
            ))
            .and_then(|mut statement| {
                statement.execute(params![
                    memory.fingerprint.to_be_bytes(),
                    memory.occasion,
                    memory.source.name(),
                    memory.played_at,
                    memory.color.code(),
                    memory.moves,
                    memory.plies,
                    memory.men,
                    memory.opening,
                    memory.objective,
                    memory.result.map(DatabaseCode::code),
                    memory.rating,
                    memory.other_rating,
                    memory.population,
                    habits,
                    memory.losses.as_ref().map(ToString::to_string),
                    memory.strength_limit,
                    opponent,
                    game,
                ])
            })
            .map_err(sql)?;
        if added == 0 && (game.is_some() || memory.result.is_some()) {
            self.complete_row(opponent, memory, game)?;
        }
        Ok(added > 0)
    }

    /// Notes where a remembered game is stored if the counts came before the game, and its result if it was not known.
    fn complete_row(
        &self,
        opponent: i64,
        memory: &OpponentGame,
        game: Option<i64>,
    ) -> Result<(), StoreError> {
        self.connection
            .prepare_cached(
                "UPDATE opponent_games SET game = coalesce(game, ?1), result = coalesce(result, ?6)
                 WHERE opponent = ?2 AND fingerprint = ?3 AND color = ?4 AND occasion = ?5",
            )
            .and_then(|mut statement| {
                statement.execute(params![
                    game,
                    opponent,
                    memory.fingerprint.to_be_bytes(),
                    memory.color.code(),
                    memory.occasion,
                    memory.result.map(DatabaseCode::code),
                ])
            })
            .map(drop)
            .map_err(|error| self.explain(error))
    }
}
