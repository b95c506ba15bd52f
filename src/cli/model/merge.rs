//! `bayeschess model merge`.

use std::path::PathBuf;

use bayeschess::model::{HeuristicTable, StrengthModel, is_strength_model, load_style_model};

use super::name::is_style_model;
use super::write::{self, ModelOutputArgs};
use crate::cli::run_status::RunStatus;

/// Join models: the result has learned from all their games
///
/// The models must be of one kind: heuristic tables of the same family, style models with the same classes of
/// values ('style train --like' copies them), or strength models. A game that is in several of them counts
/// several times.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess model merge a.csv b.csv --out all.csv
      the tables of two machines
  bayeschess style train --labels new.csv --pgn new/ --out new.toml \\
      --like style.toml
  bayeschess model merge style.toml new.toml --out both.toml
      new games for a style model, without counting the old ones again
  bayeschess model merge shipped club.toml --out better.toml
      the style model in use, with the players of 'style norms'")]
pub(super) struct ModelMergeArgs {
    /// The models to join, at least two; shipped is the style model in use
    #[arg(required = true, num_args = 2.., value_name = "MODEL")]
    models: Vec<PathBuf>,
    #[command(flatten)]
    to: ModelOutputArgs,
}

pub(super) fn run(args: &ModelMergeArgs) -> anyhow::Result<RunStatus> {
    let Some((first, rest)) = args.models.split_first() else {
        anyhow::bail!("name at least two models");
    };
    args.to.check_not_input(&args.models)?;
    if is_strength_model(first) {
        let mut model = StrengthModel::load(first)?;
        for file in rest {
            model = model.merge(&StrengthModel::load(file)?)?;
        }
        return write::strength(&model, &args.to);
    }
    if is_style_model(first) {
        let mut model = load_style_model(first)?;
        for file in rest {
            model = model.merge(&load_style_model(file)?)?;
        }
        return write::style(&model, &args.to);
    }
    let mut table = HeuristicTable::load(first)?;
    for file in rest {
        table = table.merge(&HeuristicTable::load(file)?)?;
    }
    write::table(&table, &args.to)
}
