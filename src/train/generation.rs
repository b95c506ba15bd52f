//! One generation: the values of its levels, the games around its centre, and their table.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use shakmaty::ByColor;

use super::core_hours::CoreHours;
use super::error::TrainError;
use super::event::{TrainEvent, TrainingStage};
use super::folder;
use super::games;
use super::options::RunOptions;
use super::recipe::{DrawnOpponent, Method, PositionLearning, TrainingRecipe};
use crate::bayes::Smoothing;
use crate::files::Existing;
use crate::heuristic::{
    DesignedLevels, Heuristic, LevelDesign, LevelSampler, LevelValues, Parameter,
};
use crate::learn;
use crate::learn::positions::step;
use crate::model::{HeuristicSource, HeuristicTable, Pick, TableError};
use crate::phase::{ByPhase, Phase};
use crate::play::AdjudicationThresholds;
use crate::selfplay::{self, ColourAssignment, Contender};
use crate::store::{CaseFilter, RunSettings, Store};

/// A generation of a training.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Number of the generation, from 0.
    pub number: u32,
    /// Values of the levels, in centipawns.
    pub level_values: LevelValues,
    /// Purpose of the games.
    pub purpose: GenerationPurpose,
}

/// Purpose of a generation's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerationPurpose {
    /// Effects of the levels, drawn by the recipe's design, from which the centre moves.
    Levels,
    /// Effect of following a fit, separately for each table of weights.
    Tables,
    /// Learning the objectives, around the model, after all generations.
    Objectives,
}

/// The direction from the start to fitted weights, along which levels lie.
#[derive(Clone, Debug)]
pub struct FitDirection {
    /// Fitted weights.
    pub fitted: Heuristic,
    /// Settings: the share to go at once, and the number of generations that follow the direction.
    pub positions: PositionLearning,
}

impl FitDirection {
    /// Returns the centre of the first generation.
    pub fn begin(&self, start: &Heuristic) -> Heuristic {
        step(start, &self.fitted, self.positions.share)
    }
}

/// A generation's table and the cost of its games.
#[derive(Clone, Debug)]
pub struct GenerationResult {
    /// Table of the counts.
    pub table: HeuristicTable,
    /// Workers' time, summed; zero if unknown.
    pub at_work: Duration,
}

impl Generation {
    /// Creates generation `number` around `centre`. Level widths come from the heuristic that training began with, so
    /// that they do not depend on learning; with a direction `way`, levels lie along it.
    pub fn around(
        recipe: &TrainingRecipe,
        number: u32,
        centre: &Heuristic,
        start: &Heuristic,
        way: Option<&FitDirection>,
    ) -> Self {
        let factor = recipe.width_factor(number);
        if let Some(way) = way.filter(|way| number < way.positions.follow) {
            return Self {
                number,
                level_values: LevelValues::along(
                    centre,
                    start,
                    &way.fitted,
                    factor * way.positions.rung,
                ),
                purpose: GenerationPurpose::Tables,
            };
        }
        let width = |(parameter, weight): (&Parameter, &i32)| {
            let width = recipe.widths.of(parameter.kind.term(), *weight);
            #[expect(clippy::cast_possible_truncation, reason = "a few hundred at the most")]
            let width = (width * factor).round().max(1.0) as i32;
            width
        };
        let parameters = start.schema().parameters();
        let widths = ByPhase::new_with(|phase: Phase| {
            let weights = start.weights()[phase].iter();
            parameters.iter().zip(weights).map(width).collect()
        });
        Self {
            number,
            level_values: LevelValues::around(centre, &widths),
            purpose: GenerationPurpose::Levels,
        }
    }

    /// Creates the games for objectives, after `number` generations: around the model, with the widths of the first
    /// generation.
    pub fn of_objectives(
        recipe: &TrainingRecipe,
        number: u32,
        model: &Heuristic,
        start: &Heuristic,
    ) -> Self {
        Self {
            number,
            purpose: GenerationPurpose::Objectives,
            ..Self::around(recipe, 0, model, start, None)
        }
    }

    /// Returns the number of games.
    pub fn size(&self, recipe: &TrainingRecipe) -> u32 {
        match recipe.objectives {
            Some(objectives) if self.purpose == GenerationPurpose::Objectives => objectives.games,
            _ => recipe.games_of(self.number),
        }
    }

