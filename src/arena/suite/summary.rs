//! How many positions of a suite were solved, with an interval, and how soon.

use serde::Serialize;

use super::solve::SolveAttempt;
use crate::arena::elo::Z_95;

/// The 95 % interval of a share by E. B. Wilson, *Probable Inference, the Law of Succession, and
/// Statistical Inference* (1927): the shares that `solved` out of `all` do not contradict. From 0 to
/// 1 where nothing was tried.
///
/// ```
/// let (low, high) = bayeschess::arena::suite::wilson(8, 10);
/// assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4);
/// ```
pub fn wilson(solved: usize, all: usize) -> (f64, f64) {
    if all == 0 {
        return (0.0, 1.0);
    }
    let (n, share, z2) = (all as f64, solved as f64 / all as f64, Z_95 * Z_95);
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let spread = share * (1.0 - share) / n + z2 / (4.0 * n * n);
    let half = Z_95 / (1.0 + z2 / n) * spread.sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// What a player came to on a suite.
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
    /// Half of the solved ones were solved within so many seconds; none where none was.
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
        let (share_low, share_high) = wilson(solved, positions);
        Self {
            positions,
            solved,
            share: solved as f64 / positions.max(1) as f64,
            share_low,
            share_high,
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

    /// Newcombe, *Two-sided confidence intervals for the single proportion* (1998), table I, method 3.
    #[test]
    fn published_intervals_come_back() {
        for (solved, all, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(solved, all);
            assert!((found.0 - low).abs() < 6e-5, "{found:?}");
            assert!((found.1 - high).abs() < 6e-5, "{found:?}");
        }
    }

    #[test]
    fn quantiles_are_times_that_were_measured() {
        let times: Vec<f64> = (1..=10).map(f64::from).collect();
        assert_eq!(within(&times, 50), Some(5.0));
        assert_eq!(within(&times, 90), Some(9.0));
        assert_eq!(within(&times[..1], 90), Some(1.0));
        assert_eq!(within(&[], 50), None);
    }
}
