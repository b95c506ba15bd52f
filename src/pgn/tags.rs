//! Reading and writing of PGN tags.

use std::fmt::Write as _;

use memchr::memchr;

use super::encoding::decode_unmarked;
use crate::record::Tags;

/// The seven tags of every exported game, in order (PGN standard, 8.1.1).
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Reads a line of one or more tags; `None` if one is broken. A tag that occurs twice keeps its first value.
pub(super) fn read_tags(tags: &mut Tags, line: &[u8]) -> Option<()> {
    let mut rest = line.trim_ascii();
    while !rest.is_empty() {
        let inside = rest.strip_prefix(b"[")?.trim_ascii_start();
        let (name, quoted) = inside.split_at(memchr(b'"', inside)?);
        let (value, behind) = split_value(quoted.get(1..)?)?;
        let name = std::str::from_utf8(name.trim_ascii()).ok()?;
        if !Tags::is_name(name) {
            return None;
        }
        let name = Tags::standard_name(name);
        if tags.get(name).is_none() {
            if memchr(b'\\', value).is_some() {
                tags.set(name, &decode_unmarked(&unescape(value)));
            } else {
                tags.set(name, &decode_unmarked(value));
            }
        }
        rest = behind.trim_ascii();
    }
    Some(())
}

/// Splits `value"] …` at its end: the first quote followed by a bracket, so that unescaped quotes
/// in a value are accepted.
fn split_value(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut escaped = false;
    for (place, &byte) in text.iter().enumerate() {
        if escaped {
            escaped = false;
        } else if byte == b'\\' {
            escaped = true;
        } else if byte == b'"' {
            let (value, behind) = text.split_at(place);
            let behind = behind.get(1..)?.trim_ascii_start();
            if let Some(behind) = behind.strip_prefix(b"]") {
                return Some((value, behind));
            }
        }
    }
    None
}

/// Removes the backslash before a quote or a backslash.
fn unescape(value: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter().peekable();
    while let Some(&byte) = bytes.next() {
        match bytes.peek() {
            Some(&&next @ (b'"' | b'\\')) if byte == b'\\' => {
                plain.push(next);
                bytes.next();
            }
            _ => plain.push(byte),
        }
    }
    plain
}

/// Appends `[name "value"]` and a line end.
pub(super) fn write_tag(text: &mut String, name: &str, value: &str) {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "[{name} \"{escaped}\"]");
}
