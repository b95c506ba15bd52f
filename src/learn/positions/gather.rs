//! The games of a database as two designs: those that teach, and those that are held out.
//!
//! May use: L0, `heuristic`, `model`, `store`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::thread;

use super::design::{Design, Row};
use super::sample::Sampler;
use super::units::Units;
use super::{Plan, PositionsError, Progress};
use crate::heuristic::Heuristic;
use crate::model::Origin;
use crate::record::GameRecord;
use crate::store::{GameKey, Store};

/// So many games are sampled at a time by each thread.
const BATCH: usize = 256;

/// One game in this many is held out.
const HELD_OUT_OF: u64 = 10;

/// The games of a plan.
pub(super) struct Gathered {
    pub(super) training: Design,
    pub(super) held_out: Design,
    /// How many games gave positions that teach, and that are held out.
    pub(super) games: [u64; 2],
    pub(super) origins: Vec<Origin>,
}

/// Reads, samples and packs the games of a plan, in their order in the database.
pub(super) fn gather(
    store: &Store,
    start: &Heuristic,
    units: &Units,
    plan: &Plan,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Gathered, PositionsError> {
    let weights = units.weights(start);
    let sampler = || Sampler::new(plan, start, units.unit_of(), units.len());
    let mut samplers: Vec<Sampler<'_>> = (0..plan.threads.max(1)).map(|_| sampler()).collect();
    let mut gathered = Gathered {
        training: Design::new(units.len()),
        held_out: Design::new(units.len()),
        games: [0; 2],
        origins: Vec::new(),
    };
    let mut by_run: BTreeMap<String, u64> = BTreeMap::new();
    let mut batch: Vec<(u64, GameRecord)> = Vec::new();
    let (mut read, full) = (0, BATCH * samplers.len());
    store.for_each_game(&plan.games, |key, game| {
        if read >= plan.most_games || plan.stop.is_stopped() {
            return ControlFlow::Break(());
        }
        read += 1;
        *by_run.entry(key.run.to_string()).or_default() += 1;
        batch.push((number_of(&key), game.record));
        if batch.len() >= full {
            gathered.add(&mut samplers, &batch, &weights);
            batch.clear();
            on_progress(Progress::Games(read));
        }
        ControlFlow::Continue(())
    })?;
    gathered.add(&mut samplers, &batch, &weights);
    on_progress(Progress::Games(read));
    for run in store.runs()? {
        if let Some(games) = by_run.remove(&run.key.to_string()) {
            gathered.origins.push(Origin {
                run: run.key.to_string(),
                games,
                provenance: run.settings.provenance,
            });
        }
    }
    Ok(gathered)
}

impl Gathered {
    fn add(&mut self, samplers: &mut [Sampler<'_>], batch: &[(u64, GameRecord)], weights: &[f64]) {
        let size = batch.len().div_ceil(samplers.len()).max(1);
        let mut parts: Vec<Vec<(u64, Vec<Row>)>> = vec![Vec::new(); samplers.len()];
        thread::scope(|scope| {
            let work = samplers.iter_mut().zip(&mut parts).zip(batch.chunks(size));
            for ((sampler, part), games) in work {
                scope.spawn(move || {
                    part.extend(
                        games
                            .iter()
                            .map(|(number, record)| (*number, sampler.rows(record, *number))),
                    );
                });
            }
        });
        for (number, rows) in parts.into_iter().flatten() {
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

/// A number that names a game on every machine, spread evenly: it decides what is held out, and
/// numbers the draws.
fn number_of(key: &GameKey) -> u64 {
    let digest = blake3::hash(key.to_string().as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&digest.as_bytes()[..8]);
    u64::from_le_bytes(first)
}
