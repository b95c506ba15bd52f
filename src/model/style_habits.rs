//! What is known of styles by habits, on disk: one file that is its own card.
//!
//! A TOML file: on top the card (format, schema, games, sources), then the borders between values,
//! then the counts. A row of counts is one string of numbers; `-7` stands for seven noughts. Nothing
//! in it depends on a date or a path, so the same games give the same bytes. Weights and
//! probabilities are not stored: they follow from the counts.

mod counts;
#[cfg(test)]
mod tests;

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::style_card::{
    self, StyleSource, StyleTableError, check_sources, first_line, plain_line_ends,
};
use super::style_table;
use crate::files::{self, Existing};
use crate::style::{HabitCounts, HabitCountsError, HabitRecogniser};

/// The newest format that this program reads: with norms of populations.
const FORMAT: i64 = 2;

/// The format of a model without norms.
const WITHOUT_NORMS: i64 = 1;

/// The name of the set of signs.
const SCHEMA: &str = style_card::HABITS;

/// What ships with the program.
const SHIPPED: &str = include_str!("../../models/style/habits.toml");

/// Knowledge of styles with its card.
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
    /// The set of signs.
    pub schema: String,
    /// [`files::checksum`] of everything below the card.
    pub checksum: String,
    /// The version of the program that counted.
    pub version: String,
    /// [`files::checksum`] of the labels file that said who plays how; of several, joined by `+`.
    pub labels_checksum: String,
    /// Games counted.
    pub games: u64,
    /// Where they came from, in the order of the labels.
    pub sources: Vec<StyleSource>,
}

/// Stands between the checksums of several labels files.
const JOINED: &str = "+";

/// The line between the card and what its checksum covers.
const RULE: &str = "\n# Counts\n";

impl StyleModel {
    /// A model of what was counted from `sources` by the labels file of that checksum.
    pub fn new(knowledge: HabitCounts, sources: Vec<StyleSource>, labels_checksum: String) -> Self {
        let card = StyleModelCard {
            format: if knowledge.norms().is_empty() {
                WITHOUT_NORMS
            } else {
                FORMAT
            },
            kind: "style".to_owned(),
            schema: SCHEMA.to_owned(),
            checksum: files::checksum(counts::content(&knowledge).as_bytes()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            labels_checksum,
            games: knowledge.games(),
            sources,
        };
        Self { knowledge, card }
    }

    /// The model that ships with the program.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), which would be a mistake in this program's sources.
    pub fn shipped() -> Result<Self, StyleTableError> {
        Self::from_bytes(Path::new("models/style/habits.toml"), SHIPPED.as_bytes())
    }

    /// Reads a model.
    ///
    /// # Errors
    ///
    /// [`StyleTableError`] when it is missing, was changed, or is of other signs.
    pub fn load(file: &Path) -> Result<Self, StyleTableError> {
        let bytes = crate::files::read_bytes(file).map_err(|source| StyleTableError::Read {
            file: file.to_owned(),
            source,
        })?;
        Self::from_bytes(file, &bytes)
    }

    /// Reads a model from bytes; `file` names it in errors.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn from_bytes(file: &Path, bytes: &[u8]) -> Result<Self, StyleTableError> {
        let bad = |what: String| StyleTableError::Model {
            file: file.to_owned(),
            what,
        };
        if style_table::is_table(bytes) {
            return Err(StyleTableError::TableForModel(file.to_owned()));
        }
        let bytes = plain_line_ends(bytes);
        let text = std::str::from_utf8(&bytes)
            .map_err(|_| bad("it is not text, so it is not a style model".to_owned()))?;
        let (head, rest) = text.split_once(RULE).unwrap_or((text, ""));
        let card = read_card(file, head)?;
        let found = files::checksum(rest.as_bytes());
        if found != card.checksum {
            return Err(StyleTableError::ChangedModel {
                file: file.to_owned(),
                found,
                stated: card.checksum,
            });
        }
        let knowledge = counts::knowledge(rest).map_err(bad)?;
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
        let card = toml::to_string(&card).map_err(|error| StyleTableError::Model {
            file: file.to_owned(),
            what: error.to_string(),
        })?;
        let text = card + RULE + &content;
        files::write_whole(file, existing, |out| out.write_all(text.as_bytes()))?;
        Ok(())
    }

    /// The model of the games of both. Games that both have counted count twice; nothing in a model
    /// could tell.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Apart`] when values were cut at other borders, or a player has two styles.
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

    /// The model without the games of `other`, which must have been merged into it.
    ///
    /// # Errors
    ///
    /// As [`merge`](Self::merge), and when `other` has games that are not in this.
    pub fn subtract(&self, other: &Self) -> Result<Self, StyleTableError> {
        let mut knowledge = self.knowledge.clone();
        knowledge.subtract(&other.knowledge).map_err(apart)?;
        let mut sources = self.card.sources.clone();
        for gone in &other.card.sources {
            let rest = sources
                .iter_mut()
                // Several players of one style may lie in one file.
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
        // Labels that both were counted by still hold for what is left.
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

    /// The model with every count halved, rounded down: what was counted long ago fades.
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

    /// The recogniser that the counts teach.
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

    /// What was counted.
    pub const fn knowledge(&self) -> &HabitCounts {
        &self.knowledge
    }

    /// Where it came from.
    pub const fn card(&self) -> &StyleModelCard {
        &self.card
    }

    /// The checksum of its counts.
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

fn read_card(file: &Path, head: &str) -> Result<StyleModelCard, StyleTableError> {
    #[derive(Deserialize)]
    struct Head {
        format: Option<i64>,
        kind: Option<String>,
        schema: Option<String>,
    }
    let bad = |what: String| StyleTableError::Model {
        file: file.to_owned(),
        what,
    };
    let plain = |error: toml::de::Error| bad(first_line(&error).to_owned());
    let found: Head = toml::from_str(head).map_err(|error| {
        let what = first_line(&error);
        bad(format!(
            "it is not a style model, or one that was changed ({what})"
        ))
    })?;
    if found.kind.as_deref() != Some("style") {
        return Err(bad("it is not a style model".to_owned()));
    }
    if let Some(found) = found.format.filter(|format| *format < 1) {
        return Err(bad(format!(
            "it names a format {found}, which there never was"
        )));
    }
    if let Some(found) = found.format.filter(|format| *format > FORMAT) {
        return Err(StyleTableError::Newer {
            file: file.to_owned(),
            found,
            known: FORMAT,
        });
    }
    match found.schema.as_deref() {
        Some(SCHEMA) => toml::from_str(head).map_err(plain),
        Some(style_card::SCHEMA) => Err(StyleTableError::CardForModel(file.to_owned())),
        Some(other) => Err(StyleTableError::Schema {
            file: file.to_owned(),
            found: other.to_owned(),
            known: SCHEMA,
        }),
        None => Err(bad(
            "it does not say which signs of style it counts".to_owned()
        )),
    }
}
