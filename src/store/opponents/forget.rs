//! Forgetting an opponent: no byte of the name stays in the file or in its log.

use std::collections::BTreeSet;

use rusqlite::{Row, params};

use super::key::OpponentKey;
use super::list::Opponent;
use crate::identity::name_key;
use crate::store::error::StoreError;
use crate::store::open::Store;

/// What happens to the stored games of an opponent who is forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForgetGames {
    /// They stay, as games against `?`.
    Rename,
    /// They are deleted with their cases.
    Delete,
}

/// The spellings of a name and the numbers of games that were forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgotten {
    /// The names and aliases of all opponents who were meant.
    pub spellings: Vec<String>,
    /// Number of stored games that were renamed or deleted.
    pub games: u64,
    /// Number of remembered games whose counts were deleted.
    pub remembered: u64,
}

/// The names that an opponent is to be forgotten by, and who else bears one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeantNames {
    /// Every spelling.
    pub spellings: Vec<String>,
    /// Those who are meant, by each of their names; empty if no database knows them.
    pub meant: Vec<OpponentKey>,
    /// Opponents with one of these spellings who are not meant, by each of their names.
    pub namesakes: Vec<OpponentKey>,
}

impl MeantNames {
    /// The names of an opponent whom no database knows.
    pub fn unknown(name: &str) -> Self {
        Self {
            spellings: vec![name.to_owned()],
            meant: Vec::new(),
            namesakes: Vec::new(),
        }
    }

    /// Returns true if this opponent is one of those who are meant.
    pub fn is_one(&self, opponent: &OpponentKey) -> bool {
        if self.meant.is_empty() {
            return self.has_spelling(&opponent.name);
        }
        self.meant.iter().any(|one| one.is_same(opponent))
    }

    /// Returns true if a game that names this player is one of the opponent's.
    pub fn means(&self, player: &OpponentKey) -> bool {
        self.has_spelling(&player.name) && !self.namesakes.iter().any(|one| one.is_same(player))
    }

    /// Returns true if the name alone tells that the opponent is meant.
    fn means_name(&self, name: &str) -> bool {
        let key = name_key(name);
        self.has_spelling(name) && !self.namesakes.iter().any(|one| name_key(&one.name) == key)
    }

    fn has_spelling(&self, name: &str) -> bool {
        let key = name_key(name);
        self.spellings
            .iter()
            .any(|spelling| name_key(spelling) == key)
    }
}

/// The name of an opponent who was forgotten.
const NOBODY: &str = "?";

impl Store {
    /// Returns the names by which the opponents of this name or alias, or with this id, are to be forgotten.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unknown`] if there is no opponent of that name.
    pub fn meant_names(&self, name: &str) -> Result<MeantNames, StoreError> {
        self.names_of_all(&self.find_opponents(name)?)
    }

    fn names_of_all(&self, opponents: &[Opponent]) -> Result<MeantNames, StoreError> {
        let spellings: Vec<String> = opponents
            .iter()
            .flat_map(|opponent| std::iter::once(&opponent.name).chain(&opponent.aliases))
            .cloned()
            .collect();
        let names: BTreeSet<String> = spellings.iter().map(|name| name_key(name)).collect();
        let ids: BTreeSet<i64> = opponents.iter().map(|opponent| opponent.id).collect();
        let keys: Vec<(i64, String)> = self
            .connection
            .prepare(
                "SELECT id, key FROM opponents UNION SELECT opponent, key FROM opponent_aliases
                 ORDER BY 1, 2",
            )
            .and_then(|mut statement| {
                statement
                    .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
                    .collect()
            })
            .map_err(|error| self.explain(error))?;
        let key = |(_, key): (i64, String)| OpponentKey::from_database_key(&key);
        let (meant, others): (Vec<_>, Vec<_>) =
            keys.into_iter().partition(|(id, _)| ids.contains(id));
        let mut namesakes: Vec<OpponentKey> = others.into_iter().map(key).collect();
        namesakes.retain(|key| names.contains(&name_key(&key.name)));
        Ok(MeantNames {
            spellings,
            meant: meant.into_iter().map(key).collect(),
            namesakes,
        })
    }

