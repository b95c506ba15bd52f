//! The cost of games and fits in core-hours, stored beside their tables. A table read back from its file has no cost
//! of its own, and the learning curve must not jump where a training was killed.
//!
//! Core-hours are not part of a result: a missing or unreadable note only means that the cost is unknown.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::files::{self, Existing, WriteError};

/// Name of the file in a training's folder.
const HOURS: &str = "core-hours.toml";

/// The core-hours noted in the folder of a training.
pub(super) struct CoreHours {
    file: PathBuf,
    /// Core-hours by name of the work.
    known: BTreeMap<String, f64>,
}

impl CoreHours {
    /// Reads the notes in `folder`; none if the file is missing or unreadable.
    pub(super) fn in_folder(folder: &Path) -> Self {
        let file = folder.join(HOURS);
        let text = fs::read_to_string(&file).unwrap_or_default();
        Self {
            known: toml::from_str(&text).unwrap_or_default(),
            file,
        }
    }

    /// Returns the workers' time noted for `work`, `None` without a note.
    pub(super) fn of(&self, work: &str) -> Option<Duration> {
        let hours = self.known.get(work)?;
        Duration::try_from_secs_f64(3600.0 * hours).ok()
    }

    /// Returns the time noted for `work`, or else notes and returns `measured`. Work that is done is not measured
    /// again, so the note takes precedence.
    ///
    /// # Errors
    ///
    /// As [`Self::note`].
    pub(super) fn noted_or(
        &mut self,
        work: &str,
        measured: Duration,
    ) -> Result<Duration, WriteError> {
        if let Some(took) = self.of(work) {
            return Ok(took);
        }
        self.note(work, measured)?;
        Ok(measured)
    }

    /// Notes the time that `work` took, replacing an earlier note.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the file cannot be written; the old one is then unchanged.
    pub(super) fn note(&mut self, work: &str, took: Duration) -> Result<(), WriteError> {
        self.known.insert(work.to_owned(), in_hours(took));
        // Names and numbers can always be written as TOML.
        let text = toml::to_string(&self.known).unwrap_or_default();
        files::write_whole(&self.file, Existing::Replace, |out| {
            out.write_all(text.as_bytes())
        })
    }
}

/// Returns a duration in hours.
pub(super) fn in_hours(time: Duration) -> f64 {
    time.as_secs_f64() / 3600.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_read_back_and_what_cannot_be_read_is_unknown() {
        let folder = tempfile::tempdir().expect("a folder");
        let read = |work: &str| CoreHours::in_folder(folder.path()).of(work);
        assert_eq!(read("generation-001"), None);
        let mut hours = CoreHours::in_folder(folder.path());
        for (work, seconds) in [
            ("generation-001", 1),
            ("a fit", 2),
            ("generation-001", 5400),
        ] {
            let took = Duration::from_secs(seconds);
            hours.note(work, took).expect("written");
        }
        assert_eq!(read("generation-001"), Some(Duration::from_mins(90)));
        assert_eq!(
            read("a fit").map(|took| took.as_secs_f64().round()),
            Some(2.0)
        );
        for damaged in [
            "generation-001 = -1.0",
            "generation-001 = nan",
            "\u{0}",
            "half = ",
        ] {
            fs::write(folder.path().join(HOURS), damaged).expect("written");
            assert_eq!(read("generation-001"), None, "{damaged}");
        }
    }
}
