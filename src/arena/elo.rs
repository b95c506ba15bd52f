//! Elo from pairs of games: score, error, and likelihood of superiority.
//!
//! Formulas: the logistic Elo of a score s is 400 log10(s / (1 - s)); the variance is that of the
//! pairs' mean score, as fishtest, `OpenBench` and fastchess compute it (M. Van den Bergh, *Normalized
//! Elo*, 2021, for the pentanomial variance and for the normalised Elo).

use crate::bayes::Z_95;
use serde::Serialize;
use statrs::function::erf::erfc;

use crate::record::SideResult;
use crate::units::ELO_PER_LOGIT;

/// Scores of one pair as a share of its two points, for the first player, by number of half points.
pub(super) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The weight of each pair outcome before the first game: one pair in all, spread evenly.
///
/// This is Perks's prior for a multinomial (W. Perks, *Some observations on inverse probability*,
/// 1947). It keeps Elo and its error finite at 0 % and 100 %, where the plain estimate is infinite
/// and certain, and moves a match of 500 pairs at +100 Elo by about a fifth of an Elo.
pub(super) const PRIOR: f64 = 0.2;

/// Pentanomial counts of pairs by the first player's points: 0, 1/2, 1, 3/2, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// Adds the two games of one pair; `results` are those of the first player.
    pub fn add(&mut self, results: [SideResult; 2]) {
        let half_points: u8 = results.map(SideResult::half_points).iter().sum();
        self.0[usize::from(half_points)] += 1;
    }

    /// Returns the number of pairs counted.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the same pairs from the second player's side.
    pub fn swapped(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// Returns the first player's share of the points, 0 to 1; one half before the first pair.
    pub fn score(&self) -> f64 {
        match self.pairs() {
            0 => 0.5,
            pairs => self.weighted(0.0, |score| score) / pairs as f64,
        }
    }

    /// Returns the estimated difference in strength between the two players, with its error.
    ///
    /// ```
    /// use bayeschess::arena::PairCounts;
    /// // 10,266 games that OpenBench reported as +7.04 ± 3.62.
    /// let estimate = PairCounts([56, 1144, 2546, 1310, 77]).estimate();
    /// assert!((estimate.elo - 7.04).abs() < 0.01);
    /// assert!((estimate.elo_error_95 - 3.62).abs() < 0.01);
    /// ```
    pub fn estimate(&self) -> EloEstimate {
        let pairs = self.pairs() as f64 + 5.0 * PRIOR;
        let mean = self.weighted(PRIOR, |score| score) / pairs;
        let variance = self.weighted(PRIOR, |score| (score - mean).powi(2)) / pairs;
        let standard_error = (variance / pairs).sqrt();
        let deviation = mean - 0.5;
        // Standard deviation of one game if the games of a pair were independent: √2 times that of the pair's mean
        // score.
        let game_deviation = (2.0 * variance).sqrt();
        EloEstimate {
            score: self.score(),
            elo: elo_of_score(mean),
            // The error is carried over by the slope (delta method), so that it is symmetric.
            elo_error_95: Z_95 * standard_error * ELO_PER_LOGIT / (mean * (1.0 - mean)),
            los: 0.5 * erfc(-deviation / standard_error / std::f64::consts::SQRT_2),
            normalised_elo: 2.0 * ELO_PER_LOGIT * deviation / game_deviation,
            normalised_elo_error_95: Z_95 * 2.0 * ELO_PER_LOGIT / (2.0 * pairs).sqrt(),
        }
    }

    /// Returns the sum of `value(score)` over all pairs and over `prior` extra pairs of each outcome.
    fn weighted(&self, prior: f64, value: impl Fn(f64) -> f64) -> f64 {
        PAIR_SCORES
            .iter()
            .zip(self.0)
            .map(|(score, count)| (count as f64 + prior) * value(*score))
            .sum()
    }
}

