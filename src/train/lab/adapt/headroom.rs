//! Estimates the headroom: the most that choosing a policy by opponent can gain over one policy for all.
//!
//! The blocks of each opponent are divided into halves. On one half the best policy for each opponent and the best
//! for all are chosen, on the other they are valued. Then the halves change places, and both differences are
//! averaged. Valuing a choice on the games that it was made from would count noise as gain.
//!
//! The interval is a bootstrap over blocks within opponent and half, in which everything is chosen anew (Efron and
//! Tibshirani, *An Introduction to the Bootstrap*, 1993, §6.4). A choice from half of the games is worth less than
//! the best one, so the estimate is too low where policies differ by about their error.

use rand::{Rng, RngExt as _};

use super::choice::{PolicyBlocks, argmax};
use crate::arena::EloFigure;
use crate::arena::paired::PRIOR_VARIANCE;
use crate::bayes::mean_row;

/// Means of each policy by opponent and half.
type HalfMeans = Vec<[Vec<f64>; 2]>;

/// Estimates the headroom from the blocks of each opponent, in Elo; `None` unless some opponent has two blocks.
///
/// Opponents with a single block are left out.
pub fn headroom(
    opponents: &[PolicyBlocks],
    resamples: u32,
    rng: &mut impl Rng,
) -> Option<EloFigure> {
    let halves: Vec<[PolicyBlocks; 2]> = opponents
        .iter()
        .filter(|blocks| blocks.len() > 1)
        .map(|blocks| {
            let half = |first: usize| blocks.iter().skip(first).step_by(2).cloned().collect();
            [half(0), half(1)]
        })
        .collect();
    if halves.is_empty() {
        return None;
    }
    let means: HalfMeans = halves
        .iter()
        .map(|halves| halves.each_ref().map(|half| mean_row(half.iter())))
        .collect();
    let estimate = cross_fitted(&means);
    let mut resampled = Vec::new();
    for _ in 0..resamples {
        let drawn: HalfMeans = halves
            .iter()
            .map(|halves| halves.each_ref().map(|half| resampled_mean(half, rng)))
            .collect();
        resampled.push(cross_fitted(&drawn));
    }
    let blocks = halves.iter().flatten().map(Vec::len).sum::<usize>() as f64;
    let of_half = blocks / (2.0 * halves.len() as f64);
    let score = means.iter().flatten().flatten();
    let (sum, count) = score.fold((0.0, 0.0), |(sum, count), mean| (sum + mean, count + 1.0));
    Some(EloFigure::of_difference(
        estimate,
        standard_error(estimate, &resampled, of_half, blocks),
        sum / count,
    ))
}

/// Returns the value of the best policy for each opponent minus that of the best for all, chosen on one half and
/// valued on the other, both ways.
fn cross_fitted(means: &HalfMeans) -> f64 {
    let mut total = 0.0;
    for (chosen, valued) in [(0, 1), (1, 0)] {
        let for_all = argmax(&mean_row(means.iter().map(|halves| &halves[chosen])));
        for halves in means {
            let best = argmax(&halves[chosen]);
            total += halves[valued][best] - halves[valued][for_all];
        }
    }
    total / (2.0 * means.len() as f64)
}

/// Returns the mean of as many blocks, drawn with replacement.
pub(super) fn resampled_mean(blocks: &PolicyBlocks, rng: &mut impl Rng) -> Vec<f64> {
    let drawn = (0..blocks.len()).map(|_| &blocks[rng.random_range(0..blocks.len())]);
    mean_row(drawn)
}

/// Returns the standard error: the root mean square distance of resampled estimates from the estimate.
///
/// The distance from the estimate, rather than from their own mean, includes that a choice from few games is worth
/// less than the best one. With few blocks resampling shows too little, and with a single one nothing.
fn standard_error(estimate: f64, resampled: &[f64], blocks_of_half: f64, blocks: f64) -> f64 {
    let count = resampled.len().max(1) as f64;
    let squares: f64 = resampled
        .iter()
        .map(|value| (value - estimate).powi(2))
        .sum();
    let few = blocks_of_half / (blocks_of_half - 1.0).max(0.5);
    (few * squares / count + PRIOR_VARIANCE / blocks / blocks).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::simulated_tables::{planted, simulated};
    use super::*;
    use crate::rng::stream;

    fn figures(elo: &[Vec<f64>], blocks: usize, runs: u64, resamples: u32) -> Vec<EloFigure> {
        (0..runs)
            .map(|run| {
                let blocks = simulated(elo, blocks, run);
                let mut rng = stream(run, "bootstrap", 0);
                headroom(&blocks, resamples, &mut rng).expect("estimated")
            })
            .collect()
    }

    /// How many of the figures satisfy a condition.
    fn count(figures: &[EloFigure], holds: impl Fn(&EloFigure) -> bool) -> usize {
        figures.iter().filter(|figure| holds(figure)).count()
    }

    /// 12,000 games an arm: 1,500 games a policy on the first fold, against six opponents or twelve.
    #[test]
    fn a_planted_headroom_of_five_stays_below_the_upper_bound() {
        for (opponents, blocks) in [(6, 124), (12, 62)] {
            let found = figures(&planted(5.0, opponents, 8), blocks, 200, 100);
            let covered = count(&found, |figure| figure.elo + figure.elo_error_95 >= 5.0);
            assert!(covered >= 190, "{opponents} opponents: {covered} of 200");
        }
    }

    #[test]
    fn without_headroom_the_interval_holds_zero() {
        let found = figures(&planted(0.0, 6, 8), 124, 200, 100);
        let held = count(&found, EloFigure::holds_zero);
        assert!(held >= 188, "{held} of 200");
    }

    #[test]
    fn a_large_headroom_is_found() {
        let found = figures(&planted(80.0, 6, 8), 124, 40, 100);
        let mean = found.iter().map(|figure| figure.elo).sum::<f64>() / 40.0;
        assert!((60.0..90.0).contains(&mean), "{mean}");
        assert!(count(&found, |figure| figure.elo > figure.elo_error_95) >= 38);
    }

    #[test]
    fn a_single_block_gives_no_headroom() {
        let mut rng = stream(1, "bootstrap", 0);
        assert_eq!(headroom(&[vec![vec![0.5, 1.0]]], 10, &mut rng), None);
        assert_eq!(headroom(&[], 10, &mut rng), None);
    }
}
