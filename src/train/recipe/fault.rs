//! What is wrong with a recipe, and where.

use toml::de::{DeTable, DeValue};

/// A value that makes no training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeFault {
    /// Its key, with the names of the tables around it: `validation.games`.
    pub key: String,
    /// What is wrong.
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

/// The line on which a key stands, from 1: where it is left out that of the table around it, and
/// without one the first.
pub(super) fn line_of(text: &str, key: &str) -> usize {
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
