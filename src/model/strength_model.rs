//! What is known of strength, on disk: one TOML file that is its own card.
//!
//! On top the card (format, games, the search that measured), then where habits are cut, then a row of counts for each
//! scale and rating band. Nothing in it depends on a date or a path, so that the same games give the same bytes.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::TableError;
use super::heuristic_source::HeuristicSource;

use super::spec::{HeuristicSpec, UNWRITTEN};
use super::style_card::{StyleTableError, first_line, plain_line_ends};
use crate::files::{self, Existing};
use crate::heuristic::Heuristic;
use crate::strength::{LossCounts, LossCountsError, RatingCounts, StrengthScale};
use crate::style::habits::Habit;
use crate::style::{HabitThresholds, RatingBand};

/// The newest format that this program reads, and the one that it writes.
const FORMAT: i64 = 1;

/// What tells this file from other models.
const KIND: &str = "strength";

/// What ships with the program.
const SHIPPED: &str = include_str!("../../models/style/strength.toml");

/// The line between the card and what its checksum covers.
const RULE: &str = "\n# Counts\n";

/// The card of a [`StrengthModel`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrengthModelCard {
    /// The file's format, 1 today.
    pub format: i64,
    /// `strength`, to tell it from other models.
    pub kind: String,
    /// [`files::checksum`] of everything below the card.
    pub checksum: String,
    /// The version of the program that counted.
    pub version: String,
    /// The checksum of the heuristic that measured the losses.
    pub heuristic: String,
    /// The nodes for each position.
    pub nodes: u64,
    /// Sides of games counted.
    pub sides: u64,
}

