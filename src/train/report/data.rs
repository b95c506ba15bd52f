//! What a report of a training shows.

use super::super::curve::TrainingPoint;
use super::super::fit::FitSummary;
use super::super::recipe::TrainingRecipe;
use crate::heuristic::Heuristic;
use crate::model::HeuristicTable;

/// The results of a training so far.
#[derive(Clone, Copy, Debug)]
pub struct ReportData<'a> {
    /// What was asked for.
    pub recipe: &'a TrainingRecipe,
    /// Where it began.
    pub start: &'a Heuristic,
    /// The model.
    pub model: &'a Heuristic,
    /// The model's table, once it has a heuristic for each objective.
    pub objectives: Option<&'a HeuristicTable>,
    /// The generations' tables.
    pub tables: &'a [HeuristicTable],
    /// What the fits to positions found out.
    pub fits: &'a [FitSummary],
    /// The curve.
    pub points: &'a [TrainingPoint],
    /// Whether nothing is left to be done.
    pub complete: bool,
}
