//! A game's tags: names and values, and how they are read from and written to a line.
//!
//! May use: std, `memchr`.

use std::fmt::Write as _;

use memchr::memchr;

use super::encoding::decode_unmarked;

/// The seven tags that every exported game has, in their order (PGN standard, 8.1.1).
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tags of a game, each name once, in the order in which they were set.
///
/// All names and values stand in one string, so that a reader of millions of games asks for
/// memory once and not for every tag.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    text: String,
    spans: Vec<TagSpan>,
}

/// Where a tag stands in the text: its name, and its value right behind it.
#[derive(Clone, Copy, Debug)]
struct TagSpan {
    name: usize,
    value: usize,
    end: usize,
}

impl PartialEq for Tags {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

impl Tags {
    /// No tags.
    pub const fn new() -> Self {
        Self {
            text: String::new(),
            spans: Vec::new(),
        }
    }

    /// Forgets every tag and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.spans.clear();
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        let span = self.spans.iter().find(|span| {
            // Lengths are compared first: most tags are another one, and this is asked millions of times.
            span.value - span.name == name.len()
                && self.text.get(span.name..span.value) == Some(name)
        })?;
        self.text.get(span.value..span.end)
    }

    /// Sets a tag, over an older value if there is one. What PGN cannot carry is left out: in the
    /// name everything but ASCII letters, digits and `_`; in the value control characters become
    /// spaces. A name of which nothing is left sets nothing.
    pub fn set(&mut self, name: &str, value: &str) {
        let start = self.text.len();
        self.text
            .extend(name.chars().filter(|letter| is_name(*letter)));
        let middle = self.text.len();
        if middle == start {
            return;
        }
        push_printable(&mut self.text, value);
        let span = TagSpan {
            name: start,
            value: middle,
            end: self.text.len(),
        };
        let place = self.spans.iter().position(|known| {
            known.value - known.name == middle - start
                && self.text.get(known.name..known.value) == self.text.get(start..middle)
        });
        match place.and_then(|place| self.spans.get_mut(place)) {
            Some(old) => *old = span,
            None => self.spans.push(span),
        }
    }

    /// [`Tags::set`], for building.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.set(name, value);
        self
    }

    /// All tags in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.spans.iter().map(|span| {
            let name = self.text.get(span.name..span.value).unwrap_or_default();
            let value = self.text.get(span.value..span.end).unwrap_or_default();
            (name, value)
        })
    }

    /// Reads a line of one or more tags; `None` when one is broken. A tag that is there twice
    /// keeps its first value.
    pub(super) fn read_line(&mut self, line: &[u8]) -> Option<()> {
        let mut rest = line.trim_ascii();
        while !rest.is_empty() {
            let inside = rest.strip_prefix(b"[")?.trim_ascii_start();
            let (name, quoted) = inside.split_at(memchr(b'"', inside)?);
            let (value, behind) = split_value(quoted.get(1..)?)?;
            let name = std::str::from_utf8(name.trim_ascii()).ok()?;
            if !name.chars().all(is_name) {
                return None;
            }
            if self.get(name).is_none() {
                if memchr(b'\\', value).is_some() {
                    self.read_value(name, &unescape(value));
                } else {
                    self.read_value(name, value);
                }
            }
            rest = behind.trim_ascii();
        }
        Some(())
    }

    /// A value of an unknown encoding.
    fn read_value(&mut self, name: &str, value: &[u8]) {
        self.set(name, &decode_unmarked(value));
    }
}

/// Letters of which the names of tags are made.
const fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Appends a value with a space for every control character.
fn push_printable(text: &mut String, value: &str) {
    if value.chars().any(char::is_control) {
        text.extend(
            value
                .chars()
                .map(|letter| if letter.is_control() { ' ' } else { letter }),
        );
    } else {
        text.push_str(value);
    }
}

/// Splits `value"] …` at its end: the first quote followed by a bracket, so that names with quotes
/// that somebody forgot to escape are read as they were meant.
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

/// Drops the backslash before a quote or a backslash.
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
