//! The design of a trial: the settings that determine all games.

use std::ops::Range;

use rand::RngExt as _;
use serde::Deserialize;

use super::arms::{ArmSelection, FIXED_POLICIES};
use super::player_set::TrialPlayers;
use super::pool::OpponentPool;
use super::styles::TrialFold;
use crate::play::{Opening, Openings, RandomOpenings};
use crate::rng;

/// Number of openings in one sequence of games against the same opponent, each with both colours.
pub const SEQUENCE_OPENINGS: u32 = 25;

/// The least number of openings against every opponent of the first fold: two in each half.
const LEAST_OPENINGS: u32 = 4;

/// A trial of adaptation.
#[derive(Clone, Debug, Deserialize)]
pub struct AdaptationTrial {
    /// The opponents.
    pub pool: OpponentPool,
    /// Games of each arm on the second fold, an even number.
    pub games: u32,
    /// The seed of openings and random draws.
    pub seed: u64,
    /// Our nodes per move.
    pub nodes: u64,
    /// Which arms are played.
    pub arms: ArmSelection,
}

impl AdaptationTrial {
    /// Blocks of the first fold: an opponent on an opening, with both colours and every fixed policy.
    pub(super) fn choosing_blocks(&self, opponents: usize) -> u32 {
        let least = LEAST_OPENINGS * count(opponents);
        (self.games / 16).max(least)
    }

    /// Blocks of the second fold.
    pub(super) const fn testing_blocks(&self) -> u32 {
        self.games / 2
    }

    /// Rounds of the second fold: one opening, against every opponent.
    pub(super) fn rounds(&self, opponents: usize) -> u32 {
        self.testing_blocks().div_ceil(count(opponents))
    }

    /// The opponents of a round; the last round may not have all of them.
    pub(super) fn opponents_of_round(&self, round: u32, opponents: usize) -> Range<usize> {
        let begun = round * count(opponents);
        let left = self.testing_blocks().saturating_sub(begun);
        0..opponents.min(left as usize)
    }

    /// Openings on which an opponent of the second fold is met.
    fn openings_of(&self, opponent: usize, opponents: usize) -> u32 {
        let left = self.testing_blocks().saturating_sub(count(opponent));
        left.div_ceil(count(opponents))
    }

    /// The sequences of the memory arm, by number; all are there, some of them may be empty.
    pub(super) fn sequences(&self, opponents: usize) -> u32 {
        self.rounds(opponents).div_ceil(SEQUENCE_OPENINGS) * count(opponents)
    }

    /// The opponent of a sequence, and its openings.
    pub(super) fn sequence(&self, number: u32, opponents: usize) -> (usize, Range<u32>) {
        let opponent = number as usize % opponents;
        let begin = number / count(opponents) * SEQUENCE_OPENINGS;
        let end = (begin + SEQUENCE_OPENINGS).min(self.openings_of(opponent, opponents));
        (opponent, begin..end.max(begin))
    }

    /// The openings of a fold, by number.
    pub(super) fn openings(&self, fold: TrialFold) -> FoldOpenings {
        let purpose = match fold {
            TrialFold::Choosing => "openings of the choosing fold",
            TrialFold::Testing => "openings of the testing fold",
        };
        let seed = rng::stream(self.seed, purpose, 0).random();
        FoldOpenings(Openings::random(RandomOpenings::default(), seed))
    }

    /// Returns the number of games of the whole trial, for progress; games that need not be played, since they
    /// equal others, are included.
    pub fn planned_games(&self, players: &TrialPlayers) -> u64 {
        let opponents = players.opponents(TrialFold::Testing).len();
        let choosing = 2 * u64::from(self.choosing_blocks(opponents)) * FIXED_POLICIES.len() as u64;
        let arms = self.arms.arms(&self.pool).len() + usize::from(self.arms.has_memory());
        choosing + u64::from(self.games) * arms as u64
    }
}

/// The openings of one fold.
#[derive(Clone, Debug)]
pub(super) struct FoldOpenings(Openings);

impl FoldOpenings {
    /// The opening of that number.
    pub(super) fn opening(&self, number: u32) -> Opening {
        self.0.opening(u64::from(number))
    }
}

/// A number of opponents as the numbers of blocks are counted.
fn count(opponents: usize) -> u32 {
    u32::try_from(opponents).unwrap_or(u32::MAX)
}
