//! `bayeschess opponent`: lists the opponents of the engine, and forgets them.

use std::fmt::Write as _;

use bayeschess::store::{Access, Opponent, Store};
use clap::Subcommand;
use serde_json::json;

use super::options::DatabaseArg;
use super::output::{JsonFlag, print, print_json};
use super::run_status::RunStatus;

/// List the people and engines that have played against this engine, or forget one
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess opponent list
  bayeschess opponent list --db games.db --json
  bayeschess opponent forget 'Bobby F.'

Forgetting removes the name from the database; the games stay, as games against an unnamed opponent. The \
PGN log next to the database is not changed.")]
pub struct OpponentArgs {
    #[command(subcommand)]
    command: OpponentCommand,
}

#[derive(Debug, Subcommand)]
enum OpponentCommand {
    /// List the people and engines that have played against this engine, latest first
    #[command(after_help = "Example:\n  bayeschess opponent list --db games.db --json")]
    List {
        #[command(flatten)]
        db: DatabaseArg,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Remove an opponent's name from the database
    #[command(after_help = "Example:\n  bayeschess opponent forget 'Bobby F.' --db games.db")]
    Forget {
        /// The name as listed, in upper or lower case
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        db: DatabaseArg,
        #[command(flatten)]
        json: JsonFlag,
    },
}

/// Runs the command.
///
/// # Errors
///
/// When the database cannot be read or written, or there is no such opponent.
pub fn run(args: &OpponentArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        OpponentCommand::List { db, json } => {
            let opponents = db.open_to_read()?.opponents()?;
            if json.json {
                print_json(&json!({ "opponents": opponents }))?;
            } else {
                print(&as_text(&opponents))?;
            }
        }
        OpponentCommand::Forget { name, db, json } => {
            let games = Store::open(&db.file()?, Access::Write)?.forget_opponent(name)?;
            if json.json {
                print_json(&json!({ "forgotten": name, "games": games }))?;
            } else {
                print(&format!("forgot '{name}', who played {games} games\n"))?;
            }
        }
    }
    Ok(RunStatus::Success)
}

fn as_text(opponents: &[Opponent]) -> String {
    if opponents.is_empty() {
        return "nobody has played yet; start a game with 'bayeschess play'\n".to_owned();
    }
    let mut text = "games  last seen             name\n".to_owned();
    for opponent in opponents {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>5}  {}  {}",
            opponent.games, opponent.last_seen, opponent.name
        );
    }
    text
}
