//! Interactions: options whose best values depend on each other.

use serde::Serialize;

use super::curve::{OptionCurve, POINT_IN_ELO};
use super::outcomes::TuneOutcomes;
use crate::arena::OptionDraws;
use crate::bayes::{bonferroni_bound, half_width_95};

/// Probability, over all pairs of options together, that chance alone shows an interaction.
const FALSE_ALARM: f64 = 0.05;

/// Two options whose values matter together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Interaction {
    /// Names of both options.
    pub options: [String; 2],
    /// Elo gained when both stand at the same end of their values instead of opposite ends.
    pub elo: f64,
    /// Its 95 % half width.
    pub elo_error_95: f64,
}

/// Returns the interactions that chance does not explain, the strongest first (Bonferroni's bound over all pairs of
/// options). Values count by their place in the list, from −1 to 1.
pub(super) fn interactions(
    outcomes: &TuneOutcomes,
    draws: &OptionDraws,
    curves: &[Option<OptionCurve>],
    seed: u64,
) -> Vec<Interaction> {
    let options = draws.options();
    let sizes: Vec<usize> = options.iter().map(|option| option.values.len()).collect();
    let pairs = sizes.len() * sizes.len().saturating_sub(1) / 2;
    let bound = bonferroni_bound(FALSE_ALARM, pairs);
    let mut sums = vec![ProductSums::default(); sizes.len() * sizes.len()];
    for outcome in outcomes.pairs() {
        let levels = draws.levels(seed, outcome.pair);
        let explained: f64 = levels
            .iter()
            .zip(curves)
            .filter_map(|([first, second], curve)| {
                let curve = curve.as_ref()?;
                Some(curve.strength(*first) - curve.strength(*second))
            })
            .sum();
        let rest = outcome.lead() - explained;
        let scaled: Vec<[f64; 2]> = levels
            .iter()
            .zip(&sizes)
            .map(|(levels, size)| levels.map(|level| scaled(level, *size)))
            .collect();
        for (one, a) in scaled.iter().enumerate() {
            for (two, b) in scaled.iter().enumerate().skip(one + 1) {
                sums[one * sizes.len() + two].add(a[0] * b[0] - a[1] * b[1], rest);
            }
        }
    }
    let mut found = Vec::new();
    for (place, sum) in sums.iter().enumerate() {
        let Some((slope, error)) = sum
            .slope()
            .filter(|(slope, error)| (slope / error).abs() > bound)
        else {
            continue;
        };
        let names = [place / sizes.len(), place % sizes.len()];
        found.push(Interaction {
            options: names.map(|option| options[option].name.clone()),
            elo: 2.0 * slope * POINT_IN_ELO,
            elo_error_95: half_width_95(2.0 * error * POINT_IN_ELO),
        });
    }
    found.sort_by(|one, other| other.elo.abs().total_cmp(&one.elo.abs()));
    found
}

/// Returns the place of a value among `size`, from −1 to 1.
fn scaled(level: usize, size: usize) -> f64 {
    2.0 * level as f64 / size.saturating_sub(1).max(1) as f64 - 1.0
}

/// Sums for a regression through the origin.
#[derive(Clone, Copy, Debug, Default)]
struct ProductSums {
    number: f64,
    products: f64,
    regressor: f64,
    outcome: f64,
}

impl ProductSums {
    fn add(&mut self, regressor: f64, outcome: f64) {
        self.number += 1.0;
        self.products += regressor * outcome;
        self.regressor += regressor * regressor;
        self.outcome += outcome * outcome;
    }

    /// Slope and standard error; `None` if nothing varies.
    fn slope(&self) -> Option<(f64, f64)> {
        let slope = self.products / self.regressor;
        let left = (self.outcome - slope * self.products) / (self.number - 1.0);
        let error = (left / self.regressor).sqrt();
        (self.regressor > 0.0 && error > 0.0 && error.is_finite()).then_some((slope, error))
    }
}
