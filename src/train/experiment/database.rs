//! The database of an experiment, which grows, and the heuristics learned from its first games.
//!
//! Cases are counted once, since counts add up: the table of 500 games is the table of 200 plus the next 300.

use crate::bayes::{CaseError, Counts, Smoothing};
use crate::heuristic::{Heuristic, Schema};
use crate::model::{HeuristicTable, Objective, class_of, shape_of};
use crate::selfplay::{self, OtherRunPolicy, SelfplayPlan};
use crate::store::{CaseFilter, RunKey, RunSettings, Store};

use super::recipe::DatabaseRecipe;
use super::{ExperimentError, ExperimentEvent, ExperimentOptions};

/// The database of an experiment, and the counts of its first games.
#[derive(Debug)]
pub struct GrowingDatabase<'a> {
    store: &'a mut Store,
    games: selfplay::SelfplayRecipe,
    settings: RunSettings,
    counts: Counts,
    counted: u32,
}

impl<'a> GrowingDatabase<'a> {
    /// Creates the state before anything is counted.
    pub fn new(store: &'a mut Store, database: &DatabaseRecipe) -> Self {
        let games = database.recipe();
        Self {
            store,
            settings: games.settings(),
            games,
            counts: Counts::new(shape_of(Schema::classic())),
            counted: 0,
        }
    }

    /// Returns the key of the self-play run that is learned from.
    pub fn run(&self) -> RunKey {
        self.settings.key()
    }

    /// Returns the heuristic learned from the first `size` games, after playing the missing ones; `None` when stopped
    /// before that. Sizes must not fall from call to call.
    ///
    /// # Errors
    ///
    /// [`ExperimentError`] for a database that cannot be written, read or counted.
    pub fn learned(
        &mut self,
        size: u32,
        objective: Objective,
        means: &ExperimentOptions,
        on_event: &mut dyn FnMut(ExperimentEvent<'_>),
    ) -> Result<Option<Heuristic>, ExperimentError> {
        if !self.grow(size, means, on_event)? {
            return Ok(None);
        }
        self.count(size)?;
        let table = HeuristicTable::new(
            Schema::classic(),
            self.counts.clone(),
            Smoothing::LAPLACE,
            Vec::new(),
        )?;
        Ok(Some(table.heuristic(objective)))
    }

    /// Plays the missing ones of the first `size` games; false when stopped before that.
    fn grow(
        &mut self,
        size: u32,
        means: &ExperimentOptions,
        on_event: &mut dyn FnMut(ExperimentEvent<'_>),
    ) -> Result<bool, ExperimentError> {
        let begun = self.store.run(&self.run())?;
        if let Some(run) = &begun
            && self.store.missing_numbers(run, size)?.is_empty()
        {
            return Ok(true);
        }
        let plan = SelfplayPlan {
            threads: means.threads,
            begin: if begun.is_some() {
                OtherRunPolicy::Refuse
            } else {
                OtherRunPolicy::NewRun
            },
            ..SelfplayPlan::new(size)
        };
        let outcome = selfplay::run(self.store, &self.games, &plan, &means.stop, &mut |event| {
            if let selfplay::SelfplayEvent::Begun { tally, .. }
            | selfplay::SelfplayEvent::Written { tally } = event
            {
                on_event(ExperimentEvent::Growing {
                    tally,
                    wanted: size,
                });
            }
        })?;
        if outcome.lost > 0 {
            return Err(ExperimentError::Missing {
                file: self.store.file().to_owned(),
                missing: outcome.lost,
                wanted: size,
            });
        }
        Ok(!outcome.stopped)
    }

    /// Counts the cases of the games below `size` that are not counted yet.
    fn count(&mut self, size: u32) -> Result<(), ExperimentError> {
        if size <= self.counted {
            return Ok(());
        }
        let filter = CaseFilter {
            run: Some(self.run()),
            games: Some(self.counted..size),
        };
        let counts = &mut self.counts;
        let mut failed: Option<CaseError> = None;
        self.store.for_each_case(&filter, |phase, result, levels| {
            if let Err(error) = counts.add(class_of(phase, result), levels) {
                failed.get_or_insert(error);
            }
        })?;
        self.counted = size;
        failed.map_or(Ok(()), |error| Err(error.into()))
    }
}
