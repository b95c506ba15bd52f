//! Reading and writing of PGN tags.

use std::borrow::Cow;
use std::fmt::Write as _;

use memchr::{memchr, memchr_iter};

use super::line::{begins_movetext, is_whole_tag, next_line, trim};
use super::reject::MAX_TAGS;
use super::result_token::{read_result, read_result_tag};
use crate::files::decode_unmarked;
use crate::record::{GameResult, Tags};

/// The seven tags of every exported game, in order (PGN standard, 8.1.1).
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tags that decide which game is read: without one of them it would be another game.
const VITAL: [&str; 4] = ["fen", "setup", "variant", "result"];

/// Result of reading a line of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TagLine<'a> {
    /// Text after the tags that may be movetext, or empty.
    pub(super) rest: &'a [u8],
    /// First text that is not of the form `[Name "value"]`, or the first vital one.
    pub(super) broken: Option<&'a [u8]>,
    /// Number of such texts.
    pub(super) breaks: u64,
    /// True if one of them may be a tag without which the game would be another one.
    pub(super) is_vital: bool,
    /// First tag whose value contradicts that of an earlier one.
    pub(super) contradiction: Option<Contradiction<'a>>,
}

/// Two tags of a game of which only one can be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contradiction<'a> {
    /// Two `Result` tags.
    Results(GameResult, GameResult),
    /// Two `FEN` tags; this is the second.
    Positions(&'a [u8]),
}

/// Reads the tags at the beginning of a line. A tag that occurs twice keeps its first value; a broken one is left
/// out.
/// One more than [`MAX_TAGS`] are read, by which the game is then refused.
pub(super) fn read_tags<'a>(tags: &mut Tags, line: &'a [u8]) -> TagLine<'a> {
    let mut found = TagLine {
        rest: line.trim_ascii(),
        broken: None,
        breaks: 0,
        is_vital: false,
        contradiction: None,
    };
    while !found.rest.is_empty() {
        if let Some(behind) = read_tag(tags, &mut found) {
            found.rest = behind.trim_ascii();
        } else if found.rest.len() < line.trim_ascii().len() && begins_moves(found.rest) {
            return found;
        } else {
            let next = next_tag(found.rest);
            let (broken, behind) = found
                .rest
                .split_at_checked(next)
                .unwrap_or((found.rest, &[]));
            // A bracket too many, as in `[[Round "3"]]`, costs nothing.
            let is_bracket = match broken.trim_ascii() {
                b"[" => !behind.is_empty(),
                brackets => brackets.iter().all(|byte| *byte == b']'),
            };
            if !is_bracket {
                let is_vital = is_vital(broken) && !found.is_vital;
                if found.broken.is_none() || is_vital {
                    found.broken = Some(broken);
                }
                found.breaks += 1;
                found.is_vital |= is_vital;
            }
            found.rest = behind;
        }
    }
    found
}

/// Reads one tag and returns the text behind it; `None` if it is broken.
fn read_tag<'a>(tags: &mut Tags, found: &mut TagLine<'a>) -> Option<&'a [u8]> {
    let text = found.rest;
    let inside = text.strip_prefix(b"[")?.trim_ascii_start();
    let (name, quoted) = inside.split_at(memchr(b'"', inside)?);
    let (value, behind) = split_value(quoted.get(1..)?)?;
    let name = std::str::from_utf8(name.trim_ascii()).ok()?;
    if name.is_empty() || !Tags::is_name(name) {
        return None;
    }
    let name = Tags::standard_name(name);
    if let Some(first) = tags.get(name) {
        let contradiction = || contradiction(name, first, value);
        found.contradiction = found.contradiction.or_else(contradiction);
    } else if tags.len() <= MAX_TAGS {
        if memchr(b'\\', value).is_some() {
            tags.set(name, &decode_unmarked(&unescape(value)));
        } else {
            tags.set(name, &decode_unmarked(value));
        }
    }
    Some(behind)
}

/// Returns how a second tag of this name contradicts the first, if it decides which game is read.
#[cold]
fn contradiction<'a>(name: &str, first: &str, value: &'a [u8]) -> Option<Contradiction<'a>> {
    match name {
        "Result" => {
            let one = read_result_tag(first)?;
            let other = read_result_tag(&decode_unmarked(value))?;
            (one != other).then_some(Contradiction::Results(one, other))
        }
        "FEN" => {
            let other = decode_unmarked(value);
            let differ = first.split_whitespace().ne(other.split_whitespace());
            differ.then_some(Contradiction::Positions(value))
        }
        _ => None,
    }
}

/// Returns true if text behind a tag is movetext.
fn begins_moves(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'{' | b'(' | b'*' | b';'))
        || begins_movetext(text)
        || read_result(text).is_some()
}

