//! What a training has learned, generation by generation, read from the tables in its folder.
//!
//! The tables are the whole state of a training that counts levels, so its centres, models and effects follow from them
//! again. Methods that fit weights count no levels; their fits hold the weights, and their summaries how sure these are.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::path::Path;

use super::error::TrainError;
use super::fit::FitSummary;
use super::folder::{of_fit, of_generation};
use super::memory;
use super::recipe::TrainingRecipe;
use crate::bayes::effect::Effect;
use crate::files::folder_of;
use crate::heuristic::Heuristic;
use crate::learn::positions::step;
use crate::learn::trial;
use crate::model::{HeuristicSpec, HeuristicTable, TableError};
use crate::phase::ByPhase;

/// The most generations that are read.
const MOST_GENERATIONS: u32 = 500;

/// What one generation has learned.
#[derive(Clone, Debug)]
pub struct LearnedGeneration {
    /// Centre around which its levels were drawn.
    pub centre: Heuristic,
    /// Centre that followed from its counts.
    pub next: Heuristic,
    /// Posterior of the effect of one level on the expected score, by phase in the schema's order, from the counts
    /// remembered then. Empty if weights were fitted.
    pub effects: ByPhase<Vec<Option<Effect>>>,
    /// Posterior standard deviations of the fitted weights in centipawns, by phase in the schema's order; empty if
    /// levels were counted.
    pub deviations: ByPhase<Vec<f64>>,
}

/// What the generations of a training have learned.
#[derive(Clone, Debug)]
pub struct LearnedTables {
    /// The generations in their order.
    pub generations: Vec<LearnedGeneration>,
    average: usize,
}

impl LearnedTables {
    /// Reads the tables in the folder of a training, as far as they go without a gap.
    ///
    /// # Errors
    ///
    /// [`TrainError`] for a table that cannot be read, or that does not belong to the tables before it.
    pub fn read(recipe: &TrainingRecipe, folder: &Path) -> Result<Self, TrainError> {
        let generations = if recipe.method.fits() {
            fitted(recipe, folder)?
        } else {
            counted(recipe, folder)?
        };
        Ok(Self {
            generations,
            average: usize::try_from(recipe.schedule.average).unwrap_or(usize::MAX),
        })
    }

    /// Returns the model after the first `generations` generations, the mean of their last centres; before the first
    /// one the centre of the first. `None` if there are not as many.
    pub fn model_after(&self, generations: usize) -> Option<Heuristic> {
        let done = self.generations.get(..generations)?;
        let from = done.len().saturating_sub(self.average);
        let last: Vec<Heuristic> = done
            .get(from..)?
            .iter()
            .map(|one| one.next.clone())
            .collect();
        trial::mean(&last).or_else(|| Some(self.generations.first()?.centre.clone()))
    }
}

/// Reads the generations of a method that counts levels.
fn counted(recipe: &TrainingRecipe, folder: &Path) -> Result<Vec<LearnedGeneration>, TrainError> {
    let mut tables: Vec<HeuristicTable> = Vec::new();
    let mut generations = Vec::new();
    for number in 0..recipe.schedule.generations.min(MOST_GENERATIONS) {
        let file = folder.join(format!("{}.csv", of_generation(number)));
        let table = match HeuristicTable::load(&file) {
            Err(TableError::Missing(_)) => break,
            table => table?,
        };
        if let Some(first) = tables.first()
            && first.schema().fingerprint() != table.schema().fingerprint()
        {
            return Err(TrainError::OtherTable(file));
        }
        // The effects that are shown are those that moved the centre.
        let known = memory::recall(&tables, &table, recipe.schedule.memory)?;
        let rule = recipe.rule(number);
        generations.push(LearnedGeneration {
            centre: table.level_values().centre(),
            next: trial::learn(&known, &rule).centre,
            effects: rule.posterior_effects(&known),
            deviations: ByPhase::default(),
        });
        tables.push(table);
    }
    Ok(generations)
}

/// Reads the generations of a method that fits weights. None if the heuristic that it began with cannot be loaded.
fn fitted(recipe: &TrainingRecipe, folder: &Path) -> Result<Vec<LearnedGeneration>, TrainError> {
    let mut generations = Vec::new();
    let Some(mut centre) = start(recipe, folder) else {
        return Ok(generations);
    };
    let share = recipe.fitting().share;
    for number in 0..recipe.schedule.generations.min(MOST_GENERATIONS) {
        let Some(summary) = FitSummary::read(folder, number) else {
            break;
        };
        let file = folder.join(format!("{}.csv", of_fit(number)));
        let table = HeuristicTable::load(&file)?;
        if centre.schema().fingerprint() != table.schema().fingerprint() {
            return Err(TrainError::OtherTable(file));
        }
        let next = step(&centre, &table.level_values().centre(), share);
        generations.push(LearnedGeneration {
            centre,
            next: next.clone(),
            effects: ByPhase::default(),
            deviations: summary.deviations,
        });
        centre = next;
    }
    Ok(generations)
}

/// Loads the heuristic that a training began with; a file lies beside its recipe, so beside the folder or where it
/// says.
fn start(recipe: &TrainingRecipe, folder: &Path) -> Option<Heuristic> {
    let mut spec: HeuristicSpec = recipe.start.parse().ok()?;
    if let HeuristicSpec::File { path, .. } = &mut spec {
        *path = folder_of(folder).join(&*path);
    }
    spec.load().ok()?.heuristic()
}
