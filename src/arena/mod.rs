//! Matches: who is stronger, by how much, and how surely.
//!
//! The unit of every figure is the *pair* of games on one opening with colours changed, never the
//! single game: the two games of a pair share their opening, so their results hang together, and
//! counting them one by one would promise more than they tell.
//!
//! May use: L0, `bayes`, `plot`, `heuristic`, `model`, `store`, `eval`, `search`, `engine`, `selfplay`.

pub mod duel;
pub mod elo;
pub mod experiment;
pub mod sprt;

pub use duel::{Duel, DuelError, End, Pair, Standing, opening_seed};
pub use elo::{Estimate, PairCounts};
pub use sprt::{Sprt, SprtVerdict};
