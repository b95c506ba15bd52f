//! What a training has learned, generation by generation, read from the tables in its folder.
//!
//! The tables are the whole state of a training that counts levels, so its centres, models and effects follow from them
//! again. Methods that fit weights count no levels; of them nothing is read here.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::path::Path;

use super::error::TrainError;
use super::folder::of_generation;
use super::memory;
use super::recipe::TrainingRecipe;
use crate::bayes::effect::Effect;
use crate::heuristic::Heuristic;
use crate::learn::trial;
use crate::model::{HeuristicTable, TableError};
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
    /// Posterior of the effect of one level on the expected score, by phase in the schema's order.
    pub effects: ByPhase<Vec<Option<Effect>>>,
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
        let mut tables: Vec<HeuristicTable> = Vec::new();
        let mut generations = Vec::new();
        let last = if recipe.method.fits() {
            0
        } else {
            recipe.schedule.generations.min(MOST_GENERATIONS)
        };
        for number in 0..last {
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
            let update = memory::next_centre(recipe, &tables, &table, number)?;
            generations.push(LearnedGeneration {
                centre: table.level_values().centre(),
                next: update.centre,
                effects: recipe.rule(number).posterior_effects(&table),
            });
            tables.push(table);
        }
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
