//! Sampling the games of a database into two design matrices: training and held-out.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;

use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

use super::design::{DesignMatrix, PositionRow};
use super::plan::{FitPlan, FitProgress, GameKind, GamesRead, PositionsError};
use super::sample::PositionSampler;
use super::units::ParameterUnits;
use crate::collection::PositionLine;
use crate::heuristic::Heuristic;
use crate::model::RunOrigin;
use crate::record::{Game, GameResult, Provenance, Termination};
use crate::store::Store;

/// Number of games that each thread samples at a time.
const BATCH: usize = 256;

/// Number of games of which one is held out.
const HELD_OUT_OF: u64 = 10;

/// The positions sampled by a plan.
pub(super) struct SampledPositions {
    pub(super) training: DesignMatrix,
    pub(super) held_out: DesignMatrix,
    /// Number of games with training positions, and with held-out ones.
    pub(super) games: [u64; 2],
    pub(super) read: GamesRead,
    pub(super) origins: Vec<RunOrigin>,
}

/// Reads, samples and packs the games of a plan, in the database's order.
pub(super) fn gather(
    store: &Store,
    start: &Heuristic,
    units: &ParameterUnits,
    plan: &FitPlan,
    on_progress: &mut dyn FnMut(FitProgress),
) -> Result<SampledPositions, PositionsError> {
    let mut table = SamplingPool {
        plan,
        threads: SamplingThreads::new(plan, start, units),
        batch: Vec::new(),
        taken: 0,
        on_progress,
        gathered: SampledPositions::new(units.len()),
    };
    let mut played = HashSet::new();
    if plan.kind != GameKind::Collected {
        table.take_runs(store, &mut played)?;
    }
    if plan.kind != GameKind::SelfPlay {
        table.take_collected(store, &mut played)?;
    }
    table.sample();
    Ok(table.gathered)
}

/// Samplers, one for each thread.
pub(super) struct SamplingThreads<'a> {
    samplers: Vec<PositionSampler<'a>>,
    /// Starting weights by column.
    weights: Vec<f64>,
    plan: &'a FitPlan,
    start: &'a Heuristic,
    units: &'a ParameterUnits,
}

impl<'a> SamplingThreads<'a> {
    /// Creates a sampler for each thread of the plan.
    pub(super) fn new(plan: &'a FitPlan, start: &'a Heuristic, units: &'a ParameterUnits) -> Self {
        let sampler = || PositionSampler::new(plan, start, units.unit_of(), units.len());
        Self {
            samplers: (0..plan.threads.max(1)).map(|_| sampler()).collect(),
            weights: units.weights(start),
            plan,
            start,
            units,
        }
    }

    const fn count(&self) -> usize {
        self.samplers.len()
    }

    fn sample_games(&mut self, gathered: &mut SampledPositions, batch: &[(u64, Game)]) {
        self.sample(gathered, batch, |sampler, game, number| {
            sampler.rows(game, number)
        });
    }

    /// Samples lines of positions, thirty of which stand for a game.
    pub(super) fn sample_lines(
        &mut self,
        gathered: &mut SampledPositions,
        batch: &[(u64, Vec<PositionLine>)],
    ) {
        self.sample(gathered, batch, |sampler, lines, number| {
            sampler.rows_of_lines(lines, number)
        });
    }

    fn sample<T: Sync>(
        &mut self,
        gathered: &mut SampledPositions,
        batch: &[(u64, T)],
        rows: impl Fn(&mut PositionSampler<'a>, &T, u64) -> Vec<PositionRow> + Sync,
    ) {
        let size = batch.len().div_ceil(self.samplers.len()).max(1);
        let mut parts: Vec<Vec<(u64, Option<Vec<PositionRow>>)>> =
            vec![Vec::new(); self.samplers.len()];
        let (plan, start, units) = (self.plan, self.start, self.units);
        let make = move || PositionSampler::new(plan, start, units.unit_of(), units.len());
        let rows = &rows;
        thread::scope(|scope| {
            let samplers = self.samplers.iter_mut();
            let work = samplers.zip(&mut parts).zip(batch.chunks(size));
            for ((sampler, part), games) in work {
                scope.spawn(move || {
                    part.extend(games.iter().map(|(number, game)| {
                        let rows = guarded(sampler, make, |one| rows(one, game, *number));
                        (*number, rows)
                    }));
                });
            }
        });
        gathered.add(parts.into_iter().flatten(), &self.weights);
    }
}

/// A pool that samples games in batches on all threads.
struct SamplingPool<'a> {
    plan: &'a FitPlan,
    threads: SamplingThreads<'a>,
    batch: Vec<(u64, Game)>,
    /// Number of games taken so far.
    taken: u64,
    on_progress: &'a mut dyn FnMut(FitProgress),
    gathered: SampledPositions,
}

