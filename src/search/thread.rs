//! One thread's view of the tree: what it remembers, where it stands, and when it must break off.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::correction::{CorrectionIndices, Corrections};
use super::history::{ContinuationMoves, History, PieceTo};
use super::limits::{PonderClock, TimeLimits};
use super::move_blindness::MoveBlindness;
use super::node::{KeyedMove, Node};
use super::ordering::Keys;
use super::reductions::Reductions;
use super::root_move::RootMove;
use super::table::{PackedMove, TableEntry, TranspositionTable};
use super::techniques::{Technique, Techniques};
use super::time_manager::TimeDecision;
use super::value::heuristic;
use crate::book::{Tablebase, TablebaseOutcome};
use crate::cancel::CancelFlag;
use crate::eval::{Evaluator, PawnTable};
use crate::units::{Nodes, Ply};

/// How many nodes pass between two looks at the clock.
const CLOCK_INTERVAL: u64 = 256;

/// The deepest ply, as an index.
pub(super) const DEEPEST: usize = Ply::MAX.0 as usize;

/// Everything that one thread needs to search.
#[derive(Debug)]
pub(super) struct SearchThread {
    pub(super) techniques: Techniques,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) history: History,
    pub(super) corrections: Corrections,
    pub(super) keys: Keys,
    pub(super) pawns: PawnTable,
    pub(super) reductions: Reductions,
    pub(super) tablebase: Option<Arc<dyn Tablebase>>,
    /// What the tables say about the root, if they know it.
    pub(super) root_outcome: Option<TablebaseOutcome>,
    /// Positions with as many men as the largest tables are asked about from this depth on.
    pub(super) probe_depth: Ply,
    /// What is overlooked.
    pub(super) blindness: MoveBlindness,
    /// What a draw is worth less than nothing to the side at the root, in centipawns.
    pub(super) contempt: i32,
    /// From what the choice among equal best moves is drawn; without it the first is played.
    pub(super) seed: Option<u64>,
    /// The principal variation below each ply.
    pub(super) lines: Vec<Vec<Move>>,
    /// The keys from the game's first position to the node at hand.
    pub(super) path: Vec<u64>,
    /// What is known about each node on the path from the root.
    pub(super) stack: Vec<StackEntry>,
    pub(super) root_moves: Vec<RootMove>,
    /// Whether moves of the root were left out by request, so that its value is not the position's.
    pub(super) narrowed: bool,
    /// The depth of the iteration under way.
    pub(super) iteration: i32,
    /// How the last iteration left the choice; none before it, and none for a thread that helps.
    pub(super) time_decision: Option<TimeDecision>,
    /// Nobody passes above this ply while a null move is being verified.
    pub(super) no_pass_above: usize,
    pub(super) deepest: usize,
    pub(super) tablebase_hits: u64,
    pub(super) broken_off: bool,
    pub(super) nodes: u64,
    pub(super) control: SearchControl,
}

/// One node on the path from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The corrected static evaluation for the side to move; none in check.
    pub(super) evaluation: Option<i32>,
    /// Where its corrections stand.
    pub(super) places: CorrectionIndices,
    /// The move that leads on; none for a pass.
    pub(super) piece_to: Option<PieceTo>,
    /// The move that is left out to see what the others are worth.
    pub(super) excluded: PackedMove,
    /// How many moves of the path were extended by two plies.
    pub(super) doubles: i32,
    /// How many children have failed high.
    pub(super) failed_high: u32,
}

/// What may end a search from outside the tree.
#[derive(Debug)]
pub(super) struct SearchControl {
    pub(super) started: Instant,
    pub(super) hard: Option<Duration>,
    pub(super) node_limit: u64,
    /// Nodes that may follow the first iteration; none once they are being counted.
    pub(super) nodes_after_first: Option<u64>,
    /// The clock that a ponder hit starts.
    pub(super) ponder_clock: Option<PonderClock>,
    /// Raised from outside.
    pub(super) stop: CancelFlag,
    /// Raised by the thread that decides when the others are done.
    pub(super) halt: CancelFlag,
    /// The nodes of all threads, counted in [`CLOCK_INTERVAL`]s.
    pub(super) all_nodes: Arc<AtomicU64>,
}

impl SearchControl {
    /// No limits at all.
    pub(super) fn unlimited() -> Self {
        Self {
            started: Instant::now(),
            hard: None,
            node_limit: u64::MAX,
            nodes_after_first: None,
            ponder_clock: None,
            stop: CancelFlag::new(),
            halt: CancelFlag::new(),
            all_nodes: Arc::default(),
        }
    }

    /// Returns the time limits that a ponder hit has set; `None` before it.
    pub(super) fn ponder_time(&self) -> Option<TimeLimits> {
        let clock = self.ponder_clock.as_ref()?;
        clock.time_limits(self.started)
    }
}

