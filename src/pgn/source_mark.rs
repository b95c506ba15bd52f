//! Recognition of streams by the hash of their text, independent of place and compression.
//!
//! A [`SourceMark`] is computed when a stream is read. When a stream begins with the text of a mark, that beginning
//! is known, and only the rest is read. The mark ends where the text is complete: before the last game, if that lacks
//! its result.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use super::chunk::Chunk;

/// A mark by which a stream is recognised.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceMark {
    /// BLAKE3 hash of the first `bytes` bytes of the text, decompressed: 64 hexadecimal digits.
    pub hash: String,
    /// Number of bytes of text that the mark covers.
    pub bytes: u64,
    /// Number of games that begin in them.
    pub games: u64,
    /// Number of lines in them.
    pub lines: u64,
}

/// A position in a stream: number of bytes, games and lines before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StreamPosition {
    pub(super) bytes: u64,
    pub(super) games: u64,
    pub(super) lines: u64,
}

/// The beginning of a stream that was read before.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownPrefix {
    pub(super) mark: Option<SourceMark>,
}

/// Number of bytes hashed at a time.
const BLOCK: usize = 1 << 16;

impl KnownPrefix {
    /// Returns the longest beginning of `stream` that one of `marks` covers.
    ///
    /// Reads at most to the end of the longest mark; a stream that fails is known up to that point.
    pub(super) fn longest_known(stream: &mut dyn Read, marks: &[SourceMark]) -> Self {
        let mut marks: Vec<_> = marks.iter().filter(|mark| mark.bytes > 0).collect();
        marks.sort_by_key(|mark| mark.bytes);
        let mut hasher = blake3::Hasher::new();
        let mut known = None;
        let mut at = 0;
        for mark in marks {
            if !hash_up_to(stream, &mut hasher, &mut at, mark.bytes) {
                break;
            }
            if hasher.finalize().to_hex().as_str() == mark.hash {
                known = Some(mark.clone());
            }
        }
        Self { mark: known }
    }

    /// Returns the end of the known beginning.
    pub(super) fn known(&self) -> StreamPosition {
        self.mark
            .as_ref()
            .map_or_else(StreamPosition::default, |mark| StreamPosition {
                bytes: mark.bytes,
                games: mark.games,
                lines: mark.lines,
            })
    }

    /// Returns the stream after its known beginning, which is added to the mark being built.
    pub(super) fn skip<'a>(
        &self,
        stream: &'a mut dyn Read,
        marked: Option<&mut MarkBuilder>,
    ) -> Box<dyn Read + 'a> {
        let mut unmarked = MarkBuilder::default();
        let marked = marked.unwrap_or(&mut unmarked);
        let mut at = 0;
        hash_up_to(stream, &mut marked.hasher, &mut at, self.known().bytes);
        marked.bytes = at;
        Box::new(stream)
    }
}

/// Hashes the stream up to byte `end`; returns false if it ends before.
fn hash_up_to(stream: &mut dyn Read, hasher: &mut blake3::Hasher, at: &mut u64, end: u64) -> bool {
    let mut block = vec![0; BLOCK];
    while *at < end {
        let wanted = usize::try_from(end - *at).unwrap_or(BLOCK).min(BLOCK);
        let read = match block.get_mut(..wanted).map(|room| stream.read(room)) {
            Some(Ok(read @ 1..)) => read,
            Some(Err(error)) if error.kind() == io::ErrorKind::Interrupted => continue,
            _ => return false,
        };
        hasher.update(block.get(..read).unwrap_or_default());
        *at += read as u64;
    }
    true
}

/// A mark that is being built.
#[derive(Clone, Debug, Default)]
pub(super) struct MarkBuilder {
    hasher: blake3::Hasher,
    bytes: u64,
    /// Text that may belong to an unfinished game and is not hashed yet.
    last: Vec<u8>,
    /// True if text was skipped, so that the mark cannot extend further.
    is_closed: bool,
}

impl MarkBuilder {
    /// Adds the next chunk of the stream.
    ///
    /// A mark ends before a chunk after which text was skipped, because the skipped text is not kept.
    pub(super) fn update(&mut self, chunk: &Chunk) {
        if self.is_closed {
            return;
        }
        let last = std::mem::take(&mut self.last);
        self.hash(&last);
        self.is_closed = chunk.gap.bytes > 0;
        if !self.is_closed {
            self.last.extend_from_slice(&chunk.text);
        }
    }

    fn hash(&mut self, text: &[u8]) {
        self.hasher.update(text);
        self.bytes += text.len() as u64;
    }

    /// Returns the mark that ends at `end`.
    pub(super) fn mark(mut self, end: StreamPosition) -> SourceMark {
        let last = std::mem::take(&mut self.last);
        let rest = usize::try_from(end.bytes.saturating_sub(self.bytes)).unwrap_or(usize::MAX);
        self.hash(last.get(..rest).unwrap_or(&last));
        SourceMark {
            hash: self.hasher.finalize().to_hex().to_string(),
            bytes: self.bytes,
            games: end.games,
            lines: end.lines,
        }
    }
}
