//! The decision for a position: what is known of the opponent, the answer, and the reason.

use super::answer::Answer;
use super::answer_selector::AnswerSelector;
use super::answer_table::AnswerTable;
use super::objective::{ObjectiveReason, ObjectiveSelector};
use super::strength::{StrengthDifference, StrengthEvidence};
use super::style_estimate::StyleEstimate;
use super::tracker::StylePosteriors;
use crate::model::PickTarget;
use crate::phase::Phase;
use crate::style::{AxisScore, Posterior};
use crate::units::Centipawns;

/// How the answer to the opponent is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerPolicy {
    /// By the expected gain of each answer against this opponent.
    #[default]
    Adapt,
    /// By the opponent's likeliest style and the material, as in the original of 2005.
    Thesis,
    /// An objective fixed by the user, with the contempt of the objective. [`PickTarget::Middle`] means
    /// no objective: a draw scores 0.
    Objective(PickTarget),
    /// An answer fixed by a trial.
    Fixed(Answer),
}

impl AnswerPolicy {
    /// The policy that does not adapt: the neutral answer, whoever the opponent is.
    pub const NEUTRAL: Self = Self::Fixed(Answer::NEUTRAL);
}

/// The answer in a position, and what is known of the opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The opponent's likeliest style; `None` before the first move of their first game, or without a
    /// style model.
    pub opponent: Option<StyleEstimate>,
    /// The posterior over styles after the last move.
    pub posterior: Option<Posterior>,
    /// The opponent's score from defensive to attacking; `None` where the posterior is, and for models without scores.
    pub score: Option<AxisScore>,
    /// Number of the opponent's moves observed in this game.
    pub moves_seen: usize,
    /// Number of their earlier games observed.
    pub games_seen: u32,
    /// False if this game tells nothing of the style, because it began from a set-up position.
    pub is_game_judged: bool,
    /// How the engine plays because of it.
    pub answer: Answer,
    /// The reason for the answer.
    pub reason: AnswerReason,
}

/// The reason for an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnswerReason {
    /// Weights and contempt are the same for all objectives.
    NoObjectives,
    /// The user or a trial chose the answer.
    Chosen,
    /// The rule of 2005.
    Thesis(ObjectiveReason),
    /// The expected gain of each answer.
    Expectation(AnswerExpectation),
}

/// The basis of an adaptive answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerExpectation {
    /// What is known of both sides' strength.
    pub evidence: StrengthEvidence,
    /// The difference in strength that follows from it.
    pub difference: StrengthDifference,
    /// The style on which the answer depends; `None` if equally likely styles would give the same answer.
    pub style: Option<StyleEstimate>,
    /// True if the opponent has made a move, in this game or an earlier one.
    pub has_seen_moves: bool,
}

/// What a decision depends on besides the opponent's style.
#[derive(Clone, Copy, Debug)]
pub struct DecisionContext<'a> {
    /// The phase of the position.
    pub phase: Phase,
    /// The engine's material minus the opponent's, in centipawns.
    pub lead: Centipawns,
    /// Largest contempt that the engine chooses by itself, in centipawns.
    pub most_contempt: Centipawns,
    /// True if weights or contempt differ between objectives.
    pub has_objectives: bool,
    /// The seed of random draws.
    pub seed: u64,
    /// What is known of both sides' strength.
    pub strength: StrengthEvidence,
    /// The answers from which the adaptive policy chooses.
    pub answers: &'a AnswerTable,
}

impl Decision {
    /// Returns true if the engine itself chose another answer than the neutral one.
    pub fn is_adapted(&self) -> bool {
        let is_own = matches!(
            self.reason,
            AnswerReason::Thesis(_) | AnswerReason::Expectation(_)
        );
        is_own && self.answer != Answer::NEUTRAL
    }

    /// Decides in a position.
    pub fn new(
        posteriors: StylePosteriors,
        policy: AnswerPolicy,
        context: &DecisionContext<'_>,
    ) -> Self {
        let StylePosteriors {
            before,
            after,
            games,
            is_game_judged,
            score,
        } = posteriors;
        let posterior = after.last().copied().or(before);
        let seen: Vec<Posterior> = before.into_iter().chain(after.iter().copied()).collect();
        let (answer, reason) = context.choose(policy, &seen);
        Self {
            opponent: posterior.as_ref().map(StyleEstimate::of),
            posterior,
            score,
            moves_seen: after.len(),
            games_seen: games,
            is_game_judged,
            answer,
            reason,
        }
    }
}

impl DecisionContext<'_> {
    /// Chooses the answer after a series of posteriors over the opponent's style.
    fn choose(&self, policy: AnswerPolicy, seen: &[Posterior]) -> (Answer, AnswerReason) {
        let aiming_at = |target| Answer::aiming_at(target, self.most_contempt);
        match policy {
            AnswerPolicy::Adapt => self.adapt(seen),
            AnswerPolicy::Fixed(answer) => (answer, AnswerReason::Chosen),
            _ if !self.has_objectives => (Answer::NEUTRAL, AnswerReason::NoObjectives),
            AnswerPolicy::Objective(target) => (aiming_at(target), AnswerReason::Chosen),
            AnswerPolicy::Thesis => {
                let mut selector = ObjectiveSelector::new(self.seed);
                for posterior in seen {
                    selector.update(StyleEstimate::of(posterior));
                }
                let choice = selector.choose(self.phase, self.lead);
                let answer = aiming_at(choice.objective.into());
                (answer, AnswerReason::Thesis(choice.reason))
            }
        }
    }

    /// Chooses the answer by expected points.
    fn adapt(&self, seen: &[Posterior]) -> (Answer, AnswerReason) {
        let mut expectation = AnswerExpectation {
            evidence: self.strength,
            difference: self.strength.difference(),
            style: None,
            has_seen_moves: !seen.is_empty(),
        };
        if self.strength.is_empty() && seen.is_empty() {
            return (Answer::NEUTRAL, AnswerReason::Expectation(expectation));
        }
        let mut expected = self.answers.expected(expectation.difference);
        expected.retain(|expected| expected.answer.is_within(self.most_contempt));
        let after = |seen: &[Posterior]| {
            let mut selector = AnswerSelector::new(expected.clone());
            for posterior in seen {
                selector.update(posterior);
            }
            selector.answer()
        };
        let by_strength = after(&[Posterior::EQUAL]);
        let answer = if seen.is_empty() {
            by_strength
        } else {
            after(seen)
        };
        if answer != by_strength {
            expectation.style = seen.last().map(StyleEstimate::of);
        }
        (answer, AnswerReason::Expectation(expectation))
    }
}
