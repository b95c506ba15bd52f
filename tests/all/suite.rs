//! `bayeschess suite` as users run it.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;

use crate::support::{bayeschess, field, folder, parsed, program};

/// Two mates, one of them in fewer moves than there is one, and a move that is to be avoided.
const SUITE: &str = "\
# made up for this test
1Q6/8/8/8/8/k2K4/8/8 w - - dm 2; id \"two moves\";
1Q6/8/8/8/8/k2K4/8/8 w - - dm 1; id \"not one\";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd2 Rd3; id \"not slowly\";
";

fn suite(folder: &Path, arguments: &[&str]) -> Command {
    fs::write(folder.join("small.epd"), SUITE).expect("written");
    let mut command = bayeschess(folder);
    command.args(["suite", "small.epd"]).args(arguments);
    command
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    parsed(
        &suite(folder, arguments)
            .arg("--json")
            .assert()
            .success()
            .get_output()
            .stdout,
    )
}

#[test]
fn attempts_are_complete_and_repeat_by_nodes() {
    let folder = folder();
    let run = || json(folder.path(), &["--engine", "initial", "--nodes", "20000"]);
    let report = run();
    assert_eq!(
        (&report["positions"], &report["solved"]),
        (&4.into(), &3.into())
    );
    assert_eq!(report["complete"], true);
    let attempts = report["attempts"].as_array().expect("a list");
    assert_eq!(attempts[0]["score"], "mate 2");
    assert!(attempts[0]["solution"]["nodes"].is_u64());
    assert!(attempts[1]["solution"].is_null());
    assert_eq!(attempts[2]["played"], "Rd8#");
    assert_eq!(attempts[3]["wanted"], "not Rd2 or Rd3");
    let again = run();
    let others = again["attempts"].as_array().expect("a list");
    assert_eq!(attempts.len(), others.len());
    for (one, other) in attempts.iter().zip(others) {
        for key in ["played", "score", "depth", "nodes"] {
            assert_eq!(field(one, key), field(other, key), "{key}");
        }
    }
}

#[test]
fn failures_are_listed_and_the_exit_code_tells_whether_enough_was_solved() {
    let folder = folder();
    suite(
        folder.path(),
        &[
            "--engine",
            "initial",
            "--nodes",
            "20000",
            "--at-least",
            "75",
        ],
    )
    .assert()
    .success()
    .stdout(
        predicate::str::contains("not one")
            .and(predicate::str::contains("3 of 4 solved, 75.0 %"))
            .and(predicate::str::contains("back rank").not()),
    );
    suite(
        folder.path(),
        &[
            "--engine",
            "initial",
            "--nodes",
            "3000",
            "--at-least",
            "75.1",
        ],
    )
    .assert()
    .code(1);
}

#[test]
fn an_outside_engine_solves_too() {
    let folder = folder();
    let program = program();
    let engine = format!("uci:'{}' uci", program.display());
    let report = json(folder.path(), &["--engine", &engine, "--nodes", "60000"]);
    let attempts = report["attempts"].as_array().expect("a list");
    assert!(attempts[1]["solution"].is_null());
    let attempt = &attempts[2];
    assert_eq!(attempt["score"], "mate 1");
    assert!(attempt["solution"]["depth"].is_u64(), "{attempt}");
    suite(folder.path(), &["--engine", &engine, "--threads", "2"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("Threads=2"));
}

#[test]
fn the_mates_of_the_ancestors_are_solved() {
    let mates = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/mates.epd");
    let folder = folder();
    bayeschess(folder.path())
        .arg("suite")
        .arg(mates)
        .args(["--nodes", "20000", "--at-least", "100"])
        .assert()
        .success()
        .stdout(predicate::str::contains("4 of 4 solved"));
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let folder = folder();
    for (file, text, words) in [
        (
            "bad.epd",
            "4k3/8/8/8/8/8/8/4K2R w K -",
            "bad.epd: line 1: it does not say what is right",
        ),
        ("missing.epd", "", "missing.epd"),
    ] {
        if !text.is_empty() {
            fs::write(folder.path().join(file), text).expect("written");
        }
        suite(folder.path(), &[file])
            .assert()
            .code(2)
            .stderr(predicate::str::contains(words));
    }
    suite(folder.path(), &["--engine", "random"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("name a fixed one"));
}