impl SearchThread {
    pub(super) fn new(techniques: Techniques, table: Arc<TranspositionTable>) -> Self {
        Self {
            techniques,
            table,
            history: History::new(techniques),
            corrections: Corrections::new(),
            keys: Keys::default(),
            pawns: if techniques.has(Technique::PawnTable) {
                PawnTable::new()
            } else {
                PawnTable::smallest()
            },
            reductions: Reductions::new(),
            tablebase: None,
            root_outcome: None,
            probe_depth: Ply(1),
            blindness: MoveBlindness::default(),
            contempt: 0,
            seed: None,
            lines: vec![Vec::new(); DEEPEST + 2],
            path: Vec::new(),
            stack: vec![StackEntry::default(); DEEPEST + 2],
            root_moves: Vec::new(),
            narrowed: false,
            iteration: 0,
            time_decision: None,
            no_pass_above: 0,
            deepest: 0,
            tablebase_hits: 0,
            broken_off: false,
            nodes: 0,
            control: SearchControl::unlimited(),
        }
    }

    /// Forgets all of the last game, except what the table holds.
    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }

    /// Stands at the root of a new search; `keys` are those of the game so far.
    pub(super) fn begin(&mut self, keys: &[u64], pace: SearchControl) {
        self.history.begin();
        self.keys.clear();
        self.path.clear();
        self.path.extend_from_slice(keys);
        self.stack.fill(StackEntry::default());
        self.time_decision = None;
        self.no_pass_above = 0;
        self.deepest = 0;
        self.tablebase_hits = 0;
        self.broken_off = false;
        self.nodes = 0;
        self.control = pace;
        // The root itself is a node.
        self.enter();
    }

    /// An iteration is completed: if it was the first, the nodes that may follow count from here.
    pub(super) fn start_node_allowance(&mut self) {
        if let Some(ration) = self.control.nodes_after_first.take() {
            let last = self.nodes.saturating_add(ration);
            self.control.node_limit = self.control.node_limit.min(last);
        }
    }

    /// Enters a node: counts it, and tells whether the search must break off instead.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        if self.nodes >= self.control.node_limit {
            self.broken_off = true;
        } else {
            self.nodes += 1;
            if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
                self.look_at_the_clock();
            }
        }
        self.broken_off
    }

    fn look_at_the_clock(&mut self) {
        let pace = &self.control;
        let all = pace.all_nodes.fetch_add(CLOCK_INTERVAL, Ordering::Relaxed) + CLOCK_INTERVAL;
        let late = pace.hard.is_some_and(|hard| pace.started.elapsed() >= hard)
            || self.is_late_by_a_late_clock();
        if late || all >= pace.node_limit || pace.stop.is_raised() || pace.halt.is_raised() {
            self.broken_off = true;
        }
    }

    /// Whether a clock that was started meanwhile leaves no time to end the iteration, or had been used up
    /// before it began.
    fn is_late_by_a_late_clock(&self) -> bool {
        self.control.ponder_time().is_some_and(|limits| {
            self.control.started.elapsed() >= limits.hard
                || self.time_decision.is_some_and(|mood| mood.is_over(limits))
        })
    }

    /// The nodes of all threads, this one's exactly.
    pub(super) fn all_nodes(&self) -> Nodes {
        let all = self.control.all_nodes.load(Ordering::Relaxed);
        Nodes(all + self.nodes % CLOCK_INTERVAL)
    }

    /// The value of a draw at `ply` for the side to move there.
    #[inline]
    pub(super) const fn draw_value(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) {
            -self.contempt
        } else {
            self.contempt
        }
    }

    /// What the table knows about the position with `key`; its move only where that is in use.
    #[inline]
    pub(super) fn recall(&self, key: u64) -> Option<TableEntry> {
        let mut entry = self.table.probe(key)?;
        if !self.has(Technique::HashMove) {
            entry.m = PackedMove::NONE;
        }
        Some(entry)
    }

    /// Looks ahead at a legal move that may be played next: while what else there is to ask about it is asked, the
    /// processor fetches what the table knows of the position after it.
    #[inline]
    pub(super) fn look_ahead(&self, node: &Node, evaluator: &Evaluator, m: Move) -> KeyedMove {
        let ahead = node.ahead(m);
        self.table.prefetch(ahead.key ^ evaluator.salt());
        ahead
    }

    /// The static evaluation in centipawns for the side to move.
    #[inline]
    pub(super) fn evaluate(&mut self, node: &Node, evaluator: &Evaluator) -> i32 {
        heuristic(node.evaluate(evaluator, &mut self.pawns))
    }

    /// The last two moves before the node at `ply`.
    #[inline]
    pub(super) fn continuation_moves(&self, ply: usize) -> ContinuationMoves {
        let deed = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].piece_to)
        };
        ContinuationMoves {
            last: deed(1),
            before: deed(2),
        }
    }

    /// Whether the side to move stands better than at its last turn (or the one before it).
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let before = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].evaluation)
        };
        match (self.stack[ply].evaluation, before(2).or_else(|| before(4))) {
            (Some(now), Some(then)) => now > then,
            (now, None) => now.is_some(),
            (None, _) => false,
        }
    }

    /// The line of `ply` is now `m` and what follows it.
    pub(super) fn extend_line(&mut self, ply: usize, m: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }

    /// Whether a technique is in use.
    #[inline]
    pub(super) const fn has(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }
}
