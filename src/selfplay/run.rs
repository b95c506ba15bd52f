//! The runner: takes a run up where it stands in the database and plays what is missing.
//!
//! Workers play, and the calling thread alone writes, whole games in batches, so that a kill loses
//! a tenth of a second of play and never half a game. Threads, batches and interruptions leave no
//! trace in the content.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::cancel::CancelFlag;
use crate::store::{GameFilter, Run, RunKey, RunKind, RunSettings, Store, StoreError, StoredGame};

use super::recipe::SelfplayRecipe;
use super::search_log::SearchEffort;
use super::settings_diff::{between_runs, of_program};
use super::totals::SelfplayTotals;
use super::worker::{SelfplayGame, SelfplayWorker};
use crate::play::pool::{self, PoolMessage};

/// So many games make a batch, or as many as came in during [`PATIENCE`].
const BATCH: usize = 256;

/// How long a finished game may wait to be written.
const PATIENCE: Duration = Duration::from_millis(100);

/// What to do when the database holds self-play under other settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherRunPolicy {
    /// Refuse: most likely a mistyped option.
    Refuse,
    /// Begin another run beside it (`--new-run`).
    NewRun,
}

/// How much of a run is played now, and how.
#[derive(Clone, Copy, Debug)]
pub struct SelfplayPlan {
    /// How many games the run is to hold: numbers 0 to `games` - 1.
    pub games: u32,
    /// How many workers play at once.
    pub threads: NonZeroUsize,
    /// Whether another run may begin.
    pub begin: OtherRunPolicy,
}

impl SelfplayPlan {
    /// Returns a plan for games 0 to `games` - 1 on all processors, in a database without other runs.
    pub fn new(games: u32) -> Self {
        Self {
            games,
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            begin: OtherRunPolicy::Refuse,
        }
    }
}

/// What is told while a run goes on.
#[derive(Clone, Copy, Debug)]
pub enum SelfplayEvent<'a> {
    /// The run was begun or taken up; `tally` is over the games that were there.
    Begun {
        /// The run's key.
        run: &'a RunKey,
        /// The games that were there.
        tally: &'a SelfplayTotals,
    },
    /// Games were written; `tally` is over all that are there now.
    Written {
        /// All games that are there.
        tally: &'a SelfplayTotals,
    },
    /// A game panicked twice and is missing; the same command tries it again.
    Lost {
        /// Its number.
        number: u32,
        /// What the panic said.
        what: &'a str,
    },
}

/// What became of a run.
#[derive(Clone, Debug)]
pub struct SelfplayOutcome {
    /// The run's key.
    pub run: RunKey,
    /// All games of the run below the number asked for.
    pub tally: SelfplayTotals,
    /// How many of them were played just now.
    pub played: u64,
    /// How many were given up after a panic.
    pub lost: u64,
    /// Whether games are still missing because the run was stopped.
    pub stopped: bool,
    /// The searches of the games played just now.
    pub effort: SearchEffort,
    /// The workers' time, summed over them.
    pub worker_time: Duration,
    /// From the first worker's start to the last game written.
    pub elapsed: Duration,
    /// Hash of the run's games and cases below the number asked for, independent of machine and time.
    pub content_hash: String,
}

impl SelfplayOutcome {
    /// Games played now, per second.
    pub fn games_per_second(&self) -> f64 {
        ratio(self.played as f64, self.elapsed.as_secs_f64())
    }

    /// Nodes searched now, per second, over all threads.
    pub fn nodes_per_second(&self) -> f64 {
        ratio(self.effort.nodes.0 as f64, self.elapsed.as_secs_f64())
    }

    /// The share of the workers' time that the players' searches took.
    pub fn search_share(&self) -> f64 {
        ratio(
            self.effort.search.as_secs_f64(),
            self.worker_time.as_secs_f64(),
        )
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Why a run could not be begun or went no further.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database holds a run of other settings.
    #[error(
        "{}: run {run} there has other settings ({}); {} to go on with it, or --new-run to begin another run beside it",
        file.display(), differences.join("; "), remedy(differences)
    )]
    OtherSettings {
        /// The database.
        file: PathBuf,
        /// The run whose settings come nearest.
        run: RunKey,
        /// In what they differ.
        differences: Vec<String>,
    },
    /// Levels of two families have no common schema to be learned from.
    #[error(
        "both sides draw their levels, from different families: play random against random, or \
         modern:random against modern:random"
    )]
    MixedFamilies,
}

/// What goes on with a run that differs so from the one asked for.
fn remedy(differences: &[String]) -> &'static str {
    if of_program(differences) {
        "take the version of this program that played it"
    } else {
        "give those"
    }
}

