//! Simulated games with a planted headroom, for the tests of its estimates.

use rand::RngExt as _;
use rand_distr::StandardNormal;

use super::choice::PolicyBlocks;
use crate::bayes::mean_row;
use crate::rng::stream;
use crate::units::score_of_elo;

/// Pairs of games around expected scores by opponent and policy, in Elo; the games of a block hang together.
pub(super) fn simulated(elo: &[Vec<f64>], blocks: usize, seed: u64) -> Vec<PolicyBlocks> {
    let mut rng = stream(seed, "simulated blocks", 0);
    let mut game = |expected: f64| {
        let (draw, luck) = (0.15, rng.random::<f64>());
        if luck < expected - draw / 2.0 {
            1.0
        } else if luck < expected + draw / 2.0 {
            0.5
        } else {
            0.0
        }
    };
    elo.iter()
        .map(|row| {
            (0..blocks)
                .map(|_| {
                    row.iter()
                        .map(|elo| {
                            let expected = score_of_elo(*elo);
                            f64::midpoint(game(expected), game(expected))
                        })
                        .collect()
                })
                .collect()
        })
        .collect()
}

/// Every opponent has a policy of its own that is better than all others.
pub(super) fn planted(headroom: f64, opponents: usize, policies: usize) -> Vec<Vec<f64>> {
    let own = |opponent: usize| 1 + opponent % (policies - 1);
    // Against its own opponents a policy is `gain` ahead; the best for all has its share of that.
    let share = opponents.div_ceil(policies - 1) as f64 / opponents as f64;
    let gain = headroom / (1.0 - share);
    (0..opponents)
        .map(|opponent| {
            let elo = |policy| if policy == own(opponent) { gain } else { 0.0 };
            (0..policies).map(elo).collect()
        })
        .collect()
}

/// One policy is best against half of the opponents, another against the rest.
pub(super) fn halves(headroom: f64, opponents: usize, policies: usize) -> Vec<Vec<f64>> {
    let row = |opponent: usize| {
        let best = usize::from(2 * opponent >= opponents);
        (0..policies)
            .map(|policy| if policy == best { 2.0 * headroom } else { 0.0 })
            .collect()
    };
    (0..opponents).map(row).collect()
}

/// Every policy suits every opponent by a normal draw.
pub(super) fn matched(
    headroom: f64,
    opponents: usize,
    policies: usize,
    seed: u64,
) -> Vec<Vec<f64>> {
    let mut rng = stream(seed, "matched policies", 0);
    let mut table: Vec<Vec<f64>> = (0..opponents)
        .map(|_| (0..policies).map(|_| rng.sample(StandardNormal)).collect())
        .collect();
    let largest = |row: &Vec<f64>| row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let best = table.iter().map(largest).sum::<f64>() / opponents as f64;
    let drawn = best - largest(&mean_row(table.iter()));
    for value in table.iter_mut().flatten() {
        *value *= headroom / drawn;
    }
    table
}
