//! Opens the book that a command names.

use std::path::Path;

use bayeschess::book::Book;

/// Opens a book; its warnings go to standard error.
pub(super) fn open(file: &Path) -> anyhow::Result<(Book, Vec<String>)> {
    let (book, warnings) = Book::open(file)?;
    let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    for warning in &warnings {
        tracing::warn!("{warning}");
    }
    Ok((book, warnings))
}
