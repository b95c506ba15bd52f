//! The effect of a feature with ordered values on an outcome: the slope of a regression, with its
//! error.
//!
//! In a randomised trial chance sets the values of a feature, so the slope of a straight line
//! through the outcome by value is an effect, not a mere correlation. It is computed from the
//! counts of each value in each class, with a value of the caller's choice for each class. The
//! error is that of a simple regression (Draper and Smith, *Applied Regression Analysis*, 3rd ed.
//! 1998, §1.4).
//!
//! Many effects at once are shrunk towards zero by how much they vary beyond their errors
//! (empirical Bayes; Efron and Morris, *JASA* 70, 1975, pp. 311-319).

use std::collections::BTreeMap;

use super::linear::solve_symmetric;

/// The share of a sum of squares that rounding alone can leave.
const ROUNDING: f64 = 1e-9;

/// The change of an outcome from one value of a feature to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The slope, in the outcome's unit for each step between values.
    pub slope: f64,
    /// Its standard error.
    pub error: f64,
}

impl Effect {
    /// Estimates the effect from the counts of one feature; `None` if nothing varies.
    ///
    /// `classes` holds, for each class, its value and how often each value of the feature occurred
    /// with it.
    pub fn of<'a>(classes: impl IntoIterator<Item = (f64, &'a [u64])> + Clone) -> Option<Self> {
        let mut sums = [0.0; 6];
        for (worth, counts) in classes {
            for (value, count) in counts.iter().enumerate() {
                let (value, count) = (value as f64, *count as f64);
                let parts = [
                    1.0,
                    value,
                    worth,
                    value * value,
                    worth * worth,
                    value * worth,
                ];
                for (sum, part) in sums.iter_mut().zip(parts) {
                    *sum += count * part;
                }
            }
        }
        let [count, value, worth, values, worths, both] = sums;
        let spread = values - value * value / count;
        let outcome = worths - worth * worth / count;
        let slope = (both - value * worth / count) / spread;
        let left = (outcome - slope * slope * spread).max(0.0);
        let error = (left / (count - 2.0) / spread).sqrt();
        // If every point lies on the line, only rounding is left, and the error is unknown.
        let scatters = left > ROUNDING * outcome;
        let known = count > 2.0 && spread > 0.0 && scatters && error.is_finite();
        known.then_some(Self { slope, error })
    }

    /// Returns the slope in standard errors.
    pub fn z(self) -> f64 {
        self.slope / self.error
    }

    /// Returns the posterior of an effect whose prior is normal around zero with this variance.
    pub fn shrunk(self, variance: f64) -> Self {
        let noise = self.error * self.error;
        let known = variance / (variance + noise);
        Self {
            slope: self.slope * known,
            error: (noise * known).sqrt(),
        }
    }
}

/// Estimates the variance of the true effects around zero, without the errors of their measurement.
///
/// It is the mean square of the effects less their mean squared error (the method of moments); zero
/// if chance explains all of it.
pub fn variance_of<'a>(effects: impl IntoIterator<Item = &'a Effect>) -> f64 {
    let (sum, count) = effects
        .into_iter()
        .fold((0.0, 0_u32), |(sum, count), effect| {
            let beyond = effect.slope * effect.slope - effect.error * effect.error;
            (sum + beyond, count + 1)
        });
    if count == 0 {
        0.0
    } else {
        (sum / f64::from(count)).max(0.0)
    }
}

/// Shrinks every effect towards zero by the variance of its own group; `group_of` numbers the
/// groups. Effects without data stay `None`.
///
/// # Panics
///
/// When `group_of` has another length than `effects`.
pub fn shrink_by_group(effects: &[Option<Effect>], group_of: &[usize]) -> Vec<Option<Effect>> {
    assert_eq!(effects.len(), group_of.len(), "a group for each effect");
    let mut groups: BTreeMap<usize, Vec<Effect>> = BTreeMap::new();
    for (effect, group) in effects.iter().zip(group_of) {
        groups.entry(*group).or_default().extend(effect);
    }
    let variances: BTreeMap<usize, f64> = groups
        .iter()
        .map(|(group, effects)| (*group, variance_of(effects)))
        .collect();
    effects
        .iter()
        .zip(group_of)
        .map(|(effect, group)| effect.map(|effect| effect.shrunk(variances[group])))
        .collect()
}

/// Returns the posterior of effects with a joint normal prior around zero, whose covariance is
/// given row by row.
///
/// Neighbouring effects inform each other, and effects without data follow from the others (a
/// Gaussian process; Rasmussen and Williams, *Gaussian Processes for Machine Learning*, 2006,
/// §2.2). The errors count as independent. Without covariance off the diagonal this is
/// [`Effect::shrunk`].
///
/// # Panics
///
/// When the covariance has another size.
pub fn smoothed(effects: &[Option<Effect>], covariance: &[f64]) -> Vec<Effect> {
    let size = effects.len();
    assert_eq!(covariance.len(), size * size, "a square");
    let seen: Vec<(usize, Effect)> = effects
        .iter()
        .enumerate()
        .filter_map(|(place, effect)| Some((place, (*effect)?)))
        .collect();
    let between = |one: usize, other: usize| covariance[one * size + other];
    let mut noisy = Vec::with_capacity(seen.len() * seen.len());
    for (row, effect) in &seen {
        for (column, _) in &seen {
            let noise = if row == column {
                effect.error * effect.error
            } else {
                0.0
            };
            noisy.push(between(*row, *column) + noise);
        }
    }
    (0..size)
        .map(|place| {
            let prior = between(place, place);
            let known: Vec<f64> = seen.iter().map(|(row, _)| between(place, *row)).collect();
            let weights = solve_symmetric(&noisy, &known).unwrap_or_else(|| vec![0.0; seen.len()]);
            let slope = weights
                .iter()
                .zip(&seen)
                .map(|(w, (_, effect))| w * effect.slope);
            let explained = weights.iter().zip(&known).map(|(w, k)| w * k);
            Effect {
                slope: slope.sum(),
                error: (prior - explained.sum::<f64>()).max(0.0).sqrt(),
            }
        })
        .collect()
}

