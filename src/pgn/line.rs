//! Lines of a PGN file, classified by their beginning.

use memchr::{memchr, memchr3};
use shakmaty::san::San;

use super::result_token::read_result;

/// A line without its line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextLine<'a> {
    pub(super) text: &'a [u8],
    /// Number of bytes of the line, including its end.
    pub(super) width: usize,
    /// True if the line counts for line numbers, as in an editor.
    pub(super) is_counted: bool,
}

/// Returns the next line; `None` at the end of the text.
///
/// Lines end in LF, CRLF or CR, and at NUL bytes, which may be left where files were joined.
pub(super) fn next_line(text: &[u8]) -> Option<TextLine<'_>> {
    if text.is_empty() {
        return None;
    }
    let end = memchr3(b'\n', b'\r', 0, text).unwrap_or(text.len());
    let (line, behind) = text.split_at(end);
    let width = match behind {
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => 1,
    };
    Some(TextLine {
        text: line,
        width: end + width,
        is_counted: behind.first() != Some(&0),
    })
}

/// Removes surrounding whitespace, and what mail and web pages put before a line: `>`, blanks without width, byte-order marks.
pub(super) fn trim(line: &[u8]) -> &[u8] {
    match line.first() {
        Some(b'>' | 0xc2 | 0xe2 | 0xef) => trim_quoted(line),
        _ => line.trim_ascii(),
    }
}

/// Removes the signs before a line that [`trim`] names.
#[cold]
fn trim_quoted(mut line: &[u8]) -> &[u8] {
    loop {
        line = match line.trim_ascii() {
            // A byte-order mark; U+00A0; U+200B to U+200F; U+2060.
            [0xef, 0xbb, 0xbf, rest @ ..]
            | [0xc2, 0xa0, rest @ ..]
            | [0xe2, 0x80, 0x8b..=0x8f, rest @ ..]
            | [0xe2, 0x81, 0xa0, rest @ ..]
            | [b'>', rest @ ..] => rest,
            plain => return plain,
        };
    }
}

/// Returns true for the beginning of a tag, `[Name "…`, and for an [event](is_event).
pub(super) fn is_tag(line: &[u8]) -> bool {
    let Some(inside) = line.strip_prefix(b"[") else {
        return false;
    };
    let inside = inside.trim_ascii_start();
    inside.first().is_some_and(u8::is_ascii_alphabetic)
        && (memchr(b'"', inside).is_some() || is_event(line))
}

/// Returns true if a text begins with a whole tag, `[Name "value"]`, so that it may stand behind other text of a line.
pub(super) fn is_whole_tag(text: &[u8]) -> bool {
    let Some(name) = tag_name(text) else {
        return false;
    };
    let inside = text.get(1..).unwrap_or_default().trim_ascii_start();
    let behind = inside.get(name.len()..).unwrap_or_default();
    let quoted = behind.trim_ascii_start();
    let begins_value =
        quoted.first() == Some(&b'"') && name.starts_with(|c: char| c.is_ascii_alphabetic());
    begins_value && memchr::memmem::find(quoted, b"\"]").is_some_and(|end| end > 0)
}

/// Returns the offset of a part at the end of a text, or of such a part without its trailing blanks.
pub(super) fn offset_of(part: &[u8], whole: &[u8]) -> usize {
    whole
        .trim_ascii_end()
        .len()
        .saturating_sub(part.trim_ascii_end().len())
}

/// Returns the number of line ends in a text that count for line numbers.
pub(super) fn count_lines(mut text: &[u8]) -> u64 {
    let mut lines = 0;
    while let Some(next) = next_line(text) {
        lines += u64::from(next.is_counted && next.width > next.text.len());
        text = text.get(next.width..).unwrap_or_default();
    }
    lines
}

/// Returns the length of the word at the beginning of a text of movetext.
///
/// It ends as [`ends_word`] says, or after the piece of a promotion in parentheses, as in `e8(Q)` and `e8=(Q)`.
#[inline]
pub(super) fn word_length(text: &[u8]) -> usize {
    let length = text
        .iter()
        .position(|&byte| ends_word(byte))
        .unwrap_or(text.len());
    if text.get(length) == Some(&b'(') {
        length + promotion_length(text, length)
    } else {
        length
    }
}

