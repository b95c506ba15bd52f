//! `bayeschess tables merge` and `subtract`.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::super::RunStatus;
use super::super::output::{JsonFlag, print, print_json};
use bayeschess::files::{Existing, check_not_input};
use bayeschess::model::HeuristicTable;

/// One table of the cases of several
#[derive(Debug, clap::Args)]
pub(super) struct TablesMergeArgs {
    /// The tables, .csv with their cards beside them
    #[arg(required = true, num_args = 2.., value_name = "F.csv")]
    tables: Vec<PathBuf>,
    #[command(flatten)]
    to: TableOutputArgs,
}

/// A table without the cases of others that were merged into it
#[derive(Debug, clap::Args)]
pub(super) struct TablesSubtractArgs {
    /// The table that is taken from
    #[arg(value_name = "F.csv")]
    from: PathBuf,
    /// The tables whose cases go
    #[arg(required = true, value_name = "F.csv")]
    tables: Vec<PathBuf>,
    #[command(flatten)]
    to: TableOutputArgs,
}

#[derive(Debug, clap::Args)]
struct TableOutputArgs {
    /// The table to write, a .csv; its card goes beside it
    #[arg(long, value_name = "F.csv")]
    out: PathBuf,
    /// Replace the table when it is there already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct WrittenTableJson<'a> {
    out: &'a Path,
    games: u64,
    cases: u64,
    checksum: &'a str,
}

pub(super) fn merge(args: &TablesMergeArgs) -> anyhow::Result<RunStatus> {
    let Some((first, rest)) = args.tables.split_first() else {
        anyhow::bail!("name at least two tables");
    };
    check_not_input(&args.to.out, &args.tables)?;
    let mut table = HeuristicTable::load(first)?;
    for file in rest {
        table = table.merge(&HeuristicTable::load(file)?)?;
    }
    write(&table, &args.to)
}

pub(super) fn subtract(args: &TablesSubtractArgs) -> anyhow::Result<RunStatus> {
    check_not_input(&args.to.out, args.tables.iter().chain([&args.from]))?;
    let mut table = HeuristicTable::load(&args.from)?;
    for file in &args.tables {
        table = table.subtract(&HeuristicTable::load(file)?)?;
    }
    write(&table, &args.to)
}

fn write(table: &HeuristicTable, to: &TableOutputArgs) -> anyhow::Result<RunStatus> {
    table.save(&to.out, Existing::from_force(to.force))?;
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
