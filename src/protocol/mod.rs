//! Protocols: text in, commands to the engine, events out as text.
//!
//! A protocol writes to an injected `Write` and reads from an injected `BufRead`; it owns no
//! thread but the engine's and never touches the process's own streams.
//!
//! May use: L0, `board`, `engine`, and the `heuristic`, `model` and `search` that an engine is set by.

pub mod archive;
pub mod uci;

pub use archive::{Archive, NoArchive, PlayedGame};
