//! The default path of the database.

use std::path::PathBuf;

use super::error::StoreError;

/// Returns `$BAYESCHESS_HOME/bayeschess.db`, or the same name in the user's data folder. Creates the folder.
///
/// # Errors
///
/// [`StoreError`] if there is no home folder, or the folder cannot be created.
pub fn default_path() -> Result<PathBuf, StoreError> {
    let folder = match std::env::var_os("BAYESCHESS_HOME") {
        Some(home) if !home.is_empty() => PathBuf::from(home),
        _ => directories::ProjectDirs::from("", "", "bayeschess")
            .ok_or(StoreError::NoHome)?
            .data_dir()
            .to_owned(),
    };
    std::fs::create_dir_all(&folder).map_err(|source| StoreError::from_io(&folder, source))?;
    Ok(folder.join("bayeschess.db"))
}
