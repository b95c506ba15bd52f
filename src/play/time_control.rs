//! Limits on a player's thinking: time controls, fixed times, nodes, depths.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::units::Millis;

/// Longest time that a part of a time control may name, in seconds: one day.
const LONGEST: f64 = 86_400.0;

/// A time control, written in seconds: `5+0.05`, `40/60+0.6`, `10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Number of moves of the first period; `None` if `base` is for the whole game.
    pub moves: Option<NonZeroU32>,
    /// Time on the clock at the start.
    pub base: Duration,
    /// Time added once after `moves`, for the rest of the game; `None` if `base` is added again each time.
    pub rest: Option<Duration>,
    /// What `increment` means.
    pub kind: ClockKind,
    /// Increment or delay of each move.
    pub increment: Duration,
}

/// Kinds of chess clocks, by what happens to the time of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// The increment is added after each move (Fischer).
    #[default]
    Increment,
    /// The clock stands still for the delay, and then runs ("US" delay).
    Delay,
    /// The clock runs at once; what the move used of the delay is given back.
    Bronstein,
    /// The time that a move uses is given to the opponent.
    Hourglass,
}

impl TimeControl {
    /// Formats the time control as a tag of PGN (9.6.1); `?` for a delay, which the standard cannot express.
    pub fn pgn(&self) -> String {
        let is_delay = matches!(self.kind, ClockKind::Delay | ClockKind::Bronstein);
        if is_delay && !self.increment.is_zero() {
            "?".to_owned()
        } else {
            self.to_string()
        }
    }
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
            rest: None,
            kind: ClockKind::Increment,
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
        let sign = match self.kind {
            ClockKind::Hourglass => return write!(f, "*{}", self.base.as_secs_f64()),
            ClockKind::Increment => "+",
            ClockKind::Delay => " delay ",
            ClockKind::Bronstein => " Bronstein ",
        };
        for (number, base) in [self.base].into_iter().chain(self.rest).enumerate() {
            let separator = if number == 0 { "" } else { ":" };
            write!(f, "{separator}{}", base.as_secs_f64())?;
            if !self.increment.is_zero() {
                write!(f, "{sign}{}", self.increment.as_secs_f64())?;
            }
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
    fn each_kind_of_clock_is_written() {
        let five = Duration::from_secs(5);
        let classical = TimeControl {
            rest: Some(Duration::from_mins(30)),
            ..control("40/5400+30")
        };
        assert_eq!(classical.to_string(), "40/5400+30:1800+30");
        assert_eq!(classical.pgn(), "40/5400+30:1800+30");
        let of_kind = |kind| TimeControl {
            kind,
            increment: five,
            ..control("300")
        };
        for (kind, words, pgn) in [
            (ClockKind::Increment, "300+5", "300+5"),
            (ClockKind::Delay, "300 delay 5", "?"),
            (ClockKind::Bronstein, "300 Bronstein 5", "?"),
            (ClockKind::Hourglass, "*300", "*300"),
        ] {
            assert_eq!(of_kind(kind).to_string(), words);
            assert_eq!(of_kind(kind).pgn(), pgn);
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,20}") {
            let _ = text.parse::<TimeControl>();
        }
    }
}
