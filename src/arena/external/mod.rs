//! External engines: programs that speak UCI, started, asked and watched over.
//!
//! This is the other side of the protocol, the client's. Nothing that a program does or writes may
//! hang the arena or bring it down: every wait has an end, every line has a length, and what
//! cannot be read is passed over. A program is ended when its [`UciClient`] is dropped.
//!
//! Source: Kahlen and Meyer-Kahlen, *Universal Chess Interface* (2006).
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod client;
mod commands;
pub mod compliance;
pub mod engine_line;
pub mod output_check;
mod process;
mod script;
pub mod spec;
pub mod start;

pub use client::{OutputCheck, UciClient};
pub use spec::{EngineSpec, EngineSpecError};
pub use start::{EngineStartError, EngineTimeouts};
