//! `bayeschess style`: recognises players' styles; trains and measures style models.

mod classified_games;
mod classify;
mod evaluate;
mod habit_table;
mod judgement;
mod labelled_games;
pub(in crate::cli) mod norms;
mod observe;
mod player_names;
mod report;
pub(in crate::cli) mod strength;
mod style_against_style;
mod train;
mod train_classic;

use bayeschess::shard::ShardedWork;

use super::run_status::RunStatus;

/// Recognise how a player plays (attacking, defensive, mixed), and train models for it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess style classify games.pgn --names 'Karpov, Anatoly|Karpov,An'
  bayeschess style train --labels labels.csv --pgn games/ --out style.toml
  bayeschess style evaluate --labels labels.csv --pgn games/
  bayeschess style report games.pgn --player 'Tal, Mihail' --html tal.html
  bayeschess style observe games.pgn

'style evaluate' measures on your own files how reliable the result is. One game says little, twenty say \
something. 'bayeschess model' shows, joins and ages style models.")]
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
    Norms(norms::StyleNormsArgs),
}

impl StyleArgs {
    /// The counting of norms as work to be divided; `None` for other commands.
    pub(super) fn shards(&self) -> anyhow::Result<Option<Box<dyn ShardedWork>>> {
        match &self.command {
            StyleCommand::Norms(args) => args.shards().map(Some),
            _ => Ok(None),
        }
    }
}

/// Runs the command.
pub fn run(args: &StyleArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        StyleCommand::Train(args) => train::run(args),
        StyleCommand::Evaluate(args) => evaluate::run(args),
        StyleCommand::Classify(args) => classify::run(args),
        StyleCommand::Report(args) => report::run(args),
        StyleCommand::Observe(args) => observe::run(args),
        StyleCommand::Norms(args) if args.strength => strength::run(args),
        StyleCommand::Norms(args) if args.table => habit_table::run(args),
        StyleCommand::Norms(args) => norms::run(args),
    }
}
