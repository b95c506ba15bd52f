//! Progress and results of reading a collection.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::pgn::reject::ReadCounts;
use crate::pgn::source_mark::SourceMark;

/// The progress of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IngestProgress {
    /// Number of bytes read from the sources, as on disk.
    pub bytes_read: u64,
    /// Size of all sources in bytes; `None` if one of them is standard input.
    pub bytes_total: Option<u64>,
    /// Number of games read.
    pub games: u64,
    /// Wall-clock time since the start.
    pub elapsed: Duration,
}

/// A source that could not be read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedStream {
    /// Name of the stream or source.
    pub stream: String,
    /// Description of the error.
    pub what: String,
}

/// The results for one stream: a source, or one file of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamSummary {
    /// Name of the stream.
    pub name: String,
    /// Counts of its games, without known ones.
    pub tally: ReadCounts,
    /// Number of bytes of PGN text, without known ones.
    pub bytes: u64,
    /// Number of games skipped because the stream begins with known text.
    pub known_games: u64,
    /// Number of bytes of that known text.
    pub known_bytes: u64,
    /// Mark by which the stream is recognised next time; `None` if marks are not computed, or the caller broke off.
    pub mark: Option<SourceMark>,
    /// Part of `tally` that the mark covers, if marks are computed; the rest is read again next time.
    pub settled: ReadCounts,
}

/// The results of reading a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IngestSummary {
    /// Counts of all games.
    pub tally: ReadCounts,
    /// Number of bytes of PGN text, decompressed.
    pub bytes: u64,
    /// Results of the streams, in order; after a break, the last one covers its games before the break.
    pub streams: Vec<StreamSummary>,
    /// Streams that could not be read to their end.
    pub damaged: Vec<DamagedStream>,
    /// Number of kept games by spelling of the selected players' names.
    pub spellings: BTreeMap<String, u64>,
    /// Wall-clock time of the reading.
    pub elapsed: Duration,
}
