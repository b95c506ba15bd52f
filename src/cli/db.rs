//! `bayeschess db`: inspect, check, copy, join, import and export databases of games.

mod backup;
pub(super) mod collect;
mod exchange;
mod export;
mod info;
mod sources;
mod verify;

use clap::Subcommand;

use super::run_status::RunStatus;

/// Inspect, check, copy, join, import and export databases of games
///
/// A database is one SQLite file. It holds self-play runs with their games, the cases that 'learn'
/// counts (which parameter levels a side used in a phase of a game, and its result), opponents, and
/// imported PGN collections. The default file is bayeschess.db in `$BAYESCHESS_HOME`, or else in your data folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db info games.db                      what is in it, in figures
  bayeschess db verify games.db                    look for damage; exit code 1 if there is any
  bayeschess db export games.db --csv folder       as CSV, to open or to import elsewhere
  bayeschess db export games.db --pgn games.pgn    as PGN, for any chess program
  bayeschess db export games.db --format parquet --out p.parquet    for pandas
  bayeschess db import games.db twic/*.zip         add collections of games in PGN
  bayeschess db merge all.db mine.db yours.db      join databases, each game once
  bayeschess db backup games.db --out copy.db      copy it while it is in use
  sqlite3 games.db 'SELECT * FROM game_list'       query it with SQL")]
pub struct DbArgs {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Debug, Subcommand)]
enum DbCommand {
    Info(info::DbInfoArgs),
    Where(backup::DbWhereArgs),
    Backup(backup::DbBackupArgs),
    Verify(verify::DbVerifyArgs),
    Export(Box<export::DbExportArgs>),
    Import(Box<exchange::DbImportArgs>),
    Merge(exchange::DbMergeArgs),
    ForgetSource(sources::DbForgetSourceArgs),
}

/// Runs the command.
pub fn run(args: &DbArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        DbCommand::Info(args) => info::run(args),
        DbCommand::Where(args) => backup::run_where(args),
        DbCommand::Backup(args) => backup::run_backup(args),
        DbCommand::Verify(args) => verify::run(args),
        DbCommand::Export(args) => export::run(args),
        DbCommand::Import(args) => exchange::import(args),
        DbCommand::Merge(args) => exchange::merge(args),
        DbCommand::ForgetSource(args) => sources::forget(args),
    }
}
