//! What is known of styles by habits, on disk: one file that is its own card.
//!
//! A TOML file: on top the card (format, schema, games, sources), then the borders between values,
//! then the counts. A row of counts is one string of numbers; `-7` stands for seven noughts. Nothing
//! in it depends on a date or a path, so the same games give the same bytes. Weights and
//! probabilities are not stored: they follow from the counts.
//!
//! May use: files, `style`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::style_card::{StyleSource, StyleTableError};
use crate::files::{self, Existing};
use crate::style::habits::Habit;
use crate::style::{
    Background, Borders, Judge, Knowledge, KnowledgeError, Layout, PairCounts, PlayerCounts,
    Stages, Style,
};

/// The newest format that this program reads, and the one that it writes.
const FORMAT: i64 = 1;

/// The name of the set of signs; another set gets another number.
pub(super) const SCHEMA: &str = "habits-2";

/// What ships with the program.
const SHIPPED: &str = include_str!("../../models/style/habits.toml");

/// Knowledge of styles with its card.
#[derive(Clone, Debug, PartialEq)]
pub struct StyleModel {
    knowledge: Knowledge,
    card: StyleModelCard,
}

/// The card of a [`StyleModel`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StyleModelCard {
    /// The file's format, 1 today.
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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    background: String,
    stages: String,
    pairs: String,
    habits: Vec<HabitRow>,
    players: Vec<PlayerRow>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HabitRow {
    name: String,
    usual: f64,
    cuts: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerRow {
    name: String,
    style: Style,
    cells: String,
    values: String,
}

/// Stands between the checksums of several labels files.
const JOINED: &str = "+";

/// The line between the card and what its checksum covers.
const RULE: &str = "\n# Counts\n";

impl StyleModel {
    /// A model of what was counted from `sources` by the labels file of that checksum.
    pub fn new(knowledge: Knowledge, sources: Vec<StyleSource>, labels_checksum: String) -> Self {
        let card = StyleModelCard {
            format: FORMAT,
            kind: "style".to_owned(),
            schema: SCHEMA.to_owned(),
            checksum: files::checksum(content(&knowledge).as_bytes()),
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
        let bytes = std::fs::read(file).map_err(|source| StyleTableError::Read {
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
        let bad = |what: String| StyleTableError::Content {
            file: file.to_owned(),
            what,
        };
        let text = std::str::from_utf8(bytes).map_err(|_| bad("it is no text".to_owned()))?;
        let (head, rest) = text.split_once(RULE).unwrap_or((text, ""));
        let card = read_card(file, head)?;
        let found = files::checksum(rest.as_bytes());
        if found != card.checksum {
            return Err(StyleTableError::Changed {
                file: file.to_owned(),
                found,
                stated: card.checksum,
            });
        }
        let content: Content =
            toml::from_str(rest).map_err(|error| bad(error.message().to_owned()))?;
        let knowledge = knowledge(content).map_err(bad)?;
        if knowledge.games() != card.games {
            let (found, stated) = (knowledge.games(), card.games);
            return Err(bad(format!(
                "it has {found} games and its card says {stated}"
            )));
        }
        Ok(Self { knowledge, card })
    }

    /// Writes the model.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Write`].
    pub fn save(&self, file: &Path, existing: Existing) -> Result<(), StyleTableError> {
        let card = toml::to_string(&self.card).map_err(|error| StyleTableError::Card {
            file: file.to_owned(),
            what: error.to_string(),
        })?;
        let text = card + RULE + &content(&self.knowledge);
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
                    source.games += added.games;
                    source.cases += added.cases;
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
                .find(|source| same_source(source, gone))
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
        self.card.labels_checksum.split(JOINED)
    }

    /// The recogniser that the counts teach.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Content`] without an attacking or a defensive player.
    pub fn judge(&self, file: &Path) -> Result<Judge, StyleTableError> {
        Judge::learn(&self.knowledge).map_err(|error| StyleTableError::Content {
            file: file.to_owned(),
            what: error.to_string(),
        })
    }

    /// What was counted.
    pub const fn knowledge(&self) -> &Knowledge {
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
fn apart(error: KnowledgeError) -> StyleTableError {
    StyleTableError::Apart(error.to_string())
}

fn read_card(file: &Path, head: &str) -> Result<StyleModelCard, StyleTableError> {
    #[derive(Deserialize)]
    struct Head {
        format: Option<i64>,
        kind: Option<String>,
        schema: Option<String>,
    }
    let bad = |what: String| StyleTableError::Card {
        file: file.to_owned(),
        what,
    };
    let plain = |error: toml::de::Error| {
        bad(error
            .message()
            .lines()
            .next()
            .unwrap_or("no TOML")
            .to_owned())
    };
    let found: Head = toml::from_str(head).map_err(plain)?;
    if found.kind.as_deref() != Some("style") {
        return Err(bad("it is no style model".to_owned()));
    }
    match found.format {
        Some(format) if format > FORMAT => {
            return Err(StyleTableError::Newer {
                file: file.to_owned(),
                found: format,
            });
        }
        _ => {}
    }
    if found.schema.as_deref() != Some(SCHEMA) {
        return Err(StyleTableError::Schema {
            file: file.to_owned(),
            found: found.schema.unwrap_or_default(),
        });
    }
    toml::from_str(head).map_err(plain)
}

fn content(knowledge: &Knowledge) -> String {
    let borders = knowledge.borders().rows().zip(Habit::ALL);
    let content = Content {
        background: written(knowledge.background().counts()),
        stages: written(knowledge.stages().counts()),
        pairs: written(knowledge.pairs().counts()),
        habits: borders
            .map(|((usual, cuts), habit)| HabitRow {
                name: habit.name().to_owned(),
                usual,
                cuts: cuts.to_vec(),
            })
            .collect(),
        players: knowledge
            .players()
            .iter()
            .map(|(name, player)| PlayerRow {
                name: name.clone(),
                style: player.style(),
                cells: written(player.cells()),
                values: written(player.values()),
            })
            .collect(),
    };
    toml::to_string(&content).unwrap_or_else(|error| unreachable!("plain rows are TOML: {error}"))
}

fn knowledge(content: Content) -> Result<Knowledge, String> {
    for (row, habit) in content.habits.iter().zip(Habit::ALL) {
        if row.name != habit.name() {
            return Err(format!(
                "the habit '{}' stands where '{}' should",
                row.name,
                habit.name()
            ));
        }
    }
    let rows = content
        .habits
        .into_iter()
        .map(|row| (row.usual, row.cuts))
        .collect();
    let borders = Borders::from_rows(rows).ok_or("the borders between values are not in order")?;
    let layout = Layout::new(&borders);
    let background = Background::from_counts(read(&content.background, "background")?, &layout);
    let stages = Stages::from_counts(read(&content.stages, "stages")?, &layout);
    let pairs = PairCounts::from_counts(read(&content.pairs, "pairs")?, layout.width())
        .ok_or("pairs: another number of counts than its borders ask for")?;
    let mut players = BTreeMap::new();
    for row in content.players {
        let (cells, values) = (read(&row.cells, &row.name)?, read(&row.values, &row.name)?);
        players.insert(
            row.name,
            PlayerCounts::from_counts(row.style, cells, values),
        );
    }
    Knowledge::from_tables(borders, background, stages, players, pairs)
        .map_err(|error| error.to_string())
}

/// Counts as text: numbers with blanks between, a run of noughts as its length behind a minus.
fn written(counts: &[u32]) -> String {
    let mut words = Vec::new();
    let mut noughts = 0;
    for count in counts {
        if *count == 0 {
            noughts += 1;
            continue;
        }
        if noughts > 0 {
            words.push(format!("-{noughts}"));
            noughts = 0;
        }
        words.push(count.to_string());
    }
    if noughts > 0 {
        words.push(format!("-{noughts}"));
    }
    words.join(" ")
}

/// No table is larger: a run of noughts cannot fill the memory.
const MOST_COUNTS: usize = 4_000_000;

fn read(text: &str, what: &str) -> Result<Vec<u32>, String> {
    let mut counts = Vec::new();
    for word in text.split_ascii_whitespace() {
        let bad = || format!("{what}: '{word}' is no count");
        if let Some(run) = word.strip_prefix('-') {
            let run: usize = run.parse().map_err(|_| bad())?;
            if counts.len().saturating_add(run) > MOST_COUNTS {
                return Err(format!("{what}: more counts than any table has"));
            }
            counts.resize(counts.len() + run, 0);
        } else {
            counts.push(word.parse().map_err(|_| bad())?);
        }
    }
    Ok(counts)
}
