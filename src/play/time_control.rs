//! Limits on a player's thinking (time controls, fixed times, nodes, depths), and the chess clock that the arena
//! keeps.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;

use crate::units::Millis;

/// Longest time that a part of a time control may name, in seconds: one day.
const LONGEST: f64 = 86_400.0;

/// A time control, written in seconds: `5+0.05`, `40/60+0.6`, `10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Number of moves after which `base` is added again; `None` if it is for the whole game.
    pub moves: Option<NonZeroU32>,
    /// Time on the clock at the start.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// Error for a text that cannot be read as a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a time control: write seconds as 5+0.05 (base and increment), 10, or 40/60+0.6 (for each 40 moves)"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let wrong = || TimeControlError(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.trim().parse().map_err(|_| wrong())?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let control = Self {
            moves,
            base: seconds(base).ok_or_else(wrong)?,
            increment: seconds(increment).ok_or_else(wrong)?,
        };
        if control.base.is_zero() && control.increment.is_zero() {
            return Err(wrong());
        }
        Ok(control)
    }
}

/// Parses decimal seconds.
fn seconds(text: &str) -> Option<Duration> {
    let value: f64 = text.trim().parse().ok()?;
    (0.0..=LONGEST)
        .contains(&value)
        .then(|| Duration::from_secs_f64(value))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Limits on a player's thinking for each move; the first one reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkingLimits {
    /// Time control of a chess clock.
    pub clock: Option<TimeControl>,
    /// Fixed time for each move.
    pub move_time: Option<Duration>,
    /// Node limit for each move.
    pub nodes: Option<u64>,
    /// Depth limit for each move, in plies.
    pub depth: Option<u16>,
}

impl ThinkingLimits {
    /// Returns true if there is any limit.
    pub const fn is_bounded(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }

    /// Returns true if the limits do not depend on time, so that a game can repeat exactly.
    pub const fn is_repeatable(&self) -> bool {
        self.clock.is_none() && self.move_time.is_none()
    }
}

/// Writes the limits in words: `5+0.05 s`, `200 nodes a move`.
impl fmt::Display for ThinkingLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = [
            self.clock.map(|clock| format!("{clock} s")),
            self.move_time
                .map(|time| format!("{} ms a move", time.as_millis())),
            self.nodes.map(|nodes| format!("{nodes} nodes a move")),
            self.depth.map(|depth| format!("depth {depth}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        if parts.is_empty() {
            f.write_str("no limit")
        } else {
            f.write_str(&parts.join(", "))
        }
    }
}

/// Serialises the limits in words, as [`Display`](fmt::Display) does.
impl Serialize for ThinkingLimits {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A player's clock in one game, kept by the arena.
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

    /// Returns the time added after each move; zero without a chess clock.
    pub fn increment(&self) -> Duration {
        self.thinking
            .clock
            .map_or(Duration::ZERO, |clock| clock.increment)
    }

    /// Returns the number of moves until `base` is added again; `None` if it never is.
    pub fn moves_to_go(&self) -> Option<u32> {
        let moves = self.thinking.clock?.moves?.get();
        Some(moves - self.moves % moves)
    }

    /// Returns the longest time for the next move, without margin; `None` without time limits.
    pub fn allowance(&self) -> Option<Duration> {
        match (self.remaining(), self.thinking.move_time) {
            (Some(clock), Some(time)) => Some(clock.min(time)),
            (clock, time) => clock.or(time),
        }
    }

    /// Takes `spent` off the clock for one move, then adds the increment and any new base time.
    ///
    /// # Errors
    ///
    /// [`FlagFall`] if `spent` exceeds the allowance and `margin` together.
    pub fn spend(&mut self, spent: Duration, margin: Duration) -> Result<(), FlagFall> {
        if self
            .allowance()
            .is_some_and(|allowed| spent > allowed.saturating_add(margin))
        {
            return Err(FlagFall);
        }
        self.moves += 1;
        if let Some(control) = self.thinking.clock {
            self.remaining = self
                .remaining
                .saturating_sub(spent)
                .saturating_add(control.increment);
            if control
                .moves
                .is_some_and(|moves| self.moves.is_multiple_of(moves.get()))
            {
                self.remaining = self.remaining.saturating_add(control.base);
            }
        }
        Ok(())
    }
}

/// Returns whole milliseconds for the protocol, at least one.
pub(crate) fn uci_millis(span: Duration) -> Millis {
    Millis(Millis::from(span).0.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn control(text: &str) -> TimeControl {
        text.parse().expect("a time control")
    }

    #[test]
    fn controls_are_read_and_written() {
        for text in ["5+0.05", "40/60+0.6", "10", "0.1+0.001", "0+1"] {
            assert_eq!(control(text).to_string(), text);
        }
        for text in [
            "", "5+", "x", "0", "0+0", "-1", "5+-1", "0/5", "nan", "inf", "1e9",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment() {
        let mut clock = GameClock::new(ThinkingLimits {
            clock: Some(control("1+0.1")),
            ..ThinkingLimits::default()
        });
        let second = Duration::from_secs(1);
        assert_eq!(clock.spend(second / 2, Duration::ZERO), Ok(()));
        assert_eq!(clock.remaining(), Some(Duration::from_millis(600)));
        assert_eq!(clock.spend(second, Duration::ZERO), Err(FlagFall));
        // Within the margin the clock ends at zero, and the increment is still added.
        assert_eq!(clock.spend(second, second / 2), Ok(()));
        assert_eq!(clock.remaining(), Some(Duration::from_millis(100)));
    }

    #[test]
    fn a_control_by_moves_begins_again() {
        let mut clock = GameClock::new(ThinkingLimits {
            clock: Some(control("2/10")),
            ..ThinkingLimits::default()
        });
        assert_eq!(clock.moves_to_go(), Some(2));
        assert_eq!(clock.spend(Duration::from_secs(3), Duration::ZERO), Ok(()));
        assert_eq!(clock.moves_to_go(), Some(1));
        assert_eq!(clock.spend(Duration::from_secs(3), Duration::ZERO), Ok(()));
        assert_eq!(clock.moves_to_go(), Some(2));
        assert_eq!(clock.remaining(), Some(Duration::from_secs(14)));
    }

    #[test]
    fn a_fixed_time_needs_no_clock() {
        let mut clock = GameClock::new(ThinkingLimits {
            move_time: Some(Duration::from_millis(50)),
            ..ThinkingLimits::default()
        });
        assert_eq!(clock.remaining(), None);
        let late = Duration::from_millis(60);
        assert_eq!(clock.spend(late, Duration::from_millis(10)), Ok(()));
        assert_eq!(clock.spend(late, Duration::from_millis(9)), Err(FlagFall));
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,20}") {
            let _ = text.parse::<TimeControl>();
        }
    }
}
