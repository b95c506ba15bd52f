//! Fits of weights to the positions of self-play games.
//!
//! Positions are informative about every weight, but biased: features that go with winning need not cause it. So a
//! fit gives a direction rather than a result. Either the centre moves a share of the way and the next games are
//! played from there, or a trial measures how far each table of weights should follow it.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use shakmaty::ByColor;

use super::core_hours::CoreHours;
use super::error::TrainError;
use super::event::{TrainEvent, TrainingStage};
use super::folder::{self, of_fit};
use super::games;
use super::options::RunOptions;
use super::recipe::{PositionLearning, TrainingRecipe};
use crate::files::{self, Existing};
use crate::heuristic::Heuristic;
use crate::learn::positions::{
    FitPlan, FitProgress, FitResult, GameKind, HeldOutQuality, PositionsError, learn_positions,
    level_values_around,
};
use crate::model::{HeuristicSource, HeuristicTable, Objective, TableError};
use crate::phase::ByPhase;
use crate::record::ResultCounts;
use crate::selfplay::{self, ColourAssignment, Contender};
use crate::store::{GameFilter, RunSettings, Store};
use crate::units::round_to;

/// A fit of weights to the positions of self-play games, with its settings.
#[derive(Clone, Debug)]
pub struct PositionFit<'a> {
    /// Purpose of the fit.
    pub stage: TrainingStage,
    /// Heuristic that plays both sides, and centre of the prior.
    pub centre: &'a Heuristic,
    /// Number of games, even.
    pub games: u32,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Settings for learning from positions.
    pub positions: &'a PositionLearning,
    /// Heuristic that evaluates in the searches of positions; `None` for `centre`.
    pub teacher: Option<&'a Heuristic>,
}

/// Minimum number of predictions in a bin of a reliability diagram to be shown.
pub const FEWEST_FORECASTS: f64 = 30.0;

/// Results of a fit besides the weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitSummary {
    /// Counts of the games' results from White's point of view.
    pub results: ResultCounts,
    /// Number of games fitted to, and number held out.
    pub games: [u64; 2],
    /// Number of positions fitted to, and number held out.
    pub positions: [u64; 2],
    /// Centipawns that multiply the odds of a position by e.
    pub scale: f64,
    /// Quality of predictions on the games held out; `None` if there are too few.
    pub held_out: Option<HeldOutQuality>,
    /// Posterior standard deviations of the weights in centipawns, by phase in the schema's order; empty in fits of
    /// older versions.
    #[serde(default)]
    pub deviations: ByPhase<Vec<f64>>,
    /// Fingerprint of the heuristic that evaluated in the searches; `None` if it was the centre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
}

impl FitSummary {
    /// Reads the summary of fit `number` in a training's folder; `None` if it is not finished.
    pub(super) fn read(folder: &Path, number: u32) -> Option<Self> {
        let file = folder.join(format!("{}.json", of_fit(number)));
        serde_json::from_str(&files::read_text(&file).ok()?).ok()
    }
}

/// Fitted weights with their summary and cost.
#[derive(Clone, Debug)]
pub struct FittedWeights {
    /// Table whose middle levels are the weights.
    pub table: HeuristicTable,
    /// Other results of the fit.
    pub summary: FitSummary,
    /// Workers' time for the games and the fit, summed, as far as known.
    pub at_work: Duration,
}

impl FittedWeights {
    /// Returns the fitted weights.
    pub fn heuristic(&self) -> Heuristic {
        self.table.heuristic(Objective::MaxWin)
    }
}

