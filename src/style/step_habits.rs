//! The habits that moved a player's scores from one moment of a game to a later one.
//!
//! A score is linear in the weights of the signs' values. So the effect of one sign on a step is the score less the
//! score that it would be with the sign's earlier value. What the signs leave over comes from the number of moves: the
//! game counts more, and more is expected of it.

use serde::Serialize;

use super::axes::AxisEvidence;
use super::axis_scorer::AxisScorer;
use super::habit_recogniser::{HabitEvidence, HabitRecogniser};
use super::sign::Sign;
use super::sign_values::SignValues;

/// Least share of a step that a habit must explain to be named as its reason. Most steps are sums of many small effects.
const LEAST_SHARE: f64 = 0.2;

/// Maximum number of habits that are named for a step.
const MOST_HABITS: usize = 2;

/// A habit that moved a score, with its values before and after the step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepHabit {
    /// Name of the sign in tables.
    pub sign: String,
    /// Meaning of the sign, in words.
    pub question: String,
    /// Value of the sign before the step, in words.
    pub before: &'static str,
    /// Value of the sign after the step, in words.
    pub value: &'static str,
    /// Share of peers' games with that value after as many moves, 0 to 1.
    pub usual: f64,
    /// Share of the step that the habit explains; above 1 if other habits moved the score the other way.
    pub share: f64,
}

/// The habits that moved the scores on both axes most, the first of them most.
///
/// At most two for each axis; none where no habit explains at least a fifth of the step.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StepHabits {
    /// On the axis from defensive to attacking.
    pub attacking: Vec<StepHabit>,
    /// On the axis from simplifying to complicating.
    pub complicating: Vec<StepHabit>,
}

/// What was seen of a player at one moment of a game.
#[derive(Debug)]
pub(super) struct GameMoment {
    /// The signs of the game so far.
    pub(super) reading: SignValues,
    /// Number of the player's moves.
    pub(super) moves: u32,
    /// The evidence of earlier games.
    pub(super) earlier: HabitEvidence,
}

impl HabitRecogniser {
    /// Returns the habits that moved the scores from one moment of a game to a later one.
    pub(super) fn step_habits(&self, before: &GameMoment, now: &GameMoment) -> StepHabits {
        let of = |axis: &AxisScorer, evidence: EvidenceOf| {
            let leading = leading_signs(self, axis, evidence, [before, now]);
            let told = leading
                .into_iter()
                .filter_map(|sign| self.told(sign, [before, now]));
            told.collect()
        };
        StepHabits {
            attacking: of(self.attacking(), |evidence| evidence.attacking),
            complicating: self
                .complicating()
                .map_or_else(Vec::new, |axis| of(axis, |evidence| evidence.complicating)),
        }
    }

    fn told(
        &self,
        (sign, share): (Sign, f64),
        [before, now]: [&GameMoment; 2],
    ) -> Option<StepHabit> {
        let earlier = before.reading.value(sign)?;
        let value = now.reading.value(sign)?;
        let values = self.layout().values(sign).len();
        let population = now.reading.cell.peers().population;
        Some(StepHabit {
            sign: sign.to_string(),
            question: sign.question(),
            before: sign.value_name(earlier, values),
            value: sign.value_name(value, values),
            usual: self
                .usual_stages()
                .share(population, sign, value, now.moves)?,
            share,
        })
    }
}

/// Takes the evidence on one axis.
type EvidenceOf = fn(&HabitEvidence) -> AxisEvidence;

/// Returns the signs with the greatest effects in the direction of a step, with the shares of it that they explain.
fn leading_signs(
    judge: &HabitRecogniser,
    axis: &AxisScorer,
    of: EvidenceOf,
    [before, now]: [&GameMoment; 2],
) -> Vec<(Sign, f64)> {
    let score = |moment: &GameMoment, raw: f64| {
        let game = judge.evidence_in_progress(&moment.reading, moment.moves);
        let (game, share) = (of(&game), game.games);
        let mut evidence = of(&moment.earlier);
        evidence.add(AxisEvidence {
            sum: game.sum + share * raw,
            ..game
        });
        axis.score(moment.earlier.games + share, evidence).score
    };
    let after = score(now, 0.0);
    let step = after - score(before, 0.0);
    let effect = |sign: Sign| {
        let weight = |moment: &GameMoment| {
            let value = moment.reading.value(sign)?;
            axis.weights_of(sign).get(value).copied()
        };
        let (earlier, later) = (weight(before)?, weight(now)?);
        // The sign with its earlier value.
        let share = (after - score(now, earlier - later)) / step;
        // A step of nothing has no shares.
        (share >= LEAST_SHARE && share.is_finite()).then_some((sign, share))
    };
    let mut leading: Vec<(Sign, f64)> = Sign::all().filter_map(effect).collect();
    leading.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    leading.truncate(MOST_HABITS);
    leading
}
