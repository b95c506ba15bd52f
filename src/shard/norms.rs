//! Counting the norms of populations, divided by files and by bytes of files.

use std::path::{Path, PathBuf};

use super::collection_count::{CollectionCount, CollectionPart, CountedCollections};
use super::error::ShardError;
use crate::files::Existing;
use crate::foreign::shell_path;
use crate::learn::style::count_norms;
use crate::model::StyleModel;
use crate::pgn::IngestSummary;
use crate::style::HabitCounts;

/// The norms of collections as divided work; a part is a style model of some of the games.
#[derive(Debug)]
pub struct NormsShards {
    /// The games.
    pub collections: CountedCollections,
    /// Model whose class borders are used.
    pub like: StyleModel,
    /// File of that model; `None` for the shipped one.
    pub like_file: Option<PathBuf>,
}

impl CollectionCount for NormsShards {
    type Counts = HabitCounts;

    fn identity(&self) -> String {
        format!("norms like {}", self.like.checksum())
    }

    fn collections(&self) -> &CountedCollections {
        &self.collections
    }

    fn whole_inputs(&self) -> Vec<PathBuf> {
        self.like_file.iter().cloned().collect()
    }

    fn count(
        &self,
        part: &mut CollectionPart<'_>,
    ) -> Result<(HabitCounts, IngestSummary), ShardError> {
        let CountedCollections {
            sources,
            options,
            population,
        } = part.input.clone();
        let borders = self.like.knowledge().borders();
        let (counted, account) = count_norms(&sources, &options, borders, population, |progress| {
            part.hear(progress)
        });
        Ok((counted.knowledge, account))
    }

    fn empty(&self) -> Result<HabitCounts, ShardError> {
        Ok(HabitCounts::new(self.like.knowledge().borders().clone()))
    }

    fn add(&self, sum: &mut HabitCounts, part: &Path) -> Result<(), ShardError> {
        let model = StyleModel::load(part).map_err(ShardError::work)?;
        sum.merge(model.knowledge()).map_err(ShardError::work)
    }

    /// Writes a style model without labels.
    fn save(&self, counts: HabitCounts, file: &Path) -> Result<(), ShardError> {
        StyleModel::new(counts, Vec::new(), String::new())
            .save(file, Existing::Keep)
            .map_err(ShardError::work)
    }

    fn next_command(&self, file: &Path) -> String {
        let like = self.like_file.as_deref().unwrap_or(Path::new("shipped"));
        format!(
            "bayeschess model merge {} {} --out BOTH.toml",
            shell_path(like),
            shell_path(file)
        )
    }
}
