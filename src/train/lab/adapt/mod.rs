//! The trial that measures adaptation: opponents with different styles, ways to answer them, common openings.
//!
//! On the first fold every [fixed policy](arms::FIXED_POLICIES) plays every opponent. That chooses the best fixed
//! policy, and shows how much a choice by opponent can gain at most (the headroom). On the second fold, with other
//! openings and other players of the same styles, the [arms](TrialArm) are compared in pairs on the same openings
//! and colours.

mod arms;
mod calibration;
mod charts;
mod choice;
mod design;
mod engine_player;
mod error;
mod figures;
mod headroom;
mod headroom_bound;
mod log;
mod memory_figures;
mod opponent;
mod ours;
mod overview;
mod player_set;
mod pool;
mod record;
mod run;
mod running_opponent;
#[cfg(test)]
mod simulated_tables;
mod strength_band;
mod styles;
#[cfg(test)]
mod tests;
mod unit;
mod worker;

pub use arms::{ArmSelection, FIXED_POLICIES, FixedPolicy, TrialArm};
pub use calibration::{CalibrationRow, calibrate};
pub use choice::{PolicyBlocks, PolicyChoice, policy_means};
pub use design::{AdaptationTrial, SEQUENCE_OPENINGS};
pub use engine_player::{
    EngineOpponent, EnginePlayer, EnginePlayerError, OpponentFileError, read_opponents,
};
pub use error::TrialError;
pub use figures::{ArmFigures, NonTransitivity, OpponentFigures, PolicyFigures, TrialFigures};
pub use headroom::headroom;
pub use log::TrialLog;
pub use memory_figures::{MemoryFigures, RegretPoint};
pub use opponent::{OpponentPlayer, TrialOpponent};
pub use overview::{TrialOverview, TrialResults};
pub use player_set::{TrialPlayers, TrialSetupError};
pub use pool::OpponentPool;
pub use record::{BothColours, GivenAnswer, OpponentGames, TrialEntry, TrialRecord};
pub use run::{TrialStage, TrialUnit};
pub use strength_band::StrengthBand;
pub use styles::{PlayStyle, StyledPlayer, TrialFold};
