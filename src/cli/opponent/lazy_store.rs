//! A database that is created by the first write.

use std::path::{Path, PathBuf};

use crate::cli::game_archive::catch_up;
use bayeschess::files::folder_of;
use bayeschess::store::{Access, Store, StoreError};

/// A database for single games that is created by the first write, so that a command without games leaves none.
pub(in crate::cli) struct LazyStore {
    file: PathBuf,
    store: Option<Store>,
}

impl LazyStore {
    /// Opens the database for writing, in turns with other processes, if it exists.
    pub(in crate::cli) fn open(file: &Path) -> Result<Self, StoreError> {
        catch_up(file)?;
        // A missing folder is reported at once, not after the reading.
        let store = if file.exists() || !folder_of(file).is_dir() {
            Some(Store::open(file, Access::Share)?)
        } else {
            None
        };
        Ok(Self {
            file: file.to_owned(),
            store,
        })
    }

    /// Returns the path as it was given.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Returns the database if it exists.
    pub(super) const fn get(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// Returns the database for writing if it exists.
    pub(super) const fn get_mut(&mut self) -> Option<&mut Store> {
        self.store.as_mut()
    }

    /// Returns the database for writing, after creating it if it does not exist.
    pub(super) fn get_or_create(&mut self) -> Result<&mut Store, StoreError> {
        let store = match self.store.take() {
            Some(store) => store,
            None => Store::open(&self.file, Access::Share)?,
        };
        Ok(self.store.insert(store))
    }

    /// Closes the database, with its write-ahead log written back into it.
    pub(in crate::cli) fn close(self) -> Result<(), StoreError> {
        self.store.map_or(Ok(()), Store::close)
    }
}
