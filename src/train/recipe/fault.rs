//! Faults of recipes, and the lines on which they are.

use toml::de::{DeTable, DeValue};

/// An invalid value of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeFault {
    /// Key of the value, with the names of the tables around it: `validation.games`.
    pub key: String,
    /// Description of the fault.
    pub what: String,
}

impl RecipeFault {
    #[expect(
        clippy::unnecessary_wraps,
        reason = "as those who look for one hand it on"
    )]
    pub(super) fn of(key: &str, what: impl Into<String>) -> Option<Self> {
        Some(Self {
            key: key.to_owned(),
            what: what.into(),
        })
    }
}

/// Returns the line of a key, from 1; for a missing key that of the innermost table around it, or else the first
/// line.
pub(in crate::train) fn line_of(text: &str, key: &str) -> usize {
    let Ok(table) = DeTable::parse(text) else {
        return 1;
    };
    let mut place = 0;
    let mut around = table.get_ref();
    for name in key.split('.') {
        let Some((found, value)) = around.get_key_value(name) else {
            break;
        };
        place = found.span().start;
        match value.get_ref() {
            DeValue::Table(inner) => around = inner,
            _ => break,
        }
    }
    let before = text.get(..place).unwrap_or_default();
    1 + before.matches('\n').count()
}
