//! Splitting text into games and parsing them, line by line, without copying.
//!
//! A line `[Event …`, in any case, begins a game wherever it is, so a comment that is never closed costs its own game
//! and not the next; games without that tag become part of it. Any other tag begins a game after moves or a result.
//! Remarks between tags are not moves. A damaged game without a result takes the following tags that it does not have
//! yet, so that one torn in its tags is rejected once. Games without tags begin at a line of moves after a result or
//! a blank line.

use std::ops::Range;

use shakmaty::{CastlingMode, Chess};

use super::line::{
    begins_movetext, begins_with_move_one, is_escaped, is_event, is_tag, next_line, tag_name,
    tag_names, text_bytes, trim,
};
use super::move_token::PgnLanguage;
use super::movetext::Movetext;
use super::reject::RejectReason;
use super::strictness::{Chess960Policy, Strictness};
use super::tags::read_tags;
use super::validate::{ParseFindings, ParseStatus, validate};
use crate::board::fen;
use crate::foreign::shortened;
use crate::record::{Game, Tags};

/// A parsed game: its place in the text, and whether it was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParsedSpan {
    /// Byte range of the game.
    pub(super) bytes: Range<usize>,
    /// Line on which the game begins, from 0.
    pub(super) line: u64,
    /// Line of the damage, from 0; `None` if it is not on a single line.
    pub(super) damage_line: Option<u64>,
    /// True if the moves end with a result or `*`, so that no more can follow.
    pub(super) is_settled: bool,
    /// Status of the game: kept, kept in part, or rejected.
    pub(super) status: ParseStatus,
    /// Alternative reading that is worth trying, for a game with a defect.
    pub(super) alternative: Option<AlternativeReading>,
}

/// An alternative reading of a damaged game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlternativeReading {
    /// The pieces have Spanish letters.
    Spanish,
    /// The game is Chess960 without the tag.
    Chess960,
}

/// A parser of games, one after the other.
#[derive(Debug)]
pub(super) struct PgnParser<'a> {
    pub(super) text: &'a [u8],
    /// Offset after the last game and after following text that belongs to no game.
    pub(super) at: usize,
    pub(super) strictness: Strictness,
    language: PgnLanguage,
    /// Castling mode of games that do not state it.
    castling: CastlingMode,
    /// True if the last line was blank.
    pub(super) after_blank: bool,
    /// Number of lines read.
    pub(super) lines: u64,
    /// Number of bytes of text outside of games.
    pub(super) stray_bytes: u64,
}

/// The game that is being read.
#[derive(Debug)]
struct OpenGame {
    start: usize,
    /// Offset of the end of its last line.
    end: usize,
    /// True if text outside of games already follows it.
    is_over: bool,
    line: u64,
    last_line: u64,
    has_event: bool,
    /// First broken tag, with its line.
    broken_tag: Option<(RejectReason, u64)>,
    movetext: Option<Movetext>,
}

impl OpenGame {
    fn in_comment(&self) -> bool {
        self.movetext.as_ref().is_some_and(Movetext::in_comment)
    }

    fn is_finished(&self) -> bool {
        self.movetext.as_ref().is_some_and(Movetext::is_finished)
    }

    fn is_damaged(&self, movetext: &Movetext) -> bool {
        self.broken_tag.is_some() || movetext.defect(0).is_some()
    }

    /// Returns true if a tag other than `Event` on this line begins another game; `tags` are those of this one.
    fn is_behind(&self, movetext: &Movetext, line: &[u8], tags: &Tags) -> bool {
        if movetext.has_outcome() {
            return true;
        }
        if self.is_damaged(movetext) {
            tag_name(line).is_some_and(|name| tags.get(name).is_some())
        } else {
            movetext.has_words()
        }
    }
}

impl<'a> PgnParser<'a> {
    /// Creates a parser of `text`, which begins between two games.
    pub(super) const fn new(text: &'a [u8], strictness: Strictness) -> Self {
        Self::with_reading(
            text,
            strictness,
            PgnLanguage::English,
            CastlingMode::Standard,
        )
    }

