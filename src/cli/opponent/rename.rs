//! `bayeschess opponent rename`.

use anyhow::ensure;
use bayeschess::identity::player_name;
use serde_json::json;

use super::memory::{only_opponent, open_to_change};
use crate::cli::options::DatabaseArg;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;

/// Give an opponent another name; games under the old name are still remembered as theirs
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess opponent rename anna_k 'Anna Karenina' --db games.db
  bayeschess opponent rename '#7' Anna")]
pub(super) struct OpponentRenameArgs {
    /// The opponent: a name, or '#' and the id that 'opponent list --json' shows
    #[arg(value_name = "OLD")]
    old: String,
    /// The new name
    #[arg(value_name = "NEW")]
    new: String,
    #[command(flatten)]
    db: DatabaseArg,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &OpponentRenameArgs) -> anyhow::Result<RunStatus> {
    ensure!(
        player_name(&args.new).is_some(),
        "'{}' cannot be a name: a name needs a letter or a digit",
        args.new
    );
    let mut store = open_to_change(&args.db.file()?)?;
    let before = only_opponent(&store, &args.old)?;
    store.rename_opponent(&before, &args.new)?;
    let renamed = only_opponent(&store, &format!("#{}", before.id))?;
    if args.json.json {
        print_json(&json!({ "opponent": renamed }))?;
    } else {
        print(&format!(
            "'{}' is '{}' from now on\n",
            before.name, renamed.name
        ))?;
    }
    Ok(RunStatus::Success)
}
