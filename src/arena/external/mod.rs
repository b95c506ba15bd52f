//! External engines: starting programs that speak UCI, asking them for moves, and detecting their faults.
//!
//! This is the client's side of the protocol. No output of a program may hang the arena or bring it down: every wait
//! has a timeout, every line has a maximum length, and unreadable lines are ignored. A program is ended when its
//! [`UciClient`] is dropped.
//!
//! Source: Kahlen and Meyer-Kahlen, *Universal Chess Interface* (2006).
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

pub mod client;
mod commands;
pub mod compliance;
pub mod engine_line;
mod error_output;
mod line_reader;
pub mod output_check;
mod process;
mod script;
pub mod spec;
pub mod start;

pub use client::{OutputCheck, UciClient};
pub use process::kill_engines;
pub use spec::{EngineSpec, EngineSpecError};
pub use start::{EngineStartError, EngineTimeouts};
