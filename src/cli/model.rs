//! `bayeschess model`: show, compare, merge, subtract and age heuristic and style models.

mod age;
mod cells;
mod classic_style;
mod diff;
mod fixed;
mod merge;
mod name;
mod published_tables;
mod show;
mod strength_show;
mod style_diff;
mod style_show;
mod subtract;
mod write;

use super::run_status::RunStatus;

/// Show, compare, merge, subtract and age heuristic and style models
///
/// A heuristic model is initial, modern:initial, learned, modern:learned, or a table file (.csv with its
/// card next to it as .toml); the last three may name an objective: table.csv:max-draw. A style model is a
/// file that 'style train' wrote, style:shipped (the model in use), or style:classic (the table of 2005).
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess model show learned                        your table, or the shipped
  bayeschess model show t.csv:max-draw --boards knight one piece's squares, phase by phase
  bayeschess model show style:shipped                  the style model in use
  bayeschess model diff initial t.csv                  what was learned
  bayeschess model merge a.csv b.csv --out all.csv     what both have learned
  bayeschess model subtract all.csv b.csv --out a2.csv without one of them again
  bayeschess model age style.toml --out aged.toml      so that new games weigh more")]
pub struct ModelArgs {
    #[command(subcommand)]
    command: ModelCommand,
}

#[derive(Debug, clap::Subcommand)]
enum ModelCommand {
    Show(show::ModelShowArgs),
    Diff(diff::ModelDiffArgs),
    Merge(merge::ModelMergeArgs),
    Subtract(subtract::ModelSubtractArgs),
    Age(age::ModelAgeArgs),
}

/// Runs the command.
pub fn run(args: &ModelArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        ModelCommand::Show(args) => show::run(args),
        ModelCommand::Diff(args) => diff::run(args),
        ModelCommand::Merge(args) => merge::run(args),
        ModelCommand::Subtract(args) => subtract::run(args),
        ModelCommand::Age(args) => age::run(args),
    }
}
