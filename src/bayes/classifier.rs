//! The naive Bayes classifier: for each class, the product of one probability for each feature.
//!
//! Products of hundreds of small numbers underflow, so everything is a sum of logarithms.
//! Converting back first subtracts the largest (Bishop 2006, §4.2; the "log-sum-exp trick").

use super::counts::Counts;
use super::shape::{CaseError, Shape};
use super::smoothing::Smoothing;
use crate::units::LogProb;

/// The probabilities of the classes before a case is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassPrior {
    /// Every class is as likely as any other (Fernández 2005, §5.3, for styles).
    #[default]
    Equal,
    /// In proportion to their counts, smoothed like any feature (Fernández 2005, §2.3.2.2).
    Counted,
}

/// Probabilities learned from counts, as logarithms.
#[derive(Clone, Debug, PartialEq)]
pub struct Classifier {
    shape: Shape,
    /// By class.
    prior: Vec<LogProb>,
    /// By class, feature and value, as [`Shape::cells`] lays them out.
    likelihood: Vec<LogProb>,
}

impl Classifier {
    /// Learns a classifier from `counts`.
    pub fn learn(counts: &Counts, smoothing: Smoothing, prior: ClassPrior) -> Self {
        let shape = counts.shape().clone();
        let classes = shape.classes();
        let prior = (0..classes)
            .map(|class| {
                let probability = match prior {
                    ClassPrior::Equal => 1.0 / classes as f64,
                    ClassPrior::Counted => {
                        smoothing.probability(counts.cases(class), counts.total(), classes)
                    }
                };
                LogProb(probability.ln())
            })
            .collect();
        let mut likelihood = Vec::with_capacity(classes * shape.cells_per_class());
        for class in 0..classes {
            for (feature, values) in shape.values().iter().enumerate() {
                likelihood.extend(counts.feature(class, feature).iter().map(|count| {
                    let seen = smoothing.probability(*count, counts.cases(class), *values);
                    LogProb(seen.ln())
                }));
            }
        }
        Self {
            shape,
            prior,
            likelihood,
        }
    }

    /// Returns the classes and features.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns ln P(class) for each class, before a case is seen.
    pub fn prior(&self) -> &[LogProb] {
        &self.prior
    }

    /// ln P(value | class) for each value of a feature.
    ///
    /// # Panics
    ///
    /// When there is no such class or feature.
    pub fn feature(&self, class: usize, feature: usize) -> &[LogProb] {
        &self.likelihood[self.shape.cells(class, feature)]
    }

    /// Returns ln P(case | class) for each class, without the prior.
    ///
    /// # Errors
    ///
    /// [`CaseError`] when the case does not fit.
    fn likelihoods(&self, case: &[u8]) -> Result<Vec<LogProb>, CaseError> {
        self.shape.check_values(case)?;
        Ok((0..self.shape.classes())
            .map(|class| {
                let mut sum = LogProb::ONE;
                for (feature, value) in case.iter().enumerate() {
                    sum += self.feature(class, feature)[usize::from(*value)];
                }
                sum
            })
            .collect())
    }

    /// Returns ln P(case, class) for each class: the likelihood times the prior.
    ///
    /// # Errors
    ///
    /// [`CaseError`] when the case does not fit.
    pub fn joint(&self, case: &[u8]) -> Result<Vec<LogProb>, CaseError> {
        let likelihoods = self.likelihoods(case)?;
        Ok(likelihoods
            .into_iter()
            .zip(&self.prior)
            .map(|(likelihood, prior)| likelihood + *prior)
            .collect())
    }

    /// Returns P(class | case) for each class.
    ///
    /// # Errors
    ///
    /// [`CaseError`] when the case does not fit.
    pub fn posterior(&self, case: &[u8]) -> Result<Vec<f64>, CaseError> {
        Ok(normalise(&self.joint(case)?))
    }
}

/// Turns logarithms of likelihoods, however small, into probabilities that add up to one. If all
/// are minus infinity, every class gets the same probability.
pub fn normalise(joint: &[LogProb]) -> Vec<f64> {
    let largest = joint.iter().fold(f64::NEG_INFINITY, |max, p| max.max(p.0));
    if largest == f64::NEG_INFINITY {
        return vec![1.0 / joint.len() as f64; joint.len()];
    }
    let shifted: Vec<f64> = joint.iter().map(|p| (p.0 - largest).exp()).collect();
    let sum: f64 = shifted.iter().sum();
    shifted.into_iter().map(|part| part / sum).collect()
}
