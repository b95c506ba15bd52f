//! A style table: P(value | style) for each attribute, as a CSV that a person can open, with a card
//! that says which games it was counted from.
//!
//! Columns `attribute,value,style,count,probability`; one row for each value and style. The counts
//! are what was learned; the probabilities follow from them by the card's estimator (Laplace's rule,
//! Fernández 2005, §2.3.2.1) and stand there for the reader.
//!
//! May use: files, `bayes`, `style`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::bayes::Smoothing;
use crate::files::{self, Existing, WriteError};
use crate::style::{Attribute, Recogniser, Style, StyleCounts};

/// The newest format of a card that this program reads, and the one that it writes.
const FORMAT: i64 = 1;

/// The name of the four attributes of the original, as [`Attribute`] defines them.
const SCHEMA: &str = "thesis";

/// The table that ships with the program, and its card.
const SHIPPED: (&str, &str) = (
    include_str!("../../models/style/classic.csv"),
    include_str!("../../models/style/classic.toml"),
);

const COLUMNS: [&str; 5] = ["attribute", "value", "style", "count", "probability"];

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
    /// [`files::checksum`] of the CSV's bytes.
    pub checksum: String,
    /// The version of the program that learned it.
    pub version: String,
    /// [`files::checksum`] of the labels file that said who plays how.
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
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Counts by style with their estimator and card.
#[derive(Clone, Debug)]
pub struct StyleTable {
    counts: StyleCounts,
    smoothing: Smoothing,
    card: StyleCard,
}

impl StyleTable {
    /// A table of `counts`, which came from `sources` by the labels file of that checksum.
    pub fn new(
        counts: StyleCounts,
        smoothing: Smoothing,
        sources: Vec<StyleSource>,
        labels_checksum: String,
    ) -> Self {
        let mut table = Self {
            card: StyleCard {
                format: FORMAT,
                kind: "style".to_owned(),
                schema: SCHEMA.to_owned(),
                checksum: String::new(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                labels_checksum,
                games: sources.iter().map(|source| source.games).sum(),
                cases: counts.total(),
                estimator: "laplace".to_owned(),
                smoothing: smoothing.alpha(),
                sources,
            },
            counts,
            smoothing,
        };
        table.card.checksum = files::checksum(table.rows().as_bytes());
        table
    }

    /// The table that ships with the program: Fischer and Kasparov, Karpov, Illescas.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), which would be a mistake in this program's sources.
    pub fn shipped() -> Result<Self, StyleTableError> {
        Self::from_bytes(
            Path::new("models/style/classic.csv"),
            SHIPPED.0.as_bytes(),
            SHIPPED.1.as_bytes(),
        )
    }

    /// Reads a table and the card beside it.
    ///
    /// # Errors
    ///
    /// [`StyleTableError`] when either is missing, was changed or belongs to other attributes.
    pub fn load(file: &Path) -> Result<Self, StyleTableError> {
        let read = |file: &Path| {
            std::fs::read(file).map_err(|source| StyleTableError::Read {
                file: file.to_owned(),
                source,
            })
        };
        Self::from_bytes(file, &read(file)?, &read(&card_of(file))?)
    }

    /// Reads a table and its card from bytes; `file` names the table in errors.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn from_bytes(file: &Path, table: &[u8], card: &[u8]) -> Result<Self, StyleTableError> {
        let card = read_card(file, card)?;
        let found = files::checksum(table);
        if found != card.checksum {
            return Err(StyleTableError::Changed {
                file: file.to_owned(),
                found,
                stated: card.checksum,
            });
        }
        let bad = |what: String| StyleTableError::Content {
            file: file.to_owned(),
            what,
        };
        let smoothing = Smoothing::new(card.smoothing).map_err(|error| bad(error.to_string()))?;
        let counts = read_rows(table).map_err(bad)?;
        if counts.total() != card.cases {
            return Err(bad(format!(
                "it has {} cases and its card says {}",
                counts.total(),
                card.cases
            )));
        }
        Ok(Self {
            counts,
            smoothing,
            card,
        })
    }

