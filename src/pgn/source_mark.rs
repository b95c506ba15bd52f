//! Recognition of streams by the hash of their text, independent of place and compression.
//!
//! A [`SourceMark`] is computed when a stream is read. When a stream begins with the text of a mark, that beginning
//! is known, and only the rest is read. The mark ends where the text is complete: before the last game, if that lacks
//! its result.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Read};

use serde::{Deserialize, Serialize};

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

/// Marks of streams that were read before.
#[derive(Debug)]
pub(super) struct KnownMarks<'a> {
    /// Marks by the number of bytes that they cover and by hash.
    by_bytes: BTreeMap<u64, HashMap<blake3::Hash, &'a SourceMark>>,
    grown: GrownStreams,
}

/// How a stream is read that has more text than its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GrownStreams {
    /// The known beginning is skipped.
    Continued,
    /// The stream is read from its start, because its games depend on each other.
    ReadAgain,
}

impl<'a> KnownMarks<'a> {
    /// Collects the marks that cover some text.
    pub(super) fn new(marks: &'a [SourceMark], grown: GrownStreams) -> Self {
        let mut by_bytes: BTreeMap<u64, HashMap<_, _>> = BTreeMap::new();
        for mark in marks.iter().filter(|mark| mark.bytes > 0) {
            // A mark whose hash cannot be read matches no text.
            if let Ok(hash) = blake3::Hash::from_hex(&mark.hash) {
                by_bytes.entry(mark.bytes).or_default().insert(hash, mark);
            }
        }
        Self { by_bytes, grown }
    }

    /// Returns true if there are no marks.
    pub(super) fn is_empty(&self) -> bool {
        self.by_bytes.is_empty()
    }
}

/// The beginning of a stream that was read before.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownPrefix {
    pub(super) mark: Option<SourceMark>,
    /// True if the stream is read from its start in spite of the mark.
    pub(super) is_read_again: bool,
}

/// Number of bytes hashed at a time.
const BLOCK: usize = 1 << 16;

impl KnownPrefix {
    /// Returns the longest beginning of `stream` that one of `marks` covers.
    ///
    /// Reads at most a byte more than the longest mark; a stream that fails is known up to that point.
    pub(super) fn longest_known(stream: &mut dyn Read, marks: &KnownMarks<'_>) -> Self {
        let mut stream = HashedStream::new(stream);
        let mut known = None;
        for (bytes, of_length) in &marks.by_bytes {
            if !stream.read_up_to(*bytes) {
                break;
            }
            if let Some(mark) = of_length.get(&stream.hashed.hasher.finalize()) {
                known = Some(SourceMark::clone(mark));
            }
        }
        let is_grown = |mark: &SourceMark| stream.read_up_to(mark.bytes + 1);
        Self {
            is_read_again: marks.grown == GrownStreams::ReadAgain
                && known.as_ref().is_some_and(is_grown),
            mark: known,
        }
    }

    /// Returns this beginning, or none if another stream of this reading had the same one.
    ///
    /// A source continues as one stream. A second stream that grew from it is another source, with a text of its own.
    pub(super) fn unless_used(self, used: &mut HashSet<String>) -> Self {
        let is_free = |mark: &SourceMark| used.insert(mark.hash.clone());
        Self {
            mark: self.mark.filter(is_free),
            ..self
        }
    }

    /// Returns the end of the beginning that is skipped.
    pub(super) fn known(&self) -> StreamPosition {
        let skipped = self.mark.as_ref().filter(|_| !self.is_read_again);
        skipped.map_or_else(StreamPosition::default, |mark| StreamPosition {
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
        let mut beginning = HashedStream::new(stream);
        beginning.read_up_to(self.known().bytes);
        marked.hashed = beginning.hashed;
        Box::new(stream)
    }
}

/// A stream of which everything that is read is hashed.
struct HashedStream<'a> {
    stream: &'a mut dyn Read,
    hashed: HashedText,
    block: Vec<u8>,
}

impl<'a> HashedStream<'a> {
    fn new(stream: &'a mut dyn Read) -> Self {
        Self {
            stream,
            hashed: HashedText::default(),
            block: vec![0; BLOCK],
        }
    }

    /// Reads up to byte `end`; returns false if the stream ends before.
    fn read_up_to(&mut self, end: u64) -> bool {
        while self.hashed.bytes < end {
            let wanted = usize::try_from(end - self.hashed.bytes)
                .unwrap_or(BLOCK)
                .min(BLOCK);
            let room = self.block.get_mut(..wanted);
            let read = match room.map(|room| self.stream.read(room)) {
                Some(Ok(read @ 1..)) => read,
                Some(Err(error)) if error.kind() == io::ErrorKind::Interrupted => continue,
                _ => return false,
            };
            self.hashed.add(self.block.get(..read).unwrap_or_default());
        }
        true
    }
}

/// A mark that is being built.
#[derive(Clone, Debug, Default)]
pub(super) struct MarkBuilder {
    hashed: HashedText,
    /// Text that may belong to an unfinished game and is not hashed yet.
    last: Vec<u8>,
    /// State before the text that was skipped behind `last`, if any.
    before_skipped: Option<Box<(HashedText, Vec<u8>)>>,
}

/// The hash of a text and its length.
#[derive(Clone, Debug, Default)]
struct HashedText {
    hasher: blake3::Hasher,
    bytes: u64,
}

impl HashedText {
    fn add(&mut self, text: &[u8]) {
        self.hasher.update(text);
        self.bytes += text.len() as u64;
    }
}

impl MarkBuilder {
    /// Adds the next chunk of the stream.
    pub(super) fn update(&mut self, text: &[u8]) {
        self.before_skipped = None;
        self.hashed.add(&self.last);
        self.last.clear();
        self.last.extend_from_slice(text);
    }

    /// Adds text that was skipped behind the last chunk, which is not kept.
    pub(super) fn skip(&mut self, text: &[u8]) {
        if self.before_skipped.is_none() {
            let before = self.hashed.clone();
            let last = std::mem::take(&mut self.last);
            self.hashed.add(&last);
            self.before_skipped = Some(Box::new((before, last)));
        }
        self.hashed.add(text);
    }

    /// Returns the mark that ends at `end`: at the end of the text, or in its last chunk.
    pub(super) fn mark(self, end: StreamPosition) -> SourceMark {
        let Self {
            mut hashed,
            mut last,
            before_skipped,
        } = self;
        if let Some(before) = before_skipped.filter(|_| end.bytes < hashed.bytes) {
            (hashed, last) = *before;
        }
        let rest = usize::try_from(end.bytes.saturating_sub(hashed.bytes)).unwrap_or(usize::MAX);
        hashed.add(last.get(..rest).unwrap_or(&last));
        SourceMark {
            hash: hashed.hasher.finalize().to_hex().to_string(),
            bytes: hashed.bytes,
            games: end.games,
            lines: end.lines,
        }
    }
}
