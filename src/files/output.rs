//! The name of an output, before anything is written to it.

use std::fs;
use std::path::Path;

use super::error::WriteError;
use super::folder::{check_folder, folder_of};

/// What a write may do to an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and the writer is refused (`--force` not given).
    Keep,
    /// It is replaced in one step.
    Replace,
}

impl Existing {
    /// The choice that a `--force` flag makes.
    pub const fn from_force(force: bool) -> Self {
        if force { Self::Replace } else { Self::Keep }
    }
}

/// Checks before the work begins that an output can be written at its end: the folder is there, the file is not.
///
/// A device, a pipe or a socket may be there: it is written to and stays.
///
/// # Errors
///
/// [`WriteError::Dash`], [`WriteError::NoFolder`], [`WriteError::NotFolder`] and, with [`Existing::Keep`],
/// [`WriteError::Exists`].
pub fn check_output(file: &Path, existing: Existing) -> Result<(), WriteError> {
    if file.as_os_str() == "-" {
        return Err(WriteError::Dash);
    }
    let folder = folder_of(file);
    if !folder.is_dir() {
        check_folder(folder)?;
        return Err(WriteError::NoFolder {
            file: file.to_owned(),
            folder: folder.to_owned(),
        });
    }
    if existing == Existing::Keep && file.exists() && !is_special(file) {
        return Err(WriteError::Exists(file.to_owned()));
    }
    Ok(())
}

/// Returns true if the name leads to a device, a pipe or a socket, which no file may replace.
pub fn is_special(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir())
}
