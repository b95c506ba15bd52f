//! PGN: bytes to games with a report of what was refused, and games to bytes.
//!
//! Files found in the wild are broken in many ways, and a reader that guesses poisons what is
//! learned from it. So a game is taken whole or not at all: an illegal or unreadable move, an
//! unclosed comment or variation, a broken tag, or two different results refuse that game alone,
//! with its number, line and reason, and reading goes on with the next. Always
//! `read = kept + rejected`.
//!
//! The road of a game: [`split`](self) cuts the byte stream into games and keeps an eye on
//! comments, so that an unclosed brace cannot swallow its neighbour; `pgn-reader` reads the moves;
//! the rules check them. Format: Edwards, *Portable Game Notation Specification and Implementation
//! Guide* (1994).
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
mod game;
mod read;
mod reject;
mod scan;
mod split;
mod tags;
mod variations;
mod write;

pub use date::date;
pub use game::PgnGame;
pub use read::{Games, ReadError, read_games};
pub use reject::{Reason, Reject, Tally};
pub use tags::Tags;
pub use variations::{Branch, format_variations};
pub use write::{append_game, format_annotated, format_game, write_game};

#[cfg(test)]
mod tests;
