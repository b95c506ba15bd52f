//! A game's tags: names and values, and how they are read from and written to a line.
//!
//! May use: std.

use std::fmt::Write as _;

/// The seven tags that every exported game has, in their order (PGN standard, 8.1.1).
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tags of a game, each name once, in the order in which they were set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag, over an older value if there is one. What PGN cannot carry is left out: in the
    /// name everything but ASCII letters, digits and `_`; in the value control characters become
    /// spaces. A name of which nothing is left sets nothing.
    pub fn set(&mut self, name: &str, value: &str) {
        let name: String = name
            .chars()
            .filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
            .collect();
        if name.is_empty() {
            return;
        }
        let value = value
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// [`Tags::set`], for building.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.set(name, value);
        self
    }

    /// All tags in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Reads a line of one or more tags; `None` when one is broken. A tag that is there twice
    /// keeps its first value.
    pub(super) fn read_line(&mut self, line: &[u8]) -> Option<()> {
        let mut rest = line.trim_ascii();
        while !rest.is_empty() {
            let inside = rest.strip_prefix(b"[")?.trim_ascii_start();
            let (name, quoted) = inside.split_at(inside.iter().position(|&byte| byte == b'"')?);
            let (value, behind) = split_value(quoted.get(1..)?)?;
            let name = decode(name.trim_ascii());
            if self.get(&name).is_none() {
                self.set(&name, &decode(&unescape(value)));
            }
            rest = behind.trim_ascii();
        }
        Some(())
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

/// Text of an unknown encoding: UTF-8 if it is that, else Windows-1252, which holds Latin-1.
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| windows_1252(byte)).collect(),
    }
}

/// One byte of Windows-1252 (the WHATWG index of that name); the five gaps become U+FFFD.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž',
        '\u{fffd}', '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ',
        '\u{fffd}', 'ž', 'Ÿ',
    ];
    byte.checked_sub(0x80)
        .and_then(|high| HIGH.get(usize::from(high)).copied())
        .unwrap_or(char::from(byte))
}

/// Appends `[name "value"]` and a line end.
pub(super) fn write_tag(text: &mut String, name: &str, value: &str) {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "[{name} \"{escaped}\"]");
}