impl SamplingPool<'_> {
    fn take_runs(
        &mut self,
        store: &Store,
        played: &mut HashSet<u64>,
    ) -> Result<(), PositionsError> {
        let mut by_run: BTreeMap<String, u64> = BTreeMap::new();
        store.for_each_game(&self.plan.games, |key, game| {
            if self.is_full() {
                return ControlFlow::Break(());
            }
            let number = number_of_moves(&game.record);
            if !played.insert(number) {
                self.gathered.read.twice += 1;
                return ControlFlow::Continue(());
            }
            self.gathered.read.self_play += 1;
            *by_run.entry(key.run.to_string()).or_default() += 1;
            self.take(number, game.record);
            ControlFlow::Continue(())
        })?;
        for run in store.runs()? {
            if let Some(games) = by_run.remove(&run.key.to_string()) {
                self.gathered.origins.push(RunOrigin {
                    run: run.key.to_string(),
                    games,
                    provenance: run.settings.provenance,
                });
            }
        }
        Ok(())
    }

    fn take_collected(
        &mut self,
        store: &Store,
        played: &mut HashSet<u64>,
    ) -> Result<(), PositionsError> {
        let mut name = blake3::Hasher::new();
        let mut by_file: BTreeMap<String, u64> = BTreeMap::new();
        store.for_each_collected(|game| {
            if self.is_full() {
                return ControlFlow::Break(());
            }
            let read = &mut self.gathered.read;
            let mut record = game.record;
            let Some(result) = record.result else {
                read.unfinished += 1;
                return ControlFlow::Continue(());
            };
            record.termination = ending(record.termination, result);
            let number = number_of_moves(&record);
            if !played.insert(number) {
                read.twice += 1;
                return ControlFlow::Continue(());
            }
            read.collected += 1;
            *by_file.entry(file_name(&game.source)).or_default() += 1;
            name.update(&game.fingerprint.0.to_le_bytes());
            self.take(number, record);
            ControlFlow::Continue(())
        })?;
        let games = self.gathered.read.collected;
        if games > 0 {
            let name = name.finalize().to_hex();
            self.gathered.origins.push(RunOrigin {
                run: format!("collected-{}", &name[..16]),
                games,
                provenance: Provenance {
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    settings: CollectedGames::in_words(by_file),
                    ..Provenance::default()
                },
            });
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.taken >= self.plan.most_games || self.plan.stop.is_raised()
    }

    fn take(&mut self, number: u64, record: Game) {
        self.taken += 1;
        self.batch.push((number, record));
        if self.batch.len() >= BATCH * self.threads.count() {
            self.sample();
        }
    }

    fn sample(&mut self) {
        self.threads.sample_games(&mut self.gathered, &self.batch);
        self.batch.clear();
        // A batch that was interrupted does not count as progress.
        if !self.plan.stop.is_raised() {
            (self.on_progress)(FitProgress::Games(self.taken));
        }
    }
}

impl SampledPositions {
    /// Creates an empty sample over `units` units.
    pub(super) const fn new(units: usize) -> Self {
        Self {
            training: DesignMatrix::new(units),
            held_out: DesignMatrix::new(units),
            games: [0; 2],
            read: GamesRead::NONE,
            origins: Vec::new(),
        }
    }

    /// Returns true if every position has a score.
    pub(super) const fn searched_all(&self) -> bool {
        self.training.searched_all() && self.held_out.searched_all()
    }

    fn add(
        &mut self,
        parts: impl Iterator<Item = (u64, Option<Vec<PositionRow>>)>,
        weights: &[f64],
    ) {
        for (number, rows) in parts {
            let Some(rows) = rows else {
                self.read.given_up += 1;
                continue;
            };
            let is_held_out = number.is_multiple_of(HELD_OUT_OF);
            let design = if is_held_out {
                &mut self.held_out
            } else {
                &mut self.training
            };
            for row in &rows {
                design.push(row, weights);
            }
            self.games[usize::from(is_held_out)] += u64::from(!rows.is_empty());
        }
    }
}

/// Description of collected games on a table's card, in place of self-play settings.
#[derive(Serialize)]
struct CollectedGames {
    kind: &'static str,
    /// Number of games from each file.
    games: BTreeMap<String, u64>,
}

impl CollectedGames {
    fn in_words(games: BTreeMap<String, u64>) -> String {
        let kind = "collected";
        // Strings and numbers can always be written as TOML.
        toml::to_string(&Self { kind, games }).unwrap_or_default()
    }
}

/// Returns the file name of a source without folders, since cards are read on other machines.
fn file_name(source: &str) -> String {
    let name = Path::new(source).file_name();
    name.map_or_else(
        || source.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Returns the result of `work`; after a panic returns `None` and replaces the worker.
fn guarded<W, T>(
    worker: &mut W,
    make: impl Fn() -> W,
    work: impl FnOnce(&mut W) -> T,
) -> Option<T> {
    let outcome = catch_unwind(AssertUnwindSafe(|| work(worker)));
    if outcome.is_err() {
        *worker = make();
    }
    outcome.ok()
}

/// Returns a uniformly distributed number that depends only on start position and moves. It decides which games are
/// held out, numbers the random draws, and identifies games played twice, which would count twice or be held out from
/// themselves.
fn number_of_moves(record: &Game) -> u64 {
    let mut text = record
        .moves
        .iter()
        .map(|chosen| chosen.to_uci(CastlingMode::Chess960).to_string())
        .collect::<Vec<_>>()
        .join(" ");
    if record.start != Chess::default() {
        text.push_str(&Fen::from_position(&record.start, EnPassantMode::Legal).to_string());
    }
    let digest = blake3::hash(text.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&digest.as_bytes()[..8]);
    u64::from_le_bytes(first)
}

/// Returns the termination for the sampler: without tags, a decided game counts as resigned and a draw as agreed.
const fn ending(termination: Termination, result: GameResult) -> Termination {
    match (termination, result) {
        (Termination::Unknown, GameResult::Draw) => Termination::Agreement,
        (Termination::Unknown, _) => Termination::Resignation,
        (known, _) => known,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_costs_one_game_and_leaves_a_fresh_worker() {
        let mut worker = 7;
        let count = |worker: &mut i32| {
            *worker += 1;
            assert!(*worker != 9, "a fault");
            *worker
        };
        let mut go = || guarded(&mut worker, || 0, count);
        assert_eq!([go(), go(), go()], [Some(8), None, Some(1)]);
    }
}
