//! The board: a game with its history, exchanges on a square, fast lists of moves, notation, perft.
//!
//! Start at [`GameState`]. The rules themselves (legal moves, FEN, SAN) are shakmaty's; what an engine
//! needs beyond them lives here.
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
pub mod reversible;
pub mod see;
pub mod threats;
pub mod two_letter;

pub use game::{GameEnding, GameState};
pub use see::{see, see_at_least};

use shakmaty::{Chess, Move, Position as _};

/// Returns the position after a legal move.
pub fn after(position: &Chess, m: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}
