//! Whether an import is committed or only reported.

use std::path::Path;

use bayeschess::store::{Store, StoreError};

/// Whether an import is committed or only reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteMode {
    /// The import is committed.
    Commit,
    /// The import is rolled back (`--dry-run`).
    DryRun,
}

impl WriteMode {
    /// Fills the database `file`, which is created if it does not exist.
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

    /// A remark for the text output.
    pub(super) const fn note(self) -> &'static str {
        match self {
            Self::Commit => "",
            Self::DryRun => "dry run: nothing was written\n",
        }
    }
}
