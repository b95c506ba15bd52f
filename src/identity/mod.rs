//! Identity of games, players and dates: names and their spellings, dates, fingerprints.
//!
//! Start at [`GameIdentity`] and [`NameList`]. Two records of one game differ in spellings, in dates and in
//! omissions. This module decides if they mean the same game, for readers of PGN and for the database.
//!
//! May use: L0, `board`.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod date;
mod fingerprint;
mod name_comparison;
mod name_list;
mod name_marks;
mod names;
mod seen_games;

pub use date::{format_date, full_date, known_date, today};
pub use fingerprint::{Fingerprint, GameIdentity};
pub use name_comparison::FullName;
pub use name_list::{InvalidNamePattern, NameList};
pub use name_marks::{NameCache, NameMark};
pub use names::{name_key, player_name, tidy_name, usual_spelling};
pub use seen_games::{DifferentGames, SeenGames};
