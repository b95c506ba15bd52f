//! Progress events of a training.

use std::fmt;

use super::curve::TrainingPoint;
use crate::arena::MatchScore;
use crate::selfplay::SelfplayTotals;

/// Purpose of the games and fits of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingStage {
    /// The fit before a trial, which gives the direction from the start.
    InitialFit,
    /// A generation, by number from 0.
    Generation(u32),
    /// The games at the end, from which the objectives are learned.
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

/// A progress event of a training.
#[derive(Clone, Copy, Debug)]
pub enum TrainEvent<'a> {
    /// Games are being played.
    Playing {
        /// Purpose of the games.
        stage: TrainingStage,
        /// Totals of the games played so far.
        tally: &'a SelfplayTotals,
        /// Number of games required.
        wanted: u32,
    },
    /// Weights are being fitted to the positions of games.
    Fitting {
        /// Purpose of the fit.
        stage: TrainingStage,
        /// Number of games read so far.
        games: u64,
    },
    /// A generation's model is being validated.
    Validating {
        /// Number of the generation, from 0.
        number: u32,
        /// Score of the match so far, from the model's side.
        standing: &'a MatchScore,
        /// Number of games of the match.
        wanted: u32,
    },
    /// A model is being tested against the best earlier one.
    Testing {
        /// Number of the generation, from 0.
        number: u32,
        /// Score of the test so far, from the model's side.
        standing: &'a MatchScore,
        /// Maximum number of games of the test.
        most: u32,
    },
    /// Games in which the program panicked twice were left out.
    Lost {
        /// Purpose of the games.
        stage: TrainingStage,
        /// Number of games left out.
        games: u64,
    },
    /// A generation is done and its point is on the curve.
    Learned {
        /// Point of the generation.
        point: &'a TrainingPoint,
    },
}
