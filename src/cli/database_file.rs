//! The database that a command names.

use std::path::{Path, PathBuf};

use bayeschess::store::{self, Access, Store};

/// Returns the named database, or the default one.
pub fn named_or_default(file: Option<&Path>) -> anyhow::Result<PathBuf> {
    Ok(match file {
        Some(file) => file.to_owned(),
        None => store::default_path()?,
    })
}

/// Returns the named database, or the default one, whose folder is created if it is missing.
pub fn named_or_default_to_write(file: Option<&Path>) -> anyhow::Result<PathBuf> {
    Ok(match file {
        Some(file) => file.to_owned(),
        None => store::default_path_to_write()?,
    })
}

/// Opens the named database, or the default one, to read it.
pub fn open_to_read(file: Option<&Path>) -> anyhow::Result<Store> {
    Ok(Store::open(&named_or_default(file)?, Access::Read)?)
}