/// Estimated strength of the first player relative to the second, in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// Share of the points of the first player, 0 to 1, without the prior.
    pub score: f64,
    /// Logistic Elo, positive when the first player is stronger; finite also at 0 % and 100 %.
    pub elo: f64,
    /// Half the width of the 95 % interval around `elo`, in Elo.
    pub elo_error_95: f64,
    /// Likelihood of superiority: the probability, 0 to 1, that the first player is stronger.
    pub los: f64,
    /// Normalised Elo: the difference in units of one game's standard deviation. It hardly depends on the draw rate.
    pub normalised_elo: f64,
    /// Half the width of the 95 % interval around `normalised_elo`.
    pub normalised_elo_error_95: f64,
}

impl EloEstimate {
    /// Returns the stronger player, if the whole 95 % interval lies on one side of zero.
    fn stronger_side(&self) -> StrongerSide {
        if self.elo > self.elo_error_95 {
            StrongerSide::FirstStronger
        } else if self.elo < -self.elo_error_95 {
            StrongerSide::SecondStronger
        } else {
            StrongerSide::Nothing
        }
    }

    /// Returns the conclusion in one sentence, without a full stop.
    ///
    /// ```
    /// use bayeschess::arena::PairCounts;
    /// let verdict = PairCounts([10, 40, 100, 60, 20]).estimate().verdict("A", "B");
    /// assert_eq!(verdict, "A is stronger: +30 ± 22 Elo (95 %)");
    /// ```
    pub fn verdict(&self, first: &str, second: &str) -> String {
        let error = self.elo_error_95;
        match self.stronger_side() {
            StrongerSide::FirstStronger => {
                format!(
                    "{first} is stronger: {} Elo (95 %)",
                    plus_minus(self.elo, error)
                )
            }
            StrongerSide::SecondStronger => {
                format!(
                    "{second} is stronger: {} Elo (95 %)",
                    plus_minus(-self.elo, error)
                )
            }
            StrongerSide::Nothing => format!(
                "no difference shown: {first} at {} Elo (95 %)",
                plus_minus(self.elo, error)
            ),
        }
    }
}

/// Formats a value and half the width of its interval, with decimals suited to the error:
/// `+52 ± 11`, `-3.1 ± 2.4`.
pub fn plus_minus(value: f64, error: f64) -> String {
    let decimals = usize::from(error < 9.95);
    // A value that rounds to zero is shown without a minus sign; a half rounds to the even number.
    let is_zero = if decimals == 0 {
        value.abs() <= 0.5
    } else {
        value.abs() < 0.05
    };
    let value = if is_zero { 0.0 } else { value };
    format!("{value:+.decimals$} ± {error:.decimals$}")
}

/// Conclusion of a match at 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StrongerSide {
    /// The first player is stronger.
    FirstStronger,
    /// The second player is stronger.
    SecondStronger,
    /// The interval contains zero, so neither player is shown to be stronger.
    Nothing,
}

