//! Counting how much the moves of rated players lose, divided by files and by bytes of files.

use std::path::{Path, PathBuf};

use super::collections::{cut_collections, files_of, refuse_damage, sources_of};
use super::error::ShardError;
use super::work::{ShardSlice, ShardedWork, WorkInputs};
use crate::files::Existing;
use crate::heuristic::Heuristic;
use crate::learn::strength::{count_rated, measure_games, rated_sides, read_rated_games};
use crate::model::{StrengthModel, StyleModel};
use crate::pgn::{IngestOptions, PgnSource};
use crate::record::Game;
use crate::search::{LOSS_NODES, LossObserver};
use crate::strength::RatingCounts;
use crate::style::{HabitThresholds, Population};
use crate::train::{Completion, Execution};

/// The losses of rated players as divided work; a part is a strength model of some of the games.
#[derive(Debug)]
pub struct StrengthShards {
    sources: Vec<PgnSource>,
    options: IngestOptions,
    population: Option<Population>,
    borders: HabitThresholds,
    heuristic: Heuristic,
}

impl StrengthShards {
    /// Creates the work of counting the games of `sources`; without `population`, each game's tags tell who plays.
    ///
    /// # Errors
    ///
    /// [`ShardError::Work`] if a shipped model cannot be read, which would be a mistake in this program's sources.
    pub fn new(
        sources: Vec<PgnSource>,
        options: IngestOptions,
        population: Option<Population>,
    ) -> Result<Self, ShardError> {
        let style = StyleModel::shipped().map_err(ShardError::work)?;
        Ok(Self {
            sources,
            options,
            population,
            borders: style.knowledge().borders().clone(),
            heuristic: StrengthModel::heuristic().map_err(ShardError::work)?,
        })
    }

    fn model(&self, counts: RatingCounts) -> Result<StrengthModel, ShardError> {
        StrengthModel::new(counts, self.borders.clone(), LOSS_NODES).map_err(ShardError::work)
    }
}

impl ShardedWork for StrengthShards {
    fn identity(&self) -> String {
        // The card of an empty model names the search and, by its checksum, where habits are cut.
        self.model(RatingCounts::default()).map_or_else(
            |error| error.to_string(),
            |empty| {
                let card = empty.card();
                let (heuristic, nodes) = (&card.heuristic, card.nodes);
                format!("losses by {heuristic}, {nodes} nodes, {}", card.checksum)
            },
        )
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
        let (games, account) = read_rated_games(&sources, &options, self.population, |_| {});
        refuse_damage(&account)?;
        let searched: Vec<&Game> = games.iter().map(|rated| &rated.game).collect();
        let (stop, wanted) = (execution.stop, games.len() as u64);
        let observer = || LossObserver::new(self.heuristic.clone(), self.borders.clone(), stop);
        let mut done = 0;
        let measured = measure_games(&searched, execution.threads, stop, observer, |_, _| {
            done += 1;
            tell(done, wanted);
        });
        let mut sides = Vec::new();
        for (game, losses) in searched.iter().zip(measured) {
            let Some(losses) = losses else {
                return Ok(Completion::Stopped);
            };
            sides.extend(rated_sides(game, &losses, self.population));
        }
        let counts = count_rated(&sides).map_err(ShardError::work)?;
        save(&self.model(counts)?, file)?;
        Ok(Completion::Complete)
    }

    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError> {
        let mut sum = self.model(RatingCounts::default())?;
        for (done, part) in parts.iter().enumerate() {
            let model = StrengthModel::load(part).map_err(ShardError::work)?;
            sum = sum.merge(&model).map_err(ShardError::work)?;
            tell(done + 1);
        }
        if sum.counts().is_empty() {
            let what = "no game has a rating on a known scale; ratings stand in the tags WhiteElo and BlackElo, the \
                        site in Site; --population names who plays";
            return Err(ShardError::work(what));
        }
        save(&sum, file)
    }

    fn next_command(&self, file: &Path) -> String {
        format!("bayeschess model show {}", file.display())
    }
}

fn save(model: &StrengthModel, file: &Path) -> Result<(), ShardError> {
    model.save(file, Existing::Keep).map_err(ShardError::work)
}
