//! The recogniser by habits: from games to a posterior over styles and a score.
//!
//! Each game has one score. In units of one game's standard deviation, a player's games scatter around the player's
//! mean by about 1, and the means of players of one style around the style's mean with variance τ². So the mean of
//! n games of an unknown player is normal around the style's mean with variance τ² + 1/n. Each game is one piece of
//! evidence, and a thousand games do not give certainty, since players of one style differ.
//!
//! τ² and the styles' means are measured on players *left out* when the weights were learned, which calibrates the
//! posterior. This is linear discriminant analysis in one dimension with a random effect for the player
//! (`McCulloch` and Searle, *Generalized, Linear, and Mixed Models*, 2001, §6).

use serde::Serialize;

use super::axes::{AxisEvidence, StyleAxes};
use super::axis_scorer::{AxisScale, AxisScorer};
use super::complicating::ComplicatingAxis;
use super::habit_counts::{HabitCounts, HabitCountsError};
use super::posterior::Posterior;
use super::sign_values::SignValues;
use super::usual_stages::UsualStages;
use super::weights::{SignWeightFit, SignWeights};
use super::{HabitThresholds, Population, Sign, SignLayout, Style};
use crate::units::LogProb;

/// A player's moves in a usual game; a game in progress counts by the share of them played.
const USUAL_MOVES: f64 = 40.0;

/// Evidence from games about a player's style.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HabitEvidence {
    /// Number of games; the one in progress counts by its share.
    pub games: f64,
    /// On the axis from defensive to attacking.
    pub attacking: AxisEvidence,
    /// On the axis from simplifying to complicating; zero if the model does not have it.
    pub complicating: AxisEvidence,
}

impl HabitEvidence {
    /// Adds the evidence from other games.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.attacking.add(other.attacking);
        self.complicating.add(other.complicating);
    }
}

/// The estimate of a player's style: the posterior and the scores on both axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StyleVerdict {
    /// The probability of each style, with equal priors.
    pub posterior: Posterior,
    /// The posterior mean; −1 is the typical defensive player, +1 the typical attacking one.
    pub score: f64,
    /// The interval that holds the true score with 95 % probability.
    pub score_interval_95: [f64; 2],
    /// The same score, and that on the second axis.
    pub axes: StyleAxes,
}

/// Estimates a player's style from their games' habits, as learned from [`HabitCounts`].
#[derive(Clone, Debug, PartialEq)]
pub struct HabitRecogniser {
    borders: HabitThresholds,
    layout: SignLayout,
    attacking: AxisScorer,
    /// `None` if too few players were labelled.
    complicating: Option<AxisScorer>,
    usual_stages: UsualStages,
    means: [f64; 3],
    /// τ².
    variance: f64,
}

impl HabitRecogniser {
    /// Learns from counts.
    ///
    /// # Errors
    ///
    /// [`HabitCountsError::OneSided`] without an attacking or without a defensive player.
    pub fn learn(knowledge: &HabitCounts) -> Result<Self, HabitCountsError> {
        Self::learn_with_signs(knowledge, |_| true)
    }

    /// Learns the attacking axis from some signs alone, as if there were no others.
    ///
    /// # Errors
    ///
    /// As [`learn`](Self::learn).
    pub fn learn_with_signs(
        knowledge: &HabitCounts,
        speaks: impl Fn(Sign) -> bool,
    ) -> Result<Self, HabitCountsError> {
        let weighing = SignWeightFit::new(knowledge).only(speaks);
        let all: Vec<usize> = (0..weighing.players()).collect();
        let weights = weighing.weights(&all)?;
        let (means, variance) = spread(&weighing, &all, &weights);
        let scale = scale(means, variance);
        let complicating = ComplicatingAxis::learn(&weighing);
        Ok(Self {
            borders: knowledge.borders().clone(),
            layout: knowledge.layout().clone(),
            attacking: AxisScorer::new(knowledge, weights, scale, Vec::new()),
            complicating: complicating
                .map(|axis| AxisScorer::new(knowledge, axis.weights, axis.scale, axis.by_ending)),
            usual_stages: UsualStages::new(knowledge),
            means,
            variance,
        })
    }

    /// Returns the thresholds by which shares are binned.
    pub const fn borders(&self) -> &HabitThresholds {
        &self.borders
    }

    /// Returns the position of each sign's values in a row.
    pub const fn layout(&self) -> &SignLayout {
        &self.layout
    }

    /// Returns the scorer from defensive (−1) to attacking (+1).
    pub const fn attacking(&self) -> &AxisScorer {
        &self.attacking
    }

    /// Returns the scorer from simplifying (−1) to complicating (+1); `None` if fewer than three players were
    /// labelled.
    pub const fn complicating(&self) -> Option<&AxisScorer> {
        self.complicating.as_ref()
    }

