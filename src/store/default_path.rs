//! Where the database lies when nobody says otherwise.

use std::path::PathBuf;

use super::error::StoreError;

/// `$BAYESCHESS_HOME/bayeschess.db`, or the same name in the user's folder for data. The folder
/// is ours and is created.
///
/// # Errors
///
/// When there is no home folder, or the folder cannot be created.
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
