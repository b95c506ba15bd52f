//! The card beside a style table: which games it was counted from, and what can be wrong with it.
//!
//! A TOML file without dates or paths, so that the same games give the same card.
//!
//! May use: files, `style`.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::WriteError;
use crate::style::Style;

/// The newest format of a card that this program reads, and the one that it writes.
pub(super) const FORMAT: i64 = 1;

/// The name of the four attributes of the original, as [`Attribute`](crate::style::classic::Attribute) defines them.
pub(super) const SCHEMA: &str = "thesis";

/// A collection of games that was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StyleSource {
    /// The file's name, without folder.
    pub file: String,
    /// The player's style.
    pub style: Style,
    /// Games of the player that were counted.
    pub games: u64,
    /// Cases in them.
    pub cases: u64,
    /// How often its counts were halved since, so that what is old counts for less.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub halved: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_nought(halved: &u32) -> bool {
    *halved == 0
}

/// The card of a style table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StyleCard {
    /// The card's format, 1 today.
    pub format: i64,
    /// `style`, to tell it from a heuristic's card.
    pub kind: String,
    /// The set of attributes.
    pub schema: String,
    /// [`files::checksum`](crate::files::checksum) of the CSV's bytes.
    pub checksum: String,
    /// The version of the program that learned it.
    pub version: String,
    /// [`files::checksum`](crate::files::checksum) of the labels file that said who plays how.
    pub labels_checksum: String,
    /// Games counted.
    pub games: u64,
    /// Cases counted: one after each move of the labelled player.
    pub cases: u64,
    /// How probabilities follow from counts: `laplace`.
    pub estimator: String,
    /// The strength α of the estimator; 1 is Laplace's rule.
    pub smoothing: f64,
    /// Where the games came from, in the order of the labels.
    pub sources: Vec<StyleSource>,
}

/// Why a style table could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StyleTableError {
    /// The table or its card could not be read.
    #[error("{}: {source}; check the name, or learn a table with 'bayeschess style train'", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The card is none that this program reads.
    #[error("{}: {what}; put back the card that was written with the table, or train it again", file.display())]
    Card {
        /// The card.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The card is of a later program.
    #[error("{}: the card's format is {found} and this program knows none above {FORMAT}; use a newer bayeschess", file.display())]
    Newer {
        /// The card.
        file: PathBuf,
        /// The format that it states.
        found: i64,
    },
    /// A table of other attributes.
    #[error("{}: a style table of the attributes '{found}', and this program has '{SCHEMA}'; train it again", file.display())]
    Schema {
        /// The table.
        file: PathBuf,
        /// The attributes that it states.
        found: String,
    },
    /// The bytes are not those that the card was written for.
    #[error("{}: changed since it was trained (its checksum is {found}, its card says {stated}); put back a copy of both files, or train it again", file.display())]
    Changed {
        /// The table.
        file: PathBuf,
        /// The checksum of the bytes.
        found: String,
        /// The card's.
        stated: String,
    },
    /// The content is wrong although the checksum is right.
    #[error("{}: {what}; train it again", file.display())]
    Content {
        /// The table.
        file: PathBuf,
        /// What is wrong, and on which line.
        what: String,
    },
    /// Two models that do not go together.
    #[error("the two models cannot be joined: {0}")]
    Apart(String),
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The card that belongs to a table: the same name, ending in `.toml`.
pub(super) fn card_of(table: &Path) -> PathBuf {
    table.with_extension("toml")
}

/// Reads the card of `table`, if it is one of a style table with these attributes.
pub(super) fn read_card(table: &Path, bytes: &[u8]) -> Result<StyleCard, StyleTableError> {
    #[derive(Deserialize)]
    struct Head {
        format: i64,
        kind: String,
        schema: Option<String>,
    }
    let file = card_of(table);
    let bad = |what: String| StyleTableError::Card {
        file: file.clone(),
        what,
    };
    let first_line = |error: toml::de::Error| {
        bad(error
            .message()
            .lines()
            .next()
            .unwrap_or("no TOML")
            .to_owned())
    };
    let text = std::str::from_utf8(bytes).map_err(|error| bad(error.to_string()))?;
    let head: Head = toml::from_str(text).map_err(first_line)?;
    if head.kind != "style" {
        return Err(bad(format!(
            "the card of a {} table, not of a style table",
            head.kind
        )));
    }
    if head.format > FORMAT {
        let found = head.format;
        return Err(StyleTableError::Newer { file, found });
    }
    match head.schema {
        Some(schema) if schema == SCHEMA => toml::from_str(text).map_err(first_line),
        other => Err(StyleTableError::Schema {
            file: table.to_owned(),
            found: other.unwrap_or_default(),
        }),
    }
}
