//! Reads TOML, with the line of a fault.

use std::fmt;

use serde::de::DeserializeOwned;

use super::serde_message::in_plain_words;

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
        what: in_plain_words(error.message()).replace('\n', ", "),
    })
}

/// Returns the line of the byte at `place`, from 1.
pub fn line_at(text: &str, place: usize) -> usize {
    let before = text.get(..place).unwrap_or_default();
    1 + before.matches('\n').count()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_fault_has_its_line() {
        let fault = from_toml::<toml::Table>("one = 1\ntwo = [\n  3,\n  4 5]\n");
        assert_eq!(fault.expect_err("no TOML").line, 4);
        let fault = from_toml::<Vec<u8>>("one = 1\n").expect_err("a table is not a list");
        assert_eq!(fault.line, 1);
        assert!(!fault.to_string().contains('\n'), "{fault}");
    }

    /// Returns the fault of a value where one of type `T` is expected.
    fn refused<T: DeserializeOwned + fmt::Debug>(value: &str) -> String {
        let text = format!("[a]\nb = 1\n[one]\nkey = {value}\n");
        let fault = from_toml::<BTreeMap<String, BTreeMap<String, T>>>(&text);
        fault.expect_err("a wrong value").to_string()
    }

    #[test]
    fn a_wrong_value_is_told_without_names_of_types() {
        assert_eq!(
            refused::<u32>("-1"),
            "line 4: expected a whole number from 0 to 4294967295, not -1"
        );
        assert_eq!(
            refused::<u64>("\"many\""),
            "line 4: expected a whole number from 0 to 18446744073709551615, not the text \"many\""
        );
        assert_eq!(
            refused::<i32>("1.5"),
            "line 4: expected a whole number from -2147483648 to 2147483647, not 1.5"
        );
        assert_eq!(
            refused::<f64>("true"),
            "line 4: expected a number, not true"
        );
        assert_eq!(
            from_toml::<BTreeMap<String, bool>>("key = 1\n")
                .expect_err("a number")
                .what,
            "expected true or false, not 1"
        );
        assert_eq!(
            from_toml::<BTreeMap<String, Vec<u8>>>("key = \"a\"\n")
                .expect_err("a text")
                .what,
            "expected a list in brackets, not the text \"a\""
        );
    }
}
