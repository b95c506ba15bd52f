//! A byte stream cut into chunks of whole games, in bounded memory.
//!
//! Cutting must be cheap, because a compressed file is read by one thread while all others parse. So it searches only
//! for a line `[Event …` near the end of what was read; in files without such lines the parser finds the cuts. A game
//! longer than [`MAX_GAME_BYTES`](super::reject::MAX_GAME_BYTES) is cut short, so that it is rejected, and the text
//! up to the next `[Event ` is only counted.

use std::io::{self, Read};

use memchr::{memchr, memmem};

use super::line::{is_escaped, is_event, next_line, text_bytes, trim};
use super::parse::PgnParser;
use super::source_mark::MarkBuilder;
use super::strictness::Strictness;
use crate::record::Game;

/// Minimum number of bytes read before a cut is searched. It is at least twice the longest game, so that a chunk
/// without the beginning of a game can only be an overlong game.
const CHUNK_BYTES: usize = 1 << 21;

/// Position of a chunk's end: between two games, or at the end of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndOfText {
    /// Another chunk follows; this one ends between two games.
    BetweenGames,
    /// This is the last chunk.
    OfSource,
}

/// Text of some whole games of a stream.
#[derive(Debug)]
pub(super) struct Chunk {
    /// The text of the games.
    pub(super) text: Vec<u8>,
    /// Offset of the text in the stream, in bytes.
    pub(super) offset: u64,
    /// Position of the chunk's end.
    pub(super) end: EndOfText,
    /// Text that was skipped after this chunk.
    pub(super) gap: SkippedText,
}

/// Text that was skipped because the game before it exceeds the limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SkippedText {
    pub(super) bytes: u64,
    pub(super) lines: u64,
    /// Bytes that count as text, by the rule for text between games.
    pub(super) stray_bytes: u64,
}

/// Cuts a stream into chunks.
#[derive(Debug)]
pub(super) struct Chunker<R> {
    source: R,
    /// Bytes read but not yet returned.
    rest: Vec<u8>,
    offset: u64,
    at_end: bool,
    /// The error that ended the stream early.
    damage: Option<io::Error>,
    /// Mark of the text so far; `None` if it is not wanted.
    mark: Option<MarkBuilder>,
}

impl<R: Read> Chunker<R> {
    /// Creates a chunker for `source`, of which the first `offset` bytes were read already and are part of `mark`.
    pub(super) const fn new(source: R, offset: u64, mark: Option<MarkBuilder>) -> Self {
        Self {
            source,
            rest: Vec::new(),
            offset,
            at_end: false,
            damage: None,
            mark,
        }
    }

    /// Returns the next chunk, reusing the memory of `text`; `None` at the end of the stream.
    ///
    /// [`take_damage`](Self::take_damage) distinguishes the end from an error.
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
        if let Some(mark) = &mut self.mark {
            mark.update(&text);
        }
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

    /// Returns the mark of the text up to here, if it was wanted.
    pub(super) const fn take_mark(&mut self) -> Option<MarkBuilder> {
        self.mark.take()
    }

    /// Returns the error that ended the stream early, if any.
    pub(super) const fn take_damage(&mut self) -> Option<io::Error> {
        self.damage.take()
    }

    /// Reads until `text` fills a chunk or the stream ends.
    fn fill(&mut self, text: &mut Vec<u8>) {
        while !self.at_end && text.len() < CHUNK_BYTES {
            let room = (CHUNK_BYTES - text.len()) as u64;
            match (&mut self.source).take(room).read_to_end(text) {
                Ok(0) => self.at_end = true,
                Ok(_) => {}
                Err(error) => {
                    self.at_end = true;
                    self.damage = Some(in_plain_words(error));
                }
            }
        }
    }

    /// Skips everything up to the next line `[Event …`, with which the remaining text begins.
    fn skip_to_event(&mut self) -> SkippedText {
        let mut gap = SkippedText::default();
        let mut text = Vec::new();
        loop {
            self.fill(&mut text);
            let found = next_event(&text);
            // An incomplete last line may become one.
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
            if let Some(mark) = &mut self.mark {
                mark.skip(dropped);
            }
            let rest = rest.to_vec();
            if found.is_some() || self.at_end {
                self.rest = rest;
                return gap;
            }
            text = rest;
        }
    }
}

/// Returns the number of skipped bytes that count as text.
fn stray_bytes(mut text: &[u8]) -> u64 {
    let mut bytes = 0;
    while let Some(line) = next_line(text) {
        bytes += text_bytes(line.text);
        text = text.get(line.width..).unwrap_or_default();
    }
    bytes
}

/// Returns the offset of the last game, if its `[Event` line alone shows it. Then the line before is not a tag, so
/// this tag cannot belong to an earlier game.
fn last_event(text: &[u8]) -> Option<usize> {
    let mut before = text.len();
    loop {
        let head = text.get(..before)?;
        let place = memmem::rfind(head, b"\n[Event ")?;
        if begins_game(head, place) {
            return Some(place + 1);
        }
        before = place;
    }
}

/// Returns true if the line `[Event …` behind the line end at `place` begins a game whatever stands around: the line
/// before it is not a tag.
pub(super) fn begins_game(text: &[u8], place: usize) -> bool {
    let (behind, line) = text.split_at(place);
    let earlier = behind.trim_ascii_end();
    let last_line = earlier.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next();
    let follows_tag =
        earlier.last() == Some(&b']') || last_line.is_some_and(|line| is_escaped(line, trim(line)));
    !earlier.is_empty() && !follows_tag && !line.is_empty()
}

/// Returns the offset of the last game, found by parsing the whole text.
fn last_game(text: &[u8]) -> Option<usize> {
    // The last line may be incomplete, and then be misread.
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

/// Returns the offset of the first line `[Event …` after the first byte.
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
/// Returns the error in plain words where a packed file ends too early; its library speaks of buffers.
fn in_plain_words(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::new(error.kind(), "it ends too early"),
        _ => error,
    }
}
