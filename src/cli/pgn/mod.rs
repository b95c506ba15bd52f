//! `bayeschess pgn`: checks, counts, cleans and converts PGN collections.

mod check;
mod convert;
mod dedupe;
pub(super) mod filters;
pub(super) mod game_source;
pub(super) mod reading;
mod stats;
mod status;
pub(super) mod writing;

use super::run_status::RunStatus;

/// Check, count, clean and convert PGN collections
///
/// Reads .pgn, .pgn.zst, .pgn.gz, .pgn.bz2, .pgn.xz and .zip files, folders of them, and standard input
/// ('-'), on all processor cores. Every move is checked against the rules. A damaged game is rejected with its
/// line and the reason, and does not affect its neighbours. Duplicate games count once.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess pgn check games/                        is it sound, and how much is in it?
  bayeschess pgn check new.zip --rejects bad.pgn     write the damaged games to a file
  bayeschess pgn stats games/ --player 'Tal, M'      years, results, openings, lengths, Elo
  bayeschess pgn stats --db games.db                 of a database
  bayeschess pgn dedupe a.pgn b.pgn.zst --out all.pgn
  bayeschess pgn convert old.pgn --out new.pgn       UTF-8, export format, English letters
  bayeschess pgn convert games.pgn --to csv --out games.csv")]
pub struct PgnArgs {
    #[command(subcommand)]
    command: PgnCommand,
}

#[derive(Debug, clap::Subcommand)]
enum PgnCommand {
    Check(Box<check::PgnCheckArgs>),
    Stats(Box<stats::PgnStatsArgs>),
    Dedupe(Box<dedupe::PgnDedupeArgs>),
    Convert(Box<convert::PgnConvertArgs>),
}

/// Runs the command.
pub fn run(args: &PgnArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        PgnCommand::Check(args) => check::run(args),
        PgnCommand::Stats(args) => stats::run(args),
        PgnCommand::Dedupe(args) => dedupe::run(args),
        PgnCommand::Convert(args) => convert::run(args),
    }
}