/// Returns 3 if a piece in parentheses follows a word of this length on the last rank, else 0.
#[cold]
fn promotion_length(text: &[u8], length: usize) -> usize {
    let (word, behind) = text.split_at_checked(length).unwrap_or((text, &[]));
    let is_last_rank = matches!(word, [.., b'1' | b'8'] | [.., b'1' | b'8', b'=']);
    match behind {
        [b'(', piece, b')', ..] if is_last_rank && piece.is_ascii_alphabetic() => 3,
        _ => 0,
    }
}

/// Returns true for `[Event …`, in any case. Every exported game begins so, and reading always resumes here.
pub(super) fn is_event(line: &[u8]) -> bool {
    line.split_at_checked(6).is_some_and(|(name, behind)| {
        name.eq_ignore_ascii_case(b"[Event") && matches!(behind.first(), Some(b' ' | b'\t' | b'"'))
    })
}

/// Returns the name of the tag at the beginning of a line; `None` if there is none.
pub(super) fn tag_name(line: &[u8]) -> Option<&str> {
    let inside = line.strip_prefix(b"[")?.trim_ascii_start();
    let end = inside
        .iter()
        .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
    std::str::from_utf8(inside.get(..end)?).ok()
}

/// Maximum number of lines in which [`tag_names`] looks for tags.
const MOST_TAG_LINES: usize = 64;

/// Returns the tag names up to the next blank line, ignoring other lines.
///
/// Text without blank lines is read up to a limit, because this may be asked once for each of its games.
pub(super) fn tag_names(mut text: &[u8]) -> impl Iterator<Item = &str> {
    let lines = std::iter::from_fn(move || {
        let next = next_line(text).filter(|next| !trim(next.text).is_empty())?;
        text = text.get(next.width..).unwrap_or_default();
        Some(trim(next.text))
    });
    lines
        .take(MOST_TAG_LINES)
        .filter(|line| is_tag(line))
        .filter_map(tag_name)
}

/// Returns true if a line is outside of games. `%` in the first column escapes it, `;` makes it a comment (PGN
/// standard, 5 and 6). Must not be used inside a comment.
pub(super) fn is_escaped(whole: &[u8], line: &[u8]) -> bool {
    whole.first() == Some(&b'%') || line.first() == Some(&b';')
}

/// Returns the number of bytes of a line outside of games that count as text: none if it is escaped, and never
/// surrounding whitespace.
pub(super) fn text_bytes(whole: &[u8]) -> u64 {
    let line = trim(whole);
    if is_escaped(whole, line) {
        0
    } else {
        line.len() as u64
    }
}

/// Returns true if a line can open the movetext of a game without tags.
///
/// That is a move, numbered or not, followed by nothing, a comment, or another word of movetext; prose that begins with
/// a number does not qualify.
pub(super) fn begins_movetext(line: &[u8]) -> bool {
    let mut words = line
        .split(|&byte| ends_word(byte))
        .filter(|word| !word.is_empty());
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    let Some(first) = words.next() else {
        return false;
    };
    let (numbered, opening) = if is_number(first) {
        let dot = line.get(first.len());
        (matches!(dot, Some(b'.' | b')')), words.next())
    } else {
        (false, Some(first))
    };
    let is_commented = || {
        let behind = line
            .iter()
            .skip_while(|byte| matches!(byte, b'0'..=b'9' | b'.' | b' '));
        behind.copied().next() == Some(b'{')
    };
    let is_before_comment = |word: &[u8]| {
        let behind = line.get(word.len()..).unwrap_or_default();
        behind.trim_ascii_start().first() == Some(&b'{')
    };
    match opening {
        // A line may have only `1.`, or `1.` before a comment.
        None => numbered,
        Some(_) if numbered && is_commented() => true,
        Some(word) if !is_move(word) => numbered && is_long(word),
        Some(_) if numbered => true,
        Some(word) if is_before_comment(word) => true,
        Some(_) => words
            .next()
            .is_none_or(|word| is_number(word) || is_move(word) || is_result(word)),
    }
}

