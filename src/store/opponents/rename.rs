//! Renaming of an opponent.

use rusqlite::params;

use super::key::OpponentKey;
use super::list::Opponent;
use crate::store::error::StoreError;
use crate::store::open::Store;

impl Store {
    /// Gives an opponent another name. The old one stays as another spelling, so that games under it are still
    /// remembered as theirs.
    ///
    /// # Errors
    ///
    /// [`StoreError::NameTaken`] if another opponent has that name or spelling; else when the database cannot be
    /// written.
    pub fn rename_opponent(&mut self, opponent: &Opponent, name: &str) -> Result<(), StoreError> {
        let key_of = |name: &str| OpponentKey::new(name, &opponent.origin, opponent.kind);
        let (before, now) = (key_of(&opponent.name), key_of(name));
        self.in_one_transaction(|store| {
            let owner = store.known_opponent(&now)?;
            if owner.is_some_and(|owner| owner != opponent.id) {
                return Err(StoreError::NameTaken {
                    file: store.file.clone(),
                    name: now.name.clone(),
                });
            }
            let sql = |error| store.explain(error);
            let connection = &store.connection;
            if !now.is_same(&before) {
                connection
                    .execute(
                        "DELETE FROM opponent_aliases WHERE composed_name(key) = ?1",
                        [now.database_key()],
                    )
                    .map_err(sql)?;
                connection
                    .execute(
                        "INSERT INTO opponent_aliases (key, name, opponent)
                         SELECT key, name, id FROM opponents WHERE id = ?1",
                        [opponent.id],
                    )
                    .map_err(sql)?;
            }
            connection
                .execute(
                    "UPDATE opponents SET key = ?2, name = ?3 WHERE id = ?1",
                    params![opponent.id, now.database_key(), now.name],
                )
                .map(drop)
                .map_err(sql)
        })
    }
}
