//! What a reading reports, game by game.

use super::summary::{IngestProgress, StreamSummary};
use crate::identity::{Fingerprint, GameIdentity};
use crate::pgn::reject::Reject;
use crate::pgn::source_mark::SourceMark;

/// Where a game was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlace<'a> {
    /// Name of the stream: a source, or a file in an archive.
    pub stream: &'a str,
    /// Number of the stream, from 0.
    pub stream_number: usize,
    /// Number of the game in the stream, from 1.
    pub game: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Offset of its first byte, from 0.
    pub offset: u64,
}

/// Events of a reading, in the order of the sources.
#[derive(Debug)]
pub enum IngestEvent<'a, T> {
    /// A stream begins.
    Begin {
        /// Its name.
        stream: &'a str,
        /// The mark of its beginning that is skipped.
        known: Option<&'a SourceMark>,
    },
    /// A stream ends.
    End(&'a StreamSummary),
    /// A game is kept; `value` is the map's result.
    Game {
        /// Where it was found.
        place: GamePlace<'a>,
        /// Its text in the source.
        text: &'a [u8],
        /// The map's result.
        value: T,
        /// Hash of start and moves.
        fingerprint: Fingerprint,
        /// What tells it from other games with the same moves.
        identity: GameIdentity,
    },
    /// A game was read before.
    Duplicate {
        /// Where it was found.
        place: GamePlace<'a>,
        /// Its text in the source.
        text: &'a [u8],
    },
    /// A game is rejected.
    Rejected {
        /// Where it was found.
        place: GamePlace<'a>,
        /// Place and reason.
        reject: &'a Reject,
        /// Its text in the source.
        text: &'a [u8],
    },
    /// Progress; sent every few thousand games.
    Progress(IngestProgress),
}
