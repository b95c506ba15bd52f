//! `bayeschess db import`, the real binary: sources of several kinds, read once and again.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::{Scratch, bayeschess, parsed};

fn scratch() -> Scratch {
    Scratch::new(&["db"])
}

/// Returns a game of one of many pairs of players, in PGN.
fn game(number: usize) -> String {
    format!(
        "[Event \"e\"]\n[Date \"1990.01.02\"]\n[White \"player{number}\"]\n[Black \"Fine, R\"]\n\n\
         1. e4 e5 2. Nf3 1-0\n\n"
    )
}

fn games(numbers: impl IntoIterator<Item = usize>) -> String {
    numbers.into_iter().fold(String::new(), |mut text, number| {
        write!(text, "{}", game(number)).expect("a string");
        text
    })
}

/// Checks that a pipe is opened once, although the database has a source that it might continue.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_once() {
    let scratch = scratch();
    scratch.write("one.pgn", game(1000));
    scratch.json(&["import", "games.db", "one.pgn"]);
    let output = bayeschess(scratch.path())
        .args(["db", "import", "games.db", "/dev/stdin", "--json"])
        .write_stdin(games(0..900).repeat(3))
        .assert()
        .success();
    let read = parsed(&output.get_output().stdout);
    assert_eq!(read["games"], 2700, "{read}");
    assert_eq!(
        (&read["kept"], &read["rejected"]),
        (&900.into(), &Value::from(0))
    );
}

/// Checks that each of two files that grew from one known file is a source with all its games.
#[test]
fn files_that_grew_from_one_source_are_sources_of_their_own() {
    let scratch = scratch();
    scratch.write("wed.pgn", games([1, 2]));
    scratch.write("thu.pgn", games([1, 2, 3]));
    scratch.write("fri.pgn", games([1, 2, 4]));
    scratch.json(&["import", "games.db", "wed.pgn"]);
    let grown = scratch.json(&["import", "games.db", "thu.pgn", "fri.pgn"]);
    assert_eq!(grown["games_in_database"], 4);
    scratch.text(&["forget-source", "games.db", "wed.pgn"]);
    let rest = scratch.json(&["import", "games.db", "fri.pgn"]);
    assert_eq!(
        (&rest["games_in_database"], &rest["games_known"]),
        (&3.into(), &3.into())
    );
    assert_eq!(
        scratch.json(&["verify", "games.db"])["findings"],
        Value::Array(Vec::new())
    );
}

/// Checks that copies of a known file in one import are one source.
#[test]
fn copies_of_a_source_stay_one_source() {
    let scratch = scratch();
    scratch.write("one.pgn", games([1, 2]));
    scratch.write("copy.pgn", games([1, 2]));
    for _ in 0..2 {
        let read = scratch.json(&["import", "games.db", "one.pgn", "copy.pgn"]);
        assert_eq!(read["games_in_database"], 2);
    }
    let info = scratch.json(&["info", "games.db"]);
    assert_eq!(info["sources"].as_array().map(Vec::len), Some(1));
}

/// Checks that the limit for each player counts the games of a file from its start also after the file has grown.
#[test]
fn a_limit_for_each_player_holds_when_a_file_grows() {
    let scratch = scratch();
    let by_player = |opponents: std::ops::Range<usize>| -> String {
        let white = |number: usize| game(number).replace("Fine, R", "Tal, M");
        opponents.map(white).collect()
    };
    let cap = ["import", "games.db", "grows.pgn", "--cap", "3"];
    for (played, kept, known) in [(2_usize, 2_usize, 0), (4, 3, 0), (4, 3, 3), (6, 3, 0)] {
        scratch.write("grows.pgn", by_player(0..played));
        let read = scratch.json(&cap);
        assert_eq!(read["games_in_database"], kept, "{played} games");
        assert_eq!(read["games_known"], known, "{played} games");
        let info = scratch.json(&["info", "games.db"]);
        let source = &info["sources"][0];
        assert_eq!(
            (&source["kept"], &source["filtered"]),
            (&kept.into(), &(played - kept).into())
        );
    }
    assert_eq!(
        scratch.json(&["verify", "games.db"])["findings"],
        Value::Array(Vec::new())
    );
}

/// Checks that a database in place of PGN is named as one, with the command for it.
#[test]
fn a_database_is_merged_and_not_imported() {
    let scratch = scratch();
    scratch.write("games.pgn", game(1));
    scratch.json(&["import", "mine.db", "games.pgn"]);
    scratch.refused(
        &["import", "all.db", "games.pgn", "mine.db"],
        "mine.db: this is a database, and no PGN; 'bayeschess db merge all.db mine.db' adds its games",
    );
    assert!(!scratch.at("all.db").exists());
    let said = bayeschess(scratch.path())
        .args(["book", "build", "mine.db", "--out", "x.bin"])
        .assert()
        .failure();
    let said = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(
        said.contains("'bayeschess db export mine.db --pgn FILE'"),
        "{said}"
    );
}

/// A file whose only game has not ended has no text by which it could be named.
#[test]
fn each_source_without_a_game_that_ended_can_be_forgotten() {
    let scratch = scratch();
    for number in 0..12 {
        scratch.write("live.pgn", game(number).replace("1-0", "*"));
        scratch.json(&["import", "games.db", "live.pgn"]);
    }
    let hashes = || -> Vec<String> {
        let info = scratch.text(&["info", "games.db"]);
        let after = |line: &str| {
            let (_, rest) = line.split_once("hash ")?;
            Some(rest.split_once(',')?.0.to_owned())
        };
        info.lines().filter_map(after).collect()
    };
    let shown = hashes();
    assert_eq!(shown.len(), 12, "{shown:?}");
    for (done, hash) in (1..).zip(&shown) {
        scratch.text(&["forget-source", "games.db", hash]);
        assert_eq!(hashes(), shown[done..]);
    }
}
