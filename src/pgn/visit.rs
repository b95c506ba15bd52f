//! Reporting valid games token by token to a [`pgn_reader::Visitor`], the common interface of Rust programs.
//!
//! A game is parsed and validated first, so a visitor never sees a game that the reader rejects: no illegal move, no
//! unclosed comment. Then its text is read again for the parts that [`Game`] does not contain: comments, annotation
//! glyphs and variations.

use std::ops::ControlFlow;

use pgn_reader::{KnownOutcome, Nag, Outcome, RawComment, RawTag, SanPlus, Visitor};
use shakmaty::san::San;
use shakmaty::{Chess, Color, Move, Position as _, Role};

use super::letters::PgnLanguage;
use super::line::{ends_word, is_escaped, is_tag, next_line, offset_of, trim, word_length};
use super::move_token::read_move;
use super::result_token::{read_result, split_result};
use super::tags::{escape, read_tags};
use super::typography::plain;
use crate::record::{Game, GameResult, Tags};

/// Reports a game that was read from `text` to a visitor, and returns the visitor's output.
///
/// Moves are reported as written, or in standard notation if written in another one.
pub(super) fn visit<V: Visitor>(text: &[u8], game: &Game, visitor: &mut V) -> V::Output {
    match report(text, game, visitor) {
        ControlFlow::Continue(output) | ControlFlow::Break(output) => output,
    }
}

fn report<V: Visitor>(
    text: &[u8],
    game: &Game,
    visitor: &mut V,
) -> ControlFlow<V::Output, V::Output> {
    let mut movetext = report_tags(game, visitor)?;
    let mut main_line = MainLine::new(game);
    let mut depth = 0_usize;
    // Depth at which a variation began that the visitor skips; `None` outside of one.
    let mut skipped_from: Option<usize> = None;
    let mut is_over = false;
    for token in Tokens::new(text) {
        match token {
            Token::Open => {
                depth += 1;
                if skipped_from.is_none() && visitor.begin_variation(&mut movetext)?.0 {
                    skipped_from = Some(depth);
                }
            }
            // This is a move number, as in `1) e4`.
            Token::Close if depth == 0 => {}
            Token::Close => {
                if skipped_from.is_none_or(|from| from == depth) {
                    skipped_from = None;
                    visitor.end_variation(&mut movetext)?;
                }
                depth = depth.saturating_sub(1);
            }
            _ if skipped_from.is_some() => {}
            Token::Comment(comment) => visitor.comment(&mut movetext, RawComment(comment))?,
            Token::Nag(nag) => visitor.nag(&mut movetext, nag)?,
            // The interface has no word for these.
            Token::LineComment(_) | Token::Signs(_) => {}
            Token::Word(word) if depth > 0 => {
                if let Ok(san) = SanPlus::from_ascii(word) {
                    visitor.san(&mut movetext, san)?;
                }
            }
            Token::End(_) if depth > 0 => {}
            Token::Word(_) | Token::End(_) if is_over => {}
            Token::End(result) => {
                is_over = true;
                visitor.outcome(&mut movetext, outcome(result))?;
            }
            Token::Word(word) => match main_line.take(word) {
                Some(san) => visitor.san(&mut movetext, san)?,
                // This is after the valid beginning of a damaged game.
                None if main_line.is_done() && San::from_ascii(word).is_ok() => break,
                None => {
                    let parts = main_line.take_parts(word);
                    is_over = parts.result.is_some();
                    report_parts(parts, visitor, &mut movetext)?;
                }
            },
        }
    }
    ControlFlow::Continue(visitor.end_game(movetext))
}

fn report_tags<V: Visitor>(game: &Game, visitor: &mut V) -> ControlFlow<V::Output, V::Movetext> {
    let mut tags = visitor.begin_tags()?;
    for (name, value) in game.tags.iter() {
        visitor.tag(&mut tags, name.as_bytes(), RawTag(escape(value).as_bytes()))?;
    }
    visitor.begin_movetext(tags)
}

fn report_parts<V: Visitor>(
    parts: WordParts,
    visitor: &mut V,
    movetext: &mut V::Movetext,
) -> ControlFlow<V::Output> {
    for san in parts.moves {
        visitor.san(movetext, san)?;
    }
    match parts.result {
        Some(result) => visitor.outcome(movetext, outcome(Some(result))),
        None => ControlFlow::Continue(()),
    }
}

