//! PGN collections and the database: import, growth, removal, export, and reading a database as PGN.
//!
//! Start at [`import_file`]. A collection is identified by its text. Importing it twice adds nothing; importing it
//! after it has grown adds the new games; removing it leaves the database as if it had never been read.
//!
//! ```
//! use std::ops::ControlFlow;
//! use bayeschess::collection::{ImportOptions, import};
//! use bayeschess::pgn::PgnSource;
//! use bayeschess::store::Store;
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("games.pgn");
//! std::fs::write(&file, "[White \"A\"]\n\n1. e4 e5 1-0\n")?;
//! let sources = PgnSource::find(&[file])?;
//! let mut store = Store::in_memory()?;
//! let options = ImportOptions::default();
//! let first = import(&mut store, &sources, &options, |_| ControlFlow::Continue(()))?;
//! let again = import(&mut store, &sources, &options, |_| ControlFlow::Continue(()))?;
//! assert_eq!((first.games_in_database, again.games_in_database), (1, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! May use: L0, `board`, `identity`, `pgn`, `store`.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod export;
mod forget;
mod import;
mod import_viriformat;
mod options;
mod position_line;
mod source;
mod viriformat;
mod write_mode;

pub use export::{
    ExportCounts, ExportError, ExportFormat, ExportedGame, GameOrigin, ScoreSource, TextLayout,
    export, run_game_to_pgn,
};
pub use forget::{ForgetError, ForgottenSource, forget_source};
pub use import::{EarlierReadings, ImportSummary, import, import_file};
pub use import_viriformat::{import_viriformat, import_viriformat_file, is_viriformat_file};
pub use options::ImportOptions;
pub use position_line::{
    PositionFile, PositionFileError, PositionLine, PositionLineError, is_position_file,
};
pub use source::database_source;
pub use viriformat::{ViriformatError, ViriformatGame, ViriformatReader, is_viriformat};
pub use write_mode::WriteMode;
