//! Paths that this process removes when a signal ends it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The temporary files, temporary folders and lock files that this process must remove when it is stopped.
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

    /// Makes a file or folder and registers its path, with no chance for [`remove_all`] in between.
    pub(super) fn make<T>(
        make: impl FnOnce() -> io::Result<T>,
        path: impl FnOnce(&T) -> &Path,
    ) -> io::Result<(T, Self)> {
        let mut live = locked(&LIVE);
        let made = make()?;
        let path = path(&made).to_owned();
        live.insert(path.clone());
        Ok((made, Self(path)))
    }
}

impl Drop for RemovedOnStop {
    fn drop(&mut self) {
        locked(&LIVE).remove(&self.0);
    }
}

/// Number of attempts to remove a folder in which another thread is still making files.
const TRIES: u32 = 50;

/// The pause between two attempts.
const RETRY: Duration = Duration::from_millis(2);

/// Removes the temporary files, folders and lock files of this process, which must end directly afterwards. From now
/// on no thread can make new ones.
pub fn remove_all() {
    let live = locked(&LIVE);
    for path in live.iter() {
        // A file that cannot be removed now is removed by a later command.
        for _ in 0..TRIES {
            match remove(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                Err(_) => std::thread::sleep(RETRY),
                Ok(()) => {}
            }
        }
    }
    // The lock is never released, so that no thread makes anything more.
    std::mem::forget(live);
}

/// Removes a file, or a folder with all that is in it.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    }
}
