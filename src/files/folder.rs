//! The folder that a file lies in.

use std::path::Path;

/// The folder in which `file` lies; `.` for a bare name.
pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes a folder's list of files to disk, so that a file that was renamed in it keeps its new name after a power
/// cut. A file system that cannot do so loses at most the new name.
pub fn sync_folder(folder: &Path) {
    // Elsewhere a folder cannot be opened.
    #[cfg(unix)]
    let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}
