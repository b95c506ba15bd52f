//! The clocks of a game as the page sets them.

use std::num::NonZeroU32;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::{ByColor, Color};

use crate::play::{ClockKind, ThinkingLimits, TimeControl};

/// The clocks of a game: a chess clock, or a time for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TimeSetting {
    /// What happens to the time of a move.
    pub kind: ClockKind,
    /// Seconds on the clock at the start.
    pub base_seconds: Option<f64>,
    /// Seconds on the engine's clock at the start; `None` if they are the user's.
    pub engine_base_seconds: Option<f64>,
    /// Increment or delay of each move, in seconds.
    pub increment_seconds: Option<f64>,
    /// Number of moves of the first period.
    pub moves: Option<NonZeroU32>,
    /// Seconds added once after `moves`; `None` if the base is added again each time.
    pub rest_seconds: Option<f64>,
    /// Seconds for each move.
    pub move_seconds: Option<f64>,
}

/// The longest base, in seconds.
const LONGEST_BASE: f64 = 86_400.0;

/// The longest increment and time for a move, in seconds.
const LONGEST_STEP: f64 = 3_600.0;

/// The most moves to a time control.
const MOST_MOVES: u32 = 200;

impl TimeSetting {
    /// Returns the limits on each side's thinking, if the user has this colour.
    ///
    /// # Errors
    ///
    /// A sentence that names the number that is out of range.
    pub fn limits(self, human: Color) -> Result<ByColor<ThinkingLimits>, String> {
        let own = self.limits_with(self.base_seconds, "base_seconds")?;
        let engines = match self.engine_base_seconds {
            None => own,
            base => self.limits_with(base, "engine_base_seconds")?,
        };
        Ok(human.fold_wb(
            ByColor {
                white: own,
                black: engines,
            },
            ByColor {
                white: engines,
                black: own,
            },
        ))
    }

    /// Returns the setting in which user and engine have exchanged their sides, and each side has its clock as before.
    #[must_use]
    pub fn with_sides_exchanged(self) -> Self {
        match self.engine_base_seconds {
            None => self,
            engines => Self {
                base_seconds: engines,
                engine_base_seconds: self.base_seconds,
                ..self
            },
        }
    }

    /// Returns the limits of a side that begins with this base, which is called `name`.
    fn limits_with(self, base: Option<f64>, name: &str) -> Result<ThinkingLimits, String> {
        if let Some(seconds) = self.move_seconds {
            return self.fixed_time(seconds);
        }
        let base = span(base, LONGEST_BASE, name)?;
        let increment = span(self.increment_seconds, LONGEST_STEP, "increment_seconds")?;
        if base.is_zero() {
            return Err(format!("a clock needs {name} above 0, or move_seconds"));
        }
        if self.moves.is_some_and(|moves| moves.get() > MOST_MOVES) {
            return Err(format!("moves is a number from 1 to {MOST_MOVES}"));
        }
        let rest = self
            .rest_seconds
            .map(|seconds| span(Some(seconds), LONGEST_BASE, "rest_seconds"))
            .transpose()?;
        if rest.is_some() && self.moves.is_none() {
            return Err("rest_seconds needs moves, the number of moves before it".to_owned());
        }
        if self.kind == ClockKind::Hourglass && (!increment.is_zero() || self.moves.is_some()) {
            return Err("an hourglass excludes increment_seconds and moves".to_owned());
        }
        Ok(ThinkingLimits {
            clock: Some(TimeControl {
                moves: self.moves,
                base,
                rest,
                kind: self.kind,
                increment,
            }),
            ..ThinkingLimits::default()
        })
    }

    /// Returns the limits of a fixed time for each move.
    fn fixed_time(self, seconds: f64) -> Result<ThinkingLimits, String> {
        let alone = Self {
            move_seconds: self.move_seconds,
            ..Self::default()
        };
        if self != alone {
            return Err("move_seconds excludes all other fields of a clock".to_owned());
        }
        let time = span(Some(seconds), LONGEST_STEP, "move_seconds")?;
        if time < Duration::from_millis(100) {
            return Err("move_seconds is at least 0.1".to_owned());
        }
        Ok(ThinkingLimits {
            move_time: Some(time),
            ..ThinkingLimits::default()
        })
    }
}

