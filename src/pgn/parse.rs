//! Splitting text into games and parsing them, line by line, without copying.
//!
//! A line `[Event …`, in any case, begins a game wherever it is, so a comment that is never closed costs its own game
//! and not the next; games without that tag become part of it. Any other tag begins a game after moves or a result.
//! Remarks between tags are not moves. A damaged game without a result takes the following tags that it does not have
//! yet, so that one torn in its tags is rejected once. Games without tags begin at a line of moves after a result or
//! a blank line.

use std::ops::Range;

use arrayvec::ArrayVec;
use shakmaty::{CastlingMode, Chess};

use super::comment_search::CommentSearch;
use super::forfeit::{forfeit_of, note_forfeit};
use super::letters::PgnLanguage;
use super::line::{
    begins_movetext, begins_with_move_one, count_lines, is_escaped, is_event, is_tag, next_line,
    offset_of, tag_names, text_bytes, trim,
};
use super::movetext::Movetext;
use super::open_game::OpenGame;
use super::reject::RejectReason;
use super::result_token::Forfeit;
use super::start::start_of;
use super::strictness::{Chess960Policy, Strictness};
use super::tags::{is_open, read_tags, wrapped_tag};
use super::validate::{ParseFindings, ParseStatus, validate};
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
    /// Number of tags that were left out because they are broken.
    pub(super) dropped_tags: u64,
    /// Status of the game: kept, kept in part, or rejected.
    pub(super) status: ParseStatus,
    /// Alternative readings that are worth trying, for a game with a defect.
    pub(super) alternatives: ArrayVec<AlternativeReading, 4>,
}

