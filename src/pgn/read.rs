//! Reading games from a byte stream, one by one, with every move checked.

use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::Arc;

use pgn_reader::Visitor;

use super::chunk::{Chunk, Chunker, EndOfText, SkippedText};
use super::comment_search::CommentSearch;
use super::parse::{ParsedSpan, PgnParser};
use super::reject::{ReadCounts, Reject, RejectReason};
use super::source::{PgnSource, PgnSourceError};
use super::strictness::Strictness;
use super::validate::ParseStatus;
use super::visit::visit;
use crate::record::Game;

/// Reason why the reader returned no game.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The game was rejected; reading can continue with the next.
    #[error("{0}")]
    Rejected(Reject),
    /// The source failed; no game follows.
    #[error("the source could not be read further ({0})")]
    Source(io::Error),
}

/// An iterator over the games of a stream, in order; see [`read_games`].
#[derive(Debug)]
pub struct GameReader<R> {
    chunks: Chunker<R>,
    /// Current chunk.
    chunk: Chunk,
    /// Offset in the chunk up to which games were read.
    at: usize,
    comments: CommentSearch,
    /// Number of lines of the stream up to there.
    lines: u64,
    /// Byte range of the last game in the chunk.
    last: Range<usize>,
    /// True if the last game was cut short at the limit, so that the skipped text belongs to it.
    is_too_long: bool,
    tally: ReadCounts,
    strictness: Strictness,
}

/// Reads games from a PGN stream of any size.
///
/// For whole collections, compressed files and several threads see [`ingest`](super::ingest()).
///
/// ```
/// let text: &[u8] = b"[White \"A\"]\n\n1. e4 e5 1-0\n\n1. e4 Ke7 0-1\n";
/// let mut games = bayeschess::pgn::read_games(text);
/// assert_eq!(games.next().unwrap().unwrap().moves.len(), 2);
/// assert!(games.next().unwrap().is_err());
/// assert!(games.next().is_none());
/// assert_eq!((games.tally().read(), games.tally().kept), (2, 1));
/// ```
pub fn read_games<R: Read>(source: R) -> GameReader<R> {
    read_games_as(source, Strictness::default())
}

/// Reads games as [`read_games`] does, with other rules for accepting them.
pub fn read_games_as<R: Read>(source: R, strictness: Strictness) -> GameReader<R> {
    GameReader {
        chunks: Chunker::new(source, 0, None),
        chunk: Chunk {
            text: Vec::new(),
            offset: 0,
            end: EndOfText::BetweenGames,
            gap: SkippedText::default(),
        },
        at: 0,
        comments: CommentSearch::new(),
        lines: 0,
        last: 0..0,
        is_too_long: false,
        tally: ReadCounts::default(),
        strictness,
    }
}

/// Reads the games of `sources` in order, on this thread, and passes each to `take` with the name of its stream,
/// until `take` breaks.
///
/// Whole collections are faster with [`ingest`](super::ingest()).
///
/// # Errors
///
/// [`PgnSourceError`] for a source that cannot be opened. Later errors are passed to `take` as [`ReadError::Source`].
pub fn each_game(
    sources: &[PgnSource],
    strictness: Strictness,
    mut take: impl FnMut(&str, Result<Game, ReadError>) -> ControlFlow<()>,
) -> Result<(), PgnSourceError> {
    let mut flow = ControlFlow::Continue(());
    for source in sources {
        let opened = source.each_stream(&Arc::default(), &mut |name, stream| {
            if flow.is_continue() {
                flow = read_games_as(stream, strictness).try_for_each(|game| take(name, game));
            }
        });
        if flow.is_break() {
            return Ok(());
        }
        opened.map_err(|error| PgnSourceError::Io {
            path: PathBuf::from(source.name()),
            source: error,
        })?;
    }
    Ok(())
}

impl<R: Read> GameReader<R> {
    /// Reads the next game and reports it to a visitor of the `pgn-reader` crate.
    ///
    /// A rejected game is an error and is not reported. `None` at the end.
    pub fn read_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> Option<Result<V::Output, ReadError>> {
        let game = self.next()?;
        Some(game.map(|game| visit(self.text(), &game, visitor)))
    }

    /// Returns the text of the last game, in UTF-8 or in the encoding of its source, for
    /// [`format_with_annotations`](super::format_with_annotations); empty before the first game.
    pub fn text(&self) -> &[u8] {
        self.chunk.text.get(self.last.clone()).unwrap_or_default()
    }

    /// Returns the counts of the games so far.
    pub fn tally(&self) -> ReadCounts {
        self.tally.clone()
    }

    /// Loads the next chunk; returns false at the end.
    fn advance(&mut self) -> bool {
        let text = std::mem::take(&mut self.chunk.text);
        let gap = self.chunk.gap;
        if !std::mem::take(&mut self.is_too_long) {
            self.tally.stray_bytes += gap.stray_bytes;
        }
        self.chunk.gap = SkippedText::default();
        match self.chunks.next_chunk(text) {
            Some(chunk) => {
                self.lines += gap.lines;
                self.chunk = chunk;
                self.at = 0;
                self.comments = CommentSearch::new();
                true
            }
            None => false,
        }
    }

    fn result_of(&mut self, parsed: ParsedSpan, game: Game) -> Result<Game, ReadError> {
        self.is_too_long = parsed.status == ParseStatus::Refused(RejectReason::TooLong);
        match parsed.status {
            ParseStatus::Sound | ParseStatus::Salvaged => {
                let is_salvaged = parsed.status == ParseStatus::Salvaged;
                self.tally.keep(is_salvaged, parsed.dropped_tags);
                Ok(game)
            }
            ParseStatus::Refused(reason) => {
                self.tally.reject(&reason);
                Err(ReadError::Rejected(Reject {
                    game: self.tally.read(),
                    line: self.lines + parsed.line + 1,
                    damage_line: parsed.damage_line.map(|line| self.lines + line + 1),
                    offset: self.chunk.offset + parsed.bytes.start as u64,
                    reason,
                }))
            }
        }
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut parser = PgnParser::new(&self.chunk.text, self.strictness);
            parser.at = self.at;
            parser.comments = std::mem::take(&mut self.comments);
            let mut game = Game::default();
            let parsed = parser.next_game(&mut game);
            let (read, lines, stray) = (parser.at, parser.lines, parser.stray_bytes);
            self.comments = parser.comments;
            self.tally.stray_bytes += stray;
            if let Some(parsed) = parsed {
                self.at = read;
                self.last = parsed.bytes.clone();
                let judged = self.result_of(parsed, game);
                self.lines += lines;
                return Some(judged);
            }
            self.lines += lines;
            self.at = self.chunk.text.len();
            if !self.advance() {
                let damage = self.chunks.take_damage()?;
                return Some(Err(ReadError::Source(damage)));
            }
        }
    }
}
