//! Errors of books, with the file and the remedy.

use std::io;
use std::path::PathBuf;

use super::polyglot::PolyglotError;
use super::tree::OpeningTreeError;

/// Why a file cannot be used as a book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file system reported an error that names the file.
    #[error("{0}; correct the name of the book")]
    Io(#[from] io::Error),
    /// The file name shows no known format.
    #[error(
        "{}: the name of a book ends in .bin (Polyglot) or .tree (opening tree); give it such a name",
        .0.display()
    )]
    Name(PathBuf),
    /// Not a Polyglot book.
    #[error("{}: {source}; fetch or build it again", file.display())]
    Polyglot {
        /// The file.
        file: PathBuf,
        /// The fault.
        source: PolyglotError,
    },
    /// Not an opening tree.
    #[error("{}: {source}; correct the line", file.display())]
    Tree {
        /// The file.
        file: PathBuf,
        /// The line and its fault.
        source: OpeningTreeError,
    },
}

/// A defect of a book that can still be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookWarning {
    /// The records were not sorted.
    #[error("{}: the book was not sorted; it is used sorted: 'bayeschess book convert' writes it so", .0.display())]
    Unsorted(PathBuf),
    /// Some records are not moves.
    #[error("{}: {count} records of the book are not moves; they are left out", file.display())]
    InvalidEntries {
        /// The file.
        file: PathBuf,
        /// How many.
        count: usize,
    },
}
