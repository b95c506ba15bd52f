//! Learned models on disk: tables of counts with their cards, and style and strength models.
//!
//! Start at [`HeuristicSpec`] to load a heuristic by name. A [`HeuristicTable`] is a CSV of counts and probabilities
//! with a TOML [`TableCard`] beside it that says where the counts came from and what the CSV's checksum is. An
//! [`Objective`] picks a heuristic from it; a [`HeuristicSpec`] is what users write for one on the command line.
//!
//! May use: L0, `bayes`, `heuristic`, `style`, `strength`.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod card;
mod error;
mod file;
mod habit_cuts;
mod heuristic_source;
mod objective;
mod one_file;
mod pick;
mod rows;
mod shape;
mod spec;
mod strength_model;
mod style_any;
mod style_card;
mod style_habits;
mod style_table;
mod table;

#[cfg(test)]
mod tests;

pub use card::{
    CaseResults, Estimator, LevelValuesOrigin, Pick, RunOrigin, TableCard, TrainingOrigin,
};
pub use error::TableError;
pub use file::{card_path, default_table_path};
pub use heuristic_source::HeuristicSource;
pub use objective::{Extreme, Objective, PickTarget, UnknownObjective, UnknownPickTarget};
pub use shape::{class_of, shape_of};
pub use spec::{HeuristicSpec, UnknownHeuristic};
pub use strength_model::{StrengthModel, StrengthModelCard, is_strength_model};
pub use style_any::{AnyStyleModel, is_shipped_style, load_style_model};
pub use style_card::{StyleCard, StyleSource, StyleTableError};
pub use style_habits::{StyleModel, StyleModelCard};
pub use style_table::StyleTable;
pub use table::HeuristicTable;
