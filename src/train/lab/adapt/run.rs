//! Plays what a trial lacks, stage by stage, and keeps every finished unit at once.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use serde_json::{Value, json};

use super::super::recipe_of;
use super::arms::FIXED_POLICIES;
use super::choice::{PolicyBlocks, PolicyChoice, policy_means};
use super::design::AdaptationTrial;
use super::player_set::TrialPlayers;
use super::pool::TrialFold;
use super::record::{TrialEntry, TrialRecord};
use super::unit::TrialUnits;
use super::worker::TrialWorker;
use crate::arena::journal::{Journal, JournalError};
use crate::cancel::CancelFlag;
use crate::play::pool::{PoolMessage, play_all};
use crate::train::result_sheet::Completion;

/// Why a trial went no further; what the journal holds stays.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// The journal is of another trial, damaged, or in use.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An entry of the journal does not fit the trial.
    #[error("the journal's {0} does not fit this trial; give another journal")]
    Entry(String),
    /// The journal could not be written.
    #[error("the journal cannot be written: {0}")]
    Write(#[from] io::Error),
    /// Games broke down twice.
    #[error("unit {number} of the trial broke down ({what}); the same command tries it again")]
    Lost {
        /// The unit.
        number: u32,
        /// The message of the panic.
        what: String,
    },
}

/// A part of the trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialStage {
    /// The fixed policies on the first fold.
    Choosing,
    /// The arms on the second fold.
    Testing,
    /// The sequences with memory.
    Remembering,
}

impl TrialStage {
    /// A description of the stage in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Choosing => "fixed policies, first fold",
            Self::Testing => "arms, second fold",
            Self::Remembering => "arm with memory",
        }
    }
}

/// The entries of a trial, also on disk if a file was named.
#[derive(Debug)]
pub struct TrialLog {
    journal: Option<Journal>,
    record: TrialRecord,
}

impl TrialLog {
    /// Takes up the journal in `file`, or begins it, or keeps entries in memory alone.
    ///
    /// # Errors
    ///
    /// [`TrialError`] of a journal that is of another trial, damaged, or in use.
    pub fn open(
        file: Option<&Path>,
        trial: &AdaptationTrial,
        players: &TrialPlayers,
    ) -> Result<Self, TrialError> {
        let mut log = Self {
            journal: None,
            record: TrialRecord::default(),
        };
        let Some(file) = file else { return Ok(log) };
        let (journal, entries) = Journal::open::<TrialEntry>(file, &trial.settings(players))?;
        for entry in entries {
            if !trial.fits(players, &entry) {
                use crate::arena::journal::JournalEntry as _;
                return Err(TrialError::Entry(entry.entry_name()));
            }
            log.record.add(entry);
        }
        log.journal = Some(journal);
        Ok(log)
    }

    /// All entries so far.
    pub const fn record(&self) -> &TrialRecord {
        &self.record
    }

    fn add(&mut self, entry: TrialEntry) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(&entry)?;
        }
        self.record.add(entry);
        Ok(())
    }
}

/// How the games of a trial are played.
#[derive(Clone, Copy, Debug)]
pub struct TrialExecution<'a> {
    /// Workers that play at the same time; the result does not depend on it.
    pub threads: NonZeroUsize,
    /// The flag that stops the trial.
    pub stop: &'a CancelFlag,
}

impl AdaptationTrial {
    /// Names everything that decides the games, for the journal.
    pub fn settings(&self, players: &TrialPlayers) -> Value {
        json!({
            "command": "lab adapt",
            "pool": self.pool,
            "games": self.games,
            "seed": self.seed,
            "nodes": self.nodes,
            "arms": self.arms,
            "recipe": self.recipe(players),
        })
    }

    /// Sixteen hexadecimal digits over the settings, models, players and the program.
    pub fn recipe(&self, players: &TrialPlayers) -> String {
        let mut settings = vec![
            format!("{self:?} {:?}", super::worker::rules()),
            format!("{FIXED_POLICIES:?}"),
            players.weights.checksum().unwrap_or_default(),
            players.style_checksum.clone(),
            env!("CARGO_PKG_VERSION").to_owned(),
        ];
        for fold in TrialFold::ALL {
            for opponent in players.opponents(fold) {
                let weights = opponent.heuristic(players.base.clone()).fingerprint();
                let (nodes, contempt) = (opponent.nodes_permille, opponent.contempt());
                settings.push(format!("{} {nodes} {contempt} {weights}", opponent.name()));
            }
        }
        recipe_of(&players.base, &settings)
    }

    /// Plays what the log lacks; every finished unit goes into it at once. `tell` hears of each.
    ///
    /// # Errors
    ///
    /// [`TrialError`]; the units in the log stay.
    pub fn run(
        &self,
        players: &TrialPlayers,
        log: &mut TrialLog,
        execution: TrialExecution<'_>,
        tell: &mut dyn FnMut(TrialStage, &TrialRecord),
    ) -> Result<Completion, TrialError> {
        for stage in [
            TrialStage::Choosing,
            TrialStage::Testing,
            TrialStage::Remembering,
        ] {
            if stage == TrialStage::Remembering && !self.arms.has_memory() {
                continue;
            }
            self.play_stage(stage, players, log, execution, tell)?;
            if execution.stop.is_raised() {
                return Ok(Completion::Stopped);
            }
        }
        Ok(Completion::Complete)
    }

