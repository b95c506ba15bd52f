//! Games against users: stored, and remembered with the opponent.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::params;

use super::game::{CHANGED_LIMIT, MemorySource, OpponentGame};
use super::key::OpponentKey;
use crate::identity::tidy_name;
use crate::record::{Game, Provenance, RunDraws};
use crate::store::codes::DatabaseCode as _;
use crate::store::error::StoreError;
use crate::store::games::{GameFilter, GameKey, StoredGame, game_row};
use crate::store::open::Store;
use crate::store::pack::pack;
use crate::store::run::{Run, RunKey, RunKind, RunSettings};
use crate::store::write::WriteCounts;

/// A stored game of an opponent that is not remembered yet, because an older version stored it.
#[derive(Clone, Debug)]
pub struct UnrememberedGame {
    /// The opponent's row.
    opponent: i64,
    /// The game's row.
    game: i64,
    key: GameKey,
    /// When it was stored, UTC.
    pub played_at: Option<String>,
    /// The opponent.
    pub who: OpponentKey,
    /// The game.
    pub record: Game,
}

/// The stored games of opponents that are not remembered, with at least ?1 plies.
const UNREMEMBERED: &str = "games.opponent IS NOT NULL AND games.opening_plies = 0
    AND length(games.moves) >= 2 * ?1
    AND NOT EXISTS (SELECT 1 FROM opponent_games WHERE game = games.id)";

impl Store {
    /// Adds a game against a user, who is its `opponent`, and what is remembered of it.
    ///
    /// Games added by one [`Store`] under the same provenance make one run of their own, numbered as they come, so
    /// that databases of several machines can be merged.
    ///
    /// # Errors
    ///
    /// As [`Store::write_games`].
    pub fn add_user_game(
        &mut self,
        provenance: &Provenance,
        game: StoredGame,
        memory: Option<OpponentGame>,
    ) -> Result<GameKey, StoreError> {
        let mut stored = game;
        for side in ["White", "Black"] {
            let tags = &mut stored.record.tags;
            if let Some(name) = tags.get(side).map(tidy_name)
                && stored.opponent.as_ref().is_some_and(|key| key.name == name)
            {
                tags.set(side, &name);
            }
        }
        let run = self.in_one_transaction(|store| {
            let run = store.session_run(provenance, &stored)?;
            stored.number = run.games_wanted;
            stored.played_at = Some(store.now()?);
            let packed = pack(&stored).map_err(|what| store.refused(&run, stored.number, what))?;
            store.write_packed(&run, &packed, &mut WriteCounts::default())?;
            if let (Some(key), Some(mut memory)) = (&stored.opponent, memory) {
                memory.occasion = occasion(&run.key, stored.number);
                memory.played_at.clone_from(&stored.played_at);
                let row = game_row(run.row, stored.number);
                let opponent = store.opponent_row(key, stored.played_at.as_deref())?;
                store.drop_beginnings(opponent, &stored.record, &mut memory)?;
                store.insert_memory(opponent, &memory, Some(row))?;
            }
            store.add_run(&run.key, &run.settings, stored.number + 1, None)
        })?;
        let number = stored.number;
        let key = run.key.clone();
        self.session = Some(run);
        Ok(GameKey { run: key, number })
    }

