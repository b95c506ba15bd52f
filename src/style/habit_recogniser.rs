//! The recogniser by habits: from readings of games to a posterior and a score.
//!
//! Each game has one score. A player's games scatter around his mean by about 1, the means of
//! players of one style around the style's mean with variance τ², so that the mean of n games of a
//! stranger is normal around his style's mean with variance τ² + 1/n. That is what makes one game
//! one piece of evidence, and what keeps a thousand games from certainty: players of one style
//! differ. τ² and the styles' means are measured on players who were *left out* when the weights were
//! learned, which is what calibrates the posterior (it is linear discriminant analysis in one
//! dimension with a random effect for the player; `McCulloch` and Searle, *Generalized, Linear, and
//! Mixed Models*, 2001, §6).

use serde::Serialize;
use shakmaty::{ByColor, Color};

use super::expectation::{ExpectedScore, PeerScores, at_stage};
use super::habit_counts::{HabitCounts, HabitCountsError, STAGES};
use super::posterior::Posterior;
use super::sign_values::{SignValues, UNSEEN};
use super::weights::{SignWeightFit, SignWeights};
use super::{HabitThresholds, Population, Sign, SignLayout, Style};
use crate::bayes::half_width_95;
use crate::units::LogProb;

/// The own moves of a usual game: a game in progress counts for the share of them that was seen.
const USUAL_MOVES: f64 = 40.0;

/// What games say of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HabitEvidence {
    /// Games, the one in progress as a share of one.
    pub games: f64,
    /// The sum of their scores, the one in progress counted by its share.
    pub sum: f64,
    /// The sum of the standard errors of what was expected of them: errors of games among the same peers are alike.
    pub expectation_error: f64,
}

impl HabitEvidence {
    /// Adds what other games say.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.sum += other.sum;
        self.expectation_error += other.expectation_error;
    }
}

/// What is believed of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StyleVerdict {
    /// The probability of each style, with equal priors.
    pub posterior: Posterior,
    /// −1 is the typical defensive player, +1 the typical attacking one: the posterior mean.
    pub score: f64,
    /// Where the score lies with 95 % probability.
    pub score_interval_95: [f64; 2],
}

/// Judges games by what [`HabitCounts`] taught.
#[derive(Clone, Debug, PartialEq)]
pub struct HabitRecogniser {
    borders: HabitThresholds,
    layout: SignLayout,
    weights: SignWeights,
    /// What is expected of a whole game's score in each row of [`SideCircumstance::rows`](super::SideCircumstance::rows): of
    /// habits, and of the end.
    expected: Vec<[f64; 2]>,
    /// What is expected of habits at each stage.
    progress: ByColor<Vec<f64>>,
    /// The expected scores of other players than masters; `None` if they were not counted.
    peers: Option<PeerScores>,
    means: [f64; 3],
    /// τ².
    variance: f64,
}

impl HabitRecogniser {
    /// What the counts teach.
    ///
    /// # Errors
    ///
    /// [`HabitCountsError::OneSided`] without an attacking or a defensive player.
    pub fn learn(knowledge: &HabitCounts) -> Result<Self, HabitCountsError> {
        Self::learn_with_signs(knowledge, |_| true)
    }

