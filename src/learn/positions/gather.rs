//! The games of a database as two designs: those that teach, and those that are held out.

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
use crate::heuristic::Heuristic;
use crate::model::RunOrigin;
use crate::record::{Game, GameResult, Provenance, Termination};
use crate::store::Store;

/// So many games are sampled at a time by each thread.
const BATCH: usize = 256;

/// One game in this many is held out.
const HELD_OUT_OF: u64 = 10;

/// The games of a plan.
pub(super) struct SampledPositions {
    pub(super) training: DesignMatrix,
    pub(super) held_out: DesignMatrix,
    /// How many games gave positions that teach, and that are held out.
    pub(super) games: [u64; 2],
    pub(super) read: GamesRead,
    pub(super) origins: Vec<RunOrigin>,
}

/// Reads, samples and packs the games of a plan, in their order in the database.
pub(super) fn gather(
    store: &Store,
    start: &Heuristic,
    units: &ParameterUnits,
    plan: &FitPlan,
    on_progress: &mut dyn FnMut(FitProgress),
) -> Result<SampledPositions, PositionsError> {
    let sampler = || PositionSampler::new(plan, start, units.unit_of(), units.len());
    let mut table = SamplingPool {
        plan,
        weights: units.weights(start),
        samplers: (0..plan.threads.max(1)).map(|_| sampler()).collect(),
        make: &sampler,
        batch: Vec::new(),
        taken: 0,
        on_progress,
        gathered: SampledPositions {
            training: DesignMatrix::new(units.len()),
            held_out: DesignMatrix::new(units.len()),
            games: [0; 2],
            read: GamesRead::default(),
            origins: Vec::new(),
        },
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

/// What makes a sampler.
type MakeSampler<'a> = &'a (dyn Fn() -> PositionSampler<'a> + Sync);

/// Where games are laid out to be sampled, many at a time.
struct SamplingPool<'a> {
    plan: &'a FitPlan,
    weights: Vec<f64>,
    samplers: Vec<PositionSampler<'a>>,
    make: MakeSampler<'a>,
    batch: Vec<(u64, Game)>,
    /// How many games were taken.
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
        if self.batch.len() >= BATCH * self.samplers.len() {
            self.sample();
        }
    }

    fn sample(&mut self) {
        self.gathered
            .add(&mut self.samplers, self.make, &self.batch, &self.weights);
        self.batch.clear();
        // What a stop cut short is not done.
        if !self.plan.stop.is_raised() {
            (self.on_progress)(FitProgress::Games(self.taken));
        }
    }
}

impl SampledPositions {
    fn add<'a>(
        &mut self,
        samplers: &mut [PositionSampler<'a>],
        make: MakeSampler<'a>,
        batch: &[(u64, Game)],
        weights: &[f64],
    ) {
        let size = batch.len().div_ceil(samplers.len()).max(1);
        let mut parts: Vec<Vec<(u64, Option<Vec<PositionRow>>)>> = vec![Vec::new(); samplers.len()];
        thread::scope(|scope| {
            let work = samplers.iter_mut().zip(&mut parts).zip(batch.chunks(size));
            for ((sampler, part), games) in work {
                scope.spawn(move || {
                    part.extend(games.iter().map(|(number, record)| {
                        let rows = guarded(sampler, make, |one| one.rows(record, *number));
                        (*number, rows)
                    }));
                });
            }
        });
        for (number, rows) in parts.into_iter().flatten() {
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

/// What a card says of collected games instead of how they were played.
#[derive(Serialize)]
struct CollectedGames {
    kind: &'static str,
    /// How many came from each file.
    games: BTreeMap<String, u64>,
}

impl CollectedGames {
    fn in_words(games: BTreeMap<String, u64>) -> String {
        let kind = "collected";
        // Words and numbers are always TOML.
        toml::to_string(&Self { kind, games }).unwrap_or_default()
    }
}

/// A source without the folders in which it lay: a card is for others, whose folders are different ones.
fn file_name(source: &str) -> String {
    let name = Path::new(source).file_name();
    name.map_or_else(
        || source.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// What `work` comes to; a panic costs that alone, and the worker that it left behind.
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

/// A number that names what was played, on every machine and whoever played it, spread evenly: it decides what is held out,
/// numbers the draws, and tells the same game played again, which would teach twice or be held out from itself.
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

/// How a collected game ended, for the sampler: people resign and agree without a word in the tags.
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
