//! `bayeschess opponent merge`.

use anyhow::ensure;
use serde_json::json;

use super::memory::{only_opponent, open_to_change};
use crate::cli::options::DatabaseArg;
use crate::cli::output::{JsonFlag, counted, print, print_json};
use crate::cli::run_status::RunStatus;

/// Join two spellings of one opponent: the games of the second become those of the first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess opponent merge Anna anna_k --db games.db
  bayeschess opponent merge Anna '#7'

From then on, games under the second name are remembered under the first.")]
pub(super) struct OpponentMergeArgs {
    /// The opponent who is kept: a name, or '#' and the id that 'opponent list --json' shows
    #[arg(value_name = "NAME")]
    kept: String,
    /// The opponent whose games and name are added
    #[arg(value_name = "OTHER")]
    other: String,
    #[command(flatten)]
    db: DatabaseArg,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &OpponentMergeArgs) -> anyhow::Result<RunStatus> {
    let mut store = open_to_change(&args.db.file()?)?;
    let kept = only_opponent(&store, &args.kept)?;
    let other = only_opponent(&store, &args.other)?;
    ensure!(
        kept.id != other.id,
        "{}: '{}' and '{}' are one opponent already",
        store.file().display(),
        args.kept,
        args.other
    );
    store.merge_opponents(&kept, &other)?;
    let merged = only_opponent(&store, &format!("#{}", kept.id))?;
    if args.json.json {
        print_json(&json!({ "opponent": merged }))?;
    } else {
        print(&format!(
            "'{}' is '{}' from now on, with {}\n",
            other.name,
            merged.name,
            counted(merged.games, "remembered game")
        ))?;
    }
    Ok(RunStatus::Success)
}
