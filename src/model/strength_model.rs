//! The strength model on disk: one TOML file with its card on top.
//!
//! First the card (format, games, the search that measured), then the thresholds of habits, then a row of counts
//! for each scale and rating band. Nothing depends on a date or a path, so the same games give the same bytes.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::TableError;
use super::habit_cuts::{self, HabitCutsRow};
use super::heuristic_source::HeuristicSource;
use super::one_file::{self, OneFileCard};
use super::spec::{HeuristicSpec, UNWRITTEN};
use super::style_card::StyleTableError;
use crate::files::{self, Existing};
use crate::heuristic::Heuristic;
use crate::strength::{LossCounts, LossCountsError, RatingCounts, StrengthScale};
use crate::style::{HabitThresholds, RatingBand};

/// The newest format that this program reads, and the one that it writes.
const FORMAT: i64 = 1;

/// The kind that tells this file from other models.
const KIND: &str = "strength";

/// The model that ships with the program.
const SHIPPED: &str = include_str!("../../models/style/strength.toml");

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
    /// Number of nodes for each position.
    pub nodes: u64,
    /// Number of sides of games counted.
    pub sides: u64,
}

impl OneFileCard for StrengthModelCard {
    const NAME: &'static str = "strength model";
    const KIND: &'static str = KIND;
    const FORMAT: i64 = FORMAT;

    fn checksum(&self) -> &str {
        &self.checksum
    }
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
struct BandCountsRow {
    scale: String,
    from_rating: u16,
    counts: LossCounts,
}

impl StrengthModel {
    /// Makes a model from counts measured with the shipped heuristic at a fixed number of nodes.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the shipped heuristic cannot be read, which would be a fault of this program.
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

    /// Returns the model that ships with the program.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), which would be a fault of this program.
    pub fn shipped() -> Result<Self, StyleTableError> {
        Self::from_bytes(Path::new("models/style/strength.toml"), SHIPPED.as_bytes())
    }

    /// Reads a model.
    ///
    /// # Errors
    ///
    /// [`StyleTableError`] if it is missing or was changed.
    pub fn load(file: &Path) -> Result<Self, StyleTableError> {
        Self::from_bytes(file, &one_file::bytes_of(file)?)
    }

    /// Reads a model from bytes; `file` names it in errors.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn from_bytes(file: &Path, bytes: &[u8]) -> Result<Self, StyleTableError> {
        let (card, text) = one_file::read::<StrengthModelCard>(file, bytes)?;
        let (counts, borders) = parse(&text).map_err(|what| one_file::bad(file, what))?;
        let model = Self::with(counts, borders, card.heuristic.clone(), card.nodes);
        if model.card.sides != card.sides {
            let what = format!(
                "{} sides of games were counted in it, and it states {}",
                model.card.sides, card.sides
            );
            return Err(one_file::bad(file, what));
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
        one_file::write(file, &card, &content, existing)
    }

    /// Returns the model of the games of both. Games that both have counted count twice.
    ///
    /// # Errors
    ///
    /// [`StyleTableError::Apart`] if their losses were measured in different ways.
    pub fn merge(&self, other: &Self) -> Result<Self, StyleTableError> {
        self.combined(other, RatingCounts::merge)
    }

    /// Returns the model without the games of `other`, which must have been merged into it.
    ///
    /// # Errors
    ///
    /// As [`merge`](Self::merge), and if `other` has games that are not in this.
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

    /// Returns the thresholds by which habits are binned.
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
    /// [`TableError`] if the shipped heuristic cannot be read, which would be a fault of this program.
    pub fn heuristic() -> Result<Heuristic, TableError> {
        Ok(measuring()?.initial())
    }
}

/// Returns the heuristic with which losses are measured: the strongest that ships.
fn measuring() -> Result<HeuristicSource, TableError> {
    HeuristicSpec::ModernLearned(UNWRITTEN).load()
}

fn content(counts: &RatingCounts, borders: &HabitThresholds) -> String {
    let content = Content {
        habits: habit_cuts::rows_of(borders),
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
    let content: Content = files::from_toml(text).map_err(|fault| fault.to_string())?;
    let borders = habit_cuts::borders_of(content.habits)?;
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

/// Returns true if a file begins as a strength model does; false if it cannot be read.
pub fn is_strength_model(file: &Path) -> bool {
    let mut bytes = Vec::new();
    // An error here is reported by the reader of the whole file.
    let _ = File::open(file).and_then(|opened| opened.take(200).read_to_end(&mut bytes));
    let head = String::from_utf8_lossy(&bytes);
    head.lines()
        .any(|line| line.trim() == format!("kind = \"{KIND}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the refusal of the shipped model with another text in its counts and a checksum that fits.
    fn refused(from: &str, to: &str) -> String {
        let model = StrengthModel::shipped().expect("sound");
        let text = SHIPPED.replacen(from, to, 1);
        let (_, content) = text.split_once("\n# Counts\n").expect("a line between");
        let checksum = files::checksum(content.as_bytes());
        let text = text.replacen(&model.card().checksum, &checksum, 1);
        let read = StrengthModel::from_bytes(Path::new("s.toml"), text.as_bytes());
        read.expect_err("it is wrong").to_string()
    }

    #[test]
    fn a_wrong_value_is_told_with_its_line_in_the_file() {
        let place = SHIPPED.find("from_rating = 1000").expect("a row");
        let line = files::line_at(SHIPPED, place);
        let said = refused("from_rating = 1000", "from_rating = -1");
        let fault = format!("line {line}: expected a whole number from 0 to 65535, not -1; put");
        assert!(said.contains(&fault), "{said}");
        let said = refused("nodes = 1000", "nodes = \"many\"");
        assert!(
            said.contains("s.toml: line 6: expected a whole number"),
            "{said}"
        );
        assert!(!said.contains("u64"), "{said}");
    }
}
