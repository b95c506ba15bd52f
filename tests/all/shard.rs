//! `shard`: parts in any order, by any worker, damaged or done twice, give what one process gives.

use std::fs;
use std::path::{Path, PathBuf};

use predicates::str::contains;
use serde_json::Value;

use super::support::{bayeschess, json};

const GAMES: &str = "selfplay --games 13 --nodes 40 --alternate --seed 5 --max-plies 80";

pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
}

pub fn plan(folder: &Path, name: &str, parts: &str, command: &str) {
    bayeschess(folder)
        .args(["shard", "plan", "--out", name, "--parts", parts, "--"])
        .args(words(command))
        .assert()
        .success();
}

pub fn run(folder: &Path, name: &str, part: usize) -> Value {
    let number = part.to_string();
    let args = [
        "shard",
        "run",
        name,
        &number,
        "--dir",
        "parts",
        "--threads",
        "1",
        "--json",
    ];
    json(bayeschess(folder).args(args))
}

pub fn merge(folder: &Path, name: &str, out: &str) {
    bayeschess(folder)
        .args(["shard", "merge", name, "--dir", "parts", "--out", out])
        .assert()
        .success();
}

pub fn content_hash(folder: &Path, database: &str) -> String {
    let info = json(bayeschess(folder).args(["db", "info", database, "--json"]));
    info["content_hash"].as_str().expect("a hash").to_owned()
}

pub fn parts_in(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder.join("parts"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    found.sort();
    found
}

#[test]
fn parts_of_selfplay_give_the_games_of_one_process() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    bayeschess(folder)
        .args(words(GAMES))
        .args(["--db", "whole.db"])
        .assert()
        .success();
    plan(
        folder,
        "m",
        "4",
        &format!("{GAMES} --db ignored.db --threads 2"),
    );
    for part in [2, 0, 3] {
        assert_eq!(run(folder, "m", part)["state"], "written");
    }
    bayeschess(folder)
        .args(["shard", "merge", "m", "--dir", "parts", "--out", "sum.db"])
        .assert()
        .code(1)
        .stdout(contains("missing: 1"));
    assert!(!folder.join("sum.db").exists());
    run(folder, "m", 1);
    assert_eq!(run(folder, "m", 1)["state"], "already there");
    merge(folder, "m", "sum.db");
    assert_eq!(
        content_hash(folder, "sum.db"),
        content_hash(folder, "whole.db")
    );
    // Nothing but the parts lies in the folder, and they are as they were written.
    assert_eq!(parts_in(folder).len(), 4);
    merge(folder, "m", "again.db");
    // The merged run goes on as any other.
    let longer = GAMES.replace("13", "15");
    for database in ["sum.db", "whole.db"] {
        let mut command = bayeschess(folder);
        command.args(words(&longer)).args(["--db", database]);
        command.assert().success();
    }
    assert_eq!(
        content_hash(folder, "sum.db"),
        content_hash(folder, "whole.db")
    );
}

#[test]
fn a_damaged_part_is_found_and_done_again() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    plan(
        folder,
        "m",
        "2",
        "selfplay --games 4 --nodes 20 --max-plies 60",
    );
    run(folder, "m", 0);
    run(folder, "m", 1);
    let part = parts_in(folder).remove(1);
    let mut bytes = fs::read(&part).expect("there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&part, bytes).expect("written");
    fs::write(folder.join("parts/notes.txt"), "a user's").expect("written");
    bayeschess(folder)
        .args(["shard", "merge", "m", "--dir", "parts", "--out", "sum.db"])
        .assert()
        .code(1)
        .stdout(contains("damaged"));
    assert_eq!(run(folder, "m", 1)["state"], "written");
    merge(folder, "m", "sum.db");
    assert_eq!(parts_in(folder).len(), 3);
}

#[test]
fn another_manifest_program_or_input_is_refused_in_a_sentence() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    let refused = |args: &[&str], part: &str| {
        bayeschess(folder)
            .args(args)
            .assert()
            .code(2)
            .stderr(contains(part));
    };
    let run_of = |name| ["shard", "run", name, "0", "--dir", "parts"];
    plan(folder, "m", "2", "selfplay --games 4 --nodes 20");
    let text = fs::read_to_string(folder.join("m")).expect("there");
    fs::write(folder.join("changed"), text.replace("\"4\"", "\"6\"")).expect("written");
    refused(&run_of("changed"), "was changed");
    fs::write(folder.join("other"), text.replace("bench ", "bench 1")).expect("written");
    refused(&run_of("other"), "was changed");
    fs::write(folder.join("none"), "games = 3\n").expect("written");
    refused(&run_of("none"), "not a manifest");
    refused(&["shard", "run", "m", "2", "--dir", "parts"], "no part 2");
    refused(
        &[
            "shard", "plan", "--out", "n", "--parts", "9", "--", "selfplay", "--games", "4",
        ],
        "cannot be divided into 9 parts",
    );
    refused(
        &[
            "shard", "plan", "--out", "m", "--parts", "2", "--", "selfplay",
        ],
        "exists",
    );
    fs::write(
        folder.join("book.epd"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n",
    )
    .expect("written");
    plan(
        folder,
        "b",
        "2",
        "selfplay --games 4 --nodes 20 --openings book.epd",
    );
    fs::write(
        folder.join("book.epd"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -\n",
    )
    .expect("written");
    refused(&run_of("b"), "other work here");
    fs::remove_file(folder.join("book.epd")).expect("there");
    refused(&run_of("b"), "book.epd");
}

#[test]
fn a_result_replaces_no_input_and_no_manifest() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    let book = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";
    fs::write(folder.join("book.epd"), book).expect("written");
    let command = "selfplay --games 2 --nodes 20 --max-plies 60 --openings book.epd";
    plan(folder, "m", "1", command);
    run(folder, "m", 0);
    let manifest = fs::read(folder.join("m")).expect("there");
    for out in ["book.epd", "m"] {
        bayeschess(folder)
            .args([
                "shard", "merge", "m", "--dir", "parts", "--out", out, "--force",
            ])
            .assert()
            .code(2)
            .stderr(contains("is read by the same command"));
    }
    assert_eq!(fs::read(folder.join("m")).expect("there"), manifest);
    assert_eq!(
        fs::read_to_string(folder.join("book.epd")).expect("there"),
        book
    );
}

