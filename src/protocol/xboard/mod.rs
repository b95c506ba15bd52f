//! The XBoard protocol (CECP), version 2: lines in, lines out.
//!
//! Unlike UCI the engine keeps the game itself: whose turn it is, both clocks, and the end with its
//! result. [`command`] reads and `session` obeys; `playing` keeps the game, `thinking` begins
//! searches and takes their results.

mod clock;
pub mod command;
mod current_search;
mod edit;
mod ending;
mod features;
mod game;
mod number;
mod output;
mod playing;
mod session;
mod thinking;

pub(super) use session::XboardSession;
