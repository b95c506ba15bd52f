//! Paths that this process removes when a signal ends it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What this process has to remove when it is stopped.
pub(super) static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Locks a set of paths, which no panic leaves half changed.
pub(super) fn locked(
    set: &'static Mutex<BTreeSet<PathBuf>>,
) -> MutexGuard<'static, BTreeSet<PathBuf>> {
    set.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A path that is removed if the process is stopped while this lives.
#[derive(Debug)]
pub(super) struct RemovedOnStop(PathBuf);

impl RemovedOnStop {
    pub(super) fn new(path: &Path) -> Self {
        locked(&LIVE).insert(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for RemovedOnStop {
    fn drop(&mut self) {
        locked(&LIVE).remove(&self.0);
    }
}

/// Removes the temporary files, folders and lock files of this process, which must end at once.
pub fn remove_all() {
    for path in locked(&LIVE).iter() {
        // What cannot be removed is swept by a later command.
        let _ = remove(path);
    }
}

/// Removes a file, or a folder with all that is in it.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    }
}
