//! The searcher of one player: the transposition table and the threads that share it, kept from move to move.
//!
//! Each thread deepens on its own and all share the transposition table, so that their trees differ ("lazy SMP";
//! Östensen, *A Complete Chess Engine Parallelized Using Lazy SMP*, 2016). Thread 0 decides when to stop, and its
//! result is reported.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Color, Move, Position as _};

use super::SearchSettings;
use super::control::SearchControl;
use super::iterative_deepening::wanted;
use super::limits::SearchLimits;
use super::node::Node;
use super::reduction_table::Reductions;
use super::report::{SearchEvent, SearchReport};
use super::shared::SharedState;
use super::table::{TableSize, TranspositionTable, has_room};
use super::tablebase::probe_root;
use super::techniques::{Technique, Techniques};
use super::thread::{SearchThread, ThreadMemory};
use super::value::INFINITY;
use crate::board::GameState;
use crate::book::Tablebase;
use crate::book::solved::solved_rook;
use crate::cancel::CancelFlag;
use crate::eval::Evaluator;
use crate::units::{Centipawns, Ply};

/// Stack of a thread in bytes: deep lines recurse deeply, more so without optimisation.
const STACK: usize = 16 * 1024 * 1024;

/// Memory of a thread in bytes: its histories, its table of pawns and its stack.
const THREAD_MEMORY: usize = STACK + (10 << 20);

/// The least time for a move with which an ending is solved before it is searched.
const TIME_TO_SOLVE: Duration = Duration::from_secs(1);

/// Memory in bytes that a program needs beside the threads of its search and the table.
const OTHER_MEMORY: usize = 8 << 20;

/// Returns an error if memory has no room for a search on one thread.
///
/// # Errors
///
/// [`io::ErrorKind::OutOfMemory`].
pub fn check_memory() -> io::Result<()> {
    if has_room(THREAD_MEMORY + OTHER_MEMORY) {
        Ok(())
    } else {
        Err(io::ErrorKind::OutOfMemory.into())
    }
}

/// Searches the positions of a game for one player, and keeps what it learned between moves.
#[derive(Debug)]
pub struct Searcher {
    table: TranspositionTable,
    reductions: Reductions,
    techniques: Techniques,
    threads: usize,
    /// What each thread remembers; made at its first search.
    memories: Vec<ThreadMemory>,
    tablebase: Option<Arc<dyn Tablebase>>,
    probe_depth: Ply,
    contempt: i32,
    seed: Option<u64>,
}

impl Searcher {
    /// Makes a searcher with an empty table.
    pub fn new(settings: &SearchSettings) -> Self {
        let threads = settings.threads.max(1);
        Self {
            table: TranspositionTable::new(settings.table, threads.saturating_mul(THREAD_MEMORY)),
            reductions: Reductions::new(),
            techniques: settings.techniques,
            threads,
            memories: Vec::new(),
            tablebase: None,
            probe_depth: Ply(1),
            contempt: settings.contempt.0,
            seed: None,
        }
    }

    /// Returns the size of the transposition table: less than requested if memory is short.
    pub fn table_size(&self) -> TableSize {
        self.table.size()
    }

    /// Clears everything learned in the last game: table, histories and corrections.
    pub fn clear(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            memory.history.clear();
        }
        self.forget_corrections();
        #[cfg(feature = "tunable-search")]
        {
            self.reductions = Reductions::new();
        }
    }

    /// Clears the correction history, as another heuristic makes other errors. Table entries need no clearing:
    /// they are stored under the heuristic's own keys.
    pub fn forget_corrections(&mut self) {
        for memory in &mut self.memories {
            memory.corrections.clear();
        }
    }

    /// Sets contempt: a draw scores `-contempt` centipawns for the root side. Table entries stored under another
    /// contempt, or for the other side, are not reused.
    pub fn set_contempt(&mut self, contempt: Centipawns) {
        self.contempt = contempt.0;
    }

    /// Returns the salt of the table's keys. Values depend on what a draw is worth to White, who may be either
    /// side at the root.
    fn key_salt(&self, root: Color) -> u64 {
        let contempt = i64::from(self.contempt);
        let of_white = root.fold_wb(contempt, -contempt).cast_unsigned();
        // An odd multiplier spreads the few possible values of contempt over all bits.
        of_white.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Sets the tablebases to probe; `None` plays without.
    pub fn set_tablebase(&mut self, tables: Option<&Arc<dyn Tablebase>>) {
        self.tablebase = tables.cloned();
    }

    /// Returns the tablebases to probe at the root; without any the solved ending of king and rook against king.
    ///
    /// It is not solved if a depth is asked for, or if the clock leaves no time.
    fn root_tables(&self, game: &GameState, limits: &SearchLimits) -> Option<&dyn Tablebase> {
        let solved = || {
            let has_time = limits.hard.is_none_or(|hard| hard >= TIME_TO_SOLVE);
            let is_open = has_time && limits.depth.is_none();
            let tables = is_open.then(|| solved_rook(game.position())).flatten()?;
            Some(tables as &dyn Tablebase)
        };
        self.tablebase.as_deref().or_else(solved)
    }

    /// Sets the seed of the choice among equal best moves; without one the first found is played.
    pub fn set_seed(&mut self, seed: Option<u64>) {
        self.seed = seed;
    }

    /// Sets the depth, in plies, from which positions with as many pieces as the largest tables are probed.
    /// Smaller positions always are.
    pub fn set_probe_depth(&mut self, depth: Ply) {
        self.probe_depth = depth;
    }

    /// Searches the game's current position and reports the best move; calls `on_event` after every completed
    /// iteration.
    ///
    /// It names a legal move if there is one, however tight the limits. On one thread a search limited by depth
    /// or nodes is deterministic, and a node limit is kept exactly; several threads may exceed it by about a
    /// thousand nodes each.
    pub fn search(
        &mut self,
        game: &GameState,
        evaluator: &Evaluator,
        limits: &SearchLimits,
        stop: &CancelFlag,
        on_event: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        let control = SearchControl::new(limits, stop);
        if self.techniques.has(Technique::TableAgeing) {
            self.table.age();
        }
        let node = Node::new(game.position(), evaluator);
        // Root moves that the caller asked for are searched whatever the tablebases say.
        let verdict = self
            .root_tables(game, limits)
            .filter(|_| limits.search_moves.is_empty())
            .and_then(|tables| probe_root(tables, game));
        let sound = verdict.as_ref().map(|verdict| verdict.sound.as_slice());
        let legal = game.position().legal_moves();
        let mut wanted = wanted(&limits.search_moves, sound);
        if !wanted.iter().any(|m| legal.contains(m)) {
            wanted = &[];
        }
        let techniques = self.techniques;
        let mut memories = std::mem::take(&mut self.memories);
        memories.truncate(self.threads);
        // A thread for which memory has no room is left out, as is one that the system refuses.
        while memories.len() < self.threads && (memories.is_empty() || has_room(THREAD_MEMORY)) {
            memories.push(ThreadMemory::new(techniques));
        }
        let key_salt = self.key_salt(game.turn());
        let shared = SharedState {
            techniques,
            table: self.table.view(key_salt),
            evaluator,
            reductions: &self.reductions,
            root: &node,
            limits,
            narrowed: !limits.search_moves.is_empty() && !wanted.is_empty(),
            tablebase: self.tablebase.as_deref(),
            root_outcome: verdict.as_ref().map(|verdict| verdict.outcome),
            probe_depth: self.probe_depth,
            contempt: self.contempt,
            seed: self.seed,
        };
        let start = SearchStart {
            keys: game.keys(),
            wanted,
            control,
        };
        let (report, memories) = if techniques == Techniques::PLAYING {
            start.run::<false>(&shared, memories, on_event)
        } else {
            start.run::<true>(&shared, memories, on_event)
        };
        self.memories = memories;
        report
    }
}

