//! The exit status of reading PGN: whether there was a game, and whether every source was readable.

use anyhow::{bail, ensure};

use crate::cli::run_status::RunStatus;
use bayeschess::pgn::IngestSummary;

/// The exit status of a reading. Unreadable sources, text without a game, and filters that leave no
/// game are errors; the caller decides whether rejected games are findings.
pub fn verdict(account: &IngestSummary, verdict: RunStatus) -> anyhow::Result<RunStatus> {
    let damaged: Vec<String> = account
        .damaged
        .iter()
        .map(|damage| {
            format!(
                "{}: could not be read to its end ({})",
                damage.stream, damage.what
            )
        })
        .collect();
    ensure!(
        damaged.is_empty(),
        "{}; all games before that are counted: give a whole file, or go on without it",
        damaged.join("; ")
    );
    // A database skips what it has read before: no new game is not an error.
    if account.streams.iter().any(|stream| stream.known_games > 0) {
        return Ok(verdict);
    }
    let tally = &account.tally;
    if tally.read() == 0 {
        bail!(without_game(account));
    }
    if tally.filtered() > 0 && tally.kept + tally.duplicates == 0 {
        bail!(not_asked_for(account));
    }
    Ok(verdict)
}

/// At most this many sources are named.
const MOST_NAMED: usize = 3;

/// The names of the sources, shortened if there are many.
pub fn source_names(account: &IngestSummary) -> String {
    let streams = &account.streams;
    let mut names: Vec<&str> = streams
        .iter()
        .take(MOST_NAMED)
        .map(|stream| match stream.name.as_str() {
            "-" => "standard input",
            name => name,
        })
        .collect();
    if streams.len() > MOST_NAMED {
        names.push("…");
    }
    names.join(", ")
}

/// The message for text without a game.
fn without_game(account: &IngestSummary) -> String {
    let names = match account.streams.len() {
        0 => "what was given".to_owned(),
        _ => source_names(account),
    };
    let hold = match account.streams.len() {
        0 | 1 => "holds",
        _ => "hold",
    };
    let why = match account.bytes {
        0 => "there is nothing in it".to_owned(),
        bytes => format!("{bytes} bytes of text, and nothing of it is PGN"),
    };
    format!("{names} {hold} no game ({why}); give games in PGN, or a database that holds some")
}

/// The message if the filters left no game.
fn not_asked_for(account: &IngestSummary) -> String {
    let filters = &account.tally.filters;
    let sound = account.tally.filtered();
    if filters.keys().all(|filter| *filter == "player") {
        return format!(
            "none of the {sound} sound games is by the player who is asked for: the name matches \
             nobody, or nobody of that colour; check the spelling, or list the names with \
             'bayeschess pgn stats'"
        );
    }
    let by: Vec<String> = filters
        .iter()
        .map(|(filter, count)| format!("{count} by {filter}"))
        .collect();
    format!(
        "none of the {sound} sound games passes the filters: left out are {}; choose other filters",
        by.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bayeschess::pgn::StreamSummary;

    #[test]
    fn a_database_that_knows_all_games_is_no_empty_text() {
        let mut account = IngestSummary {
            streams: vec![StreamSummary {
                name: "a.pgn".to_owned(),
                known_games: 3,
                ..StreamSummary::default()
            }],
            ..IngestSummary::default()
        };
        assert!(verdict(&account, RunStatus::Success).is_ok());
        account.streams[0].known_games = 0;
        let said = verdict(&account, RunStatus::Success).expect_err("no game");
        assert!(
            said.to_string().starts_with("a.pgn holds no game"),
            "{said}"
        );
        // A duplicate passed the filters.
        account.tally.filters.insert("elo", 2);
        account.tally.duplicates = 1;
        assert!(verdict(&account, RunStatus::Success).is_ok());
        account.tally.duplicates = 0;
        let said = verdict(&account, RunStatus::Success).expect_err("all left out");
        assert!(said.to_string().contains("left out are 2 by elo"), "{said}");
    }
}