/// Plays what is missing of the run of `recipe` in `store`, until it is there or `stop` is raised.
///
/// # Errors
///
/// [`SelfplayError::OtherSettings`] and [`SelfplayError::MixedFamilies`] before anything is played, and
/// whatever keeps the database from being read or written; then what was written before stays.
pub fn run(
    store: &mut Store,
    recipe: &SelfplayRecipe,
    plan: &SelfplayPlan,
    stop: &CancelFlag,
    on_event: &mut dyn FnMut(SelfplayEvent<'_>),
) -> Result<SelfplayOutcome, SelfplayError> {
    if recipe.mixes_families() {
        return Err(SelfplayError::MixedFamilies);
    }
    let run = find_or_begin_run(store, &recipe.settings(), plan)?;
    let missing = store.missing_numbers(&run, plan.games)?;
    let asked = GameFilter {
        run: Some(run.key.clone()),
        numbers: Some(0..plan.games),
    };
    let tally = totals_of(store, recipe, &asked)?;
    on_event(SelfplayEvent::Begun {
        run: &run.key,
        tally: &tally,
    });
    let mut writer = BatchWriter::new(store, recipe, &run, tally);
    let began = Instant::now();
    let at_work = writer.play(recipe, &missing, plan.threads, stop, on_event)?;
    let elapsed = began.elapsed();
    let BatchWriter {
        tally,
        played,
        lost,
        effort,
        ..
    } = writer;
    Ok(SelfplayOutcome {
        content_hash: store.content_hash(&asked)?,
        run: run.key,
        tally,
        played,
        lost,
        stopped: tally.games + lost < u64::from(plan.games),
        effort,
        worker_time: at_work,
        elapsed,
    })
}

/// Finds the run of `settings`, or begins it where that is allowed.
fn find_or_begin_run(
    store: &mut Store,
    settings: &RunSettings,
    plan: &SelfplayPlan,
) -> Result<Run, SelfplayError> {
    let key = settings.key();
    let runs = store.runs()?;
    let mut others = Vec::new();
    for run in runs {
        if run.key == key {
            // With --new-run, too: the same command goes on where it was killed, and another run
            // of the same settings would only repeat the same games.
            return Ok(store.begin_run(settings, plan.games)?);
        }
        if run.settings.kind == RunKind::Selfplay {
            let there = &run.settings.provenance;
            others.push((run.key, between_runs(there, &settings.provenance)));
        }
    }
    let nearest = others
        .into_iter()
        .min_by_key(|(_, differences)| differences.len());
    match (nearest, plan.begin) {
        (Some((run, differences)), OtherRunPolicy::Refuse) => Err(SelfplayError::OtherSettings {
            file: store.file().to_owned(),
            run,
            differences,
        }),
        _ => Ok(store.begin_run(settings, plan.games)?),
    }
}

/// Counts the games that are there.
fn totals_of(
    store: &Store,
    recipe: &SelfplayRecipe,
    asked: &GameFilter,
) -> Result<SelfplayTotals, StoreError> {
    let mut tally = SelfplayTotals::default();
    store.for_each_game(asked, |key, game| {
        tally.add(&game.record, recipe.drawn(key.number));
        ControlFlow::Continue(())
    })?;
    Ok(tally)
}

/// The one that writes: gathers games into batches and keeps the sums.
struct BatchWriter<'a> {
    store: &'a mut Store,
    recipe: &'a SelfplayRecipe,
    run: &'a Run,
    waiting: Vec<StoredGame>,
    written_at: Instant,
    tally: SelfplayTotals,
    played: u64,
    lost: u64,
    effort: SearchEffort,
}

impl<'a> BatchWriter<'a> {
    fn new(
        store: &'a mut Store,
        recipe: &'a SelfplayRecipe,
        run: &'a Run,
        tally: SelfplayTotals,
    ) -> Self {
        Self {
            store,
            recipe,
            run,
            waiting: Vec::with_capacity(BATCH),
            written_at: Instant::now(),
            tally,
            played: 0,
            lost: 0,
            effort: SearchEffort::default(),
        }
    }

    /// Plays `missing` and writes every game that was finished; returns the workers' time.
    fn play(
        &mut self,
        recipe: &SelfplayRecipe,
        missing: &[Range<u32>],
        threads: NonZeroUsize,
        stop: &CancelFlag,
        on_event: &mut dyn FnMut(SelfplayEvent<'_>),
    ) -> Result<Duration, StoreError> {
        let openings = recipe.openings();
        let at_work = pool::play_all(
            missing,
            threads,
            stop,
            || SelfplayWorker::new(recipe, &openings),
            |worker, number| worker.play(number, stop),
            |delivery| self.take(delivery, on_event),
        )?;
        self.write(on_event)?;
        Ok(at_work)
    }

    fn take(
        &mut self,
        delivery: PoolMessage<SelfplayGame>,
        on_event: &mut dyn FnMut(SelfplayEvent<'_>),
    ) -> Result<(), StoreError> {
        match delivery {
            PoolMessage::Done(finished) => {
                self.effort += finished.effort;
                self.waiting.push(finished.game);
            }
            PoolMessage::Lost { number, what } => {
                self.lost += 1;
                on_event(SelfplayEvent::Lost {
                    number,
                    what: &what,
                });
            }
            PoolMessage::Tick => {}
        }
        if self.waiting.len() >= BATCH || self.written_at.elapsed() >= PATIENCE {
            self.write(on_event)?;
        }
        Ok(())
    }

    /// Writes what waits, in one transaction.
    fn write(&mut self, on_event: &mut dyn FnMut(SelfplayEvent<'_>)) -> Result<(), StoreError> {
        self.written_at = Instant::now();
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.store.write_games(self.run, &self.waiting)?;
        for game in self.waiting.drain(..) {
            self.tally.add(&game.record, self.recipe.drawn(game.number));
            self.played += 1;
        }
        on_event(SelfplayEvent::Written { tally: &self.tally });
        Ok(())
    }
}
