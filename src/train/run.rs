//! The training loop: generation after generation, continuing from the tables in the folder.

use std::path::{Path, PathBuf};

use super::core_hours::in_hours;
use super::curve::TrainingPoint;
use super::early_stop;
use super::error::TrainError;
use super::event::{TrainEvent, TrainingStage};
use super::fit::{FitSummary, PositionFit};
use super::folder::{self, CURVE, MODEL, REPORT};
use super::generation::{FitDirection, Generation, GenerationResult};
use super::memory;
use super::options::RunOptions;
use super::recipe::{Method, PositionLearning, TrainingRecipe};
use super::report::{self, ReportData};
use super::result_sheet::ResultSheet;
use crate::bayes::Smoothing;
use crate::files::Existing;
use crate::heuristic::Heuristic;
use crate::learn::positions::step;
use crate::learn::trial::CentreUpdate;
use crate::model::{HeuristicTable, Pick, RunOrigin};

/// The outcome of a training.
#[derive(Clone, Debug)]
pub struct TrainOutcome {
    /// True if all generations are done or early stopping ended the training; false if it was stopped.
    pub complete: bool,
    /// Points of the learning curve so far.
    pub points: Vec<TrainingPoint>,
    /// Path of the model's table, once there is one.
    pub model: Option<PathBuf>,
    /// Path of the report, once there is one.
    pub report: Option<PathBuf>,
}

/// The heuristics named in a recipe.
#[derive(Clone, Copy, Debug)]
pub struct NamedHeuristics<'a> {
    /// Heuristic that training begins with.
    pub start: &'a Heuristic,
    /// Heuristic that evaluates in the searches of positions; `None` for the one being fitted.
    pub teacher: Option<&'a Heuristic>,
}

/// Trains by `recipe` in `folder`, which is created if missing, and continued if it contains the same training.
///
/// # Errors
///
/// [`TrainError`]; finished work stays in the folder.
pub fn train(
    recipe: &TrainingRecipe,
    named: NamedHeuristics<'_>,
    folder: &Path,
    means: &RunOptions,
    on_event: &mut dyn FnMut(TrainEvent<'_>),
) -> Result<TrainOutcome, TrainError> {
    folder::find(recipe, folder)?;
    // From here on no other process works in the folder.
    let sheet = ResultSheet::open(&folder.join(CURVE), &recipe.hash(), Existing::Keep)?;
    folder::take_up(recipe, folder)?;
    let mut run = TrainingRun {
        recipe,
        start: named.start,
        teacher: named.teacher,
        folder,
        means,
        sheet,
        centres: Vec::new(),
        tables: Vec::new(),
        fits: Vec::new(),
        way: None,
        before: Vec::new(),
        hours_before: 0.0,
        objectives: None,
    };
    let complete = run.go_on(on_event)? && run.separate_objectives(on_event)?;
    run.report(complete)?;
    let done = !run.sheet.rows().is_empty();
    Ok(TrainOutcome {
        complete,
        points: run.sheet.rows().to_vec(),
        model: done.then(|| folder.join(MODEL)),
        report: done.then(|| folder.join(REPORT)),
    })
}

/// A training in progress.
pub(super) struct TrainingRun<'a> {
    pub(super) recipe: &'a TrainingRecipe,
    pub(super) start: &'a Heuristic,
    pub(super) teacher: Option<&'a Heuristic>,
    pub(super) folder: &'a Path,
    pub(super) means: &'a RunOptions,
    pub(super) sheet: ResultSheet<TrainingPoint>,
    /// Centres that follow from the generations, one for each.
    pub(super) centres: Vec<Heuristic>,
    pub(super) tables: Vec<HeuristicTable>,
    /// Summaries of the fits to positions.
    pub(super) fits: Vec<FitSummary>,
    /// Direction along which levels lie, if weights were fitted before the first generation.
    pub(super) way: Option<FitDirection>,
    /// Runs of games before the first generation.
    pub(super) before: Vec<RunOrigin>,
    /// Core-hours before the first generation, as far as known.
    pub(super) hours_before: f64,
    /// Table of the model with a heuristic for each objective, once these are learned.
    pub(super) objectives: Option<HeuristicTable>,
}

