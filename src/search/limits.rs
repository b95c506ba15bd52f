//! The limits of a search: depth, nodes, time, and the clock that a ponder hit starts.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::move_blindness::MoveBlindness;
use crate::units::{Centipawns, Nodes, Ply};

/// The limits of one search; the first one reached ends it. Without limits it runs until cancelled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Depth of the last iteration, in plies.
    pub depth: Option<Ply>,
    /// Node limit, kept exactly on one thread.
    pub nodes: Option<Nodes>,
    /// Node limit, counted from the end of iteration 1. Iteration 1 always completes, so a weakened
    /// player never misses a one-move capture. Every other limit can end iteration 1 early.
    pub nodes_after_first: Option<Nodes>,
    /// Time after which no new iteration starts. It is shortened when the best move is stable and
    /// stretched when it changes, up to `hard`; if both are equal, the time is used exactly.
    pub soft: Option<Duration>,
    /// Time after which the search is aborted.
    pub hard: Option<Duration>,
    /// The root moves to search; empty means all.
    pub search_moves: Vec<Move>,
    /// The search ends when it finds a mate in at most this many moves.
    pub mate: Option<u16>,
    /// The moves that a weakened player overlooks.
    pub blindness: MoveBlindness,
    /// The choice of a weakened player who decides hastily; `None` plays the best move found.
    pub haste: Option<HastyChoice>,
    /// When the search was requested, from which its time counts; `None` is when it begins.
    pub requested_at: Option<Instant>,
    /// Number of best moves to report, each with its line; 0 means 1.
    pub lines: usize,
    /// The clock that a ponder hit starts; `None` if the search is not for pondering.
    pub ponder_clock: Option<PonderClock>,
}

/// A choice at random among the moves within a margin of the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HastyChoice {
    /// The seed of the choice.
    pub seed: u64,
    /// How much worse than the best a chosen move may be.
    pub margin: Centipawns,
}

impl SearchLimits {
    /// Returns a limit of `nodes` nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(Nodes(nodes)),
            ..Self::default()
        }
    }

    /// Returns a limit of `depth` plies.
    pub fn depth(depth: u16) -> Self {
        Self {
            depth: Some(Ply(depth)),
            ..Self::default()
        }
    }

    /// Returns true if `m` is one of the root moves to search.
    pub fn allows(&self, m: Move) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(&m)
    }

    /// Returns a limit of exactly `time`.
    pub fn time(time: Duration) -> Self {
        Self {
            soft: Some(time),
            hard: Some(time),
            ..Self::default()
        }
    }
}

/// A clock that may start to run while a search is under way (a ponder hit); clones share it.
#[derive(Clone, Debug, Default)]
pub struct PonderClock(Arc<OnceLock<RunningClock>>);

impl PonderClock {
    /// Makes a clock that does not run yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts the clock with limits as in [`SearchLimits`]: `soft` counts from the start of the search,
    /// `hard` from now. A second start has no effect.
    pub fn start(&self, soft: Duration, hard: Duration) {
        let _ = self.0.set(RunningClock {
            started: Instant::now(),
            soft,
            hard,
        });
    }

    /// Returns the limits of a search that started at `search_start`; `None` while the clock does not run.
    pub(super) fn time_limits(&self, search_start: Instant) -> Option<TimeLimits> {
        self.0.get().map(|clock| clock.time_limits(search_start))
    }
}

impl PartialEq for PonderClock {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for PonderClock {}

/// The time at which a [`PonderClock`] started, and its limits.
#[derive(Clone, Copy, Debug)]
struct RunningClock {
    started: Instant,
    soft: Duration,
    hard: Duration,
}

impl RunningClock {
    fn time_limits(&self, search_start: Instant) -> TimeLimits {
        let before = self.started.saturating_duration_since(search_start);
        let hard = before.saturating_add(self.hard);
        TimeLimits {
            // An exact time is not shortened by the time spent pondering.
            soft: if self.soft < self.hard {
                self.soft
            } else {
                hard
            },
            hard,
        }
    }
}

/// The time limits in force, measured from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeLimits {
    pub(super) soft: Duration,
    /// At least `soft` if both were set together.
    pub(super) hard: Duration,
}

impl TimeLimits {
    /// Returns the time limits in `limits`; `None` if the time is not limited.
    pub(super) fn of(limits: &SearchLimits) -> Option<Self> {
        limits.soft.map(|soft| Self {
            soft,
            hard: limits.hard.unwrap_or(soft),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ponder_clock_counts_the_time_spent_pondering_towards_soft_only() {
        let (soft, hard) = (Duration::from_secs(2), Duration::from_secs(8));
        let pondered = Duration::from_secs(100);
        let began = Instant::now();
        let clock = RunningClock {
            started: began + pondered,
            soft,
            hard,
        };
        let span = clock.time_limits(began);
        assert_eq!((span.soft, span.hard), (soft, pondered + hard));
        let exact = RunningClock {
            soft: hard,
            ..clock
        }
        .time_limits(began);
        assert_eq!((exact.soft, exact.hard), (pondered + hard, pondered + hard));
        // A ponder hit can be handled before the search has begun.
        let overtaken = clock.time_limits(began + 2 * pondered);
        assert_eq!((overtaken.soft, overtaken.hard), (soft, hard));
    }

    #[test]
    fn the_first_clock_runs() {
        let (clock, began) = (PonderClock::new(), Instant::now());
        assert_eq!(clock.time_limits(began), None);
        clock.start(Duration::from_secs(1), Duration::from_secs(4));
        clock.clone().start(Duration::ZERO, Duration::ZERO);
        let limits = clock.time_limits(began).expect("it was started");
        assert_eq!(limits.soft, Duration::from_secs(1));
    }
}
