//! `bayeschess lab`: measure the search techniques, the terms of the evaluation, and adaptation.

mod ablate;
mod adapt;
mod ladder;
mod options;

use bayeschess::shard::ShardedWork;
use clap::Subcommand;

use super::run_status::RunStatus;

/// Measure what each search technique, each evaluation term and adapting to the opponent is worth
///
/// 'ladder' counts nodes and time to a depth and adds one technique per row, from plain minimax to the
/// full search. 'ablate' plays matches of the engine with a feature against the engine without it. 'adapt'
/// plays opponents of many styles with and without adapting to them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess lab ladder --out ladder.csv --svg ladder.svg
      from minimax to today's search
  bayeschess lab ablate --games 400 --out ablation.csv --svg ablation.svg
      what every feature is worth in Elo; the same command goes on after Ctrl-C
  bayeschess lab adapt --games 2000 --journal adapt.journal --html adapt.html
      what adapting to the opponent gains")]
pub struct LabArgs {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Debug, Subcommand)]
enum LabCommand {
    Ladder(ladder::LabLadderArgs),
    Ablate(ablate::LabAblateArgs),
    Adapt(adapt::LabAdaptArgs),
}

impl LabArgs {
    /// Returns the trial of adapting as work to be divided; `None` for other commands.
    pub(super) fn shards(&self) -> anyhow::Result<Option<Box<dyn ShardedWork>>> {
        match &self.command {
            LabCommand::Adapt(args) => args.shards().map(Some),
            _ => Ok(None),
        }
    }
}

/// Runs the command.
pub fn run(args: &LabArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        LabCommand::Ladder(args) => ladder::run(args),
        LabCommand::Ablate(args) => ablate::run(args),
        LabCommand::Adapt(args) => adapt::run(args),
    }
}
