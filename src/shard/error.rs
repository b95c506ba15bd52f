//! The error of divided work.

use std::io;
use std::path::{Path, PathBuf};

use crate::files::WriteError;

/// Reason why work cannot be planned, done or merged.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The file is not a manifest, or was changed.
    #[error("{}: {what}; make it anew with 'shard plan'", file.display())]
    Manifest {
        /// Path of the manifest.
        file: PathBuf,
        /// Description of the fault.
        what: String,
    },
    /// Another version of the program made the plan.
    #[error(
        "the plan was made by {planned}, and this is {here}; all parts must be done by the program that planned them"
    )]
    OtherProgram {
        /// Program that made the plan.
        planned: String,
        /// This program.
        here: String,
    },
    /// The command means other work than when it was planned.
    #[error(
        "the command means other work here than where it was planned ({planned} there, {here} here): a table or \
         setting that it names differs; copy those files, or plan again"
    )]
    OtherWork {
        /// Identity of the work in the manifest.
        planned: String,
        /// Identity of the work here.
        here: String,
    },
    /// An input is missing or differs from the planned one.
    #[error("{}: {what}; copy the file that was there when the work was planned", path.display())]
    Input {
        /// Path of the input.
        path: PathBuf,
        /// Description of the difference.
        what: String,
    },
    /// The work has fewer units than parts.
    #[error(
        "the work cannot be divided into {parts} parts: it has {units} {unit}; give a smaller --parts"
    )]
    TooManyParts {
        /// Number of parts that were asked for.
        parts: usize,
        /// Number of units of the work.
        units: u64,
        /// Name of a unit, in the plural.
        unit: &'static str,
    },
    /// The manifest has fewer parts than that.
    #[error("no part {number}: the manifest has parts 0 to {last}")]
    NoPart {
        /// Number that was asked for.
        number: usize,
        /// Greatest number.
        last: usize,
    },
    /// The work cannot be divided.
    #[error("{0}")]
    CannotDivide(String),
    /// A part was done twice, and its results differ.
    #[error(
        "part {number} was done twice with different results, {} and {}: a machine or a file is faulty; delete both, and \
         do the part again", one.display(), other.display()
    )]
    Contradiction {
        /// Number of the part.
        number: usize,
        /// File of one result.
        one: PathBuf,
        /// File of another result.
        other: PathBuf,
    },
    /// The output is a database or a journal that another process has open.
    #[error("{}: it is in use; wait, or give another name", .0.display())]
    InUse(PathBuf),
    /// A file or folder could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Path of the file or folder.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The work itself failed.
    #[error(transparent)]
    Work(Box<dyn std::error::Error + Send + Sync>),
}

impl ShardError {
    /// Returns a conversion for errors of the file system at `path`.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }

    /// Wraps an error of the work.
    pub(super) fn work(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Work(error.into())
    }
}
