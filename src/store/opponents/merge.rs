//! Joining two opponents, and adding opponents from another database or from a file of counts.

use std::ops::ControlFlow;

use rusqlite::{OptionalExtension as _, params};
use serde::{Deserialize, Serialize};

use super::game::{MemorySource, OpponentGame};
use super::key::{OpponentKey, OpponentKind};
use super::list::Opponent;
use super::rows::LearnedGame;
use crate::record::Game;
use crate::store::codes::DatabaseCode;
use crate::store::error::StoreError;
use crate::store::games::{GameFilter, game_row};
use crate::store::open::Store;
use crate::store::run::RunKey;
use crate::store::write::WriteCounts;

/// Numbers of what [`Store::add_remembered`] added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddedMemory {
    /// Numbers of games that were added, and of those remembered already.
    pub games: WriteCounts,
    /// Number of opponents with an added game.
    pub opponents: u64,
}

/// An opponent with everything that is remembered of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RememberedOpponent {
    /// The name.
    pub name: String,
    /// The site they play on; empty for this computer.
    pub origin: String,
    /// Person or program.
    pub kind: OpponentKind,
    /// Other spellings of the name; one of another site or kind has both behind tabs.
    pub aliases: Vec<String>,
    /// When the first game was stored, UTC.
    pub first_seen: String,
    /// When the last game was stored, UTC.
    pub last_seen: String,
    /// The games.
    pub games: Vec<OpponentGame>,
}

