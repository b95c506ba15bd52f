//! Tuning the options of any UCI engine by a randomised trial.
//!
//! The engine plays itself; both sides draw a value for every option anew for each pair of games, so all options are
//! tried in the same games and each game says something of each of them. What is kept are counts: how often one value
//! met another, and with which score. Effects, curves and the best values follow from the counts, with 95 % intervals;
//! a match of the best values against the engine's own validates them. SPSA, which others use, follows the same recipe.
//!
//! Source of the idea: R. A. Fisher, *The Design of Experiments* (1935), §37 (factorial trials).

mod curve;
mod divided;
mod error;
mod follow;
mod foreign_keys;
mod interactions;
mod method;
mod option;
mod outcomes;
mod overview;
mod plan;
mod prior;
mod recipe;
mod result;
mod run;
mod spsa;
mod template;

pub use curve::OptionCurve;
pub use divided::DividedTrial;
pub use error::TuneError;
pub use interactions::Interaction;
pub use method::{SpsaSettings, TuneMethod};
pub use option::{OptionKind, TunedOption, TunedOptionError};
pub use outcomes::{OptionCounts, PairOutcome, TuneOutcomes, TuningGames};
pub use overview::{TRIAL_JOURNAL, TuningFindings, TuningOverview, validation_journal};
pub use plan::TuningPlan;
pub use recipe::{OptionRange, TuneRecipe};
pub use result::{OptionResult, TuneResult, ValidationFigure, ValuePoint};
pub use run::PreparedTuning;
pub use spsa::{PathPoint, SpsaPath, last_perturbation};
pub use template::NewTuneRecipe;

#[cfg(test)]
mod tests;
