//! The loop: generation after generation, from the tables in the folder on.

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
use crate::learn::trial::{self, CentreUpdate};
use crate::model::{HeuristicTable, Pick, RunOrigin};

/// The result of a training.
#[derive(Clone, Debug)]
pub struct TrainOutcome {
    /// Whether all generations were there, or patience ended it; otherwise it was stopped.
    pub complete: bool,
    /// The curve so far.
    pub points: Vec<TrainingPoint>,
    /// The model's table, once there is one.
    pub model: Option<PathBuf>,
    /// The report, once there is one.
    pub report: Option<PathBuf>,
}

/// The heuristics that a recipe names, read.
#[derive(Clone, Copy, Debug)]
pub struct NamedHeuristics<'a> {
    /// Where the training begins.
    pub start: &'a Heuristic,
    /// Whose evaluation the searches of positions use, if not the learner's.
    pub teacher: Option<&'a Heuristic>,
}

/// Trains by `recipe` in `folder`, which is made where it is not there, and gone on with where it
/// holds the same training.
///
/// # Errors
///
/// [`TrainError`]; what was done before stays.
pub fn train(
    recipe: &TrainingRecipe,
    named: NamedHeuristics<'_>,
    folder: &Path,
    means: &RunOptions,
    on_event: &mut dyn FnMut(TrainEvent<'_>),
) -> Result<TrainOutcome, TrainError> {
    folder::find(recipe, folder)?;
    // From here on nobody else is at work in the folder.
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

/// A training under way.
pub(super) struct TrainingRun<'a> {
    pub(super) recipe: &'a TrainingRecipe,
    pub(super) start: &'a Heuristic,
    pub(super) teacher: Option<&'a Heuristic>,
    pub(super) folder: &'a Path,
    pub(super) means: &'a RunOptions,
    pub(super) sheet: ResultSheet<TrainingPoint>,
    /// After each generation, where the next one begins.
    pub(super) centres: Vec<Heuristic>,
    pub(super) tables: Vec<HeuristicTable>,
    /// What the fits to positions found out.
    pub(super) fits: Vec<FitSummary>,
    /// Along which levels lie, where weights were fitted first.
    pub(super) way: Option<FitDirection>,
    /// The runs of games before the first generation.
    pub(super) before: Vec<RunOrigin>,
    /// Core-hours before the first generation, as far as they are known.
    pub(super) hours_before: f64,
    /// The model's table with a heuristic for each objective, once they were told apart.
    pub(super) objectives: Option<HeuristicTable>,
}

impl TrainingRun<'_> {
    /// Goes through the generations; false when stopped.
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
            let Some((harvest, lesson)) = taught else {
                return Ok(false);
            };
            self.centres.push(lesson.centre.clone());
            self.tables.push(harvest.table.clone());
            if !self.validate_generation(number, &harvest, &lesson, on_event)? {
                return Ok(false);
            }
            if early_stop::is_over(self.recipe, self.sheet.rows(), number) {
                break;
            }
        }
        Ok(true)
    }

    /// Where the generation of that number stands.
    fn centre(&self) -> Heuristic {
        let begin = || {
            let way = self.way.as_ref();
            way.map_or_else(|| self.start.clone(), |way| way.begin(self.start))
        };
        self.centres.last().cloned().unwrap_or_else(begin)
    }

    /// Fits weights to positions where a trial is to follow them; false when stopped.
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

    /// A generation of a trial: its counts and what follows from them; `None` when stopped.
    fn trial(
        &self,
        number: u32,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<Option<(GenerationResult, CentreUpdate)>, TrainError> {
        let centre = self.centre();
        let way = self.way.as_ref();
        let generation = Generation::around(self.recipe, number, &centre, self.start, way);
        let harvest = generation.play_and_count(self.recipe, self.folder, self.means, on_event)?;
        let Some(harvest) = harvest else {
            return Ok(None);
        };
        let generations = self.recipe.schedule.memory;
        let known = memory::recall(&self.tables, &harvest.table, generations)?;
        let lesson = trial::learn(&known, &self.recipe.rule(number));
        Ok(Some((harvest, lesson)))
    }

    /// A generation of fitting: its weights and how far they are followed; `None` when stopped.
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
            let harvest = GenerationResult {
                table: fitted.table,
                at_work: fitted.at_work,
            };
            (harvest, CentreUpdate::of_step(&centre, next))
        }))
    }

    /// Who teaches by searches of such positions, if not the learner: Texel's method has no searches, whoever is named.
    pub(super) fn teacher_of(&self, positions: &PositionLearning) -> Option<&Heuristic> {
        self.teacher.filter(|_| positions.taught_by.is_some())
    }

    /// Plays the games around the model that tell the objectives apart, and puts their counts into
    /// its table; false when stopped.
    fn separate_objectives(
        &mut self,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<bool, TrainError> {
        let model = self.model();
        let Some(objectives) = self.recipe.objectives else {
            // A generation that was judged late may have put its own there.
            self.keep_model(self.model_table(&model)?)?;
            return Ok(true);
        };
        let number = u32::try_from(self.centres.len()).unwrap_or(u32::MAX);
        let last = Generation::of_objectives(self.recipe, number, &model, self.start);
        let Some(harvest) = last.play_and_count(self.recipe, self.folder, self.means, on_event)?
        else {
            return Ok(false);
        };
        let table = HeuristicTable::with_level_values(
            last.ladder,
            Pick::Lean {
                reach: objectives.reach,
            },
            harvest.table.counts().clone(),
            Smoothing::LAPLACE,
            self.origins(&[harvest.table]),
        )?;
        self.keep_model(table.clone())?;
        self.objectives = Some(table);
        Ok(true)
    }

    /// Writes the report of the generations that stand in the curve, as far as they were gone through.
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

    /// How many fits the first `generations` rest on: each on its own, or all on the one before them.
    fn fits_until(&self, generations: usize) -> usize {
        if self.recipe.method.fits() {
            generations
        } else {
            self.fits.len()
        }
    }
}
