//! Games, results and learning cases: the types that all other modules exchange.
//!
//! Start at [`Game`]. Self-play writes them, the store keeps them, PGN reads and prints them, learning counts them;
//! so they depend on none of these modules.
//!
//! May use: units, score, phase.

mod case;
mod draws;
mod game;
mod outcome;
mod player_name;
mod position_score;
mod result_counts;
mod side;
mod tags;
mod time_class;

pub use case::{Case, Provenance};
pub use draws::{LevelDraw, RunDraws};
pub use game::{AdjudicatorVerdict, Game};
pub use outcome::{GameResult, SideResult, Termination, UnknownName};
pub use player_name::composed_name;
pub use position_score::PositionScore;
pub use result_counts::ResultCounts;
pub use side::{SideChoice, SideName};
pub use tags::Tags;
pub use time_class::TimeClass;
