//! Events of a reading, game by game.

use super::summary::{IngestProgress, StreamSummary};
use crate::identity::{Fingerprint, GameIdentity};
use crate::pgn::reject::Reject;
use crate::pgn::source_mark::SourceMark;

/// The place of a game in the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlace<'a> {
    /// Name of the stream: a source, or a file in an archive.
    pub stream: &'a str,
    /// Number of the stream, from 0.
    pub stream_number: usize,
    /// Number of the game in the stream, from 1.
    pub game: u64,
    /// Line on which the game begins, from 1.
    pub line: u64,
    /// Offset of its first byte in the stream, from 0.
    pub offset: u64,
}

/// An event of a reading; events come in the order of the sources.
#[derive(Debug)]
pub enum IngestEvent<'a, T> {
    /// A stream begins.
    Begin {
        /// Name of the stream.
        stream: &'a str,
        /// Mark of its known beginning; `None` for a new source.
        known: Option<&'a SourceMark>,
        /// True if the known beginning is read again and not skipped.
        ///
        /// The stream has grown then, and a limit for each player counts all its games.
        is_read_again: bool,
    },
    /// A stream ends.
    End(&'a StreamSummary),
    /// A game is kept; `value` is the result of the map.
    Game {
        /// Place of the game.
        place: GamePlace<'a>,
        /// Text of the game in the source.
        text: &'a [u8],
        /// Result of the map.
        value: T,
        /// Hash of start and moves.
        fingerprint: Fingerprint,
        /// Data that distinguish it from other games with the same moves.
        identity: GameIdentity,
        /// True if only the beginning of a damaged game is kept.
        is_salvaged: bool,
        /// Number of its tags that are left out because they are broken.
        dropped_tags: u64,
    },
    /// A game was read before.
    Duplicate {
        /// Place of the game.
        place: GamePlace<'a>,
        /// Text of the game in the source.
        text: &'a [u8],
    },
    /// A game is rejected.
    Rejected {
        /// Place of the game.
        place: GamePlace<'a>,
        /// Place and reason of the rejection.
        reject: &'a Reject,
        /// Text of the game in the source.
        text: &'a [u8],
    },
    /// Progress of the reading, sent after each chunk of games.
    Progress(IngestProgress),
}
