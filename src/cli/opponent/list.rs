//! `bayeschess opponent list`.

use serde_json::json;

use super::memory::{MemoryArgs, described, open_to_read};
use crate::cli::options::DatabaseArg;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::opponent::{OpponentCard, StrengthJudge};

/// List the people and engines whose games are remembered, latest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess opponent list --db games.db
  bayeschess opponent list --db games.db --json

A game is remembered if the opponent made ten moves or more. Of all these, 'played' are those that this \
program played itself; the others were learned from PGN files.")]
pub(super) struct OpponentListArgs {
    #[command(flatten)]
    db: DatabaseArg,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &OpponentListArgs) -> anyhow::Result<RunStatus> {
    let store = open_to_read(&args.db)?;
    let opponents = store.opponents()?;
    let recogniser = args.memory.recogniser()?;
    let mut judge = StrengthJudge::shipped()?;
    let mut table = TextTable::with_last(&[], &["games", "played"], &["last seen", "name"]);
    let mut listed = Vec::with_capacity(opponents.len());
    for opponent in opponents {
        let games = store.opponent_games(opponent.id)?;
        let (json, recalled) = OpponentCard::new(
            opponent,
            &games,
            &recogniser,
            args.memory.ageing(),
            &mut judge,
        );
        let opponent = &json.opponent;
        table.row(&[
            &opponent.games,
            &opponent.games_played,
            &opponent.last_seen,
            &format!(
                "{} ({}): {recalled}",
                opponent.name,
                described(&opponent.origin, opponent.kind)
            ),
        ]);
        listed.push(json);
    }
    if args.json.json {
        print_json(&json!({ "opponents": listed }))?;
    } else if listed.is_empty() {
        print("no games are remembered yet; start a game with 'bayeschess play'\n")?;
    } else {
        print(&table.to_string())?;
    }
    Ok(RunStatus::Success)
}