    /// Returns the self-play run whose cases are counted.
    ///
    /// # Errors
    ///
    /// [`TrainError`] for a design that cannot be drawn, which reading a recipe refuses already.
    pub fn games(&self, recipe: &TrainingRecipe) -> Result<selfplay::SelfplayRecipe, TrainError> {
        let design = match (self.purpose, recipe.method) {
            (GenerationPurpose::Tables, _) => LevelDesign {
                tables: true,
                ..recipe.design
            },
            (GenerationPurpose::Objectives, _) => recipe.design,
            (_, Method::Trial | Method::Positions | Method::Texel) => recipe.design_of(self.number),
            (GenerationPurpose::Levels, Method::Spsa) => LevelDesign::SIGNS,
            (GenerationPurpose::Levels, Method::RandomSearch) => LevelDesign {
                once: true,
                ..LevelDesign::SIGNS
            },
        };
        let schema = self.level_values.schema();
        let sampler = LevelSampler::new(schema, design).map_err(|error| TrainError::Syntax {
            file: PathBuf::from("recipe"),
            line: 1,
            what: error.to_string(),
        })?;
        let trial = HeuristicSource::Designed(Arc::new(DesignedLevels {
            values: self.level_values.clone(),
            sampler,
        }));
        let other = match (recipe.method, recipe.games.sides) {
            _ if self.purpose == GenerationPurpose::Objectives => trial.clone(),
            (Method::RandomSearch | Method::Positions | Method::Texel, _)
            | (_, DrawnOpponent::Centre) => HeuristicSource::fixed(self.level_values.centre()),
            (_, DrawnOpponent::Opposed) => HeuristicSource::Opposed,
            (_, DrawnOpponent::Apart) => trial.clone(),
        };
        let contender = |name: &str, source| Contender {
            name: name.to_owned(),
            source,
        };
        let contenders = ByColor {
            white: contender("drawn", trial),
            black: contender("other", other),
        };
        Ok(selfplay::SelfplayRecipe {
            // Every generation has its own random draws.
            seed: recipe.seed.wrapping_add(u64::from(self.number) << 32),
            adjudication: (!recipe.games.played_out).then(AdjudicationThresholds::default),
            ..games::between(
                (contenders, ColourAssignment::Alternate),
                recipe.games.nodes,
                recipe,
            )
        })
    }

    /// Returns the path of the table.
    pub(super) fn table_path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.csv", self.name()))
    }

    /// Returns the path of the database that holds the games until they are counted.
    pub(super) fn games_path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.db", self.name()))
    }

    const fn stage(&self) -> TrainingStage {
        match self.purpose {
            GenerationPurpose::Objectives => TrainingStage::Objectives,
            GenerationPurpose::Levels | GenerationPurpose::Tables => {
                TrainingStage::Generation(self.number)
            }
        }
    }

    fn name(&self) -> String {
        if self.purpose == GenerationPurpose::Objectives {
            folder::of_objectives(self.number)
        } else {
            folder::of_generation(self.number)
        }
    }

    /// Returns the table: read if it is in the folder, else counted from the games, after playing the missing ones.
    /// `None` when stopped before that.
    ///
    /// # Errors
    ///
    /// [`TrainError`] if another training's table is in the folder, or the games cannot be played, stored or counted.
    pub fn play_and_count(
        &self,
        recipe: &TrainingRecipe,
        folder: &Path,
        means: &RunOptions,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<Option<GenerationResult>, TrainError> {
        let file = self.table_path(folder);
        let database = self.games_path(folder);
        let run = self.games(recipe)?;
        let mut hours = CoreHours::in_folder(folder);
        if let Some(table) = self.read(&file, &run.settings(), games::are_left(&database))? {
            games::keep_or_remove(&database, means);
            return Ok(Some(GenerationResult {
                table,
                at_work: hours.of(&self.name()).unwrap_or_default(),
            }));
        }
        let mut store = games::open(&database)?;
        let wanted = (self.stage(), self.size(recipe));
        let played = games::play(&mut store, &run, wanted, means, on_event)?;
        let Some(played) = played else {
            return Ok(None);
        };
        let at_work = hours.noted_or(&self.name(), played.at_work)?;
        let table = self.count(&store)?;
        table.save(&file, Existing::Replace)?;
        store.close()?;
        games::keep_or_remove(&database, means);
        Ok(Some(GenerationResult { table, at_work }))
    }

    /// Returns the table in the folder, if it is complete and of the self-play `run`. Only reads.
    ///
    /// # Errors
    ///
    /// [`TrainError`] if another training's table is there.
    pub(super) fn finished(
        &self,
        folder: &Path,
        run: &RunSettings,
    ) -> Result<Option<HeuristicTable>, TrainError> {
        let games = games::are_left(&self.games_path(folder));
        self.read(&self.table_path(folder), run, games)
    }

    /// Returns the table in `file`, if it is complete. It must belong to the self-play `run`; `games` is true if the
    /// games are still there, so that they can be counted again.
    fn read(
        &self,
        file: &Path,
        run: &RunSettings,
        games: bool,
    ) -> Result<Option<HeuristicTable>, TrainError> {
        match HeuristicTable::load(file) {
            Ok(table) => {
                folder::check_table(&table, file, self.level_values.schema(), run)?;
                if *table.level_values() != self.level_values {
                    return Err(TrainError::OtherTable(file.to_owned()));
                }
                Ok(Some(table))
            }
            Err(TableError::Missing(_)) => Ok(None),
            // A kill left the file incomplete. Games are only removed later, so they can be counted again.
            Err(_) if games => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn count(&self, store: &Store) -> Result<HeuristicTable, TrainError> {
        let filter = CaseFilter::default();
        let schema = self.level_values.schema();
        let learned = learn::learn(store, schema, &filter, Smoothing::LAPLACE, &mut |_| {})?;
        Ok(HeuristicTable::with_level_values(
            self.level_values.clone(),
            Pick::Lean { reach: 0.0 },
            learned.table.counts().clone(),
            Smoothing::LAPLACE,
            learned.table.card().origins.clone(),
        )?)
    }
}
