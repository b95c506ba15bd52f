//! Intervals at 95 %: of estimates with a normal error, and of proportions.

use serde::Serialize;

use crate::units::share;

/// Standard deviations on either side of the mean that hold 95 % of a normal distribution.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Two bounds within which a quantity lies with a stated probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EstimateWithInterval {
    /// The estimate.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl EstimateWithInterval {
    /// Returns an estimate with the percentile interval of its resamples (bootstrap); those that are not finite are
    /// left out.
    ///
    /// Source: Efron and Tibshirani, *An Introduction to the Bootstrap* (1993), §13.3.
    pub fn of_resamples(value: f64, mut drawn: Vec<f64>) -> Self {
        drawn.retain(|figure| figure.is_finite());
        drawn.sort_by(f64::total_cmp);
        let at = |share: usize| {
            let place = drawn.len() * share / 1000;
            drawn.get(place).copied().unwrap_or(value)
        };
        Self {
            value,
            low: at(25),
            high: at(975),
        }
    }

    /// Returns the share `part` of `whole` with its [score interval](wilson_95); `None` if `whole` is zero.
    pub fn of_share(part: u64, whole: u64) -> Option<Self> {
        let interval = wilson_95(part, whole)?;
        Some(Self {
            value: share(part, whole)?,
            low: interval.low,
            high: interval.high,
        })
    }
}

/// Half the width of the 95 % interval of an estimate with this standard error, in its unit.
pub fn half_width_95(standard_error: f64) -> f64 {
    Z_95 * standard_error
}

/// Returns the mean of a sample of at least one value, and half the width of its 95 % interval.
pub fn mean_with_error_95(values: &[f64]) -> [f64; 2] {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let variance = squares / (count - 1.0).max(1.0);
    [mean, half_width_95((variance / count).sqrt())]
}

/// The 95 % score interval of the share `part` of `whole`; `None` if `whole` is zero.
///
/// It stays within 0 to 1, and has a width even if nothing or everything was counted. Source:
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
/// (1927), pp. 209-212.
///
/// ```
/// let interval = bayeschess::bayes::wilson_95(8, 10).unwrap();
/// assert!((interval.low - 0.4902).abs() < 1e-4 && (interval.high - 0.9433).abs() < 1e-4);
/// ```
pub fn wilson_95(part: u64, whole: u64) -> Option<Interval> {
    if whole == 0 {
        return None;
    }
    let n = whole as f64;
    let share = part as f64 / n;
    let z2 = Z_95 * Z_95;
    let centre = share + z2 / (2.0 * n);
    let spread = Z_95 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    Some(Interval {
        low: ((centre - spread) / scale).max(0.0),
        high: ((centre + spread) / scale).min(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ContinuousCDF as _, Normal};

    #[test]
    fn z_is_the_normal_quantile() {
        let normal = Normal::new(0.0, 1.0).expect("a distribution");
        assert!((normal.cdf(Z_95) - 0.975).abs() < 1e-9);
    }

    /// The bounds are the shares whose own score test just does not reject what was counted.
    #[test]
    fn the_bounds_solve_the_score_equation() {
        for (part, whole) in [(8, 10), (15, 148), (1, 3), (500, 1000)] {
            let Interval { low, high } = wilson_95(part, whole).expect("counted");
            let share = part as f64 / whole as f64;
            for bound in [low, high] {
                let z = (share - bound) / (bound * (1.0 - bound) / whole as f64).sqrt();
                assert!((z.abs() - Z_95).abs() < 1e-9, "{part} of {whole}: {bound}");
            }
        }
    }

    /// Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
    #[test]
    fn published_intervals_come_back() {
        for (part, whole, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson_95(part, whole).expect("counted");
            assert!((found.low - low).abs() < 6e-5, "{found:?}");
            assert!((found.high - high).abs() < 6e-5, "{found:?}");
        }
    }

    #[test]
    fn the_error_of_a_mean_divides_by_one_less_than_the_sample() {
        let [mean, error] = mean_with_error_95(&[1.0, 2.0, 3.0, 6.0]);
        // Squares 4 + 1 + 0 + 9, over 3 and over 4.
        assert!(
            (mean - 3.0).abs() < 1e-12 && (error - Z_95 * (14.0_f64 / 12.0).sqrt()).abs() < 1e-12
        );
        assert!(mean_with_error_95(&[5.0])[1].abs() < 1e-12);
    }

    #[test]
    fn one_resample_in_forty_lies_below_the_interval() {
        let drawn: Vec<f64> = (0..1000).rev().map(f64::from).chain([f64::NAN]).collect();
        let found = EstimateWithInterval::of_resamples(500.0, drawn);
        assert!((found.low - 25.0).abs() < 1e-12 && (found.high - 975.0).abs() < 1e-12);
        let alone = EstimateWithInterval::of_resamples(0.5, Vec::new());
        assert!((alone.low - 0.5).abs() < 1e-12 && (alone.high - 0.5).abs() < 1e-12);
    }

    #[test]
    fn extreme_shares_have_intervals_within_their_range() {
        let none = wilson_95(0, 20).expect("counted");
        assert!(none.low == 0.0 && none.high > 0.1, "{none:?}");
        let all = wilson_95(20, 20).expect("counted");
        assert!((all.high - 1.0).abs() < 1e-12 && all.low < 0.9, "{all:?}");
        assert_eq!(wilson_95(0, 0), None);
    }
}
