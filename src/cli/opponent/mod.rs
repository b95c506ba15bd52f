//! `bayeschess opponent`: what is remembered of the engine's opponents.

mod broken_off;
mod counts;
mod forget;
mod lazy_store;
mod learn;
mod learn_games;
mod learn_strength;
mod list;
mod memory;
mod merge;
mod rename;
mod show;

use clap::Subcommand;

#[cfg(feature = "serve")]
pub(super) use {
    forget::forget,
    lazy_store::LazyStore,
    learn_games::{PlayerToLearn, learn},
};

use super::run_status::RunStatus;

/// Show, add to, join, rename or forget what is remembered of the engine's opponents
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess opponent list
  bayeschess opponent show Anna --db games.db
  bayeschess opponent learn my-games.pgn --player 'Surname, Name' --as Anna
  bayeschess opponent forget 'Bobby F.'

Everything stays in the database on this computer: nothing is sent anywhere.")]
pub struct OpponentArgs {
    #[command(subcommand)]
    command: OpponentCommand,
}

#[derive(Debug, Subcommand)]
enum OpponentCommand {
    List(list::OpponentListArgs),
    Show(show::OpponentShowArgs),
    Learn(learn::OpponentLearnArgs),
    Merge(merge::OpponentMergeArgs),
    Rename(rename::OpponentRenameArgs),
    Forget(forget::OpponentForgetArgs),
    Export(counts::OpponentExportArgs),
    Import(counts::OpponentImportArgs),
}

/// Runs the command.
pub fn run(args: &OpponentArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        OpponentCommand::List(args) => list::run(args),
        OpponentCommand::Show(args) => show::run(args),
        OpponentCommand::Learn(args) => learn::run(args),
        OpponentCommand::Merge(args) => merge::run(args),
        OpponentCommand::Rename(args) => rename::run(args),
        OpponentCommand::Forget(args) => forget::run(args),
        OpponentCommand::Export(args) => counts::export(args),
        OpponentCommand::Import(args) => counts::import(args),
    }
}