    /// Remembers a game against a user that was broken off, and is therefore not stored itself.
    ///
    /// It takes the place of the same game as an earlier process left it, and has its occasion, so that databases can
    /// be merged that saw it at different times.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn remember_unfinished(
        &mut self,
        key: &OpponentKey,
        game: &Game,
        mut memory: OpponentGame,
    ) -> Result<(), StoreError> {
        let unique = format!("{:032x} {}", memory.fingerprint, unique_text());
        memory.occasion = crate::files::checksum(unique.as_bytes());
        self.in_one_transaction(|store| {
            memory.played_at = Some(store.now()?);
            let opponent = store.opponent_row(key, memory.played_at.as_deref())?;
            if let Some(occasion) = store.drop_beginnings(opponent, game, &mut memory)? {
                memory.occasion = occasion;
            }
            store.insert_memory(opponent, &memory, None)?;
            Ok(())
        })
    }

    /// Deletes what was remembered of this game when it was broken off before, within a transaction.
    ///
    /// If it was played at another limit of strength then, the limit of `memory` is [`CHANGED_LIMIT`]. Returns the
    /// occasion of the first beginning.
    pub(super) fn drop_beginnings(
        &self,
        opponent: i64,
        game: &Game,
        memory: &mut OpponentGame,
    ) -> Result<Option<String>, StoreError> {
        let unfinished = self.memory_rows(
            "opponent = ?1 AND source = ?2 AND color = ?3 AND plies <= ?4
                 AND result IS NULL AND game IS NULL AND coalesce(played_at <= ?5, TRUE)",
            params![
                opponent,
                MemorySource::Played.name(),
                memory.color.code(),
                memory.plies,
                memory.played_at
            ],
        )?;
        let mut first = None;
        for (row, beginning) in unfinished {
            if !beginning.is_beginning_of(&game.start, &game.moves) {
                continue;
            }
            if beginning.strength_limit != memory.strength_limit {
                memory.strength_limit = Some(CHANGED_LIMIT.to_owned());
            }
            self.delete_memory(row)?;
            first = first.or(Some(beginning.occasion));
        }
        Ok(first)
    }

    /// Returns true if [`unremembered_games`](Self::unremembered_games) would find any.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn has_unremembered_games(&self, least_plies: u32) -> Result<bool, StoreError> {
        self.connection
            .query_row(
                &format!("SELECT EXISTS (SELECT 1 FROM games WHERE {UNREMEMBERED})"),
                [least_plies],
                |row| row.get(0),
            )
            .map_err(|error| self.explain(error))
    }

    /// Returns the games of opponents that are stored and not remembered, as an older program left them.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn unremembered_games(
        &self,
        least_plies: u32,
    ) -> Result<Vec<UnrememberedGame>, StoreError> {
        let sql = |error| self.explain(error);
        let rows: Vec<(i64, i64, u32, String)> = self
            .connection
            .prepare_cached(&format!(
                "SELECT games.opponent, games.id, games.number, runs.key
                 FROM games JOIN runs ON runs.id = games.run
                 WHERE {UNREMEMBERED} ORDER BY games.id"
            ))
            .and_then(|mut statement| {
                statement
                    .query_map([least_plies], |row| {
                        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
                    })?
                    .collect()
            })
            .map_err(sql)?;
        let mut games = Vec::with_capacity(rows.len());
        for (opponent, game, number, run) in rows {
            let filter = GameFilter {
                run: Some(RunKey(run)),
                numbers: Some(number..number.saturating_add(1)),
            };
            self.for_each_game(&filter, |key, stored| {
                if let Some(who) = stored.opponent {
                    games.push(UnrememberedGame {
                        opponent,
                        game,
                        key,
                        played_at: stored.played_at,
                        who,
                        record: stored.record,
                    });
                }
                std::ops::ControlFlow::Continue(())
            })?;
        }
        Ok(games)
    }

    /// Remembers games that [`unremembered_games`](Self::unremembered_games) found, in one transaction.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn remember_stored(
        &mut self,
        games: impl IntoIterator<Item = (UnrememberedGame, OpponentGame)>,
    ) -> Result<(), StoreError> {
        self.in_one_transaction(|store| {
            for (stored, mut memory) in games {
                memory.occasion = occasion(&stored.key.run, stored.key.number);
                memory.played_at = stored.played_at;
                store.insert_memory(stored.opponent, &memory, Some(stored.game))?;
            }
            Ok(())
        })
    }

    /// The time, UTC.
    fn now(&self) -> Result<String, StoreError> {
        self.connection
            .query_row("SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')", (), |row| {
                row.get(0)
            })
            .map_err(|error| self.explain(error))
    }

    /// Returns the run for games that this [`Store`] adds: the last one if the game fits it, or a new one.
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
            draws: Some(RunDraws::UNSTATED),
        };
        // Games of people do not follow from settings, so the key must be unique.
        let unique = format!("{} {}", settings.key(), unique_text());
        let key = RunKey(crate::files::checksum(unique.as_bytes()));
        self.add_run(&key, &settings, 0, None)
    }
}

/// Returns a text that is unique to this process and moment.
fn unique_text() -> String {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_nanos();
    format!("{now} {}", std::process::id())
}

/// Returns run and number, which identify a stored game on every machine.
fn occasion(run: &RunKey, number: u32) -> String {
    format!("{run} {number}")
}
