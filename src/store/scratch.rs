//! A database for as long as it is needed.

use std::path::Path;

use super::error::StoreError;
use super::open::{Access, Store};
use crate::files::TemporaryFolder;

impl Store {
    /// An empty database on disk that nobody else knows of, in a folder of its own within `folder`; both go
    /// when it is dropped, however much came in.
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
