//! Training: self-play, learning and validation, generation by generation, as a recipe says.
//!
//! By default a generation plays games around its centre, counts them into a table, and lets the next centre
//! follow; before the first one, or instead of the counting, weights may be fitted to positions
//! ([`fit`]). The tables in the folder are all the state that there is: from them and the recipe every
//! centre follows again, so that a run goes on after any kill as if nothing had happened.
//!
//! An [`experiment`] measures what a growing database teaches; the [`lab`] measures what each technique
//! of search and each term of the evaluation is worth.
//!
//! May use: L0, `bayes`, `board`, `plot`, `heuristic`, `model`, `store`, `eval`, `search`, `learn`, `play`,
//! `selfplay`, `arena`.

mod core_hours;
pub mod cost;
pub mod curve;
mod early_stop;
pub mod error;
pub mod event;
pub mod experiment;
pub mod fit;
mod folder;
mod games;
pub mod generation;
pub mod lab;
mod memory;
mod model;
mod options;
pub mod recipe;
pub mod report;
pub mod result_sheet;
pub mod run;
mod validate;

#[cfg(test)]
mod tests;

pub use cost::CostEstimate;
pub use curve::TrainingPoint;
pub use error::TrainError;
pub use event::{TrainEvent, TrainingStage};
pub use folder::check_free;
pub use options::RunOptions;
pub use recipe::{Method, TrainingRecipe};
pub use result_sheet::{Completion, ResultSheet, SheetError};
pub use run::{NamedHeuristics, TrainOutcome, train};
