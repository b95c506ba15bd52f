//! From counts to probabilities: additive smoothing, and the uncertainty of a probability.
//!
//! With a symmetric Dirichlet prior of strength α the posterior mean of a value seen n times in N
//! cases, out of k values, is (n + α) / (N + α k); α = 1 is Laplace's rule of succession, the one
//! of the original (Fernández 2005, §2.3.2.1 and §4.3). Each probability by itself is then
//! distributed as Beta(n + α, N − n + α (k − 1)) (Bishop 2006, §2.2.1).

use super::intervals::Interval;
use statrs::distribution::{Beta, ContinuousCDF as _};

/// The number of imaginary cases of each value that are added to the observed ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smoothing(f64);

/// A smoothing strength outside (0, 1000000], which would let a probability be zero.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("smoothing {0}: expected a number above 0 and up to 1000000, such as 1 (Laplace)")]
pub struct SmoothingError(pub f64);

impl Smoothing {
    /// Laplace's rule: one imaginary case of each value.
    pub const LAPLACE: Self = Self(1.0);

    /// The largest strength that is accepted; more would outweigh any data.
    pub const MOST: f64 = 1e6;

    /// Smoothing of strength `alpha`.
    ///
    /// # Errors
    ///
    /// [`SmoothingError`] unless `alpha` lies in (0, 1000000].
    pub fn new(alpha: f64) -> Result<Self, SmoothingError> {
        if alpha > 0.0 && alpha <= Self::MOST {
            Ok(Self(alpha))
        } else {
            Err(SmoothingError(alpha))
        }
    }

    /// The strength α.
    pub const fn alpha(self) -> f64 {
        self.0
    }

    /// The probability of a value seen `count` times in `total` cases.
    ///
    /// `values` is how many values there are. The result lies strictly between 0 and 1 if they are two or more.
    pub fn probability(self, count: u64, total: u64, values: usize) -> f64 {
        (count as f64 + self.0) / (total as f64 + self.0 * values as f64)
    }

    /// The central interval that holds the probability with credibility `mass`, such as 0.95.
    /// `None` if `mass` is not between 0 and 1, or `count` exceeds `total`.
    pub fn credible_interval(
        self,
        count: u64,
        total: u64,
        values: usize,
        mass: f64,
    ) -> Option<Interval> {
        if !(mass > 0.0 && mass < 1.0) || count > total || values == 0 {
            return None;
        }
        if values == 1 {
            return Some(Interval {
                low: 1.0,
                high: 1.0,
            });
        }
        let others = (total - count) as f64 + self.0 * (values - 1) as f64;
        let posterior = Beta::new(count as f64 + self.0, others).ok()?;
        Some(Interval {
            low: posterior.inverse_cdf(f64::midpoint(1.0, -mass)),
            high: posterior.inverse_cdf(f64::midpoint(1.0, mass)),
        })
    }
}

impl Default for Smoothing {
    fn default() -> Self {
        Self::LAPLACE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_positive_strength_is_accepted() {
        for alpha in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e7] {
            assert!(Smoothing::new(alpha).is_err(), "{alpha}");
        }
        let half = Smoothing::new(0.5).expect("fine");
        assert!((half.alpha() - 0.5).abs() < 1e-15);
    }

    #[test]
    fn laplace_is_the_rule_of_succession() {
        let laplace = Smoothing::LAPLACE;
        assert!((laplace.probability(3, 5, 2) - 4.0 / 7.0).abs() < 1e-15);
        assert!((laplace.probability(0, 0, 5) - 0.2).abs() < 1e-15);
    }

    /// Without data and with two values the posterior is uniform, so the interval is known.
    #[test]
    fn the_interval_of_a_uniform_posterior_is_its_quantiles() {
        let interval = Smoothing::LAPLACE
            .credible_interval(0, 0, 2, 0.95)
            .expect("an interval");
        assert!((interval.low - 0.025).abs() < 1e-6, "{interval:?}");
        assert!((interval.high - 0.975).abs() < 1e-6, "{interval:?}");
    }

    /// Beta(8, 4), quantiles by scipy.stats.beta.ppf: 0.39026, 0.89074.
    #[test]
    fn the_interval_agrees_with_a_reference() {
        let interval = Smoothing::LAPLACE
            .credible_interval(7, 10, 2, 0.95)
            .expect("an interval");
        assert!((interval.low - 0.390_26).abs() < 1e-4, "{interval:?}");
        assert!((interval.high - 0.890_74).abs() < 1e-4, "{interval:?}");
        assert!(
            Smoothing::LAPLACE
                .credible_interval(3, 2, 2, 0.95)
                .is_none()
        );
        assert!(Smoothing::LAPLACE.credible_interval(1, 2, 2, 1.0).is_none());
    }
}
