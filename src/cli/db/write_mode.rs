//! What becomes of that which an import writes: it stays, or is only told.
//!
//! May use: everything.

use std::path::Path;

use bayeschess::store::{Store, StoreError};

/// What becomes of that which an import writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteMode {
    /// It stays.
    Commit,
    /// It is only told.
    DryRun,
}

impl WriteMode {
    /// Fills the database `file`, which is begun if it is not there.
    pub(super) fn fill<T>(
        self,
        file: &Path,
        fill: impl FnOnce(&mut Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self {
            Self::Commit => Store::write_atomically(file, fill),
            Self::DryRun => Store::dry_run(file, fill),
        }
    }

    /// What people must know who asked for it.
    pub(super) const fn note(self) -> &'static str {
        match self {
            Self::Commit => "",
            Self::DryRun => "dry run: nothing was written\n",
        }
    }
}
