//! External engines: programs that speak UCI, started, asked and watched over.
//!
//! This is the other side of the protocol, the client's. Nothing that a program does or writes may
//! hang the arena or bring it down: every wait has an end, every line has a length, and what
//! cannot be read is passed over. A program is ended when its [`Client`] is dropped.
//!
//! Source: Kahlen and Meyer-Kahlen, *Universal Chess Interface* (2006).
//!
//! May use: L0, `board`, `search` (for the stop signal).
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod ask;
pub mod client;
pub mod compliance;
pub mod line;
mod process;
mod script;
pub mod spec;
pub mod start;
pub mod strict;

pub use client::{Check, Client};
pub use spec::{EngineSpec, SpecError};
pub use start::{Patience, StartError};
