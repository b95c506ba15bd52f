//! The folder that a file lies in, and folders that a command makes.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::WriteError;

/// The folder in which `file` lies; `.` for a bare name.
pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Checks that a folder is there or can be made: neither it nor a folder around it may be a file.
///
/// # Errors
///
/// [`WriteError::NotFolder`] with the file.
pub fn check_folder(folder: &Path) -> Result<(), WriteError> {
    // Without a separator at its end, behind which no file is found.
    let folder: PathBuf = folder.components().collect();
    let is_file = |place: &&Path| fs::metadata(place).is_ok_and(|found| !found.is_dir());
    match folder.ancestors().find(is_file) {
        Some(file) => Err(WriteError::NotFolder(file.to_owned())),
        None => Ok(()),
    }
}

/// Makes a folder and those around it, unless they are there.
///
/// # Errors
///
/// As [`check_folder`], and [`WriteError::Folder`] for what the file system reports.
pub fn make_folder(folder: &Path) -> Result<(), WriteError> {
    check_folder(folder)?;
    fs::create_dir_all(folder).map_err(|source| WriteError::Folder {
        folder: folder.to_owned(),
        source,
    })
}

/// Writes a folder's list of files to disk, so that a file that was renamed in it keeps its new name after a power
/// cut. A file system that cannot do so loses at most the new name.
pub fn sync_folder(folder: &Path) {
    // Elsewhere a folder cannot be opened.
    #[cfg(unix)]
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_the_place_of_a_folder_is_named() {
        let place = tempfile::tempdir().expect("a folder");
        let file = place.path().join("notes");
        fs::write(&file, "mine").expect("written");
        for folder in [file.clone(), file.join(""), file.join("runs/first")] {
            for refused in [check_folder(&folder), make_folder(&folder)] {
                let said = refused.expect_err("a file").to_string();
                let start = format!("{}: this is a file, and a folder is needed", file.display());
                assert!(said.starts_with(&start), "{said}");
            }
        }
        assert_eq!(fs::read(&file).expect("there"), b"mine");
    }

    #[test]
    fn a_folder_is_made_with_those_around_it_or_was_there() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("runs/first");
        check_folder(&folder).expect("free");
        assert!(!folder.exists());
        for _ in 0..2 {
            make_folder(&folder).expect("made");
            assert!(folder.is_dir());
        }
    }
}
