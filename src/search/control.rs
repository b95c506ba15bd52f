//! What ends a thread's search: nodes, time and stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::limits::{PonderClock, SearchLimits, TimeLimits};
use super::reduction_table::RootWindow;
use super::time_manager::TimeDecision;
use crate::cancel::CancelFlag;
use crate::units::Nodes;

/// How many nodes a thread searches between two looks at the clock.
const CLOCK_INTERVAL: u64 = 256;

/// The nodes and time of one thread's search, and the limits that end it.
#[derive(Clone, Debug)]
pub(super) struct SearchControl {
    /// Number of the thread; thread 0 decides and reports, the others help.
    pub(super) thread: usize,
    /// When the time began to count.
    pub(super) started: Instant,
    pub(super) hard: Option<Duration>,
    pub(super) node_limit: u64,
    /// Nodes allowed after iteration 1; `None` without such a limit, and once it has become part of
    /// `node_limit`.
    pub(super) nodes_after_first: Option<u64>,
    /// The clock that a ponder hit starts.
    ponder_clock: Option<PonderClock>,
    /// The stop flag that the caller raises.
    pub(super) stop: CancelFlag,
    /// Raised by thread 0 when it is done, so that the helper threads stop.
    pub(super) halt: CancelFlag,
    /// The nodes of all threads, added up in portions of [`CLOCK_INTERVAL`].
    all_nodes: Arc<AtomicU64>,
    /// The depth of the iteration under way.
    pub(super) iteration: i32,
    /// The window of the root.
    pub(super) root_window: RootWindow,
    /// What the time manager said after the last iteration; `None` before that, and on helper threads.
    pub(super) time_decision: Option<TimeDecision>,
    pub(super) nodes: u64,
    pub(super) deepest: usize,
    pub(super) tablebase_hits: u64,
    pub(super) broken_off: bool,
}

impl SearchControl {
    /// Makes the control of thread 0 for a search that begins now.
    pub(super) fn new(limits: &SearchLimits, stop: &CancelFlag) -> Self {
        Self {
            thread: 0,
            started: limits.requested_at.unwrap_or_else(Instant::now),
            hard: limits.hard,
            node_limit: limits.nodes.map_or(u64::MAX, |nodes| nodes.0.max(1)),
            nodes_after_first: limits.nodes_after_first.map(|nodes| nodes.0),
            ponder_clock: limits.ponder_clock.clone(),
            stop: stop.clone(),
            halt: CancelFlag::new(),
            all_nodes: Arc::default(),
            iteration: 0,
            root_window: RootWindow::new(1),
            time_decision: None,
            nodes: 0,
            deepest: 0,
            tablebase_hits: 0,
            broken_off: false,
        }
    }

    /// Returns the control of another thread of the same search. Only thread 0 has to complete iteration 1.
    pub(super) fn of_thread(&self, thread: usize) -> Self {
        let mut control = self.clone();
        control.thread = thread;
        if thread > 0
            && let Some(nodes) = control.nodes_after_first.take()
        {
            control.node_limit = control.node_limit.min(nodes.max(1));
        }
        control
    }

    /// Returns the time limits that a ponder hit has set; `None` before it.
    pub(super) fn ponder_time(&self) -> Option<TimeLimits> {
        let clock = self.ponder_clock.as_ref()?;
        clock.time_limits(self.started)
    }

    /// Starts counting the nodes allowed after iteration 1, if that iteration has just ended.
    pub(super) fn start_node_allowance(&mut self) {
        if let Some(ration) = self.nodes_after_first.take() {
            let last = self.nodes.saturating_add(ration);
            self.node_limit = self.node_limit.min(last);
        }
    }

    /// Counts a node; returns true if the search must be aborted instead.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        if self.nodes >= self.node_limit {
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
        let all = self.all_nodes.fetch_add(CLOCK_INTERVAL, Ordering::Relaxed) + CLOCK_INTERVAL;
        let late = self.hard.is_some_and(|hard| self.started.elapsed() >= hard)
            || self.is_past_ponder_time();
        if late || all >= self.node_limit || self.stop.is_raised() || self.halt.is_raised() {
            self.broken_off = true;
        }
    }

    /// Returns true if a ponder hit's clock forbids going on: its hard limit has passed, or its planned time
    /// was used up when the last iteration ended.
    fn is_past_ponder_time(&self) -> bool {
        self.ponder_time().is_some_and(|limits| {
            self.started.elapsed() >= limits.hard
                || self
                    .time_decision
                    .is_some_and(|decision| decision.is_over(limits))
        })
    }

    /// Returns the nodes of all threads: this thread's exactly, the others' to within [`CLOCK_INTERVAL`] each.
    pub(super) fn all_nodes(&self) -> Nodes {
        let all = self.all_nodes.load(Ordering::Relaxed);
        Nodes(all + self.nodes % CLOCK_INTERVAL)
    }
}
