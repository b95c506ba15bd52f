//! Games against users, and who those users are.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension as _, params};
use serde::Serialize;

use super::error::StoreError;
use super::games::{GameKey, StoredGame};
use super::open::Store;
use super::pack::pack;
use super::run::{Run, RunKey, RunKind, RunSettings};
use super::write::WriteCounts;
use crate::identity::tidy_name;
use crate::record::Provenance;

/// Somebody who played against this program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opponent {
    /// The name, tidied.
    pub name: String,
    /// How many games are stored.
    pub games: u64,
    /// When the first was stored, UTC.
    pub first_seen: String,
    /// When the last was stored, UTC.
    pub last_seen: String,
}

impl Store {
    /// Adds a game against a user, who is its `opponent`.
    ///
    /// All games that one opening of the database adds under the same provenance make one run of
    /// their own, numbered as they come, so that databases of several machines can be joined.
    ///
    /// # Errors
    ///
    /// As [`Store::write_games`].
    pub fn add_user_game(
        &mut self,
        provenance: &Provenance,
        game: StoredGame,
    ) -> Result<GameKey, StoreError> {
        let mut stored = game;
        if let Some(opponent) = &mut stored.opponent {
            *opponent = tidy_name(opponent);
            for side in ["White", "Black"] {
                let tags = &mut stored.record.tags;
                if tags
                    .get(side)
                    .is_some_and(|name| tidy_name(name) == *opponent)
                {
                    tags.set(side, opponent);
                }
            }
        }
        let run = self.in_one_transaction(|store| {
            let run = store.session_run(provenance, &stored)?;
            stored.number = run.games_wanted;
            stored.played_at = Some(store.now()?);
            let packed = pack(&stored).map_err(|what| store.refused(&run, stored.number, what))?;
            store.write_packed(&run, &packed, &mut WriteCounts::default())?;
            store.add_run(&run.key, &run.settings, stored.number + 1, None)
        })?;
        let number = stored.number;
        let key = run.key.clone();
        self.session = Some(run);
        Ok(GameKey { run: key, number })
    }

    /// The time, UTC.
    fn now(&self) -> Result<String, StoreError> {
        self.connection
            .query_row("SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')", (), |row| {
                row.get(0)
            })
            .map_err(|error| self.explain(error))
    }

    /// The run that holds the games of this opening of the database: the last one, where the game
    /// fits it, or a new one.
    fn session_run(&self, provenance: &Provenance, game: &StoredGame) -> Result<Run, StoreError> {
        let levels = game.cases.first().map(|case| case.levels.len());
        if let Some(run) = &self.session
            && run.settings.provenance == *provenance
            && levels.is_none_or(|levels| levels == usize::from(run.settings.levels))
        {
            return Ok(run.clone());
        }
        let settings = RunSettings {
            kind: RunKind::Play,
            provenance: provenance.clone(),
            levels: u16::try_from(levels.unwrap_or(0)).unwrap_or(u16::MAX),
        };
        // People's games do not follow from settings: the key must be one that nobody else makes.
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_nanos();
        let unique = format!("{} {now} {}", settings.key(), std::process::id());
        let key = RunKey(crate::files::checksum(unique.as_bytes()));
        self.add_run(&key, &settings, 0, None)
    }

    /// Everybody who played, the last seen first.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn opponents(&self) -> Result<Vec<Opponent>, StoreError> {
        self.connection
            .prepare_cached(
                "SELECT name, (SELECT count(*) FROM games WHERE opponent = opponents.id),
                        first_seen, last_seen
                 FROM opponents ORDER BY last_seen DESC, key",
            )
            .and_then(|mut statement| {
                statement
                    .query_map((), |row| {
                        Ok(Opponent {
                            name: row.get(0)?,
                            games: row.get(1)?,
                            first_seen: row.get(2)?,
                            last_seen: row.get(3)?,
                        })
                    })?
                    .collect()
            })
            .map_err(|error| self.explain(error))
    }

    /// Forgets an opponent: the name goes, and the games stay as games against nobody in
    /// particular. Returns how many games that were.
    ///
    /// The file is then written anew, and its log emptied, so that the name does not stay behind
    /// in pages that SQLite only marked as free.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unknown`] when nobody of that name played.
    pub fn forget_opponent(&mut self, name: &str) -> Result<u64, StoreError> {
        let games = self.take_name_out(name)?;
        self.connection
            .execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
            .map_err(|error| self.explain(error))?;
        Ok(games)
    }

    fn take_name_out(&mut self, name: &str) -> Result<u64, StoreError> {
        let key = tidy_name(name).to_lowercase();
        self.in_one_transaction(|store| {
            let sql = |error| store.explain(error);
            let row: i64 = store
                .connection
                .query_row("SELECT id FROM opponents WHERE key = ?1", [&key], |row| {
                    row.get(0)
                })
                .optional()
                .map_err(sql)?
                .ok_or_else(|| StoreError::Unknown {
                    file: store.file.clone(),
                    what: "opponent",
                    name: name.to_owned(),
                    list: "opponent list",
                })?;
            let games = store.anonymize_games(row)?;
            store
                .connection
                .execute("DELETE FROM opponents WHERE id = ?1", [row])
                .map_err(sql)?;
            Ok(games)
        })
    }

    /// Takes the name of an opponent out of the games: the side that no heuristic played.
    fn anonymize_games(&self, opponent: i64) -> Result<u64, StoreError> {
        let sql = |error| self.explain(error);
        let names: Vec<(i64, String, String)> = self
            .connection
            .prepare("SELECT id, white, black FROM games WHERE opponent = ?1")
            .and_then(|mut statement| {
                statement
                    .query_map([opponent], |row| {
                        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                    })?
                    .collect()
            })
            .map_err(sql)?;
        let key: String = self
            .connection
            .query_row(
                "SELECT key FROM opponents WHERE id = ?1",
                [opponent],
                |row| row.get(0),
            )
            .map_err(sql)?;
        for (id, white, black) in &names {
            let without = |name: &str| {
                if tidy_name(name).to_lowercase() == key {
                    "forgotten".to_owned()
                } else {
                    name.to_owned()
                }
            };
            self.connection
                .execute(
                    "UPDATE games SET white = ?2, black = ?3, opponent = NULL WHERE id = ?1",
                    params![id, without(white), without(black)],
                )
                .map_err(sql)?;
        }
        Ok(names.len() as u64)
    }

    /// The row of an opponent, who is added when new; seen at `when`.
    pub(super) fn opponent_row(&self, name: &str, when: Option<&str>) -> Result<i64, StoreError> {
        let tidy = tidy_name(name);
        self.connection
            .prepare_cached(
                "INSERT INTO opponents (key, name, first_seen, last_seen)
                 SELECT ?1, ?2, seen, seen
                 FROM (SELECT coalesce(?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) AS seen)
                 WHERE true
                 ON CONFLICT (key) DO UPDATE SET
                     first_seen = min(first_seen, excluded.first_seen),
                     last_seen = max(last_seen, excluded.last_seen)
                 RETURNING id",
            )
            .and_then(|mut statement| {
                statement.query_row(params![tidy.to_lowercase(), tidy, when], |row| row.get(0))
            })
            .map_err(|error| self.explain(error))
    }
}
