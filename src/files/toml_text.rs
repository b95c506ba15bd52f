//! Reads TOML, with the line of a fault.

use std::fmt;

use serde::de::DeserializeOwned;

/// Fault of a TOML text: a syntax error, an unknown key, or a value of the wrong type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TomlFault {
    /// Line of the fault, from 1.
    pub line: usize,
    /// Description in one line.
    pub what: String,
}

impl fmt::Display for TomlFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// Reads a value from a TOML text.
///
/// # Errors
///
/// The first [`TomlFault`].
pub fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, TomlFault> {
    toml::from_str(text).map_err(|error| TomlFault {
        line: line_at(text, error.span().map_or(0, |span| span.start)),
        what: error.message().replace('\n', ", "),
    })
}

/// Returns the line of the byte at `place`, from 1.
pub fn line_at(text: &str, place: usize) -> usize {
    let before = text.get(..place).unwrap_or_default();
    1 + before.matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_has_its_line() {
        let fault = from_toml::<toml::Table>("one = 1\ntwo = [\n  3,\n  4 5]\n");
        assert_eq!(fault.expect_err("no TOML").line, 4);
        let fault = from_toml::<Vec<u8>>("one = 1\n").expect_err("a table is not a list");
        assert_eq!(fault.line, 1);
        assert!(!fault.to_string().contains('\n'), "{fault}");
    }
}
