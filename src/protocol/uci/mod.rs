//! The Universal Chess Interface: lines in, lines out.
//!
//! [`command`] parses lines; `session` keeps the state between them and drives the engine.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

pub mod command;
mod game_tracker;
mod limits;
mod options;
mod output;
mod session;
mod tools;

pub(super) use session::UciSession;

/// Returns the lines by which this program declares its options to a UCI client.
pub fn option_lines() -> String {
    options::UciDeclarations.to_string()
}
