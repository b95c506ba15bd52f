//! Errors of the database, in sentences that name the file, the place and the remedy.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::ErrorCode;

use crate::files::WriteError;
use crate::foreign;

/// Maximum time to wait for a lock that another program holds.
pub const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Reason why a database operation failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file does not exist.
    #[error(
        "{}: there is no database here; check the name, or begin one with 'bayeschess selfplay', 'db import' or 'opponent learn'",
        .0.display()
    )]
    Missing(PathBuf),
    /// The folder of the file does not exist.
    #[error("{}: the folder {} does not exist; create it first", file.display(), folder.display())]
    NoFolder {
        /// Path of the database.
        file: PathBuf,
        /// Missing folder.
        folder: PathBuf,
    },
    /// The file does not begin like an SQLite database.
    #[error(
        "{}: not an SQLite database, or its first page is damaged; give another file, or put a copy in its place \
         (collections of games are put into one by 'bayeschess db import')",
        .0.display()
    )]
    NotADatabase(PathBuf),
    /// The file is an SQLite database of another program.
    #[error(
        "{}: an SQLite database of another program (application id {found:#010x}, not {ours:#010x}); give another file",
        file.display(), ours = super::schema::APPLICATION_ID
    )]
    OtherProgram {
        /// Path of the database.
        file: PathBuf,
        /// Application id in its header.
        found: i32,
    },
    /// The database was written by a newer version of this program.
    #[error(
        "{}: its schema version is {found} and this program knows none above {}; use a newer bayeschess",
        file.display(), super::schema::VERSION
    )]
    Newer {
        /// Path of the database.
        file: PathBuf,
        /// Schema version in its header.
        found: i32,
    },
    /// Stored bytes differ from those that were written.
    #[error(
        "{}: damaged at {place} ({what}); 'bayeschess db verify' lists all damage, then put a copy in its place",
        file.display()
    )]
    Damaged {
        /// Path of the database.
        file: PathBuf,
        /// Table, run, game or case.
        place: String,
        /// Fault at this place.
        what: String,
    },
    /// Another process has the database open for writing.
    #[error(
        "{}: another process is writing to this database; wait until it ends, or write to another one and join them with 'bayeschess db merge'",
        .0.display()
    )]
    SecondWriter(PathBuf),
    /// Another program holds SQLite's own lock.
    #[error(
        "{}: locked by another program for longer than {} seconds; close that program and try again",
        .0.display(), LOCK_TIMEOUT.as_secs()
    )]
    Locked(PathBuf),
    /// The user has no permission to read or write the file or its folder.
    #[error(
        "{}: this user may not open it; change the permissions of the file and its folder, or give another one",
        .0.display()
    )]
    ReadOnly(PathBuf),
    /// The disk is full.
    #[error(
        "{}: the disk is full; the database is as it was after the last complete step: make room and give the same \
         command again",
        .0.display()
    )]
    DiskFull(PathBuf),
    /// The disk is full or failed before a new database was complete.
    #[error(
        "{}: the disk is full, or it failed, before the new database was complete; no file was made: make room, or \
         mend the disk, and give the same command again",
        .0.display()
    )]
    NothingKept(PathBuf),
    /// The disk or its file system failed; SQLite gives no more detail. A limit on the size of files has the same
    /// symptom.
    #[error(
        "{}: the disk cannot be read or written any more ({source}); the database is as it was after the last complete step: make \
         room, or mend the disk, and give the same command again",
        file.display()
    )]
    DiskFailed {
        /// Path of the database.
        file: PathBuf,
        /// Error of SQLite.
        source: rusqlite::Error,
    },
    /// The folder is not writable, and the last changes are not in the file itself.
    #[error(
        "{}: its last changes are in {}-wal, which cannot be read without permission to write to the folder; copy both files to a folder of your own",
        .0.display(), .0.display()
    )]
    LogOutOfReach(PathBuf),
    /// A file of games is damaged or cut off.
    #[error("{}: {what}; nothing of it was read: fetch the file again", file.display())]
    BadGameFile {
        /// Path of the file.
        file: PathBuf,
        /// Description of the fault.
        what: String,
    },
    /// Another game with the same key is already stored.
    #[error(
        "{}: game {number} of run {run} is already there and differs; these are not games of the same run, so give another database",
        file.display()
    )]
    Conflict {
        /// Path of the database.
        file: PathBuf,
        /// Key of the run.
        run: String,
        /// Number of the game.
        number: u32,
    },
    /// The game is invalid.
    #[error("{}: game {number} of run {run} was refused ({what}); nothing was written", file.display())]
    BadGame {
        /// Path of the database, or of the file that the game came from.
        file: PathBuf,
        /// Key of the run.
        run: String,
        /// Number of the game.
        number: u32,
        /// Fault of the game.
        what: String,
    },
    /// A run or an opponent of that name is missing.
    #[error("{}: there is no {what} '{name}' here; 'bayeschess {list}' lists them", file.display())]
    Unknown {
        /// Path of the database.
        file: PathBuf,
        /// Kind of the name: `run` or `opponent`.
        what: &'static str,
        /// Name requested.
        name: String,
        /// Subcommand that lists the names.
        list: &'static str,
    },
    /// Another opponent has the name.
    #[error("{}: another opponent has the name '{name}'; 'bayeschess opponent merge' joins the two", file.display())]
    NameTaken {
        /// Path of the database.
        file: PathBuf,
        /// The name.
        name: String,
    },
    /// A file to import is not as `db export` writes it.
    #[error("{}: line {line}: {what}; give files as 'bayeschess db export --csv' writes them", file.display())]
    BadImport {
        /// Path of the file.
        file: PathBuf,
        /// Line number, from 1.
        line: u64,
        /// Fault of the line.
        what: String,
    },
    /// Input or output failed.
    #[error("{}: {source}; check the path and its permissions", file.display())]
    Io {
        /// Path of the file.
        file: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// SQLite reported another error.
    #[error("{}: SQLite refused ({source}); 'bayeschess db verify' may tell more", file.display())]
    Sql {
        /// Path of the database.
        file: PathBuf,
        /// Error of SQLite.
        source: rusqlite::Error,
    },
    /// A source is read again with other options.
    #[error(
        "{}: {source_name} was read with {then} and is now to be read with {now}, which would miss games; \
         take it away first with 'bayeschess db forget-source {} {}', or begin another database",
        file.display(), foreign::shell_path(file), foreign::shell_word(source_name)
    )]
    OtherOptions {
        /// Path of the database.
        file: PathBuf,
        /// Name of the source.
        source_name: String,
        /// Options with which it was read before.
        then: String,
        /// Options given now.
        now: String,
    },
    /// The operation was cancelled.
    #[error("{}: stopped before all was read; nothing was added", .0.display())]
    Stopped(PathBuf),
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The user has no home folder.
    #[error(
        "there is no home folder to keep a database in; give a file, or set BAYESCHESS_HOME to a folder"
    )]
    NoHome,
}

