//! The style model by habits on disk: one file with its card on top.
//!
//! A TOML file: first the card (format, schema, games, sources), then the thresholds between values, then the
//! counts. A row of counts is one string of numbers, in which `-7` stands for seven zeros. Nothing depends on a
//! date or a path, so the same games give the same bytes. Weights and probabilities are not stored: they follow
//! from the counts.

mod counts;
#[cfg(test)]
mod tests;

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::one_file::{self, OneFileCard};
use super::style_card::{self, StyleSource, StyleTableError, check_sources};
use super::style_table;
use crate::files::{self, Existing};
use crate::style::{HabitCounts, HabitCountsError, HabitRecogniser};

/// The newest format that this program reads: with norms of populations.
const FORMAT: i64 = 2;

/// The format of a model without norms.
const WITHOUT_NORMS: i64 = 1;

/// The name of the set of signs.
const SCHEMA: &str = style_card::HABITS;

/// The model that ships with the program.
const SHIPPED: &str = include_str!("../../models/style/habits.toml");

/// Counts of habits by style, with their card.
#[derive(Clone, Debug, PartialEq)]
pub struct StyleModel {
    knowledge: HabitCounts,
    card: StyleModelCard,
}

/// The card of a [`StyleModel`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StyleModelCard {
    /// The file's format: 2 with norms of populations, 1 without.
    pub format: i64,
    /// `style`, to tell it from a heuristic's card.
    pub kind: String,
    /// The name of the set of signs.
    pub schema: String,
    /// [`files::checksum`] of everything below the card.
    pub checksum: String,
    /// The version of the program that counted.
    pub version: String,
    /// Checksum of the labels file, which names the players' styles; of several, joined by `+`.
    pub labels_checksum: String,
    /// Number of games.
    pub games: u64,
    /// The games counted, in the order of the labels.
    pub sources: Vec<StyleSource>,
}

/// Separates the checksums of several labels files.
const JOINED: &str = "+";

impl OneFileCard for StyleModelCard {
    const NAME: &'static str = "style model";
    const KIND: &'static str = "style";
    const FORMAT: i64 = FORMAT;

    fn checksum(&self) -> &str {
        &self.checksum
    }

    fn check_schema(file: &Path, schema: Option<&str>) -> Result<(), StyleTableError> {
        match schema {
            Some(SCHEMA) => Ok(()),
            Some(style_card::SCHEMA) => Err(StyleTableError::CardForModel(file.to_owned())),
            Some(other) => Err(StyleTableError::Schema {
                file: file.to_owned(),
                found: other.to_owned(),
                known: SCHEMA,
            }),
            None => {
                let what = "it does not say which signs of style it counts".to_owned();
                Err(one_file::bad(file, what))
            }
        }
    }
}

impl StyleModel {
    /// Makes a model from counts of `sources`, labelled by the file with that checksum.
    pub fn new(knowledge: HabitCounts, sources: Vec<StyleSource>, labels_checksum: String) -> Self {
        let card = StyleModelCard {
            format: if knowledge.norms().is_empty() {
                WITHOUT_NORMS
            } else {
                FORMAT
            },
            kind: StyleModelCard::KIND.to_owned(),
            schema: SCHEMA.to_owned(),
            checksum: files::checksum(counts::content(&knowledge).as_bytes()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            labels_checksum,
            games: knowledge.games(),
            sources,
        };
        Self { knowledge, card }
    }

    /// Returns the model that ships with the program.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), which would be a fault of this program.
    pub fn shipped() -> Result<Self, StyleTableError> {
        Self::from_bytes(Path::new("models/style/habits.toml"), SHIPPED.as_bytes())
    }

    /// Reads a model.
    ///
    /// # Errors
    ///
    /// [`StyleTableError`] if it is missing, was changed, or has other signs.
    pub fn load(file: &Path) -> Result<Self, StyleTableError> {
        Self::from_bytes(file, &one_file::bytes_of(file)?)
    }

    /// Reads a model from bytes; `file` names it in errors.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn from_bytes(file: &Path, bytes: &[u8]) -> Result<Self, StyleTableError> {
        if style_table::is_table(bytes) {
            return Err(StyleTableError::TableForModel(file.to_owned()));
        }
        let bad = |what| one_file::bad(file, what);
        let (card, content) = one_file::read::<StyleModelCard>(file, bytes)?;
        let knowledge = counts::knowledge(&content).map_err(bad)?;
        if knowledge.games() != card.games {
            let (found, stated) = (knowledge.games(), card.games);
            return Err(bad(format!(
                "{found} games were counted in it, and it states {stated}"
            )));
        }
        check_sources(&card.sources, card.games).map_err(bad)?;
        Ok(Self { knowledge, card })
    }