/// Counts of losses by scale and rating, with their card.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthModel {
    card: StrengthModelCard,
    borders: HabitThresholds,
    counts: RatingCounts,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    habits: Vec<HabitCutsRow>,
    #[serde(default)]
    rows: Vec<BandCountsRow>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HabitCutsRow {
    name: String,
    usual: f64,
    cuts: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BandCountsRow {
    scale: String,
    from_rating: u16,
    counts: LossCounts,
}

impl StrengthModel {
    /// Makes a model of counts that were measured with the shipped heuristic at a fixed number of nodes.
    ///
    /// # Errors
    ///
    /// [`TableError`] when the shipped heuristic cannot be read, which would be a mistake in this program's sources.
    pub fn new(
        counts: RatingCounts,
        borders: HabitThresholds,
        nodes: u64,
    ) -> Result<Self, TableError> {
        let heuristic = measuring()?.checksum().unwrap_or_default();
        Ok(Self::with(counts, borders, heuristic, nodes))
    }

    fn with(counts: RatingCounts, borders: HabitThresholds, heuristic: String, nodes: u64) -> Self {
        let sides = counts
            .rows()
            .map(|(_, _, losses)| u64::from(losses.games()))
            .sum();
        let card = StrengthModelCard {
            format: FORMAT,
            kind: KIND.to_owned(),
            checksum: files::checksum(content(&counts, &borders).as_bytes()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            heuristic,
            nodes,
            sides,
        };
        Self {
            card,
            borders,
            counts,
        }
    }

    /// The model that ships with the program.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), which would be a mistake in this program's sources.
    pub fn shipped() -> Result<Self, StyleTableError> {
        Self::from_bytes(Path::new("models/style/strength.toml"), SHIPPED.as_bytes())
    }

    /// Reads a model.
    ///
    /// # Errors
    ///
    /// [`StyleTableError`] when it is missing or was changed.
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
        let bytes = plain_line_ends(bytes);
        let text = std::str::from_utf8(&bytes)
            .map_err(|_| bad("it is not text, and not a strength model".to_owned()))?;
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
        let (counts, borders) = parse(rest).map_err(bad)?;
        let model = Self::with(counts, borders, card.heuristic.clone(), card.nodes);
        if model.card.sides != card.sides {
            return Err(bad(format!(
                "{} sides of games were counted in it, and it states {}",
                model.card.sides, card.sides
            )));
        }
        Ok(Self { card, ..model })
    }

    /// Writes the model.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Write`].
    pub fn save(&self, file: &Path, existing: Existing) -> Result<(), StyleTableError> {
        let content = content(&self.counts, &self.borders);
        // The file it was read from may say the same in other words.
        let card = StrengthModelCard {
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

    /// The model of the games of both. Games that both have counted count twice.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Apart`] when their losses were measured in different ways.
    pub fn merge(&self, other: &Self) -> Result<Self, StyleTableError> {
        self.combined(other, RatingCounts::merge)
    }

    /// The model without the games of `other`, which must have been merged into it.
    ///
    /// # Errors
    ///
    /// As [`merge`](Self::merge), and when `other` has games that are not in this.
    pub fn subtract(&self, other: &Self) -> Result<Self, StyleTableError> {
        self.combined(other, RatingCounts::subtract)
    }

    fn combined(
        &self,
        other: &Self,
        operation: fn(&mut RatingCounts, &RatingCounts) -> Result<(), LossCountsError>,
    ) -> Result<Self, StyleTableError> {
        let way = |model: &Self| (model.card.heuristic.clone(), model.card.nodes);
        if way(self) != way(other) || self.borders != other.borders {
            let what = "their losses were measured in different ways".to_owned();
            return Err(StyleTableError::Apart(what));
        }
        let mut counts = self.counts.clone();
        operation(&mut counts, &other.counts)
            .map_err(|error| StyleTableError::Apart(error.to_string()))?;
        let (heuristic, nodes) = way(self);
        Ok(Self::with(counts, self.borders.clone(), heuristic, nodes))
    }

    /// Returns the counts.
    pub const fn counts(&self) -> &RatingCounts {
        &self.counts
    }

    /// Returns where the values of habits are cut.
    pub const fn borders(&self) -> &HabitThresholds {
        &self.borders
    }

    /// Returns the card.
    pub const fn card(&self) -> &StrengthModelCard {
        &self.card
    }

    /// Returns the heuristic with which losses are measured.
    ///
    /// # Errors
    ///
    /// [`TableError`] when the shipped heuristic cannot be read, which would be a mistake in this program's sources.
    pub fn heuristic() -> Result<Heuristic, TableError> {
        Ok(measuring()?.initial())
    }
}

/// The heuristic with which losses are measured: the strongest that ships.
fn measuring() -> Result<HeuristicSource, TableError> {
    HeuristicSpec::ModernLearned(UNWRITTEN).load()
}

fn content(counts: &RatingCounts, borders: &HabitThresholds) -> String {
    let content = Content {
        habits: borders
            .rows()
            .zip(Habit::ALL)
            .map(|((usual, cuts), habit)| HabitCutsRow {
                name: habit.name().to_owned(),
                usual,
                cuts: cuts.to_vec(),
            })
            .collect(),
        rows: counts
            .rows()
            .filter_map(|(scale, band, counts)| {
                Some(BandCountsRow {
                    scale: scale.to_string(),
                    from_rating: band.lowest()?,
                    counts: counts.clone(),
                })
            })
            .collect(),
    };
    toml::to_string(&content).unwrap_or_else(|error| unreachable!("plain rows are TOML: {error}"))
}

fn parse(text: &str) -> Result<(RatingCounts, HabitThresholds), String> {
    let content: Content = toml::from_str(text).map_err(|error| first_line(&error).to_owned())?;
    for (row, habit) in content.habits.iter().zip(Habit::ALL) {
        if row.name != habit.name() {
            return Err(format!(
                "the habit '{}' stands where '{}' should",
                row.name,
                habit.name()
            ));
        }
    }
    let cuts = content.habits.into_iter().map(|row| (row.usual, row.cuts));
    let borders = HabitThresholds::from_rows(cuts.collect())
        .ok_or("the borders between values are not in order")?;
    let mut counts = RatingCounts::default();
    for row in content.rows {
        let scale: StrengthScale = row.scale.parse()?;
        let band = RatingBand::of(Some(row.from_rating));
        counts
            .add_row(scale, band, &row.counts)
            .map_err(|error| error.to_string())?;
    }
    Ok((counts, borders))
}

fn read_card(file: &Path, head: &str) -> Result<StrengthModelCard, StyleTableError> {
    #[derive(Deserialize)]
    struct Head {
        format: Option<i64>,
        kind: Option<String>,
    }
    let bad = |what: String| StyleTableError::Model {
        file: file.to_owned(),
        what,
    };
    let found: Head = toml::from_str(head).map_err(|error| {
        bad(format!(
            "it is not a strength model ({})",
            first_line(&error)
        ))
    })?;
    if found.kind.as_deref() != Some(KIND) {
        return Err(bad("it is not a strength model".to_owned()));
    }
    match found.format {
        Some(found) if found > FORMAT => Err(StyleTableError::Newer {
            file: file.to_owned(),
            found,
            known: FORMAT,
        }),
        Some(FORMAT) => toml::from_str(head).map_err(|error| bad(first_line(&error).to_owned())),
        _ => Err(bad("it does not state a known format".to_owned())),
    }
}

/// Returns true if a file begins as a strength model does; false if it cannot be read.
pub fn is_strength_model(file: &Path) -> bool {
    let mut bytes = Vec::new();
    // A file that cannot be read is reported by the reader of the whole.
    let _ = File::open(file).and_then(|opened| opened.take(200).read_to_end(&mut bytes));
    let head = String::from_utf8_lossy(&bytes);
    head.lines()
        .any(|line| line.trim() == format!("kind = \"{KIND}\""))
}