/// The root position's history and the root moves of a search.
struct SearchStart<'a> {
    /// The keys of the game so far.
    keys: &'a [u64],
    /// The root moves to search; all if empty.
    wanted: &'a [Move],
    control: SearchControl,
}

impl SearchStart<'_> {
    /// Runs the search on as many threads as there are memories, at least one, and returns the memories.
    fn run<const LABORATORY: bool>(
        &self,
        shared: &SharedState<'_>,
        memories: Vec<ThreadMemory>,
        on_event: &mut dyn FnMut(SearchEvent<'_>),
    ) -> (SearchReport, Vec<ThreadMemory>) {
        let mut threads: Vec<SearchThread<'_, LABORATORY>> = (0..)
            .zip(memories)
            .map(|(number, memory)| {
                let control = self.control.of_thread(number);
                let mut thread = SearchThread::new(shared, memory, self.keys, control);
                thread.list_root_moves(self.wanted);
                thread
            })
            .collect();
        let Some((first, helpers)) = threads.split_first_mut() else {
            unreachable!("there is always one thread");
        };
        let report = if first.line.root_moves.is_empty() {
            first.first_report()
        } else {
            self.deepen(first, helpers, on_event)
        };
        let memories = threads.into_iter().map(SearchThread::into_memory);
        (report, memories.collect())
    }

    /// Deepens on all threads until thread 0 is done.
    fn deepen<const LABORATORY: bool>(
        &self,
        first: &mut SearchThread<'_, LABORATORY>,
        helpers: &mut [SearchThread<'_, LABORATORY>],
        on_event: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        let report = std::thread::scope(|scope| {
            for helper in helpers {
                // If the system refuses a thread, the search runs without it.
                let _ = std::thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || helper.deepen(&mut |_| {}));
            }
            let report = first.deepen(on_event);
            self.control.halt.stop();
            report
        });
        // Aborted before any root move was searched: report the static evaluation.
        if first.line.root_moves[0].value == -INFINITY {
            SearchReport {
                score: first.first_report().score,
                ..report
            }
        } else {
            report
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::RootContext;
    use crate::heuristic::Heuristic;

    /// One searcher may play both sides of a game.
    #[test]
    fn with_contempt_the_other_side_finds_nothing_of_what_one_side_stored() {
        let start = GameState::default();
        let evaluator = Evaluator::new(&Heuristic::initial(), RootContext::of(start.position()));
        let key = Node::new(start.position(), &evaluator).key ^ evaluator.salt();
        for contempt in [0, 60] {
            let mut searcher = Searcher::new(&SearchSettings::default());
            searcher.set_contempt(Centipawns(contempt));
            let mut game = start.clone();
            let mut is_known = |game: &GameState| {
                let limits = SearchLimits::depth(3);
                searcher.search(game, &evaluator, &limits, &CancelFlag::new(), &mut |_| {});
                let key_salt = searcher.key_salt(game.turn());
                searcher.table.view(key_salt).probe(key).is_some()
            };
            assert!(is_known(&game));
            game.play(game.position().legal_moves()[0]);
            assert_eq!(is_known(&game), contempt == 0);
            game.play(game.position().legal_moves()[0]);
            assert!(is_known(&game));
        }
    }
}
