//! The positions of a fit, divided by games: choosing, settling and searching them.

use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::work::{ShardSlice, ShardedWork, WorkInputs, even_slices};
use crate::foreign::shell_path;
use crate::heuristic::Heuristic;
use crate::learn::positions::{
    FitPlan, FitProgress, PositionFiles, PositionSource, PositionsError, count_sampled,
    join_sampled, sample_identity, sample_part,
};
use crate::store::{Access, Store};
use crate::train::{Completion, Execution};

/// The files that positions are sampled from.
#[derive(Clone, Debug)]
pub enum PositionInputs {
    /// A database of games.
    Database(PathBuf),
    /// Files with a position in each line.
    Lines(PositionFiles),
}

/// The positions of a fit as divided work; a part is a file with the positions of some of the games.
#[derive(Debug)]
pub struct PositionShards {
    /// Games or lines.
    pub inputs: PositionInputs,
    /// Tables of the weights, as files.
    pub tables: Vec<PathBuf>,
    /// Starting weights.
    pub start: Heuristic,
    /// What is sampled, and how.
    pub plan: FitPlan,
}

impl PositionShards {
    /// Runs `work` on the source of the positions.
    fn with_source<T>(
        &self,
        work: impl FnOnce(PositionSource<'_>) -> Result<T, PositionsError>,
    ) -> Result<T, PositionsError> {
        match &self.inputs {
            PositionInputs::Database(file) => {
                let store = Store::open(file, Access::Read)?;
                work(PositionSource::Games(&store))
            }
            PositionInputs::Lines(files) => work(PositionSource::Lines(files)),
        }
    }
}

impl ShardedWork for PositionShards {
    fn identity(&self) -> String {
        let sampled = sample_identity(&self.start, &self.plan);
        format!("positions sampled by {sampled}")
    }

    fn inputs(&self) -> WorkInputs {
        let files = match &self.inputs {
            PositionInputs::Database(file) => vec![file.clone()],
            PositionInputs::Lines(files) => files.files.clone(),
        };
        WorkInputs::whole(files.into_iter().chain(self.tables.clone()).collect())
    }

    fn cut(&self, parts: usize) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
        let games = self.with_source(|source| count_sampled(source, &self.start, &self.plan));
        even_slices(games.map_err(ShardError::work)?, parts, "games")
    }

    fn run(
        &self,
        part: &[ShardSlice],
        file: &Path,
        execution: Execution<'_>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Completion, ShardError> {
        let plan = FitPlan {
            threads: execution.threads.get(),
            stop: execution.stop.clone(),
            ..self.plan.clone()
        };
        let Some(slice) = part.first() else {
            let what = "a part without games; plan again";
            return Err(ShardError::CannotDivide(what.to_owned()));
        };
        let games = slice.from..slice.to;
        let sampled = self.with_source(|source| {
            let mut hear = |news| {
                if let FitProgress::Games(read) = news {
                    let done = read.clamp(games.start, games.end) - games.start;
                    tell(done, games.end - games.start);
                }
            };
            sample_part(source, &self.start, &plan, (games.clone(), file), &mut hear)
        });
        match sampled {
            Ok(()) => Ok(Completion::Complete),
            Err(PositionsError::Stopped) => Ok(Completion::Stopped),
            Err(error) => Err(ShardError::work(error)),
        }
    }

    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError> {
        join_sampled(parts, file, tell).map_err(ShardError::work)
    }

    fn next_command(&self, file: &Path) -> String {
        let file = shell_path(file);
        format!(
            "bayeschess fit … --sampled {file}, with the options of the plan, which writes the table"
        )
    }
}
