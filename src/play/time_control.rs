//! How long a player may think: time controls, fixed times, nodes or depths, and the clock that
//! the arena keeps for it.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;

use crate::units::Millis;

/// The longest span that a control may name, in seconds: a day for each part.
const LONGEST: f64 = 86_400.0;

/// A time control in seconds, as it is written: `5+0.05`, `40/60+0.6`, `10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Number of moves after which `base` is added again; `None` if it is for the whole game.
    pub moves: Option<NonZeroU32>,
    /// Time on the clock at the start.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// A text that cannot be read as a time control.
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

/// A span written as decimal seconds.
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

/// What bounds a player's thinking on each move; the earliest bound ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkingLimits {
    /// A chess clock.
    pub clock: Option<TimeControl>,
    /// Exactly so long for each move.
    pub move_time: Option<Duration>,
    /// Node limit for each move.
    pub nodes: Option<u64>,
    /// So deep for each move.
    pub depth: Option<u16>,
}

impl ThinkingLimits {
    /// Whether anything at all bounds the thinking.
    pub const fn is_bounded(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }

    /// Whether the same game would be played again: no clock decides anything.
    pub const fn is_repeatable(&self) -> bool {
        self.clock.is_none() && self.move_time.is_none()
    }
}

/// In words: `5+0.05 s`, `200 nodes a move`.
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

/// As its words.
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

/// The flag fell: the move took longer than the clock and the margin allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFall;

impl GameClock {
    /// The clock at the start of a game.
    pub fn new(thinking: ThinkingLimits) -> Self {
        Self {
            thinking,
            remaining: thinking.clock.map_or(Duration::ZERO, |clock| clock.base),
            moves: 0,
        }
    }

    /// What bounds this side's thinking.
    pub const fn thinking(&self) -> &ThinkingLimits {
        &self.thinking
    }

    /// Time left on a chess clock.
    pub fn remaining(&self) -> Option<Duration> {
        self.thinking.clock.map(|_| self.remaining)
    }

    /// Time added after each move.
    pub fn increment(&self) -> Duration {
        self.thinking
            .clock
            .map_or(Duration::ZERO, |clock| clock.increment)
    }

    /// Moves until `base` is added again.
    pub fn moves_to_go(&self) -> Option<u32> {
        let moves = self.thinking.clock?.moves?.get();
        Some(moves - self.moves % moves)
    }

    /// The longest that the next move may take, without any margin; none without clock.
    pub fn allowance(&self) -> Option<Duration> {
        match (self.remaining(), self.thinking.move_time) {
            (Some(clock), Some(time)) => Some(clock.min(time)),
            (clock, time) => clock.or(time),
        }
    }

    /// Takes `spent` off the clock for one move and adds what the control adds.
    ///
    /// # Errors
    ///
    /// [`FlagFall`] when that was more than there was and `margin` together.
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

/// Whole milliseconds as the protocol sends them, never less than one.
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
        // Within the margin the clock ends at nothing, and the increment still comes.
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
