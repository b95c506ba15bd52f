//! The result sheet of an experiment: a CSV file that is rewritten completely after every point.
//!
//! Every row contains its recipe's hash, so that points of different experiments never mix in one curve.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::files::{self, Existing, WriteError, WriteGuard};
use crate::foreign::one_line;

/// State of a measurement: complete or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// All rows are measured.
    Complete,
    /// The measurement was stopped; the same command continues it.
    Stopped,
}

/// A row of a sheet.
pub trait SheetRow: Serialize + DeserializeOwned + Clone {
    /// Returns the hash of the recipe that the row was measured by.
    fn recipe(&self) -> &str;
}

/// A result sheet, on disk and in memory, locked against other processes.
#[derive(Debug)]
pub struct ResultSheet<R> {
    file: PathBuf,
    rows: Vec<R>,
    // Held as long as rows may be added.
    _guard: WriteGuard,
}

/// Reason why a sheet cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// The file cannot be read.
    #[error("{}: cannot be read ({source})", file.display())]
    Io {
        /// Path of the sheet.
        file: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// Another process writes to the sheet.
    #[error(
        "{}: another process is running this experiment; wait until it ends, or give another place",
        .0.display()
    )]
    Busy(PathBuf),
    /// The file is not a valid result sheet.
    #[error("{}: {what}; give another place, or --force to begin it anew", file.display())]
    Damaged {
        /// Path of the sheet.
        file: PathBuf,
        /// Description of the fault.
        what: String,
    },
    /// The sheet was measured by another recipe or by another version of the program.
    #[error(
        "{}: it holds points of another recipe, or of a version of this program that plays otherwise ({found}, not \
         {wanted}); give another place, or --force to begin it anew",
        file.display()
    )]
    OtherRecipe {
        /// Path of the sheet.
        file: PathBuf,
        /// Hash of the recipe in the sheet.
        found: String,
        /// Hash of the present recipe.
        wanted: String,
    },
}

fn failed(file: &Path, source: io::Error) -> SheetError {
    SheetError::Io {
        file: file.to_owned(),
        source,
    }
}

impl<R: SheetRow> ResultSheet<R> {
    /// Opens the sheet in `file`, or creates it if there is none. `other` says whether a damaged sheet or one of
    /// another recipe is replaced.
    ///
    /// # Errors
    ///
    /// [`SheetError`] for a sheet that is damaged, belongs to another recipe than `hash`, or is locked by another
    /// process.
    pub fn open(file: &Path, hash: &str, other: Existing) -> Result<Self, SheetError> {
        let guard = WriteGuard::acquire(file).map_err(|source| match source.kind() {
            io::ErrorKind::WouldBlock => SheetError::Busy(file.to_owned()),
            _ => failed(file, source),
        })?;
        Ok(Self {
            file: file.to_owned(),
            rows: match (Self::read(file, hash), other) {
                (Ok(rows), _) => rows,
                (
                    Err(SheetError::Damaged { .. } | SheetError::OtherRecipe { .. }),
                    Existing::Replace,
                ) => Vec::new(),
                (Err(error), _) => return Err(error),
            },
            _guard: guard,
        })
    }

    /// Reads the rows of the sheet in `file`, without locking it; a missing file has none.
    ///
    /// # Errors
    ///
    /// [`SheetError`] for a sheet that is damaged or of another recipe than `hash`.
    pub fn read(file: &Path, hash: &str) -> Result<Vec<R>, SheetError> {
        match files::read_bytes(file) {
            Ok(text) => Self::parse(file, &text, hash),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(source) => Err(failed(file, source)),
        }
    }

    /// Reads the rows of the sheet in `file` without locking it; any recipe will do, if all rows have the same one.
    ///
    /// # Errors
    ///
    /// [`SheetError`] for a sheet that cannot be read, is damaged or mixes recipes.
    pub fn look(file: &Path) -> Result<Vec<R>, SheetError> {
        let text = files::read_bytes(file).map_err(|source| failed(file, source))?;
        let first = csv::Reader::from_reader(&*text).deserialize().next();
        let hash = match first {
            Some(Ok(row)) => R::recipe(&row).to_owned(),
            _ => String::new(),
        };
        Self::parse(file, &text, &hash)
    }

    fn parse(file: &Path, text: &[u8], hash: &str) -> Result<Vec<R>, SheetError> {
        let mut rows = Vec::new();
        for row in csv::Reader::from_reader(text).deserialize() {
            let row: R = row.map_err(|error| SheetError::Damaged {
                file: file.to_owned(),
                what: one_line(&error.to_string()),
            })?;
            if row.recipe() != hash {
                return Err(SheetError::OtherRecipe {
                    file: file.to_owned(),
                    found: row.recipe().to_owned(),
                    wanted: hash.to_owned(),
                });
            }
            rows.push(row);
        }
        // A sheet has rows from its first writing on; without this check any single line would pass for its header.
        if rows.is_empty() && !text.trim_ascii().is_empty() {
            return Err(SheetError::Damaged {
                file: file.to_owned(),
                what: "it is not a sheet of an experiment, for it has no rows".to_owned(),
            });
        }
        Ok(rows)
    }

    /// Returns the rows in their order.
    pub fn rows(&self) -> &[R] {
        &self.rows
    }

    /// Appends a row and writes the sheet.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the file cannot be written; the old one is then unchanged.
    pub fn add(&mut self, row: R) -> Result<(), WriteError> {
        self.extend([row])
    }

    /// Sets the row at index `place`, or appends it if there is none, and writes the sheet.
    ///
    /// # Errors
    ///
    /// [`WriteError`], as [`Self::add`].
    pub fn put(&mut self, place: usize, row: R) -> Result<(), WriteError> {
        match self.rows.get_mut(place) {
            Some(there) => {
                *there = row;
                self.extend([])
            }
            None => self.add(row),
        }
    }

    /// Appends rows that belong together and writes the sheet once.
    ///
    /// # Errors
    ///
    /// [`WriteError`], as [`Self::add`].
    pub fn extend(&mut self, rows: impl IntoIterator<Item = R>) -> Result<(), WriteError> {
        self.rows.extend(rows);
        files::write_whole(&self.file, Existing::Replace, |out| {
            let mut writer = csv::Writer::from_writer(out);
            for row in &self.rows {
                writer.serialize(row).map_err(io::Error::other)?;
            }
            writer.flush()
        })
    }
}
