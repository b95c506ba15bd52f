//! The games of a training's next generation, divided by their numbers.

use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::selfplay::{merge_databases, play_slice};
use super::work::{ShardExecution, ShardSlice, ShardedWork, even_slices};
use crate::train::{Completion, NextGames};

/// The games of a training's next generation as divided work; a part is a database with some of them.
#[derive(Debug)]
pub struct GenerationShards {
    /// Games that the training needs next.
    pub next: NextGames,
    /// Files that the work is read from.
    pub inputs: Vec<PathBuf>,
}

impl ShardedWork for GenerationShards {
    fn identity(&self) -> String {
        format!("games of a training {}", self.next.games.settings().key())
    }

    fn inputs(&self) -> Vec<PathBuf> {
        self.inputs
            .iter()
            .chain(&self.next.tables)
            .cloned()
            .collect()
    }

    fn cut(&self, parts: usize) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
        even_slices(u64::from(self.next.wanted), parts, "games")
    }

    fn run(
        &self,
        part: &[ShardSlice],
        file: &Path,
        execution: ShardExecution<'_>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Completion, ShardError> {
        let next = &self.next;
        play_slice(&next.games, next.wanted, part, (file, execution), tell)
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
        let database = &self.next.database;
        if file == database {
            "bayeschess train with the same recipe and folder, which counts these games".to_owned()
        } else {
            let (file, database) = (file.display(), database.display());
            format!("move {file} to {database}; 'bayeschess train' counts the games there")
        }
    }
}
