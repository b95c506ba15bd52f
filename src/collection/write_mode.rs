//! Whether an import is written or only rehearsed.

use std::path::Path;

use crate::store::{Store, StoreError};

/// Whether what an import writes stays in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    /// Everything is written, or nothing.
    Commit,
    /// Everything is done and taken back; a database that does not exist is not created.
    DryRun,
}

impl WriteMode {
    /// Fills the database `file`, which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// What `fill` returns, and whatever keeps the database from being written.
    pub fn fill<T>(
        self,
        file: &Path,
        fill: impl FnOnce(&mut Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self {
            Self::Commit => Store::write_atomically(file, fill),
            Self::DryRun => Store::dry_run(file, fill),
        }
    }
}
