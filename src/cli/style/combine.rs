//! `bayeschess style merge`, `subtract` and `age`: models are counts, and counts can be joined.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::RunStatus;
use crate::cli::output::{JsonFlag, print, print_json};
use bayeschess::files::{Existing, check_not_input};
use bayeschess::model::StyleModel;

/// Join style models into one of the games of all
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example, new games for a model without counting the old ones again:
  bayeschess style train --labels new.csv --pgn new/ --out new.toml \\
      --like style.toml
  bayeschess style merge style.toml new.toml --out both.toml

Both must cut values at the same borders, which --like sees to. A game that is in both counts twice.")]
pub(super) struct StyleMergeArgs {
    /// The models
    #[arg(required = true, num_args = 2.., value_name = "F.toml")]
    models: Vec<PathBuf>,
    #[command(flatten)]
    to: StyleOutputArgs,
}

/// Take the games of other models out of one that they were merged into
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  bayeschess style subtract both.toml new.toml --out style.toml

What is left has the bytes that it had before the merge.")]
pub(super) struct StyleSubtractArgs {
    /// The model that is taken from
    #[arg(value_name = "F.toml")]
    from: PathBuf,
    /// The models whose games go
    #[arg(required = true, value_name = "F.toml")]
    models: Vec<PathBuf>,
    #[command(flatten)]
    to: StyleOutputArgs,
}

/// Halve every count of a style model, so that what comes next counts for more
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  bayeschess style age style.toml --times 2 --out faded.toml

Counts are rounded down; a player of whom nothing is left is forgotten. The card says how often each \
collection was halved. An aged model cannot be un-aged: keep the old one.")]
pub(super) struct StyleAgeArgs {
    /// The model
    #[arg(value_name = "F.toml")]
    model: PathBuf,
    /// How often to halve
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=32))]
    times: u8,
    #[command(flatten)]
    to: StyleOutputArgs,
}

#[derive(Debug, clap::Args)]
struct StyleOutputArgs {
    /// The model to write
    #[arg(long, value_name = "F.toml")]
    out: PathBuf,
    /// Replace the model when it is there already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct WrittenStyleJson<'a> {
    out: &'a Path,
    games: u64,
    players: usize,
    checksum: &'a str,
}

pub(super) fn merge(args: &StyleMergeArgs) -> anyhow::Result<RunStatus> {
    let Some((first, rest)) = args.models.split_first() else {
        anyhow::bail!("name at least two models");
    };
    check_not_input(&args.to.out, &args.models)?;
    let mut model = StyleModel::load(first)?;
    for file in rest {
        model = model.merge(&StyleModel::load(file)?)?;
    }
    write(&model, &args.to)
}

pub(super) fn subtract(args: &StyleSubtractArgs) -> anyhow::Result<RunStatus> {
    check_not_input(&args.to.out, args.models.iter().chain([&args.from]))?;
    let mut model = StyleModel::load(&args.from)?;
    for file in &args.models {
        model = model.subtract(&StyleModel::load(file)?)?;
    }
    write(&model, &args.to)
}

pub(super) fn age(args: &StyleAgeArgs) -> anyhow::Result<RunStatus> {
    check_not_input(&args.to.out, [&args.model])?;
    let mut model = StyleModel::load(&args.model)?;
    for _ in 0..args.times {
        model = model.age();
    }
    write(&model, &args.to)
}

/// What would recognise nobody is not written.
fn write(model: &StyleModel, to: &StyleOutputArgs) -> anyhow::Result<RunStatus> {
    model.judge(&to.out)?;
    model.save(&to.out, Existing::from_force(to.force))?;
    let written = WrittenStyleJson {
        out: &to.out,
        games: model.card().games,
        players: model.knowledge().players().len(),
        checksum: model.checksum(),
    };
    if to.json.json {
        print_json(&written)?;
    } else {
        print(&format!(
            "written: {} with {} games of {} players (checksum {})\n",
            to.out.display(),
            written.games,
            written.players,
            written.checksum
        ))?;
    }
    Ok(RunStatus::Success)
}
