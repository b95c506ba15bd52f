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
