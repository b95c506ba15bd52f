//! Plays the missing games of a trial, stage by stage, and stores every finished unit at once.

use std::ops::Range;

use serde_json::{Value, json};

use super::super::recipe_of;
use super::arms::FIXED_POLICIES;
use super::choice::{PolicyBlocks, PolicyChoice, policy_means};
use super::design::AdaptationTrial;
use super::error::TrialError;
use super::log::TrialLog;
use super::player_set::TrialPlayers;
use super::record::{TrialEntry, TrialRecord};
use super::styles::TrialFold;
use super::unit::TrialUnits;
use super::worker::TrialWorker;
use crate::play::pool::{PoolMessage, play_all};
use crate::train::options::Execution;
use crate::train::result_sheet::Completion;

/// A part of the trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
pub enum TrialStage {
    /// The fixed policies on the first fold.
    #[strum(serialize = "fixed policies, first fold")]
    Choosing,
    /// The arms on the second fold.
    #[strum(serialize = "arms, second fold")]
    Testing,
    /// The sequences with memory.
    #[strum(serialize = "arm with memory")]
    Remembering,
}

impl TrialStage {
    /// A description of the stage in a few words.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A unit of a trial, played as a whole: a block, a round or a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialUnit {
    /// The stage that it belongs to.
    pub stage: TrialStage,
    /// Its number in the stage.
    pub number: u32,
}

impl AdaptationTrial {
    /// Returns all settings that determine the games, for the journal.
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
                settings.push(opponent.identity(&players.base));
            }
        }
        recipe_of(&players.base, &settings)
    }

    /// Plays the missing units; every finished one is stored at once. `tell` is called after each.
    ///
    /// # Errors
    ///
    /// [`TrialError`]; the units in the log stay.
    pub fn run(
        &self,
        players: &TrialPlayers,
        log: &mut TrialLog,
        execution: Execution<'_>,
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
            let missing = self.missing(stage, players, log.record());
            self.play_stage(stage, &missing, (players, log, execution), tell)?;
            if execution.stop.is_raised() {
                return Ok(Completion::Stopped);
            }
        }
        Ok(Completion::Complete)
    }

    /// Returns the units that can be played now, each alone: those of the first fold until it is complete, else all
    /// others.
    pub fn open_units(&self, players: &TrialPlayers, record: &TrialRecord) -> Vec<TrialUnit> {
        let of = |stage| {
            let missing = self.missing(stage, players, record);
            missing
                .into_iter()
                .flatten()
                .map(move |number| TrialUnit { stage, number })
        };
        let choosing: Vec<TrialUnit> = of(TrialStage::Choosing).collect();
        if !choosing.is_empty() {
            return choosing;
        }
        let testing = of(TrialStage::Testing);
        if self.arms.has_memory() {
            testing.chain(of(TrialStage::Remembering)).collect()
        } else {
            testing.collect()
        }
    }

    /// Plays some units, which must be [open](Self::open_units); every finished one goes into the log at once.
    ///
    /// # Errors
    ///
    /// [`TrialError`]; the units in the log stay.
    pub fn run_units(
        &self,
        units: &[TrialUnit],
        players: &TrialPlayers,
        log: &mut TrialLog,
        execution: Execution<'_>,
        tell: &mut dyn FnMut(TrialStage, &TrialRecord),
    ) -> Result<Completion, TrialError> {
        for chunk in units.chunk_by(|one, other| one.stage == other.stage) {
            let Some(first) = chunk.first() else { continue };
            let numbers: Vec<Range<u32>> = chunk
                .iter()
                .map(|unit| unit.number..unit.number + 1)
                .collect();
            self.play_stage(first.stage, &numbers, (players, log, execution), tell)?;
            if execution.stop.is_raised() {
                return Ok(Completion::Stopped);
            }
        }
        Ok(Completion::Complete)
    }

    fn play_stage(
        &self,
        stage: TrialStage,
        numbers: &[Range<u32>],
        (players, log, execution): (&TrialPlayers, &mut TrialLog, Execution<'_>),
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
        let stop = execution.stop;
        play_all(
            numbers,
            execution.threads,
            stop,
            || TrialWorker::new(self, players),
            |worker, number| {
                let entry = match (stage, &choice) {
                    (TrialStage::Choosing, _) => units.choosing(worker, number, stop),
                    (TrialStage::Testing, Some(choice)) => {
                        units.testing(worker, number, choice, stop)
                    }
                    (TrialStage::Testing, None) => None,
                    (TrialStage::Remembering, _) => units.remembering(worker, number, stop),
                };
                match worker.take_fault() {
                    Some(fault) => Some(Err(TrialError::Opponent(fault))),
                    None => entry.map(Ok),
                }
            },
            |message| match message {
                PoolMessage::Done(entry) => {
                    log.add(entry?)?;
                    tell(stage, log.record());
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
        self.open_units(players, record).is_empty()
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
    pub(super) fn fits(&self, players: &TrialPlayers, entry: &TrialEntry) -> bool {
        let opponents = players.opponents(TrialFold::Testing).len();
        let arms = self.arms.arms(&self.pool).len();
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
