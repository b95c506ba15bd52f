//! `bayeschess style`: train style models from PGN, measure them, recognise a player's style.

mod classify;
mod combine;
mod evaluate;
mod games;
mod observe;
mod opinion;
mod printed;
mod report;
mod tables;
mod train;
mod train_classic;

use super::Verdict;

/// Learn how attacking, defensive and mixed players play, and recognise who plays how
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess style classify games.pgn --names 'Karpov, Anatoly|Karpov,An'
  bayeschess style train --labels labels.csv --pgn games/ --out style.toml
  bayeschess style evaluate --labels labels.csv --pgn games/
  bayeschess style report games.pgn --player 'Tal, Mihail' --html tal.html
  bayeschess style observe games.pgn
  bayeschess style merge style.toml more.toml --out both.toml
  bayeschess style tables

What it is worth: see 'style evaluate' on your own files, or docs/diary/style-habits.md. One game says little, \
twenty say something, and no number of games makes a reputation a fact.")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Train(train::Args),
    Evaluate(evaluate::Args),
    Classify(classify::Args),
    Report(report::Args),
    Observe(observe::Args),
    Merge(combine::MergeArgs),
    Subtract(combine::SubtractArgs),
    Age(combine::AgeArgs),
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
        Command::Evaluate(args) => evaluate::run(args),
        Command::Classify(args) => classify::run(args),
        Command::Report(args) => report::run(args),
        Command::Observe(args) => observe::run(args),
        Command::Merge(args) => combine::merge(args),
        Command::Subtract(args) => combine::subtract(args),
        Command::Age(args) => combine::age(args),
        Command::Tables(args) => tables::run(args),
    }
}
