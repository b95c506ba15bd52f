//! The board: a game with its history, exchanges on a square, captures, and counting moves.
//!
//! The rules themselves (legal moves, FEN, SAN) are shakmaty's; what a player needs beyond them
//! lives here.
//!
//! May use: L0.

pub mod captures;
pub mod checks;
pub mod epd;
pub mod facts;
pub mod fen;
pub mod game;
pub mod key;
pub mod legality;
pub mod notation;
mod pawns;
pub mod perft;
mod pins;
pub mod quiets;
#[cfg(test)]
pub(crate) mod random_walk;
pub mod see;
pub mod threats;
pub mod two_letter;

pub use game::{GameEnding, GameState};
pub use see::{see, see_at_least};
