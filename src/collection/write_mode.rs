//! Writing an import, or a dry run of it.

use std::path::Path;

use crate::store::{Store, StoreError};

/// Mode of an import: the changes are written, or rolled back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    /// All changes are written, or none.
    Commit,
    /// All changes are rolled back; a database that does not exist is not created.
    DryRun,
}

impl WriteMode {
    /// Fills the database `file`, which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// The error of `fill`, or [`StoreError`] if the database cannot be written.
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
