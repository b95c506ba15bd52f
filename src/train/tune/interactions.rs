//! Interactions: options whose best values depend on each other.
//!
//! Each pair of options is tested by a regression of what the single options leave unexplained; Student's distribution
//! allows for few games, and a bound on the false-discovery rate for the number of pairs that are looked at (Y. Benjamini
//! and Y. Hochberg 1995, cited in [`false_discovery`](crate::bayes::false_discovery)).

use serde::Serialize;
use statrs::distribution::{ContinuousCDF as _, StudentsT};

use super::curve::{OptionCurve, POINT_IN_ELO};
use super::outcomes::TuneOutcomes;
use crate::arena::OptionDraws;
use crate::arena::paired::PRIOR_VARIANCE;
use crate::bayes::{TestDependence, adjusted_p_values};

/// Largest expected share of interactions due to chance among those that are reported.
const FALSE_DISCOVERY_RATE: f64 = 0.05;

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

/// Returns the interactions that chance does not explain, the strongest first. Values count by their place in the
/// list, from −1 to 1.
pub(super) fn interactions(
    outcomes: &TuneOutcomes,
    draws: &OptionDraws,
    curves: &[Option<OptionCurve>],
    seed: u64,
) -> Vec<Interaction> {
    let options = draws.options();
    // The curves were fitted to the same games.
    let fitted = curves.iter().flatten().map(|curve| curve.values() - 1);
    let freedom = outcomes.pairs().len() as f64 - fitted.sum::<usize>() as f64 - 1.0;
    let Ok(student) = StudentsT::new(0.0, 1.0, freedom) else {
        return Vec::new();
    };
    let sums = product_sums(outcomes, draws, curves, seed);
    let tested: Vec<([usize; 2], f64, f64)> = sums
        .iter()
        .filter_map(|(pair, sum)| {
            let (slope, error) = sum.slope(freedom)?;
            Some((*pair, slope, error))
        })
        .collect();
    let p_values: Vec<f64> = tested
        .iter()
        .map(|(_, slope, error)| 2.0 * student.cdf(-(slope / error).abs()))
        .collect();
    // Options are drawn independently of each other, so their products do not correlate.
    let adjusted = adjusted_p_values(&p_values, TestDependence::Independent);
    let width = student.inverse_cdf(0.975);
    let mut found: Vec<Interaction> = tested
        .iter()
        .zip(adjusted)
        .filter(|(_, adjusted)| *adjusted <= FALSE_DISCOVERY_RATE)
        .map(|((pair, slope, error), _)| Interaction {
            options: pair.map(|option| options[option].name.clone()),
            elo: 2.0 * slope * POINT_IN_ELO,
            elo_error_95: width * 2.0 * error * POINT_IN_ELO,
        })
        .collect();
    found.sort_by(|one, other| other.elo.abs().total_cmp(&one.elo.abs()));
    found
}

/// Returns the sums for each pair of options: the product of both values, of the first player less that of the second,
/// against the lead that the single options leave unexplained.
fn product_sums(
    outcomes: &TuneOutcomes,
    draws: &OptionDraws,
    curves: &[Option<OptionCurve>],
    seed: u64,
) -> Vec<([usize; 2], ProductSums)> {
    let options = draws.options();
    let mut sums: Vec<([usize; 2], ProductSums)> = (0..options.len())
        .flat_map(|one| {
            (one + 1..options.len()).map(move |two| ([one, two], ProductSums::default()))
        })
        .collect();
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
            .zip(options)
            .map(|(levels, option)| levels.map(|level| scaled(level, option.values.len())))
            .collect();
        for ([one, two], sum) in &mut sums {
            let (a, b) = (scaled[*one], scaled[*two]);
            sum.add(a[0] * b[0] - a[1] * b[1], rest);
        }
    }
    sums
}

/// Returns the place of a value among `size`, from −1 to 1.
fn scaled(level: usize, size: usize) -> f64 {
    2.0 * level as f64 / size.saturating_sub(1).max(1) as f64 - 1.0
}

/// Sums for a regression through the origin.
#[derive(Clone, Copy, Debug, Default)]
struct ProductSums {
    products: f64,
    regressor: f64,
    outcome: f64,
}

impl ProductSums {
    fn add(&mut self, regressor: f64, outcome: f64) {
        self.products += regressor * outcome;
        self.regressor += regressor * regressor;
        self.outcome += outcome * outcome;
    }

    /// Slope and standard error with these degrees of freedom; `None` if nothing varies.
    fn slope(&self, freedom: f64) -> Option<(f64, f64)> {
        let slope = self.products / self.regressor;
        // The pair before the first one keeps a few equal pairs from an error of zero.
        let rest = (self.outcome - slope * self.products).max(0.0) + PRIOR_VARIANCE;
        let error = (rest / (freedom + 1.0) / self.regressor).sqrt();
        (self.regressor > 0.0 && error > 0.0 && error.is_finite()).then_some((slope, error))
    }
}
