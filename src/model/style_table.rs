//! A style table: P(value | style) for each attribute, as readable CSV. A card names the games that it was counted
//! from.
//!
//! Columns `attribute,value,style,count,probability`; one row for each value and style. The counts are the model.
//! The probabilities follow from them by the card's estimator (Laplace's rule, Fernández 2005, §2.3.2.1) and are
//! there for the reader.

use std::fmt::Write as _;
use std::path::Path;

use crate::bayes::Smoothing;
use crate::files::{self, Existing, FileSet};
use crate::style::Style;
use crate::style::classic::{ClassicAttribute, ClassicCounts, ClassicRecogniser};

use super::one_file::bytes_of;
use super::style_card::{
    FORMAT, SCHEMA, StyleCard, StyleSource, StyleTableError, card_of, check_sources,
    plain_line_ends, read_card,
};

/// The table that ships with the program, and its card.
const SHIPPED: (&str, &str) = (
    include_str!("../../models/style/classic.csv"),
    include_str!("../../models/style/classic.toml"),
);

const COLUMNS: [&str; 5] = ["attribute", "value", "style", "count", "probability"];

/// Counts by style with their estimator and card.
#[derive(Clone, Debug)]
pub struct StyleTable {
    counts: ClassicCounts,
    smoothing: Smoothing,
    card: StyleCard,
}

impl StyleTable {
    /// Makes a table of `counts` from `sources`, labelled by the file with that checksum.
    pub fn new(
        counts: ClassicCounts,
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

    /// Returns the table that ships with the program: Fischer and Kasparov, Karpov, Illescas.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), which would be a fault of this program.
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
    /// [`StyleTableError`] if either is missing, was changed or has other attributes.
    pub fn load(file: &Path) -> Result<Self, StyleTableError> {
        let (table, card) = (bytes_of(file)?, bytes_of(&card_of(file))?);
        Self::from_bytes(file, &table, &card)
    }

    /// Reads a table and its card from bytes; `file` names the table in errors.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn from_bytes(file: &Path, table: &[u8], card: &[u8]) -> Result<Self, StyleTableError> {
        let card = read_card(file, card)?;
        if file == card_of(file) {
            return Err(StyleTableError::CardForModel(file.to_owned()));
        }
        let table = plain_line_ends(table);
        let found = files::checksum(&table);
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
        let counts = read_rows(&table).map_err(bad)?;
        if counts.total() != card.cases {
            return Err(bad(format!(
                "it has {} cases and its card says {}",
                counts.total(),
                card.cases
            )));
        }
        check_sources(&card.sources, card.games).map_err(bad)?;
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
        let rows = self.rows();
        // The file it was read from may say the same in other words.
        let card = StyleCard {
            checksum: files::checksum(rows.as_bytes()),
            ..self.card.clone()
        };
        let card = toml::to_string(&card).map_err(|error| StyleTableError::Card {
            file: card_of(file),
            what: error.to_string(),
        })?;
        let mut both = FileSet::new(existing);
        both.add(file, |out| out.write_all(rows.as_bytes()))?;
        both.add(&card_of(file), |out| out.write_all(card.as_bytes()))?;
        Ok(both.finish()?)
    }

    /// Checks a path for a table, before the work begins.
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

    /// Returns the recogniser learned from the counts.
    pub fn recogniser(&self) -> ClassicRecogniser {
        ClassicRecogniser::learn(&self.counts, self.smoothing)
    }

    /// Returns the counts.
    pub const fn counts(&self) -> &ClassicCounts {
        &self.counts
    }

    /// Returns the card.
    pub const fn card(&self) -> &StyleCard {
        &self.card
    }

    /// Returns the checksum of the table's bytes.
    pub fn checksum(&self) -> &str {
        &self.card.checksum
    }

    /// Returns P(value | style) by the table's estimator, for each value of an attribute.
    pub fn probabilities(&self, style: Style, attribute: ClassicAttribute) -> Vec<f64> {
        let counts = self.counts.values(style, attribute);
        let cases = self.counts.cases(style);
        counts
            .iter()
            .map(|count| self.smoothing.probability(*count, cases, counts.len()))
            .collect()
    }

