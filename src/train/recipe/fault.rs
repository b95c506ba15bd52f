//! Faults of recipes, and the lines on which they are.

use serde::Serialize;
use toml::de::{DeTable, DeValue};

use crate::files;

/// An invalid value of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct RecipeFault {
    /// Key of the value, with the names of the tables around it: `validation.games`.
    pub key: String,
    /// What is wrong, for programs that say it in their own words.
    pub fault: ValueFault,
    /// Description of the fault.
    pub what: String,
}

/// What is wrong with a key or its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "code", content = "values", rename_all = "snake_case")]
pub enum ValueFault {
    /// The key is not one of the recipe's.
    UnknownKey,
    /// The key must be given.
    MissingKey,
    /// The value is of another kind than the key's, or beyond the numbers of that kind.
    WrongType,
    /// The word is not one of those that the key takes.
    UnknownWord {
        /// The word.
        word: String,
        /// The words that there are.
        known: Vec<String>,
    },
    /// No heuristic has this name.
    UnknownHeuristic {
        /// The name.
        name: String,
    },
    /// The number is out of range.
    OutOfRange {
        /// The number.
        value: f64,
        /// Least number that is allowed.
        least: f64,
        /// Greatest number that is allowed.
        most: f64,
    },
    /// The number is too small.
    TooSmall {
        /// The number.
        value: f64,
        /// Least number that is allowed.
        least: f64,
    },
    /// The number is not above one bound and up to the other.
    NotAbove {
        /// The number.
        value: f64,
        /// The number that it must be above.
        above: f64,
        /// Greatest number that is allowed.
        most: f64,
    },
    /// The number of games is odd.
    Odd {
        /// Number of games.
        value: u32,
    },
    /// The value names a file where none may be named.
    NamesFile,
    /// The engine is another than the one that may be tuned.
    OtherEngine,
    /// Something else, which the description alone tells.
    Other,
}

impl RecipeFault {
    pub(super) fn coded(key: &str, fault: ValueFault, what: impl Into<String>) -> Option<Self> {
        let of = Self::of(key, what)?;
        Some(Self { fault, ..of })
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "as those who look for one hand it on"
    )]
    pub(super) fn of(key: &str, what: impl Into<String>) -> Option<Self> {
        Some(Self {
            key: key.to_owned(),
            fault: ValueFault::Other,
            what: what.into(),
        })
    }
}

/// What is left of a key behind this name, which may have dots of its own.
fn behind<'a>(key: &'a str, name: &str) -> Option<&'a str> {
    let left = key.strip_prefix(name)?;
    left.strip_prefix('.').or(left.is_empty().then_some(""))
}

/// Returns the line of a key, from 1; for a missing key that of the innermost table around it, or else the first
/// line.
pub(in crate::train) fn line_of(text: &str, key: &str) -> usize {
    let Ok(table) = DeTable::parse(text) else {
        return 1;
    };
    let (mut place, mut rest) = (0, key);
    let mut around = table.get_ref();
    while let Some((left, (found, value))) = around
        .iter()
        .filter_map(|entry| Some((behind(rest, entry.0.get_ref())?, entry)))
        .min_by_key(|(left, _)| left.len())
    {
        place = found.span().start;
        match value.get_ref() {
            DeValue::Table(inner) => (around, rest) = (inner, left),
            _ => break,
        }
    }
    files::line_at(text, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_dots_has_its_own_line() {
        let text = "games = 2\n[options.A]\nfrom = 1\n[options.\"Search.Depth\"]\nfrom = 1\n\n[options.Search]\nto = 4\n";
        for (key, line) in [
            ("options.A.from", 3),
            ("options.Search.Depth", 4),
            ("options.Search.Depth.from", 5),
            ("options.Search.Depth.to", 4),
            ("options.Search.to", 8),
            ("options.Sea", 2),
            ("depth", 1),
        ] {
            assert_eq!(line_of(text, key), line, "{key}");
        }
    }
}
