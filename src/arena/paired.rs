//! Elo from scores by block: of one arm, and of the difference of two arms on the same games.
//!
//! A block is a set of games that hang together, such as both colours of one opening against one
//! opponent. Scores become Elo by the logistic curve, differences of scores by its slope at the
//! mean score, errors by the spread of the blocks (delta method).

use serde::Serialize;

use crate::bayes::half_width_95;
use crate::units::ELO_PER_LOGIT;

/// The squared error of a block before the first one, that of a pair of games spread evenly over its five
/// outcomes. It keeps the error of a few equal blocks from being zero.
pub const PRIOR_VARIANCE: f64 = 0.125;

/// A figure in Elo with its error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloFigure {
    /// The figure.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub elo_error_95: f64,
}

impl EloFigure {
    /// The Elo of an arm over its opponents, from its score in each block, 0 to 1.
    ///
    /// It is the logistic Elo of the mean score; half a lost or won half point stands in for none.
    ///
    /// ```
    /// use bayeschess::arena::EloFigure;
    /// let figure = EloFigure::of_scores(&[0.75, 0.5, 1.0, 0.5]);
    /// assert!((figure.elo - 137.0).abs() < 0.1);
    /// ```
    pub fn of_scores(scores: &[f64]) -> Self {
        let count = scores.len().max(1) as f64;
        let bound = 0.125 / count;
        let score = mean(scores).clamp(bound, 1.0 - bound);
        Self {
            elo: ELO_PER_LOGIT * (score / (1.0 - score)).ln(),
            elo_error_95: half_width_95(standard_error(scores)) * slope(score),
        }
    }

    /// The Elo of the first arm less that of the second, from the scores of both in each block.
    pub fn of_differences(pairs: &[[f64; 2]]) -> Self {
        let scores: Vec<f64> = pairs.iter().flatten().copied().collect();
        let differences: Vec<f64> = pairs.iter().map(|[one, other]| one - other).collect();
        Self::of_difference(
            mean(&differences),
            standard_error(&differences),
            mean(&scores),
        )
    }

    /// A difference of scores in Elo, at a mean score.
    pub fn of_difference(difference: f64, standard_error: f64, score: f64) -> Self {
        let slope = slope(score.clamp(0.02, 0.98));
        Self {
            elo: slope * difference,
            elo_error_95: slope * half_width_95(standard_error),
        }
    }

    /// Returns true if the 95 % interval holds zero.
    pub fn holds_zero(&self) -> bool {
        self.elo.abs() <= self.elo_error_95
    }
}

/// Elo for each point of score.
fn slope(score: f64) -> f64 {
    ELO_PER_LOGIT / (score * (1.0 - score))
}

/// The mean; one half without values.
fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.5;
    }
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard error of the mean of blocks.
fn standard_error(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    ((squares + PRIOR_VARIANCE) / count / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::elo::PairCounts;
    use super::*;
    use crate::units::score_of_elo;
    use proptest::prelude::*;

    #[test]
    fn many_pairs_give_the_elo_of_pair_counts() {
        let counts = [56, 1144, 2546, 1310, 77];
        let scores: Vec<f64> = counts
            .iter()
            .zip([0.0, 0.25, 0.5, 0.75, 1.0])
            .flat_map(|(count, score)| std::iter::repeat_n(score, *count))
            .collect();
        let figure = EloFigure::of_scores(&scores);
        let estimate = PairCounts(counts.map(|count| count as u64)).estimate();
        assert!((figure.elo - estimate.elo).abs() < 0.01);
        assert!((figure.elo_error_95 - estimate.elo_error_95).abs() < 0.01);
    }

    #[test]
    fn extremes_stay_finite_and_equal_blocks_are_not_certain() {
        for scores in [&[][..], &[1.0], &[0.0, 0.0], &[0.5; 8]] {
            let figure = EloFigure::of_scores(scores);
            assert!(figure.elo.is_finite() && figure.elo_error_95.is_finite());
            assert!(figure.elo_error_95 > 0.0);
        }
        let same = EloFigure::of_differences(&[[0.5, 0.5]; 4]);
        assert!(same.elo == 0.0 && same.elo_error_95 > 0.0 && same.holds_zero());
    }

    #[test]
    fn common_noise_cancels_in_differences() {
        let noise = [0.0, 0.25, 0.5, 0.75];
        let pairs: Vec<[f64; 2]> = (0..4000)
            .map(|block| noise[block % 4])
            .map(|noise| [noise + 0.1, noise])
            .collect();
        let figure = EloFigure::of_differences(&pairs);
        assert!((figure.elo - 71.0).abs() < 2.0, "{figure:?}");
        assert!(figure.elo_error_95 < 0.5);
    }

    /// Blocks of two games an arm with an advantage of the first arm.
    fn simulated(advantage: f64, blocks: usize, seed: u64) -> Vec<[f64; 2]> {
        let mut rng = crate::rng::stream(seed, "simulated blocks", 0);
        let mut game = |elo: f64| {
            let (expected, luck): (f64, f64) = (score_of_elo(elo), rng.random());
            match luck {
                luck if luck < expected - 0.06 => 1.0,
                luck if luck < expected + 0.06 => 0.5,
                _ => 0.0,
            }
        };
        let mut pair = |elo| f64::midpoint(game(elo), game(elo));
        (0..blocks).map(|_| [pair(advantage), pair(0.0)]).collect()
    }

    #[test]
    fn a_planted_gain_is_found_and_none_is_found_where_there_is_none() {
        let found = |advantage: f64| {
            let figures = (0..200).map(|seed| simulated(advantage, 6_000, seed));
            let figures = figures.map(|pairs| EloFigure::of_differences(&pairs));
            figures
                .filter(|figure| figure.elo > figure.elo_error_95)
                .count()
        };
        let (planted, none) = (found(15.0), found(0.0));
        assert!(planted >= 180, "{planted} of 200");
        // One in forty lies beyond the upper bound by chance.
        assert!(none <= 12, "{none} of 200");
    }

    proptest! {
        #[test]
        fn swapping_the_arms_negates_the_difference(pairs in prop::collection::vec([0.0..1.0_f64, 0.0..1.0], 1..50)) {
            let swapped: Vec<[f64; 2]> = pairs.iter().map(|[one, other]| [*other, *one]).collect();
            let [one, other] = [&pairs, &swapped].map(|pairs| EloFigure::of_differences(pairs));
            prop_assert!((one.elo + other.elo).abs() < 1e-9);
            prop_assert!((one.elo_error_95 - other.elo_error_95).abs() < 1e-9);
        }
    }
}
