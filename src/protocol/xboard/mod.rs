//! The XBoard protocol (CECP), version 2: lines in, lines out.
//!
//! Unlike in UCI, the engine keeps the game itself: the side to move, both clocks, and the end with its result.
//! [`command`] parses lines and `session` handles them; `playing` keeps the game, `thinking` starts searches and
//! handles their results.

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
