//! `bayeschess train` and `tables` with the real binary.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use assert_cmd::Command;
use bayeschess::heuristic::Heuristic;
use bayeschess::model::{HeuristicTable, Objective};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use serde_json::Value;

const RECIPE: &str = "\
title = \"Small & fast\"
start = \"initial\"
seed = 5

[games]
number = 60
nodes = 20

[schedule]
generations = 2
average = 1

[validation]
games = 10
nodes = 20
";

fn bayeschess(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("bayeschess").expect("built");
    command.current_dir(folder).env("BAYESCHESS_HOME", folder);
    command
}

fn scratch() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("r.toml"), RECIPE).expect("written");
    folder
}

fn json(command: &mut Command) -> Value {
    let output = command.assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).expect("one JSON object")
}

/// What must be the same however a training went.
fn content(folder: &Path) -> Vec<Vec<u8>> {
    [
        "generation-001.csv",
        "generation-002.csv",
        "model.csv",
        "model.toml",
    ]
    .map(|name| fs::read(folder.join(name)).expect(name))
    .to_vec()
}

#[test]
fn a_killed_training_goes_on_to_the_same_result() {
    let folder = scratch();
    let folder = folder.path();
    let whole = json(bayeschess(folder).args(["train", "r.toml", "--threads", "1", "--json"]));
    assert_eq!(whole["complete"], true);
    assert_eq!(whole["points"].as_array().expect("points").len(), 2);
    // By default the folder is called like the recipe.
    let expected = content(&folder.join("r"));
    let page = fs::read_to_string(folder.join("r/report.html")).expect("a report");
    assert!(page.contains("<h1>Small &amp; fast</h1>") && page.contains("<svg"));

    // Killed again and again, a little later each time, until it gets through.
    for patience in 1.. {
        let mut child = Process::new(env!("CARGO_BIN_EXE_bayeschess"))
            .current_dir(folder)
            .args(["train", "r.toml", "--out", "killed", "--threads", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        std::thread::sleep(Duration::from_millis(40 * patience));
        let over = child.try_wait().expect("a process").is_some();
        let _ = child.kill();
        child.wait().expect("a process");
        if over {
            break;
        }
    }
    assert_eq!(content(&folder.join("killed")), expected);
    assert!(folder.join("killed/report.html").exists());
    let left = fs::read_dir(folder.join("killed")).expect("a folder");
    let names: Vec<String> = left
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    assert!(!names.iter().any(|name| name.contains(".db")), "{names:?}");
}

#[test]
fn games_are_kept_where_they_are_asked_for() {
    let folder = scratch();
    let kept = folder.path().join("kept");
    let train = |more: &[&str]| {
        let mut command = bayeschess(folder.path());
        command
            .args(["train", "r.toml", "--out", "kept"])
            .args(more);
        command.assert().success();
    };
    train(&["--keep-games"]);
    let table = fs::read(kept.join("generation-001.csv")).expect("a table");
    // What a kill leaves behind goes; what was kept stays, also where its table is made again.
    fs::write(kept.join("generation-002.playing.db"), "left").expect("written");
    fs::remove_file(kept.join("generation-001.csv")).expect("removed");
    train(&["--keep-games"]);
    assert_eq!(
        fs::read(kept.join("generation-001.csv")).expect("a table"),
        table
    );
    assert!(kept.join("generation-001.db").exists());
    train(&[]);
    assert!(kept.join("generation-001.db").exists());
    fs::write(kept.join("generation-001.playing.db"), "left").expect("written");
    train(&[]);
    assert!(!kept.join("generation-001.playing.db").exists());
}

/// A disk that is full when games, then when tables are written: a limit on the size of files does as
/// well, where the signal that goes with it is ignored.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = scratch();
    let folder = folder.path();
    bayeschess(folder)
        .args(["train", "r.toml"])
        .assert()
        .success();
    for blocks in [100, 400] {
        let limited =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" train r.toml --out full");
        let output = Process::new("sh")
            .current_dir(folder)
            .args(["-c", &limited, env!("CARGO_BIN_EXE_bayeschess")])
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("make room"), "{said}");
    }
    bayeschess(folder)
        .args(["train", "r.toml", "--out", "full"])
        .assert()
        .success();
    assert_eq!(content(&folder.join("full")), content(&folder.join("r")));
}

#[test]
fn what_is_learned_plays_and_other_methods_run_through_the_same_recipe() {
    let folder = scratch();
    for method in ["spsa", "random-search", "positions", "texel"] {
        bayeschess(folder.path())
            .args(["train", "r.toml", "--method", method, "--out", method])
            // Without a prior, Texel's weights of so few games can teach nobody further.
            .args((method == "texel").then_some("--generations=1"))
            .assert()
            .success()
            .stdout(contains("complete").and(contains("bayeschess match")))
            .stdout(contains("tables diff initial "));
    }
    bayeschess(folder.path())
        .args([
            "match",
            "spsa/model.csv:max-win",
            "initial",
            "--games",
            "4",
            "--nodes",
            "20",
        ])
        .assert()
        .success();
}