#[test]
fn norms_of_parts_are_those_of_all_files_byte_for_byte() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    for (seed, name) in [("1", "a"), ("2", "b")] {
        let selfplay = "selfplay --games 40 --nodes 20 --max-plies 60";
        let database = format!("{name}.db");
        let mut command = bayeschess(folder);
        command
            .args(words(selfplay))
            .args(["--seed", seed, "--db", &database]);
        command.assert().success();
        let pgn = format!("{name}.pgn");
        bayeschess(folder)
            .args(["db", "export", &database, "--pgn", &pgn])
            .assert()
            .success();
    }
    let norms = "style norms a.pgn b.pgn --population engine --keep-duplicates";
    bayeschess(folder)
        .args(words(norms))
        .args(["--out", "whole.toml"])
        .assert()
        .success();
    plan(folder, "m", "5", &format!("{norms} --out x.toml"));
    for part in 0..5 {
        run(folder, "m", part);
    }
    merge(folder, "m", "sum.toml");
    let [whole, sum] =
        ["whole.toml", "sum.toml"].map(|name| fs::read(folder.join(name)).expect("there"));
    assert_eq!(sum, whole);
    let mut command = bayeschess(folder);
    command.args(["shard", "plan", "--out", "d", "--parts", "2", "--"]);
    command
        .args(words("style norms a.pgn"))
        .assert()
        .code(2)
        .stderr(contains("--keep-duplicates"));
    // A changed file is refused by the parts that read the changed bytes.
    let text = fs::read_to_string(folder.join("b.pgn")).expect("there");
    let last = text.rfind("1. ").expect("moves");
    let changed = format!("{}2{}", &text[..last], &text[last + 1..]);
    fs::write(folder.join("b.pgn"), changed).expect("written");
    fs::remove_dir_all(folder.join("parts")).expect("there");
    run(folder, "m", 0);
    bayeschess(folder)
        .args(["shard", "run", "m", "4", "--dir", "parts"])
        .assert()
        .code(2)
        .stderr(contains("differs from the planned one"));
}

#[test]
fn a_generation_played_in_parts_makes_the_same_table() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    let recipe = "title = \"Tiny\"\nstart = \"initial\"\nseed = 7\n[games]\nnumber = 24\nnodes = 30\n[schedule]\ngenerations = 1\n\
                  [validation]\ngames = 2\nnodes = 20\n";
    fs::write(folder.join("tiny.toml"), recipe).expect("written");
    for out in ["one", "parts-of"] {
        if out == "parts-of" {
            plan(folder, "m", "3", "train tiny.toml --out parts-of");
            for part in 0..3 {
                run(folder, "m", part);
            }
            fs::create_dir_all(folder.join(out)).expect("made");
            merge(folder, "m", "parts-of/generation-001.db");
        }
        bayeschess(folder)
            .args(["train", "tiny.toml", "--out", out])
            .assert()
            .success();
    }
    let [one, parts] = ["one", "parts-of"]
        .map(|out| fs::read(folder.join(out).join("generation-001.csv")).expect("a table"));
    assert_eq!(one, parts);
    let mut command = bayeschess(folder);
    command.args(["shard", "plan", "--out", "n", "--parts", "2", "--"]);
    command
        .args(words("train tiny.toml --out one"))
        .assert()
        .code(2)
        .stderr(contains("all generations"));
}

#[test]
fn a_trial_of_adapting_in_parts_reports_the_same() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    let trial = "lab adapt --games 16 --nodes 20 --seed 3";
    let report = |journal: &str| {
        json(
            bayeschess(folder)
                .args(words(trial))
                .args(["--journal", journal, "--json"]),
        )
    };
    let whole = report("whole.journal");
    plan(folder, "first", "3", trial);
    for part in 0..3 {
        run(folder, "first", part);
    }
    merge(folder, "first", "fold.journal");
    plan(
        folder,
        "second",
        "1",
        &format!("{trial} --journal fold.journal"),
    );
    run(folder, "second", 0);
    merge(folder, "second", "all.journal");
    assert_eq!(report("all.journal"), whole);
}
