//! The queue: a small database beside the large one for games that end while another process writes for long.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::{LOCK_TIMEOUT, StoreError};
use super::open::{Access, Store};
use super::opponents::{OpponentGame, OpponentKey};

/// Where a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameDestination {
    /// Into the database.
    Database,
    /// Into the queue beside it, until somebody opens the database again.
    Queue,
}

/// The pause between two attempts to open the queue.
const RETRY: Duration = Duration::from_millis(20);

impl Store {
    /// Does short work on a database that other processes share. If one of them writes for too long, the work is
    /// done on the queue instead.
    ///
    /// # Errors
    ///
    /// What `work` returns, and whatever keeps both files from being written.
    pub fn share_or_queue<T>(
        file: &Path,
        work: impl Fn(&mut Self) -> Result<T, StoreError>,
    ) -> Result<(T, GameDestination), StoreError> {
        match Self::open(file, Access::Share).and_then(|mut store| work(&mut store)) {
            Ok(done) => Ok((done, GameDestination::Database)),
            Err(StoreError::Locked(_) | StoreError::SecondWriter(_)) => {
                let mut queue = Self::open_queue(&queue_beside(file), Access::Create)?;
                Ok((work(&mut queue)?, GameDestination::Queue))
            }
            Err(error) => Err(error),
        }
    }

    /// Moves the games of the queue into the database. Returns false if there is no queue.
    ///
    /// A kill in between leaves the games in both; moving them again changes nothing.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] while another process writes for too long; the queue then stays.
    pub fn empty_queue(file: &Path) -> Result<bool, StoreError> {
        let queue = queue_beside(file);
        if !queue.exists() {
            return Ok(false);
        }
        let waiting = match Self::open_queue(&queue, Access::Write) {
            Err(StoreError::Missing(_)) => return Ok(false),
            opened => opened?,
        };
        let mut store = Self::open(file, Access::Share)?;
        store.merge(std::slice::from_ref(&waiting))?;
        store.close()?;
        waiting.delete()?;
        Ok(true)
    }

    /// Returns the games of an opponent that wait in the queue, if there are any.
    ///
    /// # Errors
    ///
    /// When the queue cannot be read.
    pub fn waiting_games(file: &Path, key: &OpponentKey) -> Result<Vec<OpponentGame>, StoreError> {
        let queue = queue_beside(file);
        if !queue.exists() {
            return Ok(Vec::new());
        }
        match Self::open(&queue, Access::Read) {
            // Another process has just moved the games.
            Err(StoreError::Missing(_)) => Ok(Vec::new()),
            opened => opened?.remembered_games(key),
        }
    }

    fn open_queue(queue: &Path, access: Access) -> Result<Self, StoreError> {
        let deadline = Instant::now() + LOCK_TIMEOUT;
        loop {
            match Self::open(queue, access) {
                Err(StoreError::SecondWriter(_)) if Instant::now() < deadline => {
                    std::thread::sleep(RETRY);
                }
                opened => return opened,
            }
        }
    }
}

/// Returns the file in which finished games wait while another process writes: `games.db.queue` beside `games.db`.
pub fn queue_beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".queue");
    PathBuf::from(name)
}
