//! The record of a trial: one entry for each block, round and sequence.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::arena::journal::JournalEntry;
use crate::opponent::Answer;

/// Our points with White and with Black, in half points: 0 to 2 each.
pub type BothColours = [u8; 2];

/// The scores of the second fold, by opponent and block: `[opponent][block][arm][colour]`.
pub(super) type TestedScores = Vec<Vec<Vec<[f64; 2]>>>;

/// An entry of the journal: games that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TrialEntry {
    /// A block of the first fold.
    Choosing {
        /// Its number.
        block: u32,
        /// The points of each fixed policy.
        points: Vec<BothColours>,
    },
    /// A round of the second fold.
    Testing {
        /// Its number, which is that of its opening.
        round: u32,
        /// The games against each opponent, in the order of the pool.
        opponents: Vec<OpponentGames>,
    },
    /// A sequence of games against one opponent, with memory.
    Remembering {
        /// Its number.
        sequence: u32,
        /// Our half points, game by game.
        points: Vec<u8>,
    },
}

/// The games of all arms against one opponent on one opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentGames {
    /// The points of each arm that is played, in the order of `TrialArm::ALL`; the arm with memory is recorded apart.
    pub points: Vec<BothColours>,
    /// The answers of the adaptive arm.
    pub given: Vec<GivenAnswer>,
}

/// How often an answer was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenAnswer {
    /// The answer.
    pub answer: Answer,
    /// In how many moves.
    pub moves: u32,
}

impl GivenAnswer {
    /// Adds moves with an answer to a count.
    pub fn add(counts: &mut Vec<Self>, answer: Answer, moves: u32) {
        match counts.iter_mut().find(|there| there.answer == answer) {
            Some(there) => there.moves += moves,
            None => counts.push(Self { answer, moves }),
        }
    }
}

impl JournalEntry for TrialEntry {
    fn entry_name(&self) -> String {
        match self {
            Self::Choosing { block, .. } => format!("block {block}"),
            Self::Testing { round, .. } => format!("round {round}"),
            Self::Remembering { sequence, .. } => format!("sequence {sequence}"),
        }
    }
}

/// All entries of a trial so far, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialRecord {
    /// Points of each fixed policy, by block of the first fold.
    pub choosing: BTreeMap<u32, Vec<BothColours>>,
    /// Games against each opponent, by round of the second fold; a round is one opening.
    pub testing: BTreeMap<u32, Vec<OpponentGames>>,
    /// Half points, by sequence of the memory arm.
    pub remembering: BTreeMap<u32, Vec<u8>>,
}

impl TrialRecord {
    /// Adds an entry.
    pub fn add(&mut self, entry: TrialEntry) {
        match entry {
            TrialEntry::Choosing { block, points } => {
                self.choosing.insert(block, points);
            }
            TrialEntry::Testing { round, opponents } => {
                self.testing.insert(round, opponents);
            }
            TrialEntry::Remembering { sequence, points } => {
                self.remembering.insert(sequence, points);
            }
        }
    }

    /// All entries, stage by stage, by their numbers.
    pub fn entries(&self) -> impl Iterator<Item = TrialEntry> + '_ {
        let choosing = self
            .choosing
            .iter()
            .map(|(block, points)| TrialEntry::Choosing {
                block: *block,
                points: points.clone(),
            });
        let testing = self
            .testing
            .iter()
            .map(|(round, opponents)| TrialEntry::Testing {
                round: *round,
                opponents: opponents.clone(),
            });
        let remembering =
            self.remembering
                .iter()
                .map(|(sequence, points)| TrialEntry::Remembering {
                    sequence: *sequence,
                    points: points.clone(),
                });
        choosing.chain(testing).chain(remembering)
    }

    /// The number of games that are recorded.
    pub fn games(&self) -> u64 {
        let pairs: usize = self.choosing.values().map(Vec::len).sum();
        let tested = self.testing.values().flatten();
        let tested: usize = tested.map(|games| games.points.len()).sum();
        let remembered: usize = self.remembering.values().map(Vec::len).sum();
        (2 * (pairs + tested) + remembered) as u64
    }
}
