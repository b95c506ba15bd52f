//! `bayeschess db`: looking into databases, checking, joining and exchanging them.
//!
//! May use: everything.

mod asked;
pub(super) mod collect;
mod ending;
mod exchange;
mod info;
mod opponents;
mod sources;
mod verify;

use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::Verdict;
use crate::store::{self, Access, Store};

/// Look into a database of games, check it, join and exchange databases
///
/// A database is one SQLite file: runs (settings under which games were played), games, cases (what
/// 'learn' counts) and opponents; and collections of games in PGN. Without a file the usual one is meant: bayeschess.db in
/// `$BAYESCHESS_HOME`, or else in your folder for data.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db info games.db                      what is in it, in figures
  bayeschess db verify games.db                    look for damage; exit code 1 if there is any
  bayeschess db export games.db --csv folder       as CSV, to open or to import elsewhere
  bayeschess db export games.db --pgn games.pgn    as PGN, for any chess program
  bayeschess db import games.db twic/*.zip         add collections of games in PGN
  bayeschess db merge all.db mine.db yours.db      join databases, each game once
  sqlite3 games.db 'SELECT * FROM game_list'       ask it anything yourself")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Info(info::Args),
    Verify(verify::Args),
    Export(exchange::ExportArgs),
    Import(Box<exchange::ImportArgs>),
    Merge(exchange::MergeArgs),
    ForgetSource(sources::ForgetArgs),
    Opponents(opponents::Args),
}

/// Runs the command.
///
/// # Errors
///
/// What kept the database from being read or written.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    match &args.command {
        Command::Info(args) => info::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Export(args) => exchange::export(args),
        Command::Import(args) => exchange::import(args),
        Command::Merge(args) => exchange::merge(args),
        Command::ForgetSource(args) => sources::forget(args),
        Command::Opponents(args) => opponents::run(args),
    }
}

/// The database that was named, or the usual one.
fn named_or_usual(file: Option<&Path>) -> anyhow::Result<PathBuf> {
    Ok(match file {
        Some(file) => file.to_owned(),
        None => store::default_path()?,
    })
}

/// Opens the database that was named, or the usual one, to read.
fn open_to_read(file: Option<&Path>) -> anyhow::Result<Store> {
    Ok(Store::open(&named_or_usual(file)?, Access::Read)?)
}
