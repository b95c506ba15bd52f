//! The sequential probability ratio test (SPRT): a match ends once its pairs favour one of two hypotheses.
//!
//! The generalised test on pentanomial counts as fishtest applies it: M. Van den Bergh, *The
//! Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution* (2019), whose
//! proposition 1.1 gives the likeliest distribution with a wanted mean; the bounds are Wald's
//! (A. Wald, *Sequential Tests of Statistical Hypotheses*, 1945).

use serde::{Deserialize, Serialize};

use super::elo::{PAIR_SCORES, PairCounts};
use crate::units::score_of_elo;

/// Probability of either wrong verdict.
const ERROR_RATE: f64 = 0.05;

/// Pairs that an outcome never seen counts as, as in fishtest, so that both hypotheses stay possible.
const UNSEEN: f64 = 1e-3;

/// Number of bisection steps, more than a double has bits.
const BISECTIONS: usize = 80;

/// A sequential probability ratio test in logistic Elo: at most `elo0` against at least `elo1`, for the first player.
/// Each error has a probability of 5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// Reason why the hypotheses of a test are invalid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "--sprt {elo0} {elo1}: the first number must be the smaller one, and both must lie between -1000 and 1000"
)]
pub struct SprtError {
    elo0: f64,
    elo1: f64,
}

/// State of the test after some pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtVerdict {
    /// The test accepts `elo1`: a gain.
    Accept,
    /// The test accepts `elo0`: no gain.
    Reject,
    /// The pairs do not decide yet.
    Continue,
}

impl Sprt {
    /// Creates a test between two Elo differences, from the first player's side.
    ///
    /// # Errors
    ///
    /// [`SprtError`] if `elo0` is not below `elo1`, or either lies outside ±1000.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        let sensible = -1000.0..=1000.0;
        if elo0 < elo1 && sensible.contains(&elo0) && sensible.contains(&elo1) {
            Ok(Self { elo0, elo1 })
        } else {
            Err(SprtError { elo0, elo1 })
        }
    }

    /// Returns the Elo difference of the null hypothesis.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// Returns the Elo difference of the alternative hypothesis.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Returns the log-likelihood ratio at which `elo1` is accepted; its negative accepts `elo0`.
    pub fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// Returns the log-likelihood ratio of `elo1` against `elo0`; 0 before the first pair.
    pub fn log_likelihood_ratio(&self, counts: &PairCounts) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        let seen = counts.0.map(|count| (count as f64).max(UNSEEN));
        let total: f64 = seen.iter().sum();
        let observed = seen.map(|count| count / total);
        let under0 = likeliest_with_mean(&observed, score_of_elo(self.elo0));
        let under1 = likeliest_with_mean(&observed, score_of_elo(self.elo1));
        seen.iter()
            .zip(under0.iter().zip(under1))
            .map(|(count, (p0, p1))| count * (p1 / p0).ln())
            .sum()
    }

    /// Returns the verdict after these pairs.
    pub fn verdict(&self, counts: &PairCounts) -> SprtVerdict {
        let ratio = self.log_likelihood_ratio(counts);
        if ratio >= Self::bound() {
            SprtVerdict::Accept
        } else if ratio <= -Self::bound() {
            SprtVerdict::Reject
        } else {
            SprtVerdict::Continue
        }
    }
}

/// Returns the distribution with expectation `mean` under which the `observed` frequencies are likeliest.
///
/// With Lagrange multipliers `p_i = observed_i / (1 + t (a_i - mean))`, where t is the one root of
/// `sum p_i (a_i - mean) = 0` that keeps every probability positive; the sum falls in t, so
/// bisection finds it.
fn likeliest_with_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    let [worst, .., best] = PAIR_SCORES;
    let (mut low, mut high) = (-1.0 / (best - mean), 1.0 / (mean - worst));
    let tilted = |t: f64| {
        let mut distribution = *observed;
        for (probability, score) in distribution.iter_mut().zip(PAIR_SCORES) {
            *probability /= 1.0 + t * (score - mean);
        }
        distribution
    };
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        let excess: f64 = tilted(middle)
            .iter()
            .zip(PAIR_SCORES)
            .map(|(probability, score)| probability * (score - mean))
            .sum();
        if excess > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    tilted(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1).expect("a sensible test")
    }

    /// Checks log-likelihood ratios that fishtest published in 2020, when its bounds were logistic Elo (Stockfish
    /// pull requests 3209, 2971, 3098, 2950).
    #[test]
    fn published_ratios_come_back() {
        for (counts, elo0, elo1, expected) in [
            ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
            ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
            ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96),
            ([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93),
            ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
            ([133, 1751, 5094, 1849, 165], -0.5, 1.5, 2.94),
        ] {
            let ratio = sprt(elo0, elo1).log_likelihood_ratio(&PairCounts(counts));
            assert!((ratio - expected).abs() < 0.006, "{ratio} for {counts:?}");
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
    }

    #[test]
    fn clear_matches_are_decided_and_empty_ones_are_not() {
        let test = sprt(0.0, 10.0);
        assert_eq!(test.verdict(&PairCounts::default()), SprtVerdict::Continue);
        assert_eq!(
            test.verdict(&PairCounts([0, 0, 0, 0, 5])),
            SprtVerdict::Continue
        );
        assert_eq!(
            test.verdict(&PairCounts([0, 0, 0, 0, 500])),
            SprtVerdict::Accept
        );
        assert_eq!(
            test.verdict(&PairCounts([500, 0, 0, 0, 0])),
            SprtVerdict::Reject
        );
    }

    #[test]
    fn hypotheses_in_the_wrong_order_are_refused() {
        for (elo0, elo1) in [
            (5.0, 0.0),
            (1.0, 1.0),
            (f64::NAN, 1.0),
            (0.0, f64::INFINITY),
        ] {
            assert!(Sprt::new(elo0, elo1).is_err());
        }
    }

    proptest! {
        #[test]
        fn the_constrained_distribution_has_its_mean(counts in [1..2000_u64, 1..2000, 1..2000, 1..2000, 1..2000], elo in -300.0..300.0_f64) {
            let total: u64 = counts.iter().sum();
            let observed = counts.map(|count| count as f64 / total as f64);
            let wanted = score_of_elo(elo);
            let fitted = likeliest_with_mean(&observed, wanted);
            let mass: f64 = fitted.iter().sum();
            let mean: f64 = fitted.iter().zip(PAIR_SCORES).map(|(p, a)| p * a).sum();
            prop_assert!((mass - 1.0).abs() < 1e-6, "{mass}");
            prop_assert!((mean - wanted).abs() < 1e-6, "{mean}");
        }

        #[test]
        fn swapping_players_and_hypotheses_negates_the_ratio(counts: [u16; 5]) {
            let counts = PairCounts(counts.map(u64::from));
            let ours = sprt(-2.0, 7.0).log_likelihood_ratio(&counts);
            let theirs = sprt(-7.0, 2.0).log_likelihood_ratio(&counts.swapped());
            prop_assert!((ours + theirs).abs() < 1e-6 * (1.0 + ours.abs()), "{ours} {theirs}");
        }
    }
}
