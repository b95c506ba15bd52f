//! The engine: players that think, and the facade that protocols and the terminal drive.
//!
//! May use: L0 to L4, but neither `pgn` nor `store`.

pub mod clock;
pub mod player;

pub use player::Player;
