//! The runner of self-play: continues a run of the database and plays the missing games.
//!
//! Workers play, and only the calling thread writes, whole games in batches. A kill loses a tenth of a second of play
//! and never half a game. The content does not depend on threads, batches and interruptions.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::cancel::CancelFlag;
use crate::store::{GameFilter, Run, RunKey, RunKind, RunSettings, Store, StoreError, StoredGame};

use super::recipe::SelfplayRecipe;
use super::score_policy::ScorePolicy;
use super::search_log::SearchEffort;
use super::settings_diff::{between_runs, of_program};
use super::totals::SelfplayTotals;
use super::worker::{SelfplayGame, SelfplayWorker};
use crate::play::pool::{self, PoolMessage};

/// Maximum number of games in a batch; fewer if [`PATIENCE`] is over.
const BATCH: usize = 256;

/// Maximum time that a finished game waits to be written.
const PATIENCE: Duration = Duration::from_millis(100);

/// Behaviour when the database contains self-play with other settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherRunPolicy {
    /// Refuses to play: most likely an option is mistyped.
    Refuse,
    /// Begins another run beside it (`--new-run`).
    NewRun,
}

/// A plan: the number of games, those of this call, the threads, and the policy on other runs.
#[derive(Clone, Debug)]
pub struct SelfplayPlan {
    /// Total number of games of the run: numbers 0 to `games` - 1.
    pub games: u32,
    /// Numbers of the games that are played in this call; others may be played elsewhere.
    pub numbers: Range<u32>,
    /// Number of workers that play at once.
    pub threads: NonZeroUsize,
    /// Behaviour when the database contains another run.
    pub begin: OtherRunPolicy,
    /// Policy on the scores of the searched positions.
    pub scores: ScorePolicy,
}

impl SelfplayPlan {
    /// Returns a plan for games 0 to `games` - 1 on all processors, in a database without other runs.
    pub fn new(games: u32) -> Self {
        Self {
            games,
            numbers: 0..games,
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            begin: OtherRunPolicy::Refuse,
            scores: ScorePolicy::Keep,
        }
    }
}

/// A progress event of a run.
#[derive(Clone, Copy, Debug)]
pub enum SelfplayEvent<'a> {
    /// The run was begun or continued.
    Begun {
        /// Key of the run.
        run: &'a RunKey,
        /// Totals of the games already in the database.
        tally: &'a SelfplayTotals,
    },
    /// Games were written.
    Written {
        /// Totals of all games in the database.
        tally: &'a SelfplayTotals,
    },
    /// A game panicked twice and is missing; the same command tries it again.
    Lost {
        /// Number of the game.
        number: u32,
        /// Message of the panic.
        what: &'a str,
    },
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct SelfplayOutcome {
    /// Key of the run.
    pub run: RunKey,
    /// Totals of the run's games among the requested numbers.
    pub tally: SelfplayTotals,
    /// Number of games played in this call.
    pub played: u64,
    /// Number of games given up after a panic.
    pub lost: u64,
    /// True if games are still missing because the run was stopped.
    pub stopped: bool,
    /// Search effort of the games played in this call.
    pub effort: SearchEffort,
    /// Workers' time, summed.
    pub worker_time: Duration,
    /// Wall-clock time from the first worker's start to the last game written.
    pub elapsed: Duration,
    /// Hash of the run's games and cases among the requested numbers, independent of machine and time.
    pub content_hash: String,
}

impl SelfplayOutcome {
    /// Returns the games per second of this call.
    pub fn games_per_second(&self) -> f64 {
        ratio(self.played as f64, self.elapsed.as_secs_f64())
    }

    /// Returns the nodes per second of this call, over all threads.
    pub fn nodes_per_second(&self) -> f64 {
        ratio(self.effort.nodes.0 as f64, self.elapsed.as_secs_f64())
    }

    /// Returns the share of the workers' time spent in searches, 0 to 1.
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

/// Reason why a run could not begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// The database could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database contains a run with other settings.
    #[error(
        "{}: run {run} there has other settings ({}); {} to go on with it, or --new-run to begin another run beside it",
        file.display(), differences.join("; "), remedy(differences)
    )]
    OtherSettings {
        /// Path of the database.
        file: PathBuf,
        /// Key of the run whose settings differ least.
        run: RunKey,
        /// Settings that differ, with both values.
        differences: Vec<String>,
    },
    /// Levels of two families have no common schema to be learned from.
    #[error(
        "both sides draw their levels, from different families: play random against random, or \
         modern:random against modern:random"
    )]
    MixedFamilies,
}

/// Returns the advice for continuing a run that differs so from the requested one.
fn remedy(differences: &[String]) -> &'static str {
    if of_program(differences) {
        "take the version of this program that played it"
    } else {
        "give those"
    }
}

/// Plays the missing games of `recipe`'s run in `store`, until all are there or `stop` is raised.
///
/// # Errors
///
/// [`SelfplayError::OtherSettings`] and [`SelfplayError::MixedFamilies`] before anything is played;
/// [`SelfplayError::Store`] if the database cannot be read or written. Games written before stay.
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
    let missing = missing(store, &run, &plan.numbers)?;
    let asked = GameFilter {
        run: Some(run.key.clone()),
        numbers: Some(plan.numbers.clone()),
    };
    let tally = totals_of(store, recipe, &asked)?;
    on_event(SelfplayEvent::Begun {
        run: &run.key,
        tally: &tally,
    });
    let mut writer = BatchWriter::new(store, recipe, &run, tally);
    let began = Instant::now();
    let at_work = writer.play(&missing, plan, stop, on_event)?;
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
        stopped: tally.games + lost < plan.numbers.len() as u64,
        effort,
        worker_time: at_work,
        elapsed,
    })
}

/// Returns those of `numbers` for which the run has no game, as ascending ranges.
fn missing(store: &Store, run: &Run, numbers: &Range<u32>) -> Result<Vec<Range<u32>>, StoreError> {
    let below_end = store.missing_numbers(run, numbers.end)?;
    let wanted = below_end
        .into_iter()
        .map(|range| range.start.max(numbers.start)..range.end);
    Ok(wanted.filter(|range| !range.is_empty()).collect())
}

/// Returns the run of `settings`, or begins it if that is allowed.
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
            // The same command continues a killed run, also with `--new-run`: another run with the same settings
            // would only repeat the same games.
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

/// Returns the totals of the games in the database.
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

/// A writer that gathers games into batches and keeps the totals.
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

    /// Plays the `missing` games and writes all that are finished; returns the workers' time.
    fn play(
        &mut self,
        missing: &[Range<u32>],
        plan: &SelfplayPlan,
        stop: &CancelFlag,
        on_event: &mut dyn FnMut(SelfplayEvent<'_>),
    ) -> Result<Duration, StoreError> {
        let recipe = self.recipe;
        let openings = recipe.openings();
        let at_work = pool::play_all(
            missing,
            plan.threads,
            stop,
            || SelfplayWorker::new(recipe, &openings, plan.scores),
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

    /// Writes the waiting games in one transaction.
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
