//! Scores games on one axis: the sum of the weights of a game's values, less the sum expected among the player's
//! peers.

use shakmaty::{ByColor, Color};

use super::axes::{AxisEvidence, AxisScore};
use super::expectation::{ExpectedScore, PeerScores, at_stage};
use super::habit_counts::{HabitCounts, STAGES};
use super::percentile::MeanScore;
use super::sign_values::{SignValues, UNSEEN};
use super::weights::SignWeights;
use super::{Population, Sign, SignLayout};
use crate::bayes::half_width_95;

/// The scale of an axis, and the distribution of players on it, in standard deviations of one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AxisScale {
    /// The raw score that is 0 on the axis.
    pub(super) middle: f64,
    /// The raw distance from `middle` to +1.
    pub(super) unit: f64,
    /// The mean of players' mean scores: the prior's centre.
    pub(super) centre: f64,
    /// The variance of players' mean scores around the centre.
    pub(super) variance: f64,
}

/// Scores games on one axis.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisScorer {
    layout: SignLayout,
    weights: SignWeights,
    /// The expected score of a whole game in each row of
    /// [`SideCircumstance::rows`](super::SideCircumstance::rows): of habits, and of the game's end.
    expected: Vec<[f64; 2]>,
    /// The expected score of habits at each stage, by colour.
    progress: ByColor<Vec<f64>>,
    /// The expected scores of other populations than masters; `None` if they were not counted.
    peers: Option<PeerScores>,
    scale: AxisScale,
    /// The parts of the weights of [`Sign::Ending`] that belong to other signs.
    by_ending: Vec<EndingPart>,
}

/// The part of the weights of [`Sign::Ending`] that belongs to another sign: the sign's mean in games with that
/// ending.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EndingPart {
    pub(super) sign: Sign,
    /// By the value of the ending.
    pub(super) values: Vec<f64>,
}

impl AxisScorer {
    pub(super) fn new(
        knowledge: &HabitCounts,
        weights: SignWeights,
        scale: AxisScale,
        by_ending: Vec<EndingPart>,
    ) -> Self {
        let layout = knowledge.layout().clone();
        let habits = 2 * layout.habits();
        let expected = knowledge
            .background()
            .expected_signs()
            .iter()
            .map(|row| weights.score_parts(row, habits))
            .collect();
        Self {
            expected,
            progress: ByColor::new_with(|side| progress(knowledge, &weights, side)),
            peers: PeerScores::new(knowledge, &weights, scale.middle),
            layout,
            weights,
            scale,
            by_ending,
        }
    }

    /// Returns the weight of each value.
    pub const fn weights(&self) -> &SignWeights {
        &self.weights
    }

    /// Returns the weights of the values of one sign.
    pub fn weights_of(&self, sign: Sign) -> &[f64] {
        &self.weights.values()[self.layout.values(sign)]
    }

    /// Returns a game's raw score on the axis, on which −1 and +1 are typical of its ends.
    pub fn scaled(&self, score: f64) -> f64 {
        self.scaled_step(score - self.scale.middle)
    }

    /// Returns a difference of raw scores on the axis.
    pub fn scaled_step(&self, step: f64) -> f64 {
        step / self.scale.unit
    }

    /// Returns the score of a finished game on the axis.
    pub fn game_score(&self, reading: &SignValues) -> f64 {
        self.scaled(self.evidence(reading).sum)
    }

    /// Returns the population that a player is compared with; `None` if it is the mean over all.
    ///
    /// Without counted norms, all players are compared with masters.
    pub(super) fn compared_with(&self, population: Option<Population>) -> Option<Population> {
        match &self.peers {
            Some(peers) => peers.counted(population),
            None => Some(Population::Masters),
        }
    }

    /// Returns the evidence of a finished game. Without a result the game's end is left out.
    pub(super) fn evidence(&self, reading: &SignValues) -> AxisEvidence {
        let expected = self.expected(reading);
        let seen = self.raw(reading) - expected.habits;
        AxisEvidence {
            sum: if reading.is_finished() {
                seen - expected.end
            } else {
                seen
            },
            expectation_error: expected.error,
        }
    }

    /// Returns the expected score of a whole game in its circumstances, among the player's peers.
    fn expected(&self, reading: &SignValues) -> ExpectedScore {
        let rows = reading.cell.rows().map(|row| self.expected[row]);
        let [habits, end] = [0, 1].map(|part| rows.iter().map(|row| row[part]).sum::<f64>());
        let masters = ExpectedScore {
            habits,
            end,
            error: 0.0,
        };
        match &self.peers {
            Some(peers) => peers.whole(reading.cell, masters),
            None => masters,
        }
    }

