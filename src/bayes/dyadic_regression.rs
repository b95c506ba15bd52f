//! Least squares for outcomes of pairs, with errors that allow for what the pairs share.
//!
//! Games of one player are not independent: a player who is better than their rating is so in all of their games. The
//! variance therefore sums the products of residuals over all pairs of rows that share a member (Aronow, Samii and
//! Assenova, "Cluster-robust variance estimation for dyadic data", *Political Analysis* 23, 2015). With few members
//! that sum is too small, so the error is never below that of independent rows (Imbens and Kolesár, "Robust standard
//! errors in small samples", *Review of Economics and Statistics* 98, 2016).

use std::collections::HashMap;

use super::half_width_95;
use super::linear::{invert_symmetric, sandwich, solve_symmetric};

/// One outcome of a pair of members.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DyadicRow<const N: usize> {
    /// The two members, by number.
    pub members: [u32; 2],
    /// The regressors; a constant is one of them, if it is wanted.
    pub regressors: [f64; N],
    /// The outcome.
    pub outcome: f64,
}

impl<const N: usize> DyadicRow<N> {
    /// The outcome less what the coefficients expect.
    fn residual(&self, values: &[f64]) -> f64 {
        let expected = self.regressors.iter().zip(values).map(|(x, b)| x * b);
        self.outcome - expected.sum::<f64>()
    }
}

/// A coefficient of a regression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficient {
    /// Change of the outcome for each unit of the regressor.
    pub value: f64,
    /// Its 95 % half width.
    pub error_95: f64,
}

/// Returns the coefficients of a least squares fit, in the order of the regressors; `None` where the rows do not
/// determine them.
pub fn fit_dyadic<const N: usize>(rows: &[DyadicRow<N>]) -> Option<[Coefficient; N]> {
    let mut products = vec![0.0; N * N];
    let mut right = vec![0.0; N];
    for row in rows {
        for (at, one) in row.regressors.iter().enumerate() {
            right[at] += one * row.outcome;
            for (cell, other) in products[at * N..].iter_mut().zip(&row.regressors) {
                *cell += one * other;
            }
        }
    }
    let values = solve_symmetric(&products, &right)?;
    let inverse = invert_symmetric(&products, N)?;
    let shared = sandwich(&shared_variance(rows, &values), &products, N)?;
    let residuals = rows.iter().map(|row| row.residual(&values).powi(2));
    let independent = residuals.sum::<f64>() / rows.len().saturating_sub(N).max(1) as f64;
    let mut found = [Coefficient {
        value: 0.0,
        error_95: 0.0,
    }; N];
    for (at, coefficient) in found.iter_mut().enumerate() {
        let place = at * N + at;
        *coefficient = Coefficient {
            value: values[at],
            error_95: half_width_95(
                shared[place]
                    .max(independent * inverse[place])
                    .max(0.0)
                    .sqrt(),
            ),
        };
    }
    Some(found)
}

/// Returns the sum, over all pairs of rows that share a member, of the products of their weighted residuals.
///
/// The sums over each member count rows of the same pair twice, so those of each pair are taken off once.
fn shared_variance<const N: usize>(rows: &[DyadicRow<N>], values: &[f64]) -> Vec<f64> {
    let mut by_member: HashMap<u32, [f64; N]> = HashMap::new();
    let mut by_pair: HashMap<[u32; 2], [f64; N]> = HashMap::new();
    for row in rows {
        let residual = row.residual(values);
        let [one, two] = row.members;
        let sums = [
            by_member.entry(one).or_insert([0.0; N]),
            by_pair
                .entry([one.min(two), one.max(two)])
                .or_insert([0.0; N]),
        ];
        for sum in sums {
            add(sum, &row.regressors, residual);
        }
        if one != two {
            add(
                by_member.entry(two).or_insert([0.0; N]),
                &row.regressors,
                residual,
            );
        }
    }
    let mut total = vec![0.0; N * N];
    let mut count = |sum: &[f64; N], sign: f64| {
        for (at, one) in sum.iter().enumerate() {
            for (cell, other) in total[at * N..].iter_mut().zip(sum) {
                *cell += sign * one * other;
            }
        }
    };
    // Sorted, so that rounding does not depend on the order of the maps.
    let mut members: Vec<_> = by_member.into_iter().collect();
    members.sort_unstable_by_key(|(member, _)| *member);
    let mut pairs: Vec<_> = by_pair.into_iter().collect();
    pairs.sort_unstable_by_key(|(pair, _)| *pair);
    for (_, sum) in &members {
        count(sum, 1.0);
    }
    for (_, sum) in pairs.iter().filter(|([one, two], _)| one != two) {
        count(sum, -1.0);
    }
    total
}

fn add<const N: usize>(sum: &mut [f64; N], regressors: &[f64; N], residual: f64) {
    for (cell, regressor) in sum.iter_mut().zip(regressors) {
        *cell += regressor * residual;
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::rng;

    /// 60 members, each with a hidden advantage that all of its outcomes share; the slope is known.
    fn simulated(seed: u64) -> Vec<DyadicRow<2>> {
        let mut draw = rng::stream(seed, "members", 0);
        let hidden: Vec<[f64; 2]> = (0..60).map(|_| [draw.random(), draw.random()]).collect();
        (0..1500)
            .map(|_| {
                let members = [draw.random_range(0..60), draw.random_range(0..60_u32)];
                let [one, two] = members.map(|member| hidden[member as usize]);
                let noise = draw.random::<f64>() - 0.5;
                DyadicRow {
                    members,
                    regressors: [1.0, one[0] - two[0]],
                    outcome: 0.3 * (one[0] - two[0]) + 0.4 * (one[1] - two[1]) + noise,
                }
            })
            .collect()
    }

    #[test]
    fn intervals_hold_a_planted_slope() {
        let held = (0..200)
            .filter(|seed| {
                let [_, slope] = fit_dyadic(&simulated(*seed)).expect("determined");
                (slope.value - 0.3).abs() <= slope.error_95
            })
            .count();
        // 190 of 200 are expected; errors that ignore the members hold it in about 130.
        assert!((176..=199).contains(&held), "{held} of 200");
    }

    #[test]
    fn rows_that_determine_nothing_have_no_coefficients() {
        let row = DyadicRow {
            members: [0, 1],
            regressors: [1.0, 1.0],
            outcome: 1.0,
        };
        assert_eq!(fit_dyadic(&[row; 5]), None);
        assert_eq!(fit_dyadic::<2>(&[]), None);
    }
}