    /// Returns how frequent each value of a habit is in a game in progress.
    pub(super) const fn usual_stages(&self) -> &UsualStages {
        &self.usual_stages
    }

    /// Returns the mean score of each style in the order of [`Style::ALL`], and τ², the variance of players
    /// around it. The unit is one game's variance.
    pub const fn styles(&self) -> ([f64; 3], f64) {
        (self.means, self.variance)
    }

    /// Returns the evidence of a finished game. Without a result the game's end is left out.
    pub fn evidence(&self, reading: &SignValues) -> HabitEvidence {
        HabitEvidence {
            games: 1.0,
            attacking: self.attacking.evidence(reading),
            complicating: self
                .complicating()
                .map_or_else(AxisEvidence::default, |axis| axis.evidence(reading)),
        }
    }

    /// Returns the population that a player is compared with; `None` if it is the mean over all.
    ///
    /// Without counted norms, all players are compared with masters.
    pub fn compared_with(&self, population: Option<Population>) -> Option<Population> {
        self.attacking.compared_with(population)
    }

    /// Returns the evidence of a game in progress after `moves` moves of the player.
    pub fn evidence_in_progress(&self, reading: &SignValues, moves: u32) -> HabitEvidence {
        let share = (f64::from(moves) / USUAL_MOVES).min(1.0);
        let of = |axis: &AxisScorer| axis.evidence_in_progress(reading, moves, share);
        HabitEvidence {
            games: share,
            attacking: of(&self.attacking),
            complicating: self.complicating().map_or_else(AxisEvidence::default, of),
        }
    }

    /// Returns the estimate of a player's style given this evidence.
    pub fn verdict(&self, evidence: HabitEvidence) -> StyleVerdict {
        let games = evidence.games;
        let error = AxisScorer::error(games, evidence.attacking);
        let logs = self.means.map(|mean| {
            if games <= 0.0 {
                return LogProb::ONE;
            }
            let variance = self.variance + error;
            LogProb(-(evidence.attacking.sum / games - mean).powi(2) / (2.0 * variance))
        });
        let attacking = self.attacking.score(games, evidence.attacking);
        StyleVerdict {
            posterior: Posterior::from_logs(&logs),
            score: attacking.score,
            score_interval_95: attacking.score_interval_95,
            axes: StyleAxes {
                attacking,
                complicating: self
                    .complicating()
                    .map(|axis| axis.score(games, evidence.complicating)),
            },
        }
    }
}

/// Returns the scale on which −1 and +1 are the typical defensive and the typical attacking player.
fn scale(means: [f64; 3], variance: f64) -> AxisScale {
    let [attacking, defensive, _] = means;
    let centre = means.iter().sum::<f64>() / 3.0;
    let between = means
        .iter()
        .map(|mean| (mean - centre).powi(2))
        .sum::<f64>()
        / 3.0;
    AxisScale {
        middle: f64::midpoint(attacking, defensive),
        unit: ((attacking - defensive) / 2.0).max(1e-3),
        centre,
        variance: variance + between,
    }
}

/// Returns the mean score of each style and the variance of players around it, each player scored by weights
/// learned without them.
fn spread(weighing: &SignWeightFit, all: &[usize], weights: &SignWeights) -> ([f64; 3], f64) {
    let scores: Vec<f64> = all
        .iter()
        .map(|player| {
            let others: Vec<usize> = all
                .iter()
                .copied()
                .filter(|other| other != player)
                .collect();
            // The only player of a style cannot be left out.
            let own = weighing.weights(&others);
            weighing.score(*player, own.as_ref().unwrap_or(weights))
        })
        .collect();
    let of = |style: Style| -> Vec<f64> {
        let member = |player: &usize| weighing.style(*player) == style;
        all.iter()
            .zip(&scores)
            .filter(|(player, _)| member(player))
            .map(|(_, score)| *score)
            .collect()
    };
    let groups = Style::ALL.map(of);
    let mean = |scores: &[f64]| scores.iter().sum::<f64>() / scores.len() as f64;
    let [attacking, defensive] = [mean(&groups[0]), mean(&groups[1])];
    let middle = f64::midpoint(attacking, defensive);
    // The attacking mean must not lie below the defensive one.
    let (attacking, defensive) = (attacking.max(middle + 0.01), defensive.min(middle - 0.01));
    let mixed = if groups[2].is_empty() {
        middle
    } else {
        mean(&groups[2])
    };
    let means = [attacking, defensive, mixed];
    let present = groups.iter().filter(|group| !group.is_empty()).count();
    let squares: f64 = groups
        .iter()
        .zip(means)
        .flat_map(|(group, mean)| group.iter().map(move |score| (score - mean).powi(2)))
        .sum();
    let freedom = all.len().saturating_sub(present);
    let variance = if freedom == 0 {
        (attacking - middle).powi(2)
    } else {
        squares / freedom as f64
    };
    (means, variance.max(1e-4))
}
