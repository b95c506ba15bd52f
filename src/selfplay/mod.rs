//! Self-play: openings, a neutral judge, one game, and the runner that fills a database with them.
//!
//! What happens in game g follows from the run's settings, its seed and g alone, so that one
//! thread or eight, in one go or killed and resumed, give the same content.
//!
//! May use: L0, `board`, `heuristic`, `model`, `pgn`, `store`, `eval`, `search`, `engine`.

pub mod adjudicate;
pub mod cost;
pub mod game;
pub mod material_judge;
pub mod opening_file;
pub mod openings;
pub mod pool;
pub mod program;
pub mod recipe;
pub mod run;
pub mod settings_diff;
pub mod totals;
pub mod worker;

pub use adjudicate::{Adjudication, AdjudicationThresholds, GameFraction};
pub use game::{FinishedGame, GameRules, play_game};
pub use opening_file::{OpeningCut, OpeningFile, RANDOM_OPENINGS, SHIPPED_OPENINGS};
pub use openings::{Opening, OpeningOrder, Openings, RandomOpenings};
pub use recipe::{ColourAssignment, Contender, OpeningSource, SelfplayRecipe};
pub use run::{OtherRunPolicy, SelfplayError, SelfplayEvent, SelfplayOutcome, SelfplayPlan, run};
pub use totals::{ResultCounts, SelfplayTotals};

#[cfg(test)]
mod tests;
