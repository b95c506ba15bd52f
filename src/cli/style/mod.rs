//! `bayeschess style`: recognises players' styles; trains and measures style models.

mod classify;
mod combine;
mod evaluate;
mod judgement;
mod labelled_games;
mod observe;
mod published_tables;
mod report;
mod tables;
mod train;
mod train_classic;

use super::RunStatus;

/// Recognise how a player plays (attacking, defensive, mixed), and train models for it
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
pub struct StyleArgs {
    #[command(subcommand)]
    command: StyleCommand,
}

#[derive(Debug, clap::Subcommand)]
enum StyleCommand {
    Train(train::StyleTrainArgs),
    Evaluate(evaluate::StyleEvaluateArgs),
    Classify(classify::StyleClassifyArgs),
    Report(report::StyleReportArgs),
    Observe(observe::StyleObserveArgs),
    Merge(combine::StyleMergeArgs),
    Subtract(combine::StyleSubtractArgs),
    Age(combine::StyleAgeArgs),
    Tables(tables::StyleTablesArgs),
}

/// Runs the command.
///
/// # Errors
///
/// When the command cannot do its work.
pub fn run(args: &StyleArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        StyleCommand::Train(args) => train::run(args),
        StyleCommand::Evaluate(args) => evaluate::run(args),
        StyleCommand::Classify(args) => classify::run(args),
        StyleCommand::Report(args) => report::run(args),
        StyleCommand::Observe(args) => observe::run(args),
        StyleCommand::Merge(args) => combine::merge(args),
        StyleCommand::Subtract(args) => combine::subtract(args),
        StyleCommand::Age(args) => combine::age(args),
        StyleCommand::Tables(args) => tables::run(args),
    }
}
