//! The result of the quickstart: what each way of learning gains.

use bayeschess::train::TrainingPoint;
use bayeschess::train::experiment::curve::{CurveOpponent, MatchRow};

/// The two results that the quickstart compares: Elo against the initial heuristic, with 95 % errors.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    pub(super) original: (f64, f64),
    pub(super) trial: (f64, f64),
}

impl Comparison {
    /// The last point of each way; `None` where one is missing.
    pub(super) fn of(rows: &[MatchRow], points: &[TrainingPoint]) -> Option<Self> {
        let is_initial = |row: &&MatchRow| row.opponent == CurveOpponent::Initial;
        let original = rows.iter().rfind(is_initial)?;
        let trial = points.last()?;
        Some(Self {
            original: (original.elo, original.elo_error_95),
            trial: trial.elo.zip(trial.elo_error_95)?,
        })
    }
}
