//! A run of self-play, divided by the numbers of its games.

use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::work::{ShardExecution, ShardSlice, ShardedWork, even_slices};
use crate::selfplay::{SelfplayEvent, SelfplayPlan, SelfplayRecipe, run};
use crate::store::{Access, Store};
use crate::train::Completion;

/// A run of self-play as divided work; a part is a database with some of its games.
#[derive(Debug)]
pub struct SelfplayShards {
    /// Recipe of the run.
    pub recipe: SelfplayRecipe,
    /// Number of games of the whole run.
    pub games: u32,
    /// Files that the work is read from.
    pub inputs: Vec<PathBuf>,
}

impl ShardedWork for SelfplayShards {
    fn identity(&self) -> String {
        format!("selfplay run {}", self.recipe.settings().key())
    }

    fn inputs(&self) -> Vec<PathBuf> {
        self.inputs.clone()
    }

    fn cut(&self, parts: usize) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
        even_slices(u64::from(self.games), parts, "games")
    }

    fn run(
        &self,
        part: &[ShardSlice],
        file: &Path,
        execution: ShardExecution<'_>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Completion, ShardError> {
        play_slice(&self.recipe, self.games, part, (file, execution), tell)
    }

    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError> {
        merge_databases(parts, file, tell)
    }

    fn next_command(&self, file: &Path) -> String {
        format!("bayeschess learn --db {}", file.display())
    }
}

/// Plays the games of a part into a new database.
pub(super) fn play_slice(
    recipe: &SelfplayRecipe,
    games: u32,
    part: &[ShardSlice],
    (file, execution): (&Path, ShardExecution<'_>),
    tell: &mut dyn FnMut(u64, u64),
) -> Result<Completion, ShardError> {
    let mut store = Store::open(file, Access::Create).map_err(ShardError::work)?;
    for slice in part {
        let bound = |unit: u64| u32::try_from(unit).unwrap_or(games).min(games);
        let plan = SelfplayPlan {
            numbers: bound(slice.from)..bound(slice.to),
            threads: execution.threads,
            ..SelfplayPlan::new(games)
        };
        let wanted = slice.to - slice.from;
        let outcome = run(&mut store, recipe, &plan, execution.stop, &mut |event| {
            if let SelfplayEvent::Written { tally } = event {
                tell(tally.games, wanted);
            }
        });
        let outcome = outcome.map_err(ShardError::work)?;
        if outcome.stopped {
            return Ok(Completion::Stopped);
        }
        if outcome.lost > 0 {
            let lost = outcome.lost;
            let what = format!("{lost} games were given up after two panics; do the part again");
            return Err(ShardError::work(what));
        }
    }
    store.close().map_err(ShardError::work)?;
    Ok(Completion::Complete)
}

/// Joins the databases of parts.
pub(super) fn merge_databases(
    parts: &[PathBuf],
    file: &Path,
    tell: &mut dyn FnMut(usize),
) -> Result<(), ShardError> {
    let mut store = Store::open(file, Access::Create).map_err(ShardError::work)?;
    store.merge_files(parts, tell).map_err(ShardError::work)?;
    store.close().map_err(ShardError::work)
}
