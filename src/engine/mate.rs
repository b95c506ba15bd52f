//! A mate looked for before the search: a proof is quicker than a search that meets one by the way.
//!
//! May use: L0, `search`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use shakmaty::Chess;

use super::clock::SHORTEST;
use crate::search::mate::{Prover, Verdict};
use crate::search::{Limits, Stop};

/// So many nodes are spent on a problem whose limits name no number.
const NODES_FOR_PROBLEM: u64 = 1_000_000;

/// A mate to look for, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MateSearch {
    /// In at most so many moves.
    pub(super) moves: u16,
    /// By at most so many nodes.
    pub(super) nodes: u64,
    /// And for no longer than this.
    pub(super) time: Option<Duration>,
}

impl MateSearch {
    /// A problem that was set: it may take all that the limits allow.
    pub(super) fn of_problem(moves: u16, limits: &Limits) -> Self {
        Self {
            moves,
            nodes: limits.nodes.map_or(NODES_FOR_PROBLEM, |nodes| nodes.0),
            time: limits.soft,
        }
    }

    /// Looks for the mate. A move that forces it becomes the only one within `limits`, so that the
    /// search gives the line; in how many moves it mates is returned. The time that this takes is
    /// taken off the limits, and raising `stop` ends it.
    pub(super) fn narrow(self, position: &Chess, limits: &mut Limits, stop: &Stop) -> Option<u16> {
        let began = Instant::now();
        let found = catch_unwind(AssertUnwindSafe(|| {
            Prover::for_nodes(self.nodes)
                .until(stop, self.time.map(|time| began + time))
                .prove(position, self.moves, self.nodes)
        }));
        let spent = began.elapsed();
        for span in [&mut limits.soft, &mut limits.hard].into_iter().flatten() {
            *span = span.saturating_sub(spent).max(SHORTEST);
        }
        let Ok(Verdict::Mate { moves, key, .. }) = found else {
            return None;
        };
        if !limits.allows(key) {
            return None;
        }
        limits.only = vec![key];
        limits.mate = Some(moves);
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    /// Problems that take the prover far longer than it is given here.
    const HARD: &str = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9";

    #[test]
    fn a_problem_is_solved_and_its_move_the_only_one() {
        let position = fen::read("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").expect("legal");
        let mut limits = Limits {
            mate: Some(2),
            ..Limits::default()
        };
        let search = MateSearch::of_problem(2, &limits);
        assert_eq!(search.narrow(&position, &mut limits, &Stop::new()), Some(2));
        assert_eq!(limits.only.len(), 1);
        assert_eq!(limits.only[0].to_string(), "Ra1-a6");
    }

    #[test]
    fn its_time_is_taken_off_the_limits_and_a_flag_ends_it() {
        let position = fen::read(HARD).expect("legal");
        let span = Duration::from_millis(20);
        let mut limits = Limits {
            soft: Some(span),
            hard: Some(4 * span),
            ..Limits::default()
        };
        let search = MateSearch {
            moves: 6,
            nodes: u64::MAX,
            time: limits.soft,
        };
        assert_eq!(search.narrow(&position, &mut limits, &Stop::new()), None);
        assert_eq!(limits.soft, Some(SHORTEST));
        assert!(limits.hard < Some(3 * span) || limits.hard == Some(SHORTEST));
        let stopped = Stop::new();
        stopped.stop();
        let search = MateSearch {
            time: None,
            ..search
        };
        assert_eq!(search.narrow(&position, &mut limits, &stopped), None);
    }
}
