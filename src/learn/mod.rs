//! Learning: counting the cases of a database into a table, or fitting weights to its positions.
//!
//! Start at [`learn()`] for counting, and at [`positions`] for fitting. The counting is streamed: memory holds one
//! case and the counts, however many cases there are. Since counts are integers, learning from parts and merging the
//! tables gives the same as learning from all ([`HeuristicTable::merge`](crate::model::HeuristicTable::merge)).
//!
//! Source: Fernández, *BayesChess* (2005), §4.3 and §4.4.
//!
//! May use: L0, `board`, `bayes`, `heuristic`, `model`, `pgn`, `store`, `style`, `strength`, `eval`,
//! `search`.

mod cases;
mod findings;
pub mod positions;
pub mod strength;
pub mod style;
pub mod style_report;
pub mod trial;

#[cfg(test)]
mod tests;

pub use cases::{LearnError, LearnedTable, learn, schema_of};
pub use findings::{CREDIBILITY, TableFinding, TableFindings, changed_parameters};
