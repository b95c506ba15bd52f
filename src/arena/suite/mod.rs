//! Suites of test positions: how many of them a player solves, and how soon.
//!
//! A position says what is right by the operations of EPD: the best moves (`bm`), moves to avoid
//! (`am`), a mate in so many moves (`dm`). What counts is the choice at the end of the time; how
//! soon is the first moment after which the player kept to what is right.

pub mod solve;
pub mod summary;
pub mod test_position;

pub use solve::{SolveAttempt, SuiteSolver};
pub use summary::SuiteSummary;
pub use test_position::{PositionGoal, SuiteError, TestPosition};
