//! Merging of databases: all content of the others, each game once.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::games::GameFilter;
use super::open::{Access, Store};
use super::write::{TransactionEnd, WriteCounts};
use crate::files::{self, Existing, TemporaryFolder, WriteError, WriteGuard};

/// Counts of merged content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeCounts {
    /// Games of runs, new and known.
    pub games: WriteCounts,
    /// Sources, new and known.
    pub sources: WriteCounts,
    /// Collected games: new ones, and those that this database has already, from the same or another source.
    pub collected: WriteCounts,
}

impl Store {
    /// Adds all content of `others` in one transaction. Merging is idempotent, and the order does not change the
    /// content hash.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if two databases contain different games under one key, [`StoreError::OtherOptions`]
    /// if a source was read with other options, [`StoreError::Damaged`] if a checksum of another database is wrong. The
    /// database is then unchanged.
    pub fn merge(&mut self, others: &[Store]) -> Result<MergeCounts, StoreError> {
        self.in_one_transaction(|store| {
            let mut merged = MergeCounts::default();
            for other in others {
                // Another process may write to it meanwhile.
                other.in_one_view(|other| {
                    store.add_all_of(other, &mut merged.games)?;
                    store.add_remembered(&other.remembered_opponents()?)?;
                    store.add_collected_of(other, &mut merged)?;
                    // Last, since the checks above name the game.
                    other.refuse_changed_rows()
                })?;
            }
            Ok(merged)
        })
    }

    /// Adds all content of the databases in `files` in one transaction, opening one of them at a time. After each,
    /// `tell` gets the number of those done.
    ///
    /// # Errors
    ///
    /// As [`Store::merge`], and [`StoreError`] of a database that cannot be read. The database is then unchanged.
    pub fn merge_files(
        &mut self,
        files: &[PathBuf],
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), StoreError> {
        self.in_one_transaction(|store| {
            for (done, file) in files.iter().enumerate() {
                let other = Self::open(file, Access::Read)?;
                store.merge(std::slice::from_ref(&other))?;
                tell(done + 1);
            }
            Ok(())
        })
    }

    fn add_all_of(&self, other: &Self, written: &mut WriteCounts) -> Result<(), StoreError> {
        let mut here = Vec::new();
        for run in other.runs()? {
            here.push(self.add_run(
                &run.key,
                &run.settings,
                run.games_wanted,
                Some(&run.created),
            )?);
        }
        other.for_each_packed(&GameFilter::default(), |run, game, checksum| {
            other.check(run, &game, checksum)?;
            let target = here.iter().find(|there| there.key == run.key);
            if let Some(target) = target {
                self.write_packed(target, &game, written)?;
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Fills a new database under a temporary name and renames it when complete. An existing database is changed
    /// directly, in the transactions of `fill`.
    ///
    /// # Errors
    ///
    /// The error of `fill`, or [`StoreError`] if the file cannot be written; a new file then does not exist.
    pub fn write_atomically<T>(
        file: &Path,
        fill: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if file.exists() {
            return fill(&mut Self::open(file, Access::Write)?);
        }
        files::check_output(file, Existing::Keep)?;
        let folder = files::folder_of(file);
        let io = |source| StoreError::from_io(file, source).without_result();
        let temporary = TemporaryFolder::within(folder).map_err(io)?;
        let half = temporary.path().join("half.db");
        let mut store = Self::open(&half, Access::Create)
            .map_err(|error| error.about(file).without_result())?;
        // Errors name the requested file, not the temporary one.
        file.clone_into(&mut store.file);
        let done = fill(&mut store).map_err(StoreError::without_result)?;
        store.close().map_err(StoreError::without_result)?;
        Self::settle(&half, file, Existing::Keep)?;
        Ok(done)
    }

    /// Writes a closed new database to disk and gives it its name.
    pub(super) fn settle(half: &Path, file: &Path, existing: Existing) -> Result<(), StoreError> {
        if files::is_special(file) {
            return Err(WriteError::Special(file.to_owned()).into());
        }
        // Another process began it meanwhile, and its log files must stay.
        if existing == Existing::Keep && file.exists() {
            return Err(StoreError::SecondWriter(file.to_owned()));
        }
        let io = |source| StoreError::from_io(file, source).without_result();
        // Windows syncs only what may be written to.
        std::fs::OpenOptions::new()
            .write(true)
            .open(half)
            .and_then(|written| written.sync_all())
            .map_err(io)?;
        remove_leftovers(file).map_err(io)?;
        tempfile::TempPath::try_from_path(half)
            .and_then(|half| match existing {
                Existing::Keep => Ok(half.persist_noclobber(file)?),
                Existing::Replace => Ok(half.persist(file)?),
            })
            .map_err(|error| match error.kind() {
                std::io::ErrorKind::AlreadyExists => StoreError::SecondWriter(file.to_owned()),
                _ => io(error),
            })?;
        files::sync_folder(files::folder_of(file));
        Ok(())
    }

    /// Runs `fill` as [`Store::write_atomically`] does and rolls back all its changes; a missing database is not
    /// created.
    ///
    /// # Errors
    ///
    /// [`StoreError`], as [`Store::write_atomically`].
    pub fn dry_run<T>(
        file: &Path,
        fill: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut store = if file.exists() {
            Self::open(file, Access::Write)?
        } else {
            files::check_output(file, Existing::Keep)?;
            Self::empty_in_memory(file)?
        };
        store.in_one_transaction_that(TransactionEnd::Rollback, fill)
    }

    /// Closes the database, with its write-ahead log written back into it.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if SQLite cannot write the last pages.
    pub fn close(self) -> Result<(), StoreError> {
        self.close_and_keep_guard().map(drop)
    }

    /// Closes the database and removes its file, before another process gets the right to write to it.
    pub(super) fn delete(self) -> Result<(), StoreError> {
        let file = self.file.clone();
        let guard = self.close_and_keep_guard()?;
        std::fs::remove_file(&file)
            .and_then(|()| remove_leftovers(&file))
            .map_err(|error| StoreError::from_io(&file, error))?;
        drop(guard);
        Ok(())
    }

    /// Closes the database; the right to write to it stays until the guard is dropped.
    fn close_and_keep_guard(self) -> Result<Option<WriteGuard>, StoreError> {
        let Self {
            connection,
            file,
            session: _,
            guard,
            scratch: _,
        } = self;
        match connection.close() {
            Ok(()) => Ok(guard),
            Err((_, error)) => Err(StoreError::from_sqlite(&file, error)),
        }
    }
}

/// Removes the log files of a deleted database, which SQLite would apply to the new one.
fn remove_leftovers(file: &Path) -> std::io::Result<()> {
    for suffix in ["-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        match std::fs::remove_file(PathBuf::from(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
