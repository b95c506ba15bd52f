//! Temporary files and folders that a stopped or killed command does not leave behind.
//!
//! Each is named `.bayeschess-….tmp` and locked by its process. A command that is stopped removes its own
//! ([`remove_all`](super::remove_all)). Those of a killed command are unlocked by the operating system, and the next
//! command that works in their folder removes them ([`sweep`]).

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::{NamedTempFile, TempDir};

use super::cleanup::{RemovedOnStop, locked, remove};
use super::guard::still_there;

const PREFIX: &str = ".bayeschess-";
const SUFFIX: &str = ".tmp";

/// The name of a folder's lock file, inside it.
const LOCK: &str = "lock";

/// Number of attempts: a sweep of another process may remove a new entry before it is locked.
const TRIES: u32 = 16;

/// The folders that this process has swept.
static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A hidden folder of this process, removed with all that is in it when this is dropped.
#[derive(Debug)]
pub struct TemporaryFolder {
    // Closed first: elsewhere than on Unix an open file cannot be removed.
    _lock: File,
    folder: TempDir,
    _live: RemovedOnStop,
}

impl TemporaryFolder {
    /// Makes a temporary folder within `folder`.
    ///
    /// # Errors
    ///
    /// What the file system says.
    pub fn within(folder: &Path) -> io::Result<Self> {
        sweep(folder);
        for _ in 0..TRIES {
            let make = || {
                tempfile::Builder::new()
                    .prefix(PREFIX)
                    .suffix(SUFFIX)
                    .tempdir_in(folder)
            };
            let (made, live) = RemovedOnStop::make(make, TempDir::path)?;
            let file = made.path().join(LOCK);
            let lock = match OpenOptions::new().write(true).create_new(true).open(&file) {
                Ok(lock) => lock,
                Err(error) if is_swept(&error) => continue,
                Err(error) => return Err(error),
            };
            if is_owned(&lock, &file)? {
                return Ok(Self {
                    _lock: lock,
                    folder: made,
                    _live: live,
                });
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A hidden file of this process, removed when this is dropped unless it was renamed.
#[derive(Debug)]
pub(super) struct TemporaryFile {
    pub(super) file: NamedTempFile,
    pub(super) live: RemovedOnStop,
}

impl TemporaryFile {
    /// Makes a temporary file in `folder`, readable by others if the user's mask allows it.
    pub(super) fn within(folder: &Path) -> io::Result<Self> {
        sweep(folder);
        for _ in 0..TRIES {
            let mut builder = tempfile::Builder::new();
            builder.prefix(PREFIX).suffix(SUFFIX);
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt as _;
                builder.permissions(fs::Permissions::from_mode(0o644));
            }
            let (file, live) =
                RemovedOnStop::make(|| builder.tempfile_in(folder), NamedTempFile::path)?;
            if is_owned(file.as_file(), file.path())? {
                return Ok(Self { file, live });
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }
}

/// Locks a new file. Returns false if a sweep was faster.
fn is_owned(lock: &File, path: &Path) -> io::Result<bool> {
    match lock.try_lock() {
        Ok(()) => still_there(lock, path),
        Err(TryLockError::WouldBlock) => Ok(false),
        // Without locks nothing is swept either.
        Err(TryLockError::Error(_)) => Ok(true),
    }
}

/// Returns true if an error means that a sweep was faster.
fn is_swept(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::AlreadyExists
    )
}

/// Removes what killed commands left in `folder`, with a warning in the log. Only the first call of a process for a
/// folder does anything.
pub fn sweep(folder: &Path) {
    if !locked(&SWEPT).insert(folder.to_owned()) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        let path = entry.path();
        if is_ours && remove_if_free(&path).is_ok_and(|is_removed| is_removed) {
            tracing::warn!(
                "{}: removed, it was left behind by a command that was killed",
                path.display()
            );
        }
    }
}

/// Removes a temporary file or folder whose owner is gone.
fn remove_if_free(path: &Path) -> io::Result<bool> {
    let is_folder = fs::symlink_metadata(path)?.is_dir();
    let lock = if is_folder {
        // A folder without a lock file was left while it was being made or removed.
        OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path.join(LOCK))?
    } else {
        OpenOptions::new().write(true).open(path)?
    };
    if lock.try_lock().is_err() {
        return Ok(false);
    }
    #[cfg(not(unix))]
    drop(lock);
    remove(path).map(|()| true)
}

#[cfg(test)]
mod tests {
    use super::super::cleanup::LIVE;
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_swept_and_what_is_in_use_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path();
        let left = [
            place.join(".bayeschess-abcdef.tmp"),
            place.join(".bayeschess-ghijkl.tmp"),
        ];
        fs::create_dir(&left[0]).expect("made");
        fs::write(left[0].join("half.db"), "x").expect("written");
        fs::write(&left[1], "x").expect("written");
        let other = place.join(".bayeschess-notes");
        fs::write(&other, "a user's").expect("written");
        let held = TemporaryFolder::within(place).expect("made");
        assert!(left.iter().all(|path| !path.exists()));
        assert!(other.exists());
        assert!(!remove_if_free(held.path()).expect("there"));
        let file = TemporaryFile::within(place).expect("made");
        assert!(!remove_if_free(file.file.path()).expect("there"));
        assert!(locked(&LIVE).contains(held.path()));
        let paths = [held.path().to_owned(), file.file.path().to_owned()];
        drop((held, file));
        for path in paths {
            assert!(!path.exists() && !locked(&LIVE).contains(&path));
        }
    }
}
