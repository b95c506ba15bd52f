//! Weights fitted to the positions of games that a heuristic plays against itself.
//!
//! Positions tell much about every weight, and tell it amiss: what goes with winning need not make
//! winning. So a fit is a direction rather than a place. Either a share of the way is gone and the
//! next games are played from there, or a trial finds out how far each table of weights is to be
//! followed.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

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
use crate::selfplay::{self, ColourAssignment, Contender, ResultCounts};
use crate::store::{GameFilter, RunSettings, Store};
use crate::units::round_to;

/// A fit of a training.
#[derive(Clone, Debug)]
pub struct PositionFit<'a> {
    /// What it is for.
    pub stage: TrainingStage,
    /// What plays both sides, and what the prior surrounds.
    pub centre: &'a Heuristic,
    /// How many games are played; an even number.
    pub games: u32,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// How positions are learned from.
    pub positions: &'a PositionLearning,
    /// Whose evaluation the searches of positions use, if not the centre's.
    pub teacher: Option<&'a Heuristic>,
}

/// What a fit found out beside the weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitSummary {
    /// The games as White saw them.
    pub results: ResultCounts,
    /// How many games taught, and how many were held out.
    pub games: [u64; 2],
    /// How many positions taught, and how many were held out.
    pub positions: [u64; 2],
    /// Centipawns that multiply the odds of a position by e.
    pub scale: f64,
    /// The quality on the games held out; `None` when there are too few.
    pub held_out: Option<HeldOutQuality>,
    /// What is left of doubt about each weight: one standard deviation in centipawns, by phase in the
    /// schema's order; empty in fits of older versions.
    #[serde(default)]
    pub deviations: ByPhase<Vec<f64>>,
    /// The fingerprint of the heuristic that taught, if it was another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
}

/// Fitted weights.
#[derive(Clone, Debug)]
pub struct FittedWeights {
    /// The table in whose middle they are.
    pub table: HeuristicTable,
    /// What else was found out.
    pub summary: FitSummary,
    /// The workers' time over the games and their positions, summed, as far as it is known.
    pub at_work: Duration,
}

impl FittedWeights {
    /// The weights.
    pub fn heuristic(&self) -> Heuristic {
        self.table.heuristic(Objective::MaxWin)
    }
}

impl PositionFit<'_> {
    /// By which its games and its files go; before a trial there is but one.
    const fn number(&self) -> u32 {
        match self.stage {
            TrainingStage::Generation(number) => number,
            TrainingStage::InitialFit | TrainingStage::Objectives => 0,
        }
    }

    /// The run of self-play whose positions are learned from.
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
            // A trial's games of the same number have the seed without the last bit.
            seed: recipe
                .seed
                .wrapping_add(u64::from(self.number()) << 32 | 1 << 31),
            // Played out: an adjudicator's word would teach its own table of values.
            adjudication: None,
            // Both sides are one heuristic: with colours changed each game would be played twice, move for move.
            ..games::between((contenders, ColourAssignment::Fixed), self.nodes, recipe)
        }
    }

    /// Reads the fit if it is in the folder, else plays the games that are missing and fits. `None`
    /// when stopped before all were there.
    ///
    /// # Errors
    ///
    /// A fit of another training in its place, games that cannot be played, stored or learned from.
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
        // Over what is known: a fit that was lost before it stood in the folder counts once.
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

    /// Puts the fit in the folder, the summary last: with it, it is whole.
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

    /// The fit in the folder, if it is there and whole; `run` is what the games were played by that it must be of, and
    /// `games` says whether they can be learned from again.
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
            // Killed while it was written: games go only after that, and are learned from again.
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