/// Returns the Elo difference at which the expected score is `score`, which must lie in (0, 1).
fn elo_of_score(score: f64) -> f64 {
    ELO_PER_LOGIT * (score / (1.0 - score)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::score_of_elo;
    use proptest::prelude::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!(
            (value - expected).abs() <= tolerance,
            "{value} is not {expected} within {tolerance}"
        );
    }

    #[test]
    fn a_value_that_rounds_to_zero_has_no_minus_sign() {
        for (value, error, text) in [
            (-0.3, 12.0, "+0 ± 12"),
            (-0.5, 12.0, "+0 ± 12"),
            (-0.6, 12.0, "-1 ± 12"),
            (-0.04, 2.4, "+0.0 ± 2.4"),
            (-0.06, 2.4, "-0.1 ± 2.4"),
        ] {
            assert_eq!(plus_minus(value, error), text);
        }
    }

    /// Checks pair counts, Elo and half width as `OpenBench` published them (Clockwork pull request 364, viridithas
    /// pull request 210).
    #[test]
    fn published_results_come_back() {
        for (counts, elo, error) in [
            ([398, 4112, 7672, 4336, 430], 2.95, 2.18),
            ([56, 1144, 2546, 1310, 77], 7.04, 3.62),
            ([5, 295, 1145, 466, 2], 14.99, 4.97),
            ([189, 845, 1540, 899, 214], 4.90, 5.35),
        ] {
            let estimate = PairCounts(counts).estimate();
            near(estimate.elo, elo, 0.011);
            near(estimate.elo_error_95, error, 0.011);
        }
    }

    /// Checks normalised Elo as fastchess published it (Reckless, progress tracking, 2025-12-06).
    #[test]
    fn published_normalised_elo_comes_back() {
        let estimate = PairCounts([59, 1751, 4800, 3267, 169]).estimate();
        near(estimate.elo, 30.09, 0.011);
        near(estimate.elo_error_95, 2.56, 0.011);
        near(estimate.normalised_elo, 56.71, 0.02);
        near(estimate.normalised_elo_error_95, 4.80, 0.01);
    }

    /// Checks a case worked by hand: four even pairs and the prior. Mean 1/2, variance 0.2 (2/4 + 2/16) / 5 = 1/40.
    #[test]
    fn a_drawn_match_is_worked_by_hand() {
        let estimate = PairCounts([0, 0, 4, 0, 0]).estimate();
        near(estimate.elo, 0.0, 1e-9);
        near(estimate.los, 0.5, 1e-9);
        let standard_error = (1.0_f64 / 40.0 / 5.0).sqrt();
        let slope = 400.0 / 10.0_f64.ln() * 4.0;
        near(estimate.elo_error_95, Z_95 * standard_error * slope, 1e-9);
    }

    #[test]
    fn a_clean_sweep_stays_finite_and_its_lower_bound_rises() {
        let few = PairCounts([0, 0, 0, 0, 5]).estimate();
        let many = PairCounts([0, 0, 0, 0, 500]).estimate();
        near(many.score, 1.0, 0.0);
        for estimate in [few, many, PairCounts::default().estimate()] {
            assert!(estimate.elo.is_finite() && estimate.elo_error_95.is_finite());
            assert!(estimate.elo_error_95 > 0.0);
        }
        assert!(many.elo - many.elo_error_95 > few.elo - few.elo_error_95);
        assert_eq!(many.stronger_side(), StrongerSide::FirstStronger);
        assert_eq!(
            PairCounts([0, 0, 1, 0, 0]).estimate().stronger_side(),
            StrongerSide::Nothing
        );
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        use SideResult::{Draw, Loss, Win};
        let mut counts = PairCounts::default();
        for pair in [
            [Win, Win],
            [Win, Draw],
            [Draw, Draw],
            [Loss, Win],
            [Loss, Loss],
        ] {
            counts.add(pair);
        }
        assert_eq!(counts, PairCounts([1, 0, 2, 1, 1]));
        near(counts.score(), 0.55, 1e-12);
    }

    #[test]
    fn verdicts_are_said_from_the_winners_side() {
        let estimate = PairCounts([20, 60, 100, 40, 10]).estimate();
        assert_eq!(
            estimate.verdict("A", "B"),
            "B is stronger: +30 ± 22 Elo (95 %)"
        );
        let even = PairCounts([0, 0, 2000, 0, 0]).estimate();
        assert_eq!(
            even.verdict("A", "B"),
            "no difference shown: A at +0.0 ± 0.2 Elo (95 %)"
        );
    }

    proptest! {
        #[test]
        fn swapping_the_players_negates_elo(counts: [u16; 5]) {
            let counts = PairCounts(counts.map(u64::from));
            let (ours, theirs) = (counts.estimate(), counts.swapped().estimate());
            prop_assert!((ours.elo + theirs.elo).abs() < 1e-6);
            prop_assert!((ours.elo_error_95 - theirs.elo_error_95).abs() < 1e-6);
            prop_assert!((ours.los + theirs.los - 1.0).abs() < 1e-9);
            prop_assert!((ours.normalised_elo + theirs.normalised_elo).abs() < 1e-6);
        }

        #[test]
        fn more_pairs_of_the_same_kind_shrink_the_error(counts in [5..500_u64, 5..500, 5..500, 5..500, 5..500]) {
            let four_times = PairCounts(counts.map(|count| 4 * count)).estimate();
            let once = PairCounts(counts).estimate();
            let ratio = once.elo_error_95 / four_times.elo_error_95;
            prop_assert!((1.8..2.2).contains(&ratio), "{ratio}");
        }

        #[test]
        fn elo_and_score_are_inverse(elo in -1500.0..1500.0_f64) {
            prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6);
        }
    }
}
