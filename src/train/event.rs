//! What is told while a training goes on.

use std::fmt;

use super::curve::TrainingPoint;
use crate::arena::MatchScore;
use crate::selfplay::SelfplayTotals;

/// What games and fits of a training are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingStage {
    /// To find the way from the start, before a trial.
    InitialFit,
    /// A generation, from 0.
    Generation(u32),
    /// To tell the objectives apart, in the end.
    Objectives,
}

impl fmt::Display for TrainingStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InitialFit => f.write_str("fit"),
            Self::Generation(number) => write!(f, "generation {}", number + 1),
            Self::Objectives => f.write_str("objectives"),
        }
    }
}

/// What is told while a training goes on.
#[derive(Clone, Copy, Debug)]
pub enum TrainEvent<'a> {
    /// Games are played.
    Playing {
        /// What for.
        stage: TrainingStage,
        /// Over the games that are there.
        tally: &'a SelfplayTotals,
        /// How many there shall be.
        wanted: u32,
    },
    /// Weights are fitted to the positions of games.
    Fitting {
        /// What for.
        stage: TrainingStage,
        /// How many games have been looked at.
        games: u64,
    },
    /// A generation's model is validated.
    Validating {
        /// The generation, from 0.
        number: u32,
        /// The match so far.
        standing: &'a MatchScore,
        /// Games of the match.
        wanted: u32,
    },
    /// A model is tested against the best before it.
    Testing {
        /// The generation, from 0.
        number: u32,
        /// The test so far.
        standing: &'a MatchScore,
        /// Games of the test, at the most.
        most: u32,
    },
    /// Games at which the program panicked twice: they are left out.
    Lost {
        /// What they were for.
        stage: TrainingStage,
        /// How many games.
        games: u64,
    },
    /// A generation is done and stands in the curve.
    Learned {
        /// Its point.
        point: &'a TrainingPoint,
    },
}
