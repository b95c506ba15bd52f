//! Joining databases: everything that the others hold, each game once.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::games::GameFilter;
use super::open::{Access, Store};
use super::write::{TransactionEnd, WriteCounts};
use crate::files::{self, Existing, TemporaryFolder};

/// Counts of merged content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeCounts {
    /// Games of runs.
    pub games: WriteCounts,
    /// Sources.
    pub sources: WriteCounts,
    /// Collected games: those that count from now on, and those that were here from this or another
    /// source.
    pub collected: WriteCounts,
}

impl Store {
    /// Adds everything that `others` hold, in one transaction. Joining is idempotent, and the
    /// order makes no difference to the content hash.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] when two databases hold different games under one key,
    /// [`StoreError::OtherOptions`] when a source was read with different options,
    /// [`StoreError::Damaged`] for a game that is not as it was written; then nothing is changed.
    pub fn merge(&mut self, others: &[Store]) -> Result<MergeCounts, StoreError> {
        self.in_one_transaction(|store| {
            let mut merged = MergeCounts::default();
            for other in others {
                store.add_all_of(other, &mut merged.games)?;
                store.add_collected_of(other, &mut merged)?;
            }
            Ok(merged)
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

    /// Fills a new database under a temporary name and renames it when complete. An existing database is added to, in
    /// the transactions that `fill` makes.
    ///
    /// # Errors
    ///
    /// What `fill` returns, and whatever keeps the file from being written; a new file is then
    /// not there.
    pub fn write_atomically<T>(
        file: &Path,
        fill: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if file.exists() {
            return fill(&mut Self::open(file, Access::Write)?);
        }
        files::check_output(file, Existing::Keep)?;
        let folder = files::folder_of(file);
        let io = |source| StoreError::from_io(file, source);
        let temporary = TemporaryFolder::within(folder).map_err(io)?;
        let half = temporary.path().join("half.db");
        let mut store = Self::open(&half, Access::Create).map_err(|error| error.about(file))?;
        // Errors should name the file that was asked for, not the temporary one.
        file.clone_into(&mut store.file);
        let done = fill(&mut store)?;
        store.close()?;
        std::fs::File::open(&half)
            .and_then(|written| written.sync_all())
            .map_err(io)?;
        remove_leftovers(file).map_err(io)?;
        tempfile::TempPath::try_from_path(half)
            .and_then(|half| Ok(half.persist_noclobber(file)?))
            .map_err(io)?;
        Ok(done)
    }

    /// Runs `fill` as [`Store::write_atomically`] does and takes everything back that it wrote; a database
    /// that is not there is not begun.
    ///
    /// # Errors
    ///
    /// As [`Store::write_atomically`].
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

    /// Closes the database, with its log written back into it.
    ///
    /// # Errors
    ///
    /// When SQLite cannot write the last pages.
    pub fn close(self) -> Result<(), StoreError> {
        let Self {
            connection,
            file,
            session: _,
            guard,
            scratch: _,
        } = self;
        connection
            .close()
            .map_err(|(_, error)| StoreError::from_sqlite(&file, error))?;
        drop(guard);
        Ok(())
    }
}

/// Removes the log of a database that is gone: SQLite would take it for the new one's.
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
