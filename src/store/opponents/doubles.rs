//! Games that are remembered under more than one name.

use rusqlite::params;

use super::game::{COLUMNS, OpponentGame};
use super::key::OpponentKey;
use crate::store::error::StoreError;
use crate::store::open::Store;

impl Store {
    /// Returns the names of the other opponents under whom this game of this colour is remembered, too.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn also_remembered_as(
        &self,
        key: &OpponentKey,
        game: &OpponentGame,
    ) -> Result<Vec<String>, StoreError> {
        let sql = |error| self.explain(error);
        let opponent = self.known_opponent(key)?.unwrap_or(-1);
        // The rows are found by opponent and fingerprint together.
        let mut statement = self
            .connection
            .prepare_cached(&format!(
                "SELECT {COLUMNS}, (SELECT name FROM opponents WHERE id = opponent) FROM opponent_games
                 WHERE opponent IN (SELECT id FROM opponents WHERE id <> ?1) AND fingerprint = ?2"
            ))
            .map_err(sql)?;
        let mut rows = statement
            .query(params![opponent, game.fingerprint.to_be_bytes()])
            .map_err(sql)?;
        let mut names = Vec::new();
        while let Some(row) = rows.next().map_err(sql)? {
            if game.is_same_row(row).map_err(sql)? {
                names.push(row.get(17).map_err(sql)?);
            }
        }
        names.sort();
        names.dedup();
        Ok(names)
    }
}
