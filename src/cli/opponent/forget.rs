//! `bayeschess opponent forget`.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use anyhow::anyhow;
use serde_json::json;

use crate::cli::game_archive::{catch_up, forget_in_log, log_beside, own_older_log_beside};
use crate::cli::options::DatabaseArg;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::store::{Access, ForgetGames, Forgotten, MeantNames, Opponent, Store, StoreError};

/// Forget an opponent: the counts, the name and all its other spellings
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess opponent forget 'Bobby F.' --db games.db
  bayeschess opponent forget 'Bobby F.' --games

The name is removed from the database, its log files, the PGN log beside it (games.db.played.pgn beside games.db, and games.played.pgn of earlier versions) and the state of the page; the games stay, with '?' as the name. \
Collections that were read with 'db import' are not changed. In a terminal you are asked first.")]
pub(super) struct OpponentForgetArgs {
    /// The name or another spelling of it, in upper or lower case, or '#' and the id that 'opponent list --json' shows
    #[arg(value_name = "NAME")]
    name: String,
    /// Also delete the games, in the database and in the PGN log
    #[arg(long)]
    games: bool,
    /// Do not ask in a terminal whether you are sure
    #[arg(long, short)]
    yes: bool,
    #[command(flatten)]
    db: DatabaseArg,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &OpponentForgetArgs) -> anyhow::Result<RunStatus> {
    let file = args.db.file()?;
    let games = if args.games {
        ForgetGames::Delete
    } else {
        ForgetGames::Rename
    };
    if !args.yes && io::stdin().is_terminal() && !is_sure(args, &file)? {
        print("nothing was forgotten\n")?;
        return Ok(RunStatus::Success);
    }
    #[cfg(feature = "serve")]
    let was_on_page = forget_on_page(&file, &args.name)?;
    #[cfg(not(feature = "serve"))]
    let was_on_page = false;
    let (forgotten, logged) = match forget(&file, &args.name, games) {
        Err(error) if was_on_page && is_unknown(&error) => (nothing_else(&args.name), 0),
        forgotten => forgotten?,
    };
    if args.json.json {
        print_json(&json!({
            "forgotten": args.name,
            "spellings": forgotten.spellings,
            "games": forgotten.games,
            "games_remembered": forgotten.remembered,
            "games_in_log": logged,
            "in_page_state": was_on_page,
        }))?;
    } else {
        let now = match games {
            ForgetGames::Rename => "are against '?' now",
            ForgetGames::Delete => "are deleted",
        };
        print(&format!(
            "forgot '{}': the counts of {} games are gone; {} games of the database and {logged} of the PGN log {now}\n",
            args.name, forgotten.remembered, forgotten.games
        ))?;
    }
    Ok(RunStatus::Success)
}

/// Takes the name with its spellings out of the state of the page, which must not run with it.
#[cfg(feature = "serve")]
fn forget_on_page(file: &Path, name: &str) -> anyhow::Result<bool> {
    let meant = Store::open(file, Access::Read).and_then(|store| store.meant_names(name));
    let mut meant = meant.unwrap_or_else(|_| MeantNames::unknown(name));
    if !name.starts_with('#') {
        // The page may know a player at this computer whom the database does not know yet.
        meant.meant.push(name.into());
    }
    Ok(bayeschess::serve::forget_saved(file, meant)?)
}

/// Returns true if the database knows nobody of that name.
fn is_unknown(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(StoreError::Unknown { .. } | StoreError::Missing(_))
    )
}

/// What the database knew of a name that stood elsewhere alone.
fn nothing_else(name: &str) -> Forgotten {
    Forgotten {
        spellings: vec![name.to_owned()],
        games: 0,
        remembered: 0,
    }
}

/// Returns the opponents who have this name; none if they cannot be read.
fn remembered(file: &Path, name: &str) -> Vec<Opponent> {
    Store::open(file, Access::Read)
        .and_then(|store| store.find_opponents(name))
        .unwrap_or_default()
}

/// Asks in the terminal whether the opponent is to be forgotten. Scripts, which have no terminal, are not asked.
fn is_sure(args: &OpponentForgetArgs, file: &Path) -> anyhow::Result<bool> {
    let found = remembered(file, &args.name);
    let counts: u64 = found.iter().map(|opponent| opponent.games).sum();
    let games = if args.games {
        ", and delete the games"
    } else {
        ""
    };
    let mut question = io::stderr();
    write!(
        question,
        "Forget '{}' with what {counts} remembered games told{games}? This cannot be undone (yes/no): ",
        args.name
    )?;
    question.flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
}

/// Forgets an opponent in the database and in the PGN logs beside it. Returns what was forgotten, and the number of
/// games in the logs.
///
/// The logs come first: the database knows all spellings, so the same command goes on after an error.
pub(in crate::cli) fn forget(
    file: &Path,
    name: &str,
    games: ForgetGames,
) -> anyhow::Result<(Forgotten, usize)> {
    catch_up(file)?;
    // A game that waits may bring the name back.
    Store::empty_queue(file)?;
    let meant = match Store::open(file, Access::Read).and_then(|store| store.meant_names(name)) {
        Err(StoreError::Unknown { .. } | StoreError::Missing(_)) => MeantNames::unknown(name),
        meant => meant?,
    };
    let mut logged = 0;
    let logs = [Some(log_beside(file)), own_older_log_beside(file)?];
    for log in logs.into_iter().flatten() {
        logged += forget_in_log(&log, &meant, games).map_err(|error| {
            anyhow!(
                "'{name}' is not forgotten yet, since the log {} cannot be changed ({}); remove the cause and give the \
                 command again",
                log.display(),
                error.root_cause()
            )
        })?;
    }
    let found = Store::open(file, Access::Read)
        .and_then(Store::close)
        .and_then(|()| Store::open(file, Access::Share))
        .and_then(|mut store| {
            let forgotten = store.forget_opponent(name, games)?;
            store.close()?;
            Ok(forgotten)
        });
    match found {
        Ok(forgotten) => Ok((forgotten, logged)),
        // Games too short to be stored are in the log alone.
        Err(StoreError::Unknown { .. } | StoreError::Missing(_)) if logged > 0 => {
            Ok((nothing_else(name), logged))
        }
        Err(error) => Err(error.into()),
    }
}
