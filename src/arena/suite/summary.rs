//! How many positions of a suite were solved, with an interval, and how soon.

use serde::Serialize;

use super::solve::SolveAttempt;
use crate::bayes::{Interval, wilson_95};

/// The result of a player on a suite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SuiteSummary {
    /// How many positions were tried.
    pub positions: usize,
    /// How many were solved.
    pub solved: usize,
    /// That as a share, 0 to 1.
    pub share: f64,
    /// The lower end of its 95 % interval.
    pub share_low: f64,
    /// The upper end.
    pub share_high: f64,
    /// Median time to solve the solved positions, in seconds; `None` if none was solved.
    pub median_s: Option<f64>,
    /// Nine of ten were.
    pub ninety_percent_s: Option<f64>,
    /// Nodes over all positions, of those that tell them.
    pub nodes: u64,
    /// Seconds over all positions.
    pub seconds: f64,
}

impl SuiteSummary {
    /// Counts the attempts of a suite.
    pub fn of(attempts: &[SolveAttempt]) -> Self {
        let mut times: Vec<f64> = attempts
            .iter()
            .filter_map(|attempt| attempt.solution.map(|moment| moment.seconds))
            .collect();
        times.sort_by(f64::total_cmp);
        let (positions, solved) = (attempts.len(), times.len());
        // Nothing tried says nothing about the share.
        let interval = wilson_95(solved as u64, positions as u64).unwrap_or(Interval {
            low: 0.0,
            high: 1.0,
        });
        Self {
            positions,
            solved,
            share: solved as f64 / positions.max(1) as f64,
            share_low: interval.low,
            share_high: interval.high,
            median_s: within(&times, 50),
            ninety_percent_s: within(&times, 90),
            nodes: attempts.iter().filter_map(|attempt| attempt.nodes).sum(),
            seconds: attempts.iter().map(|attempt| attempt.seconds).sum(),
        }
    }
}

/// The least of the rising times within which so many of a hundred lie.
fn within(times: &[f64], percent: usize) -> Option<f64> {
    let place = (times.len() * percent).div_ceil(100).checked_sub(1)?;
    times.get(place).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_times_that_were_measured() {
        let times: Vec<f64> = (1..=10).map(f64::from).collect();
        assert_eq!(within(&times, 50), Some(5.0));
        assert_eq!(within(&times, 90), Some(9.0));
        assert_eq!(within(&times[..1], 90), Some(1.0));
        assert_eq!(within(&[], 50), None);
    }
}
