//! Streams recognised by the hash of their text, wherever they are and however they are compressed.
//!
//! A [`SourceMark`] is made of a stream when it is read. When a stream begins with the very text
//! that a mark stands for, that beginning is known, and only what has been added is read. The mark
//! ends where nothing can be added to a game any more: if the last game lacks its result, before it.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use super::chunk::Chunk;

/// What a stream is recognised by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceMark {
    /// The BLAKE3 hash of the first `bytes` bytes of its text, unpacked: 64 hexadecimal digits.
    pub hash: String,
    /// Bytes of text that it covers.
    pub bytes: u64,
    /// Number of games that begin in them.
    pub games: u64,
    /// Number of lines in them.
    pub lines: u64,
}

/// A position in a stream: bytes, games that begin before it, and lines.
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

/// Bytes hashed at a time.
const BLOCK: usize = 1 << 16;

impl KnownPrefix {
    /// Returns the longest beginning of `stream` that one of `marks` covers.
    ///
    /// Reads as far as the longest mark; a stream that fails is known up to that point.
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

    /// Returns where the known beginning ends.
    pub(super) fn known(&self) -> StreamPosition {
        self.mark
            .as_ref()
            .map_or_else(StreamPosition::default, |mark| StreamPosition {
                bytes: mark.bytes,
                games: mark.games,
                lines: mark.lines,
            })
    }

    /// Returns the stream after its known beginning, which is added to the mark under way.
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

/// A mark under way.
#[derive(Clone, Debug, Default)]
pub(super) struct MarkBuilder {
    hasher: blake3::Hasher,
    bytes: u64,
    /// Text that may belong to a game that grows: not hashed yet.
    last: Vec<u8>,
    /// Whether text was skipped, beyond which no mark extends.
    is_closed: bool,
}

impl MarkBuilder {
    /// Adds the next chunk of the stream.
    ///
    /// A mark ends before a chunk after which text was skipped, because that text is not kept.
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
