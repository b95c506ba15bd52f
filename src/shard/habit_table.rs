//! Counting habits by kind of game and player, divided by files and by bytes of files.

use std::path::Path;

use super::collection_count::{CollectionCount, CollectionPart, CountedCollections};
use super::error::ShardError;
use crate::files::Existing;
use crate::learn::style::{HabitTable, count_habits};
use crate::pgn::IngestSummary;

/// A table of habits as divided work; a part is the table of some of the games.
#[derive(Debug)]
pub struct HabitTableShards {
    /// The games.
    pub collections: CountedCollections,
}

impl CollectionCount for HabitTableShards {
    type Counts = HabitTable;

    fn identity(&self) -> String {
        "table of habits".to_owned()
    }

    fn collections(&self) -> &CountedCollections {
        &self.collections
    }

    fn count(
        &self,
        part: &mut CollectionPart<'_>,
    ) -> Result<(HabitTable, IngestSummary), ShardError> {
        let CountedCollections {
            sources,
            options,
            population,
        } = part.input.clone();
        let (table, _, account) = count_habits(&sources, &options, population, |progress| {
            part.hear(progress)
        });
        Ok((table, account))
    }

    fn empty(&self) -> Result<HabitTable, ShardError> {
        Ok(HabitTable::default())
    }

    fn add(&self, sum: &mut HabitTable, part: &Path) -> Result<(), ShardError> {
        sum.merge(HabitTable::load(part).map_err(ShardError::work)?);
        Ok(())
    }

    fn save(&self, table: HabitTable, file: &Path) -> Result<(), ShardError> {
        table.save(file, Existing::Keep).map_err(ShardError::work)
    }

    fn next_command(&self, file: &Path) -> String {
        format!("open {} in pandas, DuckDB or a spreadsheet", file.display())
    }
}
