//! What can go wrong with a database, in sentences that name the file, the place and the remedy.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::ErrorCode;

use crate::files::WriteError;

/// How long the store waits for a lock that another program holds.
pub const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Why the store could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Nothing lies there.
    #[error(
        "{}: there is no database here; check the name, or begin one with 'bayeschess selfplay --db {}'",
        .0.display(), .0.display()
    )]
    Missing(PathBuf),
    /// The folder that should hold it is not there.
    #[error("{}: the folder {} does not exist; create it first", file.display(), folder.display())]
    NoFolder {
        /// The database.
        file: PathBuf,
        /// Its missing folder.
        folder: PathBuf,
    },
    /// Its first bytes are not those of an SQLite database.
    #[error(
        "{}: not an SQLite database, or its first page is damaged; give another file, or put a copy in its place \
         (collections of games are put into one by 'bayeschess db import')",
        .0.display()
    )]
    NotADatabase(PathBuf),
    /// An SQLite database of something else.
    #[error(
        "{}: an SQLite database of another program (application id {found:#010x}, not {ours:#010x}); give another file",
        file.display(), ours = super::schema::APPLICATION_ID
    )]
    OtherProgram {
        /// The database.
        file: PathBuf,
        /// The application id in its header.
        found: i32,
    },
    /// Written by a later program.
    #[error(
        "{}: its schema version is {found} and this program knows none above {}; use a newer bayeschess",
        file.display(), super::schema::VERSION
    )]
    Newer {
        /// The database.
        file: PathBuf,
        /// The schema version in its header.
        found: i32,
    },
    /// Bytes are not what was written.
    #[error(
        "{}: damaged at {place} ({what}); 'bayeschess db verify' lists all damage, then put a copy in its place",
        file.display()
    )]
    Damaged {
        /// The database.
        file: PathBuf,
        /// The table, run, game or case.
        place: String,
        /// What is wrong there.
        what: String,
    },
    /// Another process holds the right to write.
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
    /// The file or its folder may not be read, or not be written.
    #[error(
        "{}: this user may not open it; change the permissions of the file and its folder, or give another one",
        .0.display()
    )]
    ReadOnly(PathBuf),
    /// No room.
    #[error(
        "{}: the disk is full; what was complete is kept: make room and give the same command again",
        .0.display()
    )]
    DiskFull(PathBuf),
    /// The disk or its file system failed; SQLite gives no more detail. A limit on the size of files has the same
    /// symptom.
    #[error(
        "{}: the disk takes or gives no more ({source}); what was complete is kept: make room, or mend the disk, and give the same command again",
        file.display()
    )]
    DiskFailed {
        /// The database.
        file: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The folder may not be written to, and the last changes are not in the file itself.
    #[error(
        "{}: its last changes lie in {}-wal, which only those can read who may write to the folder; copy both files to a folder of your own",
        .0.display(), .0.display()
    )]
    LogOutOfReach(PathBuf),
    /// The same key, another game.
    #[error(
        "{}: game {number} of run {run} is already there and differs; these are not games of the same run, so give another database",
        file.display()
    )]
    Conflict {
        /// The database.
        file: PathBuf,
        /// The run's key.
        run: String,
        /// The game's number.
        number: u32,
    },
    /// A game that the store does not take.
    #[error("{}: game {number} of run {run} was refused ({what}); nothing was written", file.display())]
    BadGame {
        /// The database, or the file that the game came from.
        file: PathBuf,
        /// The run's key.
        run: String,
        /// The game's number.
        number: u32,
        /// Why.
        what: String,
    },
    /// No run or opponent of that name.
    #[error("{}: there is no {what} '{name}' here; 'bayeschess {list}' lists them", file.display())]
    Unknown {
        /// The database.
        file: PathBuf,
        /// `run` or `opponent`.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// The subcommand that lists what there is.
        list: &'static str,
    },
    /// A file to import from is not what `db export` writes.
    #[error("{}: line {line}: {what}; give files as 'bayeschess db export --csv' writes them", file.display())]
    BadImport {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong there.
        what: String,
    },
    /// The file system refused.
    #[error("{}: {source}; check the path and its permissions", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Anything else that SQLite reports.
    #[error("{}: SQLite refused ({source}); 'bayeschess db verify' may tell more", file.display())]
    Sql {
        /// The database.
        file: PathBuf,
        /// What it said.
        source: rusqlite::Error,
    },
    /// A source that comes again with other options.
    #[error(
        "{}: {source_name} was read with {then} and is now to be read with {now}, which would miss games; \
         take it away first with 'bayeschess db forget-source {} {source_name}', or begin another database",
        file.display(), file.display()
    )]
    OtherOptions {
        /// The database.
        file: PathBuf,
        /// The source's name.
        source_name: String,
        /// The options with which it was read.
        then: String,
        /// Those that were given now.
        now: String,
    },
    /// The work was cancelled.
    #[error("{}: stopped before all was read; nothing was added", .0.display())]
    Stopped(PathBuf),
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// No place for data of this user.
    #[error(
        "there is no home folder to keep a database in; give a file, or set BAYESCHESS_HOME to a folder"
    )]
    NoHome,
}

impl StoreError {
    /// What SQLite said, as this room says it.
    pub(super) fn from_sqlite(file: &Path, source: rusqlite::Error) -> Self {
        let file = file.to_owned();
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

    /// What the file system said, as this room says it.
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

    /// The same about the file that was asked for, where the error names a temporary one.
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
