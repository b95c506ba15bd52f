//! The threads that parse: chunks into games, games into what the caller makes of them.
//!
//! May use: std, `crossbeam`, `arrayvec`.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::RwLock;

use arrayvec::ArrayVec;
use crossbeam_channel::{Receiver, Sender};

use super::reader::{Task, Work};
use super::{Duplicates, IngestOptions, read};
use crate::pgn::chunk::{Chunk, EndOfText, Gap};
use crate::pgn::duplicates::{Fingerprint, Identity, Seen};
use crate::pgn::game::PgnGame;
use crate::pgn::manifest::{Marked, Prefix};
use crate::pgn::names::NameCache;
use crate::pgn::parse::{Fate, Parser};
use crate::pgn::reject::Reason;
use crate::pgn::select::Passed;

/// What became of a task.
pub(super) struct Harvest<T> {
    /// Its place in the order of everything.
    pub(super) number: u64,
    /// What was found.
    pub(super) yielded: Yield<T>,
}

/// What was found in a piece of the sources.
pub(super) enum Yield<T> {
    /// A stream begins.
    Begin { name: String, known: Prefix },
    /// Games.
    Games(Games<T>),
    /// A stream ends.
    End {
        failure: Option<(String, io::Error)>,
        hash: Option<Box<Marked>>,
    },
}

/// The games of a chunk.
pub(super) struct Games<T> {
    pub(super) text: Vec<u8>,
    pub(super) offset: u64,
    pub(super) gap: Gap,
    pub(super) end: EndOfText,
    pub(super) lines: u64,
    pub(super) stray_bytes: u64,
    pub(super) found: Vec<Found<T>>,
    /// The spellings of players' names that were asked for and met, numbered.
    pub(super) spellings: Spellings,
}

/// Names and their numbers, from 0.
pub(super) type Spellings = BTreeMap<String, usize>;

/// A game of a chunk.
pub(super) struct Found<T> {
    pub(super) bytes: Range<usize>,
    pub(super) line: u64,
    pub(super) damage: Option<u64>,
    pub(super) is_settled: bool,
    pub(super) outcome: Outcome<T>,
}

/// What became of a game, as far as one worker can tell.
pub(super) enum Outcome<T> {
    /// It was asked for.
    Wanted {
        /// What the map made of it; `None` for a game that was seen in an earlier chunk, which is
        /// not worth the map's work.
        value: Option<T>,
        fingerprint: Fingerprint,
        identity: Identity,
        is_salvaged: bool,
        /// The players who were asked for, by the numbers of their spellings.
        matched: ArrayVec<usize, 2>,
        /// Whose games are counted towards a limit for each player.
        capped: Option<[String; 2]>,
    },
    /// It was not, because of this filter.
    Filtered(&'static str),
    /// It is no game.
    Refused(Reason),
}

/// Works until there are no more tasks, or nobody wants the harvest.
pub(super) fn work<T, M: FnMut(&PgnGame) -> T>(
    options: &IngestOptions,
    seen: &RwLock<Seen>,
    worker: &(impl Fn() -> M + Sync),
    tasks: &Receiver<Task>,
    harvests: &Sender<Harvest<T>>,
) {
    let mut bench = Bench {
        options,
        seen,
        map: worker(),
        game: PgnGame::default(),
        bytes: Vec::new(),
        names: NameCache::default(),
    };
    for Task { number, work } in tasks {
        let yielded = match work {
            Work::Begin { name, known } => Yield::Begin { name, known },
            Work::End { failure, hash } => Yield::End { failure, hash },
            Work::Chunk(chunk) => Yield::Games(bench.games(chunk)),
        };
        if harvests.send(Harvest { number, yielded }).is_err() {
            return;
        }
    }
}

/// What a worker works with, again and again.
struct Bench<'a, M> {
    options: &'a IngestOptions,
    seen: &'a RwLock<Seen>,
    map: M,
    game: PgnGame,
    bytes: Vec<u8>,
    names: NameCache,
}

impl<M> Bench<'_, M> {
    fn games<T>(&mut self, chunk: Chunk) -> Games<T>
    where
        M: FnMut(&PgnGame) -> T,
    {
        let mut found = Vec::new();
        let mut spellings = Spellings::new();
        let mut parser = Parser::new(&chunk.text, self.options.strictness);
        while let Some(parsed) = parser.next_game(&mut self.game) {
            let outcome = match parsed.fate {
                Fate::Refused(reason) => Outcome::Refused(reason),
                Fate::Sound => self.outcome(false, &mut spellings),
                Fate::Salvaged => self.outcome(true, &mut spellings),
            };
            found.push(Found {
                bytes: parsed.bytes,
                line: parsed.line,
                damage: parsed.damage,
                is_settled: parsed.is_settled,
                outcome,
            });
        }
        let (lines, stray_bytes) = (parser.lines, parser.stray_bytes);
        Games {
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

    fn outcome<T>(&mut self, is_salvaged: bool, spellings: &mut Spellings) -> Outcome<T>
    where
        M: FnMut(&PgnGame) -> T,
    {
        let selection = &self.options.selection;
        let fingerprint = Fingerprint::of(&self.game, &mut self.bytes);
        let matched = match selection.judge(&self.game, fingerprint) {
            Err(filter) => return Outcome::Filtered(filter),
            Ok(Passed { matched }) => matched
                .into_iter()
                .map(|color| number_of(self.game.player(color), spellings))
                .collect(),
        };
        let identity = Identity::of(&self.game, &mut self.names);
        Outcome::Wanted {
            value: (!self.was_seen(fingerprint, &identity)).then(|| (self.map)(&self.game)),
            fingerprint,
            identity,
            is_salvaged,
            matched,
            capped: selection.capped(&self.game),
        }
    }

    /// Whether the game is known already for a duplicate. Which games these are depends on how far
    /// the reducer has come, and no outcome does: it asks again, in the order of the sources.
    fn was_seen(&self, fingerprint: Fingerprint, identity: &Identity) -> bool {
        self.options.duplicates == Duplicates::Drop
            && read(self.seen).contains(fingerprint, identity)
    }
}

/// The number of a spelling, which is the next one if it is new.
fn number_of(name: &str, spellings: &mut Spellings) -> usize {
    if let Some(number) = spellings.get(name) {
        return *number;
    }
    let number = spellings.len();
    spellings.insert(name.to_owned(), number);
    number
}
