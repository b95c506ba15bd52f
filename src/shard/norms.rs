//! Counting the norms of populations, divided by files and by bytes of files.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::collections::{cut_collections, files_of, refuse_damage, sources_of};
use super::error::ShardError;
use super::work::{ShardSlice, ShardedWork, WorkInputs};
use crate::files::Existing;
use crate::learn::style::count_norms;
use crate::model::StyleModel;
use crate::pgn::{IngestOptions, PgnSource};
use crate::style::{HabitCounts, Population};
use crate::train::{Completion, Execution};

/// The norms of collections as divided work; a part is a style model of some of the games.
#[derive(Debug)]
pub struct NormsShards {
    /// Collections, as files.
    pub sources: Vec<PgnSource>,
    /// How the games are read and selected.
    pub options: IngestOptions,
    /// Model whose class borders are used.
    pub like: StyleModel,
    /// File of that model; `None` for the shipped one.
    pub like_file: Option<PathBuf>,
    /// Population of all players; `None` if each game's tags decide.
    pub population: Option<Population>,
}

impl ShardedWork for NormsShards {
    fn identity(&self) -> String {
        format!("norms like {}", self.like.checksum())
    }

    fn inputs(&self) -> WorkInputs {
        WorkInputs {
            divided: files_of(&self.sources),
            whole: self.like_file.iter().cloned().collect(),
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
        let borders = self.like.knowledge().borders();
        let (counted, account) =
            count_norms(&sources, &options, borders, self.population, |progress| {
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
        save(counted.knowledge, file)?;
        Ok(Completion::Complete)
    }

    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError> {
        let mut counts = HabitCounts::new(self.like.knowledge().borders().clone());
        for (done, part) in parts.iter().enumerate() {
            let model = StyleModel::load(part).map_err(ShardError::work)?;
            counts.merge(model.knowledge()).map_err(ShardError::work)?;
            tell(done + 1);
        }
        save(counts, file)
    }

    fn next_command(&self, file: &Path) -> String {
        format!(
            "bayeschess model merge STYLE.toml {} --out BOTH.toml",
            file.display()
        )
    }
}

/// Writes counts as a style model without labels.
fn save(counts: HabitCounts, file: &Path) -> Result<(), ShardError> {
    StyleModel::new(counts, Vec::new(), String::new())
        .save(file, Existing::Keep)
        .map_err(ShardError::work)
}
