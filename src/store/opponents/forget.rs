//! Forgetting an opponent: no byte of the name stays in the file or in its log.

use std::collections::BTreeSet;

use rusqlite::params;

use super::key::name_key;
use super::list::Opponent;
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

/// The name of an opponent who was forgotten.
const NOBODY: &str = "?";

impl Store {
    /// Forgets all opponents of this name or alias: their counts and every spelling of the name.
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
        let forgotten = self.in_one_transaction(|store| store.take_names_out(name, games))?;
        self.erase_free_pages()?;
        Ok(forgotten)
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
        let mut spellings: Vec<String> = opponents
            .iter()
            .flat_map(|opponent| std::iter::once(&opponent.name).chain(&opponent.aliases))
            .cloned()
            .collect();
        if unknown.is_some() {
            spellings.push(name.to_owned());
        }
        let keys: BTreeSet<String> = spellings.iter().map(|name| name_key(name)).collect();
        let renamed = self.take_names_out_of_games(&keys, games)?;
        if let Some(error) = unknown.filter(|_| renamed == 0) {
            return Err(error);
        }
        for opponent in &opponents {
            self.connection
                .execute("DELETE FROM opponents WHERE id = ?1", [opponent.id])
                .map_err(sql)?;
        }
        Ok(Forgotten {
            spellings,
            games: renamed,
            remembered: opponents.iter().map(|opponent| opponent.games).sum(),
        })
    }

    /// Removes names from the games against users, also where the opponent is no longer known.
    fn take_names_out_of_games(
        &self,
        keys: &BTreeSet<String>,
        games: ForgetGames,
    ) -> Result<u64, StoreError> {
        let sql = |error| self.explain(error);
        let names: Vec<(i64, String, String)> = self
            .connection
            .prepare(
                "SELECT games.id, white, black FROM games JOIN runs ON runs.id = games.run
                 WHERE runs.kind = 'play'",
            )
            .and_then(|mut statement| {
                statement
                    .query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                    .collect()
            })
            .map_err(sql)?;
        let is_meant = |name: &str| keys.contains(&name_key(name));
        let mut found = 0;
        for (id, white, black) in &names {
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
