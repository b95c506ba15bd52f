//! The chess clock of one player, kept by the arena and by the page.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::time::Duration;

use shakmaty::{ByColor, Color};

use super::time_control::{ClockKind, ThinkingLimits, TimeControl};
use crate::engine::clock::Clock;

/// A player's clock in one game.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    thinking: ThinkingLimits,
    remaining: Duration,
    moves: u32,
}

/// Error for a move that took longer than clock and margin allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFall;

impl GameClock {
    /// Creates the clock at the start of a game.
    pub fn new(thinking: ThinkingLimits) -> Self {
        Self {
            thinking,
            remaining: thinking.clock.map_or(Duration::ZERO, |clock| clock.base),
            moves: 0,
        }
    }

    /// Returns the limits on this side's thinking.
    pub const fn thinking(&self) -> &ThinkingLimits {
        &self.thinking
    }

    /// Returns the time left; `None` without a chess clock.
    pub fn remaining(&self) -> Option<Duration> {
        self.thinking.clock.map(|_| self.remaining)
    }

    /// Returns the kind of clock; the usual one without a chess clock.
    pub fn kind(&self) -> ClockKind {
        self.thinking
            .clock
            .map_or(ClockKind::Increment, |clock| clock.kind)
    }

    /// Returns the increment or delay of each move; zero without one.
    pub fn increment(&self) -> Duration {
        self.thinking
            .clock
            .filter(|clock| clock.kind != ClockKind::Hourglass)
            .map_or(Duration::ZERO, |clock| clock.increment)
    }

    /// Returns how long the clock stands still in each move.
    pub fn delay(&self) -> Duration {
        if self.kind() == ClockKind::Delay {
            self.increment()
        } else {
            Duration::ZERO
        }
    }

    /// Returns the number of moves until time is added for a new period; `None` if it never is.
    pub fn moves_to_go(&self) -> Option<u32> {
        let control = self.thinking.clock?;
        let moves = control.moves?.get();
        if control.rest.is_some() {
            return moves.checked_sub(self.moves).filter(|left| *left > 0);
        }
        Some(moves - self.moves % moves)
    }

    /// Returns the longest time for the next move, without margin; `None` without time limits.
    pub fn allowance(&self) -> Option<Duration> {
        let clock = self.remaining();
        let clock = clock.map(|left| left.saturating_add(self.delay()));
        match (clock, self.thinking.move_time) {
            (Some(clock), Some(time)) => Some(clock.min(time)),
            (clock, time) => clock.or(time),
        }
    }

    /// Returns the time shown while this side has thought for `spent`; `None` without time limits.
    pub fn shown(&self, spent: Duration) -> Option<Duration> {
        let left = self.remaining().or(self.thinking.move_time)?;
        Some(left.saturating_sub(spent.saturating_sub(self.delay())))
    }

    /// Returns the clock as time allocation takes it; `None` without a chess clock.
    ///
    /// A delay counts as an increment. One that comes first can be thought in, so it counts as time left, too.
    pub fn for_next_move(&self) -> Option<Clock> {
        let remaining = self.remaining()?.saturating_add(self.delay());
        Some(Clock {
            remaining: remaining.into(),
            increment: self.increment().into(),
            moves_to_go: self.moves_to_go(),
        })
    }

    /// Takes `spent` off the mover's clock, then gives what the kind of clock and a new period give.
    ///
    /// # Errors
    ///
    /// [`FlagFall`] if `spent` exceeds the allowance and `margin` together.
    pub fn spend(
        clocks: &mut ByColor<Self>,
        mover: Color,
        spent: Duration,
        margin: Duration,
    ) -> Result<(), FlagFall> {
        let clock = clocks.get_mut(mover);
        let before = clock.remaining;
        clock.pay(spent, margin)?;
        if clock.kind() == ClockKind::Hourglass {
            let used = before.saturating_sub(clock.remaining);
            let other = clocks.get_mut(!mover);
            other.remaining = other.remaining.saturating_add(used);
        }
        Ok(())
    }

    /// Takes `spent` off this clock for one move, then adds what its own kind and a new period give.
    fn pay(&mut self, spent: Duration, margin: Duration) -> Result<(), FlagFall> {
        if self
            .allowance()
            .is_some_and(|allowed| spent > allowed.saturating_add(margin))
        {
            return Err(FlagFall);
        }
        self.moves += 1;
        let Some(control) = self.thinking.clock else {
            return Ok(());
        };
        let (free, added) = match control.kind {
            ClockKind::Increment => (Duration::ZERO, control.increment),
            ClockKind::Delay | ClockKind::Bronstein => (control.increment, Duration::ZERO),
            ClockKind::Hourglass => (Duration::ZERO, Duration::ZERO),
        };
        self.remaining = self
            .remaining
            .saturating_sub(spent.saturating_sub(free))
            .saturating_add(added)
            .saturating_add(self.new_period(&control));
        Ok(())
    }

