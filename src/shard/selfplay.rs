//! Games of self-play, divided by their numbers: a run, or the games of a training's next generation.

use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::work::{ShardSlice, ShardedWork, WorkInputs, even_slices};
use crate::foreign::shell_path;
use crate::selfplay::{ScorePolicy, SelfplayEvent, SelfplayPlan, SelfplayRecipe, run};
use crate::store::{Access, GameFilter, Store};
use crate::train::{Completion, Execution, NextGames};

/// Games of self-play as divided work; a part is a database with some of them.
#[derive(Debug)]
pub struct SelfplayShards {
    recipe: SelfplayRecipe,
    games: u32,
    scores: ScorePolicy,
    inputs: Vec<PathBuf>,
    /// Database in which a training looks for the games; `None` for a run of its own.
    wanted_as: Option<PathBuf>,
}

impl SelfplayShards {
    /// Creates the work of a whole run of `games` games; `inputs` are the files that the recipe was read from.
    pub const fn of_run(
        recipe: SelfplayRecipe,
        games: u32,
        scores: ScorePolicy,
        inputs: Vec<PathBuf>,
    ) -> Self {
        Self {
            recipe,
            games,
            scores,
            inputs,
            wanted_as: None,
        }
    }

    /// Creates the work of the games that a training by the recipe in `file` needs next.
    pub fn of_training(next: NextGames, file: PathBuf) -> Self {
        Self {
            recipe: next.games,
            games: next.wanted,
            scores: ScorePolicy::Keep,
            inputs: std::iter::once(file).chain(next.tables).collect(),
            wanted_as: Some(next.database),
        }
    }
}

impl SelfplayShards {
    /// Checks that a database holds the games of this run, all of them and no others.
    fn check_whole(&self, store: &Store) -> Result<(), ShardError> {
        let runs = store.runs().map_err(ShardError::work)?;
        let all = GameFilter::default();
        let games = store.statistics(&all).map_err(ShardError::work)?.games;
        let key = self.recipe.settings().key();
        if games == u64::from(self.games) && runs.iter().all(|run| run.key == key) {
            return Ok(());
        }
        let wanted = self.games;
        Err(ShardError::work(format!(
            "the parts hold {games} games where the run {key} has {wanted}, or games of other runs: a part was renamed; \
             delete the parts and do them again"
        )))
    }
}

impl ShardedWork for SelfplayShards {
    fn identity(&self) -> String {
        format!("selfplay run {}", self.recipe.settings().key())
    }

    fn inputs(&self) -> WorkInputs {
        WorkInputs::whole(self.inputs.clone())
    }

    fn cut(&self, parts: usize) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
        even_slices(u64::from(self.games), parts, "games")
    }

    fn run(
        &self,
        part: &[ShardSlice],
        file: &Path,
        execution: Execution<'_>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Completion, ShardError> {
        let mut store = Store::open(file, Access::Create).map_err(ShardError::work)?;
        for slice in part {
            let bound = |unit: u64| u32::try_from(unit).unwrap_or(self.games).min(self.games);
            let plan = SelfplayPlan {
                numbers: bound(slice.from)..bound(slice.to),
                threads: execution.threads,
                scores: self.scores,
                ..SelfplayPlan::new(self.games)
            };
            let wanted = slice.to - slice.from;
            let outcome = run(
                &mut store,
                &self.recipe,
                &plan,
                execution.stop,
                &mut |event| {
                    if let SelfplayEvent::Written { tally } = event {
                        tell(tally.games, wanted);
                    }
                },
            );
            let outcome = outcome.map_err(ShardError::work)?;
            if outcome.stopped {
                return Ok(Completion::Stopped);
            }
            if outcome.lost > 0 {
                let lost = outcome.lost;
                let what =
                    format!("{lost} games were given up after two panics; do the part again");
                return Err(ShardError::work(what));
            }
        }
        store.close().map_err(ShardError::work)?;
        Ok(Completion::Complete)
    }

    fn content_hash(&self, file: &Path) -> Result<String, ShardError> {
        let store = Store::open(file, Access::Read).map_err(ShardError::work)?;
        store
            .content_hash(&GameFilter::default())
            .map_err(ShardError::work)
    }

    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError> {
        let mut store = Store::open(file, Access::Create).map_err(ShardError::work)?;
        store.merge_files(parts, tell).map_err(ShardError::work)?;
        self.check_whole(&store)?;
        store.close().map_err(ShardError::work)
    }

    fn next_command(&self, file: &Path) -> String {
        match &self.wanted_as {
            None => format!("bayeschess learn --db {}", shell_path(file)),
            Some(wanted) if wanted == file => {
                "bayeschess train with the same recipe and folder, which counts these games"
                    .to_owned()
            }
            Some(wanted) => {
                let (name, wanted) = (file.display(), wanted.display());
                format!("move {name} to {wanted}; 'bayeschess train' counts the games there")
            }
        }
    }
}
