//! Opponents: who they are, and what is remembered of their games.
//!
//! What is known of an opponent is the sum over one row for each of their games. Rows are added and taken
//! away in transactions of their own, so that several processes lose nothing and a kill leaves no game half
//! counted.

mod doubles;
mod forget;
mod game;
mod key;
mod list;
mod memory_file;
mod merge;
mod rename;
mod rows;
mod user_games;

pub use forget::{ForgetGames, Forgotten, MeantNames};
pub use game::{CHANGED_LIMIT, HabitTallies, MemorySource, OpponentGame};
pub use key::{OpponentKey, OpponentKind};
pub use list::Opponent;
pub use memory_file::MemoryFile;
pub use merge::{AddedMemory, RememberedOpponent};
pub use rows::LearnedGame;
pub use user_games::UnrememberedGame;
