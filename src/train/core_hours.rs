//! The cost of games and fits in core-hours, stored beside their tables. A table that is read back has no hours of
//! its own, and the curve must not jump where a training was killed.
//!
//! Hours are no part of a result: a note that is missing or cannot be read says only that nothing is known.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::files::{self, Existing, WriteError};

/// The file of the notes.
const HOURS: &str = "core-hours.toml";

/// The notes of a training's folder.
pub(super) struct CoreHours {
    file: PathBuf,
    /// Core-hours by what took them.
    known: BTreeMap<String, f64>,
}

impl CoreHours {
    /// Reads what is known.
    pub(super) fn in_folder(folder: &Path) -> Self {
        let file = folder.join(HOURS);
        let text = fs::read_to_string(&file).unwrap_or_default();
        Self {
            known: toml::from_str(&text).unwrap_or_default(),
            file,
        }
    }

    /// The workers' time that was noted of `work`, if it was.
    pub(super) fn of(&self, work: &str) -> Option<Duration> {
        let hours = self.known.get(work)?;
        Duration::try_from_secs_f64(3600.0 * hours).ok()
    }

    /// What `work` took: as it was noted, for work that is done is not measured again, else as it was measured now, which
    /// is noted.
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

    /// Notes what `work` took, over what is known of it.
    ///
    /// # Errors
    ///
    /// When the file cannot be written; the old one is then as it was.
    pub(super) fn note(&mut self, work: &str, took: Duration) -> Result<(), WriteError> {
        self.known.insert(work.to_owned(), in_hours(took));
        // Names and numbers: TOML can hold all of it.
        let text = toml::to_string(&self.known).unwrap_or_default();
        files::write_whole(&self.file, Existing::Replace, |out| {
            out.write_all(text.as_bytes())
        })
    }
}

/// A time in hours.
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