    /// What the counts of these signs teach, as if there were no others.
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
        let layout = knowledge.layout().clone();
        let habits = 2 * layout.habits();
        let expected = knowledge
            .background()
            .expected_signs()
            .iter()
            .map(|row| weights.score_parts(row, habits))
            .collect();
        let progress = ByColor::new_with(|side| progress(knowledge, &weights, side));
        let peers = PeerScores::new(knowledge, &weights, f64::midpoint(means[0], means[1]));
        Ok(Self {
            borders: knowledge.borders().clone(),
            layout,
            weights,
            expected,
            progress,
            peers,
            means,
            variance,
        })
    }

    /// Where values are cut.
    pub const fn borders(&self) -> &HabitThresholds {
        &self.borders
    }

    /// What each value adds.
    pub const fn weights(&self) -> &SignWeights {
        &self.weights
    }

    /// Where the values of each sign lie.
    pub const fn layout(&self) -> &SignLayout {
        &self.layout
    }

    /// The mean score of each style, in the order of [`Style::ALL`], and τ², the variance of players
    /// around it, in units of one game's variance.
    pub const fn styles(&self) -> ([f64; 3], f64) {
        (self.means, self.variance)
    }

    /// What a finished game says. Of a game without result the end is left out.
    pub fn evidence(&self, reading: &SignValues) -> HabitEvidence {
        let expected = self.expected(reading);
        let seen = self.raw(reading) - expected.habits;
        HabitEvidence {
            games: 1.0,
            sum: if reading.is_finished() {
                seen - expected.end
            } else {
                seen
            },
            expectation_error: expected.error,
        }
    }

    /// Returns the population that a player is compared with; `None` if the mean over all stands for it.
    ///
    /// Where no norms were counted, everybody is compared with masters.
    pub fn compared_with(&self, population: Option<Population>) -> Option<Population> {
        match &self.peers {
            Some(peers) => peers.counted(population),
            None => Some(Population::Masters),
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

    /// What a game in progress says after `moves` moves of the player.
    pub fn evidence_in_progress(&self, reading: &SignValues, moves: u32) -> HabitEvidence {
        let share = (f64::from(moves) / USUAL_MOVES).min(1.0);
        let masters = at_stage(self.progress.get(reading.cell.color), moves);
        let expected = match &self.peers {
            Some(peers) => peers.after(reading.cell.peers(), moves, masters),
            None => ExpectedScore {
                habits: masters,
                ..ExpectedScore::default()
            },
        };
        HabitEvidence {
            games: share,
            sum: share * (self.raw(reading) - expected.habits),
            expectation_error: share * expected.error,
        }
    }

    /// The contribution of each sign of a finished game to its score, in the order of [`Sign::all`].
    ///
    /// What is usual among the player's peers is taken off sign by sign: `usual` is
    /// [`UsualSigns::of`](super::UsualSigns::of).
    pub fn contributions(&self, reading: &SignValues, usual: &[f64]) -> Vec<f64> {
        Sign::all()
            .map(|sign| {
                let own = self.layout.values(sign);
                let weights = &self.weights.values()[own.clone()];
                let Some(value) = reading.value(sign) else {
                    return 0.0;
                };
                let usual: f64 = weights
                    .iter()
                    .zip(&usual[own])
                    .map(|(weight, seen)| weight * seen)
                    .sum();
                weights.get(value).copied().unwrap_or(0.0) - usual
            })
            .collect()
    }

    /// What is believed of a player after such evidence.
    pub fn verdict(&self, evidence: HabitEvidence) -> StyleVerdict {
        let HabitEvidence {
            games,
            sum,
            expectation_error,
        } = evidence;
        // The variance of the mean score of these games around the player's own.
        let error = 1.0 / games + (expectation_error / games).powi(2);
        let logs = self.means.map(|mean| {
            if games <= 0.0 {
                return LogProb::ONE;
            }
            let variance = self.variance + error;
            LogProb(-(sum / games - mean).powi(2) / (2.0 * variance))
        });
        let middle: f64 = self.means.iter().sum::<f64>() / 3.0;
        let between: f64 = self
            .means
            .iter()
            .map(|mean| (mean - middle).powi(2))
            .sum::<f64>()
            / 3.0;
        let precision = 1.0 / (self.variance + between);
        let (seen, weight) = if games > 0.0 {
            (sum / games, 1.0 / error)
        } else {
            (0.0, 0.0)
        };
        let certainty = precision + weight;
        let mean = (precision * middle + weight * seen) / certainty;
        let half = half_width_95(1.0 / certainty.sqrt());
        StyleVerdict {
            posterior: Posterior::from_logs(&logs),
            score: self.scaled(mean),
            score_interval_95: [self.scaled(mean - half), self.scaled(mean + half)],
        }
    }

    /// A score on the scale on which −1 and +1 are the typical defensive and attacking player.
    pub fn scaled(&self, score: f64) -> f64 {
        let [attacking, defensive, _] = self.means;
        self.scaled_step(score - f64::midpoint(attacking, defensive))
    }

    /// A difference of scores on that scale.
    pub fn scaled_step(&self, step: f64) -> f64 {
        let [attacking, defensive, _] = self.means;
        step / ((attacking - defensive) / 2.0).max(1e-3)
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

/// The expected score of habits at each stage, of a side of this colour.
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

/// The mean score of each style and the variance of players around it, measured on players left out.
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
    // What is called attacking must not score below what is called defensive.
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
