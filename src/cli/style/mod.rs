//! `bayeschess style`: train style tables from PGN, recognise a player's style, show the tables.

mod classify;
mod printed;
mod tables;
mod train;

use super::Verdict;

/// Learn how attacking, defensive and mixed players play, and recognise who plays how
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess style classify games.pgn --names 'Karpov, Anatoly|Karpov,An'
  bayeschess style train --labels labels.csv --pgn games/ --out style.csv
  bayeschess style tables

What it is worth: the attributes are those of the 2005 original, and the first move among them
recognises a repertoire rather than a style. Read the result as a hint, not as a verdict.")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Train(train::Args),
    Classify(classify::Args),
    Tables(tables::Args),
}

/// Runs the command.
///
/// # Errors
///
/// Whatever kept it from doing its work.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    match &args.command {
        Command::Train(args) => train::run(args),
        Command::Classify(args) => classify::run(args),
        Command::Tables(args) => tables::run(args),
    }
}
