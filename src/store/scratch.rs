//! Temporary databases.

use std::path::Path;

use super::error::StoreError;
use super::open::{Access, Store};
use crate::files::TemporaryFolder;

impl Store {
    /// Creates an empty temporary database on disk, in a new folder within `folder`. Both are deleted when it is
    /// dropped.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if `folder` does not exist or is not writable.
    pub fn scratch(folder: &Path) -> Result<Self, StoreError> {
        let own =
            TemporaryFolder::within(folder).map_err(|error| StoreError::from_io(folder, error))?;
        let file = own.path().join("scratch.db");
        let mut store = Self::open(&file, Access::Create).map_err(|error| error.about(folder))?;
        store.scratch = Some(own);
        Ok(store)
    }
}