    /// Returns the evidence of a game in progress after `moves` moves of the player; it counts as `share` of a
    /// game.
    pub(super) fn evidence_in_progress(
        &self,
        reading: &SignValues,
        moves: u32,
        share: f64,
    ) -> AxisEvidence {
        let masters = at_stage(self.progress.get(reading.cell.color), moves);
        let expected = match &self.peers {
            Some(peers) => peers.after(reading.cell.peers(), moves, masters),
            None => ExpectedScore {
                habits: masters,
                ..ExpectedScore::default()
            },
        };
        AxisEvidence {
            sum: share * (self.raw(reading) - expected.habits),
            expectation_error: share * expected.error,
        }
    }

    /// Returns the contribution of each sign of a finished game to its raw score, in the order of
    /// [`Sign::all`].
    ///
    /// The expected contribution among the player's peers is subtracted sign by sign; `usual` is
    /// [`UsualSigns::of`](super::UsualSigns::of). The parts of the ending's weights that correct other signs
    /// are counted with those signs.
    pub fn contributions(&self, reading: &SignValues, usual: &[f64]) -> Vec<f64> {
        let surplus = |sign: Sign, weights: &[f64]| {
            let Some(value) = reading.value(sign) else {
                return 0.0;
            };
            let usual = &usual[self.layout.values(sign)];
            let expected: f64 = weights.iter().zip(usual).map(|(one, two)| one * two).sum();
            weights.get(value).copied().unwrap_or(0.0) - expected
        };
        let mut contributions: Vec<f64> = Sign::all()
            .map(|sign| surplus(sign, self.weights_of(sign)))
            .collect();
        for part in &self.by_ending {
            let moved = surplus(Sign::Ending, &part.values);
            contributions[part.sign.index()] += moved;
            contributions[Sign::Ending.index()] -= moved;
        }
        contributions
    }

    /// Returns the variance of these games' mean score around the player's own mean.
    pub(super) fn error(games: f64, evidence: AxisEvidence) -> f64 {
        1.0 / games + (evidence.expectation_error / games).powi(2)
    }

    /// Returns the mean score of `games` games on the axis, without a prior; `None` without games.
    pub fn mean_score(&self, games: f64, evidence: AxisEvidence) -> Option<MeanScore> {
        (games > 0.0).then(|| MeanScore {
            mean: self.scaled(evidence.sum / games),
            standard_error: self.scaled_step(Self::error(games, evidence).sqrt()),
        })
    }

    /// Returns the posterior of a player's score, given the evidence of `games` games.
    pub(super) fn score(&self, games: f64, evidence: AxisEvidence) -> AxisScore {
        let precision = 1.0 / self.scale.variance;
        let (seen, weight) = if games > 0.0 {
            (evidence.sum / games, 1.0 / Self::error(games, evidence))
        } else {
            (0.0, 0.0)
        };
        let certainty = precision + weight;
        let mean = (precision * self.scale.centre + weight * seen) / certainty;
        let half = half_width_95(1.0 / certainty.sqrt());
        AxisScore {
            score: self.scaled(mean),
            score_interval_95: [self.scaled(mean - half), self.scaled(mean + half)],
        }
    }

    fn raw(&self, reading: &SignValues) -> f64 {
        self.layout
            .starts()
            .iter()
            .zip(reading.values())
            .filter(|(_, value)| **value != UNSEEN)
            .filter_map(|(start, value)| self.weights.values().get(start + usize::from(*value)))
            .sum()
    }
}

/// Returns the expected score of habits at each stage, for one colour.
fn progress(knowledge: &HabitCounts, weights: &SignWeights, side: Color) -> Vec<f64> {
    let habits = knowledge.layout().habits();
    let overall = knowledge.background().frequencies();
    let score = |own: &[f64], theirs: &[f64]| -> f64 { weights.score(&[own, theirs].concat()) };
    let mut last = score(&overall[..habits], &overall[..habits]);
    (0..STAGES.len())
        .map(|stage| {
            let own = knowledge.stages().frequencies(stage, side);
            let theirs = knowledge.stages().frequencies(stage, !side);
            if let Some((own, theirs)) = own.zip(theirs) {
                last = score(&own, &theirs);
            }
            last
        })
        .collect()
}
