//! Protocols: text in, commands to the engine, events out as text.
//!
//! [`converse()`] holds one conversation, in UCI or XBoard as its first word says. A protocol writes to
//! an injected `Write` and reads from an injected `BufRead`, and never touches the process's own
//! streams. Both drive the same [`Desk`]: the engine, its options, and where its games go.
//!
//! May use: L0, `board`, `book`, `engine`, and the `heuristic`, `model` and `search` that an engine is
//! set by.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod archive;
pub mod conversation;
pub mod desk;
mod line;
mod opponent;
mod options;
#[cfg(test)]
mod tests;
pub mod uci;
mod wire;
pub mod xboard;

pub use archive::{Archive, NoArchive, PlayedGame};
pub use conversation::{Protocol, converse};
pub use desk::{Desk, written_policy};
pub use opponent::{Nature, Opponent};