    fn play_stage(
        &self,
        stage: TrialStage,
        players: &TrialPlayers,
        log: &mut TrialLog,
        execution: TrialExecution<'_>,
        tell: &mut dyn FnMut(TrialStage, &TrialRecord),
    ) -> Result<(), TrialError> {
        let fold = match stage {
            TrialStage::Choosing => TrialFold::Choosing,
            TrialStage::Testing | TrialStage::Remembering => TrialFold::Testing,
        };
        let units = TrialUnits {
            trial: self,
            players,
            openings: self.openings(fold),
        };
        let choice = match stage {
            TrialStage::Choosing => None,
            TrialStage::Testing | TrialStage::Remembering => self.choice(players, log.record()),
        };
        let missing = self.missing(stage, players, log.record());
        let stop = execution.stop;
        play_all(
            &missing,
            execution.threads,
            stop,
            || TrialWorker::new(self, players),
            |worker, number| match (stage, &choice) {
                (TrialStage::Choosing, _) => units.choosing(worker, number, stop),
                (TrialStage::Testing, Some(choice)) => units.testing(worker, number, choice, stop),
                (TrialStage::Testing, None) => None,
                (TrialStage::Remembering, _) => units.remembering(worker, number, stop),
            },
            |message| match message {
                PoolMessage::Done(entry) => {
                    log.add(entry)?;
                    tell(stage, &log.record);
                    Ok(())
                }
                PoolMessage::Lost { number, what } => Err(TrialError::Lost { number, what }),
                PoolMessage::Tick => Ok(()),
            },
        )?;
        Ok(())
    }

    /// The numbers of the units that a stage lacks.
    fn missing(
        &self,
        stage: TrialStage,
        players: &TrialPlayers,
        record: &TrialRecord,
    ) -> Vec<Range<u32>> {
        let opponents = players.opponents(TrialFold::Testing).len();
        let units = match stage {
            TrialStage::Choosing => self.choosing_blocks(opponents),
            TrialStage::Testing => self.rounds(opponents),
            TrialStage::Remembering => self.sequences(opponents),
        };
        let is_there = |number: &u32| match stage {
            TrialStage::Choosing => record.choosing.contains_key(number),
            TrialStage::Testing => record.testing.contains_key(number),
            TrialStage::Remembering => {
                let (_, openings) = self.sequence(*number, opponents);
                openings.is_empty() || record.remembering.contains_key(number)
            }
        };
        let missing = (0..units).filter(|number| !is_there(number));
        missing.map(|number| number..number + 1).collect()
    }

    /// Returns true if every unit is recorded.
    pub fn is_complete(&self, players: &TrialPlayers, record: &TrialRecord) -> bool {
        let lacks = |stage| !self.missing(stage, players, record).is_empty();
        let memory = self.arms.has_memory() && lacks(TrialStage::Remembering);
        !lacks(TrialStage::Choosing) && !lacks(TrialStage::Testing) && !memory
    }

    /// The scores of the fixed policies in the blocks of each opponent of the first fold.
    pub fn policy_blocks(&self, players: &TrialPlayers, record: &TrialRecord) -> Vec<PolicyBlocks> {
        let mut blocks = vec![PolicyBlocks::new(); players.opponents(TrialFold::Choosing).len()];
        let opponents = blocks.len();
        for (number, points) in &record.choosing {
            let scores = points
                .iter()
                .map(|[white, black]| f64::from(white + black) / 4.0);
            blocks[*number as usize % opponents].push(scores.collect());
        }
        blocks
    }

    /// The policies that the first fold chooses; `None` until it is complete.
    pub fn choice(&self, players: &TrialPlayers, record: &TrialRecord) -> Option<PolicyChoice> {
        let is_done = self
            .missing(TrialStage::Choosing, players, record)
            .is_empty();
        is_done.then(|| {
            let means = policy_means(&self.policy_blocks(players, record));
            PolicyChoice::of(&means, players.opponents(TrialFold::Choosing))
        })
    }

    /// Returns true if an entry is one that this trial plays.
    fn fits(&self, players: &TrialPlayers, entry: &TrialEntry) -> bool {
        let opponents = players.opponents(TrialFold::Testing).len();
        let arms = self.arms.arms(self.pool).len();
        let are_points = |points: &[[u8; 2]]| points.iter().flatten().all(|half| *half <= 2);
        match entry {
            TrialEntry::Choosing { block, points } => {
                *block < self.choosing_blocks(opponents)
                    && points.len() == FIXED_POLICIES.len()
                    && are_points(points)
            }
            TrialEntry::Testing {
                round,
                opponents: games,
            } => {
                *round < self.rounds(opponents)
                    && games.len() == self.opponents_of_round(*round, opponents).len()
                    && games
                        .iter()
                        .all(|games| games.points.len() == arms && are_points(&games.points))
            }
            TrialEntry::Remembering { sequence, points } => {
                *sequence < self.sequences(opponents)
                    && points.len() == 2 * self.sequence(*sequence, opponents).1.len()
                    && points.iter().all(|half| *half <= 2)
            }
        }
    }
}
