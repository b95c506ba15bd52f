//! Protocols: text in, commands to the engine, events out as text.
//!
//! [`run_session()`] runs one session, in UCI or XBoard as its first word says. A protocol reads from an injected
//! `BufRead` and writes to an injected `Write`, never to the process's own streams. Both drive the same
//! [`EngineSession`]: the engine, its options, and the archive of its games.
//!
//! May use: L0, `board`, `book`, `engine`, and the `heuristic`, `model` and `search` that an engine is
//! set by; `identity` and `store` for names and what is remembered of opponents.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

pub mod archive;
pub mod engine_session;
mod handler;
mod line;
mod line_io;
mod opponent;
mod options;
pub mod session;
#[cfg(test)]
mod tests;
pub mod uci;
pub mod xboard;

pub use archive::{GameSink, KeptGame, NoGameSink, PlayedGame};
pub use engine_session::{EngineSession, written_objective};
pub use opponent::OpponentInfo;
pub use session::{Protocol, run_session};