/// Returns true if a line begins with White's move one.
pub(super) fn begins_with_move_one(line: &[u8]) -> bool {
    let Some(behind) = line.strip_prefix(b"1") else {
        return false;
    };
    let is_number = matches!(behind.first(), Some(b'.' | b' ' | b')'));
    let dots = behind
        .iter()
        .filter(|byte| **byte != b' ')
        .take_while(|byte| **byte == b'.');
    let is_black =
        dots.take(2).count() == 2 || behind.trim_ascii_start().starts_with("…".as_bytes());
    is_number && !is_black
}

fn is_move(word: &[u8]) -> bool {
    San::from_ascii(word).is_ok()
}

/// Returns true for a word that names a square: `g1-f3`, `Cf3`.
pub(super) fn is_long(word: &[u8]) -> bool {
    word.array_windows()
        .any(|[file, rank]| (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank))
}

fn is_result(word: &[u8]) -> bool {
    read_result(word).is_some()
}

/// Returns true for bytes at which a word of movetext ends.
pub(super) const fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | 0x0b
            | 0x0c
            | b'{'
            | b'}'
            | b'('
            | b')'
            | b'!'
            | b'?'
            | b'$'
            | b';'
            | b'.'
            | b'*'
            | b'<'
            | b'>'
            | b'['
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_opens_no_game() {
        for line in [
            "1987 was a good year",
            "e4 is best",
            "Notes",
            "[see",
            "12",
            "a",
            "{e4} is best",
        ] {
            assert!(!begins_movetext(line.as_bytes()), "{line}");
        }
        for line in [
            "1. e4",
            "1.e4 e5",
            "e4 e5",
            "Nf3",
            "1 e4 e5",
            "1. {x} e4",
            "1. Cf3",
            "1.b1-c3",
            "Nf3 {x} d5",
            "1) e4 e5",
        ] {
            assert!(begins_movetext(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn only_white_begins_with_move_one() {
        for line in ["1. e4", "1.e4", "1 e4", "1) e4"] {
            assert!(begins_with_move_one(line.as_bytes()), "{line}");
        }
        for line in [
            "1... e5",
            "1...e5",
            "1. ... e5",
            "1 ... e5",
            "1… e5",
            "1 … e5",
            "10. e4",
            "1-0",
        ] {
            assert!(!begins_with_move_one(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn what_mail_and_pages_put_before_a_line_is_removed() {
        for line in [
            "[Event \"x\"]",
            "\u{feff}[Event \"x\"]",
            "> > [Event \"x\"] ",
            "\u{200b}\u{a0}[Event \"x\"]",
            "\u{2060} [Event \"x\"]",
        ] {
            assert_eq!(trim(line.as_bytes()), b"[Event \"x\"]", "{line}");
        }
        for line in ["½-½", "Кf3", "♘f3", "1. e4"] {
            assert_eq!(trim(line.as_bytes()), line.as_bytes());
        }
    }

    #[test]
    fn a_tag_behind_other_text_is_whole() {
        for text in ["[Event \"x\"]", "[ White  \"\"] 1. e4", "[Event \"a\"] x"] {
            assert!(is_whole_tag(text.as_bytes()), "{text}");
        }
        for text in ["[%clk 0:01]", "[Event \"x", "[see \"]", "[", "e4"] {
            assert!(!is_whole_tag(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn tags_are_sought_in_a_block_of_lines() {
        let names = |text: &str| tag_names(text.as_bytes()).count();
        assert_eq!(names("[A \"x\"]\nremark\n[B \"y\"]\n\n[C \"z\"]\n"), 2);
        let game = "[A \"x\"]\n1. e4 *\n";
        assert_eq!(names(&game.repeat(4000)), MOST_TAG_LINES / 2);
    }

    #[test]
    fn line_ends_are_counted() {
        assert_eq!(count_lines(b"a\nb\r\nc\rd"), 3);
    }

    #[test]
    fn every_end_of_a_line_is_one() {
        let mut text: &[u8] = b"a\nb\r\nc\rd\r\r\ne\0f";
        let mut lines = Vec::new();
        let mut counted = 0;
        while let Some(line) = next_line(text) {
            lines.push(line.text);
            counted += u32::from(line.is_counted);
            text = &text[line.width..];
        }
        assert_eq!(lines, [&b"a"[..], b"b", b"c", b"d", b"", b"e", b"f"]);
        assert_eq!(counted, 6);
    }
}
