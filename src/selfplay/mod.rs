//! Self-play: numbered games of the program against itself, written into a database.
//!
//! Start at [`run()`]. Game g is determined by the run's settings, its seed and g alone. So the content is the same
//! for any number of threads, and for a run that was killed and resumed.
//!
//! May use: L0, `board`, `heuristic`, `store`, `search`, `engine`, `play`.

pub mod cost;
pub mod program;
pub mod recipe;
pub mod run;
pub mod score_policy;
pub mod search_log;
pub mod settings_diff;
pub mod totals;
pub mod worker;

pub use recipe::{ColourAssignment, Contender, OpeningSource, SelfplayRecipe};
pub use run::{OtherRunPolicy, SelfplayError, SelfplayEvent, SelfplayOutcome, SelfplayPlan, run};
pub use score_policy::ScorePolicy;
pub use search_log::SearchEffort;
pub use totals::SelfplayTotals;

#[cfg(test)]
mod tests;
