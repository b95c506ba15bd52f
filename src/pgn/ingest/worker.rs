//! The parsing threads: turn chunks into games, and games into the caller's values.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use arrayvec::ArrayVec;
use crossbeam_channel::{Receiver, Sender};

use super::options::{DuplicatePolicy, IngestOptions};
use super::reader::{ReadItem, ReadTask};
use crate::identity::{Fingerprint, GameIdentity, NameCache, SeenGames};
use crate::pgn::chunk::{Chunk, EndOfText, SkippedText};
use crate::pgn::parse::PgnParser;
use crate::pgn::reject::RejectReason;
use crate::pgn::selection::SelectedGame;
use crate::pgn::source_mark::{KnownPrefix, MarkBuilder};
use crate::pgn::validate::ParseStatus;
use crate::record::Game;

/// The result of a piece of the sources.
pub(super) struct ChunkResult<T> {
    /// Number in the order of the sources.
    pub(super) number: u64,
    /// Content of the result.
    pub(super) content: ChunkContent<T>,
}

/// The content of a result.
pub(super) enum ChunkContent<T> {
    /// A stream begins.
    Begin { name: String, known: KnownPrefix },
    /// Parsed games.
    Games(ChunkGames<T>),
    /// A stream ends.
    End {
        failure: Option<(String, io::Error)>,
        hash: Option<Box<MarkBuilder>>,
    },
}

/// The games of a chunk.
pub(super) struct ChunkGames<T> {
    pub(super) text: Vec<u8>,
    pub(super) offset: u64,
    pub(super) gap: SkippedText,
    pub(super) end: EndOfText,
    pub(super) lines: u64,
    pub(super) stray_bytes: u64,
    pub(super) found: Vec<ParsedGame<T>>,
    /// Spellings of the selected players' names, numbered.
    pub(super) spellings: SpellingNumbers,
}

/// Names and their numbers, from 0.
type SpellingNumbers = BTreeMap<String, usize>;

/// A game of a chunk.
pub(super) struct ParsedGame<T> {
    pub(super) bytes: Range<usize>,
    pub(super) line: u64,
    pub(super) damage: Option<u64>,
    pub(super) is_settled: bool,
    pub(super) dropped_tags: u64,
    pub(super) outcome: GameDecision<T>,
}

/// The decision of a worker about a game.
pub(super) enum GameDecision<T> {
    /// The game is selected.
    Wanted {
        /// Result of the map; `None` for a game already seen in an earlier chunk.
        value: Option<T>,
        fingerprint: Fingerprint,
        identity: GameIdentity,
        is_salvaged: bool,
        /// Selected players, by the numbers of their spellings.
        matched: ArrayVec<usize, 2>,
        /// Players whose games count towards a limit.
        capped: Option<[String; 2]>,
    },
    /// The game is left out by the filter of this name.
    Filtered(&'static str),
    /// The game is rejected.
    Refused(RejectReason),
}

/// Processes pieces until there are no more, or the receiver is gone.
pub(super) fn work<T, M: FnMut(&Game) -> T>(
    options: &IngestOptions,
    seen: &RwLock<SeenGames>,
    worker: &(impl Fn() -> M + Sync),
    tasks: &Receiver<ReadTask>,
    results: &Sender<ChunkResult<T>>,
) {
    let mut state = ParseWorker {
        options,
        seen,
        map: worker(),
        game: Game::default(),
        bytes: Vec::new(),
        names: NameCache::default(),
    };
    for ReadTask { number, work } in tasks {
        let content = match work {
            ReadItem::Begin { name, known } => ChunkContent::Begin { name, known },
            ReadItem::End { failure, hash } => ChunkContent::End { failure, hash },
            ReadItem::Chunk(chunk) => ChunkContent::Games(state.games(chunk)),
        };
        if results.send(ChunkResult { number, content }).is_err() {
            return;
        }
    }
}

/// The state that a worker reuses.
struct ParseWorker<'a, M> {
    options: &'a IngestOptions,
    seen: &'a RwLock<SeenGames>,
    map: M,
    game: Game,
    bytes: Vec<u8>,
    names: NameCache,
}