const fn outcome(result: Option<GameResult>) -> Outcome {
    match result {
        None => Outcome::Unknown,
        Some(GameResult::Draw) => Outcome::Known(KnownOutcome::Draw),
        Some(GameResult::WhiteWins) => Outcome::Known(KnownOutcome::Decisive {
            winner: Color::White,
        }),
        Some(GameResult::BlackWins) => Outcome::Known(KnownOutcome::Decisive {
            winner: Color::Black,
        }),
    }
}

/// The moves of the main line, matched with the words of the text.
pub(super) struct MainLine<'a> {
    game: &'a Game,
    next: usize,
    /// Position after the first `played` moves, which follows `next` where a word needs it.
    position: Chess,
    played: usize,
}

/// The moves and the result in a word that may hold several.
#[derive(Debug, Default)]
pub(super) struct WordParts {
    moves: Vec<SanPlus>,
    result: Option<GameResult>,
}

impl<'a> MainLine<'a> {
    pub(super) fn new(game: &'a Game) -> Self {
        Self {
            game,
            next: 0,
            position: game.start.clone(),
            played: 0,
        }
    }

    /// Returns the number of moves taken.
    pub(super) const fn taken(&self) -> usize {
        self.next
    }

    /// Takes the moves of a word: one, or several with typographic blanks between, or one with a result glued to it.
    #[cold]
    pub(super) fn take_parts(&mut self, word: &[u8]) -> WordParts {
        let mut parts = WordParts::default();
        if let Some(san) = self.take(word) {
            parts.moves.push(san);
            return parts;
        }
        for part in plain(word).split_ascii_whitespace() {
            let part = part.as_bytes();
            let (before, result) = match split_result(part) {
                Some((before, result)) => (before, Some(result)),
                None => (part, read_result(part)),
            };
            if let Some(san) = self.take(before) {
                parts.moves.push(san);
            }
            parts.result = parts.result.or(result);
        }
        parts
    }

    fn is_done(&self) -> bool {
        self.next >= self.game.moves.len()
    }

    /// Returns the move that a word denotes; `None` if it is not the next move of the game.
    fn take(&mut self, word: &[u8]) -> Option<SanPlus> {
        let chosen = *self.game.moves.get(self.next)?;
        let written = SanPlus::from_ascii(word)
            .ok()
            .filter(|san| names(san.san, chosen))
            .or_else(|| self.translate(word, chosen))?;
        self.next += 1;
        Some(written)
    }

    /// Returns the standard notation of a move written in another one.
    #[cold]
    fn translate(&mut self, word: &[u8], chosen: Move) -> Option<SanPlus> {
        let earlier = self.game.moves.iter().take(self.next);
        for &earlier in earlier.skip(self.played) {
            self.position.play_unchecked(earlier);
        }
        self.played = self.next;
        let position = &self.position;
        // The piece of a promotion may stand apart, as in `e8 =Q`.
        let piece = chosen.promotion().map(Role::upper_char);
        let whole = piece.map(|piece| format!("{}={piece}", String::from_utf8_lossy(word)));
        let is_chosen = |word: &[u8], language| read_move(word, language, position) == Ok(chosen);
        let is_whole = whole.is_some_and(|whole| is_chosen(whole.as_bytes(), PgnLanguage::English));
        let is_read = std::iter::once(PgnLanguage::English)
            .chain(PgnLanguage::OTHERS)
            .any(|language| is_chosen(word, language));
        (is_read || is_whole).then(|| SanPlus::from_move(position.clone(), chosen))
    }
}

/// Returns true if a move's notation can only mean this move of the game.
fn names(san: San, chosen: Move) -> bool {
    match san {
        San::Normal {
            role,
            rank,
            to,
            promotion,
            ..
        } => {
            // A pawn move with its rank, as in `e2e4`, is written in coordinates.
            let is_standard = role != Role::Pawn || rank.is_none();
            let is_same = role == chosen.role() && to == chosen.to();
            is_standard && !chosen.is_castle() && is_same && promotion == chosen.promotion()
        }
        San::Castle(side) => chosen.castling_side() == Some(side),
        San::Put { .. } | San::Null => false,
    }
}

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
mod tests;