    /// Returns the CSV; plain words and numbers need no quotes.
    fn rows(&self) -> String {
        let mut text = COLUMNS.join(",") + "\n";
        for attribute in ClassicAttribute::ALL {
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

/// Returns true if a file begins as a style table does.
pub(super) fn is_table(bytes: &[u8]) -> bool {
    bytes.starts_with(COLUMNS.join(",").as_bytes())
}

/// Reads the counts of a CSV with exactly the rows that this program writes, in its order.
fn read_rows(bytes: &[u8]) -> Result<ClassicCounts, String> {
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
    for attribute in ClassicAttribute::ALL {
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
                let count =
                    count.ok_or_else(|| format!("line {line}: the count is not a number"))?;
                if let Some(cells) = counts.get_mut(style.index()) {
                    cells.push(count);
                }
            }
        }
    }
    if records.next().is_some() {
        return Err("there are more rows than a style table has".to_owned());
    }
    ClassicCounts::from_cells(counts.concat()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(table: &[u8], card: &str) -> Result<StyleTable, StyleTableError> {
        StyleTable::from_bytes(Path::new("classic.csv"), table, card.as_bytes())
    }

    fn refused(table: &[u8], card: &str) -> String {
        read(table, card).expect_err("it is wrong").to_string()
    }

    #[test]
    fn line_ends_of_another_system_change_nothing() {
        let both = [SHIPPED.0, SHIPPED.1].map(|text| text.replace('\n', "\r\n"));
        let table = read(both[0].as_bytes(), &both[1]).expect("the same table");
        let shipped = StyleTable::shipped().expect("sound");
        assert_eq!(table.card(), shipped.card());
    }

    #[test]
    fn a_card_that_does_not_fit_is_named_for_what_it_is() {
        let (table, card) = (SHIPPED.0.as_bytes(), SHIPPED.1);
        let of_source = card.replacen("games = 827", "games = 18446744073709551615", 1);
        assert!(refused(table, &of_source).contains("more games than can be counted"));
        let of_source = card.replacen("games = 827", "games = 828", 1);
        assert!(refused(table, &of_source).contains("7830 games together, and it states 7829"));
        let below_zero = refused(table, &card.replacen("games = 827", "games = -1", 1));
        let said = "classic.toml: line 15: expected a whole number from 0 to 18446744073709551615, not -1; put";
        assert!(below_zero.starts_with(said), "{below_zero}");
        let other = card.replacen("thesis", "thesis-2", 1);
        assert!(refused(table, &other).contains("'thesis-2', and this program has 'thesis'"));
        let habits = card.replacen("thesis", "habits-2", 1);
        assert!(refused(table, &habits).contains("this is a model by habits"));
        let error = StyleTable::from_bytes(Path::new("c.toml"), table, card.as_bytes());
        let error = error.expect_err("it is the card").to_string();
        assert!(error.ends_with("give the table itself, c.csv"), "{error}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn whatever_is_changed_is_refused_in_a_sentence_or_counts_nothing_else(
            place in any::<prop::sample::Index>(),
            bytes in prop::collection::vec(any::<u8>(), 0..4),
            gone in 0_usize..400,
            of_card in any::<bool>(),
        ) {
            let mut both = [SHIPPED.0.as_bytes().to_vec(), SHIPPED.1.as_bytes().to_vec()];
            let changed = &mut both[usize::from(of_card)];
            let place = place.index(changed.len());
            let end = (place + gone).min(changed.len());
            changed.splice(place..end, bytes);
            match StyleTable::from_bytes(Path::new("classic.csv"), &both[0], &both[1]) {
                Ok(table) => {
                    let shipped = StyleTable::shipped().expect("sound");
                    prop_assert_eq!(table.counts(), shipped.counts());
                }
                Err(error) => {
                    let said = error.to_string();
                    prop_assert!(said.starts_with("classic."), "{}", said);
                    prop_assert!(!said.contains('\n'), "{}", said);
                }
            }
        }
    }
}
