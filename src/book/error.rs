//! What can be wrong with a book, in sentences that name the file and the remedy.

use std::io;
use std::path::PathBuf;

use super::polyglot::PolyglotError;
use super::tree::OpeningTreeError;

/// Why a file is no book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file system refused; the error names the file.
    #[error("{0}; correct the name of the book")]
    Io(#[from] io::Error),
    /// A name that says no format.
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
        /// What is wrong.
        source: PolyglotError,
    },
    /// Not an opening tree.
    #[error("{}: {source}; correct the line", file.display())]
    Tree {
        /// The file.
        file: PathBuf,
        /// Where, and what is wrong.
        source: OpeningTreeError,
    },
}

/// What was wrong with a book that serves all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookWarning {
    /// Its records were in disorder.
    #[error("{}: the book was not sorted; it is used sorted: 'bayeschess book convert' writes it so", .0.display())]
    Unsorted(PathBuf),
    /// Some of its records are no moves.
    #[error("{}: {count} records of the book are no moves; they are left out", file.display())]
    InvalidEntries {
        /// The file.
        file: PathBuf,
        /// How many.
        count: usize,
    },
}