impl StoreError {
    /// Returns the error for an error of SQLite on `file`.
    pub(super) fn from_sqlite(file: &Path, source: rusqlite::Error) -> Self {
        let file = file.to_owned();
        if let Some(what) = schema_fault(&source) {
            return Self::Damaged {
                file,
                place: "the schema".to_owned(),
                what,
            };
        }
        match source.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotADatabase(file),
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged {
                file,
                place: "a page of the file".to_owned(),
                what: source.to_string(),
            },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked(file),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                Self::ReadOnly(file)
            }
            Some(ErrorCode::DiskFull) => Self::DiskFull(file),
            Some(ErrorCode::SystemIoFailure) => Self::DiskFailed { file, source },
            _ => Self::Sql { file, source },
        }
    }

    /// Returns the error for an error of the operating system on `file`.
    pub(super) fn from_io(file: &Path, source: io::Error) -> Self {
        let file = file.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::ReadOnly(file)
            }
            io::ErrorKind::StorageFull => Self::DiskFull(file),
            _ => Self::Io { file, source },
        }
    }

    /// Returns the error for a new database of which nothing is kept.
    pub(super) fn without_result(self) -> Self {
        match self {
            Self::DiskFull(file) | Self::DiskFailed { file, .. } => Self::NothingKept(file),
            other => other,
        }
    }

    /// Returns the same error about `file`, if it names a temporary file.
    pub(super) fn about(self, file: &Path) -> Self {
        let file = file.to_owned();
        match self {
            Self::DiskFull(_) => Self::DiskFull(file),
            Self::ReadOnly(_) => Self::ReadOnly(file),
            Self::DiskFailed { source, .. } => Self::DiskFailed { file, source },
            Self::Io { source, .. } => Self::Io { file, source },
            Self::Sql { source, .. } => Self::Sql { file, source },
            other => other,
        }
    }
}

/// Returns SQLite's message for a statement that does not fit the schema. The program's own statements fit, so
/// another program has changed the schema.
fn schema_fault(source: &rusqlite::Error) -> Option<String> {
    match source {
        rusqlite::Error::SqlInputError { msg, .. } => Some(foreign::one_line(msg)),
        rusqlite::Error::SqliteFailure(error, Some(msg))
            if error.extended_code == rusqlite::ffi::SQLITE_ERROR =>
        {
            Some(foreign::one_line(msg))
        }
        _ => None,
    }
}
