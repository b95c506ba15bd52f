//! One writer at a time: a lock file beside what is written, held as long as it is written to.
//!
//! Two runs that write to one database, or train in one folder, would do everything twice or spoil
//! each other's work; here the second is refused at once. The operating system lets go of the lock
//! when its process ends, however it ends, so that nothing is left to clean up after a kill.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::cleanup::RemovedOnStop;
use super::folder::folder_of;
use super::node::NodeGuard;

/// A lock on one file that keeps other processes from writing to it; released when dropped.
#[derive(Debug)]
pub struct WriteGuard {
    file: PathBuf,
    // Held for its lock.
    _lock: File,
    _live: RemovedOnStop,
    node: Option<NodeGuard>,
}

impl WriteGuard {
    /// Locks `file` for writing, whether it exists or not.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::WouldBlock`] while another process, or another guard of this one, has the lock;
    /// else the system's error for the lock file.
    pub fn acquire(file: &Path) -> io::Result<Self> {
        let file = lock_of(file);
        loop {
            let lock = OpenOptions::new()
                .create(true)
                .truncate(false)
                .write(true)
                .open(&file)?;
            lock_for_writing(&lock)?;
            // The last owner may have removed the lock file after we opened it and before we locked it.
            if still_there(&lock, &file)? {
                let live = RemovedOnStop::new(&file);
                return Ok(Self {
                    file,
                    _lock: lock,
                    _live: live,
                    node: None,
                });
            }
        }
    }

    /// Locks `file` as [`acquire`](Self::acquire) does, and waits for another process up to `patience`.
    ///
    /// # Errors
    ///
    /// As [`acquire`](Self::acquire).
    pub fn wait(file: &Path, patience: Duration) -> io::Result<Self> {
        let deadline = Instant::now() + patience;
        loop {
            match Self::acquire(file) {
                Err(error)
                    if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < deadline =>
                {
                    std::thread::sleep(WAIT);
                }
                taken => return taken,
            }
        }
    }

    /// Extends the lock to the other names (hard links) of `file`, which must exist.
    ///
    /// # Errors
    ///
    /// As [`NodeGuard::acquire`].
    pub fn include_links(&mut self, file: &Path) -> io::Result<()> {
        self.node = Some(NodeGuard::acquire(file)?);
        Ok(())
    }

    /// Returns true if a process has locked `file` for writing. Changes no file and creates none.
    pub fn is_held(file: &Path) -> bool {
        is_locked(&lock_of(file))
    }
}

/// The pause between two attempts to lock a file that another process changes.
const WAIT: Duration = Duration::from_millis(20);

/// Number of attempts to lock a file for writing.
const LOCK_ATTEMPTS: u32 = 3;

/// The pause between two attempts; [`is_locked`] holds a lock for much less.
const LOCK_RETRY: Duration = Duration::from_millis(5);

/// Locks an open file for writing. It retries for some milliseconds, since [`is_locked`] in another process holds the
/// lock for a moment.
///
/// # Errors
///
/// [`io::ErrorKind::WouldBlock`] if another process holds the lock; else the error of the system.
pub fn lock_for_writing(file: &File) -> io::Result<()> {
    for _ in 1..LOCK_ATTEMPTS {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_RETRY),
            locked => return locked.map_err(io::Error::from),
        }
    }
    file.try_lock().map_err(io::Error::from)
}

/// Returns true if a process has locked this file with [`lock_for_writing`]. Takes a shared lock for a moment.
pub fn is_locked(file: &Path) -> bool {
    let is_taken = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    File::open(file).is_ok_and(is_taken)
}

/// Returns the lock file of `file`, the same for all symbolic links to it.
fn lock_of(file: &Path) -> PathBuf {
    let mut name = canonical(file).into_os_string();
    name.push(".lock");
    PathBuf::from(name)
}

/// Returns the path of `file` without symbolic links, whether it exists or not.
fn canonical(file: &Path) -> PathBuf {
    if let Ok(file) = file.canonicalize() {
        return file;
    }
    let folder = folder_of(file).canonicalize();
    match (folder, file.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => file.to_owned(),
    }
}

impl Drop for WriteGuard {
    fn drop(&mut self) {
        // Removed while still locked. A lock file that stays behind does no harm.
        #[cfg(unix)]
        let _ = std::fs::remove_file(&self.file);
        #[cfg(not(unix))]
        let _ = &self.file;
    }
}

#[cfg(unix)]
pub(super) fn still_there(lock: &File, file: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let ours = lock.metadata()?;
    match std::fs::metadata(file) {
        Ok(there) => Ok((there.dev(), there.ino()) == (ours.dev(), ours.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere the lock file is never removed.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the same shape as on Unix")]
pub(super) fn still_there(_lock: &File, _file: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_link_is_the_file_that_it_leads_to() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("sub")).expect("made");
        symlink(at("sub"), at("link")).expect("linked");
        symlink(at("sub/games.db"), at("games.db")).expect("linked");
        let _first = WriteGuard::acquire(&at("sub/games.db")).expect("nobody writes yet");
        assert!(WriteGuard::is_held(&at("link/games.db")));
        assert!(WriteGuard::is_held(&at("sub/../link/games.db")));
        std::fs::write(at("sub/games.db"), "").expect("written");
        for name in ["link/games.db", "games.db"] {
            WriteGuard::acquire(&at(name)).expect_err("held by the first");
        }
    }

    #[test]
    fn the_second_writer_is_refused_until_the_first_is_done() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("games.db");
        assert!(!WriteGuard::is_held(&database));
        let first = WriteGuard::acquire(&database).expect("nobody writes yet");
        assert!(WriteGuard::is_held(&database));
        let second = WriteGuard::acquire(&database).expect_err("held by the first");
        assert_eq!(second.kind(), io::ErrorKind::WouldBlock);
        drop(first);
        assert!(!WriteGuard::is_held(&database));
        drop(WriteGuard::acquire(&database).expect("free again"));
        let left = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(left, usize::from(!cfg!(unix)));
    }
}
