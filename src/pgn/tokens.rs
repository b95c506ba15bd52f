//! The text of a game as tokens: moves, comments, glyphs, variations, results.

use pgn_reader::Nag;

use super::line::{ends_word, is_escaped, is_tag, next_line, offset_of, trim, word_length};
use super::result_token::read_result;
use super::tags::read_tags;
use crate::record::{GameResult, Tags};

/// A token of a game's movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Comment(&'a [u8]),
    /// A comment behind `;`, to the end of its line.
    LineComment(&'a [u8]),
    Nag(Nag),
    /// A run of `!` and `?` that is not a glyph of the standard.
    Signs(&'a [u8]),
    Open,
    Close,
    /// A result, or `*` as `None`.
    End(Option<GameResult>),
    /// A word that is neither a number nor a result.
    Word(&'a [u8]),
}

/// The tokens of a game's text, without tags and escaped lines.
#[derive(Debug, Default)]
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    /// True if the next byte is inside a line.
    is_inside_line: bool,
    has_movetext: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.text = self.text.get(bytes..).unwrap_or_default();
    }

    /// Skips the line if it is not movetext; returns true if it was skipped.
    fn skip_line(&mut self) -> bool {
        let Some(line) = next_line(self.text) else {
            return false;
        };
        let trimmed = trim(line.text);
        // A comment behind `;` is a token; another escaped line is none.
        let is_skipped = (is_escaped(line.text, trimmed) && !trimmed.starts_with(b";"))
            || is_tag(trimmed)
            || (!self.has_movetext && trimmed.starts_with(b"["));
        if is_skipped {
            let rest = if is_tag(trimmed) {
                read_tags(&mut Tags::new(), trimmed).rest
            } else {
                &[]
            };
            if rest.is_empty() {
                self.skip(line.width);
            } else {
                self.skip(offset_of(rest, line.text));
            }
        }
        is_skipped
    }

    fn comment(&mut self) -> Token<'a> {
        let end = memchr::memchr(b'}', self.text).unwrap_or(self.text.len());
        let comment = self.text.get(1..end).unwrap_or_default();
        self.skip(end + 1);
        Token::Comment(comment)
    }

    /// Takes the rest of the line as a comment.
    fn line_comment(&mut self) -> Token<'a> {
        let length = count(self.text, |byte| !matches!(byte, b'\n' | b'\r' | 0));
        let comment = self.text.get(1..length).unwrap_or_default();
        self.skip(length);
        Token::LineComment(comment)
    }

    /// Takes `length` bytes as an annotation glyph, or as signs that are none.
    fn nag(&mut self, length: usize) -> Token<'a> {
        let glyph = self.text.get(..length).unwrap_or(self.text);
        self.skip(length);
        Nag::from_ascii(glyph).map_or(Token::Signs(glyph), Token::Nag)
    }

    /// Returns the length of the word here, without reading the rest of the line, which may be long.
    fn length_of_word(&self) -> usize {
        let ends = |byte| ends_word(byte) || matches!(byte, b'\n' | b'\r' | 0);
        let length = count(self.text, |byte| !ends(byte));
        match self.text.get(length..) {
            // The piece of a promotion may follow.
            Some([b'(', ..]) => word_length(self.text.get(..length + 3).unwrap_or(self.text)),
            _ => length,
        }
    }

    fn word(&mut self) -> Option<Token<'a>> {
        let (word, rest) = self.text.split_at_checked(self.length_of_word())?;
        self.text = rest;
        self.has_movetext = true;
        if word.iter().all(u8::is_ascii_digit) {
            return None;
        }
        Some(match read_result(word) {
            Some(result) => Token::End(Some(result)),
            None => Token::Word(word),
        })
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if !self.is_inside_line {
                if self.skip_line() {
                    continue;
                }
                self.is_inside_line = true;
            }
            let &byte = self.text.first()?;
            let token = match byte {
                b'{' => Some(self.comment()),
                b';' => Some(self.line_comment()),
                b'$' => {
                    let digits = self.text.get(1..).unwrap_or_default();
                    Some(self.nag(1 + count(digits, |byte| byte.is_ascii_digit())))
                }
                b'!' | b'?' => Some(self.nag(count(self.text, |byte| matches!(byte, b'!' | b'?')))),
                b'\n' | b'\r' | 0 => {
                    self.is_inside_line = false;
                    self.skip(1);
                    None
                }
                b'(' | b')' | b'*' => {
                    self.skip(1);
                    Some(match byte {
                        b'(' => Token::Open,
                        b')' => Token::Close,
                        _ => Token::End(None),
                    })
                }
                _ if ends_word(byte) => {
                    self.skip(1);
                    None
                }
                _ => self.word(),
            };
            if token.is_some() {
                return token;
            }
        }
    }
}

/// Returns the number of leading bytes for which `accept` is true.
fn count(text: &[u8], accept: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|&&byte| accept(byte)).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the length of the word at the beginning of a text, of which the whole line is looked at.
    fn length_in_line(text: &[u8]) -> usize {
        let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r' | 0));
        word_length(lines.next().unwrap_or_default())
    }

    proptest! {
        #[test]
        fn a_word_ends_in_its_line(
            text in prop::collection::vec(prop::sample::select(b"e8=(Q) \n\r\0.x1".to_vec()), 0..12),
        ) {
            prop_assert_eq!(Tokens::new(&text).length_of_word(), length_in_line(&text));
        }
    }
}
