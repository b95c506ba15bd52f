//! Evaluation of style recognisers on unseen players.
//!
//! Every player is left out in turn: the recogniser is learned from the others' counts and judges the player's games
//! as a stranger's. (The thresholds of habits are learned once, from all opponents and without labels.) Each
//! recogniser is measured on single games and on 5, 20, 100 and all games of a player. Intervals come from resampling
//! *players*, within their styles, since the games of one player are not independent.

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

use super::{LabelledPlayer, habits};
use crate::style::{HabitCountsError, STAGES};
use axis_measures::LabelledScores;

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
    let draws = predictions::SampledGames::new(gathered, seed);
    let counts = leave_out::counts_by_player(gathered, &borders);
    let mut progress: Vec<(u32, StylePredictions)> = STAGES
        .iter()
        .map(|stage| {
            (
                *stage,
                StylePredictions::new(GamesPerPlayer::Games(1), gathered),
            )
        })
        .collect();
    let mut axes = LabelledScores::default();
    let mut comparison = circumstances::CircumstanceTotals::default();
    let by_habits = leave_out::judge_each(
        gathered,
        &counts,
        &draws,
        |place| leave_out::others(place, gathered),
        |_| true,
        |place, judge, evidence| {
            let player = &gathered[place];
            predictions::in_progress(&mut progress, place, player, judge);
            comparison.add(player, evidence, |step| judge.attacking().scaled_step(step));
            axes.add(judge, evidence);
        },
    )?;
    let lines = vec![
        RecogniserPredictions {
            name: "habits",
            cases: by_habits,
        },
        RecogniserPredictions {
            name: "classic",
            cases: baseline::classic(gathered, &draws),
        },
        RecogniserPredictions {
            name: "base rate",
            cases: baseline::base_rate(gathered, &draws),
        },
    ];
    Ok(StyleEvaluation {
        lines,
        progress,
        within: comparison.finish(),
        axes: axes.measure(seed),
    })
}
