//! What is known before thinking begins: endgame tablebases, opening books and opening trees.
//!
//! Everything here reads files that others made; a broken one is refused with a sentence, and play
//! goes on without it.
//!
//! May use: L0, `board`, rules.

#[cfg(test)]
pub mod solved;
pub mod syzygy;
pub mod tablebase;

pub use syzygy::{Syzygy, SyzygyOptions, TableWarning};
pub use tablebase::{Outcome, Tablebase};
