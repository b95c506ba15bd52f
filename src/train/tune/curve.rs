//! The strength of each value of an option, from how values met: a paired comparison by least squares.
//!
//! The expected lead of the first player is the difference of the strengths of both values (a linear model of paired
//! comparisons; David, *The Method of Paired Comparisons*, 2nd ed. 1988, §4). Other options add noise, but no
//! bias, since they were drawn independently.

use super::outcomes::OptionCounts;
use crate::arena::paired::PRIOR_VARIANCE;
use crate::bayes::effect::Effect;
use crate::bayes::{invert_symmetric, solve_symmetric};
use crate::units::ELO_PER_LOGIT;

/// Elo for a whole point, by the slope of the logistic curve between equals.
pub(super) const POINT_IN_ELO: f64 = ELO_PER_LOGIT / 0.25;

/// Strengths of the values of one option, in shares of a point, relative to the start.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionCurve {
    /// The strengths; that of the start is 0.
    strengths: Vec<f64>,
    /// Their covariance, row by row; zero in row and column of the start.
    covariance: Vec<f64>,
}

impl OptionCurve {
    /// Fits the strengths; `None` while the counts do not determine them. `start` is the number of the value that the
    /// others are compared with.
    pub fn fit(counts: &OptionCounts, start: usize) -> Option<Self> {
        let values = counts.values();
        let mut matrix = vec![0.0; values * values];
        let mut right = vec![0.0; values];
        let (mut pairs, mut squares) = (0.0, 0.0);
        for ([first, second], outcomes) in counts.meetings() {
            let number = outcomes.iter().sum::<u64>() as f64;
            if number <= 0.0 || first == second {
                continue;
            }
            let leads = || outcomes.iter().zip([-0.5, -0.25, 0.0, 0.25, 0.5]);
            let lead: f64 = leads().map(|(count, lead)| *count as f64 * lead).sum();
            squares += leads()
                .map(|(count, lead)| *count as f64 * lead * lead)
                .sum::<f64>();
            pairs += number;
            right[first] += lead;
            right[second] -= lead;
            for (row, column, sign) in [
                (first, first, 1.0),
                (second, second, 1.0),
                (first, second, -1.0),
                (second, first, -1.0),
            ] {
                matrix[row * values + column] += sign * number;
            }
        }
        let others: Vec<usize> = (0..values).filter(|value| *value != start).collect();
        let reduced: Vec<f64> = others
            .iter()
            .flat_map(|row| others.iter().map(move |column| (row, column)))
            .map(|(row, column)| matrix[row * values + column])
            .collect();
        let reduced_right: Vec<f64> = others.iter().map(|value| right[*value]).collect();
        let found = solve_symmetric(&reduced, &reduced_right)?;
        let explained: f64 = found.iter().zip(&reduced_right).map(|(x, b)| x * b).sum();
        let freedom = pairs - others.len() as f64;
        if freedom < 1.0 {
            return None;
        }
        // The pair before the first one keeps a few equal pairs from an error of zero.
        let rest = (squares - explained).max(0.0) + PRIOR_VARIANCE;
        let variance = rest / (freedom + 1.0);
        let mut curve = Self {
            strengths: vec![0.0; values],
            covariance: vec![0.0; values * values],
        };
        let inverse = invert_symmetric(&reduced, others.len())?;
        for (place, column) in others.iter().enumerate() {
            curve.strengths[*column] = found[place];
            let entries = inverse.iter().skip(place * others.len());
            for (row, entry) in others.iter().zip(entries) {
                curve.covariance[row * values + column] = variance * entry;
            }
        }
        Some(curve)
    }

    /// Returns the strength of `value` less that of `other`, in shares of a point, with its standard error.
    ///
    /// `None` if they are the same or nothing scatters.
    pub fn difference(&self, value: usize, other: usize) -> Option<Effect> {
        let [own, others, both] = [(value, value), (other, other), (value, other)]
            .map(|(row, column)| self.covariance(row, column));
        let variance = own + others - 2.0 * both;
        (value != other && variance > 0.0).then(|| Effect {
            slope: self.strengths[value] - self.strengths[other],
            error: variance.sqrt(),
        })
    }

    /// Returns the covariance of two strengths' errors, in squares of points; zero with the start.
    pub(super) fn covariance(&self, one: usize, other: usize) -> f64 {
        self.covariance[one * self.strengths.len() + other]
    }

    /// Returns the number of values.
    pub const fn values(&self) -> usize {
        self.strengths.len()
    }

    /// Returns the strength of a value in shares of a point, relative to the start.
    pub fn strength(&self, value: usize) -> f64 {
        self.strengths[value]
    }
}
