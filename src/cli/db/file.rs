//! The database that a command names.

use std::path::{Path, PathBuf};

use bayeschess::store::{self, Access, Store};

/// The database that was named, or the usual one.
pub(super) fn named_or_usual(file: Option<&Path>) -> anyhow::Result<PathBuf> {
    Ok(match file {
        Some(file) => file.to_owned(),
        None => store::default_path()?,
    })
}

/// Opens the database that was named, or the usual one, to read.
pub(super) fn open_to_read(file: Option<&Path>) -> anyhow::Result<Store> {
    Ok(Store::open(&named_or_usual(file)?, Access::Read)?)
}