#[test]
fn a_plan_says_what_it_takes_and_writes_nothing() {
    let folder = scratch();
    let plan = json(bayeschess(folder.path()).args(["train", "r.toml", "--plan", "--json"]));
    assert_eq!(plan["games"], 120);
    assert_eq!(plan["validation_games"], 20);
    assert!(plan["disk_bytes"].as_u64().expect("a number") > 0);
    assert!(!folder.path().join("r").exists());
}

#[test]
fn what_cannot_be_trained_is_refused_before_the_first_game() {
    let folder = scratch();
    let refused = |text: &str, what: &str| {
        fs::write(folder.path().join("bad.toml"), text).expect("written");
        bayeschess(folder.path())
            .args(["train", "bad.toml"])
            .assert()
            .code(2)
            .stderr(contains("bad.toml").and(contains(what)));
        assert!(!folder.path().join("bad").exists());
    };
    refused(&RECIPE.replace("seed", "sead"), "line 3");
    refused(&RECIPE.replace("60", "61"), "line 6: number = 61");
    refused(
        &format!("{RECIPE}[step]\nrule = \"shrunk\"\ngain = 1.0\nmost = 7.0\n"),
        "trust region",
    );
    refused(
        &RECIPE.replace("\"initial\"", "\"random\""),
        "line 2: start = 'random': name one heuristic",
    );
    refused(
        &RECIPE.replace("\"initial\"", "\"gone.csv\""),
        "line 2: start = 'gone.csv'",
    );
    let taught = |by: &str| format!("{RECIPE}[positions]\ngames = 20\n{by}\n");
    refused(&taught("taught_by = \"initial\""), "nobody teaches");
    let searched = "teacher = 20\ntrust = 0.5\ntaught_by = ";
    refused(&taught(&format!("{searched}\"gone.csv\"")), "taught_by");
    refused(&taught(&format!("{searched}\"random\"")), "taught_by");
    fs::write(
        folder.path().join("r.toml"),
        RECIPE.replace("average = 1", "average = 1\nmemory = 2"),
    )
    .expect("written");
    bayeschess(folder.path())
        .args(["train", "r.toml", "--method", "spsa"])
        .assert()
        .code(2)
        .stderr(contains("line 12: memory = 2: only a trial").and(contains("--method spsa")));
    assert!(!folder.path().join("r").exists());
    bayeschess(folder.path())
        .args(["train", "r.toml", "--method", "magic"])
        .assert()
        .code(2)
        .stderr(contains("expected trial"));
}

#[test]
fn a_folder_of_another_recipe_is_refused() {
    let folder = scratch();
    let train = |recipe: &str| {
        fs::write(folder.path().join("r.toml"), recipe).expect("written");
        bayeschess(folder.path()).args(["train", "r.toml"]).assert()
    };
    train(&RECIPE.replace("generations = 2", "generations = 1")).success();
    let before = files(&folder.path().join("r"));
    let other = RECIPE.replace("nodes = 20\n\n[schedule]", "nodes = 25\n\n[schedule]");
    // At once: nothing is said of what it would take, for no game was played to find out.
    let at_once = || {
        contains("another recipe (games.nodes 20, not 25);").and(contains("on this machine").not())
    };
    train(&other).code(2).stderr(at_once());
    bayeschess(folder.path())
        .args(["train", "r.toml", "--plan"])
        .assert()
        .code(2)
        .stderr(at_once());
    assert_eq!(files(&folder.path().join("r")), before);
    // More generations of the same extend it.
    train(RECIPE).success().stdout(contains("generation   2"));
}

/// Every file of a folder with what is in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder");
    let files = entries.map(|entry| {
        let path = entry.expect("an entry").path();
        let bytes = fs::read(&path).expect("readable");
        (path, bytes)
    });
    files.collect()
}

