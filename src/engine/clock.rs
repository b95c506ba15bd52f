//! How much of its clock a player spends on one move; knows no protocol.
//!
//! All arithmetic saturates: a clock at 1 ms, at zero or below it leaves the shortest span there
//! is, never a huge one. That span is shorter than the smallest increment that a clock knows, so
//! that a player who is out of time still gains a little with each move. The shares below follow
//! common practice (the remaining time in about thirty parts, most of the increment on top); none
//! of them is fitted.

use std::time::Duration;

use crate::units::Millis;

/// Moves that a game without a next time control is taken to last from anywhere.
const MOVES_LEFT: u32 = 30;

/// However many moves the control demands, no more than so many are planned for.
const MOST_MOVES_LEFT: u32 = 50;

/// A move may take so many times its planned share when the search is in trouble.
const STRETCH: u32 = 4;

/// The shortest span that a search is given.
pub(super) const SHORTEST: Duration = Duration::from_micros(200);

/// What a player's clock says before his move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left; below zero when the flag has fallen.
    pub remaining: Millis,
    /// Time added after each move.
    pub increment: Millis,
    /// Moves until time is added again, if so.
    pub moves_to_go: Option<u32>,
}

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No new depth is begun after this.
    pub soft: Duration,
    /// The search is broken off after this.
    pub hard: Duration,
}

impl TimeBudget {
    /// Exactly so much, less what is lost on the way to the clock.
    pub fn exactly(span: Millis, overhead: Millis) -> Self {
        let span = span.to_duration().saturating_sub(overhead.to_duration());
        let span = span.max(SHORTEST);
        Self {
            soft: span,
            hard: span,
        }
    }

    /// The share of `clock` for one move; `overhead` is what each move loses between the engine
    /// and the clock (pipe, network, graphics).
    ///
    /// ```
    /// use bayeschess::engine::clock::{TimeBudget, Clock};
    /// use bayeschess::units::Millis;
    /// let clock = Clock { remaining: Millis(60_000), ..Clock::default() };
    /// let budget = TimeBudget::share_of(&clock, Millis(30));
    /// assert!(budget.soft <= budget.hard && budget.hard.as_millis() < 60_000);
    /// ```
    pub fn share_of(clock: &Clock, overhead: Millis) -> Self {
        let remaining = clock.remaining.to_duration();
        let usable = remaining.saturating_sub(overhead.to_duration());
        let moves = clock
            .moves_to_go
            .map_or(MOVES_LEFT, |moves| moves.clamp(1, MOST_MOVES_LEFT));
        let increment = clock.increment.to_duration() / 4 * 3;
        let share = (usable / moves).saturating_add(increment);
        // With one move to the control all but a tenth may go; else never more than half.
        let most = if moves == 1 {
            usable / 10 * 9
        } else {
            usable / 2
        };
        let hard = share.saturating_mul(STRETCH).min(most);
        Self {
            soft: share.min(hard).max(SHORTEST),
            hard: hard.max(SHORTEST),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clock(remaining: i64, increment: i64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Millis(remaining),
            increment: Millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn an_empty_or_broken_clock_leaves_the_shortest_span() {
        for remaining in [i64::MIN, -500, 0, 1, 30] {
            let budget = TimeBudget::share_of(&clock(remaining, 0, None), Millis(30));
            assert_eq!(budget.hard, SHORTEST, "{remaining} ms");
        }
    }

    #[test]
    fn the_last_move_before_the_control_leaves_a_tenth() {
        let budget = TimeBudget::share_of(&clock(10_000, 0, Some(1)), Millis(0));
        assert_eq!(budget.soft, Duration::from_secs(9));
        let zero_moves = TimeBudget::share_of(&clock(10_000, 0, Some(0)), Millis(0));
        assert_eq!(zero_moves, budget);
    }

    #[test]
    fn an_exact_span_loses_the_overhead_only() {
        let budget = TimeBudget::exactly(Millis(100), Millis(30));
        assert_eq!(budget.hard, Duration::from_millis(70));
        assert_eq!(TimeBudget::exactly(Millis(-5), Millis(30)).hard, SHORTEST);
    }

    proptest! {
        #[test]
        fn no_clock_is_overdrawn(
            remaining in any::<i64>(), increment in any::<i64>(),
            moves in prop::option::of(any::<u32>()), overhead in any::<i64>(),
        ) {
            let budget = TimeBudget::share_of(&clock(remaining, increment, moves), Millis(overhead));
            prop_assert!(budget.soft <= budget.hard);
            prop_assert!(budget.hard >= SHORTEST);
            let left = Millis(remaining).to_duration().max(SHORTEST);
            prop_assert!(budget.hard <= left);
        }

        #[test]
        fn a_game_of_any_length_is_played_without_losing_on_time(
            total in 1_i64..600_000, moves in 1_u32..300,
        ) {
            let mut left = Millis(total);
            for _ in 0..moves {
                let budget = TimeBudget::share_of(&clock(left.0, 0, None), Millis(0));
                if left.0 > 2 {
                    left.0 -= Millis::from(budget.hard).0;
                    prop_assert!(left.0 > 0);
                }
            }
        }

        /// Whoever has nothing left but his increment gains time with each move.
        #[test]
        fn an_increment_lifts_an_empty_clock(
            remaining in 0_i64..30, increment in 1_i64..60_000, moves in prop::option::of(2_u32..200),
        ) {
            let budget = TimeBudget::share_of(&clock(remaining, increment, moves), Millis(30));
            prop_assert!(budget.hard < Millis(increment).to_duration());
        }
    }
}
