//! Which game, which player, which day: names and their spellings, dates, fingerprints of games.
//!
//! Two records of one game differ in spellings, in dates and in what they leave out. This module
//! decides whether they mean the same game; readers of PGN and the database both ask it.
//!
//! May use: L0, `board`.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod date;
mod fingerprint;
mod name_list;
mod names;

pub use date::{format_date, known_date};
pub use fingerprint::{Fingerprint, GameIdentity, SeenGames};
pub use name_list::{InvalidNamePattern, NameList};
pub use names::{NameCache, NameMark, tidy_name, usual_spelling};