/// Returns a time of at most `longest` seconds, which is called `name`; zero if it is missing.
fn span(seconds: Option<f64>, longest: f64, name: &str) -> Result<Duration, String> {
    let seconds = seconds.unwrap_or(0.0);
    if (0.0..=longest).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("{name} is a number of seconds from 0 to {longest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn read(setting: Value) -> TimeSetting {
        serde_json::from_value(setting).expect("a setting")
    }

    /// The time controls of both sides, as text, if the user has White.
    fn written(setting: Value) -> Result<[String; 2], String> {
        let limits = read(setting).limits(Color::White)?;
        let text = |limits: ThinkingLimits| limits.to_string();
        Ok([text(limits.white), text(limits.black)])
    }

    #[test]
    fn settings_of_earlier_versions_are_read() {
        let time = json!({ "base_seconds": 60.0, "increment_seconds": 1.0, "moves": 40, "move_seconds": null });
        let read = read(time);
        assert_eq!(read.kind, ClockKind::Increment);
        assert_eq!((read.rest_seconds, read.engine_base_seconds), (None, None));
    }

    #[test]
    fn each_kind_of_clock_is_set() {
        let base = json!(300.0);
        for (setting, clock) in [
            (
                json!({ "base_seconds": base, "increment_seconds": 3.0 }),
                "300+3 s",
            ),
            (
                json!({ "kind": "delay", "base_seconds": base, "increment_seconds": 3.0 }),
                "300 delay 3 s",
            ),
            (
                json!({ "kind": "bronstein", "base_seconds": base, "increment_seconds": 3.0 }),
                "300 Bronstein 3 s",
            ),
            (
                json!({ "kind": "hourglass", "base_seconds": base }),
                "*300 s",
            ),
            (
                json!({ "base_seconds": base, "moves": 40, "rest_seconds": 60.0, "increment_seconds": 3.0 }),
                "40/300+3:60+3 s",
            ),
            (json!({ "move_seconds": 10.0 }), "10000 ms a move"),
        ] {
            let both = [clock.to_owned(), clock.to_owned()];
            assert_eq!(written(setting.clone()), Ok(both), "{setting}");
        }
    }

    #[test]
    fn the_engine_may_have_another_time() {
        let odds =
            json!({ "base_seconds": 300.0, "engine_base_seconds": 60.0, "increment_seconds": 2.0 });
        assert_eq!(
            written(odds.clone()),
            Ok(["300+2 s".to_owned(), "60+2 s".to_owned()])
        );
        let odds = read(odds);
        let exchanged = odds.with_sides_exchanged();
        assert_ne!(exchanged, odds);
        assert_eq!(exchanged.limits(Color::Black), odds.limits(Color::White));
    }

    #[test]
    fn what_does_not_fit_together_is_refused() {
        for setting in [
            json!({ "kind": "hourglass", "base_seconds": 60.0, "increment_seconds": 1.0 }),
            json!({ "kind": "hourglass", "base_seconds": 60.0, "moves": 40 }),
            json!({ "base_seconds": 60.0, "rest_seconds": 60.0 }),
            json!({ "base_seconds": 60.0, "moves": 40, "rest_seconds": -1.0 }),
            json!({ "base_seconds": 60.0, "engine_base_seconds": 0.0 }),
            json!({ "engine_base_seconds": 60.0 }),
            json!({ "move_seconds": 1.0, "engine_base_seconds": 60.0 }),
            json!({ "move_seconds": 1.0, "kind": "delay" }),
            json!({ "move_seconds": 1.0, "rest_seconds": 1.0 }),
        ] {
            assert!(written(setting.clone()).is_err(), "{setting}");
        }
    }

    proptest! {
        #[test]
        fn times_in_range_are_clocks_and_others_are_refused(base in -10.0..100_000.0_f64, increment in -10.0..4_000.0_f64) {
            let setting = TimeSetting { base_seconds: Some(base), increment_seconds: Some(increment), ..TimeSetting::default() };
            let sound = base > 0.0 && base <= LONGEST_BASE && (0.0..=LONGEST_STEP).contains(&increment);
            prop_assert_eq!(setting.limits(Color::White).is_ok(), sound);
        }
    }
}