impl TrainingRun<'_> {
    /// Runs the generations; false when stopped.
    fn go_on(&mut self, on_event: &mut dyn FnMut(TrainEvent<'_>)) -> Result<bool, TrainError> {
        if !self.find_the_way(on_event)? {
            return Ok(false);
        }
        for number in 0..self.recipe.schedule.generations {
            let taught = match self.recipe.method {
                Method::Positions | Method::Texel => self.fit(number, on_event)?,
                Method::Trial | Method::Spsa | Method::RandomSearch => {
                    self.trial(number, on_event)?
                }
            };
            let Some((result, update)) = taught else {
                return Ok(false);
            };
            self.centres.push(update.centre.clone());
            self.tables.push(result.table.clone());
            if !self.validate_generation(number, &result, &update, on_event)? {
                return Ok(false);
            }
            if early_stop::is_over(self.recipe, self.sheet.rows(), number) {
                break;
            }
        }
        Ok(true)
    }

    /// Returns the centre of the next generation.
    fn centre(&self) -> Heuristic {
        let begin = || {
            let way = self.way.as_ref();
            way.map_or_else(|| self.start.clone(), |way| way.begin(self.start))
        };
        self.centres.last().cloned().unwrap_or_else(begin)
    }

    /// Fits weights to positions, if the recipe asks for a fit before a trial; false when stopped.
    fn find_the_way(
        &mut self,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<bool, TrainError> {
        let Some(positions) = self.recipe.fit_before() else {
            return Ok(true);
        };
        let fit = PositionFit {
            stage: TrainingStage::InitialFit,
            centre: self.start,
            games: positions.games,
            nodes: positions.nodes,
            positions,
            teacher: self.teacher,
        };
        let found = fit.find(self.recipe, self.folder, self.means, on_event)?;
        let Some(fitted) = found else {
            return Ok(false);
        };
        self.hours_before = in_hours(fitted.at_work);
        self.way = Some(FitDirection {
            fitted: fitted.heuristic(),
            positions: positions.clone(),
        });
        self.before
            .extend(fitted.table.card().origins.iter().cloned());
        self.fits.push(fitted.summary);
        Ok(true)
    }

    /// Runs a generation of a trial; returns its counts and the new centre, `None` when stopped.
    fn trial(
        &self,
        number: u32,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<Option<(GenerationResult, CentreUpdate)>, TrainError> {
        let centre = self.centre();
        let way = self.way.as_ref();
        let generation = Generation::around(self.recipe, number, &centre, self.start, way);
        let result = generation.play_and_count(self.recipe, self.folder, self.means, on_event)?;
        let Some(result) = result else {
            return Ok(None);
        };
        let update = memory::next_centre(self.recipe, &self.tables, &result.table, number)?;
        Ok(Some((result, update)))
    }

    /// Runs a generation that fits weights; returns them and the new centre, `None` when stopped.
    fn fit(
        &mut self,
        number: u32,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<Option<(GenerationResult, CentreUpdate)>, TrainError> {
        let centre = self.centre();
        let positions = self.recipe.fitting();
        let fit = PositionFit {
            stage: TrainingStage::Generation(number),
            centre: &centre,
            games: self.recipe.games_of(number),
            nodes: self.recipe.games.nodes,
            positions: &positions,
            teacher: self.teacher_of(&positions),
        };
        let found = fit.find(self.recipe, self.folder, self.means, on_event)?;
        Ok(found.map(|fitted| {
            let next = step(&centre, &fitted.heuristic(), positions.share);
            self.fits.push(fitted.summary);
            let result = GenerationResult {
                table: fitted.table,
                at_work: fitted.at_work,
            };
            (result, CentreUpdate::of_step(&centre, next))
        }))
    }

    /// Returns the heuristic that evaluates in the searches of positions, `None` for the one being fitted. Texel's
    /// method has no searches, so it uses none.
    pub(super) fn teacher_of(&self, positions: &PositionLearning) -> Option<&Heuristic> {
        self.teacher.filter(|_| positions.taught_by.is_some())
    }

    /// Plays the games for objectives around the model, and puts their counts into its table; false when stopped.
    fn separate_objectives(
        &mut self,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<bool, TrainError> {
        let model = self.model();
        let Some(objectives) = self.recipe.objectives else {
            // An older generation that was validated again may have left its model there.
            self.keep_model(self.model_table(&model)?)?;
            return Ok(true);
        };
        let number = u32::try_from(self.centres.len()).unwrap_or(u32::MAX);
        let last = Generation::of_objectives(self.recipe, number, &model, self.start);
        let Some(result) = last.play_and_count(self.recipe, self.folder, self.means, on_event)?
        else {
            return Ok(false);
        };
        let table = HeuristicTable::with_level_values(
            last.level_values,
            Pick::Lean {
                reach: objectives.reach,
            },
            result.table.counts().clone(),
            Smoothing::LAPLACE,
            self.origins(&[result.table]),
        )?;
        self.keep_model(table.clone())?;
        self.objectives = Some(table);
        Ok(true)
    }

    /// Writes the report of the generations on the curve, unless some of them were not reached by this run.
    pub(super) fn report(&self, complete: bool) -> Result<(), TrainError> {
        let points = self.sheet.rows();
        let judged = points.len().min(self.centres.len());
        if judged == 0 || !complete && judged < points.len() {
            return Ok(());
        }
        report::write(
            &ReportData {
                recipe: self.recipe,
                start: self.start,
                model: &self.model_after(judged),
                objectives: self.objectives.as_ref(),
                tables: &self.tables[..judged],
                fits: &self.fits[..self.fits_until(judged)],
                points,
                complete,
            },
            self.folder,
        )
    }

    /// Returns the number of fits behind the first `generations` generations: one each, or all those before them.
    fn fits_until(&self, generations: usize) -> usize {
        if self.recipe.method.fits() {
            generations
        } else {
            self.fits.len()
        }
    }
}
