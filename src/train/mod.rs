//! Training: self-play, learning and validation, generation by generation, as a recipe specifies.
//!
//! Start at [`TrainingRecipe`] and [`train()`]. By default a generation plays games around its centre, counts them
//! into a table, and moves the centre. Before the first one, or instead of counting, weights may be fitted to
//! positions ([`fit`]). The tables in the folder are the whole state: every centre follows from them and the recipe,
//! so that a run continues after any kill.
//!
//! An [`experiment`] measures learning from a growing database; the [`lab`] measures the Elo of each search technique,
//! of each evaluation term, and of adapting to the opponent. [`tune`] finds the best values of any UCI engine's options.
//!
//! May use: L0, `bayes`, `board`, `plot`, `heuristic`, `style`, `model`, `store`, `eval`, `search`, `opponent`,
//! `engine`, `learn`, `play`, `selfplay`, `arena`.

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
pub mod learned;
mod memory;
mod model;
mod next_games;
mod options;
pub mod overview;
pub mod recipe;
pub mod report;
pub mod result_sheet;
pub mod run;
pub mod tune;
mod validate;

#[cfg(test)]
mod tests;

pub use cost::CostEstimate;
pub use curve::TrainingPoint;
pub use error::TrainError;
pub use event::{TrainEvent, TrainingStage};
pub use folder::check_free;
pub use learned::{LearnedGeneration, LearnedTables};
pub use next_games::{NextGames, next_games};
pub use options::{Execution, RunOptions};
pub use overview::TrainingOverview;
pub use recipe::{Method, TrainingRecipe, new_recipe};
pub use result_sheet::{Completion, ResultSheet, SheetError};
pub use run::{NamedHeuristics, TrainOutcome, train};