    /// Creates a parser for games with these piece letters and this default castling mode.
    pub(super) const fn with_reading(
        text: &'a [u8],
        strictness: Strictness,
        language: PgnLanguage,
        castling: CastlingMode,
    ) -> Self {
        Self {
            text,
            at: 0,
            strictness,
            language,
            castling,
            after_blank: false,
            lines: 0,
            stray_bytes: 0,
        }
    }

    /// Reads the next game into `game`, with this parser's letters and castling mode; `None` at the end.
    pub(super) fn next_game_as_written(&mut self, game: &mut Game) -> Option<ParsedSpan> {
        let mut current: Option<OpenGame> = None;
        while let Some(next) = next_line(self.text.get(self.at..).unwrap_or_default()) {
            let whole = next.text;
            let line = trim(whole);
            // An escaped line is ignored, unless it belongs to a comment.
            if !is_escaped(whole, line) || current.as_ref().is_some_and(OpenGame::in_comment) {
                if self.begins_game(current.as_ref(), &game.tags, line) {
                    if let Some(finished) = current {
                        return Some(self.finish(finished, game));
                    }
                    current = Some(self.begin(line, game));
                }
                self.take_line(current.as_mut(), game, whole, line);
            }
            self.at += next.width;
            self.lines += u64::from(next.is_counted);
        }
        current.map(|current| self.finish(current, game))
    }

    fn begin(&self, line: &[u8], game: &mut Game) -> OpenGame {
        game.clear();
        OpenGame {
            start: self.at,
            end: self.at,
            is_over: false,
            line: self.lines,
            last_line: self.lines,
            has_event: is_event(line),
            broken_tag: None,
            movetext: None,
        }
    }

    /// Returns true if a game begins on this line.
    fn begins_game(&self, current: Option<&OpenGame>, tags: &Tags, line: &[u8]) -> bool {
        if line.is_empty() {
            return false;
        }
        let Some(game) = current else {
            return is_tag(line) || begins_movetext(line);
        };
        if game.in_comment() {
            return is_event(line);
        }
        if is_tag(line) {
            // A damaged game may have lost its own event and its moves.
            let may_be_over = game.has_event || game.broken_tag.is_some() || self.after_blank;
            return match &game.movetext {
                None => is_event(line) && (may_be_over || self.repeats(tags)),
                Some(movetext) => is_event(line) || game.is_behind(movetext, line, tags),
            };
        }
        match &game.movetext {
            Some(movetext) if movetext.is_finished() => begins_movetext(line),
            Some(movetext) => {
                // The damage may be the last tag of a game whose moves are these.
                let may_be_over = || tags.is_empty() || !game.is_damaged(movetext);
                self.after_blank
                    && movetext.has_words()
                    && begins_with_move_one(line)
                    && may_be_over()
            }
            None => false,
        }
    }

    /// Returns true if the tags from here on repeat one of `tags`, so that another game has begun.
    fn repeats(&self, tags: &Tags) -> bool {
        tag_names(self.text.get(self.at..).unwrap_or_default()).any(|name| tags.get(name).is_some())
    }

    /// Adds a line to the game that it belongs to.
    fn take_line(
        &mut self,
        current: Option<&mut OpenGame>,
        game: &mut Game,
        whole: &[u8],
        line: &[u8],
    ) {
        if line.is_empty() {
            self.after_blank = true;
            return;
        }
        let after_blank = std::mem::take(&mut self.after_blank);
        let Some(current) = current else {
            self.stray_bytes += text_bytes(whole);
            return;
        };
        // Before the moves a bracket opens a tag, even an incomplete one.
        let is_tag = is_tag(line) || (current.movetext.is_none() && line.starts_with(b"["));
        let is_over = current.is_finished() && (after_blank || current.is_over);
        if is_over && !is_tag {
            current.is_over = true;
            self.stray_bytes += text_bytes(whole);
            return;
        }
        current.end = self.at + whole.len();
        current.last_line = self.lines;
        if current.in_comment() || !is_tag {
            if current.movetext.is_none() {
                current.movetext = Some(self.begin_movetext(game));
            }
            if let Some(movetext) = &mut current.movetext {
                movetext.read_line(self.lines, line, &mut game.moves);
            }
        } else {
            // The movetext starts again after further tags, which may set up another position. A defect stays: no
            // move is played after it, so the moves before it stay legal.
            if current.movetext.as_ref().is_some_and(Movetext::is_unharmed) {
                current.movetext = None;
                game.moves.clear();
            } else if let Some(damaged) = &mut current.movetext {
                damaged.forget_words();
            }
            current.has_event |= is_event(line);
            if read_tags(&mut game.tags, line).is_none() {
                current.broken_tag.get_or_insert_with(|| {
                    let tag = shortened(&String::from_utf8_lossy(line));
                    (RejectReason::BrokenTag(tag), self.lines)
                });
            }
        }
    }