/// An alternative reading of a damaged game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlternativeReading {
    /// The pieces have the letters of this language.
    Language(PgnLanguage),
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
    pub(super) comments: CommentSearch,
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
            comments: CommentSearch::new(),
        }
    }

    /// Reads the next game into `game`, with this parser's letters and castling mode; `None` at the end.
    pub(super) fn next_game_as_written(&mut self, game: &mut Game) -> Option<ParsedSpan> {
        let mut current: Option<OpenGame> = None;
        while let Some(next) = next_line(self.text.get(self.at..).unwrap_or_default()) {
            let whole = next.text;
            let line = trim(whole);
            if line.first() == Some(&b'{') && self.skip_comment(current.as_ref(), whole) {
                continue;
            }
            let mut unread: &[u8] = &[];
            // An escaped line is ignored, unless it belongs to a comment.
            if !is_escaped(whole, line) || current.as_ref().is_some_and(OpenGame::in_comment) {
                if self.begins_game(current.as_ref(), &game.tags, line) {
                    if let Some(finished) = current {
                        return Some(self.finish(finished, game));
                    }
                    current = Some(self.begin(line, game));
                }
                unread = self.take_line(current.as_mut(), game, whole, line);
            }
            if unread.is_empty() {
                self.at += next.width;
                self.lines += u64::from(next.is_counted);
            } else {
                self.at += offset_of(unread, whole);
                if let Some(current) = &mut current {
                    current.end = self.at;
                }
            }
        }
        current.map(|current| self.finish(current, game))
    }

    /// Skips a comment between two games, which begins on the line `whole`; returns false if there is none.
    #[cold]
    fn skip_comment(&mut self, current: Option<&OpenGame>, whole: &[u8]) -> bool {
        let is_between =
            current.is_none_or(|game| game.is_finished() && (self.after_blank || game.is_over));
        let lead = offset_of(trim(whole), whole);
        if !is_between {
            return false;
        }
        let from = self.at + lead;
        let Some(length) = self.comments.length(self.text, from) else {
            return false;
        };
        self.lines += count_lines(self.text.get(from..from + length).unwrap_or_default());
        self.at = from + length;
        true
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
            is_torn: false,
            dropped_tags: 0,
            lines_read: 0,
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

    /// Adds a line to the game that it belongs to; returns the part that is to be read as another line.
    fn take_line<'t>(
        &mut self,
        current: Option<&mut OpenGame>,
        game: &mut Game,
        whole: &'t [u8],
        line: &'t [u8],
    ) -> &'t [u8] {
        if line.is_empty() {
            self.after_blank = true;
            return &[];
        }
        let after_blank = std::mem::take(&mut self.after_blank);
        let Some(current) = current else {
            self.stray_bytes += text_bytes(whole);
            return &[];
        };
        // Before the moves a bracket opens a tag, even an incomplete one.
        let is_tag = is_tag(line) || (current.movetext.is_none() && line.starts_with(b"["));
        let is_over = current.is_finished() && (after_blank || current.is_over);
        if is_over && !is_tag {
            current.is_over = true;
            self.stray_bytes += text_bytes(whole);
            return &[];
        }
        current.end = self.at + whole.len();
        current.last_line = self.lines;
        if current.lines_read > 0 {
            current.lines_read -= 1;
            &[]
        } else if current.in_comment() || !is_tag {
            if current.movetext.is_none() {
                current.movetext = Some(self.begin_movetext(game));
            }
            match &mut current.movetext {
                Some(movetext) => movetext.read_line(self.lines, line, &mut game.moves),
                None => &[],
            }
        } else {
            self.take_tags(current, game, line)
        }
    }

    /// Adds a line of tags to the game; returns the part behind the tags.
    fn take_tags<'t>(&self, current: &mut OpenGame, game: &mut Game, line: &'t [u8]) -> &'t [u8] {
        // The movetext starts again after further tags, which may set up another position. A defect stays: no move is
        // played after it, so the moves before it stay legal.
        if current.movetext.as_ref().is_some_and(Movetext::is_unharmed) {
            current.is_torn |= current.broken_tag.is_some() && !game.moves.is_empty();
            current.movetext = None;
            game.moves.clear();
        } else if let Some(damaged) = &mut current.movetext {
            damaged.forget_words();
        }
        current.has_event |= is_event(line);
        if is_open(line)
            && let Some((joined, lines)) =
                wrapped_tag(self.text.get(self.at..).unwrap_or_default(), line)
        {
            let found = read_tags(&mut game.tags, &joined);
            current.note_broken(&found, self.lines);
            current.lines_read = lines;
            return &[];
        }
        let found = read_tags(&mut game.tags, line);
        if found.breaks > 0 || found.contradiction.is_some() {
            current.note_broken(&found, self.lines);
        }
        found.rest
    }

    /// Sets up the start position given by the tags.
    fn begin_movetext(&self, game: &mut Game) -> Movetext {
        match self.start_of(game) {
            Ok(start) => {
                game.start = start.clone();
                let mut movetext = Movetext::new(start, self.language);
                if forfeit_of(game) == Some(Forfeit::Double) {
                    movetext.expect_double_forfeit();
                }
                movetext
            }
            Err(reason) => {
                let mut movetext = Movetext::new(Chess::default(), self.language);
                movetext.note_defect(reason);
                movetext
            }
        }
    }

    fn start_of(&self, game: &Game) -> Result<Chess, RejectReason> {
        start_of(game, self.strictness.chess960, self.castling)
    }

    /// Returns true if the moves begin at the position of the tags: a damaged game may have tags after its moves.
    fn is_start_of_tags(&self, game: &Game) -> bool {
        self.start_of(game).is_ok_and(|start| start == game.start)
    }

    /// Validates a game whose text is complete.
    fn finish(&self, current: OpenGame, game: &mut Game) -> ParsedSpan {
        let bytes = current.start..current.end;
        let mut movetext = match current.movetext {
            Some(movetext) => movetext,
            None => self.begin_movetext(game),
        };
        movetext.settle(&game.start, &mut game.moves);
        if movetext.defect(0).is_some() && !self.is_start_of_tags(game) {
            game.moves.clear();
        }
        let is_settled = movetext.is_finished();
        let alternatives = match movetext.defect(0) {
            Some(_) => self.alternatives(&movetext, game),
            None => ArrayVec::new(),
        };
        note_forfeit(game, movetext.is_forfeit());
        let broken_tag = current.broken_tag.as_ref();
        let findings = ParseFindings {
            broken_tag: broken_tag
                .filter(|_| current.is_torn)
                .map(|(reason, _)| reason),
            dropped_tags: current.dropped_tags,
            movetext: &movetext,
            length: bytes.len(),
        };
        let status = validate(findings, self.strictness, game);
        let damage_line = match &status {
            ParseStatus::Refused(RejectReason::BrokenTag(_) | RejectReason::RepeatedTag(_)) => {
                current.broken_tag.as_ref().map(|(_, line)| *line)
            }
            ParseStatus::Refused(RejectReason::CutOff | RejectReason::NoResult) => {
                Some(current.last_line)
            }
            ParseStatus::Refused(
                RejectReason::TwoResults { .. }
                | RejectReason::ResultOfBoard { .. }
                | RejectReason::TooLong
                | RejectReason::TooManyTags,
            )
            | ParseStatus::Sound
            | ParseStatus::Salvaged => None,
            ParseStatus::Refused(_) => movetext.defect_line(),
        };
        ParsedSpan {
            bytes,
            line: current.line,
            damage_line,
            is_settled,
            dropped_tags: current.dropped_tags,
            status,
            alternatives,
        }
    }

    /// Returns the alternative readings to try for a game with a defect.
    #[cold]
    fn alternatives(&self, movetext: &Movetext, game: &Game) -> ArrayVec<AlternativeReading, 4> {
        let languages = movetext.letters().languages();
        let mut found: ArrayVec<_, 4> = languages
            .map(AlternativeReading::Language)
            .take(4)
            .collect();
        let may_be_chess960 = self.strictness.chess960 == Chess960Policy::Read
            && !game.is_chess960()
            && game.tags.get("FEN").is_some();
        if found.is_empty() && may_be_chess960 {
            found.push(AlternativeReading::Chess960);
        }
        found
    }
}
