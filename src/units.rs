//! Numbers with units: newtypes used by all other modules.
//!
//! Each newtype wraps one integer or float and is named after its unit. Integers saturate instead of wrapping, so
//! that extreme values never change their sign.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A score in hundredths of a pawn; the type that contains it determines the point of view.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Centipawns(pub i32);

impl Centipawns {
    /// An equal score.
    pub const ZERO: Self = Self(0);

    /// Returns the absolute value.
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }
}

impl Add for Centipawns {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Centipawns {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Centipawns {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Centipawns {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl fmt::Display for Centipawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Elo for each unit of log-odds: 400 / ln 10.
pub const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Returns the probability with these log-odds, 0 to 1: the logistic function.
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Returns the expected score, 0 to 1, of a player rated `elo` points above the opponent.
pub fn score_of_elo(elo: f64) -> f64 {
    logistic(elo / ELO_PER_LOGIT)
}

/// A number of plies: moves of one side.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Ply(pub u16);

impl Ply {
    /// Maximum depth of a line in the search, quiescence included.
    pub const MAX: Self = Self(127);

    /// Returns the next ply, saturating at the type's maximum.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A number of nodes: positions entered by search or quiescence.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Nodes(pub u64);

impl Nodes {
    /// Returns nodes per second over `time`; zero if no time has passed.
    pub fn per_second(self, time: Duration) -> u64 {
        let nanoseconds = time.as_nanos();
        if nanoseconds == 0 {
            return 0;
        }
        u64::try_from(u128::from(self.0) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
    }
}

impl fmt::Display for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A time on a chess clock in milliseconds, which may be negative.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// Returns the time that is left; zero for a negative clock.
    pub fn to_duration(self) -> Duration {
        Duration::from_millis(u64::try_from(self.0).unwrap_or(0))
    }
}

impl From<Duration> for Millis {
    fn from(span: Duration) -> Self {
        Self(i64::try_from(span.as_millis()).unwrap_or(i64::MAX))
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The natural logarithm of a probability, or of a likelihood up to a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LogProb(pub f64);

impl LogProb {
    /// Logarithm of probability 1.
    pub const ONE: Self = Self(0.0);

    /// Returns the logarithm of `probability`; `None` outside (0, 1].
    pub fn new(probability: f64) -> Option<Self> {
        (probability > 0.0 && probability <= 1.0).then(|| Self(probability.ln()))
    }

    /// Returns the probability; underflows to zero far below `ln(f64::MIN_POSITIVE)`.
    pub fn exp(self) -> f64 {
        self.0.exp()
    }
}

impl Add for LogProb {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for LogProb {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// Returns the share `part` of `whole`, 0 to 1; `None` if `whole` is zero.
pub fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Rounds a number to `decimals` decimals, for files and reports.
///
/// ```
/// assert_eq!(bayeschess::units::round_to(-0.126, 2), -0.13);
/// ```
pub fn round_to(value: f64, decimals: i32) -> f64 {
    let unit = 10.0_f64.powi(decimals);
    (unit * value).round() / unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_clock_leaves_no_time() {
        assert_eq!(Millis(-30).to_duration(), Duration::ZERO);
        assert_eq!(Millis(30).to_duration(), Duration::from_millis(30));
    }

    #[test]
    fn rates_survive_an_empty_span_and_a_huge_count() {
        assert_eq!(Nodes(5).per_second(Duration::ZERO), 0);
        assert_eq!(Nodes(5).per_second(Duration::from_millis(500)), 10);
        assert_eq!(
            Nodes(u64::MAX).per_second(Duration::from_nanos(1)),
            u64::MAX
        );
    }

    #[test]
    fn probabilities_outside_their_range_are_refused() {
        assert!(LogProb::new(0.0).is_none());
        assert!(LogProb::new(1.5).is_none());
        assert!(LogProb::new(f64::NAN).is_none());
        assert_eq!(LogProb::new(1.0), Some(LogProb::ONE));
    }
}
