//! The PGN log of games against users, beside the database.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};

use bayeschess::files::{Existing, WriteGuard, write_whole};
use bayeschess::pgn::append_game;
use bayeschess::record::Game;
use bayeschess::store::{ForgetGames, LOCK_TIMEOUT, MeantNames, OpponentKey, OpponentKind};

/// Returns the PGN log of a database: `games.db.played.pgn` next to `games.db`, so that `games.sqlite` has another one.
pub fn log_beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".played.pgn");
    name.into()
}

/// Returns the PGN log that earlier versions wrote: `games.played.pgn`, also for `games.sqlite`.
///
/// No game is added to it any more. `None` if the present log has this name, or that of a database without an ending.
pub(super) fn older_log_beside(database: &Path) -> Option<PathBuf> {
    let log = database.with_extension("played.pgn");
    // A folder of that name is not a database: it may be that of a training.
    let is_of_another = database.with_extension("").is_file();
    (log != log_beside(database) && !is_of_another).then_some(log)
}

/// Returns the PGN log that an earlier version wrote, if there is one; a file of that name by somebody else is none.
///
/// # Errors
///
/// When a file of that name cannot be read.
pub fn own_older_log_beside(database: &Path) -> anyhow::Result<Option<PathBuf>> {
    match older_log_beside(database).filter(|log| log.exists()) {
        Some(log) => Ok(is_own(&log)?.then_some(log)),
        None => Ok(None),
    }
}

/// The tags of a log's first game end within this many bytes.
const MOST_OF_TAGS: u64 = 1 << 14;

/// The tag, with its value, by which this program knows its own log.
pub(super) const LOG_TAG: (&str, &str) = ("Log", "BayesChess");

/// Returns an error for a log that this program did not begin: its first game lacks the tag.
pub(super) fn check_log(log: &Path) -> anyhow::Result<()> {
    ensure!(
        is_own(log)?,
        "{}: this program did not begin this file, so it adds no games to it; move it, or name another database",
        log.display()
    );
    Ok(())
}

/// Returns true if this program began the log, or if it is empty or missing.
fn is_own(log: &Path) -> anyhow::Result<bool> {
    let mut head = Vec::new();
    match File::open(log) {
        Ok(file) => file.take(MOST_OF_TAGS).read_to_end(&mut head),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => Err(error),
    }
    .with_context(|| log.display().to_string())?;
    let head = String::from_utf8_lossy(&head);
    let (tag, value) = LOG_TAG;
    let tag = format!("[{tag} \"{value}\"]");
    // If the program was killed, this game may lack its moves.
    let mut tags = head.lines().take_while(|line| !line.is_empty());
    Ok(head.is_empty() || tags.any(|line| line == tag))
}

/// Appends a game to the log, which this program must have begun.
pub(super) fn append_to_log(log: &Path, game: &Game) -> anyhow::Result<()> {
    let _guard = guard(log)?;
    check_log(log)?;
    Ok(append_game(log, game)?)
}

/// Gets the right to write to the log; other processes hold it only briefly.
fn guard(log: &Path) -> anyhow::Result<WriteGuard> {
    WriteGuard::wait(log, LOCK_TIMEOUT).with_context(|| log.display().to_string())
}

/// Removes names from the log and returns the number of games. A game becomes one of `?`, or is removed.
pub fn forget_in_log(log: &Path, meant: &MeantNames, games: ForgetGames) -> anyhow::Result<usize> {
    if !log.exists() {
        return Ok(0);
    }
    let _guard = guard(log)?;
    check_log(log)?;
    let text = fs::read(log).with_context(|| log.display().to_string())?;
    let text = String::from_utf8_lossy(&text);
    let mut kept = String::with_capacity(text.len());
    let mut found = 0;
    for game in games_in(&text) {
        let without = without_names(game, meant);
        if without == game {
            kept.push_str(game);
            continue;
        }
        found += 1;
        if games == ForgetGames::Rename {
            kept.push_str(&without);
        }
    }
    if found > 0 {
        write_whole(log, Existing::Replace, |out| out.write_all(kept.as_bytes()))?;
    }
    Ok(found)
}

/// Splits a log before each tag `Event`.
fn games_in(text: &str) -> impl Iterator<Item = &str> {
    let begins = |at: usize| at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n');
    let mut starts: Vec<usize> = text
        .match_indices("[Event ")
        .map(|(at, _)| at)
        .filter(|at| begins(*at))
        .collect();
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    starts.push(text.len());
    (1..starts.len()).filter_map(move |place| text.get(starts[place - 1]..starts[place]))
}

/// Returns a game with `?` in place of these names in its tags `White` and `Black`.
fn without_names(game: &str, meant: &MeantNames) -> String {
    let value_of = |wanted: &str| {
        let found = game.lines().find_map(|line| tag_value(line, wanted));
        found.unwrap_or_default()
    };
    let site = Some(value_of("Site"))
        .filter(|site| site != "?")
        .unwrap_or_default();
    let is_meant = |tag: &str, name: &str| {
        let kind = match value_of(&format!("{tag}Type")).as_str() {
            "program" => OpponentKind::Computer,
            _ => OpponentKind::Unknown,
        };
        meant.means(&OpponentKey::new(name, &site, kind))
    };
    game.split_inclusive('\n')
        .map(|line| {
            let tag = ["White", "Black"].into_iter().find(|tag| {
                tag_value(line.trim_end(), tag).is_some_and(|name| is_meant(tag, &name))
            });
            match tag {
                Some(tag) => format!("[{tag} \"?\"]\n"),
                None => line.to_owned(),
            }
        })
        .collect()
}

/// Returns the value of a line `[Tag "value"]` if it has this tag.
fn tag_value(line: &str, tag: &str) -> Option<String> {
    let value = line
        .strip_prefix(&format!("[{tag} \""))?
        .strip_suffix("\"]")?;
    Some(value.replace("\\\"", "\"").replace("\\\\", "\\"))
}
