//! Many tests at once: adjusted p-values that bound the false-discovery rate.
//!
//! Of the tests whose adjusted p-value is at most q, an expected share of at most q are true null hypotheses. Sources:
//! Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", *Journal of the Royal Statistical Society B*
//! 57 (1995), pp. 289-300, for independent tests; Y. Benjamini and D. Yekutieli, "The control of the false discovery
//! rate in multiple testing under dependency", *Annals of Statistics* 29 (2001), pp. 1165-1188, for tests that depend
//! on each other in any way.

use statrs::distribution::{ContinuousCDF as _, Normal};

/// How the tests of one family depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestDependence {
    /// Independent, or positively dependent (Benjamini and Hochberg).
    Independent,
    /// Unknown, negative dependence included (Benjamini and Yekutieli).
    Any,
}

/// Returns the adjusted p-value of each test, in the order given, from 0 to 1.
///
/// A test is a discovery at the false-discovery rate q if its adjusted p-value is at most q.
///
/// ```
/// use bayeschess::bayes::{TestDependence, adjusted_p_values};
/// let adjusted = adjusted_p_values(&[0.01, 0.04, 0.03], TestDependence::Independent);
/// assert!((adjusted[0] - 0.03).abs() < 1e-12 && (adjusted[1] - 0.04).abs() < 1e-12);
/// ```
pub fn adjusted_p_values(p_values: &[f64], dependence: TestDependence) -> Vec<f64> {
    let tests = p_values.len() as f64;
    let factor = match dependence {
        TestDependence::Independent => 1.0,
        TestDependence::Any => (1..=p_values.len()).map(|rank| 1.0 / rank as f64).sum(),
    };
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|one, other| p_values[*one].total_cmp(&p_values[*other]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least = 1.0_f64;
    for (rank, test) in order.iter().enumerate().rev() {
        least = least.min(p_values[*test] * tests * factor / (rank + 1) as f64);
        adjusted[*test] = least;
    }
    adjusted
}

/// Returns how many standard errors the largest of `tests` estimates exceeds by chance with probability `level`, on
/// either side (Bonferroni's bound).
pub fn bonferroni_bound(level: f64, tests: usize) -> f64 {
    Normal::standard().inverse_cdf(1.0 - level / (2.0 * tests.max(1) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_is_tested_the_more_is_asked() {
        let bound = |tests| bonferroni_bound(0.05, tests);
        assert!((bound(1) - 1.96).abs() < 0.01);
        assert!(bound(20) > 3.0 && bound(20) < bound(100));
    }

    use crate::rng::stream;
    use proptest::prelude::*;

    /// The step-up rule as published: the largest k with p(k) ≤ k q / (m c) rejects the k smallest.
    fn step_up(p_values: &[f64], q: f64, factor: f64) -> Vec<bool> {
        let mut sorted = p_values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let tests = sorted.len() as f64;
        let is_low = |(place, p): &(usize, &f64)| **p <= (place + 1) as f64 * q / (tests * factor);
        let border = sorted.iter().enumerate().rfind(is_low);
        let border = border.map_or(-1.0, |(_, p)| *p);
        p_values.iter().map(|p| *p <= border).collect()
    }

    proptest! {
        #[test]
        fn adjusting_is_the_published_rule(
            p_values in prop::collection::vec(0.0_f64..1.0, 1..60),
            q in 0.01_f64..0.5,
        ) {
            let harmonic: f64 = (1..=p_values.len()).map(|rank| 1.0 / rank as f64).sum();
            for (dependence, factor) in [(TestDependence::Independent, 1.0), (TestDependence::Any, harmonic)] {
                let adjusted = adjusted_p_values(&p_values, dependence);
                // Rounding may move a value across the border.
                prop_assume!(adjusted.iter().all(|p| (p - q).abs() > 1e-9));
                let found: Vec<bool> = adjusted.iter().map(|p| *p <= q).collect();
                prop_assert_eq!(found, step_up(&p_values, q, factor));
            }
        }

        #[test]
        fn adjusted_values_keep_the_order_and_never_fall(
            mut p_values in prop::collection::vec(0.0_f64..1.0, 1..60),
        ) {
            p_values.sort_by(f64::total_cmp);
            let independent = adjusted_p_values(&p_values, TestDependence::Independent);
            let any = adjusted_p_values(&p_values, TestDependence::Any);
            prop_assert!(independent.is_sorted() && any.is_sorted());
            for ((p, one), other) in p_values.iter().zip(&independent).zip(&any) {
                // Rounding alone may lower a value.
                prop_assert!(*p <= one + 1e-12 && *one <= other + 1e-12 && *other <= 1.0);
            }
        }
    }

    #[test]
    fn without_effects_at_most_one_family_in_ten_has_a_finding() {
        let mut random = stream(1, "false discovery", 0);
        let families = 4_000;
        let found = (0..families)
            .filter(|_| {
                let p_values: Vec<f64> = (0..40).map(|_| random.random::<f64>()).collect();
                adjusted_p_values(&p_values, TestDependence::Independent)
                    .iter()
                    .any(|p| *p <= 0.1)
            })
            .count();
        // With independent tests the rate is 10 % exactly; four standard errors are allowed.
        assert!((324..=476).contains(&found), "{found} of {families}");
    }

    #[test]
    fn nothing_to_test_gives_nothing() {
        assert!(adjusted_p_values(&[], TestDependence::Any).is_empty());
    }
}
