//! Files of version 0.1.0: they are read, brought up to date and gone on with, or refused in one sentence.
//!
//! How they were made: `tests/upgrade/README.md`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{TWO_GAMES, bayeschess, field, folder, json, parsed, told};

/// Returns the content of a file that 0.1.0 wrote.
fn original(name: &str) -> Vec<u8> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/upgrade/{name}.zst"));
    let packed = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    zstd::decode_all(packed.as_slice()).expect("unpacked")
}

/// Returns a folder with files that 0.1.0 wrote.
fn folder_with(names: &[&str]) -> TempDir {
    let at = folder();
    for name in names {
        let file = at.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("created");
        fs::write(file, original(name)).expect("written");
    }
    at
}

fn run(at: &TempDir, words: &str) -> Value {
    json(bayeschess(at.path()).args(words.split_whitespace()))
}

#[test]
fn a_database_is_brought_up_to_date_and_keeps_its_content() {
    let at = folder_with(&["games.db"]);
    let was = parsed(&original("info.json"));
    let is = run(&at, "db info games.db --json");
    for path in ["content_hash", "games", "cases", "collected_games"] {
        assert_eq!(field(&is, path), field(&was, path), "{path}");
    }
    run(&at, "db verify games.db --json");
    let mut command = bayeschess(at.path());
    command.args([
        "db",
        "export",
        "games.db",
        "--format",
        "pgn",
        "--out",
        "exported.pgn",
    ]);
    command.assert().success();
    let exported = fs::read(at.path().join("exported.pgn")).expect("exported");
    assert!(
        exported == original("exported.pgn"),
        "the games are the same"
    );
}

#[test]
fn a_database_teaches_the_same_table_and_takes_more_games() {
    let at = folder_with(&["games.db"]);
    run(&at, "learn --db games.db --out table.csv --json");
    let checksum = |card: &[u8]| -> String {
        let card: toml::Table = str::from_utf8(card).expect("text").parse().expect("TOML");
        card["checksum"].as_str().expect("a checksum").to_owned()
    };
    let card = fs::read(at.path().join("table.toml")).expect("a card");
    assert_eq!(checksum(&card), checksum(&original("table.toml")));
    fs::write(at.path().join("more.pgn"), TWO_GAMES.replace("Bb4", "Nf6")).expect("written");
    let mut import = bayeschess(at.path());
    import.args(["db", "import", "games.db", "more.pgn"]);
    import.assert().success();
    let info = run(&at, "db info games.db --json");
    // The first of the two is new, the second was there.
    assert_eq!(field(&info, "collected_games"), 3);
}

#[test]
fn an_opponent_of_a_database_is_remembered() {
    let at = folder_with(&["games.db"]);
    let opponents = run(&at, "opponent list --db games.db --json");
    assert_eq!(field(&opponents, "opponents")[0]["name"], "Anne Other");
}

#[test]
fn a_journal_is_gone_on_with() {
    let at = folder_with(&["whole.journal"]);
    let words = "match initial random --games 6 --nodes 20 --seed 2 --journal whole.journal --json";
    let outcome = run(&at, words);
    let count = |name: &str| field(&outcome, name).as_u64().expect("a number");
    assert_eq!(count("games"), 6);
    // Of the four games that were there one was won and three were drawn.
    assert!(count("wins") >= 1 && count("draws") >= 3, "{outcome}");
}

#[test]
fn learned_tables_style_tables_and_books_are_used() {
    let generation = ["whole/generation-001.csv", "whole/generation-001.toml"];
    let at = folder_with(
        &[
            &generation[..],
            &["style.csv", "style.toml", "tree.tree", "book.bin"],
        ]
        .concat(),
    );
    fs::write(at.path().join("games.pgn"), TWO_GAMES).expect("written");
    run(
        &at,
        "match whole/generation-001.csv:max-win random --games 2 --nodes 20 --json",
    );
    let mut classify = bayeschess(at.path());
    classify.args(["style", "classify", "games.pgn", "--model", "style.csv"]);
    let style = json(classify.args(["--names", "Storm, A.", "--json"]));
    assert_eq!(field(&style, "games"), 2, "{style}");
    for words in ["book show book.bin", "book show tree.tree --tree"] {
        bayeschess(at.path())
            .args(words.split_whitespace())
            .assert()
            .success();
    }
}

#[test]
fn a_training_is_refused_in_one_sentence_since_the_search_has_changed() {
    let names = [
        "recipe.toml",
        "curve.csv",
        "generation-001.csv",
        "generation-001.toml",
    ];
    let names = names.map(|name| format!("whole/{name}"));
    let at = folder_with(&names.each_ref().map(String::as_str));
    let words = ["train", "whole/recipe.toml", "--out", "whole"];
    let output = bayeschess(at.path()).args(words).output().expect("ran");
    let (code, _, message) = told(output);
    assert_eq!(code, Some(2), "{message}");
    let said = message
        .lines()
        .filter(|line| line.starts_with("bayeschess:"));
    assert_eq!(said.count(), 1, "{message}");
    assert!(
        message.contains("bayeschess 0.1.0, bench 1667694"),
        "{message}"
    );
    for name in names {
        let kept = fs::read(at.path().join(&name)).expect("a file");
        assert!(kept == original(&name), "{name} is as it was");
    }
}
