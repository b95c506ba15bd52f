//! `bayeschess db opponents`: who played, and forgetting them.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use crate::cli::RunStatus;
use crate::cli::output::{JsonFlag, print, print_json};
use bayeschess::store::{Access, Opponent, Store};

/// List the opponents of games against users, or forget one
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db opponents list
  bayeschess db opponents list --db games.db --json
  bayeschess db opponents forget 'Bobby F.'

Forgetting takes the name out of the database; the games stay, as games against nobody in
particular. A PGN log that was written beside the database is yours to edit.")]
pub struct DbOpponentsArgs {
    #[command(subcommand)]
    command: DbOpponentsCommand,
}

#[derive(Debug, Subcommand)]
enum DbOpponentsCommand {
    /// List everybody who played, the last seen first
    #[command(after_help = "Example:\n  bayeschess db opponents list --db games.db --json")]
    List {
        /// The database; without it, the usual one
        #[arg(long, value_name = "FILE")]
        db: Option<PathBuf>,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Take an opponent's name out of the database
    #[command(after_help = "Example:\n  bayeschess db opponents forget 'Bobby F.' --db games.db")]
    Forget {
        /// The name, as listed; small and large letters are the same
        name: String,
        /// The database; without it, the usual one
        #[arg(long, value_name = "FILE")]
        db: Option<PathBuf>,
        #[command(flatten)]
        json: JsonFlag,
    },
}

/// Runs the command.
pub(super) fn run(args: &DbOpponentsArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        DbOpponentsCommand::List { db, json } => {
            let opponents = super::open_to_read(db.as_deref())?.opponents()?;
            if json.json {
                print_json(&json!({ "opponents": opponents }))?;
            } else {
                print(&as_text(&opponents))?;
            }
        }
        DbOpponentsCommand::Forget { name, db, json } => {
            let file = super::named_or_usual(db.as_deref())?;
            let games = Store::open(&file, Access::Write)?.forget_opponent(name)?;
            if json.json {
                print_json(&json!({ "forgotten": name, "games": games }))?;
            } else {
                print(&format!("forgot '{name}', who stood in {games} games\n"))?;
            }
        }
    }
    Ok(RunStatus::Success)
}

fn as_text(opponents: &[Opponent]) -> String {
    if opponents.is_empty() {
        return "nobody has played yet; 'bayeschess play' begins a game\n".to_owned();
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
