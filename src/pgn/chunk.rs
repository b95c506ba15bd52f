//! A byte stream cut into chunks of whole games, in memory that no file can exhaust.
//!
//! Cutting must be cheap, because a compressed file is read by one thread while all others parse:
//! so it looks only for a line `[Event …` near the end of what was read. Files without such lines
//! are cut by the parser itself. A game that is longer than [`MAX_GAME_BYTES`](super::reject::MAX_GAME_BYTES) is cut short, to be
//! refused, and what follows up to the next `[Event ` is only counted.

use std::io::{self, Read};

use memchr::{memchr, memmem};

use super::line::{is_escaped, is_event, next_line, text_bytes, trim};
use super::parse::PgnParser;
use super::strictness::Strictness;
use crate::record::Game;

/// How much is read before a cut is looked for. Twice the longest game at least, so that a chunk
/// in which nothing begins can only be a game that is too long.
const CHUNK_BYTES: usize = 1 << 21;

/// Whether more text follows elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndOfText {
    /// The text goes on; this one ends between two games.
    BetweenGames,
    /// Nothing follows.
    OfSource,
}

/// Some games of a stream.
#[derive(Debug)]
pub(super) struct Chunk {
    /// Their text.
    pub(super) text: Vec<u8>,
    /// The byte of the stream at which it begins.
    pub(super) offset: u64,
    /// Whether another chunk follows.
    pub(super) end: EndOfText,
    /// What was passed over behind it.
    pub(super) gap: SkippedText,
}

/// Text that was dropped because the game before it was longer than any game may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SkippedText {
    pub(super) bytes: u64,
    pub(super) lines: u64,
    /// How many of the bytes are text, by the same rule as elsewhere between games.
    pub(super) stray_bytes: u64,
}

/// Cuts what `source` gives.
#[derive(Debug)]
pub(super) struct Chunker<R> {
    source: R,
    /// Read, but not yet given out.
    rest: Vec<u8>,
    offset: u64,
    at_end: bool,
    /// What ended the stream before its time.
    damage: Option<io::Error>,
}

impl<R: Read> Chunker<R> {
    /// Cuts `source`, of which `offset` bytes were read already.
    pub(super) const fn new(source: R, offset: u64) -> Self {
        Self {
            source,
            rest: Vec::new(),
            offset,
            at_end: false,
            damage: None,
        }
    }

    /// The next chunk, in the memory of `text`; `None` at the end of the stream, which
    /// [`take_damage`](Self::take_damage) tells from a stream that failed.
    pub(super) fn next_chunk(&mut self, mut text: Vec<u8>) -> Option<Chunk> {
        text.clear();
        text.extend_from_slice(&self.rest);
        self.rest.clear();
        self.fill(&mut text);
        if text.is_empty() {
            return None;
        }
        let cut = if self.at_end {
            text.len()
        } else {
            last_event(&text)
                .or_else(|| last_game(&text))
                .unwrap_or(text.len())
        };
        let offset = self.offset;
        self.rest
            .extend_from_slice(text.get(cut..).unwrap_or_default());
        text.truncate(cut);
        self.offset += text.len() as u64;
        let gap = if !self.at_end && self.rest.is_empty() {
            self.skip_to_event()
        } else {
            SkippedText::default()
        };
        self.offset += gap.bytes;
        let end = if self.at_end && self.rest.is_empty() {
            EndOfText::OfSource
        } else {
            EndOfText::BetweenGames
        };
        Some(Chunk {
            text,
            offset,
            end,
            gap,
        })
    }

    /// Why the stream ended before its time, if it did.
    pub(super) const fn take_damage(&mut self) -> Option<io::Error> {
        self.damage.take()
    }

    /// Reads until `text` is a chunk or the stream ends.
    fn fill(&mut self, text: &mut Vec<u8>) {
        while !self.at_end && text.len() < CHUNK_BYTES {
            let room = (CHUNK_BYTES - text.len()) as u64;
            match (&mut self.source).take(room).read_to_end(text) {
                Ok(0) => self.at_end = true,
                Ok(_) => {}
                Err(error) => {
                    self.at_end = true;
                    self.damage = Some(error);
                }
            }
        }
    }

    /// Drops everything up to the next line `[Event …`, which becomes the rest.
    fn skip_to_event(&mut self) -> SkippedText {
        let mut gap = SkippedText::default();
        let mut text = Vec::new();
        loop {
            self.fill(&mut text);
            let found = next_event(&text);
            // A line that is read only in part may become one.
            let kept = found.unwrap_or_else(|| {
                let last_line = memchr::memrchr(b'\n', &text).unwrap_or(0);
                if self.at_end || text.len() - last_line > 16 {
                    text.len()
                } else {
                    last_line
                }
            });
            let (dropped, rest) = text.split_at(kept);
            gap.bytes += dropped.len() as u64;
            gap.lines += memchr::memchr_iter(b'\n', dropped).count() as u64;
            gap.stray_bytes += stray_bytes(dropped);
            let rest = rest.to_vec();
            if found.is_some() || self.at_end {
                self.rest = rest;
                return gap;
            }
            text = rest;
        }
    }
}

/// How much of what is passed over is text.
fn stray_bytes(mut text: &[u8]) -> u64 {
    let mut bytes = 0;
    while let Some(line) = next_line(text) {
        bytes += text_bytes(line.text);
        text = text.get(line.width..).unwrap_or_default();
    }
    bytes
}

/// The beginning of the last game in `text`, if that can be told from its `[Event` line alone: the
/// line before it is no tag, so that this tag cannot belong to a game that has begun.
fn last_event(text: &[u8]) -> Option<usize> {
    let mut before = text.len();
    loop {
        let head = text.get(..before)?;
        let place = memmem::rfind(head, b"\n[Event ")?;
        let (behind, line) = head.split_at(place);
        let earlier = behind.trim_ascii_end();
        let last_line = earlier.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next();
        let follows_tag = earlier.last() == Some(&b']')
            || last_line.is_some_and(|line| is_escaped(line, trim(line)));
        if !earlier.is_empty() && !follows_tag && !line.is_empty() {
            return Some(place + 1);
        }
        before = place;
    }
}

/// The beginning of the last game in `text`, found by reading all of it.
fn last_game(text: &[u8]) -> Option<usize> {
    // The last line may be read only in part, and may then look like what it is not.
    let whole_lines = memchr::memrchr(b'\n', text).unwrap_or(text.len());
    let text = text.get(..whole_lines).unwrap_or_default();
    let mut parser = PgnParser::new(text, Strictness::default());
    let mut game = Game::default();
    let mut last = None;
    while let Some(parsed) = parser.next_game_as_written(&mut game) {
        last = Some(parsed.bytes.start);
    }
    last.filter(|&start| start > 0)
}

/// The first line `[Event …` in `text`, behind its first byte.
fn next_event(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let rest = text.get(from..)?;
        let end = memchr(b'\n', rest)?;
        from += end + 1;
        if text.get(from..).is_some_and(is_event) {
            return Some(from);
        }
    }
}
