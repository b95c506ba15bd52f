//! The trial of a tuning, divided by its pairs of games.

use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::work::{ShardSlice, ShardedWork, WorkInputs, even_slices};
use crate::cancel::CancelFlag;
use crate::files;
use crate::foreign::shell_path;
use crate::play::{RANDOM_OPENINGS, SHIPPED_OPENINGS};
use crate::train::tune::{DividedTrial, PreparedTuning, TRIAL_JOURNAL, TuneRecipe};
use crate::train::{Completion, Execution};

/// The pairs of games that the trial of a tuning lacks, as divided work; a part is a journal of some of them.
#[derive(Debug)]
pub struct TuneShards {
    recipe: PathBuf,
    trial: DividedTrial,
    /// Journal of what was played before.
    journal: Option<PathBuf>,
    pairs: Vec<u32>,
}

impl TuneShards {
    /// Finds what the trial of a recipe lacks, besides the journal in `folder`. A journal that is missing holds nothing.
    ///
    /// Starts the engine once, to read its options.
    ///
    /// # Errors
    ///
    /// [`ShardError::Work`] if the recipe, its engine or the journal cannot be used, and [`ShardError::CannotDivide`] for
    /// SPSA.
    pub fn new(file: &Path, folder: Option<&Path>, stop: &CancelFlag) -> Result<Self, ShardError> {
        let recipe = TuneRecipe::read(file).map_err(ShardError::work)?;
        if recipe.spsa().is_some() {
            let what = "each step of SPSA depends on those before it; give method = \"trial\"";
            return Err(ShardError::CannotDivide(what.to_owned()));
        }
        let tuning = PreparedTuning::new(file, recipe, stop).map_err(ShardError::work)?;
        let trial = DividedTrial::new(tuning);
        let journal = folder
            .map(|folder| folder.join(TRIAL_JOURNAL))
            .filter(|journal| journal.exists());
        let pairs = trial
            .open_pairs(journal.as_deref())
            .map_err(ShardError::work)?;
        Ok(Self {
            recipe: file.to_owned(),
            trial,
            journal,
            pairs,
        })
    }
}

impl ShardedWork for TuneShards {
    fn identity(&self) -> String {
        self.trial.identity()
    }

    fn inputs(&self) -> WorkInputs {
        let openings = self.trial.plan().recipe.openings.as_str();
        let is_file = ![RANDOM_OPENINGS, SHIPPED_OPENINGS].contains(&openings);
        let openings = is_file.then(|| PathBuf::from(openings));
        let files = [Some(self.recipe.clone()), self.journal.clone(), openings];
        WorkInputs::whole(files.into_iter().flatten().collect())
    }

    fn cut(&self, parts: usize) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
        if self.pairs.is_empty() {
            let what =
                "the journal holds the whole trial: 'tune' with its folder reports the result";
            return Err(ShardError::CannotDivide(what.to_owned()));
        }
        even_slices(self.pairs.len() as u64, parts, "pairs of games")
    }

    fn run(
        &self,
        part: &[ShardSlice],
        file: &Path,
        execution: Execution<'_>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Completion, ShardError> {
        let pairs: Vec<u32> = part
            .iter()
            .flat_map(|slice| slice.of(&self.pairs))
            .copied()
            .collect();
        let wanted = 2 * pairs.len() as u64;
        let mut done = 0;
        let with = (execution.threads, execution.stop);
        self.trial
            .play(&pairs, file, with, &mut || {
                done += 1;
                tell(done, wanted);
            })
            .map_err(ShardError::work)?;
        Ok(if execution.stop.is_raised() {
            Completion::Stopped
        } else {
            Completion::Complete
        })
    }

    /// The numbers of the games alone: an engine may play a game otherwise when it plays it again.
    fn content_hash(&self, file: &Path) -> Result<String, ShardError> {
        let numbers = DividedTrial::games_in(file).map_err(ShardError::work)?;
        Ok(files::checksum(format!("{numbers:?}").as_bytes()))
    }

    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError> {
        let journals: Vec<&Path> = self
            .journal
            .iter()
            .chain(parts)
            .map(PathBuf::as_path)
            .collect();
        let earlier = usize::from(self.journal.is_some());
        self.trial
            .gather(&journals, file, &mut |read| {
                tell(read.saturating_sub(earlier));
            })
            .map_err(ShardError::work)
    }

    fn next_command(&self, file: &Path) -> String {
        let recipe = shell_path(&self.recipe);
        if file.file_name().is_some_and(|name| name == TRIAL_JOURNAL) {
            let folder = shell_path(files::folder_of(file));
            return format!(
                "bayeschess tune {recipe} --out {folder}, which plays the validation and reports the result"
            );
        }
        format!(
            "move {} to FOLDER/{TRIAL_JOURNAL}, then bayeschess tune {recipe} --out FOLDER",
            shell_path(file)
        )
    }
}
