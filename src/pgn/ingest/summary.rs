//! What was read, and what became of it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::pgn::reject::ReadCounts;
use crate::pgn::source_mark::SourceMark;

/// How far reading has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IngestProgress {
    /// Bytes of the sources that were read, as they lie on disk.
    pub bytes_read: u64,
    /// Bytes of all sources; `None` if one of them is standard input.
    pub bytes_total: Option<u64>,
    /// Games that were read.
    pub games: u64,
    /// Time since the beginning.
    pub elapsed: Duration,
}

/// A source that could not be read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedStream {
    /// Its name.
    pub stream: String,
    /// What is wrong with it.
    pub what: String,
}

/// What was found in one stream: a source, or one file of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamSummary {
    /// Its name.
    pub name: String,
    /// What became of its games, without those that were known.
    pub tally: ReadCounts,
    /// Bytes of PGN text, without those that were known.
    pub bytes: u64,
    /// Games that were passed over because the stream begins with text that was read before.
    pub known_games: u64,
    /// The bytes that these take.
    pub known_bytes: u64,
    /// What to know it by the next time, where marks are made.
    pub mark: Option<SourceMark>,
    /// The part of `tally` that the mark stands for, where marks are made: what is behind it is
    /// read again the next time.
    pub settled: ReadCounts,
}

/// What became of everything that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IngestSummary {
    /// What became of the games of all streams.
    pub tally: ReadCounts,
    /// Bytes of PGN text, unpacked.
    pub bytes: u64,
    /// The streams, in order.
    pub streams: Vec<StreamSummary>,
    /// What could not be read to its end.
    pub damaged: Vec<DamagedStream>,
    /// How often each spelling was met of the players who were asked for, in the games that were
    /// kept.
    pub spellings: BTreeMap<String, u64>,
    /// How long it took.
    pub elapsed: Duration,
}
