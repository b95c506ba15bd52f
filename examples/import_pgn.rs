//! Reads PGN files into a database: `cargo run --release --example import_pgn DATABASE FILE...`.

#![expect(clippy::print_stdout, reason = "an example shows what it did")]

use std::ops::ControlFlow;
use std::path::PathBuf;

use bayeschess::collection::{ImportOptions, WriteMode, import_file};
use bayeschess::pgn::PgnSource;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let database = arguments.next().ok_or("give a database and PGN files")?;
    let files: Vec<PathBuf> = arguments.collect();
    let sources = PgnSource::find(&files)?;
    let (mode, options) = (WriteMode::Commit, ImportOptions::default());
    let summary = import_file(&database, mode, &sources, &options, |_| {
        ControlFlow::Continue(())
    })?;
    println!("{} games", summary.games_in_database);
    Ok(())
}
