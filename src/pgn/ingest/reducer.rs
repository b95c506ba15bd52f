//! The reducer: handles duplicates, limits and counts in the order of the sources.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};
use std::time::Instant;

use super::event::{GamePlace, IngestEvent};
use super::options::{DuplicatePolicy, IngestOptions};
use super::summary::{DamagedStream, IngestProgress, IngestSummary, StreamSummary};
use super::worker::{ChunkContent, ChunkGames, ChunkResult, GameDecision, ParsedGame};
use crate::identity::SeenGames;
use crate::pgn::chunk::EndOfText;
use crate::pgn::reject::{ReadCounts, Reject, RejectReason};
use crate::pgn::source::PgnSource;
use crate::pgn::source_mark::{MarkBuilder, StreamPosition};

/// A reducer of the workers' results.
pub(super) struct Reducer<'a> {
    options: &'a IngestOptions,
    bytes_read: Arc<AtomicU64>,
    bytes_total: Option<u64>,
    started: Instant,
    summary: IngestSummary,
    seen: &'a RwLock<SeenGames>,
    games_of: HashMap<String, u32>,
    games: u64,
    stream: CurrentStream,
}

/// The stream that is being read.
#[derive(Default)]
struct CurrentStream {
    summary: StreamSummary,
    /// Number of games before the next chunk, including known ones.
    games: u64,
    /// Number of lines before the next chunk.
    lines: u64,
    /// End of the mark, if before the end of the stream, with the counts up to there.
    ///
    /// It ends early if the last game may still grow.
    settled: Option<(StreamPosition, ReadCounts)>,
}

impl<'a> Reducer<'a> {
    pub(super) fn new(
        sources: &[PgnSource],
        options: &'a IngestOptions,
        seen: &'a RwLock<SeenGames>,
        bytes_read: Arc<AtomicU64>,
    ) -> Self {
        Self {
            options,
            bytes_read,
            bytes_total: sources.iter().map(PgnSource::size).sum(),
            started: Instant::now(),
            summary: IngestSummary::default(),
            seen,
            games_of: HashMap::new(),
            games: 0,
            stream: CurrentStream::default(),
        }
    }

    /// Returns the summary of the whole reading, with the stream in which the caller broke off.
    pub(super) fn finish(mut self) -> IngestSummary {
        if !self.stream.summary.name.is_empty() {
            let unfinished = std::mem::take(&mut self.stream.summary);
            self.summary.streams.push(unfinished);
        }
        for stream in &self.summary.streams {
            self.summary.tally.merge(&stream.tally);
            self.summary.bytes += stream.bytes;
        }
        self.summary.elapsed = self.started.elapsed();
        self.summary
    }

