//! The output of `model merge`, `subtract` and `age`.

use std::path::{Path, PathBuf};

use bayeschess::files::{WriteError, check_not_input};
use bayeschess::model::{HeuristicTable, StrengthModel, StyleModel};
use serde::Serialize;

use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;

/// Where the resulting model goes.
#[derive(Debug, clap::Args)]
pub(super) struct ModelOutputArgs {
    /// The model file to write: .csv for a heuristic (its card, a .toml that says where it came from, goes
    /// next to it), .toml for a style or strength
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

impl ModelOutputArgs {
    /// Checks that the model to write is none of those that are read.
    pub(super) fn check_not_input<'a>(
        &self,
        models: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<(), WriteError> {
        check_not_input(&self.out, models)
    }
}

#[derive(Serialize)]
struct WrittenTableJson<'a> {
    out: &'a Path,
    games: u64,
    cases: u64,
    checksum: &'a str,
}

#[derive(Serialize)]
struct WrittenStyleJson<'a> {
    out: &'a Path,
    games: u64,
    players: usize,
    checksum: &'a str,
}

/// Writes a heuristic table and reports it.
pub(super) fn table(table: &HeuristicTable, to: &ModelOutputArgs) -> anyhow::Result<RunStatus> {
    table.save(&to.out, to.force.existing())?;
    let written = WrittenTableJson {
        out: &to.out,
        games: table.card().games,
        cases: table.card().cases,
        checksum: table.checksum(),
    };
    if to.json.json {
        print_json(&written)?;
    } else {
        print(&format!(
            "written: {} with {} cases of {} games (checksum {})\n",
            to.out.display(),
            written.cases,
            written.games,
            written.checksum
        ))?;
    }
    Ok(RunStatus::Success)
}

/// Writes a style model and reports it; a model that recognises nobody and holds no norms is an error.
pub(super) fn style(model: &StyleModel, to: &ModelOutputArgs) -> anyhow::Result<RunStatus> {
    let knowledge = model.knowledge();
    if !knowledge.players().is_empty() || knowledge.norms().is_empty() {
        model.judge(&to.out)?;
    }
    model.save(&to.out, to.force.existing())?;
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

#[derive(Serialize)]
struct WrittenStrengthJson<'a> {
    out: &'a Path,
    sides: u64,
    checksum: &'a str,
}

/// Writes a strength model and reports it.
pub(super) fn strength(model: &StrengthModel, to: &ModelOutputArgs) -> anyhow::Result<RunStatus> {
    model.save(&to.out, to.force.existing())?;
    let written = WrittenStrengthJson {
        out: &to.out,
        sides: model.card().sides,
        checksum: &model.card().checksum,
    };
    if to.json.json {
        print_json(&written)?;
    } else {
        print(&format!(
            "written: {} with {} sides of games (checksum {})\n",
            to.out.display(),
            written.sides,
            written.checksum
        ))?;
    }
    Ok(RunStatus::Success)
}
