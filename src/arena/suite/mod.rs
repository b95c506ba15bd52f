//! Suites of test positions: the share of them that a player solves, and the time it takes.
//!
//! A position gives its goal by the operations of EPD: the best moves (`bm`), moves to avoid (`am`), mate in a number
//! of moves (`dm`). A position counts as solved if the player's final choice meets the goal. The time to solve is the
//! earliest moment after which every choice met it.

pub mod solve;
pub mod summary;
pub mod test_position;

pub use solve::{SolveAttempt, SuiteSolver};
pub use summary::SuiteSummary;
pub use test_position::{PositionGoal, SuiteError, TestPosition};