    /// Takes a result; returns its memory for reuse.
    pub(super) fn take<T>(
        &mut self,
        result: ChunkResult<T>,
        reduce: &mut impl FnMut(IngestEvent<'_, T>) -> ControlFlow<()>,
    ) -> (Option<Vec<u8>>, ControlFlow<()>) {
        match result.content {
            ChunkContent::Begin { name, known } => {
                let flow = reduce(IngestEvent::Begin {
                    stream: &name,
                    known: known.mark.as_ref(),
                    is_read_again: known.is_read_again,
                });
                self.begin(name, known.known());
                (None, flow)
            }
            ChunkContent::End { failure, hash } => {
                let flow = match self.end(failure, hash) {
                    Some(summary) => reduce(IngestEvent::End(summary)),
                    None => ControlFlow::Continue(()),
                };
                (None, flow)
            }
            ChunkContent::Games(games) => self.games(games, reduce),
        }
    }

    fn begin(&mut self, name: String, known: StreamPosition) {
        self.stream = CurrentStream {
            summary: StreamSummary {
                name,
                known_games: known.games,
                known_bytes: known.bytes,
                ..StreamSummary::default()
            },
            games: known.games,
            lines: known.lines,
            ..CurrentStream::default()
        };
    }

    fn end(
        &mut self,
        failure: Option<(String, std::io::Error)>,
        hash: Option<Box<MarkBuilder>>,
    ) -> Option<&StreamSummary> {
        let mut stream = std::mem::take(&mut self.stream);
        if let Some((name, error)) = failure {
            let what = error.to_string();
            self.summary
                .damaged
                .push(DamagedStream { stream: name, what });
        }
        if stream.summary.name.is_empty() {
            // A source that could not be opened has no stream.
            return None;
        }
        if let Some(hash) = hash {
            let whole = StreamPosition {
                bytes: stream.summary.known_bytes + stream.summary.bytes,
                games: stream.games,
                lines: stream.lines,
            };
            let (end, settled) = stream
                .settled
                .unwrap_or_else(|| (whole, stream.summary.tally.clone()));
            stream.summary.mark = Some(hash.mark(end));
            stream.summary.settled = settled;
        }
        self.summary.streams.push(stream.summary);
        self.summary.streams.last()
    }

    fn games<T>(
        &mut self,
        games: ChunkGames<T>,
        reduce: &mut impl FnMut(IngestEvent<'_, T>) -> ControlFlow<()>,
    ) -> (Option<Vec<u8>>, ControlFlow<()>) {
        let ChunkGames {
            text,
            offset,
            gap,
            end,
            lines,
            stray_bytes,
            found,
            spellings,
        } = games;
        self.stream.summary.bytes += text.len() as u64 + gap.bytes;
        self.stream.summary.tally.stray_bytes += stray_bytes;
        let is_too_long = |game: &ParsedGame<T>| {
            matches!(game.outcome, GameDecision::Refused(RejectReason::TooLong))
        };
        if !found.last().is_some_and(is_too_long) {
            self.stream.summary.tally.stray_bytes += gap.stray_bytes;
        }
        let last = found.len();
        let mut spelling_counts = vec![0; spellings.len()];
        let mut flow = ControlFlow::Continue(());
        for (place, game) in (1..).zip(found) {
            let at = offset + game.bytes.start as u64;
            if place == last && end == EndOfText::OfSource && !game.is_settled {
                self.end_mark(at, game.line);
            }
            self.games += 1;
            self.stream.games += 1;
            let text = slice(&text, game.bytes.clone());
            flow = self.game(game, text, at, &mut spelling_counts, reduce);
            if flow.is_break() {
                break;
            }
        }
        for (name, number) in spellings {
            if let Some(count @ 1..) = spelling_counts.get(number).copied() {
                *self.summary.spellings.entry(name).or_insert(0) += count;
            }
        }
        self.stream.lines += lines + gap.lines;
        if flow.is_continue() {
            flow = reduce(IngestEvent::Progress(self.progress()));
        }
        (Some(text), flow)
    }

    /// Ends the mark of this stream here, unless it ends earlier.
    fn end_mark(&mut self, offset: u64, line: u64) {
        let here = StreamPosition {
            bytes: offset,
            games: self.stream.games,
            lines: self.stream.lines + line,
        };
        let counted = &self.stream.summary.tally;
        self.stream
            .settled
            .get_or_insert_with(|| (here, counted.clone()));
    }

    /// Passes a game to `reduce`, or counts the reason why not; `spelling_counts` counts the spellings of players in kept games.
    fn game<T>(
        &mut self,
        found: ParsedGame<T>,
        text: &[u8],
        offset: u64,
        spelling_counts: &mut [u64],
        reduce: &mut impl FnMut(IngestEvent<'_, T>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let stream = &mut self.stream;
        let place = GamePlace {
            stream: &stream.summary.name,
            stream_number: self.summary.streams.len(),
            game: stream.games,
            line: stream.lines + found.line + 1,
            offset,
        };
        let damage = found.damage.map(|line| stream.lines + line + 1);
        let tally = &mut stream.summary.tally;
        match found.outcome {
            GameDecision::Filtered(filter) => {
                tally.filter(filter);
                ControlFlow::Continue(())
            }
            GameDecision::Refused(reason) => {
                tally.reject(&reason);
                refuse(place, damage, reason, text, reduce)
            }
            GameDecision::Wanted {
                value,
                fingerprint,
                identity,
                is_salvaged,
                matched,
                capped,
            } => {
                let is_new = self.options.duplicates == DuplicatePolicy::Keep
                    || write(self.seen).insert(fingerprint, identity);
                let Some(value) = value.filter(|_| is_new) else {
                    tally.duplicates += 1;
                    return reduce(IngestEvent::Duplicate { place, text });
                };
                let cap = self.options.selection.games_per_player;
                if !has_room(&mut self.games_of, capped, cap) {
                    tally.filter("cap");
                    return ControlFlow::Continue(());
                }
                count_spellings(spelling_counts, &matched);
                tally.keep(is_salvaged, found.dropped_tags);
                reduce(IngestEvent::Game {
                    place,
                    text,
                    value,
                    fingerprint,
                    identity,
                    is_salvaged,
                    dropped_tags: found.dropped_tags,
                })
            }
        }
    }

    fn progress(&self) -> IngestProgress {
        IngestProgress {
            bytes_read: self.bytes_read.load(Ordering::Relaxed),
            bytes_total: self.bytes_total,
            games: self.games,
            elapsed: self.started.elapsed(),
        }
    }
}

/// Reports a rejected game.
fn refuse<T>(
    place: GamePlace<'_>,
    damage_line: Option<u64>,
    reason: RejectReason,
    text: &[u8],
    reduce: &mut impl FnMut(IngestEvent<'_, T>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let reject = Reject {
        game: place.game,
        line: place.line,
        damage_line,
        offset: place.offset,
        reason,
    };
    reduce(IngestEvent::Rejected {
        place,
        reject: &reject,
        text,
    })
}

/// Counts the spellings of players in a kept game, by their numbers.
fn count_spellings(spelling_counts: &mut [u64], matched: &[usize]) {
    for number in matched {
        if let Some(count) = spelling_counts.get_mut(*number) {
            *count += 1;
        }
    }
}

/// Returns true, and counts the game, if none of these players has reached the limit.
fn has_room(
    games_of: &mut HashMap<String, u32>,
    players: Option<[String; 2]>,
    cap: Option<u32>,
) -> bool {
    let (Some(players), Some(cap)) = (players, cap) else {
        return true;
    };
    let named = || players.iter().filter(|name| !name.is_empty());
    if named().any(|name| games_of.get(name).is_some_and(|games| *games >= cap)) {
        return false;
    }
    for name in named() {
        *games_of.entry(name.clone()).or_insert(0) += 1;
    }
    true
}

fn slice(text: &[u8], bytes: Range<usize>) -> &[u8] {
    text.get(bytes).unwrap_or_default()
}

/// Locks the games seen so far for writing; see the worker's `read` about poisoning.
fn write(seen: &RwLock<SeenGames>) -> RwLockWriteGuard<'_, SeenGames> {
    seen.write().unwrap_or_else(PoisonError::into_inner)
}