/// Returns the offset of the next whole tag behind a broken one, or the length of the text.
fn next_tag(text: &[u8]) -> usize {
    memchr_iter(b'[', text)
        .filter(|place| *place > 0)
        .find(|place| text.get(*place..).is_some_and(is_whole_tag))
        .unwrap_or(text.len())
}

/// Returns true if a broken tag may be one of those that decide which game is read, by its name or by its value.
fn is_vital(tag: &[u8]) -> bool {
    let end = tag.iter().position(|byte| matches!(byte, b'"' | b']'));
    let name: String = tag
        .get(..end.unwrap_or(tag.len()))
        .unwrap_or_default()
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    let is_named = VITAL.iter().any(|vital| {
        // A name that is cut off may become any that begins so.
        name.starts_with(vital) || (end.is_none() && vital.starts_with(&name))
    });
    let is_position = memchr_iter(b'/', tag).count() >= 7;
    is_named || is_position
}

/// Returns true if a line opens a tag whose value goes on in the next line.
pub(super) fn is_open(line: &[u8]) -> bool {
    let is_closed = line.last() == Some(&b']');
    !is_closed && line.first() == Some(&b'[') && memchr_iter(b'"', line).count() == 1
}

/// Joins the tag of the first line of a text, whose value goes on in the next lines; returns it with the number of these lines.
#[cold]
pub(super) fn wrapped_tag(text: &[u8], line: &[u8]) -> Option<(Vec<u8>, u64)> {
    const MOST_LINES: u64 = 4;
    let mut joined = line.to_vec();
    let mut rest = text.get(next_line(text)?.width..)?;
    let mut lines = 0;
    for _ in 0..MOST_LINES {
        let next = next_line(rest)?;
        let text = trim(next.text);
        if text.starts_with(b"[") {
            return None;
        }
        lines += u64::from(!text.is_empty());
        joined.push(b' ');
        joined.extend_from_slice(text);
        if text.ends_with(b"\"]") {
            return Some((joined, lines));
        }
        rest = rest.get(next.width..)?;
    }
    None
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

/// Returns a tag value in PGN notation, with a backslash before quotes and backslashes.
pub(super) fn escape(value: &str) -> Cow<'_, str> {
    if value.contains(['"', '\\']) {
        Cow::Owned(value.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        Cow::Borrowed(value)
    }
}

/// Appends `[name "value"]` and a line end.
pub(super) fn write_tag(text: &mut String, name: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "[{name} \"{}\"]", escape(value));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (String, String, u64, bool) {
        let mut tags = Tags::new();
        let found = read_tags(&mut tags, line.as_bytes());
        let tags: Vec<String> = tags
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let rest = String::from_utf8_lossy(found.rest).into_owned();
        (tags.join(" "), rest, found.breaks, found.is_vital)
    }

    #[test]
    fn a_broken_tag_costs_itself_only() {
        for (line, tags, rest, breaks, is_vital) in [
            (
                "[White \"a\"] [Black \"b\"]",
                "White=a Black=b",
                "",
                0,
                false,
            ),
            (
                "[White \"a\"][Odd-Name \"x\"][black \"b\"]",
                "White=a Black=b",
                "",
                1,
                false,
            ),
            ("[Annotator \"a, b]", "", "", 1, false),
            ("[PlyCount 57]", "", "", 1, false),
            ("[White \"a\"] 1. e4", "White=a", "1. e4", 0, false),
            ("[White \"a\"] {c} 1. e4", "White=a", "{c} 1. e4", 0, false),
            ("[White \"a\"] 1-0", "White=a", "1-0", 0, false),
            (
                "[White \"a\"] junk [Black \"b\"]",
                "White=a Black=b",
                "",
                1,
                false,
            ),
            ("[FEN: \"8/8\"]", "", "", 1, true),
            ("[Set-Up \"1\"]", "", "", 1, true),
            ("[Result 1-0]", "", "", 1, true),
            ("[Re", "", "", 1, true),
            ("[Start? \"8/8/8/8/8/8/8/8 w\"]", "", "", 1, true),
            ("[Variation: \"x\"]", "", "", 1, false),
            ("[[Round \"3\"]", "Round=3", "", 0, false),
            ("[Round \"3\"]]", "Round=3", "", 0, false),
            ("[", "", "", 1, true),
        ] {
            let expected = (tags.to_owned(), rest.to_owned(), breaks, is_vital);
            assert_eq!(read(line), expected, "{line}");
        }
        assert!(is_open(b"[Site \"a long"));
        assert!(!is_open(b"[Site \"a, b]") && !is_open(b"[Site \"a\"]") && !is_open(b"x \"a"));
    }
}
