//! The card beside a style table: the games that it was counted from. Also the errors of style models.
//!
//! A TOML file without dates or paths, so that the same games give the same card.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::{TomlFault, WriteError, from_toml};
use crate::style::Style;

/// The newest format of a card that this program reads, and the one that it writes.
pub(super) const FORMAT: i64 = 1;

/// The name of the four attributes of the original, as [`ClassicAttribute`](crate::style::classic::ClassicAttribute) defines them.
pub(super) const SCHEMA: &str = "thesis";

/// The name of the set of signs of a [`StyleModel`](super::StyleModel); it changes with the set.
pub(super) const HABITS: &str = "habits-2";

/// The games of one player in a style table or model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StyleSource {
    /// Name of the file, without folder.
    pub file: String,
    /// The player's style.
    pub style: Style,
    /// Number of the player's games that were counted.
    pub games: u64,
    /// Number of cases in them.
    pub cases: u64,
    /// How often its counts were halved, so that old games count less.
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
    /// The name of the set of attributes.
    pub schema: String,
    /// Checksum of the CSV's bytes ([`files::checksum`](crate::files::checksum)).
    pub checksum: String,
    /// The version of the program that learned it.
    pub version: String,
    /// Checksum of the labels file, which names the players' styles.
    pub labels_checksum: String,
    /// Number of games.
    pub games: u64,
    /// Number of cases: one after each move of a labelled player.
    pub cases: u64,
    /// The estimator of probabilities from counts: `laplace`.
    pub estimator: String,
    /// The strength α of the estimator; 1 is Laplace's rule.
    pub smoothing: f64,
    /// The games counted, in the order of the labels.
    pub sources: Vec<StyleSource>,
}

/// The error of a style table or a style model that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StyleTableError {
    /// The table, its card or the model could not be read.
    #[error("{}: {source}; check the name, or learn one with 'bayeschess style train'", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The card is invalid.
    #[error("{}: {what}; put back the card that was written with the table, or train it again", file.display())]
    Card {
        /// The card.
        file: PathBuf,
        /// The fault.
        what: String,
    },
    /// A model in one file is invalid.
    #[error("{}: {what}; put back a copy of the model, or train it again", file.display())]
    Model {
        /// The model.
        file: PathBuf,
        /// The fault.
        what: String,
    },
    /// The card or the model was written by a newer version of the program.
    #[error("{}: its format is {found} and this program knows none above {known}; use a newer bayeschess", file.display())]
    Newer {
        /// The card or the model.
        file: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format that this program reads.
        known: i64,
    },
    /// Its signs or attributes are another set than this program's.
    #[error("{}: it counts the signs of style '{found}', and this program has '{known}' in such a file; train it again", file.display())]
    Schema {
        /// The model.
        file: PathBuf,
        /// The set that it names.
        found: String,
        /// The set that this program has.
        known: &'static str,
    },
    /// The card of a classic table was named as a model.
    #[error("{}: this is the card of a classic table; give the table itself, {}", .0.display(), .0.with_extension("csv").display())]
    CardForModel(PathBuf),
    /// A classic table was given where a model by habits is needed, or its card is missing.
    #[error("{}: this is a classic table; give a model by habits, or, where a classic table will do, put its card {} beside it", .0.display(), card_of(.0).display())]
    TableForModel(PathBuf),
    /// A model by habits was given where a classic table is needed.
    #[error("{}: this is a model by habits; give a classic table, a .csv with its card beside it", .0.display())]
    ModelForTable(PathBuf),
    /// The table was changed: its checksum is not the card's.
    #[error("{}: changed since it was trained (its checksum is {found}, its card says {stated}); put back a copy of both files, or train it again", file.display())]
    Changed {
        /// The table.
        file: PathBuf,
        /// The checksum of the bytes.
        found: String,
        /// The checksum in the card.
        stated: String,
    },
    /// The counts were changed: their checksum is not the model's.
    #[error("{}: changed since it was trained (the checksum of its counts is {found}, and it states {stated}); put back a copy of it, or train it again", file.display())]
    ChangedModel {
        /// The model.
        file: PathBuf,
        /// The checksum of its counts.
        found: String,
        /// The checksum that the model states.
        stated: String,
    },
    /// The checksum is right but the content is invalid.
    #[error("{}: {what}; train it again", file.display())]
    Content {
        /// The table.
        file: PathBuf,
        /// The fault, with its line.
        what: String,
    },
    /// No recogniser can be learned from the counts.
    #[error("{}: {what}; train it again", file.display())]
    Taught {
        /// The model.
        file: PathBuf,
        /// The kind of players that is missing.
        what: String,
    },
    /// Two models that cannot be merged or subtracted.
    #[error("the two models cannot be joined: {0}")]
    Apart(String),
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Returns the path of a table's card: the same name, ending in `.toml`.
pub(super) fn card_of(table: &Path) -> PathBuf {
    table.with_extension("toml")
}

/// Reads the card of `table` and checks that it is one of a style table with these attributes.
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
    let plain = |fault: TomlFault| bad(fault.to_string());
    let bytes = plain_line_ends(bytes);
    let text = std::str::from_utf8(&bytes).map_err(|_| bad("it is not text".to_owned()))?;
    let head: Head = from_toml(text).map_err(plain)?;
    if head.kind != "style" {
        return Err(bad(format!(
            "the card of a {} table, not of a style table",
            head.kind
        )));
    }
    if head.format < 1 {
        return Err(bad(format!(
            "it names a format {}, which there never was",
            head.format
        )));
    }
    if head.format > FORMAT {
        let found = head.format;
        return Err(StyleTableError::Newer {
            file,
            found,
            known: FORMAT,
        });
    }
    match head.schema {
        Some(schema) if schema == SCHEMA => from_toml(text).map_err(plain),
        Some(found) if found == HABITS => Err(StyleTableError::ModelForTable(file)),
        Some(found) => Err(StyleTableError::Schema {
            file: table.to_owned(),
            found,
            known: SCHEMA,
        }),
        None => Err(bad(
            "it does not say which attributes the table has".to_owned()
        )),
    }
}

/// Checks that the sources' games add up to the card's. In a model that was halved, rounding down may leave fewer.
///
/// # Errors
///
/// The difference.
pub(super) fn check_sources(sources: &[StyleSource], games: u64) -> Result<(), String> {
    let sum = sources
        .iter()
        .try_fold(0_u64, |sum, source| sum.checked_add(source.games));
    let was_halved = sources.iter().any(|source| source.halved > 0);
    match sum {
        Some(sum) if sum == games || was_halved && sum > games => Ok(()),
        Some(sum) => Err(format!(
            "its sources have {sum} games together, and it states {games}"
        )),
        None => Err("its sources have more games than can be counted".to_owned()),
    }
}

/// Returns the text with line feeds alone as line ends, so that a copy from another system is the same.
pub(super) fn plain_line_ends(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !bytes.contains(&b'\r') {
        return Cow::Borrowed(bytes);
    }
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().peekable();
    while let Some(byte) = rest.next() {
        if *byte != b'\r' || rest.peek() != Some(&&b'\n') {
            plain.push(*byte);
        }
    }
    Cow::Owned(plain)
}