    /// Writes the table as `file` and its card beside it.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Write`].
    pub fn save(&self, file: &Path, existing: Existing) -> Result<(), StyleTableError> {
        Self::check_output(file, existing)?;
        let card = toml::to_string(&self.card).map_err(|error| StyleTableError::Card {
            file: card_of(file),
            what: error.to_string(),
        })?;
        files::write_whole(file, existing, |out| out.write_all(self.rows().as_bytes()))?;
        files::write_whole(&card_of(file), existing, |out| {
            out.write_all(card.as_bytes())
        })?;
        Ok(())
    }

    /// Refuses a place for a table before the work begins.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Write`], and [`StyleTableError::Content`] unless the name ends in `.csv`.
    pub fn check_output(file: &Path, existing: Existing) -> Result<(), StyleTableError> {
        if file.extension().is_none_or(|ending| ending != "csv") {
            return Err(StyleTableError::Content {
                file: file.to_owned(),
                what: "the name of a table ends in .csv".to_owned(),
            });
        }
        files::check_output(file, existing)?;
        files::check_output(&card_of(file), existing)?;
        Ok(())
    }

    /// The recogniser that the table teaches.
    pub fn recogniser(&self) -> Recogniser {
        Recogniser::learn(&self.counts, self.smoothing)
    }

    /// What was counted.
    pub const fn counts(&self) -> &StyleCounts {
        &self.counts
    }

    /// Where it came from.
    pub const fn card(&self) -> &StyleCard {
        &self.card
    }

    /// The checksum of the table's bytes.
    pub fn checksum(&self) -> &str {
        &self.card.checksum
    }

    /// P(value | style) by the table's estimator, for each value of an attribute.
    pub fn probabilities(&self, style: Style, attribute: Attribute) -> Vec<f64> {
        let counts = self.counts.values(style, attribute);
        let cases = self.counts.cases(style);
        counts
            .iter()
            .map(|count| self.smoothing.probability(*count, cases, counts.len()))
            .collect()
    }

    /// The CSV; plain words and numbers, so nothing needs quoting.
    fn rows(&self) -> String {
        let mut text = COLUMNS.join(",") + "\n";
        for attribute in Attribute::ALL {
            for (place, value) in attribute.values().iter().enumerate() {
                for style in Style::ALL {
                    let count = self.counts.values(style, attribute).get(place).copied();
                    let probability = self.probabilities(style, attribute).get(place).copied();
                    // Writing to a string cannot fail.
                    let _ = writeln!(
                        text,
                        "{},{value},{style},{},{:.9}",
                        attribute.name(),
                        count.unwrap_or(0),
                        probability.unwrap_or(0.0),
                    );
                }
            }
        }
        text
    }
}

/// The card that belongs to a table: the same name, ending in `.toml`.
fn card_of(table: &Path) -> PathBuf {
    table.with_extension("toml")
}

fn read_card(table: &Path, bytes: &[u8]) -> Result<StyleCard, StyleTableError> {
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

/// The counts of a CSV with exactly the rows that this program writes, in its order.
fn read_rows(bytes: &[u8]) -> Result<StyleCounts, String> {
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader.headers().map_err(|error| error.to_string())?;
    if header.iter().ne(COLUMNS) {
        return Err(format!(
            "line 1: the columns should be {}",
            COLUMNS.join(",")
        ));
    }
    let mut counts = vec![Vec::new(); Style::ALL.len()];
    let mut records = reader.records();
    for attribute in Attribute::ALL {
        for value in attribute.values() {
            for style in Style::ALL {
                let wanted = [attribute.name(), value, style.name()];
                let record = records
                    .next()
                    .ok_or_else(|| format!("the row of {} is missing", wanted.join(",")))?
                    .map_err(|error| error.to_string())?;
                let line = record.position().map_or(0, csv::Position::line);
                if record.iter().take(3).ne(wanted) {
                    return Err(format!(
                        "line {line}: expected the row of {}",
                        wanted.join(",")
                    ));
                }
                let count = record.get(3).and_then(|count| count.parse::<u64>().ok());
                let count = count.ok_or_else(|| format!("line {line}: the count is no number"))?;
                if let Some(cells) = counts.get_mut(style.index()) {
                    cells.push(count);
                }
            }
        }
    }
    if records.next().is_some() {
        return Err("there are more rows than a style table has".to_owned());
    }
    StyleCounts::from_cells(counts.concat()).map_err(|error| error.to_string())
}
