//! `bayeschess model age`.

use std::path::PathBuf;

use bayeschess::model::{HeuristicTable, load_style_model};

use super::name::is_style_model;
use super::write::{self, ModelOutputArgs};
use crate::cli::run_status::RunStatus;

/// Halve a model's counts, so that new games weigh more
///
/// Counts are rounded down; a player or a self-play run of which nothing is left is also struck from the list of
/// what the model was learned from.
/// An aged model cannot be restored: keep the old file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  bayeschess model age style.toml --times 2 --out aged.toml")]
pub(super) struct ModelAgeArgs {
    /// The model; shipped is the style model in use
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// How often to halve the counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=32))]
    times: u8,
    #[command(flatten)]
    to: ModelOutputArgs,
}

pub(super) fn run(args: &ModelAgeArgs) -> anyhow::Result<RunStatus> {
    args.to.check_not_input([&args.model])?;
    if is_style_model(&args.model) {
        let mut model = load_style_model(&args.model)?;
        for _ in 0..args.times {
            model = model.age();
        }
        return write::style(&model, &args.to);
    }
    let mut table = HeuristicTable::load(&args.model)?;
    for _ in 0..args.times {
        table = table.age()?;
    }
    write::table(&table, &args.to)
}
