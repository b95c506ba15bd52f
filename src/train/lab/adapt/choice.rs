//! The policies chosen on the first fold: the best fixed one over all opponents, by strength band, and by opponent.

use super::arms::{FIXED_POLICIES, FixedPolicy};
use super::opponent::TrialOpponent;
use super::strength_band::StrengthBand;
use crate::bayes::mean_row;

/// Scores of a policy in the blocks of one opponent, 0 to 1 each: `blocks[block][policy]`.
pub type PolicyBlocks = Vec<Vec<f64>>;

/// The chosen policies, by their indices in [`FIXED_POLICIES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyChoice {
    /// Best over all opponents.
    pub best_fixed: usize,
    /// Best against each opponent.
    pub best: Vec<usize>,
    /// Worst against each opponent.
    pub worst: Vec<usize>,
    /// Best against the strength band of each opponent.
    pub best_of_band: Vec<usize>,
}

impl PolicyChoice {
    /// Chooses by mean scores, `means[opponent][policy]`, with equal weights of opponents. Of equal policies
    /// the first is taken.
    pub fn of(means: &[Vec<f64>], opponents: &[TrialOpponent]) -> Self {
        let negated = |row: &Vec<f64>| row.iter().map(|mean| -mean).collect::<Vec<f64>>();
        let of_band = |band: StrengthBand| {
            let rows = means.iter().zip(opponents);
            let rows = rows.filter(|(_, opponent)| opponent.band() == band);
            argmax(&mean_row(rows.map(|(row, _)| row)))
        };
        Self {
            best_fixed: argmax(&mean_row(means.iter())),
            best: means.iter().map(|row| argmax(row)).collect(),
            worst: means.iter().map(|row| argmax(&negated(row))).collect(),
            best_of_band: opponents
                .iter()
                .map(|opponent| of_band(opponent.band()))
                .collect(),
        }
    }

    /// Returns the best fixed policy.
    pub fn best_policy(&self) -> &'static FixedPolicy {
        &FIXED_POLICIES[self.best_fixed]
    }
}

/// Returns the mean score of each policy over the blocks of each opponent.
pub fn policy_means(blocks: &[PolicyBlocks]) -> Vec<Vec<f64>> {
    blocks
        .iter()
        .map(|blocks| mean_row(blocks.iter()))
        .collect()
}

/// Returns the index of the largest value, the first of equals; 0 without values.
pub(super) fn argmax(values: &[f64]) -> usize {
    let mut best = 0;
    for (place, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = place;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::pool::OpponentPool;
    use super::super::styles::TrialFold;
    use super::*;

    #[test]
    fn the_best_of_all_of_a_band_and_of_one_opponent_differ() {
        let opponents: Vec<TrialOpponent> = OpponentPool::Mixed.opponents(TrialFold::Choosing);
        let means: Vec<Vec<f64>> = opponents
            .iter()
            .enumerate()
            .map(|(place, opponent)| match opponent.band() {
                StrengthBand::Weaker => vec![0.7, 0.9, 0.6],
                _ if place == 1 => vec![0.3, 0.2, 0.6],
                _ => vec![0.5, 0.3, 0.4],
            })
            .collect();
        let choice = PolicyChoice::of(&means, &opponents);
        assert_eq!(choice.best_fixed, 0);
        assert_eq!((choice.best[1], choice.worst[1]), (2, 1));
        for (place, opponent) in opponents.iter().enumerate() {
            let weaker = opponent.band() == StrengthBand::Weaker;
            assert_eq!(choice.best_of_band[place], usize::from(weaker));
        }
        assert_eq!(choice.best_policy().name, "neutral");
    }

    #[test]
    fn of_equals_the_first_is_chosen() {
        assert_eq!(argmax(&[0.5, 0.5, 0.4]), 0);
        assert_eq!(argmax(&[]), 0);
        assert_eq!(
            mean_row([vec![0.0, 1.0], vec![1.0, 1.0]].iter()),
            [0.5, 1.0]
        );
    }
}
