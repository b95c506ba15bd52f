//! `bayeschess shard`: work divided into parts for any number of machines.

mod command;
mod merge;
mod plan;
mod run;

use clap::Subcommand;

use super::run_status::RunStatus;

/// Divide work into parts for many machines, do the parts, and merge them
///
/// 'plan' writes a manifest: the command, the hashes of its input files, and the ranges of its parts. 'run' does
/// one part, on any machine with this program and those files. 'merge' sums the parts: the result has the same
/// content as one process that does everything. A part may be done twice, and a finished part is not done again, so
/// any scheduler can start them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess shard plan --out games.shards --parts 40 -- \\
      selfplay --games 200000 --alternate
  bayeschess shard run games.shards 0 --dir parts
  bayeschess shard merge games.shards --dir parts --out games.db
  seq 0 39 | parallel bayeschess shard run games.shards {} --dir parts

What can be divided: selfplay, the next generation of train, the trial of tune, the positions of fit, \
style norms (--table and --strength too), and lab adapt.")]
pub struct ShardArgs {
    #[command(subcommand)]
    command: ShardCommand,
}

#[derive(Debug, Subcommand)]
enum ShardCommand {
    Plan(plan::ShardPlanArgs),
    Run(run::ShardRunArgs),
    Merge(merge::ShardMergeArgs),
}

/// Runs the command.
pub fn run(args: &ShardArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        ShardCommand::Plan(args) => plan::run(args),
        ShardCommand::Run(args) => run::run(args),
        ShardCommand::Merge(args) => merge::run(args),
    }
}
