//! Naive Bayes over the classic attributes: from observations to a posterior over styles.
//!
//! Priors are equal: the training games were chosen, not sampled, so their number by style means nothing (§5.3).

use crate::bayes::{Shape, Smoothing};
use crate::units::LogProb;

use super::counts::{ClassicCounts, shape};
use super::{ClassicAttribute, ClassicObservation};
use crate::style::{Posterior, Style};

/// The evidence of games: natural logarithms of likelihoods by style.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassicEvidence {
    logs: [LogProb; 3],
    games: u64,
}

impl Default for ClassicEvidence {
    fn default() -> Self {
        Self {
            logs: [LogProb::ONE; 3],
            games: 0,
        }
    }
}

impl ClassicEvidence {
    /// Adds the evidence from other games.
    pub fn add(&mut self, other: &Self) {
        for (own, others) in self.logs.iter_mut().zip(other.logs) {
            *own += others;
        }
        self.games += other.games;
    }

    /// Returns the number of games with an observation.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the posterior with equal priors.
    pub fn posterior(&self) -> Posterior {
        Posterior::from_logs(&self.logs)
    }

    /// Returns the natural log-odds of attacking against defensive for an average game; 0 without games.
    pub fn score(&self) -> f64 {
        let [attacking, defensive, _] = self.logs;
        if self.games == 0 {
            0.0
        } else {
            (attacking.0 - defensive.0) / self.games as f64
        }
    }
}

/// Recognises a player's style from classic observations.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassicRecogniser {
    shape: Shape,
    /// Log-likelihoods by style, attribute and value, in the order of the shape.
    likelihood: Vec<LogProb>,
}

impl ClassicRecogniser {
    /// Learns the likelihoods from counts.
    pub fn learn(counts: &ClassicCounts, smoothing: Smoothing) -> Self {
        Self::from_probabilities(|style, attribute, value| {
            let counts_of_values = counts.values(style, attribute);
            smoothing.probability(
                counts_of_values.get(value).copied().unwrap_or(0),
                counts.cases(style),
                counts_of_values.len(),
            )
        })
    }

    /// Makes a recogniser from given probabilities P(value | style) of each attribute.
    pub fn from_probabilities(probability: impl Fn(Style, ClassicAttribute, usize) -> f64) -> Self {
        let mut likelihood = Vec::new();
        for style in Style::ALL {
            for attribute in ClassicAttribute::ALL {
                likelihood.extend(
                    (0..attribute.values().len())
                        .map(|value| LogProb(probability(style, attribute, value).ln())),
                );
            }
        }
        Self {
            shape: shape(),
            likelihood,
        }
    }

    /// Returns P(observation | style), the product of §5.3; attributes that were not observed are left out.
    pub fn likelihood(&self, style: Style, observation: &ClassicObservation) -> LogProb {
        let mut sum = LogProb::ONE;
        for (attribute, value) in observation.values().into_iter().enumerate() {
            let cells = self.shape.cells(style.index(), attribute);
            let seen = value.and_then(|value| self.likelihood.get(cells)?.get(value));
            if let Some(seen) = seen {
                sum += *seen;
            }
        }
        sum
    }

    /// Returns the posterior from one observation, as the original classifies.
    pub fn posterior(&self, observation: &ClassicObservation) -> Posterior {
        Posterior::from_logs(&Style::ALL.map(|style| self.likelihood(style, observation)))
    }

    /// Returns the evidence of one whole game; without observations there is none.
    ///
    /// The positions of a game resemble each other, so together they count as one case: the mean of their
    /// log-likelihoods.
    pub fn evidence(&self, game: &[ClassicObservation]) -> ClassicEvidence {
        if game.is_empty() {
            return ClassicEvidence::default();
        }
        let moments = game.len() as f64;
        let logs = Style::ALL.map(|style| {
            let sum: f64 = game.iter().map(|seen| self.likelihood(style, seen).0).sum();
            LogProb(sum / moments)
        });
        ClassicEvidence { logs, games: 1 }
    }
}