impl<M> ParseWorker<'_, M> {
    fn games<T>(&mut self, chunk: Chunk) -> ChunkGames<T>
    where
        M: FnMut(&Game) -> T,
    {
        let mut found = Vec::new();
        let mut spellings = SpellingNumbers::new();
        let mut parser = PgnParser::new(&chunk.text, self.options.strictness);
        while let Some(parsed) = parser.next_game(&mut self.game) {
            let outcome = match parsed.status {
                ParseStatus::Refused(reason) => GameDecision::Refused(reason),
                ParseStatus::Sound => self.guarded_outcome(false, &mut spellings),
                ParseStatus::Salvaged => self.guarded_outcome(true, &mut spellings),
            };
            found.push(ParsedGame {
                bytes: parsed.bytes,
                line: parsed.line,
                damage: parsed.damage_line,
                is_settled: parsed.is_settled,
                dropped_tags: parsed.dropped_tags,
                outcome,
            });
        }
        let (lines, stray_bytes) = (parser.lines, parser.stray_bytes);
        ChunkGames {
            text: chunk.text,
            offset: chunk.offset,
            gap: chunk.gap,
            end: chunk.end,
            lines,
            stray_bytes,
            found,
            spellings,
        }
    }

    /// Returns the decision about a game; one on which the program panics is rejected.
    fn guarded_outcome<T>(
        &mut self,
        is_salvaged: bool,
        spellings: &mut SpellingNumbers,
    ) -> GameDecision<T>
    where
        M: FnMut(&Game) -> T,
    {
        catch_unwind(AssertUnwindSafe(|| self.outcome(is_salvaged, spellings))).unwrap_or_else(
            |_| {
                self.names = NameCache::default();
                GameDecision::Refused(RejectReason::ReaderFailed)
            },
        )
    }

    fn outcome<T>(&mut self, is_salvaged: bool, spellings: &mut SpellingNumbers) -> GameDecision<T>
    where
        M: FnMut(&Game) -> T,
    {
        let selection = &self.options.selection;
        let fingerprint = Fingerprint::of(&self.game, &mut self.bytes);
        let matched = match selection.check(&self.game, fingerprint) {
            Err(filter) => return GameDecision::Filtered(filter),
            Ok(SelectedGame { matched }) => matched
                .into_iter()
                .map(|color| number_of(self.game.player(color), spellings))
                .collect(),
        };
        let identity = GameIdentity::of(&self.game, &mut self.names);
        GameDecision::Wanted {
            value: (!self.was_seen(fingerprint, &identity)).then(|| (self.map)(&self.game)),
            fingerprint,
            identity,
            is_salvaged,
            matched,
            capped: selection.capped_players(&self.game),
        }
    }

    /// Returns true if the game is known to be a duplicate.
    ///
    /// This depends on the progress of the reducer and only saves work: the reducer decides, in the order of the
    /// sources.
    fn was_seen(&self, fingerprint: Fingerprint, identity: &GameIdentity) -> bool {
        self.options.duplicates == DuplicatePolicy::Drop
            && read(self.seen).contains(fingerprint, identity)
    }
}

/// Returns the number of a spelling, adding it if it is new.
fn number_of(name: &str, spellings: &mut SpellingNumbers) -> usize {
    if let Some(number) = spellings.get(name) {
        return *number;
    }
    let number = spellings.len();
    spellings.insert(name.to_owned(), number);
    number
}

/// Locks the games seen so far for reading.
///
/// A thread that panics leaves no half-changed data, so poisoning is ignored; the panic itself reaches the caller.
fn read(seen: &RwLock<SeenGames>) -> RwLockReadGuard<'_, SeenGames> {
    seen.read().unwrap_or_else(PoisonError::into_inner)
}