    /// Forgets all opponents of this name or alias: their counts and every spelling of the name. Games of another
    /// opponent of that name stay, and with them those of which nothing but the name is known.
    ///
    /// The file is then written anew, and its log emptied, so that the name does not stay behind
    /// in pages that SQLite only marked as free.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unknown`] if there is no opponent of that name, and [`StoreError::Locked`] if another
    /// process keeps the log from being emptied.
    pub fn forget_opponent(
        &mut self,
        name: &str,
        games: ForgetGames,
    ) -> Result<Forgotten, StoreError> {
        // If the log cannot be emptied now, nothing is changed.
        self.empty_log()?;
        self.connection
            .pragma_update(None, "secure_delete", true)
            .map_err(|error| self.explain(error))?;
        let forgotten = self.in_one_transaction(|store| store.take_names_out(name, games));
        // If the name is unknown, an earlier attempt may have ended before this.
        if forgotten.is_ok() || self.has_free_pages()? {
            self.erase_free_pages()?;
        }
        forgotten
    }

    fn has_free_pages(&self) -> Result<bool, StoreError> {
        let free: i64 = self
            .connection
            .query_row("PRAGMA freelist_count", (), |row| row.get(0))
            .map_err(|error| self.explain(error))?;
        Ok(free > 0)
    }

    /// Writes the file anew without its free pages, and empties its log.
    fn erase_free_pages(&self) -> Result<(), StoreError> {
        self.connection
            .execute_batch("VACUUM")
            .map_err(|error| self.explain(error))?;
        self.empty_log()
    }

    /// Writes the log back into the file, and empties it.
    fn empty_log(&self) -> Result<(), StoreError> {
        let busy: bool = self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get(0))
            .map_err(|error| self.explain(error))?;
        if busy {
            return Err(StoreError::Locked(self.file.clone()));
        }
        Ok(())
    }

    fn take_names_out(&self, name: &str, games: ForgetGames) -> Result<Forgotten, StoreError> {
        let sql = |error| self.explain(error);
        let (opponents, unknown): (Vec<Opponent>, _) = match self.find_opponents(name) {
            Ok(found) => (found, None),
            // The name may stand in games whose opponent was not to be remembered.
            Err(error @ StoreError::Unknown { .. }) => (Vec::new(), Some(error)),
            Err(error) => return Err(error),
        };
        let meant = match &unknown {
            None => self.names_of_all(&opponents)?,
            Some(_) => MeantNames::unknown(name),
        };
        let renamed = self.take_names_out_of_games(&opponents, &meant, games)?;
        if let Some(error) = unknown.filter(|_| renamed == 0) {
            return Err(error);
        }
        for opponent in &opponents {
            self.connection
                .execute("DELETE FROM opponents WHERE id = ?1", [opponent.id])
                .map_err(sql)?;
        }
        Ok(Forgotten {
            spellings: meant.spellings,
            games: renamed,
            remembered: opponents.iter().map(|opponent| opponent.games).sum(),
        })
    }

    /// Removes names from the games of these opponents, and from games whose opponent is known by the name alone.
    fn take_names_out_of_games(
        &self,
        opponents: &[Opponent],
        meant: &MeantNames,
        games: ForgetGames,
    ) -> Result<u64, StoreError> {
        let sql = |error| self.explain(error);
        let names: Vec<(i64, Option<i64>, String, String)> = self
            .connection
            .prepare(
                "SELECT games.id, opponent, white, black FROM games JOIN runs ON runs.id = games.run
                 WHERE runs.kind = 'play'",
            )
            .and_then(|mut statement| {
                let fields = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
                statement.query_map((), fields)?.collect()
            })
            .map_err(sql)?;
        let mut found = 0;
        for (id, opponent, white, black) in &names {
            let is_theirs = opponents.iter().any(|known| Some(known.id) == *opponent);
            let is_meant = |name: &str| match opponent {
                Some(_) => is_theirs && meant.has_spelling(name),
                None => meant.means_name(name),
            };
            if !is_meant(white) && !is_meant(black) {
                continue;
            }
            found += 1;
            let without = |name| if is_meant(name) { NOBODY } else { name };
            match games {
                ForgetGames::Rename => self.connection.execute(
                    "UPDATE games SET white = ?2, black = ?3, opponent = NULL WHERE id = ?1",
                    params![id, without(white), without(black)],
                ),
                ForgetGames::Delete => self
                    .connection
                    .execute(
                        "DELETE FROM cases WHERE id >= ?1 << 3 AND id < (?1 + 1) << 3",
                        [id],
                    )
                    .and_then(|_| {
                        self.connection
                            .execute("DELETE FROM games WHERE id = ?1", [id])
                    })
                    .and_then(|_| {
                        self.connection.execute(
                            "DELETE FROM runs WHERE id = ?1 >> 32
                             AND NOT EXISTS (SELECT 1 FROM games WHERE run = runs.id)",
                            [id],
                        )
                    }),
            }
            .map_err(sql)?;
        }
        Ok(found)
    }
}
