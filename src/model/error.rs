//! Errors of tables, which name the file, the place in it and the remedy.

use std::io;
use std::path::PathBuf;

use crate::bayes::CountsError;
use crate::files::WriteError;
use crate::foreign::shell_path;

/// The error of a table that cannot be read, written or merged.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file does not exist.
    #[error(
        "{}: there is no table here; check the name, or learn one with 'bayeschess learn --out {}'",
        .0.display(), shell_path(.0)
    )]
    Missing(PathBuf),
    /// The name does not end in `.csv`, so a card cannot have the same name.
    #[error("{}: the name of a table ends in .csv; give it such a name", .0.display())]
    Name(PathBuf),
    /// The CSV exists, but its card does not.
    #[error(
        "{}: its card {} is missing; put it back, or learn the table again with --force",
        table.display(), card.display()
    )]
    NoCard {
        /// The table.
        table: PathBuf,
        /// The card that should lie beside it.
        card: PathBuf,
    },
    /// The card is invalid.
    #[error(
        "{}: {what}; put back the card that was written with the table, or learn the table again with --force",
        file.display()
    )]
    Card {
        /// The card.
        file: PathBuf,
        /// The fault, with its place.
        what: String,
    },
    /// The card was written by a newer version of the program.
    #[error(
        "{}: the card's format is {found} and this program knows none above {}; use a newer bayeschess",
        file.display(), super::card::FORMAT
    )]
    Newer {
        /// The card.
        file: PathBuf,
        /// The format that it states.
        found: i64,
    },
    /// The table belongs to a schema that this program does not have.
    #[error(
        "{}: a table of the schema '{found}', which this program does not have in that form (it has {known}); \
         learn the table again from its database",
        file.display()
    )]
    Schema {
        /// The card.
        file: PathBuf,
        /// The schema's name and fingerprint in the card.
        found: String,
        /// The name and fingerprint of this program's schema.
        known: String,
    },
    /// The CSV was changed: its checksum is not the card's.
    #[error(
        "{}: changed since it was learned: {place} (the checksum is {found}, its card says {stated}); \
         put back a copy of both files, or learn the table again with --force",
        file.display()
    )]
    Changed {
        /// The table.
        file: PathBuf,
        /// The line of the change, if it can be told.
        place: String,
        /// The checksum of the CSV.
        found: String,
        /// The checksum in the card.
        stated: String,
    },
    /// The checksum is right but a row is invalid, so that card and table were edited together.
    #[error(
        "{}: line {line}: {what}; learn the table again with --force",
        file.display()
    )]
    Row {
        /// The table.
        file: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The fault of the line.
        what: String,
    },
    /// Two tables that cannot be merged or subtracted.
    #[error(
        "these tables cannot be merged or subtracted: {0}; learn them again with the same settings"
    )]
    Apart(String),
    /// Two tables whose counts cannot be merged or subtracted.
    #[error(
        "these tables cannot be merged or subtracted: {0}; merge only tables of one schema, and subtract only what was merged"
    )]
    Counts(#[from] CountsError),
    /// A file could not be read.
    #[error("{}: {source}; check the path and its permissions", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}
