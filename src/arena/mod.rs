//! Matches: who is stronger, by how much, and how surely.
//!
//! The unit of every figure is the *pair* of games on one opening with colours changed, never the
//! single game: the two games of a pair share their opening, so their results hang together, and
//! counting them one by one would promise more than they tell.
//!
//! A [`duel`] is between two heuristics within this process and repeats to the ply. A
//! [`tournament`] seats anybody, external engines and real clocks included.
//!
//! May use: L0, `bayes`, `board`, `plot`, `heuristic`, `model`, `pgn`, `store`, `eval`, `search`,
//! `engine`, `selfplay`.

pub mod bout;
pub mod conduct;
pub mod control;
pub mod duel;
pub mod elo;
pub mod entrant;
pub mod experiment;
pub mod external;
mod hall;
mod in_order;
pub mod journal;
pub mod lab;
pub mod oracle;
pub mod player_spec;
pub mod rating;
pub mod seat;
pub mod sheet;
pub mod sprt;
pub mod suite;
pub mod tournament;
pub mod verdicts;

pub use duel::{Duel, DuelError, End, Pair, Standing, opening_seed};
pub use elo::{Estimate, PairCounts};
pub use entrant::{Entrant, EntrantKind};
pub use player_spec::PlayerSpec;
pub use sheet::Sheet;
pub use sprt::{Sprt, SprtVerdict};
pub use tournament::{Finished, Scribe, Tournament};