impl PositionFit<'_> {
    /// Returns the number that names the fit's games and files; the only fit before a trial has 0.
    const fn number(&self) -> u32 {
        match self.stage {
            TrainingStage::Generation(number) => number,
            TrainingStage::InitialFit | TrainingStage::Objectives => 0,
        }
    }

    /// Returns the self-play run whose positions are learned from.
    pub fn run(&self, recipe: &TrainingRecipe) -> selfplay::SelfplayRecipe {
        let contender = |name: &str| Contender {
            name: name.to_owned(),
            source: HeuristicSource::fixed(self.centre.clone()),
        };
        let contenders = ByColor {
            white: contender("one"),
            black: contender("other"),
        };
        selfplay::SelfplayRecipe {
            // A trial's games of the same number have the same seed without bit 31.
            seed: recipe
                .seed
                .wrapping_add(u64::from(self.number()) << 32 | 1 << 31),
            // Played out: adjudicated results would teach the adjudicator's piece values.
            adjudication: None,
            // Both sides are one heuristic, so changed colours would repeat each game move for move.
            ..games::between((contenders, ColourAssignment::Fixed), self.nodes, recipe)
        }
    }

    /// Reads the fit if it is in the folder, else plays the missing games and fits. `None` when stopped before that.
    ///
    /// # Errors
    ///
    /// [`TrainError`] if another training's fit is in the folder, or the games cannot be played, stored or learned
    /// from.
    pub fn find(
        &self,
        recipe: &TrainingRecipe,
        folder: &Path,
        means: &RunOptions,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<Option<FittedWeights>, TrainError> {
        let run = self.run(recipe);
        let file = self.path(folder, "db");
        let mut hours = CoreHours::in_folder(folder);
        let games = of_fit(self.number());
        let positions = format!("{games} fitted");
        if let Some((table, summary)) =
            self.read(folder, &run.settings(), games::are_left(&file))?
        {
            games::keep_or_remove(&file, means);
            let known = [games, positions].map(|work| hours.of(&work));
            return Ok(Some(FittedWeights {
                table,
                summary,
                at_work: known.into_iter().flatten().sum(),
            }));
        }
        let mut store = games::open(&file)?;
        let wanted = (self.stage, self.games);
        let Some(played) = games::play(&mut store, &run, wanted, means, on_event)? else {
            return Ok(None);
        };
        let playing = hours.noted_or(&games, played.at_work)?;
        let begun = Instant::now();
        let Some(learned) = self.learn(&store, recipe, means, on_event)? else {
            return Ok(None);
        };
        let threads = u32::try_from(means.threads.get()).unwrap_or(u32::MAX);
        let fitting = begun.elapsed().saturating_mul(threads);
        // Replaces an older note, so that a fit lost before it was saved counts once.
        hours.note(&positions, fitting)?;
        let table = HeuristicTable::without_cases(
            level_values_around(&learned.fitted),
            learned.origins.clone(),
        )?;
        let fitted = FittedWeights {
            table,
            summary: self.summary(&learned, played.tally.white),
            at_work: playing + fitting,
        };
        self.keep(&fitted, folder)?;
        store.close()?;
        games::keep_or_remove(&file, means);
        Ok(Some(fitted))
    }

    /// Fits weights to the positions of all games; `None` when stopped.
    fn learn(
        &self,
        store: &Store,
        recipe: &TrainingRecipe,
        means: &RunOptions,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<Option<FitResult>, TrainError> {
        let stage = self.stage;
        let learned = store.in_one_view(|store| {
            let plan = self.plan(recipe, means);
            learn_positions(store, self.centre, &plan, &mut |progress| {
                if let FitProgress::Games(games) = progress {
                    on_event(TrainEvent::Fitting { stage, games });
                }
            })
        });
        let learned = match learned {
            Err(PositionsError::Stopped) => return Ok(None),
            learned => learned?,
        };
        let games = learned.read.given_up;
        if games > 0 {
            on_event(TrainEvent::Lost { stage, games });
        }
        Ok(Some(learned))
    }

    fn summary(&self, learned: &FitResult, results: ResultCounts) -> FitSummary {
        FitSummary {
            results,
            games: learned.games,
            positions: learned.positions,
            scale: learned.link.scale,
            held_out: learned.held_out,
            deviations: ByPhase::new_with(|phase| {
                let deviations = learned.deviations[phase].iter();
                deviations.map(|value| round_to(*value, 2)).collect()
            }),
            teacher: self.name_of_teacher(),
        }
    }

    /// Saves the fit in the folder, the summary last: a fit with a summary is complete.
    fn keep(&self, fitted: &FittedWeights, folder: &Path) -> Result<(), TrainError> {
        let table = self.path(folder, "csv");
        fitted.table.save(&table, Existing::Replace)?;
        let text = serde_json::to_string(&fitted.summary).unwrap_or_default();
        files::write_whole(&self.path(folder, "json"), Existing::Replace, |out| {
            out.write_all(text.as_bytes())
        })?;
        Ok(())
    }

    fn plan(&self, recipe: &TrainingRecipe, means: &RunOptions) -> FitPlan {
        FitPlan {
            games: GameFilter::default(),
            kind: GameKind::SelfPlay,
            most_games: u64::MAX,
            sampling: self.positions.sampling(recipe.seed),
            prior: self.positions.prior,
            evidence: self.positions.evidence,
            teaching: self.positions.teaching(self.teacher),
            sampled: None,
            held: Vec::new(),
            threads: means.threads.get(),
            stop: means.stop.clone(),
        }
    }

    fn name_of_teacher(&self) -> Option<String> {
        self.teacher.map(Heuristic::fingerprint)
    }

    fn path(&self, folder: &Path, ending: &str) -> PathBuf {
        folder.join(format!("{}.{ending}", of_fit(self.number())))
    }

    /// Returns the fit in the folder, if it is complete. It must belong to the self-play `run`; `games` is true if
    /// the games are still there, so that an incomplete fit can be repeated.
    fn read(
        &self,
        folder: &Path,
        run: &RunSettings,
        games: bool,
    ) -> Result<Option<(HeuristicTable, FitSummary)>, TrainError> {
        let file = self.path(folder, "csv");
        let table = match HeuristicTable::load(&file) {
            Ok(table) => table,
            Err(TableError::Missing(_)) => return Ok(None),
            // A kill left the file incomplete. Games are only removed later, so they can be learned from again.
            Err(_) if games => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        folder::check_table(&table, &file, self.centre.schema(), run)?;
        let text = fs::read_to_string(self.path(folder, "json")).unwrap_or_default();
        match serde_json::from_str::<FitSummary>(&text) {
            Ok(summary) if summary.teacher != self.name_of_teacher() => {
                Err(TrainError::OtherTable(self.path(folder, "json")))
            }
            Ok(summary) => Ok(Some((table, summary))),
            Err(_) if games => Ok(None),
            Err(_) => Err(TrainError::OtherTable(self.path(folder, "json"))),
        }
    }
}
