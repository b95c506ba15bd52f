//! The content hash: equal exactly when two databases hold the same games and cases.
//!
//! It goes over (run, number) in order, and over what was played and is learned from; the order of
//! writing, the number of threads, names of files, times and the rows of this database leave it
//! alone. Run keys give the order and are not hashed themselves.
//!
//! May use: rusqlite.

use std::ops::ControlFlow;

use super::error::StoreError;
use super::games::GameFilter;
use super::open::Store;

impl Store {
    /// The hash of the games that `filter` lets through: 64 hexadecimal digits (BLAKE3).
    ///
    /// # Errors
    ///
    /// When the database cannot be read, or holds no run of that key; [`StoreError::Damaged`] for
    /// a game that is not as it was written.
    pub fn content_hash(&self, filter: &GameFilter) -> Result<String, StoreError> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"bayeschess content 1");
        self.for_each_packed(filter, |run, game, checksum| {
            self.check(run, &game, checksum)?;
            hasher.update(game.digest().as_bytes());
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(hasher.finalize().to_hex().to_string())
    }
}
