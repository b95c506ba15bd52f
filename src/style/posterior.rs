//! The posterior over styles.

use serde::Serialize;

use super::Style;
use crate::bayes::normalise;
use crate::units::LogProb;

/// The probability of each style; they add up to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Posterior {
    /// Probability of an attacking player.
    pub attacking: f64,
    /// Probability of a defensive player.
    pub defensive: f64,
    /// Probability of a mixed player.
    pub mixed: f64,
}

impl Posterior {
    /// Equal probabilities: the prior.
    pub const EQUAL: Self = Self {
        attacking: 1.0 / 3.0,
        defensive: 1.0 / 3.0,
        mixed: 1.0 / 3.0,
    };

    /// Returns the probability of one style.
    pub const fn of(&self, style: Style) -> f64 {
        match style {
            Style::Attacking => self.attacking,
            Style::Defensive => self.defensive,
            Style::Mixed => self.mixed,
        }
    }

    /// Returns the most likely style; of equal ones the first in [`Style::ALL`].
    pub fn most_likely(&self) -> Style {
        Style::ALL
            .into_iter()
            .fold(Style::Attacking, |best, style| {
                if self.of(style) > self.of(best) {
                    style
                } else {
                    best
                }
            })
    }

    /// Returns the posterior from ln P(observations | style), in the order of [`Style::ALL`], with equal
    /// priors.
    pub fn from_logs(logs: &[LogProb; 3]) -> Self {
        match normalise(logs).as_slice() {
            &[attacking, defensive, mixed] => Self {
                attacking,
                defensive,
                mixed,
            },
            other => unreachable!("{} probabilities for three styles", other.len()),
        }
    }
}