impl Store {
    /// Makes two opponents one: the games of `other` become those of `kept`, and their names its aliases.
    ///
    /// A name of `other` that differs from that of `kept` in Unicode composition alone is no alias.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn merge_opponents(&mut self, kept: &Opponent, other: &Opponent) -> Result<(), StoreError> {
        if kept.id == other.id {
            return Ok(());
        }
        self.in_one_transaction(|store| {
            for game in store.opponent_games(other.id)? {
                if game.source == MemorySource::Learned {
                    store.learn_row(kept.id, &game)?;
                } else {
                    store.take_over(kept.id, other.id, &game)?;
                }
            }
            let moved = [
                "UPDATE games SET opponent = ?1 WHERE opponent = ?2",
                "UPDATE opponent_aliases SET opponent = ?1 WHERE opponent = ?2",
                "INSERT INTO opponent_aliases (key, name, opponent)
                 SELECT key, name, ?1 FROM opponents WHERE id = ?2 AND composed_name(key) <>
                     (SELECT composed_name(key) FROM opponents WHERE id = ?1)",
                "UPDATE opponents SET first_seen = min(opponents.first_seen, other.first_seen),
                     last_seen = max(opponents.last_seen, other.last_seen)
                 FROM (SELECT first_seen, last_seen FROM opponents WHERE id = ?2) AS other
                 WHERE id = ?1",
            ];
            for statement in moved {
                store
                    .connection
                    .execute(statement, [kept.id, other.id])
                    .map_err(|error| store.explain(error))?;
            }
            store
                .connection
                .execute("DELETE FROM opponents WHERE id = ?1", [other.id])
                .map(drop)
                .map_err(|error| store.explain(error))
        })
    }

    /// Moves a played game from one opponent to another, where it replaces a copy learned from a file.
    fn take_over(&self, kept: i64, other: i64, game: &OpponentGame) -> Result<(), StoreError> {
        let result = self.drop_learned_copies(kept, game)?;
        self.connection
            .prepare_cached(
                "UPDATE OR IGNORE opponent_games SET opponent = ?1, result = ?6
                 WHERE opponent = ?2 AND fingerprint = ?3 AND color = ?4 AND occasion = ?5",
            )
            .and_then(|mut statement| {
                statement.execute(params![
                    kept,
                    other,
                    game.fingerprint.to_be_bytes(),
                    i64::from(game.color.is_black()),
                    game.occasion,
                    result.map(DatabaseCode::code),
                ])
            })
            .map(drop)
            .map_err(|error| self.explain(error))
    }

    /// Returns everything that is remembered of all opponents, in an order that follows from them alone.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn remembered_opponents(&self) -> Result<Vec<RememberedOpponent>, StoreError> {
        let mut found = Vec::new();
        for opponent in self.opponents()? {
            found.push(self.remembered_opponent(opponent)?);
        }
        found.sort_by(|one, two| {
            (&one.name, &one.origin, one.kind.name()).cmp(&(
                &two.name,
                &two.origin,
                two.kind.name(),
            ))
        });
        Ok(found)
    }

    /// Returns everything that is remembered of one opponent.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn remembered_opponent(
        &self,
        opponent: Opponent,
    ) -> Result<RememberedOpponent, StoreError> {
        Ok(RememberedOpponent {
            games: self.opponent_games(opponent.id)?,
            aliases: self.full_aliases(&opponent)?,
            name: opponent.name,
            origin: opponent.origin,
            kind: opponent.kind,
            first_seen: opponent.first_seen,
            last_seen: opponent.last_seen,
        })
    }

    /// Returns the other spellings of an opponent; one of another site or kind with both behind tabs.
    fn full_aliases(&self, opponent: &Opponent) -> Result<Vec<String>, StoreError> {
        let full = |key: &str, name: String| {
            let alike = OpponentKey::new(&name, &opponent.origin, opponent.kind);
            let other = OpponentKey::from_database_key(key);
            if alike.is_same(&other) {
                return name;
            }
            format!("{name}\t{}\t{}", other.origin, other.kind.name())
        };
        self.connection
            .prepare_cached(
                "SELECT key, name FROM opponent_aliases WHERE opponent = ?1 ORDER BY key",
            )
            .and_then(|mut statement| {
                statement
                    .query_map([opponent.id], |row| {
                        let (key, name): (String, String) = (row.get(0)?, row.get(1)?);
                        Ok(full(&key, name))
                    })?
                    .collect()
            })
            .map_err(|error| self.explain(error))
    }

    /// Adds what is remembered of opponents elsewhere, in one transaction; what is here already is not counted
    /// twice. Returns the numbers of games and opponents.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn add_remembered(
        &mut self,
        opponents: &[RememberedOpponent],
    ) -> Result<AddedMemory, StoreError> {
        self.in_one_transaction(|store| {
            let mut added = AddedMemory::default();
            for opponent in opponents {
                let before = added.games.new;
                store.add_remembered_opponent(opponent, &mut added.games)?;
                added.opponents += u64::from(added.games.new > before);
            }
            Ok(added)
        })
    }

    fn add_remembered_opponent(
        &mut self,
        opponent: &RememberedOpponent,
        counts: &mut WriteCounts,
    ) -> Result<(), StoreError> {
        let key = |name: &str| OpponentKey::new(name, &opponent.origin, opponent.kind);
        let row = self.opponent_row(&key(&opponent.name), Some(&opponent.first_seen))?;
        self.opponent_row(&key(&opponent.name), Some(&opponent.last_seen))?;
        for alias in &opponent.aliases {
            let alias = if alias.contains('\t') {
                OpponentKey::from_text(alias)
            } else {
                key(alias)
            };
            self.add_alias(row, &alias)?;
        }
        for game in &opponent.games {
            let is_new = match game.source {
                MemorySource::Learned => self.learn_row(row, game)? == LearnedGame::New,
                MemorySource::Played => self.add_played(row, game)?,
            };
            counts.new += u64::from(is_new);
            counts.known += u64::from(!is_new);
        }
        Ok(())
    }

    /// Adds another name of an opponent. An opponent of that name here is merged with them, as they were elsewhere; where
    /// it is another opponent's second name, it stays theirs.
    fn add_alias(&mut self, opponent: i64, alias: &OpponentKey) -> Result<(), StoreError> {
        let Some(known) = self.known_opponent(alias)? else {
            return self
                .connection
                .execute(
                    "INSERT INTO opponent_aliases (key, name, opponent) VALUES (?1, ?2, ?3)",
                    params![alias.database_key(), alias.name, opponent],
                )
                .map(drop)
                .map_err(|error| self.explain(error));
        };
        let [kept, other] = [opponent, known].map(|row| self.opponent_of_row(row));
        let (Some(kept), Some(other)) = (kept?, other?) else {
            return Ok(());
        };
        if other.key().is_same(alias) {
            self.merge_opponents(&kept, &other)?;
        }
        Ok(())
    }

    /// Adds a game that was played elsewhere, in place of what it goes on from. Returns false if it or more of it is
    /// there already.
    fn add_played(&self, opponent: i64, game: &OpponentGame) -> Result<bool, StoreError> {
        let mut game = OpponentGame {
            result: self.drop_learned_copies(opponent, game)?,
            ..game.clone()
        };
        let stored = self.stored_row(&game.occasion)?;
        if stored.is_some() {
            if let Some(record) = self.stored_record(&game.occasion)? {
                self.drop_beginnings(opponent, &record, &mut game)?;
            }
        } else if game.result.is_none() && self.goes_on_here(opponent, &game)? {
            return Ok(false);
        }
        self.insert_memory(opponent, &game, stored)
    }

    /// Returns true if an unfinished game is remembered here as it went on; an earlier state of it is deleted.
    fn goes_on_here(&self, opponent: i64, game: &OpponentGame) -> Result<bool, StoreError> {
        let rows = self.memory_rows(
            "opponent = ?1 AND source = ?2 AND color = ?3
                 AND (game IS NOT NULL AND plies >= ?4 AND coalesce(played_at >= ?5, TRUE)
                     OR game IS NULL AND result IS NULL AND occasion = ?6)",
            params![
                opponent,
                MemorySource::Played.name(),
                game.color.code(),
                game.plies,
                game.played_at,
                game.occasion
            ],
        )?;
        for (row, known) in rows {
            if known.occasion == game.occasion {
                if known.plies >= game.plies {
                    return Ok(true);
                }
                self.delete_memory(row)?;
            } else if let Some(record) = self.stored_record(&known.occasion)?
                && game.is_beginning_of(&record.start, &record.moves)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns a stored game by its run and number, if it is in this database.
    fn stored_record(&self, occasion: &str) -> Result<Option<Game>, StoreError> {
        let Some((run, number)) = run_and_number(occasion) else {
            return Ok(None);
        };
        let filter = GameFilter {
            run: Some(run),
            numbers: Some(number..number.saturating_add(1)),
        };
        let mut found = None;
        self.for_each_game(&filter, |_, stored| {
            found = Some(stored.record);
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Returns the row of a stored game by its run and number, if it is in this database.
    fn stored_row(&self, occasion: &str) -> Result<Option<i64>, StoreError> {
        let Some((run, number)) = run_and_number(occasion) else {
            return Ok(None);
        };
        let Some(run) = self.run(&run)? else {
            return Ok(None);
        };
        self.connection
            .query_row(
                "SELECT id FROM games WHERE id = ?1",
                [game_row(run.row, number)],
                |row| row.get(0),
            )
            .optional()
            .map_err(|error| self.explain(error))
    }
}

/// Reads the occasion of a stored game; `None` for another.
fn run_and_number(occasion: &str) -> Option<(RunKey, u32)> {
    let (run, number) = occasion.split_once(' ')?;
    Some((RunKey(run.to_owned()), number.parse().ok()?))
}
