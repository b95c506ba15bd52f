//! Time allocation: how much of its clock a player spends on one move.
//!
//! It knows no protocol. All arithmetic saturates: a clock at 1 ms, at zero or below gives the shortest time, never
//! a huge one. That time is less than the smallest increment of a clock, so that a player who is out of time still
//! gains a little with each move. The shares follow common practice: about a thirtieth of the remaining time, plus
//! most of the increment. In matches no share from a twentieth to a fortieth was stronger.

use std::time::Duration;

use crate::search::search_constant::SearchConstant;
use crate::units::Millis;

/// Moves that are expected to follow if no time control is announced.
static MOVES_LEFT: SearchConstant = SearchConstant::new("MovesLeft", 30, 10, 60);

/// Part of the increment that a move may take, in hundredths.
static INCREMENT_SHARE: SearchConstant = SearchConstant::new("IncrementShare", 75, 0, 100);

/// The most moves that the time is divided by, however far the time control is.
const MOST_MOVES_LEFT: u32 = 50;

/// Factor by which a move may exceed its planned time if its search needs more.
static MOST_STRETCH: SearchConstant = SearchConstant::new("MostStretch", 4, 1, 10);

/// The constants of the use of a clock that can be tuned.
pub static CONSTANTS: [&SearchConstant; 3] = [&MOVES_LEFT, &INCREMENT_SHARE, &MOST_STRETCH];

/// The shortest time that a search is given.
const SHORTEST: Duration = Duration::from_micros(200);

/// A player's clock before a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left; below zero when the flag has fallen.
    pub remaining: Millis,
    /// Time added after each move.
    pub increment: Millis,
    /// Moves to the next time control; `None` if there is none.
    pub moves_to_go: Option<u32>,
}

/// The time that one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No new iteration starts after this time.
    pub soft: Duration,
    /// The search is aborted after this time.
    pub hard: Duration,
}

impl TimeBudget {
    /// Returns a budget of exactly `span`, less the overhead.
    pub fn exactly(span: Millis, overhead: Millis) -> Self {
        let span = span.to_duration().saturating_sub(overhead.to_duration());
        let span = span.max(SHORTEST);
        Self {
            soft: span,
            hard: span,
        }
    }

    /// Returns the share of `clock` for one move. `overhead` is the time that each move loses between engine
    /// and clock (pipe, network, graphics).
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
            .filter(|moves| *moves > 0)
            .map_or(MOVES_LEFT.get().unsigned_abs(), |moves| {
                moves.min(MOST_MOVES_LEFT)
            });
        let increment = clock.increment.to_duration() / 100 * INCREMENT_SHARE.get().unsigned_abs();
        let share = (usable / moves).saturating_add(increment);
        // The last move before the control may take nine tenths of the time, any other at most half.
        let most = if moves == 1 {
            usable / 10 * 9
        } else {
            usable / 2
        };
        let hard = share
            .saturating_mul(MOST_STRETCH.get().unsigned_abs())
            .min(most);
        Self {
            // Equal spans would be an exact time, which is used up even where one move alone is possible.
            soft: share.min(hard.saturating_sub(SHORTEST)).max(SHORTEST),
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
        assert_eq!(budget.hard, Duration::from_secs(9));
        assert!(budget.soft < budget.hard && budget.soft > Duration::from_millis(8_900));
    }

    #[test]
    fn no_moves_to_the_control_are_no_control() {
        let none = TimeBudget::share_of(&clock(10_000, 0, None), Millis(0));
        let zero = TimeBudget::share_of(&clock(10_000, 0, Some(0)), Millis(0));
        assert_eq!(zero, none);
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

        /// A player who has only the increment left gains time with each move.
        #[test]
        fn an_increment_lifts_an_empty_clock(
            remaining in 0_i64..30, increment in 1_i64..60_000, moves in prop::option::of(2_u32..200),
        ) {
            let budget = TimeBudget::share_of(&clock(remaining, increment, moves), Millis(30));
            prop_assert!(budget.hard < Millis(increment).to_duration());
        }
    }
}
