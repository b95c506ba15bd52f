//! Copies of a database that others may be writing to.

use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::Backup;

use super::error::StoreError;
use super::open::Store;
use crate::files::{self, Existing, TemporaryFolder, WriteError, WriteGuard};

/// How long SQLite waits before it tries again to read a page that is being written.
const PAUSE: Duration = Duration::from_millis(20);

impl Store {
    /// Copies the whole database to `file`, as it is at one moment, while other processes may write to it. The copy is
    /// written under a temporary name and renamed when it is complete.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if `file` exists and is to be kept, if it is this database, if another process writes to it, or
    /// if one of both files cannot be read or written.
    pub fn backup(&self, file: &Path, existing: Existing) -> Result<(), StoreError> {
        files::check_not_input(file, [&self.file])?;
        files::check_output(file, existing)?;
        if files::is_special(file) {
            return Err(WriteError::Special(file.to_owned()).into());
        }
        let io = |source| StoreError::from_io(file, source).without_result();
        let _guard = WriteGuard::acquire(file).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => StoreError::SecondWriter(file.to_owned()),
            _ => StoreError::from_io(file, error),
        })?;
        let temporary = TemporaryFolder::within(files::folder_of(file)).map_err(io)?;
        let half = temporary.path().join("half.db");
        let sql = |error| StoreError::from_sqlite(file, error).without_result();
        let mut copy = Connection::open(&half).map_err(sql)?;
        Backup::new(&self.connection, &mut copy)
            // All pages in one step: the copy shows one moment, and does not start again when another process writes.
            .and_then(|backup| backup.run_to_completion(i32::MAX, PAUSE, None))
            .map_err(sql)?;
        copy.close().map_err(|(_, error)| sql(error))?;
        self.give_rights(&half).map_err(io)?;
        Self::settle(&half, file, existing)
    }

    /// Gives a copy the permissions of this database, which may hold names that others must not read.
    #[cfg(unix)]
    fn give_rights(&self, copy: &Path) -> io::Result<()> {
        use std::fs;
        use std::os::unix::fs::PermissionsExt as _;
        /// The owner can write to the copy, also to that of a database that is only read.
        const OWNER: u32 = 0o600;
        let mode = fs::metadata(&self.file)?.permissions().mode() & 0o777;
        fs::set_permissions(copy, fs::Permissions::from_mode(mode | OWNER))
    }

    #[cfg(not(unix))]
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "on Unix the permissions are those of this file"
    )]
    fn give_rights(&self, _copy: &Path) -> io::Result<()> {
        Ok(())
    }
}
