//! Opening of databases: permissions, checks and set-up.

use std::fmt::{Display, Write as _};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::{LOCK_TIMEOUT, StoreError};
use super::schema::{self, SchemaState};
use super::{name_function, row_checksums};
use crate::files::{self, NodeGuard, TemporaryFolder, WriteGuard};

/// Purpose for which a database is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading; other processes may write meanwhile.
    Read,
    /// Writing to an existing database.
    Write,
    /// Writing, after creating the database if it does not exist.
    Create,
    /// Writing single games in turns with other processes, even while one has the database locked for writing.
    /// Creates the database if it does not exist.
    Share,
}

/// The pause between two attempts to lock a database for setting it up.
const RETRY: Duration = Duration::from_millis(20);

/// The page size of new databases. A game takes 1 to 2 kB, of which pages of SQLite's 4,096 bytes waste a fifth.
const PAGE_BYTES: u32 = 8192;

/// An open database.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    pub(super) file: PathBuf,
    /// Run of games against users that was begun since the database was opened.
    pub(super) session: Option<super::run::Run>,
    // Fields are dropped in order: the guard must be released after the connection is closed.
    pub(super) guard: Option<WriteGuard>,
    /// Folder of a temporary database, which is deleted last.
    pub(super) scratch: Option<TemporaryFolder>,
}

impl Store {
    /// Opens `file`. If its creation was interrupted, it is completed (for writing) or read as empty. A database of an
    /// older schema is brought up to date, even for reading.
    ///
    /// # Errors
    ///
    /// [`StoreError`] for a file that is missing, damaged, of another program, of a newer schema, or unreadable.
    /// [`StoreError::SecondWriter`] for [`Access::Write`] and [`Access::Create`] if another process writes to it, and
    /// for reading if it does so under another name (hard link) of the file.
    pub fn open(file: &Path, access: Access) -> Result<Self, StoreError> {
        files::sweep(files::folder_of(file));
        match access {
            Access::Read => Self::open_to_read(file),
            Access::Write | Access::Create => Self::open_to_write(file, access),
            Access::Share => Self::open_to_share(file),
        }
    }

