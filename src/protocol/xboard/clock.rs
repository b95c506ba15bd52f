//! The engine's thinking time, as set by `level`, `st`, `sd`, `nps` and `time`.

use std::time::Duration;

use crate::engine::clock::{Clock, TimeBudget};
use crate::search::SearchLimits;
use crate::units::{Millis, Nodes, Ply};

/// Clocks and limits set by the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct XboardClock {
    /// Moves to each time control; 0 means the whole game.
    moves: u32,
    /// The time for those moves.
    base: Millis,
    increment: Millis,
    /// The time left to the engine.
    own: Millis,
    /// Exact time for each move.
    exact: Option<Millis>,
    depth: Option<u16>,
    /// Nodes that count as one second.
    rate: Option<u64>,
}

impl Default for XboardClock {
    /// Five minutes for forty moves, XBoard's default.
    fn default() -> Self {
        Self {
            moves: 40,
            base: Millis(300_000),
            increment: Millis(0),
            own: Millis(300_000),
            exact: None,
            depth: None,
            rate: None,
        }
    }
}

impl XboardClock {
    /// Sets the time control by `level`, which also ends `st`.
    pub(super) const fn set_level(&mut self, moves: u32, base: Millis, increment: Millis) {
        self.moves = moves;
        self.base = base;
        self.own = base;
        self.increment = increment;
        self.exact = None;
    }

    /// Starts a new game: resets the clocks and removes the limits by `nps` and by depth.
    pub(super) const fn begin_game(&mut self) {
        self.own = self.base;
        self.depth = None;
        self.rate = None;
    }

    pub(super) const fn set_exact(&mut self, span: Millis) {
        self.exact = Some(span);
    }

    pub(super) const fn set_depth(&mut self, depth: u16) {
        self.depth = Some(depth);
    }

    pub(super) const fn set_rate(&mut self, rate: Option<u64>) {
        self.rate = rate;
    }

    /// Returns true if nodes are counted instead of time.
    pub(super) const fn counts_nodes(&self) -> bool {
        self.rate.is_some()
    }

    pub(super) const fn set_own(&mut self, left: Millis) {
        self.own = left;
    }

    /// Returns the time budget of the next move, after `moves_made` moves of the engine's side.
    pub(super) fn budget(&self, moves_made: usize, overhead: Millis) -> TimeBudget {
        match self.exact {
            Some(span) => TimeBudget::exactly(span, overhead),
            None => TimeBudget::share_of(
                &Clock {
                    remaining: self.own,
                    increment: self.increment,
                    moves_to_go: self.moves_to_go(moves_made),
                },
                overhead,
            ),
        }
    }

    fn moves_to_go(&self, moves_made: usize) -> Option<u32> {
        let made = u32::try_from(moves_made).unwrap_or(u32::MAX);
        (self.moves > 0).then(|| self.moves - made % self.moves)
    }

    /// Returns the limits of a search for a move; `budget` is `None` while pondering.
    pub(super) fn limits(&self, budget: Option<TimeBudget>) -> SearchLimits {
        let mut limits = SearchLimits {
            depth: self.depth.map(|depth| Ply(depth.clamp(1, Ply::MAX.0))),
            ..SearchLimits::default()
        };
        match (budget, self.rate) {
            (Some(budget), Some(rate)) => limits.nodes = Some(nodes_in(budget.soft, rate)),
            (Some(budget), None) => {
                limits.soft = Some(budget.soft);
                limits.hard = Some(budget.hard);
            }
            (None, _) => {}
        }
        limits
    }
}

fn nodes_in(span: Duration, rate: u64) -> Nodes {
    let nodes = span.as_millis().saturating_mul(u128::from(rate)) / 1000;
    Nodes(u64::try_from(nodes).unwrap_or(u64::MAX).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_moves_to_the_control_count_down_and_begin_anew() {
        let control = XboardClock::default();
        let to_go = |made| control.moves_to_go(made);
        assert_eq!(
            (to_go(0), to_go(39), to_go(40)),
            (Some(40), Some(1), Some(40))
        );
    }

    #[test]
    fn an_exact_time_gives_way_to_a_level_and_nodes_replace_time() {
        let mut control = XboardClock::default();
        control.set_exact(Millis(100));
        assert_eq!(
            control.budget(0, Millis(0)).hard,
            Duration::from_millis(100)
        );
        control.set_rate(Some(1_000_000));
        let limits = control.limits(Some(control.budget(0, Millis(0))));
        assert_eq!((limits.nodes, limits.soft), (Some(Nodes(100_000)), None));
        control.set_level(0, Millis(60_000), Millis(0));
        assert!(control.budget(0, Millis(0)).soft > Duration::from_millis(100));
    }

    proptest! {
        #[test]
        fn no_control_breaks_the_clock(
            moves: u32, base: i64, increment: i64, made: usize, rate in prop::option::of(1_u64..),
        ) {
            let mut control = XboardClock::default();
            control.set_level(moves, Millis(base), Millis(increment));
            control.set_rate(rate);
            let budget = control.budget(made, Millis(30));
            prop_assert!(!budget.hard.is_zero());
            prop_assert!(control.limits(Some(budget)).nodes.is_none_or(|nodes| nodes.0 > 0));
        }
    }
}
