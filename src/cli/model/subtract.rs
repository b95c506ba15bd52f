//! `bayeschess model subtract`.

use std::path::PathBuf;

use bayeschess::model::{HeuristicTable, StrengthModel, is_strength_model, load_style_model};

use super::name::is_style_model;
use super::write::{self, ModelOutputArgs};
use crate::cli::run_status::RunStatus;

/// Remove the games of one model from another that contains them
///
/// The result is, byte for byte, the model before the merge.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess model subtract all.csv b.csv --out a.csv
  bayeschess model subtract both.toml new.toml --out style.toml")]
pub(super) struct ModelSubtractArgs {
    /// The model to remove games from; shipped is the style model in use
    #[arg(value_name = "MODEL")]
    from: PathBuf,
    /// The models whose games are removed
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    to: ModelOutputArgs,
}

pub(super) fn run(args: &ModelSubtractArgs) -> anyhow::Result<RunStatus> {
    args.to
        .check_not_input(args.parts.iter().chain([&args.from]))?;
    if is_strength_model(&args.from) {
        let mut model = StrengthModel::load(&args.from)?;
        for file in &args.parts {
            model = model.subtract(&StrengthModel::load(file)?)?;
        }
        return write::strength(&model, &args.to);
    }
    if is_style_model(&args.from) {
        let mut model = load_style_model(&args.from)?;
        for file in &args.parts {
            model = model.subtract(&load_style_model(file)?)?;
        }
        return write::style(&model, &args.to);
    }
    let mut table = HeuristicTable::load(&args.from)?;
    for file in &args.parts {
        table = table.subtract(&HeuristicTable::load(file)?)?;
    }
    write::table(&table, &args.to)
}
