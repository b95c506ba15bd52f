//! The entries of a trial, with the journal that keeps them.

use std::io;
use std::path::Path;

use super::design::AdaptationTrial;
use super::error::TrialError;
use super::player_set::TrialPlayers;
use super::record::{TrialEntry, TrialRecord};
use crate::arena::journal::{Journal, JournalEntry as _};

/// The entries of a trial, also on disk if a file was named.
#[derive(Debug)]
pub struct TrialLog {
    journal: Option<Journal>,
    record: TrialRecord,
}

impl TrialLog {
    /// Opens or creates the journal in `file`; without a file, entries are kept in memory alone.
    ///
    /// # Errors
    ///
    /// [`TrialError`] if the journal belongs to another trial, is damaged, or is in use.
    pub fn open(
        file: Option<&Path>,
        trial: &AdaptationTrial,
        players: &TrialPlayers,
    ) -> Result<Self, TrialError> {
        let mut log = Self {
            journal: None,
            record: TrialRecord::default(),
        };
        let Some(file) = file else { return Ok(log) };
        let (journal, entries) = Journal::open::<TrialEntry>(file, &trial.settings(players))?;
        log.add_known(trial, players, entries)?;
        log.journal = Some(journal);
        Ok(log)
    }

    /// Copies the entries of the journal in `file`, which is only read; they are not written to the own
    /// journal.
    ///
    /// # Errors
    ///
    /// [`TrialError`] if the journal belongs to another trial or is damaged.
    pub fn take_over(
        &mut self,
        file: &Path,
        trial: &AdaptationTrial,
        players: &TrialPlayers,
    ) -> Result<(), TrialError> {
        let entries = Journal::entries_in::<TrialEntry>(file, &trial.settings(players))?;
        self.add_known(trial, players, entries)
    }

    fn add_known(
        &mut self,
        trial: &AdaptationTrial,
        players: &TrialPlayers,
        entries: Vec<TrialEntry>,
    ) -> Result<(), TrialError> {
        for entry in entries {
            if !trial.fits(players, &entry) {
                return Err(TrialError::Entry(entry.entry_name()));
            }
            self.record.add(entry);
        }
        Ok(())
    }

    /// Writes all known entries into the own journal, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// The error of the file system.
    pub fn write_all(&mut self) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            for entry in self.record.entries() {
                journal.add(&entry)?;
            }
        }
        Ok(())
    }

    /// All entries so far.
    pub const fn record(&self) -> &TrialRecord {
        &self.record
    }

    pub(super) fn add(&mut self, entry: TrialEntry) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(&entry)?;
        }
        self.record.add(entry);
        Ok(())
    }
}
