//! The default path of the database.

use std::path::PathBuf;

use super::error::StoreError;
use crate::files::{check_folder, folder_of};

/// Returns `$BAYESCHESS_HOME/bayeschess.db`, or the same name in the user's data folder.
///
/// # Errors
///
/// [`StoreError::NoHome`] if there is no home folder.
pub fn default_path() -> Result<PathBuf, StoreError> {
    let folder = match std::env::var_os("BAYESCHESS_HOME") {
        Some(home) if !home.is_empty() => PathBuf::from(home),
        _ => directories::ProjectDirs::from("", "", "bayeschess")
            .ok_or(StoreError::NoHome)?
            .data_dir()
            .to_owned(),
    };
    Ok(folder.join("bayeschess.db"))
}

/// Returns the [default path](default_path), after creating its folder if it is missing.
///
/// # Errors
///
/// [`StoreError`] if there is no home folder, or the folder cannot be created.
pub fn default_path_to_write() -> Result<PathBuf, StoreError> {
    let file = default_path()?;
    let folder = folder_of(&file);
    check_folder(folder)?;
    std::fs::create_dir_all(folder).map_err(|source| StoreError::from_io(folder, source))?;
    Ok(file)
}