/// The mean of z² of many effects: 1 when all is chance; `None` without any.
pub fn mean_square_z<'a>(effects: impl IntoIterator<Item = &'a Effect>) -> Option<f64> {
    let (sum, count) = effects
        .into_iter()
        .fold((0.0, 0_u32), |(sum, count), effect| {
            (sum + effect.z() * effect.z(), count + 1)
        });
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Against the sums written out point by point.
    #[test]
    fn a_small_regression_comes_out() {
        let won = [1, 2, 4];
        let lost = [3, 3, 2];
        let effect = Effect::of([(1.0, &won[..]), (0.0, &lost[..])]).expect("varies");
        let points: Vec<(f64, f64)> = [(0.0, 1.0, 1), (0.0, 0.0, 3), (1.0, 1.0, 2), (1.0, 0.0, 3)]
            .into_iter()
            .chain([(2.0, 1.0, 4), (2.0, 0.0, 2)])
            .flat_map(|(x, y, times)| vec![(x, y); times])
            .collect();
        let count = points.len() as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
        let spread: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
        let slope = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>() / spread;
        let left: f64 = points
            .iter()
            .map(|p| (p.1 - y - slope * (p.0 - x)).powi(2))
            .sum();
        let error = (left / (count - 2.0) / spread).sqrt();
        assert!((effect.slope - slope).abs() < 1e-12);
        assert!((effect.error - error).abs() < 1e-12);
    }

    #[test]
    fn what_lies_on_a_line_has_no_error_and_no_effect() {
        let (won, lost) = ([0, 0, 3], [3, 0, 0]);
        assert_eq!(Effect::of([(1.0, &won[..]), (0.0, &lost[..])]), None);
    }

    #[test]
    fn smoothing_without_covariance_is_shrinking_and_with_it_neighbours_inform() {
        let effects = [Some((0.3, 0.1)), Some((-0.1, 0.2)), None]
            .map(|pair| pair.map(|(slope, error)| Effect { slope, error }));
        let alone = smoothed(&effects, &[0.04, 0.0, 0.0, 0.0, 0.04, 0.0, 0.0, 0.0, 0.04]);
        for (smooth, effect) in alone.iter().zip(effects.iter().flatten()) {
            let shrunk = effect.shrunk(0.04);
            assert!((smooth.slope - shrunk.slope).abs() < 1e-12);
            assert!((smooth.error - shrunk.error).abs() < 1e-12);
        }
        // Nobody tells anything of the last one: the prior is left.
        assert!(alone[2].slope.abs() < 1e-12 && (alone[2].error - 0.2).abs() < 1e-12);
        let near = smoothed(
            &effects,
            &[0.04, 0.0, 0.03, 0.0, 0.04, 0.0, 0.03, 0.0, 0.04],
        );
        assert!((near[2].slope - 0.75 * near[0].slope).abs() < 1e-12);
        assert!(near[2].error < 0.2);
    }

    #[test]
    fn what_does_not_vary_has_no_effect() {
        assert_eq!(Effect::of([(1.0, &[0, 5, 0][..])]), None);
        assert_eq!(Effect::of([(1.0, &[][..])]), None);
        assert_eq!(Effect::of([(1.0, &[3, 0, 4][..]), (0.0, &[0, 0, 0])]), None);
    }

    #[test]
    fn effects_of_chance_are_shrunk_to_nothing() {
        let effects = [0.5, -0.4, 0.3, -0.6].map(|slope| Effect { slope, error: 1.0 });
        let variance = variance_of(&effects);
        assert!(variance.abs() < 1e-12);
        assert!(effects[0].shrunk(variance).slope.abs() < 1e-12);
        let sure = Effect {
            slope: 5.0,
            error: 1.0,
        };
        let shrunk = sure.shrunk(variance_of(&[sure]));
        assert!((shrunk.slope - 5.0 * 24.0 / 25.0).abs() < 1e-12);
        assert!(shrunk.error < 1.0);
    }

    #[test]
    fn groups_are_shrunk_by_themselves() {
        let effect = |slope| Some(Effect { slope, error: 1.0 });
        let effects = [effect(6.0), effect(0.1), effect(-0.1), None];
        let shrunk = shrink_by_group(&effects, &[7, 2, 2, 2]);
        assert!(shrunk[0].expect("seen").slope > 5.0);
        assert!(shrunk[1].expect("seen").slope.abs() < 1e-12);
        assert_eq!(shrunk[3], None);
    }

    proptest! {
        /// Turning the values round turns the sign of the slope, and nothing else.
        #[test]
        fn the_slope_turns_with_the_values(won in prop::collection::vec(0_u64..50, 5), lost in prop::collection::vec(0_u64..50, 5)) {
            let turned = |counts: &[u64]| counts.iter().rev().copied().collect::<Vec<_>>();
            let (back_won, back_lost) = (turned(&won), turned(&lost));
            let one = Effect::of([(1.0, &won[..]), (0.0, &lost[..])]);
            let other = Effect::of([(1.0, &back_won[..]), (0.0, &back_lost[..])]);
            if let (Some(one), Some(other)) = (one, other) {
                prop_assert!((one.slope + other.slope).abs() < 1e-9);
                prop_assert!((one.error - other.error).abs() < 1e-9);
            }
        }
    }
}
