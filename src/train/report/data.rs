//! Contents of a training's report.

use super::super::curve::TrainingPoint;
use super::super::fit::FitSummary;
use super::super::recipe::TrainingRecipe;
use crate::heuristic::Heuristic;
use crate::model::HeuristicTable;

/// The results of a training so far.
#[derive(Clone, Copy, Debug)]
pub struct ReportData<'a> {
    /// Recipe of the training.
    pub recipe: &'a TrainingRecipe,
    /// Heuristic that training began with.
    pub start: &'a Heuristic,
    /// Model so far.
    pub model: &'a Heuristic,
    /// Table of the model, once it has a heuristic for each objective.
    pub objectives: Option<&'a HeuristicTable>,
    /// Tables of the generations.
    pub tables: &'a [HeuristicTable],
    /// Summaries of the fits to positions.
    pub fits: &'a [FitSummary],
    /// Points of the learning curve.
    pub points: &'a [TrainingPoint],
    /// True if the training is complete.
    pub complete: bool,
}
