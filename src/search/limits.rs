//! How long to think: limits, the earliest of which ends a search, and what reaches it from outside
//! meanwhile: a flag to stop it, and a clock that begins to run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::move_blindness::MoveBlindness;
use crate::units::{Nodes, Ply};

/// Limits of one search. None set means: until stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The last iteration's depth.
    pub depth: Option<Ply>,
    /// The most nodes, kept exactly.
    pub nodes: Option<Nodes>,
    /// The most nodes after the first iteration, which is completed whatever it takes, so that nothing
    /// hangs unseen; every other limit ends the search within it.
    pub nodes_after_first: Option<Nodes>,
    /// After about so long no new iteration begins: sooner when the choice is clear, later when it
    /// wavers, never past `hard`. Where both are equal the time is used up exactly.
    pub soft: Option<Duration>,
    /// After so long the search breaks off.
    pub hard: Option<Duration>,
    /// The only moves to consider; empty means all.
    pub search_moves: Vec<Move>,
    /// Enough when a mate in so many moves is found.
    pub mate: Option<u16>,
    /// What is overlooked.
    pub blindness: MoveBlindness,
    /// How many best moves to report, each with its line; nought and one both mean one.
    pub lines: usize,
}

impl SearchLimits {
    /// Exactly so many nodes at the most.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(Nodes(nodes)),
            ..Self::default()
        }
    }

    /// To a fixed depth.
    pub fn depth(depth: u16) -> Self {
        Self {
            depth: Some(Ply(depth)),
            ..Self::default()
        }
    }

    /// Whether a move is among those to consider.
    pub fn allows(&self, m: Move) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(&m)
    }

    /// For a fixed time.
    pub fn time(time: Duration) -> Self {
        Self {
            soft: Some(time),
            hard: Some(time),
            ..Self::default()
        }
    }
}

/// A flag that ends a search from another thread; clones share it. Once raised it stays raised. It
/// also carries a clock to a search that began without one.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<Signals>);

#[derive(Debug, Default)]
struct Signals {
    stopped: AtomicBool,
    clock: OnceLock<LateClock>,
}

impl CancelFlag {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search that holds this flag.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// From now on the clock runs: a search that pondered has these limits, by the meaning that
    /// [`SearchLimits`] gives them. What it has thought before counts towards `soft`, so that it may answer
    /// at once; `hard` counts from now. Of several clocks the first one runs.
    pub fn start_clock(&self, soft: Duration, hard: Duration) {
        let _ = self.0.clock.set(LateClock {
            started: Instant::now(),
            soft,
            hard,
        });
    }

    /// The clock that was started during a search which began at `began`, if one was.
    pub(super) fn clock(&self, began: Instant) -> Option<TimeLimits> {
        self.0.clock.get().map(|clock| clock.span(began))
    }
}

/// A clock that began to run while a search was under way.
#[derive(Clone, Copy, Debug)]
struct LateClock {
    started: Instant,
    soft: Duration,
    hard: Duration,
}

impl LateClock {
    fn span(&self, began: Instant) -> TimeLimits {
        let before = self.started.saturating_duration_since(began);
        let hard = before.saturating_add(self.hard);
        TimeLimits {
            // An exact time is not shortened by what was thought before.
            soft: if self.soft < self.hard {
                self.soft
            } else {
                hard
            },
            hard,
        }
    }
}

/// The time limits in force, since the search began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeLimits {
    pub(super) soft: Duration,
    /// Never before `soft` where both were set together.
    pub(super) hard: Duration,
}

impl TimeLimits {
    /// Those that a search began with; none where it may take all the time there is.
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
    fn a_late_clock_counts_what_was_thought_before_and_breaks_off_later() {
        let (soft, hard) = (Duration::from_secs(2), Duration::from_secs(8));
        let pondered = Duration::from_secs(100);
        let began = Instant::now();
        let clock = LateClock {
            started: began + pondered,
            soft,
            hard,
        };
        let span = clock.span(began);
        assert_eq!((span.soft, span.hard), (soft, pondered + hard));
        let exact = LateClock {
            soft: hard,
            ..clock
        }
        .span(began);
        assert_eq!((exact.soft, exact.hard), (pondered + hard, pondered + hard));
        // A hit can overtake the beginning of the search.
        let overtaken = clock.span(began + 2 * pondered);
        assert_eq!((overtaken.soft, overtaken.hard), (soft, hard));
    }

    #[test]
    fn the_first_clock_runs() {
        let (stop, began) = (CancelFlag::new(), Instant::now());
        assert_eq!(stop.clock(began), None);
        stop.start_clock(Duration::from_secs(1), Duration::from_secs(4));
        stop.clone().start_clock(Duration::ZERO, Duration::ZERO);
        let span = stop.clock(began).expect("it was started");
        assert_eq!(span.soft, Duration::from_secs(1));
        assert!(!stop.is_raised());
    }
}
