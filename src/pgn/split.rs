//! A byte stream cut into games, line by line, in memory that no file can exhaust.
//!
//! A line `[Event "…"]` begins a game whatever came before it, so a comment that is never closed
//! costs its own game and not the next. Games without tags begin at `1.` after a result or a blank
//! line. Line ends may be LF, CRLF or CR; a byte-order mark is dropped.
//!
//! May use: std.

use std::io::{self, BufRead};

use super::scan::{Scan, is_token_end};

/// The most text that one game may have: the longest annotated games stay far below it.
pub(super) const MAX_GAME_BYTES: usize = 1 << 20;

/// The text of one game.
#[derive(Debug, Default)]
pub(super) struct RawGame {
    /// Its number, from 1.
    pub(super) number: u64,
    /// The line on which it begins, from 1.
    pub(super) line: u64,
    /// The byte at which it begins.
    pub(super) offset: u64,
    /// Its tag lines, trimmed.
    pub(super) tags: Vec<Vec<u8>>,
    /// Its movetext without blank lines.
    pub(super) movetext: Vec<u8>,
    /// What the movetext looks like.
    pub(super) scan: Scan,
    /// Whether text was dropped because there was too much.
    pub(super) too_long: bool,
    bytes: usize,
}

impl RawGame {
    fn has_event(&self) -> bool {
        self.tags.iter().any(|line| is_event_line(line))
    }

    fn has_room_for(&mut self, line: &[u8]) -> bool {
        self.bytes += line.len() + 2;
        self.too_long |= self.bytes > MAX_GAME_BYTES;
        !self.too_long
    }

    fn tag_line(&mut self, line: &[u8]) {
        if self.has_room_for(line) {
            self.tags.push(line.to_owned());
        }
    }

    fn move_line(&mut self, line: &[u8]) {
        self.scan.line(line);
        if self.has_room_for(line) {
            // The space keeps a line from beginning with a byte that has a meaning there.
            self.movetext.push(b' ');
            self.movetext.extend_from_slice(line);
            self.movetext.push(b'\n');
        }
    }
}

/// Cuts what `source` gives into games.
#[derive(Debug)]
pub(super) struct Splitter<R> {
    source: R,
    line: Vec<u8>,
    line_is_cut: bool,
    lines_read: u64,
    bytes_read: u64,
    skip_line_feed: bool,
    after_blank: bool,
    games: u64,
    current: Option<RawGame>,
    /// Lines of text that belonged to no game.
    pub(super) stray_lines: u64,
}

impl<R: BufRead> Splitter<R> {
    pub(super) const fn new(source: R) -> Self {
        Self {
            source,
            line: Vec::new(),
            line_is_cut: false,
            lines_read: 0,
            bytes_read: 0,
            skip_line_feed: false,
            after_blank: false,
            games: 0,
            current: None,
            stray_lines: 0,
        }
    }

    /// The next game; `None` at the end.
    pub(super) fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        loop {
            let offset = self.bytes_read;
            if !self.read_line()? {
                return Ok(self.current.take());
            }
            let line = std::mem::take(&mut self.line);
            let finished = self.take_line(&line, offset);
            self.line = line;
            if finished.is_some() {
                return Ok(finished);
            }
        }
    }

    /// Gives the line to the game that it belongs to; the game before it, if it begins a new one.
    fn take_line(&mut self, whole: &[u8], offset: u64) -> Option<RawGame> {
        let line = whole.trim_ascii();
        if line.is_empty() {
            self.after_blank = true;
            return None;
        }
        let after_blank = std::mem::take(&mut self.after_blank);
        let in_comment = self
            .current
            .as_ref()
            .is_some_and(|game| game.scan.in_comment());
        if whole.first() == Some(&b'%') && !in_comment {
            return None;
        }
        let is_tag = is_tag_line(line);
        let begins = match &self.current {
            _ if in_comment => is_event_line(line),
            None => is_tag || begins_movetext(line),
            Some(game) if is_tag => {
                !game.movetext.is_empty() || (is_event_line(line) && game.has_event())
            }
            Some(game) if game.scan.is_finished() => begins_movetext(line),
            Some(game) => after_blank && game.scan.moves > 0 && begins_with_move_one(line),
        };
        let finished = if begins { self.begin(offset) } else { None };
        let cut = self.line_is_cut;
        match &mut self.current {
            Some(game) if is_tag && (begins || !in_comment) => game.tag_line(line),
            Some(game) if game.scan.is_finished() && after_blank => self.stray_lines += 1,
            Some(game) => game.move_line(line),
            None => self.stray_lines += 1,
        }
        if let (true, Some(game)) = (cut, &mut self.current) {
            game.too_long = true;
        }
        finished
    }

    fn begin(&mut self, offset: u64) -> Option<RawGame> {
        self.games += 1;
        self.current.replace(RawGame {
            number: self.games,
            line: self.lines_read,
            offset,
            ..RawGame::default()
        })
    }

    /// Reads a line without its end into `self.line`; `false` at the end of the source.
    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        self.line_is_cut = false;
        let mut any = false;
        loop {
            let bytes = match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if std::mem::take(&mut self.skip_line_feed) && bytes.first() == Some(&b'\n') {
                self.source.consume(1);
                self.bytes_read += 1;
                continue;
            }
            if bytes.is_empty() {
                break;
            }
            any = true;
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (text, _) = bytes.split_at(end.unwrap_or(bytes.len()));
            let room = MAX_GAME_BYTES.saturating_sub(self.line.len());
            self.line_is_cut |= text.len() > room;
            self.line.extend(text.iter().take(room));
            self.skip_line_feed = end.and_then(|end| bytes.get(end)) == Some(&b'\r');
            let consumed = text.len() + usize::from(end.is_some());
            self.source.consume(consumed);
            self.bytes_read += consumed as u64;
            if end.is_some() {
                break;
            }
        }
        if any {
            if self.lines_read == 0 && self.line.starts_with(b"\xef\xbb\xbf") {
                self.line.drain(..3);
            }
            self.lines_read += 1;
        }
        Ok(any)
    }
}

/// `[Name "…`, the beginning of a tag.
fn is_tag_line(line: &[u8]) -> bool {
    let Some(inside) = line.strip_prefix(b"[") else {
        return false;
    };
    let inside = inside.trim_ascii_start();
    inside.first().is_some_and(u8::is_ascii_alphabetic) && inside.contains(&b'"')
}

/// `[Event "…`, which every exported game begins with.
fn is_event_line(line: &[u8]) -> bool {
    line.strip_prefix(b"[Event").is_some_and(|behind| {
        matches!(behind.first(), Some(b' ' | b'\t' | b'"')) && behind.contains(&b'"')
    })
}

/// Whether a line can open the movetext of a game without tags: a move number or a move.
fn begins_movetext(line: &[u8]) -> bool {
    let first = line
        .split(|&byte| is_token_end(byte))
        .next()
        .unwrap_or_default();
    !first.is_empty()
        && (first.iter().all(u8::is_ascii_digit)
            || shakmaty::san::SanPlus::from_ascii(first).is_ok())
}

fn begins_with_move_one(line: &[u8]) -> bool {
    matches!(line, [b'1', b'.' | b' ', ..])
}
