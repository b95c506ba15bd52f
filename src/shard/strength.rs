//! Counting how much the moves of rated players lose, divided by files and by bytes of files.

use std::path::Path;

use super::collection_count::{CollectionCount, CollectionPart, CountedCollections};
use super::collections::refuse_damage;
use super::error::ShardError;
use crate::files::Existing;
use crate::foreign::shell_path;
use crate::heuristic::Heuristic;
use crate::learn::strength::{count_rated, measure_games, rated_sides, read_rated_games};
use crate::model::{StrengthModel, StyleModel};
use crate::pgn::IngestSummary;
use crate::record::Game;
use crate::search::{LOSS_NODES, LossObserver};
use crate::strength::RatingCounts;
use crate::style::HabitThresholds;

/// The losses of rated players as divided work; a part is a strength model of some of the games.
#[derive(Debug)]
pub struct StrengthShards {
    collections: CountedCollections,
    borders: HabitThresholds,
    heuristic: Heuristic,
}

impl StrengthShards {
    /// Creates the work of counting these games.
    ///
    /// # Errors
    ///
    /// [`ShardError::Work`] if a shipped model cannot be read, which would be a mistake in this program's sources.
    pub fn new(collections: CountedCollections) -> Result<Self, ShardError> {
        let style = StyleModel::shipped().map_err(ShardError::work)?;
        Ok(Self {
            collections,
            borders: style.knowledge().borders().clone(),
            heuristic: StrengthModel::heuristic().map_err(ShardError::work)?,
        })
    }

    fn model(&self, counts: RatingCounts) -> Result<StrengthModel, ShardError> {
        StrengthModel::new(counts, self.borders.clone(), LOSS_NODES).map_err(ShardError::work)
    }
}

impl CollectionCount for StrengthShards {
    type Counts = StrengthModel;

    fn identity(&self) -> String {
        // The card of an empty model names the search and, by its checksum, where habits are cut.
        self.empty().map_or_else(
            |error| error.to_string(),
            |empty| {
                let card = empty.card();
                let (heuristic, nodes) = (&card.heuristic, card.nodes);
                format!("losses by {heuristic}, {nodes} nodes, {}", card.checksum)
            },
        )
    }

    fn collections(&self) -> &CountedCollections {
        &self.collections
    }

    fn count(
        &self,
        part: &mut CollectionPart<'_>,
    ) -> Result<(StrengthModel, IngestSummary), ShardError> {
        let CountedCollections {
            sources,
            options,
            population,
        } = part.input.clone();
        let (games, account) = read_rated_games(&sources, &options, population, |_| {});
        // Before the searches, which take long.
        refuse_damage(&account)?;
        let searched: Vec<&Game> = games.iter().map(|rated| &rated.game).collect();
        let (stop, wanted) = (part.execution.stop, games.len() as u64);
        let observer = || LossObserver::new(self.heuristic.clone(), self.borders.clone(), stop);
        let mut done = 0;
        let measured = measure_games(&searched, part.execution.threads, stop, observer, |_, _| {
            done += 1;
            (part.tell)(done, wanted);
        });
        // A game is missing only if the work was stopped.
        let sides: Vec<_> = searched
            .iter()
            .zip(measured)
            .filter_map(|(game, losses)| Some(rated_sides(game, &losses?, population)))
            .flatten()
            .collect();
        let counts = count_rated(&sides).map_err(ShardError::work)?;
        Ok((self.model(counts)?, account))
    }

    fn empty(&self) -> Result<StrengthModel, ShardError> {
        self.model(RatingCounts::default())
    }

    fn add(&self, sum: &mut StrengthModel, part: &Path) -> Result<(), ShardError> {
        let model = StrengthModel::load(part).map_err(ShardError::work)?;
        *sum = sum.merge(&model).map_err(ShardError::work)?;
        Ok(())
    }

    fn check_sum(&self, sum: &StrengthModel) -> Result<(), ShardError> {
        if sum.counts().is_empty() {
            let what = "no game has a rating on a known scale; ratings stand in the tags WhiteElo and BlackElo, the \
                        site in Site; --population names who plays";
            return Err(ShardError::work(what));
        }
        Ok(())
    }

    fn save(&self, model: StrengthModel, file: &Path) -> Result<(), ShardError> {
        model.save(file, Existing::Keep).map_err(ShardError::work)
    }

    fn next_command(&self, file: &Path) -> String {
        format!("bayeschess model show {}", shell_path(file))
    }
}
