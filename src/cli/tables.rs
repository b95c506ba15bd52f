//! `bayeschess tables`: learned tables looked into, compared, joined and taken apart.

mod cells;
mod diff;
mod join;
mod show;

use clap::Subcommand;

use super::Verdict;
use crate::heuristic::Heuristic;
use crate::model::{HeuristicSpec, Source};

/// Look into learned tables, compare them, join them and take them apart
///
/// A model is what 'match' takes too: initial, modern:initial, learned, modern:learned, or a
/// table's file, the last three with an objective behind a colon.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess tables show learned                        what the table in use says
  bayeschess tables show t.csv:max-draw --boards knight one piece's squares, phase by phase
  bayeschess tables show t.csv --cells cells.csv        every cell with its credible interval
  bayeschess tables diff initial t.csv                  what was learned
  bayeschess tables merge a.csv b.csv --out all.csv     the cases of both machines
  bayeschess tables subtract all.csv b.csv --out a2.csv without those of one again")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Show(show::Args),
    Diff(diff::Args),
    Merge(join::MergeArgs),
    Subtract(join::SubtractArgs),
}

/// Runs the command.
///
/// # Errors
///
/// What kept a table from being read or written.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    match &args.command {
        Command::Show(args) => show::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Merge(args) => join::merge(args),
        Command::Subtract(args) => join::subtract(args),
    }
}

/// The weights that a specification stands for.
fn weights(spec: &HeuristicSpec) -> anyhow::Result<Heuristic> {
    match spec.load()? {
        Source::Fixed { heuristic, .. } => Ok(heuristic),
        Source::Random(_) => anyhow::bail!(
            "random weights are others each time; name a table, initial or modern:initial"
        ),
    }
}
