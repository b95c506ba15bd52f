//! Foreign text as messages repeat it: the beginning alone, nothing that moves a cursor, and one word in a command.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

/// How many letters a message repeats: a FEN with all its fields, and more than anybody types.
const REPEATED: usize = 100;

/// How many letters a message has that repeats the words of another library, which may repeat a whole file.
const MESSAGE: usize = 500;

/// Zero-width non-joiner and joiner, which some scripts need between letters.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Returns true for a joiner, which is not seen itself but changes the letters beside it.
pub fn is_joiner(letter: char) -> bool {
    JOINERS.contains(&letter)
}

/// Returns true for characters that nobody sees, joiners among them.
///
/// They are format characters, such as those that turn the direction of writing around, and letters that fill a place. Arabic signs that are seen are none of them.
pub const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Returns a name as one line that shows everything in it: single spaces, no control characters, none that is
/// [invisible](is_invisible) but joiners inside a word.
pub fn visible_name(name: &str) -> String {
    let words = name.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let mut shown = String::with_capacity(name.len());
    for word in words {
        let mut joiner = None;
        let mut is_begun = false;
        for letter in word.chars() {
            if is_joiner(letter) {
                joiner = Some(letter).filter(|_| is_begun);
            } else if !is_invisible(letter) {
                if !is_begun && !shown.is_empty() {
                    shown.push(' ');
                }
                shown.extend(joiner.take());
                shown.push(letter);
                is_begun = true;
            }
        }
    }
    shown
}

/// The beginning of `text`, with `?` for each control or invisible character and `…` where it goes on.
pub fn shortened(text: &str) -> String {
    beginning(text, REPEATED)
}

/// A message of another library that may repeat foreign text: on one line, without control characters, and not without end.
pub fn one_line(text: &str) -> String {
    beginning(text, MESSAGE)
}

/// Returns true for control characters, and for invisible ones that no script needs.
fn is_hidden(letter: char) -> bool {
    letter.is_control() || is_invisible(letter) && !is_joiner(letter)
}

