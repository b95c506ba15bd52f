//! The real binary trains a style table, shows it and recognises with it; bad input gets one
//! sentence and exit code 2.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;

const GAMES: &str = "\
[Event \"1\"]\n[White \"Storm, A.\"]\n[Black \"Wall, D.\"]\n[Result \"1-0\"]\n\n\
1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 c5 1-0\n\n\
[Event \"2\"]\n[White \"Wall,D\"]\n[Black \"Storm, A.\"]\n[Result \"1/2-1/2\"]\n\n\
1. d4 Nf6 2. c4 g6 1/2-1/2\n\n\
[Event \"3\"]\n[White \"Storm, A.\"]\n[Black \"Wall, D.\"]\n[Result \"*\"]\n\n\
1. e4 e5 2. Ke3 *\n";

const LABELS: &str = "file,names,style,basis,games\n\
games.pgn,\"Storm, A.\",attacking,original,3\n\
games.pgn,\"Wall, D.|Wall,D\",defensive,original,3\n\
other.pgn,\"Nobody\",mixed,reputation,0\n";

fn style() -> Command {
    let mut command = Command::cargo_bin("bayeschess").expect("the binary");
    command.arg("style");
    command
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), GAMES).expect("games");
    fs::write(folder.path().join("labels.csv"), LABELS).expect("labels");
    folder
}

fn train(folder: &Path) -> Command {
    let mut command = style();
    command.current_dir(folder).args([
        "train",
        "--labels",
        "labels.csv",
        "--pgn",
        ".",
        "--out",
        "style.csv",
    ]);
    command
}

fn json(command: &mut Command) -> Value {
    let output = command
        .arg("--json")
        .assert()
        .success()
        .get_output()
        .clone();
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn training_accounts_for_every_game() {
    let folder = folder();
    let figures = json(&mut train(folder.path()));
    assert_eq!(figures["games"], 4);
    // Storm: 4 moves with White, 2 with Black; Wall: 4 with Black, 2 with White.
    assert_eq!(figures["cases"], 12);
    for file in figures["files"].as_array().expect("files") {
        assert_eq!(file["read"], 3);
        assert_eq!(file["kept"], 2);
        assert_eq!(file["rejected"], 1);
        assert_eq!(file["white"], 1);
        assert_eq!(file["black"], 1);
    }
    let table = fs::read_to_string(folder.path().join("style.csv")).expect("a table");
    assert!(table.starts_with("attribute,value,style,count,probability\n"));
    // Laplace: (4 + 1) / (6 + 12).
    assert!(
        table.contains("first_move,e4,attacking,4,0.277777778\n"),
        "{table}"
    );
    train(folder.path())
        .assert()
        .code(2)
        .stderr(contains("the file exists"));
    train(folder.path()).arg("--force").assert().success();
}

#[test]
fn a_trained_table_recognises_and_a_changed_one_is_refused() {
    let folder = folder();
    train(folder.path()).assert().success();
    let classify = |names: &str| {
        let mut command = style();
        command
            .current_dir(folder.path())
            .args(["classify", "games.pgn"]);
        command.args(["--model", "style.csv", "--per-game", "--names", names]);
        command
    };
    let storm = json(&mut classify("Storm, A."));
    let wall = json(&mut classify("Wall, D.|Wall,D"));
    assert_eq!(
        (&storm["games"], &storm["games_rejected"]),
        (&2.into(), &1.into())
    );
    assert_eq!(storm["per_game"].as_array().expect("games").len(), 2);
    assert_eq!(storm["style"], "attacking");
    assert_eq!(wall["style"], "defensive");
    assert!(storm["score"].as_f64() > wall["score"].as_f64());
    classify("Nobody")
        .assert()
        .code(2)
        .stderr(contains("check the spelling in --names"));

    let table = folder.path().join("style.csv");
    let changed = fs::read_to_string(&table).expect("a table").replacen(
        "e4,attacking,4",
        "e4,attacking,5",
        1,
    );
    fs::write(&table, changed).expect("changed");
    classify("Storm, A.")
        .assert()
        .code(2)
        .stderr(contains("style.csv: changed since it was trained"));
}

#[test]
fn bad_labels_get_a_sentence_with_the_line() {
    let folder = folder();
    let labels = folder.path().join("labels.csv");
    for (text, said) in [
        (
            "file,names,style,basis\ngames.pgn,A,wild,original\n",
            "line 2: 'wild' is no style",
        ),
        (
            "file,names,style,basis\ngames.pgn,A,mixed,hearsay\n",
            "'hearsay' is no basis",
        ),
        (
            "file,names,style\ngames.pgn,A,mixed\n",
            "there is no column 'basis'",
        ),
        (
            "file,names,style,basis\nmissing.pgn,A,mixed,original\n",
            "missing.pgn",
        ),
        (
            "file,names,style,basis\ngames.pgn,A,mixed,original\n",
            "none of its 3 games was played by A",
        ),
        (
            "file,names,style,basis\ngames.pgn,A,mixed,reputation\n",
            "choose --basis all",
        ),
    ] {
        fs::write(&labels, text).expect("labels");
        train(folder.path()).assert().code(2).stderr(contains(said));
        assert!(!folder.path().join("style.csv").exists());
    }
    fs::remove_file(&labels).expect("removed");
    train(folder.path())
        .assert()
        .code(2)
        .stderr(contains("labels.csv"));
}

/// What the issue asks of the shipped table: the attacking column of figure 5.5 within about 2
/// points of the printed one, figure 5.8 within about 4.
#[test]
fn the_shipped_table_comes_back_as_far_as_it_should() {
    let figures = json(style().arg("tables"));
    let rows = figures["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 3 * (12 + 2 + 5 + 4));
    for row in rows {
        let off = row["difference_points"].as_f64().expect("a number").abs();
        if row["figure"] == "5.5" && row["style"] == "attacking" {
            assert!(off < 2.0, "{row}");
        }
        if row["figure"] == "5.8" {
            assert!(off < 4.0, "{row}");
        }
    }
}