    /// Sets up the start position given by the tags.
    fn begin_movetext(&self, game: &mut Game) -> Movetext {
        match self.start_of(game) {
            Ok(start) => {
                game.start = start.clone();
                Movetext::new(start, self.language)
            }
            Err(reason) => {
                let mut movetext = Movetext::new(Chess::default(), self.language);
                movetext.note_defect(reason);
                movetext
            }
        }
    }

    /// Returns the position of the `FEN` tag, or else the initial position.
    ///
    /// Other variants than chess, and Chess960 if the reader does not accept it, are rejected.
    fn start_of(&self, game: &Game) -> Result<Chess, RejectReason> {
        let mode = if game.is_chess960() {
            match self.strictness.chess960 {
                Chess960Policy::Refuse => {
                    return Err(RejectReason::Variant(game.variant().to_owned()));
                }
                Chess960Policy::Read => CastlingMode::Chess960,
            }
        } else if is_other_variant(game) {
            return Err(RejectReason::Variant(shortened(game.variant())));
        } else {
            self.castling
        };
        let text = game.tags.get("FEN").unwrap_or_default().trim();
        if text.is_empty() {
            return Ok(Chess::default());
        }
        fen::read_as(text, mode).map_err(|_| RejectReason::BadFen(shortened(text)))
    }

    /// Returns true if the moves begin at the position of the tags: a damaged game may have tags after its moves.
    fn is_start_of_tags(&self, game: &Game) -> bool {
        self.start_of(game).is_ok_and(|start| start == game.start)
    }

    /// Validates a game whose text is complete.
    fn finish(&self, current: OpenGame, game: &mut Game) -> ParsedSpan {
        let bytes = current.start..current.end;
        let movetext = match current.movetext {
            Some(movetext) => movetext,
            None => self.begin_movetext(game),
        };
        if movetext.defect(0).is_some() && !self.is_start_of_tags(game) {
            game.moves.clear();
        }
        let is_settled = movetext.is_finished();
        let alternative = movetext
            .defect(0)
            .and_then(|_| self.alternative(&movetext, game));
        let findings = ParseFindings {
            broken_tag: current.broken_tag.as_ref().map(|(reason, _)| reason),
            movetext: &movetext,
            length: bytes.len(),
        };
        let status = validate(findings, self.strictness.damaged, game);
        let damage_line = match &status {
            ParseStatus::Refused(RejectReason::BrokenTag(_)) => {
                current.broken_tag.as_ref().map(|(_, line)| *line)
            }
            ParseStatus::Refused(RejectReason::CutOff) => Some(current.last_line),
            ParseStatus::Refused(RejectReason::TwoResults { .. } | RejectReason::TooLong)
            | ParseStatus::Sound
            | ParseStatus::Salvaged => None,
            ParseStatus::Refused(_) => movetext.defect_line(),
        };
        ParsedSpan {
            bytes,
            line: current.line,
            damage_line,
            is_settled,
            status,
            alternative,
        }
    }

    /// Returns the alternative reading to try for a game with a defect.
    #[cold]
    fn alternative(&self, movetext: &Movetext, game: &Game) -> Option<AlternativeReading> {
        let may_be_chess960 = self.strictness.chess960 == Chess960Policy::Read
            && !game.is_chess960()
            && game.tags.get("FEN").is_some();
        if movetext.looks_spanish() {
            Some(AlternativeReading::Spanish)
        } else {
            may_be_chess960.then_some(AlternativeReading::Chess960)
        }
    }
}

/// Returns true if the `Variant` tag names rules other than those of chess and Chess960.
fn is_other_variant(game: &Game) -> bool {
    let usual = ["standard", "chess", "normal", "from position"];
    let variant = game.variant();
    !variant.is_empty()
        && !game.is_chess960()
        && !usual.contains(&variant.to_ascii_lowercase().as_str())
}
