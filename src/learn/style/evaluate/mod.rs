//! Evaluation of style recognisers on unseen players.
//!
//! Every player is left out in turn: the recogniser is learned from the others' counts and judges the player's games
//! as a stranger's. (The thresholds of habits are learned once, from all opponents and without labels.) Each
//! recogniser is measured on single games and on 5, 20, 100 and all games of a player. Intervals come from resampling
//! *players*, within their styles, since the games of one player are not independent. A model that is already there
//! is measured in the same way on players it did not learn from.

mod ablation;
mod axis_measures;
mod baseline;
mod circumstances;
mod curve;
mod leave_out;
mod measures;
mod populations;
mod predictions;

pub use ablation::{AblationResult, SignSubset, ablate};
pub use axis_measures::{BandScores, LabelledAxes, OddEvenAgreement, PopulationAxis};
pub use circumstances::CircumstanceComparison;
pub use curve::{CurveVariable, LearningCurvePoint, learning_curves};
pub use measures::{StyleMeasure, StyleMeasures, difference, measure, value};
pub use populations::{PopulationEvaluator, PopulationScores};
pub use predictions::{GamesPerPlayer, ProgressPredictions, StylePrediction, StylePredictions};

use std::borrow::Cow;

use super::{LabelledPlayer, habits};
use crate::style::{HabitCountsError, HabitEvidence, HabitRecogniser, STAGES, Style};
use axis_measures::LabelledScores;
use circumstances::CircumstanceTotals;
use predictions::SampledGames;

/// The predictions of one recogniser.
#[derive(Clone, Debug)]
pub struct RecogniserPredictions {
    /// Name of the recogniser.
    pub name: &'static str,
    /// Predictions, by the number of games per player.
    pub cases: Vec<StylePredictions>,
}

/// The predictions of every recogniser for every player left out.
#[derive(Clone, Debug)]
pub struct StyleEvaluation {
    /// Predictions by habits, by the classic recogniser, and by the base rate.
    pub lines: Vec<RecogniserPredictions>,
    /// Predictions for games in progress, by habits, with the number of own moves seen.
    pub progress: Vec<(u32, StylePredictions)>,
    /// Scores of the same players' games in different circumstances, by habits.
    pub within: Vec<CircumstanceComparison>,
    /// Measures of the players on both axes, each judged by a recogniser learned from the others.
    pub axes: LabelledAxes,
}

/// Leaves each player out in turn and judges them by the others. `seed` determines the draws of a player's games.
///
/// # Errors
///
/// [`HabitCountsError::OneSided`] if there are fewer than two attacking or two defensive players.
pub fn evaluate(
    gathered: &[LabelledPlayer],
    seed: u64,
) -> Result<StyleEvaluation, HabitCountsError> {
    let borders = habits::learn(gathered, None).borders().clone();
    let draws = SampledGames::new(gathered, seed);
    let counts = leave_out::counts_by_player(gathered, &borders);
    let mut seen = SeenPlayers::new(gathered);
    let by_habits = leave_out::judge_each(
        gathered,
        &counts,
        &draws,
        |place| leave_out::others(place, gathered),
        |_| true,
        |place, judge, evidence| seen.add(place, judge, evidence),
    )?;
    let lines = vec![
        RecogniserPredictions::new("habits", by_habits),
        RecogniserPredictions::new("classic", baseline::classic(gathered, &draws)),
        RecogniserPredictions::new("base rate", baseline::base_rate(gathered, &draws)),
    ];
    Ok(seen.finish(lines, seed))
}

/// Judges every player by one recogniser, which must not have learned from them. `seed` determines the draws of a
/// player's games.
///
/// # Errors
///
/// [`HabitCountsError::OneSided`] without an attacking or without a defensive player.
pub fn evaluate_by(
    judge: &HabitRecogniser,
    gathered: &[LabelledPlayer],
    seed: u64,
) -> Result<StyleEvaluation, HabitCountsError> {
    for (style, missing) in [
        (Style::Attacking, "no attacking"),
        (Style::Defensive, "no defensive"),
    ] {
        if !gathered.iter().any(|player| player.label.style == style) {
            return Err(HabitCountsError::OneSided(missing));
        }
    }
    let draws = SampledGames::new(gathered, seed);
    let mut seen = SeenPlayers::new(gathered);
    let by_habits = leave_out::judge_by(
        gathered,
        &draws,
        |_| Ok(Cow::Borrowed(judge)),
        |place, judge, evidence| seen.add(place, judge, evidence),
    )?;
    let lines = vec![
        RecogniserPredictions::new("habits", by_habits),
        RecogniserPredictions::new("base rate", baseline::base_rate(gathered, &draws)),
    ];
    Ok(seen.finish(lines, seed))
}

impl RecogniserPredictions {
    const fn new(name: &'static str, cases: Vec<StylePredictions>) -> Self {
        Self { name, cases }
    }
}

/// What is gathered while the players are judged one by one, besides the predictions.
struct SeenPlayers<'a> {
    gathered: &'a [LabelledPlayer],
    progress: ProgressPredictions,
    axes: LabelledScores,
    comparison: CircumstanceTotals,
}

impl<'a> SeenPlayers<'a> {
    fn new(gathered: &'a [LabelledPlayer]) -> Self {
        let single = || StylePredictions::new(GamesPerPlayer::Games(1), gathered);
        Self {
            gathered,
            progress: STAGES.iter().map(|stage| (*stage, single())).collect(),
            axes: LabelledScores::default(),
            comparison: CircumstanceTotals::default(),
        }
    }

    fn add(&mut self, place: usize, judge: &HabitRecogniser, evidence: &[HabitEvidence]) {
        let player = &self.gathered[place];
        predictions::in_progress(&mut self.progress, place, player, judge);
        self.comparison
            .add(player, evidence, |step| judge.attacking().scaled_step(step));
        self.axes.add(judge, evidence);
    }

    fn finish(self, lines: Vec<RecogniserPredictions>, seed: u64) -> StyleEvaluation {
        StyleEvaluation {
            lines,
            progress: self.progress,
            within: self.comparison.finish(),
            axes: self.axes.measure(seed),
        }
    }
}
