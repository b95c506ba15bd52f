//! Counting PGN collections as divided work: the frame that all such counts share.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::collections::{cut_collections, files_of, refuse_damage, sources_of};
use super::error::ShardError;
use super::work::{ShardSlice, ShardedWork, WorkInputs};
use crate::pgn::{IngestOptions, IngestProgress, IngestSummary, PgnSource};
use crate::style::Population;
use crate::train::{Completion, Execution};

/// Collections to be counted, as files.
#[derive(Clone, Debug)]
pub struct CountedCollections {
    /// The collections.
    pub sources: Vec<PgnSource>,
    /// How the games are read and selected.
    pub options: IngestOptions,
    /// Population of all players; `None` if each game's tags decide.
    pub population: Option<Population>,
}

/// A part of collections that is being counted.
pub(super) struct CollectionPart<'a> {
    /// The bytes of the part.
    pub input: CountedCollections,
    /// Number of these bytes.
    bytes: u64,
    /// How the part is counted.
    pub execution: Execution<'a>,
    /// Hears how many units are done, and of how many.
    pub tell: &'a mut dyn FnMut(u64, u64),
}

impl CollectionPart<'_> {
    /// Reports the bytes read; breaks when the work is to be stopped.
    pub fn hear(&mut self, progress: &IngestProgress) -> ControlFlow<()> {
        (self.tell)(progress.bytes_read, self.bytes);
        if self.execution.stop.is_raised() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Counting of collections whose counts add up; a part's file has the form of the whole.
pub(super) trait CollectionCount {
    /// The counts.
    type Counts;

    /// Returns a short text that differs if the result would differ, apart from the inputs.
    fn identity(&self) -> String;

    /// Returns what is counted.
    fn collections(&self) -> &CountedCollections;

    /// Returns the files that every part reads whole.
    fn whole_inputs(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Counts a part, and returns what the reading met.
    fn count(
        &self,
        part: &mut CollectionPart<'_>,
    ) -> Result<(Self::Counts, IngestSummary), ShardError>;

    /// Returns the counts of no games.
    fn empty(&self) -> Result<Self::Counts, ShardError>;

    /// Adds the counts of a part's file.
    fn add(&self, sum: &mut Self::Counts, part: &Path) -> Result<(), ShardError>;

    /// Refuses a sum from which nothing can be made.
    fn check_sum(&self, _sum: &Self::Counts) -> Result<(), ShardError> {
        Ok(())
    }

    /// Writes counts to a new file.
    fn save(&self, counts: Self::Counts, file: &Path) -> Result<(), ShardError>;

    /// Returns the next command for the merged `file`.
    fn next_command(&self, file: &Path) -> String;
}

impl<C: CollectionCount> ShardedWork for C {
    fn identity(&self) -> String {
        CollectionCount::identity(self)
    }

    fn inputs(&self) -> WorkInputs {
        WorkInputs {
            divided: files_of(&self.collections().sources),
            whole: self.whole_inputs(),
        }
    }

    fn cut(&self, parts: usize) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
        let collections = self.collections();
        cut_collections(&collections.sources, &collections.options, parts)
    }

    fn run(
        &self,
        part: &[ShardSlice],
        file: &Path,
        execution: Execution<'_>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Completion, ShardError> {
        let whole = self.collections();
        let mut part = CollectionPart {
            input: CountedCollections {
                sources: sources_of(part, &files_of(&whole.sources)),
                options: IngestOptions {
                    threads: Some(execution.threads),
                    ..whole.options.clone()
                },
                population: whole.population,
            },
            bytes: part.iter().map(|slice| slice.to - slice.from).sum(),
            execution,
            tell,
        };
        let (counts, account) = self.count(&mut part)?;
        if execution.stop.is_raised() {
            return Ok(Completion::Stopped);
        }
        refuse_damage(&account)?;
        self.save(counts, file)?;
        Ok(Completion::Complete)
    }

    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError> {
        let mut sum = self.empty()?;
        for (done, part) in parts.iter().enumerate() {
            self.add(&mut sum, part)?;
            tell(done + 1);
        }
        self.check_sum(&sum)?;
        self.save(sum, file)
    }

    fn next_command(&self, file: &Path) -> String {
        CollectionCount::next_command(self, file)
    }
}