    /// Returns the time that the last move has gained by ending a period.
    fn new_period(&self, control: &TimeControl) -> Duration {
        let Some(moves) = control.moves else {
            return Duration::ZERO;
        };
        match control.rest {
            Some(rest) if self.moves == moves.get() => rest,
            None if self.moves.is_multiple_of(moves.get()) => control.base,
            _ => Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::clock::TimeBudget;
    use crate::units::Millis;
    use proptest::prelude::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn control(text: &str, kind: ClockKind) -> TimeControl {
        let control: TimeControl = text.parse().expect("a time control");
        TimeControl { kind, ..control }
    }

    fn of(control: TimeControl) -> GameClock {
        GameClock::new(ThinkingLimits {
            clock: Some(control),
            ..ThinkingLimits::default()
        })
    }

    fn clock(text: &str, kind: ClockKind) -> GameClock {
        of(control(text, kind))
    }

    /// Both clocks of one control, Black's with its own base.
    fn pair(control: TimeControl, other: Duration) -> ByColor<GameClock> {
        ByColor {
            white: of(control),
            black: of(TimeControl {
                base: other,
                ..control
            }),
        }
    }

    fn hourglass(base: u64, other: u64) -> ByColor<GameClock> {
        let control = TimeControl {
            base: millis(base),
            ..control("1", ClockKind::Hourglass)
        };
        pair(control, millis(other))
    }

    fn millis(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment() {
        let mut clock = clock("1+0.1", ClockKind::Increment);
        assert_eq!(clock.pay(SECOND / 2, Duration::ZERO), Ok(()));
        assert_eq!(clock.remaining(), Some(Duration::from_millis(600)));
        assert_eq!(clock.pay(SECOND, Duration::ZERO), Err(FlagFall));
        // Within the margin the clock ends at zero, and the increment is still added.
        assert_eq!(clock.pay(SECOND, SECOND / 2), Ok(()));
        assert_eq!(clock.remaining(), Some(Duration::from_millis(100)));
    }

    #[test]
    fn a_control_by_moves_begins_again() {
        let mut clock = clock("2/10", ClockKind::Increment);
        assert_eq!(clock.moves_to_go(), Some(2));
        assert_eq!(clock.pay(SECOND * 3, Duration::ZERO), Ok(()));
        assert_eq!(clock.moves_to_go(), Some(1));
        assert_eq!(clock.pay(SECOND * 3, Duration::ZERO), Ok(()));
        assert_eq!(clock.moves_to_go(), Some(2));
        assert_eq!(clock.remaining(), Some(SECOND * 14));
    }

    #[test]
    fn a_fixed_time_needs_no_clock() {
        let mut clock = GameClock::new(ThinkingLimits {
            move_time: Some(Duration::from_millis(50)),
            ..ThinkingLimits::default()
        });
        assert_eq!(clock.remaining(), None);
        let late = Duration::from_millis(60);
        assert_eq!(clock.pay(late, Duration::from_millis(10)), Ok(()));
        assert_eq!(clock.pay(late, Duration::from_millis(9)), Err(FlagFall));
    }

    #[test]
    fn a_delay_comes_first_and_bronstein_gives_back() {
        let mut delay = clock("10+5", ClockKind::Delay);
        assert_eq!(delay.shown(SECOND * 4), Some(SECOND * 10));
        assert_eq!(delay.shown(SECOND * 7), Some(SECOND * 8));
        assert_eq!(delay.allowance(), Some(SECOND * 15));
        assert_eq!(delay.pay(SECOND * 15, Duration::ZERO), Ok(()));
        assert_eq!(delay.remaining(), Some(Duration::ZERO));
        // An empty clock still has the delay.
        assert_eq!(delay.pay(SECOND * 5, Duration::ZERO), Ok(()));
        assert_eq!(delay.pay(SECOND * 6, Duration::ZERO), Err(FlagFall));
        let mut bronstein = clock("10+5", ClockKind::Bronstein);
        assert_eq!(bronstein.shown(SECOND * 4), Some(SECOND * 6));
        assert_eq!(bronstein.pay(SECOND * 11, Duration::ZERO), Err(FlagFall));
        assert_eq!(bronstein.pay(SECOND * 7, Duration::ZERO), Ok(()));
        assert_eq!(bronstein.remaining(), Some(SECOND * 8));
        assert_eq!(bronstein.pay(SECOND * 3, Duration::ZERO), Ok(()));
        assert_eq!(bronstein.remaining(), Some(SECOND * 8));
    }

    prop_compose! {
        fn any_control()(
            kind in prop::sample::select(vec![
                ClockKind::Increment, ClockKind::Delay, ClockKind::Bronstein, ClockKind::Hourglass,
            ]),
            moves in prop::option::of(1_u32..60),
            base in 1_000_u64..600_000, increment in 0_u64..30_000, rest in prop::option::of(0_u64..600_000),
        ) -> TimeControl {
            let moves = moves.filter(|_| kind != ClockKind::Hourglass).and_then(std::num::NonZeroU32::new);
            TimeControl {
                moves, base: millis(base), kind,
                rest: rest.filter(|_| moves.is_some()).map(millis),
                increment: millis(increment),
            }
        }
    }

    proptest! {
        #[test]
        fn an_hourglass_keeps_the_sum(
            base in 1_u64..600_000, other in 1_u64..600_000, spent in prop::collection::vec(0_u64..60_000, 0..80),
        ) {
            let mut clocks = hourglass(base, other);
            for (ply, spent) in spent.into_iter().enumerate() {
                let mover = Color::from_white(ply % 2 == 0);
                let before = clocks.get(!mover).remaining;
                // A late move within the margin gives no more than there was.
                let _ = GameClock::spend(&mut clocks, mover, millis(spent), SECOND);
                prop_assert!(clocks.get(!mover).remaining >= before);
                let sum: Duration = clocks.iter().map(|clock| clock.remaining).sum();
                prop_assert_eq!(sum, millis(base + other));
            }
        }

        #[test]
        fn a_delay_of_either_kind_never_gains_time(
            base in 1_u64..60_000, delay in 0_u64..20_000, spent in prop::collection::vec(0_u64..40_000, 0..40),
        ) {
            for kind in [ClockKind::Delay, ClockKind::Bronstein] {
                let mut clock = of(TimeControl { base: millis(base), increment: millis(delay), ..control("1", kind) });
                for spent in spent.iter().copied().map(millis) {
                    let before = clock.remaining;
                    let has_time = clock.allowance().is_some_and(|allowed| spent <= allowed);
                    prop_assert_eq!(clock.pay(spent, Duration::ZERO).is_ok(), has_time);
                    let cost = if has_time { spent.saturating_sub(millis(delay)) } else { Duration::ZERO };
                    prop_assert_eq!(clock.remaining + cost, before);
                }
            }
        }

        #[test]
        fn a_second_period_adds_its_time_once(
            moves in 1_u32..60, base in 100_u64..1_000, rest in 0_u64..1_000, further in 0_u32..120,
        ) {
            let first = control(&format!("{moves}/{base}+1"), ClockKind::Increment);
            let mut clock = of(TimeControl { rest: Some(Duration::from_secs(rest)), ..first });
            for made in 0..moves + further {
                let to_go = moves.checked_sub(made).filter(|left| *left > 0);
                prop_assert_eq!(clock.moves_to_go(), to_go);
                // A move that takes as long as its increment changes nothing but by the period.
                prop_assert_eq!(clock.pay(SECOND, Duration::ZERO), Ok(()));
                let added = if made + 1 >= moves { rest } else { 0 };
                prop_assert_eq!(clock.remaining, Duration::from_secs(base + added));
            }
        }

        /// An engine that takes all of what it may take, against an opponent who answers at once, never flags.
        #[test]
        fn no_kind_of_clock_lets_the_engine_flag(control in any_control(), other in 1_000_u64..600_000) {
            let mut clocks = pair(control, millis(other));
            for _ in 0..200 {
                let clock = clocks.white.for_next_move().expect("a clock");
                let budget = TimeBudget::share_of(&clock, Millis(0));
                let allowed = clocks.white.allowance().expect("a clock");
                if allowed < millis(1) {
                    // Without increment nobody plays for ever.
                    break;
                }
                prop_assert!(budget.hard < allowed);
                prop_assert_eq!(GameClock::spend(&mut clocks, Color::White, budget.hard, Duration::ZERO), Ok(()));
                prop_assert_eq!(GameClock::spend(&mut clocks, Color::Black, Duration::ZERO, Duration::ZERO), Ok(()));
            }
            // A delay or an increment lasts for any number of moves.
            if control.kind != ClockKind::Hourglass && control.increment >= millis(2) {
                prop_assert!(clocks.white.allowance().is_some_and(|allowed| allowed >= millis(1)));
            }
        }

        /// In an hourglass the engine uses a small part of what is there, however much the user has given it.
        #[test]
        fn an_engine_thinks_briefly_in_an_hourglass(base in 1_000_u64..600_000, given in 0_u64..600_000) {
            let mut clocks = hourglass(base, base);
            prop_assert_eq!(GameClock::spend(&mut clocks, Color::Black, millis(given.min(base)), Duration::ZERO), Ok(()));
            let budget = TimeBudget::share_of(&clocks.white.for_next_move().expect("a clock"), Millis(0));
            prop_assert!(budget.soft <= millis(base) / 15);
            prop_assert!(budget.hard <= millis(base) / 15 * 4);
        }
    }
}
