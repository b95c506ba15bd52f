//! `bayeschess tables`: learned tables looked into, compared, joined and taken apart.

mod cells;
mod counts;
mod diff;
mod show;

use clap::Subcommand;

use super::RunStatus;
use bayeschess::heuristic::Heuristic;
use bayeschess::model::HeuristicSpec;

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
pub struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(Debug, Subcommand)]
enum TablesCommand {
    Show(show::ModelShowArgs),
    Diff(diff::ModelDiffArgs),
    Merge(counts::TablesMergeArgs),
    Subtract(counts::TablesSubtractArgs),
}

/// Runs the command.
///
/// # Errors
///
/// What kept a table from being read or written.
pub fn run(args: &TablesArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        TablesCommand::Show(args) => show::run(args),
        TablesCommand::Diff(args) => diff::run(args),
        TablesCommand::Merge(args) => counts::merge(args),
        TablesCommand::Subtract(args) => counts::subtract(args),
    }
}

/// The weights that a specification stands for.
fn weights(spec: &HeuristicSpec) -> anyhow::Result<Heuristic> {
    match spec.load()?.heuristic() {
        Some(heuristic) => Ok(heuristic),
        None => anyhow::bail!(
            "random weights are others each time; name a table, initial or modern:initial"
        ),
    }
}
