//! Text cut into games and read, line by line and without copying it.
//!
//! A line `[Event …` begins a game whatever came before it, so a comment that is never closed
//! costs its own game and not the next. Games without tags begin at a line of moves after a result
//! or a blank line.
//!
//! May use: L0, `board`.

use std::ops::Range;

use shakmaty::{CastlingMode, Chess};

use super::game::PgnGame;
use super::judge::{Findings, judge};
use super::line::{begins_movetext, begins_with_move_one, is_event, is_tag, next_line, trim};
use super::movetext::Movetext;
use super::reject::Reason;
use super::word::Language;
use crate::board::fen;

/// What becomes of a game that is damaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Damaged {
    /// It is refused whole.
    #[default]
    Refuse,
    /// Its moves before the damage are kept, if there are any.
    Salvage,
}

/// What becomes of games of Chess960.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chess960 {
    /// They are refused as another variant.
    #[default]
    Refuse,
    /// They are read.
    Read,
}

/// What the reader takes for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strictness {
    /// Damaged games.
    pub damaged: Damaged,
    /// Games of Chess960.
    pub chess960: Chess960,
}

/// Where a game was found in a text, and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parsed {
    /// Its bytes.
    pub(super) bytes: Range<usize>,
    /// The line on which it begins, counted from 0.
    pub(super) line: u64,
    /// Whether its moves end with a result or `*`, so that nothing can follow.
    pub(super) is_settled: bool,
    /// Kept, kept in part, or refused.
    pub(super) fate: Fate,
}

/// What becomes of a game after reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is sound.
    Sound,
    /// Its beginning is, and was kept.
    Salvaged,
    /// It is refused.
    Refused(Reason),
}

/// Whether more text follows elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndOfText {
    /// The text goes on; this one ends between two games.
    BetweenGames,
    /// Nothing follows.
    OfSource,
}

/// A text that is read game by game.
#[derive(Debug)]
pub(super) struct Parser<'a> {
    text: &'a [u8],
    /// Where reading stands: behind the game and what follows it that is none.
    pub(super) at: usize,
    end: EndOfText,
    strictness: Strictness,
    language: Language,
    after_blank: bool,
    /// Lines that were read.
    pub(super) lines: u64,
    /// Bytes of text that belonged to no game.
    pub(super) stray_bytes: u64,
}

/// The game that is being read.
#[derive(Debug)]
struct Current {
    start: usize,
    /// Where its last line ends.
    end: usize,
    /// Whether something stands behind it already that is no game.
    is_over: bool,
    line: u64,
    has_event: bool,
    /// The first of its tags that is broken.
    broken_tag: Option<Reason>,
    movetext: Option<Movetext>,
    mode: CastlingMode,
}

impl Current {
    fn in_comment(&self) -> bool {
        self.movetext.as_ref().is_some_and(Movetext::in_comment)
    }

    fn is_finished(&self) -> bool {
        self.movetext.as_ref().is_some_and(Movetext::is_finished)
    }
}

impl<'a> Parser<'a> {
    /// Reads `text`, which begins between two games.
    pub(super) const fn new(text: &'a [u8], end: EndOfText, strictness: Strictness) -> Self {
        Self {
            text,
            at: 0,
            end,
            strictness,
            language: Language::English,
            after_blank: false,
            lines: 0,
            stray_bytes: 0,
        }
    }

    /// Reads the next game into `game`; `None` at the end.
    pub(super) fn next_game(&mut self, game: &mut PgnGame) -> Option<Parsed> {
        let mut current: Option<Current> = None;
        while let Some(next) = next_line(self.text.get(self.at..).unwrap_or_default()) {
            let whole = next.text;
            let line = trim(whole);
            if self.begins_game(current.as_ref(), whole, line) {
                if let Some(finished) = current {
                    return Some(self.finish(finished, game));
                }
                current = Some(self.begin(line, game));
            }
            self.take_line(current.as_mut(), game, whole, line);
            self.at += next.width;
            self.lines += u64::from(next.is_counted);
        }
        current.map(|current| self.finish(current, game))
    }

    fn begin(&self, line: &[u8], game: &mut PgnGame) -> Current {
        game.clear();
        Current {
            start: self.at,
            end: self.at,
            is_over: false,
            line: self.lines,
            has_event: is_event(line),
            broken_tag: None,
            movetext: None,
            mode: CastlingMode::Standard,
        }
    }

    /// Whether a game begins on this line.
    fn begins_game(&self, current: Option<&Current>, whole: &[u8], line: &[u8]) -> bool {
        if line.is_empty() {
            return false;
        }
        let Some(game) = current else {
            return whole.first() != Some(&b'%') && (is_tag(line) || begins_movetext(line));
        };
        if game.in_comment() {
            return is_event(line);
        }
        if is_tag(line) {
            // A damaged game may have lost its own event and its moves.
            let may_be_over = game.has_event || game.broken_tag.is_some() || self.after_blank;
            return game.movetext.is_some() || (may_be_over && is_event(line));
        }
        match &game.movetext {
            Some(movetext) if movetext.is_finished() => begins_movetext(line),
            Some(movetext) => {
                self.after_blank && movetext.has_words() && begins_with_move_one(line)
            }
            None => false,
        }
    }

