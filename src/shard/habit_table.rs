//! Counting habits by kind of game and player, divided by files and by bytes of files.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::collections::{cut_collections, files_of, refuse_damage, sources_of};
use super::error::ShardError;
use super::work::{ShardSlice, ShardedWork, WorkInputs};
use crate::files::Existing;
use crate::learn::style::{HabitTable, count_habits};
use crate::pgn::{IngestOptions, PgnSource};
use crate::style::Population;
use crate::train::{Completion, Execution};

/// A table of habits as divided work; a part is the table of some of the games.
#[derive(Debug)]
pub struct HabitTableShards {
    /// Collections, as files.
    pub sources: Vec<PgnSource>,
    /// How the games are read and selected.
    pub options: IngestOptions,
    /// Population of all players; `None` if each game's tags decide.
    pub population: Option<Population>,
}

impl ShardedWork for HabitTableShards {
    fn identity(&self) -> String {
        "table of habits".to_owned()
    }

    fn inputs(&self) -> WorkInputs {
        WorkInputs {
            divided: files_of(&self.sources),
            whole: Vec::new(),
        }
    }

    fn cut(&self, parts: usize) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
        cut_collections(&self.sources, &self.options, parts)
    }

    fn run(
        &self,
        part: &[ShardSlice],
        file: &Path,
        execution: Execution<'_>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Completion, ShardError> {
        let sources = sources_of(part, &self.inputs().divided);
        let options = IngestOptions {
            threads: Some(execution.threads),
            ..self.options.clone()
        };
        let bytes = part.iter().map(|slice| slice.to - slice.from).sum();
        let (table, _, account) = count_habits(&sources, &options, self.population, |progress| {
            tell(progress.bytes_read, bytes);
            if execution.stop.is_raised() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if execution.stop.is_raised() {
            return Ok(Completion::Stopped);
        }
        refuse_damage(&account)?;
        save(&table, file)?;
        Ok(Completion::Complete)
    }

    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError> {
        let mut sum = HabitTable::default();
        for (done, part) in parts.iter().enumerate() {
            sum.merge(HabitTable::load(part).map_err(ShardError::work)?);
            tell(done + 1);
        }
        save(&sum, file)
    }

    fn next_command(&self, file: &Path) -> String {
        format!("open {} in pandas, DuckDB or a spreadsheet", file.display())
    }
}

fn save(table: &HabitTable, file: &Path) -> Result<(), ShardError> {
    table.save(file, Existing::Keep).map_err(ShardError::work)
}
