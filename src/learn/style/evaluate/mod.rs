//! What a recogniser is worth on players whom it has never seen.
//!
//! Every player is left out in turn: his counts, his opponents' and his pairs are taken away again,
//! the recogniser is learned anew, and his games are judged as a stranger's. (Where values are cut is
//! learned once, of all opponents and without labels.) Each recogniser is measured on single games
//! and on 5, 20, 100 and all games of a player. Intervals come from resampling *players*, within their
//! styles: games of one player are no independent cases.

mod ablation;
mod baseline;
mod circumstances;
mod curve;
mod leave_out;
mod measures;
mod populations;
mod predictions;

pub use ablation::{AblationResult, SignSubset, ablate};
pub use circumstances::CircumstanceComparison;
pub use curve::{CurveVariable, LearningCurvePoint, learning_curves};
pub use measures::{EstimateWithInterval, StyleMeasure, StyleMeasures, difference, measure, value};
pub use populations::{BandScores, PopulationEvaluator, PopulationScores};
pub use predictions::{GamesPerPlayer, ProgressPredictions, StylePrediction, StylePredictions};

use super::{LabelledPlayer, habits};
use crate::style::{HabitCountsError, STAGES};

/// The cases of one recogniser.
#[derive(Clone, Debug)]
pub struct RecogniserPredictions {
    /// Its name.
    pub name: &'static str,
    /// What it said, level by level.
    pub cases: Vec<StylePredictions>,
}

/// What every recogniser said of every player who was left out.
#[derive(Clone, Debug)]
pub struct StyleEvaluation {
    /// By habits, classic, and the base rate.
    pub lines: Vec<RecogniserPredictions>,
    /// Games in progress, by habits: the own moves seen, and the cases.
    pub progress: Vec<(u32, StylePredictions)>,
    /// How the same players' games are judged in different circumstances, by habits.
    pub within: Vec<CircumstanceComparison>,
}

/// Leaves each player out in turn and judges him. `seed` draws which of his games stand for him
/// where not all do.
///
/// # Errors
///
/// [`HabitCountsError::OneSided`] unless two attacking and two defensive players are there.
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
            comparison.add(player, evidence, |step| judge.scaled_step(step));
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
    })
}