    /// Creates an empty database in memory.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if SQLite has no memory left.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::empty_in_memory(Path::new(":memory:"))
    }

    /// Returns true if the database stands for a file without content, which is read as one without games.
    pub(super) fn is_of_empty_file(&self) -> bool {
        let is_in_memory = self.connection.path().is_none_or(str::is_empty);
        is_in_memory && self.file.is_file()
    }

    /// Returns the path as it was given.
    pub fn file(&self) -> &Path {
        &self.file
    }

    fn open_to_write(file: &Path, access: Access) -> Result<Self, StoreError> {
        let folder = files::folder_of(file);
        if !folder.is_dir() {
            files::check_folder(folder)?;
            return Err(StoreError::NoFolder {
                file: file.to_owned(),
                folder: folder.to_owned(),
            });
        }
        let exists = check_there(file)?;
        if access == Access::Write && !exists {
            return Err(StoreError::Missing(file.to_owned()));
        }
        let refused = |error: io::Error| match error.kind() {
            io::ErrorKind::WouldBlock => StoreError::SecondWriter(file.to_owned()),
            _ => StoreError::from_io(file, error),
        };
        let mut guard = WriteGuard::acquire(file).map_err(refused)?;
        if exists {
            guard.include_links(file).map_err(refused)?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let sql = |error| StoreError::from_sqlite(file, error);
        let mut connection = connect(file, flags).map_err(sql)?;
        let state = known_state(&connection, file)?;
        if connection.is_readonly("main").map_err(sql)? {
            return Err(StoreError::ReadOnly(file.to_owned()));
        }
        if state == SchemaState::Unfinished {
            connection
                .pragma_update(None, "page_size", PAGE_BYTES)
                .map_err(sql)?;
        }
        set_up_writing(&connection).map_err(sql)?;
        if !exists {
            guard.include_links(file).map_err(refused)?;
        }
        if state != SchemaState::Ours(schema::VERSION) {
            schema::migrate(&mut connection).map_err(sql)?;
        }
        row_checksums::keep_up_to_date(&connection).map_err(sql)?;
        Ok(Self::new(connection, file, Some(guard)))
    }

    /// Locks the database for writing only while it is created or migrated.
    fn open_to_share(file: &Path) -> Result<Self, StoreError> {
        let deadline = Instant::now() + LOCK_TIMEOUT;
        // SQLite's log lies beside one name of a file, so processes cannot share it under two names.
        let is_linked = files::hard_links(file) > 1;
        while is_linked || !is_up_to_date(file)? {
            match Self::open_to_write(file, Access::Create) {
                Ok(store) if is_linked => return Ok(store),
                Ok(store) => {
                    store.close()?;
                    break;
                }
                Err(StoreError::SecondWriter(_)) if Instant::now() < deadline => {
                    std::thread::sleep(RETRY);
                }
                Err(error) => return Err(error),
            }
        }
        let sql = |error| StoreError::from_sqlite(file, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = connect(file, flags).map_err(sql)?;
        if connection.is_readonly("main").map_err(sql)? {
            return Err(StoreError::ReadOnly(file.to_owned()));
        }
        set_up_writing(&connection).map_err(sql)?;
        row_checksums::keep_up_to_date(&connection).map_err(sql)?;
        Ok(Self::new(connection, file, None))
    }

    fn open_to_read(file: &Path) -> Result<Self, StoreError> {
        if !check_there(file)? {
            return Err(StoreError::Missing(file.to_owned()));
        }
        let is_written_elsewhere = files::hard_links(file) > 1
            && !WriteGuard::is_held(file)
            && NodeGuard::acquire(file).is_err();
        if is_written_elsewhere {
            return Err(StoreError::SecondWriter(file.to_owned()));
        }
        let sql = |error| StoreError::from_sqlite(file, error);
        let connection = connect_to_read(file)?;
        match known_state(&connection, file)? {
            SchemaState::Unfinished | SchemaState::Foreign(_) => {
                return Self::empty_in_memory(file);
            }
            SchemaState::Ours(schema::VERSION) => {}
            SchemaState::Ours(_) => {
                drop(connection);
                drop(Self::open_to_write(file, Access::Write)?);
                return Self::open_to_read(file);
            }
        }
        connection
            .pragma_update(None, "query_only", true)
            .map_err(sql)?;
        Ok(Self::new(connection, file, None))
    }

    pub(super) fn empty_in_memory(file: &Path) -> Result<Self, StoreError> {
        let sql = |error| StoreError::from_sqlite(file, error);
        let mut connection = Connection::open_in_memory().map_err(sql)?;
        distrust_schema(&connection).map_err(sql)?;
        connection
            .pragma_update(None, "foreign_keys", true)
            .map_err(sql)?;
        schema::migrate(&mut connection).map_err(sql)?;
        row_checksums::keep_up_to_date(&connection).map_err(sql)?;
        Ok(Self::new(connection, file, None))
    }

    /// Wraps a connection for reading that is set up already.
    pub(super) fn of_reader(connection: Connection, file: &Path) -> Self {
        Self::new(connection, file, None)
    }

    fn new(connection: Connection, file: &Path, guard: Option<WriteGuard>) -> Self {
        Self {
            connection,
            file: file.to_owned(),
            session: None,
            guard,
            scratch: None,
        }
    }

    /// Returns the error for an error of SQLite on this file.
    pub(super) fn explain(&self, error: rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(&self.file, error)
    }

    /// Returns the error for data at `place` that this program never writes.
    pub(super) fn damaged(&self, place: &dyn Display, what: &dyn Display) -> StoreError {
        StoreError::Damaged {
            file: self.file.clone(),
            place: place.to_string(),
            what: what.to_string(),
        }
    }
}

/// Returns true if there is a database of the newest schema version.
fn is_up_to_date(file: &Path) -> Result<bool, StoreError> {
    if !check_there(file)? {
        return Ok(false);
    }
    let connection = connect_to_read(file)?;
    let state = known_state(&connection, file)?;
    Ok(state == SchemaState::Ours(schema::VERSION))
}

/// Returns true if the file exists; a folder or an unreadable path is an error.
pub(super) fn check_there(file: &Path) -> Result<bool, StoreError> {
    match std::fs::metadata(file) {
        Ok(there) if there.is_file() => Ok(true),
        Ok(_) => Err(StoreError::NotADatabase(file.to_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(StoreError::from_io(file, error)),
    }
}

pub(super) fn connect(file: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = if flags.contains(OpenFlags::SQLITE_OPEN_URI) {
        Connection::open_with_flags(file, flags)?
    } else {
        Connection::open_with_flags(plain_path(file), flags)?
    };
    distrust_schema(&connection)?;
    connection.busy_timeout(LOCK_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// Keeps what another program wrote into the schema from doing harm: triggers of the file never run, its views call
/// no functions with side effects, and no statement can damage the schema.
fn distrust_schema(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // Triggers of the connection, which keep the checksums, still run.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    row_checksums::define_functions(connection)?;
    name_function::define(connection)
}

/// Returns a path that SQLite does not take for `:memory:` or `file:…`, which would store nothing.
fn plain_path(file: &Path) -> PathBuf {
    if file.is_relative() {
        Path::new(".").join(file)
    } else {
        file.to_owned()
    }
}

/// Opens a database for reading, with write permission if possible, so that SQLite can remove its log afterwards.
///
/// With a write-ahead log even readers write to the folder. If they cannot, and there is no log, no other process can
/// be writing either, and the file is opened as immutable.
fn connect_to_read(file: &Path) -> Result<Connection, StoreError> {
    let shared = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let tried = connect(file, shared).and_then(|connection| {
        schema::inspect(&connection)?;
        Ok(connection)
    });
    let refusal = match tried {
        Ok(connection) => return Ok(connection),
        Err(error) => error,
    };
    let no_log_to_be_had = matches!(
        refusal.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::SystemIoFailure)
    );
    if no_log_to_be_had && std::fs::File::open(file).is_ok() {
        if has_log(file) {
            return Err(StoreError::LogOutOfReach(file.to_owned()));
        }
        let alone = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let unchanging = format!("file:{}?immutable=1", percent_encoded(file));
        if let Ok(connection) = connect(Path::new(&unchanging), alone) {
            return Ok(connection);
        }
    }
    Err(StoreError::from_sqlite(file, refusal))
}

/// Returns true if the log beside the database contains changes.
pub(super) fn has_log(file: &Path) -> bool {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

/// Encodes a path for a URI of SQLite.
pub(super) fn percent_encoded(file: &Path) -> String {
    let mut text = String::new();
    for &byte in file.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

/// Returns the state of a file, or an error if this program cannot use it.
pub(super) fn known_state(connection: &Connection, file: &Path) -> Result<SchemaState, StoreError> {
    let state =
        schema::inspect(connection).map_err(|error| StoreError::from_sqlite(file, error))?;
    match state {
        SchemaState::Foreign(found) => Err(StoreError::OtherProgram {
            file: file.to_owned(),
            found,
        }),
        SchemaState::Ours(found) if found > schema::VERSION => Err(StoreError::Newer {
            file: file.to_owned(),
            found,
        }),
        SchemaState::Ours(_) | SchemaState::Unfinished => Ok(state),
    }
}

/// Sets up the write-ahead log: readers never wait, and a kill or a power cut loses at most uncommitted changes.
fn set_up_writing(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)
}