/// Another family's table, or one whose family has other parameters by now, is none of this training.
#[test]
fn a_generation_of_another_schema_is_refused() {
    let folder = scratch();
    let folder = folder.path();
    let train = |start: &str, out: &str| {
        fs::write(folder.join("r.toml"), RECIPE.replace("initial", start)).expect("written");
        bayeschess(folder)
            .args(["train", "r.toml", "--out", out])
            .assert()
    };
    train("modern:initial", "modern").success();
    train("initial", "classic").success();
    let card = folder.join("classic/generation-002.toml");
    let text = fs::read_to_string(&card).expect("a card");
    let (_, after) = text.split_once("schema_fingerprint = \"").expect("one");
    let (print, _) = after.split_once('"').expect("quoted");
    fs::write(&card, text.replace(print, "0123456789abcdef")).expect("written");
    train("initial", "classic").code(2).stderr(
        contains("generation-002.toml: a table of the schema 'classic 0123456789abcdef'")
            .and(contains(format!("it has classic {print}"))),
    );
    for ending in ["csv", "toml"] {
        let table = format!("generation-002.{ending}");
        let (there, here) = (folder.join("modern"), folder.join("classic"));
        fs::copy(there.join(&table), here.join(&table)).expect("copied");
    }
    train("initial", "classic").code(2).stderr(
        contains("generation-002.csv: a table of the schema 'modern ")
            .and(contains("where this training has 'classic ")),
    );
}

#[test]
fn a_second_process_in_the_folder_is_refused() {
    let folder = scratch();
    let kept = folder.path().join("r");
    fs::create_dir(&kept).expect("made");
    let first = fs::File::create(kept.join("curve.csv.lock")).expect("a lock file");
    first.lock().expect("free");
    bayeschess(folder.path())
        .args(["train", "r.toml"])
        .assert()
        .code(2)
        .stderr(contains("another process").and(contains("on this machine").not()));
    // What it will take may be asked all the same.
    bayeschess(folder.path())
        .args(["train", "r.toml", "--plan"])
        .assert()
        .success();
    assert_eq!(fs::read_dir(&kept).expect("a folder").count(), 1);
    drop(first);
    bayeschess(folder.path())
        .args(["train", "r.toml"])
        .assert()
        .success();
}

#[test]
fn tables_are_shown_compared_joined_and_taken_apart() {
    let folder = scratch();
    let folder = folder.path();
    let run = |words: &[&str]| bayeschess(folder).args(words).assert();
    run(&["train", "r.toml"]).success();
    run(&["tables", "show", "r/model.csv"])
        .success()
        .stdout(contains("learned from 120 games").and(contains("knight")));
    run(&["tables", "show", "initial", "--boards", "knight"])
        .success()
        .stdout(contains("middlegame"));
    let boards = run(&["tables", "show", "initial", "--boards", "knight"]).success();
    let boards = String::from_utf8_lossy(&boards.get_output().stdout).into_owned();
    let rank = boards.lines().find(|line| line.starts_with("8 "));
    let rank = rank.expect("a rank");
    for board in [46, 92] {
        assert_eq!(rank.get(board - 4..board + 2), Some("    8 "), "{boards}");
    }
    run(&["tables", "show", "initial", "--boards", "bishops"]).code(2);
    run(&["tables", "show", "initial", "--parameter", "nothing"]).code(2);
    let cells = ["--parameter", "knight_e4", "--cells", "cells.csv"];
    let show = |model: &'static str| [&["tables", "show", model][..], &cells].concat();
    run(&show("initial")).code(2).stderr(contains("no cells"));
    run(&show("r/generation-001.csv")).success();
    let mut rows = csv::Reader::from_path(folder.join("cells.csv")).expect("a table");
    let mut probability = 0.0;
    for row in rows.records() {
        let row = row.expect("a row");
        let number = |column: usize| row[column].parse::<f64>().expect("a number");
        let [stated, low, high] = [7, 8, 9].map(number);
        assert!(low < stated && stated < high, "{row:?}");
        probability += stated;
    }
    // Two knights on that square, three phases, three results: each a distribution over five levels.
    assert!((probability - 18.0).abs() < 1e-9, "{probability}");
    run(&show("r/generation-001.csv"))
        .code(2)
        .stderr(contains("--force"));
    run(&["tables", "diff", "initial", "initial"]).success();
    run(&["tables", "diff", "initial", "r/model.csv"])
        .code(1)
        .stdout(contains("weights differ"));
    run(&["tables", "diff", "initial", "modern:initial"])
        .code(2)
        .stderr(contains("one family"));
    // Tables of different centres do not go together, halves of one do.
    run(&[
        "tables",
        "merge",
        "r/generation-001.csv",
        "r/generation-002.csv",
        "--out",
        "x.csv",
    ])
    .code(2)
    .stderr(contains("different values"));
    let one = "r/generation-001.csv";
    run(&["tables", "merge", one, one, "--out", "twice.csv"]).success();
    run(&["tables", "subtract", "twice.csv", one, "--out", "once.csv"]).success();
    let read = |name: &str| HeuristicTable::load(&folder.join(name)).expect("a table");
    assert_eq!(read("once.csv"), read(one));
    assert_eq!(
        read(one).heuristic(Objective::MaxWin).fingerprint(),
        Heuristic::initial().fingerprint()
    );
}
