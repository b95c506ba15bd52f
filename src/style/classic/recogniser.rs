//! From what was observed to what style it speaks for.
//!
//! Naive Bayes with equal priors: the games that taught it were chosen, not drawn, so how many
//! there were of each style says nothing (§5.3).

use crate::bayes::{Shape, Smoothing};
use crate::units::LogProb;

use super::counts::{ClassicCounts, shape};
use super::{ClassicAttribute, ClassicObservation};
use crate::style::{Posterior, Style};

/// What observations say, as natural logarithms of likelihoods by style.
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
    /// Adds the evidence of other games.
    pub fn add(&mut self, other: &Self) {
        for (own, others) in self.logs.iter_mut().zip(other.logs) {
            *own += others;
        }
        self.games += other.games;
    }

    /// The games that spoke.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The posterior with equal priors.
    pub fn posterior(&self) -> Posterior {
        Posterior::from_logs(&self.logs)
    }

    /// Natural log-odds of attacking against defensive for an average game: the higher, the more
    /// attacking; 0 without any game.
    pub fn score(&self) -> f64 {
        let [attacking, defensive, _] = self.logs;
        if self.games == 0 {
            0.0
        } else {
            (attacking.0 - defensive.0) / self.games as f64
        }
    }
}

/// Recognises a style from observations.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassicRecogniser {
    shape: Shape,
    /// By style, attribute and value, as the shape lays them out.
    likelihood: Vec<LogProb>,
}

impl ClassicRecogniser {
    /// What `counts` teach.
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

    /// A recogniser with these tables: P(value | style) for each attribute.
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

    /// P(observation | style), the product that §5.3 computes; an attribute that was not seen is
    /// left out.
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

    /// The posterior at one moment, as the original classifies.
    pub fn posterior(&self, observation: &ClassicObservation) -> Posterior {
        Posterior::from_logs(&Style::ALL.map(|style| self.likelihood(style, observation)))
    }

    /// The evidence of one whole game: its moments resemble each other, so that together they
    /// count as one case, the average of theirs. Without any observation there is no evidence.
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
