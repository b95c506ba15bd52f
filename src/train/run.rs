//! The loop: generation after generation, from the tables in the folder on.
//!
//! May use: L0, `bayes`, `heuristic`, `model`, `search`, `learn`, `selfplay`, `arena`.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::curve::{Point, two_digits};
use super::error::TrainError;
use super::generation::{Generation, Harvest};
use super::recipe::{MAX_PLIES, Recipe};
use super::report;
use crate::arena::experiment::Sheet;
use crate::arena::{Duel, End, Standing, opening_seed};
use crate::bayes::{Counts, Smoothing};
use crate::files::{self, Existing};
use crate::heuristic::{Heuristic, Ladder};
use crate::learn::trial::{self, Lesson};
use crate::model::{HeuristicTable, Origin, Pick, shape_of};
use crate::phase::Phase;
use crate::record::SideResult;
use crate::search::{Limits, Stop};
use crate::selfplay::{
    Adjudication, Belief, Contender, GameRules, Openings, RandomOpenings, Tally,
};

/// How a training is run: nothing here leaves a trace in its result.
#[derive(Clone, Debug)]
pub struct Means {
    /// How many games are played at once.
    pub threads: NonZeroUsize,
    /// Ends it early.
    pub stop: Stop,
    /// Whether games stay in the folder after they were counted.
    pub keep_games: bool,
}

/// What is told while a training goes on.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// Games of a generation are played.
    Playing {
        /// The generation, from 0.
        number: u32,
        /// Over the games that are there.
        tally: &'a Tally,
        /// How many there shall be.
        wanted: u32,
    },
    /// A generation's model is validated.
    Validating {
        /// The generation, from 0.
        number: u32,
        /// The match so far.
        standing: &'a Standing,
        /// Games of the match.
        wanted: u32,
    },
    /// A generation is done and stands in the curve.
    Learned {
        /// Its point.
        point: &'a Point,
    },
}

/// What a training came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Whether all generations were there, or patience ended it; otherwise it was stopped.
    pub complete: bool,
    /// The curve so far.
    pub points: Vec<Point>,
    /// The model's table, once there is one.
    pub model: Option<PathBuf>,
    /// The report, once there is one.
    pub report: Option<PathBuf>,
}

/// Trains by `recipe` in `folder`, which is made where it is not there, and gone on with where it
/// holds the same training.
///
/// # Errors
///
/// [`TrainError`]; what was done before stays.
pub fn train(
    recipe: &Recipe,
    start: &Heuristic,
    folder: &Path,
    means: &Means,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<Outcome, TrainError> {
    take_up(recipe, folder)?;
    let mut run = Run {
        recipe,
        start,
        folder,
        means,
        sheet: Sheet::open(&folder.join("curve.csv"), &recipe.hash(), Existing::Keep)?,
        centres: Vec::new(),
        tables: Vec::new(),
    };
    let complete = run.go_on(on_event)? && run.tell_objectives_apart(on_event)?;
    let done = !run.centres.is_empty();
    Ok(Outcome {
        complete,
        points: run.sheet.rows().to_vec(),
        model: done.then(|| folder.join("model.csv")),
        report: done.then(|| folder.join("report.html")),
    })
}

/// Makes the folder, or refuses one that holds another training.
fn take_up(recipe: &Recipe, folder: &Path) -> Result<(), TrainError> {
    fs::create_dir_all(folder).map_err(|source| TrainError::Folder {
        folder: folder.to_owned(),
        source,
    })?;
    let file = folder.join("recipe.toml");
    if let Ok(text) = fs::read_to_string(&file) {
        let there = Recipe::parse(&file, &text)?;
        if there.hash() != recipe.hash() {
            return Err(TrainError::OtherRecipe {
                folder: folder.to_owned(),
                differences: differences(&there.canonical(), &recipe.canonical()),
            });
        }
    }
    files::write_whole(&file, Existing::Replace, |out| {
        out.write_all(recipe.canonical().as_bytes())
    })?;
    Ok(())
}

/// Lines of canonical text in which two recipes differ.
fn differences(there: &str, wanted: &str) -> Vec<String> {
    let lines = wanted.lines().filter(|line| !line.is_empty());
    lines
        .filter(|line| !there.lines().any(|other| other == *line))
        .map(|line| format!("{line} is new"))
        .collect()
}

/// A training under way.
struct Run<'a> {
    recipe: &'a Recipe,
    start: &'a Heuristic,
    folder: &'a Path,
    means: &'a Means,
    sheet: Sheet<Point>,
    /// After each generation, where the next one begins.
    centres: Vec<Heuristic>,
    tables: Vec<HeuristicTable>,
}

