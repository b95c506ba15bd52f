//! The sheet of an experiment: rows of CSV that are whole on disk after every point.
//!
//! Every row names the recipe that it was measured by, so that points of different experiments
//! never stand in one curve.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::files::{self, Existing, WriteError, WriteGuard};

/// Whether all rows of a sheet were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// All rows are there.
    Complete,
    /// It was stopped before; the same command goes on.
    Stopped,
}

/// A row of a sheet.
pub trait SheetRow: Serialize + DeserializeOwned + Clone {
    /// The recipe that it was measured by.
    fn recipe(&self) -> &str;
}

/// The rows on disk and in memory.
#[derive(Debug)]
pub struct ResultSheet<R> {
    file: PathBuf,
    rows: Vec<R>,
    // Held as long as rows may come.
    _guard: WriteGuard,
}

/// Why a sheet cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// It cannot be read.
    #[error("{}: cannot be read ({source})", file.display())]
    Io {
        /// The sheet.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another process adds to it.
    #[error(
        "{}: another process is at work on this experiment; wait until it ends, or give another place",
        .0.display()
    )]
    Busy(PathBuf),
    /// The file cannot be read as a result sheet.
    #[error("{}: {what}; give another place, or --force to begin it anew", file.display())]
    Damaged {
        /// The sheet.
        file: PathBuf,
        /// Where and what.
        what: String,
    },
    /// It was measured by another recipe, of which the program may be a part.
    #[error(
        "{}: it holds points of another recipe, or of a version of this program that plays otherwise ({found}, not \
         {wanted}); give another place, or --force to begin it anew",
        file.display()
    )]
    OtherRecipe {
        /// The sheet.
        file: PathBuf,
        /// The recipe in it.
        found: String,
        /// The recipe now.
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
    /// Takes up the sheet in `file`, or begins it where there is none, or where `other` allows
    /// replacing one that does not fit.
    ///
    /// # Errors
    ///
    /// [`SheetError`] for a sheet that is damaged, of another recipe than `hash`, or being added to
    /// by another process.
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

    /// Reads the rows of the sheet in `file`; a missing file has none. New rows are appended.
    ///
    /// # Errors
    ///
    /// [`SheetError`] for a sheet that is damaged or of another recipe than `hash`.
    pub fn read(file: &Path, hash: &str) -> Result<Vec<R>, SheetError> {
        match fs::read(file) {
            Ok(text) => Self::parse(file, &text, hash),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(source) => Err(failed(file, source)),
        }
    }

    fn parse(file: &Path, text: &[u8], hash: &str) -> Result<Vec<R>, SheetError> {
        let mut rows = Vec::new();
        for row in csv::Reader::from_reader(text).deserialize() {
            let row: R = row.map_err(|error| SheetError::Damaged {
                file: file.to_owned(),
                what: error.to_string(),
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
        // A sheet has rows from its first writing on; one line alone would pass for its header.
        if rows.is_empty() && !text.trim_ascii().is_empty() {
            return Err(SheetError::Damaged {
                file: file.to_owned(),
                what: "it is not a sheet of an experiment, for it has no rows".to_owned(),
            });
        }
        Ok(rows)
    }

    /// The rows, in the order in which they were measured.
    pub fn rows(&self) -> &[R] {
        &self.rows
    }

    /// Adds a row and puts the sheet on disk.
    ///
    /// # Errors
    ///
    /// When the file cannot be written; the old one is then as it was.
    pub fn add(&mut self, row: R) -> Result<(), WriteError> {
        self.extend([row])
    }

    /// Puts a row in that place, over the one that stands there or behind the last, and puts the
    /// sheet on disk.
    ///
    /// # Errors
    ///
    /// As [`Self::add`].
    pub fn put(&mut self, place: usize, row: R) -> Result<(), WriteError> {
        match self.rows.get_mut(place) {
            Some(there) => {
                *there = row;
                self.extend([])
            }
            None => self.add(row),
        }
    }

    /// Adds rows that belong together and puts the sheet on disk once.
    ///
    /// # Errors
    ///
    /// As [`Self::add`].
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
