//! Self-play: openings, a neutral judge, one game, and the runner that fills a database with them.
//!
//! What happens in game g follows from the run's settings, its seed and g alone, so that one
//! thread or eight, in one go or killed and resumed, give the same content.
//!
//! May use: L0, `board`, `heuristic`, `pgn`, `store`, `eval`, `search`, `engine`.

pub mod adjudicate;
pub mod differences;
pub mod estimate;
pub mod game;
pub mod neutral;
pub mod opening_file;
pub mod openings;
pub mod pool;
pub mod program;
pub mod recipe;
pub mod run;
pub mod tally;
pub mod worker;

pub use adjudicate::{Adjudication, Share, Thresholds};
pub use game::{GameRules, Played, play_game};
pub use opening_file::{Cut, OpeningFile, RANDOM_OPENINGS, SHIPPED_OPENINGS};
pub use openings::{Opening, Openings, Order, RandomOpenings};
pub use recipe::{Belief, Colours, Contender, OpeningSource, Recipe, Trial};
pub use run::{Begin, Event, Outcome, Plan, RunError, run};
pub use tally::{Results, Tally};

#[cfg(test)]
mod tests;
