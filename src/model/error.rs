//! What can be wrong with a table, in sentences that name the file, the place and the remedy.

use std::io;
use std::path::PathBuf;

use crate::bayes::CountsError;
use crate::files::WriteError;

/// Why a table could not be read, written or joined.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// Nothing lies there.
    #[error(
        "{}: there is no table here; check the name, or learn one with 'bayeschess learn --out {}'",
        .0.display(), .0.display()
    )]
    Missing(PathBuf),
    /// A table by another name could not have its card beside it.
    #[error("{}: the name of a table ends in .csv; give it such a name", .0.display())]
    Name(PathBuf),
    /// The CSV is there and its card is not.
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
    /// The card is not one.
    #[error(
        "{}: {what}; put back the card that was written with the table, or learn the table again with --force",
        file.display()
    )]
    Card {
        /// The card.
        file: PathBuf,
        /// What is wrong, and where.
        what: String,
    },
    /// Written by a later program.
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
    /// A table of other parameters than this program's.
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
        /// The same of the schema that this program has.
        known: String,
    },
    /// The CSV's bytes are not those that the card was written for.
    #[error(
        "{}: changed since it was learned: {place} (the checksum is {found}, its card says {stated}); \
         put back a copy of both files, or learn the table again with --force",
        file.display()
    )]
    Changed {
        /// The table.
        file: PathBuf,
        /// The line, as far as it can be told.
        place: String,
        /// The checksum of the bytes that are there.
        found: String,
        /// The checksum in the card.
        stated: String,
    },
    /// The checksum is right and the content is not: card and table were made to fit by hand.
    #[error(
        "{}: line {line}: {what}; learn the table again with --force",
        file.display()
    )]
    Row {
        /// The table.
        file: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong there.
        what: String,
    },
    /// Tables that cannot be joined.
    #[error("these tables do not go together: {0}; learn them again alike")]
    Apart(String),
    /// Counts that cannot be joined.
    #[error(
        "these tables do not go together: {0}; join only tables of one schema, and take away only what was joined"
    )]
    Counts(#[from] CountsError),
    /// The file system refused to read.
    #[error("{}: {source}; check the path and its permissions", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}
