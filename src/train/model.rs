//! The model of a training: the mean of the last centres, as a table whose card records its origin.

use super::error::TrainError;
use super::folder::MODEL;
use super::generation::Generation;
use super::run::TrainingRun;
use crate::files::Existing;
use crate::heuristic::Heuristic;
use crate::learn::trial;
use crate::model::{HeuristicTable, RunOrigin, TrainingOrigin};

impl TrainingRun<'_> {
    /// Returns the heuristic that evaluated in searches of positions, if the training used one.
    fn named_teacher(&self) -> Option<&Heuristic> {
        if self.recipe.method.fits() {
            return self.teacher_of(&self.recipe.fitting());
        }
        self.recipe.fit_before().and(self.teacher)
    }

    /// Returns the origins of all tables so far and of `more`.
    pub(super) fn origins(&self, more: &[HeuristicTable]) -> Vec<RunOrigin> {
        let tables = self.tables.iter().chain(more);
        let origins = tables.flat_map(|table| &table.card().origins);
        self.before.iter().chain(origins).cloned().collect()
    }

    /// Returns the model after the generations so far: the mean of the last centres.
    pub(super) fn model(&self) -> Heuristic {
        self.model_after(self.centres.len())
    }

    /// Returns the model after the first `generations` generations.
    pub(super) fn model_after(&self, generations: usize) -> Heuristic {
        let average = usize::try_from(self.recipe.schedule.average).unwrap_or(usize::MAX);
        let last = &self.centres[generations.saturating_sub(average)..generations];
        trial::mean(last).unwrap_or_else(|| self.start.clone())
    }

    /// Saves the model's table in the folder, with the training's settings on its card.
    pub(super) fn keep_model(&self, table: HeuristicTable) -> Result<(), TrainError> {
        let table = table.with_training(TrainingOrigin {
            recipe: self.recipe.canonical(),
            start: self.start.fingerprint(),
            teacher: self.named_teacher().map(Heuristic::fingerprint),
        });
        Ok(table.save(&self.folder.join(MODEL), Existing::Replace)?)
    }

    /// Returns the model as a table: middle levels at its weights, widths of the last generation, no counts. Counts
    /// belong to other centres.
    pub(super) fn model_table(&self, model: &Heuristic) -> Result<HeuristicTable, TrainError> {
        let number = u32::try_from(self.centres.len())
            .unwrap_or(u32::MAX)
            .saturating_sub(1);
        let way = self.way.as_ref();
        let generation = Generation::around(self.recipe, number, model, self.start, way);
        Ok(HeuristicTable::without_cases(
            generation.level_values,
            self.origins(&[]),
        )?)
    }
}