fn beginning(text: &str, most: usize) -> String {
    let mut letters = text.chars();
    let shown = letters
        .by_ref()
        .take(most)
        .map(|letter| if is_hidden(letter) { '?' } else { letter });
    let mut shown: String = shown.collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Returns `text` with `?` for each control character other than line breaks and tabs. What is left moves no cursor and
/// sends no command to a terminal.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| !letter.is_control() || letter == '\n' || letter == '\t';
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let shown = |letter: char| if is_plain(letter) { letter } else { '?' };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Returns a text as one word of a shell command: in quotes if the shell would divide or change it.
///
/// Double quotes are preferred, since every shell knows them; single quotes stand where double ones do not protect.
pub fn shell_word(text: &str) -> String {
    let is_plain = |letter: char| {
        letter.is_alphanumeric() || "-_./:=,+@%".contains(letter) || cfg!(windows) && letter == '\\'
    };
    let is_special = |letter: char| {
        matches!(letter, '"' | '$' | '`') || !cfg!(windows) && matches!(letter, '!' | '\\')
    };
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else if text.chars().any(is_special) {
        // PowerShell has an escape of its own.
        let quote = if cfg!(windows) { "''" } else { "'\\''" };
        format!("'{}'", text.replace('\'', quote))
    } else {
        // On Windows a backslash before the last quote would escape it.
        let last = text.len() - text.trim_end_matches('\\').len();
        format!("\"{text}{}\"", "\\".repeat(last))
    }
}

/// Returns a path as one word of a shell command, as [`shell_word`] does.
pub fn shell_path(path: &Path) -> String {
    shell_word(&path.display().to_string())
}

/// A writer that passes on text as [`printable`] shows it.
#[derive(Debug)]
pub struct PrintableWriter<W> {
    inner: W,
    /// First byte of a control character of two bytes, if it was the last byte so far.
    waiting: Option<u8>,
}

/// First byte of the control characters that take two bytes in UTF-8, U+0080 to U+009F.
const LATIN_CONTROL: u8 = 0xc2;

impl<W: Write> PrintableWriter<W> {
    /// Makes a writer around another one.
    pub const fn new(inner: W) -> Self {
        Self {
            inner,
            waiting: None,
        }
    }
}

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut shown = Vec::with_capacity(bytes.len() + 1);
        for &byte in bytes {
            match (self.waiting.take(), byte) {
                (Some(_), 0x80..0xa0) => shown.push(b'?'),
                (before, byte) => {
                    shown.extend(before);
                    match byte {
                        LATIN_CONTROL => self.waiting = Some(byte),
                        b'\n' | b'\t' => shown.push(byte),
                        ..b' ' | 0x7f => shown.push(b'?'),
                        _ => shown.push(byte),
                    }
                }
            }
        }
        self.inner.write_all(&shown)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_short_and_plain_stays_as_it_is() {
        assert_eq!(shortened("Añadir ♔"), "Añadir ♔");
        assert_eq!(shortened("\u{1b}[2Jx\n"), "?[2Jx?");
        assert_eq!(shortened(&"a".repeat(REPEATED)), "a".repeat(REPEATED));
        assert!(shortened(&"a".repeat(REPEATED + 1)).ends_with("a…"));
        assert_eq!(one_line("a\nb").as_str(), "a?b");
        assert_eq!(one_line(&"a".repeat(1 << 20)).chars().count(), MESSAGE + 1);
    }

    #[test]
    fn a_text_is_one_word_of_a_shell() {
        for (text, word) in [
            ("games.db", "games.db"),
            ("runs/my-2.csv:max-win", "runs/my-2.csv:max-win"),
            ("añadir.pgn", "añadir.pgn"),
            ("a b.toml", "\"a b.toml\""),
            ("it's.db", "\"it's.db\""),
            ("uci:e;A=1", "\"uci:e;A=1\""),
            ("", "\"\""),
            ("a $b", "'a $b'"),
            ("uci:\"a b\" 'c' d", "'uci:\"a b\" '\\''c'\\'' d'"),
        ] {
            assert_eq!(shell_word(text), word);
            assert_eq!(shell_path(Path::new(text)), word);
        }
    }

    #[test]
    fn a_name_shows_all_that_is_in_it() {
        for (name, shown) in [
            ("An\u{200b}na \u{feff} K\u{ad}", "Anna K"),
            ("right\u{202e}to left", "rightto left"),
            // A joiner stays inside a word of a script that needs it.
            (
                "\u{200d}\u{6cc}\u{200c}\u{200c}\u{6a9}\u{200c}",
                "\u{6cc}\u{200c}\u{6a9}",
            ),
            ("\u{3164}\u{200d} \u{2066}", ""),
            ("\u{600}\u{661}", "\u{600}\u{661}"),
        ] {
            assert_eq!(visible_name(name), shown, "{name:?}");
        }
        assert_eq!(shortened("a\u{202e}b\u{200c}c"), "a?b\u{200c}c");
    }

    proptest! {
        #[test]
        fn a_visible_name_stays_as_it_is(name in any::<String>()) {
            let shown = visible_name(&name);
            prop_assert_eq!(visible_name(&shown), shown);
        }

        #[test]
        fn a_writer_shows_what_the_function_shows(text in "[a\\x00-\\x20\\x7f-\\u{a0}é♔]{0,20}", cut: prop::sample::Index) {
            let mut written = Vec::new();
            let mut writer = PrintableWriter::new(&mut written);
            let (one, other) = text.as_bytes().split_at(cut.index(text.len() + 1));
            writer.write_all(one).expect("memory");
            writer.write_all(other).expect("memory");
            prop_assert_eq!(String::from_utf8(written).expect("text"), printable(&text));
        }

        #[test]
        fn nothing_is_longer_or_moves_the_cursor(text in any::<String>()) {
            let shown = shortened(&text);
            prop_assert!(shown.chars().count() <= REPEATED + 1);
            prop_assert!(!shown.chars().any(char::is_control));
        }
    }
}
