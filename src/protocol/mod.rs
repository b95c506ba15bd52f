//! Protocols: text in, commands to the engine, events out as text.
//!
//! A protocol writes to an injected `Write` and reads from an injected `BufRead`; it owns no
//! thread but the engine's and never touches the process's own streams.
//!
//! May use: L0, `board`, `engine` and what `engine` shows of the rooms below it.

pub mod archive;
pub mod uci;

pub use archive::{Archive, NoArchive, PlayedGame};
