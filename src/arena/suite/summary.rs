//! Summary of a suite: the share of solved positions with its interval, and the time to solve them.

use serde::Serialize;

use super::solve::SolveAttempt;
use crate::bayes::{Interval, wilson_95};

/// The summary of a player's attempts at a suite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SuiteSummary {
    /// Number of positions tried.
    pub positions: usize,
    /// Number of positions solved.
    pub solved: usize,
    /// Share of positions solved, 0 to 1.
    pub share: f64,
    /// Lower end of the 95 % interval of the share (Wilson).
    pub share_low: f64,
    /// Upper end of the 95 % interval of the share (Wilson).
    pub share_high: f64,
    /// Median time to solve the solved positions, in seconds; `None` if none was solved.
    pub median_s: Option<f64>,
    /// Time within which 90 % of the solved positions were solved, in seconds; `None` if none was solved.
    pub ninety_percent_s: Option<f64>,
    /// Nodes summed over the positions for which the player reports them.
    pub nodes: u64,
    /// Seconds summed over all positions.
    pub seconds: f64,
}

impl SuiteSummary {
    /// Summarises the attempts at a suite.
    pub fn of(attempts: &[SolveAttempt]) -> Self {
        let mut times: Vec<f64> = attempts
            .iter()
            .filter_map(|attempt| attempt.solution.map(|moment| moment.seconds))
            .collect();
        times.sort_by(f64::total_cmp);
        let (positions, solved) = (attempts.len(), times.len());
        // Without positions the interval is the whole range.
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

/// Returns the smallest of the ascending times that is not exceeded by `percent` of them; `None` without times.
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