impl Run<'_> {
    /// Goes through the generations; false when stopped.
    fn go_on(&mut self, on_event: &mut dyn FnMut(Event<'_>)) -> Result<bool, TrainError> {
        for number in 0..self.recipe.schedule.generations {
            let centre = self.centres.last().unwrap_or(self.start);
            let generation = Generation::around(self.recipe, number, centre, self.start);
            let harvest = generation.harvest(self.recipe, self.folder, self.means, on_event)?;
            let Some(harvest) = harvest else {
                return Ok(false);
            };
            let lesson = trial::learn(&harvest.table, &self.recipe.rule(number));
            self.centres.push(lesson.centre.clone());
            self.tables.push(harvest.table.clone());
            if !self.judge(number, &harvest, &lesson, on_event)? {
                return Ok(false);
            }
            if self.patience_is_over() {
                break;
            }
        }
        Ok(true)
    }

    /// Plays the games around the model that tell the objectives apart, and puts their counts into
    /// its table; false when stopped.
    fn tell_objectives_apart(
        &self,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<bool, TrainError> {
        let Some(objectives) = self.recipe.objectives else {
            return Ok(true);
        };
        let model = self.model();
        let number = u32::try_from(self.centres.len()).unwrap_or(u32::MAX);
        let last = Generation::of_objectives(self.recipe, number, &model, self.start);
        let Some(harvest) = last.harvest(self.recipe, self.folder, self.means, on_event)? else {
            return Ok(false);
        };
        let table = HeuristicTable::with_ladder(
            last.ladder,
            Pick::Lean {
                reach: objectives.reach,
            },
            harvest.table.counts().clone(),
            Smoothing::LAPLACE,
            self.origins(&[harvest.table]),
        )?;
        table.save(&self.folder.join("model.csv"), Existing::Replace)?;
        Ok(true)
    }

    /// The runs behind all tables so far, and behind `more`.
    fn origins(&self, more: &[HeuristicTable]) -> Vec<Origin> {
        let tables = self.tables.iter().chain(more);
        tables
            .flat_map(|table| table.card().origins.iter().cloned())
            .collect()
    }

    /// The model after the generations so far: the mean of the last centres.
    fn model(&self) -> Heuristic {
        let average = usize::try_from(self.recipe.schedule.average).unwrap_or(usize::MAX);
        let first = self.centres.len().saturating_sub(average);
        trial::mean(&self.centres[first..]).unwrap_or_else(|| self.start.clone())
    }

    /// Validates a generation and puts its point, the model and the report in the folder, unless
    /// they are there; false when stopped.
    fn judge(
        &mut self,
        number: u32,
        harvest: &Harvest,
        lesson: &Lesson,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<bool, TrainError> {
        let model = self.model();
        let there = self.sheet.rows().get(number as usize);
        let lacks_validation = |point: &Point| point.elo.is_none() && self.recipe.validates(number);
        if there.is_some_and(|point| !lacks_validation(point)) {
            return Ok(true);
        }
        let mut point = self.point(number, harvest, lesson, &model);
        if self.recipe.validates(number) {
            let Some(standing) = self.validate(number, &model, on_event)? else {
                return Ok(false);
            };
            point.validated(&standing);
        }
        self.model_table(&model)?
            .save(&self.folder.join("model.csv"), Existing::Replace)?;
        self.sheet.put(number as usize, point.clone())?;
        report::write(
            self.recipe,
            self.folder,
            self.start,
            &model,
            &self.tables,
            self.sheet.rows(),
        )?;
        on_event(Event::Learned { point: &point });
        Ok(true)
    }

    fn point(&self, number: u32, harvest: &Harvest, lesson: &Lesson, model: &Heuristic) -> Point {
        let counts = harvest.table.counts();
        let cases = |result| {
            let class = crate::model::class_of(Phase::Opening, result);
            counts.cases(class)
        };
        let before = self.sheet.rows().get(..number as usize).unwrap_or_default();
        let hours = before.last().map_or(0.0, |point| point.core_hours);
        let z2 = lesson.mean_square_z.map(|value| value.map(two_digits));
        Point {
            recipe: self.recipe.hash(),
            generation: number + 1,
            games: u64::from(self.recipe.games.number) * u64::from(number + 1),
            core_hours: hours + two_digits(100.0 * harvest.at_work.as_secs_f64() / 3600.0) / 100.0,
            wins: cases(SideResult::Win),
            draws: cases(SideResult::Draw),
            losses: cases(SideResult::Loss),
            z2_opening: z2.opening,
            z2_middlegame: z2.middlegame,
            z2_endgame: z2.endgame,
            moved_cp: two_digits(lesson.moved),
            model: model.fingerprint(),
            validation_games: 0,
            elo: None,
            elo_error_95: None,
        }
    }

    /// The match of a model against the start; `None` when stopped.
    fn validate(
        &self,
        number: u32,
        model: &Heuristic,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Standing>, TrainError> {
        let validation = &self.recipe.validation;
        let contender = |name: &str, heuristic: &Heuristic| Contender {
            name: name.to_owned(),
            belief: Belief::Fixed(heuristic.clone()),
        };
        // The same openings for every generation, and never those of self-play.
        let seed = opening_seed(self.recipe.seed);
        let duel = Duel {
            contenders: [contender("learned", model), contender("start", self.start)],
            pairs: validation.games / 2,
            seed,
            openings: Openings::random(RandomOpenings::default(), seed),
            rules: GameRules {
                limits: Limits::nodes(validation.nodes),
                adjudication: Adjudication::Off,
                max_plies: MAX_PLIES,
            },
            sprt: None,
        };
        let (standing, end) =
            duel.play(self.means.threads, &self.means.stop, &mut |_, standing| {
                on_event(Event::Validating {
                    number,
                    standing,
                    wanted: validation.games,
                });
                Ok(())
            })?;
        Ok((end == End::Complete).then_some(standing))
    }

    /// The model as a table: its ladder's middle, with the last generation's widths and no counts,
    /// for those belong to other middles.
    fn model_table(&self, model: &Heuristic) -> Result<HeuristicTable, TrainError> {
        let number = u32::try_from(self.centres.len())
            .unwrap_or(u32::MAX)
            .saturating_sub(1);
        let ladder: Ladder = Generation::around(self.recipe, number, model, self.start).ladder;
        let origins = self.origins(&[]);
        let counts = Counts::new(shape_of(model.schema()));
        let pick = Pick::Lean { reach: 0.0 };
        Ok(HeuristicTable::with_ladder(
            ladder,
            pick,
            counts,
            Smoothing::LAPLACE,
            origins,
        )?)
    }

    /// Whether the last validations were all no better than the best before them.
    fn patience_is_over(&self) -> bool {
        let patience = self.recipe.schedule.patience as usize;
        let elos: Vec<f64> = self
            .sheet
            .rows()
            .iter()
            .filter_map(|point| point.elo)
            .collect();
        let best =
            (0..elos.len()).fold(0, |best, at| if elos[at] > elos[best] { at } else { best });
        patience > 0 && elos.len() > best + patience
    }
}