    /// Gives a line to the game that it belongs to.
    fn take_line(
        &mut self,
        current: Option<&mut Current>,
        game: &mut PgnGame,
        whole: &[u8],
        line: &[u8],
    ) {
        if line.is_empty() {
            self.after_blank = true;
            return;
        }
        let after_blank = std::mem::take(&mut self.after_blank);
        let Some(current) = current else {
            if whole.first() != Some(&b'%') {
                self.stray_bytes += line.len() as u64;
            }
            return;
        };
        // Before the moves a bracket opens a tag, even one that is cut off.
        let is_tag = is_tag(line) || (current.movetext.is_none() && line.starts_with(b"["));
        let is_over = current.is_finished() && (after_blank || current.is_over);
        if is_over && !is_tag && whole.first() != Some(&b'%') {
            current.is_over = true;
            self.stray_bytes += line.len() as u64;
            return;
        }
        current.end = self.at + whole.len();
        if current.in_comment() || (!is_tag && whole.first() != Some(&b'%')) {
            if current.movetext.is_none() {
                current.movetext = Some(self.begin_movetext(current, game));
            }
            if let Some(movetext) = &mut current.movetext {
                movetext.line(line, &mut game.moves);
            }
        } else if is_tag {
            current.has_event |= is_event(line);
            if game.tags.read_line(line).is_none() {
                current
                    .broken_tag
                    .get_or_insert_with(|| Reason::BrokenTag(shortened(line)));
            }
        }
    }

    /// Sets up the board where the tags say.
    fn begin_movetext(&self, current: &mut Current, game: &mut PgnGame) -> Movetext {
        match self.start_of(game) {
            Ok((start, mode)) => {
                game.start = start.clone();
                current.mode = mode;
                Movetext::new(start, self.language)
            }
            Err(reason) => {
                let mut movetext = Movetext::new(Chess::default(), self.language);
                movetext.refuse(reason);
                movetext
            }
        }
    }

    /// The position of the `FEN` tag, or the usual one; only for chess and, if wanted, Chess960.
    fn start_of(&self, game: &PgnGame) -> Result<(Chess, CastlingMode), Reason> {
        let mode = if game.is_chess960() {
            match self.strictness.chess960 {
                Chess960::Refuse => return Err(Reason::Variant(game.variant().to_owned())),
                Chess960::Read => CastlingMode::Chess960,
            }
        } else if game.is_other_variant() {
            return Err(Reason::Variant(shortened(game.variant().as_bytes())));
        } else {
            CastlingMode::Standard
        };
        let text = game.tags.get("FEN").unwrap_or_default().trim();
        if text.is_empty() {
            return Ok((Chess::default(), mode));
        }
        fen::read_as(text, mode)
            .map(|start| (start, mode))
            .map_err(|_| Reason::BadFen(shortened(text.as_bytes())))
    }

    /// Judges a game that was read to its end.
    fn finish(&self, mut current: Current, game: &mut PgnGame) -> Parsed {
        let bytes = current.start..current.end;
        let has_movetext = current.movetext.is_some();
        let movetext = match current.movetext.take() {
            Some(movetext) => movetext,
            None => self.begin_movetext(&mut current, game),
        };
        let is_settled = movetext.is_finished();
        if movetext.looks_spanish()
            && self.language == Language::English
            && movetext.defect(0).is_some()
            && let Some(fate) = self.read_in_spanish(bytes.clone(), game)
        {
            return Parsed {
                bytes,
                line: current.line,
                is_settled,
                fate,
            };
        }
        let findings = Findings {
            broken_tag: current.broken_tag.as_ref(),
            movetext: &movetext,
            has_movetext,
            length: bytes.len(),
            is_last: self.end == EndOfText::OfSource && self.at == self.text.len(),
        };
        let fate = judge(findings, self.strictness.damaged, game);
        Parsed {
            bytes,
            line: current.line,
            is_settled,
            fate,
        }
    }

    /// Reads the game once more with Spanish letters; `None` if that is no better.
    #[cold]
    fn read_in_spanish(&self, bytes: Range<usize>, game: &mut PgnGame) -> Option<Fate> {
        let mut again = Parser {
            language: Language::Spanish,
            ..Parser::new(self.text.get(bytes)?, self.end, self.strictness)
        };
        let mut spanish = PgnGame::default();
        let parsed = again.next_game(&mut spanish)?;
        if matches!(parsed.fate, Fate::Refused(Reason::NotAMove(_))) {
            return None;
        }
        *game = spanish;
        Some(parsed.fate)
    }
}

/// The first words of a text, for messages.
fn shortened(text: &[u8]) -> String {
    String::from_utf8_lossy(text).chars().take(100).collect()
}
