//! A trial of adapting, divided by its units; in two plans, since the second fold needs the choice of the first.

use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::work::{ShardSlice, ShardedWork, WorkInputs, even_slices};
use crate::files;
use crate::foreign::shell_path;
use crate::train::lab::adapt::{AdaptationTrial, TrialLog, TrialPlayers, TrialStage, TrialUnit};
use crate::train::{Completion, Execution};

/// What a trial of adapting lacks, as divided work; a part is a journal with some of its units.
///
/// Without the first fold in the journal, the work is the first fold; with it, the rest.
#[derive(Debug)]
pub struct AdaptShards {
    trial: AdaptationTrial,
    players: TrialPlayers,
    /// Journal of what was played before.
    journal: Option<PathBuf>,
    /// File that names the opponents.
    opponents: Option<PathBuf>,
    units: Vec<TrialUnit>,
}

impl AdaptShards {
    /// Finds what a trial lacks, besides what the journal holds. A journal that is missing holds nothing. `opponents`
    /// is the file from which the trial's opponents were read, if they are engines.
    ///
    /// # Errors
    ///
    /// [`ShardError::Work`] if the journal or the players cannot be read.
    pub fn new(
        trial: AdaptationTrial,
        journal: Option<&Path>,
        opponents: Option<&Path>,
    ) -> Result<Self, ShardError> {
        let players = TrialPlayers::load(&trial.pool).map_err(ShardError::work)?;
        let journal = journal.filter(|file| file.exists()).map(Path::to_owned);
        let mut work = Self {
            trial,
            players,
            journal,
            opponents: opponents.map(Path::to_owned),
            units: Vec::new(),
        };
        let known = work.log(None)?;
        work.units = work.trial.open_units(&work.players, known.record());
        Ok(work)
    }

    /// Returns a log that knows the journal, and writes to `file`.
    fn log(&self, file: Option<&Path>) -> Result<TrialLog, ShardError> {
        let (trial, players) = (&self.trial, &self.players);
        let mut log = TrialLog::open(file, trial, players).map_err(ShardError::work)?;
        if let Some(journal) = &self.journal {
            log.take_over(journal, trial, players)
                .map_err(ShardError::work)?;
        }
        Ok(log)
    }
}

impl ShardedWork for AdaptShards {
    fn identity(&self) -> String {
        let stage = self
            .units
            .first()
            .map_or("complete", |unit| unit.stage.name());
        format!("trial {}: {stage}", self.trial.recipe(&self.players))
    }

    fn inputs(&self) -> WorkInputs {
        let files = self.journal.iter().chain(&self.opponents);
        WorkInputs::whole(files.cloned().collect())
    }

    fn cut(&self, parts: usize) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
        if self.units.is_empty() {
            let what = "the journal holds the whole trial: 'lab adapt' with it reports the result";
            return Err(ShardError::CannotDivide(what.to_owned()));
        }
        even_slices(self.units.len() as u64, parts, "blocks of games")
    }

    fn run(
        &self,
        part: &[ShardSlice],
        file: &Path,
        execution: Execution<'_>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Completion, ShardError> {
        let mut log = self.log(Some(file))?;
        let wanted = part.iter().map(|slice| slice.to - slice.from).sum();
        let mut done = 0;
        for slice in part {
            let mut hear = |_, _: &_| {
                done += 1;
                tell(done, wanted);
            };
            let completion = self
                .trial
                .run_units(
                    slice.of(&self.units),
                    &self.players,
                    &mut log,
                    execution,
                    &mut hear,
                )
                .map_err(ShardError::work)?;
            if completion == Completion::Stopped {
                return Ok(completion);
            }
        }
        Ok(Completion::Complete)
    }

    /// Threads write the lines of a journal in any order.
    fn content_hash(&self, file: &Path) -> Result<String, ShardError> {
        let text = files::read_text(file).map_err(ShardError::io(file))?;
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        Ok(files::checksum(lines.join("\n").as_bytes()))
    }

    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError> {
        let mut log = self.log(Some(file))?;
        for (done, part) in parts.iter().enumerate() {
            log.take_over(part, &self.trial, &self.players)
                .map_err(ShardError::work)?;
            tell(done + 1);
        }
        log.write_all().map_err(ShardError::io(file))
    }

    fn next_command(&self, file: &Path) -> String {
        let file = shell_path(file);
        if self
            .units
            .iter()
            .any(|unit| unit.stage == TrialStage::Choosing)
        {
            format!("bayeschess shard plan … -- lab adapt … --journal {file}, for the second fold")
        } else {
            format!("bayeschess lab adapt … --journal {file}, which reports the result")
        }
    }
}
