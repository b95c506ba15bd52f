//! The rows of games on their way from the sampler, or a file, into the design matrix, or a file.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;

use super::design::PositionRow;
use super::plan::{FitPlan, PositionsError};
use super::sample::PositionSampler;
use super::sampled_file::{SampledFileError, SampledFileReader, SampledFileWriter};
use super::sampled_positions::SampledPositions;
use super::units::ParameterUnits;
use crate::heuristic::Heuristic;

/// Rows of some games, each with its number; `None` for a game at which the program panicked.
pub(super) type RowsOfGames = Vec<(u64, Option<Vec<PositionRow>>)>;

/// Samplers, one for each thread.
struct SamplingThreads<'a> {
    samplers: Vec<PositionSampler<'a>>,
    plan: &'a FitPlan,
    start: &'a Heuristic,
    units: &'a ParameterUnits,
}

impl<'a> SamplingThreads<'a> {
    fn new(plan: &'a FitPlan, start: &'a Heuristic, units: &'a ParameterUnits) -> Self {
        let sampler = || PositionSampler::new(plan, start, units.unit_of(), units.len());
        Self {
            samplers: (0..plan.threads.max(1)).map(|_| sampler()).collect(),
            plan,
            start,
            units,
        }
    }

    fn sample<T: Sync>(
        &mut self,
        batch: &[(u64, T)],
        rows: impl Fn(&mut PositionSampler<'a>, &T, u64) -> Vec<PositionRow> + Sync,
    ) -> RowsOfGames {
        let size = batch.len().div_ceil(self.samplers.len()).max(1);
        let mut parts: Vec<RowsOfGames> = vec![Vec::new(); self.samplers.len()];
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
        parts.concat()
    }
}

/// What is done with the games of a plan.
enum RowWork<'a> {
    /// They are sampled into the design matrix.
    Sample(SamplingThreads<'a>),
    /// Their rows, sampled before, are read into the design matrix.
    Read(Box<SampledFileReader>),
    /// Some of them are sampled into a file.
    Write(SamplingThreads<'a>, Range<u64>, Box<SampledFileWriter>),
    /// They are counted.
    Count,
}

/// Takes the games of a plan in their order.
pub(super) struct RowFlow<'a> {
    work: RowWork<'a>,
    /// Starting weights by column.
    weights: Vec<f64>,
    /// Number of games taken so far.
    games: u64,
    pub(super) gathered: SampledPositions,
}

impl<'a> RowFlow<'a> {
    fn new(work: RowWork<'a>, start: &Heuristic, units: &ParameterUnits) -> Self {
        Self {
            work,
            weights: units.weights(start),
            games: 0,
            gathered: SampledPositions::new(units.len()),
        }
    }

    /// Creates the flow of a fit, which samples games or reads the file that the plan names.
    pub(super) fn of_fit(
        plan: &'a FitPlan,
        start: &'a Heuristic,
        units: &'a ParameterUnits,
    ) -> Result<Self, PositionsError> {
        let work = match &plan.sampled {
            None => RowWork::Sample(SamplingThreads::new(plan, start, units)),
            Some(file) => {
                let reader = SampledFileReader::open_whole(file, &sample_identity(start, plan))?;
                RowWork::Read(Box::new(reader))
            }
        };
        Ok(Self::new(work, start, units))
    }

    /// Creates a flow that samples the games of a range into a file.
    pub(super) fn of_part(
        plan: &'a FitPlan,
        (start, units): (&'a Heuristic, &'a ParameterUnits),
        games: Range<u64>,
        file: &Path,
    ) -> Result<Self, PositionsError> {
        let writer = SampledFileWriter::create(file, &sample_identity(start, plan), &games)?;
        let threads = SamplingThreads::new(plan, start, units);
        let work = RowWork::Write(threads, games, Box::new(writer));
        Ok(Self::new(work, start, units))
    }

    /// Creates a flow that only counts.
    pub(super) fn of_count(start: &Heuristic, units: &ParameterUnits) -> Self {
        Self::new(RowWork::Count, start, units)
    }

    /// Returns true if no further game is wanted.
    pub(super) fn is_done(&self) -> bool {
        match &self.work {
            RowWork::Write(_, games, _) => self.games >= games.end,
            _ => false,
        }
    }

    /// Takes the next games, whose rows are made by `rows`.
    pub(super) fn take<T: Sync>(
        &mut self,
        batch: &[(u64, T)],
        rows: impl Fn(&mut PositionSampler<'a>, &T, u64) -> Vec<PositionRow> + Sync,
    ) -> Result<(), PositionsError> {
        let before = self.games;
        self.games += batch.len() as u64;
        match &mut self.work {
            RowWork::Count => {}
            RowWork::Sample(threads) => {
                let rows = threads.sample(batch, rows);
                self.gathered.add(rows, &self.weights);
            }
            RowWork::Read(reader) => {
                for (number, _) in batch {
                    let rows = reader.next(*number)?;
                    self.gathered.add([(*number, rows)], &self.weights);
                }
            }
            RowWork::Write(threads, games, writer) => {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "at most the length of a batch"
                )]
                let [from, to] = [games.start, games.end]
                    .map(|bound| bound.saturating_sub(before).min(batch.len() as u64) as usize);
                for (number, rows) in threads.sample(&batch[from..to], rows) {
                    writer.write(number, rows.as_deref())?;
                }
            }
        }
        Ok(())
    }

    /// Ends the flow; a file must have had all games and no others.
    pub(super) fn finish(self, plan: &FitPlan) -> Result<(SampledPositions, u64), PositionsError> {
        match self.work {
            RowWork::Write(_, _, writer) => writer.finish()?,
            RowWork::Read(reader) if !reader.is_at_end() && !plan.stop.is_raised() => {
                let file = plan.sampled.clone().unwrap_or_default();
                return Err(SampledFileError::OtherGames(file).into());
            }
            _ => {}
        }
        Ok((self.gathered, self.games))
    }
}

/// Returns the hash of what sampled rows depend on besides the games.
pub(super) fn sample_identity(start: &Heuristic, plan: &FitPlan) -> blake3::Hash {
    let searches = plan.teaching.as_ref().map(|teaching| {
        let by = teaching.by.as_ref().unwrap_or(start);
        (teaching.nodes, by.fingerprint())
    });
    let text = format!(
        "{} {} {:?} {searches:?}",
        env!("CARGO_PKG_VERSION"),
        start.fingerprint(),
        plan.sampling
    );
    blake3::hash(text.as_bytes())
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