    /// Writes the model.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Write`].
    pub fn save(&self, file: &Path, existing: Existing) -> Result<(), StyleTableError> {
        let content = counts::content(&self.knowledge);
        // The file it was read from may say the same in other words.
        let card = StyleModelCard {
            checksum: files::checksum(content.as_bytes()),
            ..self.card.clone()
        };
        one_file::write(file, &card, &content, existing)
    }

    /// Returns the model of the games of both. Games that both have counted count twice; a model cannot tell.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Apart`] if thresholds differ, or a player has two styles.
    pub fn merge(&self, other: &Self) -> Result<Self, StyleTableError> {
        let mut knowledge = self.knowledge.clone();
        knowledge.merge(&other.knowledge).map_err(apart)?;
        let mut sources = self.card.sources.clone();
        for added in &other.card.sources {
            match sources.iter_mut().find(|source| same_source(source, added)) {
                Some(source) => {
                    let sum = |one: u64, other: u64| {
                        one.checked_add(other).ok_or_else(|| {
                            let what = format!("{}: more games than can be counted", added.file);
                            StyleTableError::Apart(what)
                        })
                    };
                    source.games = sum(source.games, added.games)?;
                    source.cases = sum(source.cases, added.cases)?;
                }
                None => sources.push(added.clone()),
            }
        }
        let mut labels: Vec<&str> = self.labels().chain(other.labels()).collect();
        labels.sort_unstable();
        labels.dedup();
        Ok(Self::new(knowledge, sources, labels.join(JOINED)))
    }

    /// Returns the model without the games of `other`, which must have been merged into it.
    ///
    /// # Errors
    ///
    /// As [`merge`](Self::merge), and if `other` has games that are not in this.
    pub fn subtract(&self, other: &Self) -> Result<Self, StyleTableError> {
        let mut knowledge = self.knowledge.clone();
        knowledge.subtract(&other.knowledge).map_err(apart)?;
        let mut sources = self.card.sources.clone();
        for gone in &other.card.sources {
            let rest = sources
                .iter_mut()
                // Several players of one style may have the same file.
                .find(|source| same_source(source, gone) && source.games >= gone.games)
                .and_then(|source| {
                    source.games = source.games.checked_sub(gone.games)?;
                    source.cases = source.cases.checked_sub(gone.cases)?;
                    Some(())
                });
            if rest.is_none() {
                let what = format!("{} has fewer games in it than are to go", gone.file);
                return Err(StyleTableError::Apart(what));
            }
        }
        sources.retain(|source| source.games > 0);
        // Labels files of both still apply to what is left.
        let left: Vec<&str> = self
            .labels()
            .filter(|label| other.labels().all(|gone| gone != *label))
            .collect();
        let labels = if left.is_empty() {
            self.card.labels_checksum.clone()
        } else {
            left.join(JOINED)
        };
        Ok(Self::new(knowledge, sources, labels))
    }

    /// Returns the model with every count halved and rounded down, so that old games count less.
    pub fn age(&self) -> Self {
        let mut knowledge = self.knowledge.clone();
        knowledge.age();
        let mut sources = self.card.sources.clone();
        for source in &mut sources {
            source.halved += 1;
        }
        Self::new(knowledge, sources, self.card.labels_checksum.clone())
    }

    fn labels(&self) -> impl Iterator<Item = &str> {
        self.card
            .labels_checksum
            .split(JOINED)
            .filter(|label| !label.is_empty())
    }

    /// Returns the recogniser learned from the counts.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Taught`] without an attacking or a defensive player.
    pub fn judge(&self, file: &Path) -> Result<HabitRecogniser, StyleTableError> {
        HabitRecogniser::learn(&self.knowledge).map_err(|error| StyleTableError::Taught {
            file: file.to_owned(),
            what: error.to_string(),
        })
    }

    /// Returns the counts.
    pub const fn knowledge(&self) -> &HabitCounts {
        &self.knowledge
    }

    /// Returns the card.
    pub const fn card(&self) -> &StyleModelCard {
        &self.card
    }

    /// Returns the checksum of the counts.
    pub fn checksum(&self) -> &str {
        &self.card.checksum
    }
}

fn same_source(one: &StyleSource, two: &StyleSource) -> bool {
    (&one.file, one.style, one.halved) == (&two.file, two.style, two.halved)
}

#[expect(clippy::needless_pass_by_value, reason = "as map_err hands it over")]
fn apart(error: HabitCountsError) -> StyleTableError {
    StyleTableError::Apart(error.to_string())
}
