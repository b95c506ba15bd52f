//! A database for as long as it is needed.

use std::path::Path;

use super::error::StoreError;
use super::open::{Access, Store};
use crate::files::TemporaryFolder;

impl Store {
    /// Makes an empty temporary database on disk, in a new folder within `folder`. Both are deleted when it is
    /// dropped.
    ///
    /// # Errors
    ///
    /// When `folder` is not there, or nothing may be written to it.
    pub fn scratch(folder: &Path) -> Result<Self, StoreError> {
        let own =
            TemporaryFolder::within(folder).map_err(|error| StoreError::from_io(folder, error))?;
        let file = own.path().join("scratch.db");
        let mut store = Self::open(&file, Access::Create).map_err(|error| error.about(folder))?;
        store.scratch = Some(own);
        Ok(store)
    }
}
