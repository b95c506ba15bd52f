//! Progress and results of a reading.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::pgn::reject::ReadCounts;
use crate::pgn::source_mark::SourceMark;

/// Progress of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IngestProgress {
    /// Bytes read from the sources, as they are on disk.
    pub bytes_read: u64,
    /// Bytes of all sources; `None` if one of them is standard input.
    pub bytes_total: Option<u64>,
    /// Number of games read.
    pub games: u64,
    /// Time since the start.
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

/// Results for one stream: a source, or one file of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamSummary {
    /// Its name.
    pub name: String,
    /// Counts of its games, without known ones.
    pub tally: ReadCounts,
    /// Bytes of PGN text, without known ones.
    pub bytes: u64,
    /// Number of games skipped because the stream begins with known text.
    pub known_games: u64,
    /// Bytes of that known text.
    pub known_bytes: u64,
    /// Mark by which it is recognised next time, if marks are computed.
    pub mark: Option<SourceMark>,
    /// The part of `tally` that the mark covers, if marks are computed; the rest is read again next
    /// time.
    pub settled: ReadCounts,
}

/// Results of a reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IngestSummary {
    /// Counts of all games.
    pub tally: ReadCounts,
    /// Bytes of PGN text, unpacked.
    pub bytes: u64,
    /// The streams, in order.
    pub streams: Vec<StreamSummary>,
    /// Streams that could not be read to their end.
    pub damaged: Vec<DamagedStream>,
    /// Number of kept games by spelling of the selected players' names.
    pub spellings: BTreeMap<String, u64>,
    /// Duration of the reading.
    pub elapsed: Duration,
}
