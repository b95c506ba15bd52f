//! The journal of an interrupted run: measured games, which the next run does not search again.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use shakmaty::ByColor;

use super::measure::MeasuredSides;
use crate::files::{self, Existing, WriteError};
use crate::identity::Fingerprint;
use crate::strength::LossCounts;

/// Measured games, by the fingerprint of their moves.
#[derive(Clone, Debug, Default)]
pub struct LossJournal {
    /// The settings that the measurements depend on.
    settings: String,
    games: BTreeMap<u128, MeasuredSides>,
}

/// The error of a journal that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LossJournalError {
    /// The file cannot be read.
    #[error("{}: {source}; check its permissions", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is not a journal, or its settings differ.
    #[error("{}: its games were measured in another way, or it was damaged; delete it to begin anew", .0.display())]
    Other(PathBuf),
}

impl LossJournal {
    /// Reads the journal of an interrupted run; a missing file is an empty journal.
    ///
    /// # Errors
    ///
    /// [`LossJournalError`].
    pub fn open(file: &Path, settings: &str) -> Result<Self, LossJournalError> {
        let text = match crate::files::read_text(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self {
                    settings: settings.to_owned(),
                    games: BTreeMap::new(),
                });
            }
            Err(source) => {
                let file = file.to_owned();
                return Err(LossJournalError::Read { file, source });
            }
        };
        Self::parse(&text, settings).ok_or_else(|| LossJournalError::Other(file.to_owned()))
    }

    fn parse(text: &str, settings: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next()? != settings {
            return None;
        }
        let mut games = BTreeMap::new();
        for line in lines {
            let mut fields = line.split('|');
            let mut field = || fields.next();
            let game = u128::from_str_radix(field()?, 16).ok()?;
            let (white, black) = (field()?, field()?);
            let sides = ByColor {
                white: LossCounts::from_text(white).ok()?,
                black: LossCounts::from_text(black).ok()?,
            };
            games.insert(game, sides);
        }
        Some(Self {
            settings: settings.to_owned(),
            games,
        })
    }

    /// Writes all measured games to a file.
    ///
    /// # Errors
    ///
    /// [`WriteError`].
    pub fn save(&self, file: &Path) -> Result<(), WriteError> {
        files::write_whole(file, Existing::Replace, |out| {
            writeln!(out, "{}", self.settings)?;
            for (game, sides) in &self.games {
                let (white, black) = (sides.white.to_text(), sides.black.to_text());
                writeln!(out, "{game:032x}|{white}|{black}")?;
            }
            Ok(())
        })
    }

    /// Returns the losses of a game if it was measured.
    pub fn get(&self, game: Fingerprint) -> Option<&MeasuredSides> {
        self.games.get(&game.0)
    }

    /// Adds a measured game.
    pub fn insert(&mut self, game: Fingerprint, sides: MeasuredSides) {
        self.games.insert(game.0, sides);
    }

    /// Returns the number of measured games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns true if no game was measured.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_read_back_and_one_of_other_settings_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("f.part");
        let mut journal = LossJournal::open(&file, "1000 nodes").expect("none yet");
        assert!(journal.is_empty());
        journal.insert(Fingerprint(7), MeasuredSides::default());
        journal.save(&file).expect("written");
        let again = LossJournal::open(&file, "1000 nodes").expect("the same settings");
        assert_eq!(again.len(), 1);
        assert_eq!(again.get(Fingerprint(7)), Some(&MeasuredSides::default()));
        assert_eq!(again.get(Fingerprint(8)), None);
        assert!(LossJournal::open(&file, "2000 nodes").is_err());
        std::fs::write(&file, "1000 nodes\n7|x|y\n").expect("written");
        assert!(LossJournal::open(&file, "1000 nodes").is_err());
    }
}
