//! `bayeschess tournament` as users run it.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;

use crate::support::{bayeschess, field, folder, number, parsed};

fn tournament(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = bayeschess(folder);
    command.arg("tournament").args(arguments);
    command
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    parsed(
        &tournament(folder, arguments)
            .args(["--json", "--nodes", "25"])
            .assert()
            .success()
            .get_output()
            .stdout,
    )
}

#[test]
fn a_round_robin_ranks_everybody_in_one_table() {
    let folder = folder();
    let players = ["initial", "random;name=some", "random;name=other"];
    let run = |threads: &str| {
        let options = ["--games", "6", "--seed", "3", "--threads", threads];
        json(folder.path(), &[&players[..], &options[..]].concat())
    };
    let table = run("1");
    let rows = table["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 3);
    assert_eq!(
        (&table["games"], table["pairings"].as_array().map(Vec::len)),
        (&18.into(), Some(3))
    );
    let sum = |key: &str| rows.iter().map(|row| number(row, key)).sum::<f64>();
    assert!((sum("points") - 18.0).abs() < 1e-9 && sum("elo").abs() < 1e-6);
    for pair in rows.windows(2) {
        assert!(number(&pair[0], "elo") >= number(&pair[1], "elo"));
    }
    for row in rows {
        assert_eq!(row["games"], 12);
        assert!(number(row, "elo_error_95") > 0.0);
    }
    let again = run("3");
    for key in ["pairings", "games"] {
        assert_eq!(field(&table, key), field(&again, key), "{key}");
    }
}

#[test]
fn a_gauntlet_is_played_by_the_first_and_an_anchor_holds_a_rating() {
    let folder = folder();
    let table = json(
        folder.path(),
        &[
            "initial",
            "random;name=a",
            "random;name=b",
            "--gauntlet",
            "--games",
            "4",
            "--anchor",
            "a=1500",
        ],
    );
    assert_eq!(table["pairings"].as_array().map(Vec::len), Some(2));
    let anchor = table["rows"]
        .as_array()
        .and_then(|rows| rows.iter().find(|row| row["name"] == "a"))
        .expect("the anchor");
    assert_eq!(
        (anchor["elo"].as_f64(), anchor["elo_error_95"].as_f64()),
        (Some(1500.0), Some(0.0))
    );
}

/// Set openings: every pair of players meets twice on each, in the order of the file.
#[test]
fn set_openings_are_played_by_all_pairs() {
    let folder = folder();
    fs::write(
        folder.path().join("set.pgn"),
        "[Opening \"One\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Opening \"Two\"]\n\n1. d4 d5 2. c4 e6 *\n",
    )
    .expect("written");
    let arguments = [
        "initial",
        "random",
        "random;name=other",
        "--openings",
        "set.pgn",
        "--in-order",
    ];
    let table = json(
        folder.path(),
        &[&arguments[..], &["--pgn", "games.pgn"]].concat(),
    );
    assert_eq!(table["games"], 12);
    let text = fs::read_to_string(folder.path().join("games.pgn")).expect("the games");
    assert_eq!(text.matches("1. e4 e5 2. Nf3 Nc6").count(), 6);
    assert_eq!(text.matches("1. d4 d5 2. c4 e6").count(), 6);
    assert!(text.find("1. e4") < text.find("1. d4"));
}

#[test]
fn the_table_is_text_or_csv() {
    let folder = folder();
    let arguments = ["initial", "random", "--games", "2", "--nodes", "20"];
    tournament(folder.path(), &arguments)
        .assert()
        .success()
        .stdout(
            predicate::str::contains("rank")
                .and(predicate::str::contains("Elo (95 %)"))
                .and(predicate::str::contains("/2")),
        );
    let csv = tournament(folder.path(), &arguments)
        .arg("--csv")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let mut reader = csv::Reader::from_reader(&csv[..]);
    assert_eq!(reader.headers().expect("a header").len(), 11);
    assert_eq!(reader.records().filter_map(Result::ok).count(), 2);
}

#[test]
fn what_cannot_be_held_is_refused_in_one_sentence() {
    let folder = folder();
    for (arguments, sentence) in [
        (&["initial"][..], "2"),
        (
            &["initial", "random", "--games", "3"],
            "an even number such as 4",
        ),
        (
            &["initial", "random", "--anchor", "nobody=3"],
            "the players are: initial, random",
        ),
        (&["initial", "random", "--anchor", "initial"], "NAME=ELO"),
        (&["initial", "uci:./nothing"], "could not be started"),
    ] {
        tournament(folder.path(), arguments)
            .assert()
            .code(2)
            .stdout(predicate::str::is_empty())
            .stderr(predicate::str::contains(sentence));
    }
}
