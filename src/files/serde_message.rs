//! Messages of serde in words for people who write a recipe or a settings file.
//!
//! serde and TOML give out their errors as text alone, with the names of Rust's types in it.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

/// Returns a message of serde or TOML without names of types, so that it says what to write.
///
/// A message of another form stays as it is.
pub fn in_plain_words(message: &str) -> String {
    wrong_value(message)
        .or_else(|| wrong_length(message))
        .or_else(|| wrong_name(message))
        .unwrap_or_else(|| message.to_owned())
}

/// Translates the message for a value of another type or out of range.
fn wrong_value(message: &str) -> Option<String> {
    if message == "wanted string or table" {
        return Some("expected a text in quotes".to_owned());
    }
    let rest = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some(format!(
        "expected {}, not {}",
        wanted(expected),
        seen(found)
    ))
}

/// Translates the message for a list of another length.
fn wrong_length(message: &str) -> Option<String> {
    let rest = message.strip_prefix("invalid length ")?;
    let (found, expected) = rest.split_once(", expected ")?;
    let length = list_length(expected)?;
    Some(format!(
        "expected a list of {length} values, not of {found}"
    ))
}

/// Translates the messages for words and keys that are unknown, missing or there twice.
fn wrong_name(message: &str) -> Option<String> {
    if let Some((word, known)) = unknown(message, "unknown variant `") {
        return Some(format!("'{word}' is none of {known}"));
    }
    if let Some((key, known)) = unknown(message, "unknown field `") {
        return Some(format!("there is no key '{key}'; there are {known}"));
    }
    if let Some(key) = between(message, "missing field `") {
        return Some(format!("the key '{key}' is missing"));
    }
    let key = between(message, "duplicate field `")?;
    Some(format!("the key '{key}' is there twice"))
}

/// Returns the unknown name, and those that there are.
fn unknown<'a>(message: &'a str, start: &str) -> Option<(&'a str, String)> {
    let (name, known) = message.strip_prefix(start)?.rsplit_once("`, expected ")?;
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    Some((name, known.join(", ")))
}

/// Returns the name between `start` and the last backtick.
fn between<'a>(message: &'a str, start: &str) -> Option<&'a str> {
    message.strip_prefix(start)?.strip_suffix('`')
}

/// Returns the value that was found, as it is written in a file.
fn seen(found: &str) -> String {
    if let Some(text) = found.strip_prefix("string ") {
        return format!("the text {text}");
    }
    match found {
        "map" => "a table".to_owned(),
        "sequence" => "a list".to_owned(),
        "unit value" => "nothing".to_owned(),
        // A number, or true or false, between backticks.
        _ => found.split('`').nth(1).unwrap_or(found).to_owned(),
    }
}

/// Returns what may be written in place of what was found.
fn wanted(expected: &str) -> String {
    let nonzero = expected.strip_prefix("a nonzero ");
    if let Some((least, most)) = whole_numbers(nonzero.unwrap_or(expected)) {
        let least = least + i128::from(nonzero.is_some() && least == 0);
        return format!("a whole number from {least} to {most}");
    }
    if let Some(length) = list_length(expected) {
        return format!("a list of {length} values");
    }
    let is_table = ["struct ", "internally tagged enum "]
        .iter()
        .any(|start| expected.starts_with(start));
    let words = match expected {
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "a character" | "path string" | "string or map" | "variant identifier" => {
            "a text in quotes"
        }
        "a sequence" => "a list in brackets",
        "a map" => "a table",
        _ if is_table => "a table",
        _ if expected.starts_with("enum ") => "a text in quotes",
        _ => expected,
    };
    words.to_owned()
}

/// Returns the number of values in a list of fixed length.
fn list_length(expected: &str) -> Option<&str> {
    expected
        .strip_prefix("an array of length ")
        .or_else(|| expected.strip_prefix("a tuple of size "))
}

/// Returns the least and the greatest number of a type of whole numbers.
fn whole_numbers(kind: &str) -> Option<(i128, i128)> {
    Some(match kind {
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "u64" => (0, u64::MAX.into()),
        "usize" => (0, i128::try_from(usize::MAX).ok()?),
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        "i64" => (i64::MIN.into(), i64::MAX.into()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_what_to_write() {
        for (message, said) in [
            (
                "invalid value: integer `-1`, expected u32",
                "expected a whole number from 0 to 4294967295, not -1",
            ),
            (
                "invalid type: integer `99999999999999999999` as i128, expected u64",
                "expected a whole number from 0 to 18446744073709551615, not 99999999999999999999",
            ),
            (
                "invalid value: integer `0`, expected a nonzero u8",
                "expected a whole number from 1 to 255, not 0",
            ),
            (
                "invalid type: string \"a, expected b\", expected f64",
                "expected a number, not the text \"a, expected b\"",
            ),
            (
                "invalid type: sequence, expected struct GamesRecipe",
                "expected a table, not a list",
            ),
            (
                "invalid length 1, expected an array of length 2",
                "expected a list of 2 values, not of 1",
            ),
            (
                "unknown variant `max-fun`, expected `max-win` or `min-loss`",
                "'max-fun' is none of max-win, min-loss",
            ),
            (
                "unknown field `x`, expected one of `a`, `b`, `c`",
                "there is no key 'x'; there are a, b, c",
            ),
            ("missing field `title`", "the key 'title' is missing"),
            ("duplicate field `a`", "the key 'a' is there twice"),
        ] {
            assert_eq!(in_plain_words(message), said);
        }
    }

    #[test]
    fn another_message_stays_as_it_is() {
        for message in [
            "",
            "'spice' is not a term of an evaluation",
            "invalid type: ",
            "invalid length 3, expected something else",
            "unknown field `x`, there are no fields",
            "missing field `",
        ] {
            assert_eq!(in_plain_words(message), message);
        }
    }
}
