//! `bayeschess lab` as users run it.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;

use crate::support::{bayeschess, folder, number, parsed};

fn lab(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = bayeschess(folder);
    command.arg("lab").args(arguments);
    command
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    parsed(
        &lab(folder, arguments)
            .arg("--json")
            .assert()
            .success()
            .stderr(predicate::str::is_empty())
            .get_output()
            .stdout,
    )
}

const LADDER: [&str; 9] = [
    "ladder",
    "--depth",
    "3",
    "--max-nodes",
    "3000",
    "--out",
    "ladder.csv",
    "--svg",
    "ladder.svg",
];

#[test]
fn the_ladder_stands_beside_the_thesis_and_is_not_climbed_twice() {
    let folder = folder();
    lab(folder.path(), &LADDER).assert().success().stdout(
        predicate::str::contains("26652")
            .and(predicate::str::contains("+ null-move"))
            .and(predicate::str::contains("everything + mtd-f"))
            .and(predicate::str::contains("History Heuristic"))
            .and(predicate::str::contains(">30000")),
    );
    let sheet = fs::read_to_string(folder.path().join("ladder.csv")).expect("a sheet");
    let drawn = fs::read_to_string(folder.path().join("ladder.svg")).expect("a drawing");
    assert!(drawn.contains("iterative-deepening"));
    let report = json(folder.path(), &LADDER);
    assert_eq!(report["complete"], true);
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!(rows.len() % 3, 0);
    assert_eq!(sheet.lines().count(), rows.len() + 1);
    assert_eq!(rows[2]["rung"], "minimax");
    assert!(number(&rows[2], "finished") < 10.0);
    // Nothing was measured again.
    let again = fs::read_to_string(folder.path().join("ladder.csv")).expect("the sheet");
    assert_eq!(sheet, again);
    let mut other = LADDER;
    other[2] = "2";
    lab(folder.path(), &other)
        .assert()
        .code(2)
        .stderr(predicate::str::contains(
            "ladder.csv: it holds points of another recipe",
        ));
}

const ABLATION: [&str; 11] = [
    "ablate",
    "killers",
    "tempo",
    "--games",
    "2",
    "--nodes",
    "60",
    "--out",
    "ablation.csv",
    "--svg",
    "ablation.svg",
];

#[test]
fn features_are_left_out_and_a_sheet_is_extended() {
    let folder = folder();
    lab(folder.path(), &ABLATION).assert().success().stdout(
        predicate::str::contains("killers")
            .and(predicate::str::contains("Elo (95 %)"))
            .and(predicate::str::contains("60 nodes a move, 2 games each")),
    );
    let first = fs::read_to_string(folder.path().join("ablation.csv")).expect("a sheet");
    let mut more = ABLATION.to_vec();
    more.insert(3, "mtd-f");
    let report = json(folder.path(), &more);
    let features: Vec<&str> = report["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["feature"].as_str().expect("a feature"))
        .collect();
    assert_eq!(features, ["killers", "tempo", "mtd-f"]);
    let second = fs::read_to_string(folder.path().join("ablation.csv")).expect("the sheet");
    assert!(second.starts_with(&first), "{second}");
    let drawn = fs::read_to_string(folder.path().join("ablation.svg")).expect("a drawing");
    assert!(drawn.contains("mtd-f") && drawn.contains("evaluation"));
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let folder = folder();
    for (arguments, words) in [
        (&["ablate", "magic"][..], "'magic' is not a feature"),
        (
            &["ablate", "tempo", "--heuristic", "initial"],
            "the classic family has no term 'tempo'",
        ),
        (&["ladder", "--heuristic", "random"], "name a fixed one"),
        (&["ladder", "--svg", "missing/x.svg"], "does not exist"),
    ] {
        lab(folder.path(), arguments)
            .assert()
            .code(2)
            .stderr(predicate::str::contains(words));
    }
    lab(folder.path(), &["ablate", "--games", "3"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("even number"));
}
