//! `bayeschess train` and `tables` with the real binary.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command as Process;
use std::process::Stdio;

use bayeschess::heuristic::Heuristic;
use bayeschess::model::{HeuristicTable, Objective};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use serde_json::Value;

use crate::support::{bayeschess, folder, json, kill, process, wait_until};

const RECIPE: &str = "\
title = \"Small & fast\"
start = \"initial\"
seed = 7

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

/// Lines for a recipe whose weights follow what short searches find.
const SEARCHED: &str = "\
[positions]
per_game = 4
teacher = 20
trust = 0.5
";

/// Lines for a recipe that tells its objectives apart in the end.
const OBJECTIVES: &str = "\
[objectives]
games = 20
reach = 0.25
";

fn scratch() -> tempfile::TempDir {
    let folder = folder();
    fs::write(folder.path().join("r.toml"), RECIPE).expect("written");
    folder
}

/// What must be the same however a training went: every table and every card, by name.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let is_content = |name: &str| {
        let keeps_time = ["curve.csv", "core-hours.toml"].contains(&name);
        let kind = Path::new(name).extension().and_then(|kind| kind.to_str());
        !keeps_time && matches!(kind, Some("csv" | "toml"))
    };
    let all = files(folder).into_iter();
    all.filter(|(name, _)| is_content(name)).collect()
}

/// Every file of a folder, by name, with what is in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder");
    let files = entries.map(|entry| {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).expect("readable"))
    });
    files.collect()
}

/// Trains `recipe` in one go, and again killed again and again, a little later each time, until it gets through;
/// both come to the same, which `holds` these files at the least. The folder with the first in `r`, and what that
/// reported.
fn a_killed_training_comes_to_the_same(recipe: &str, holds: &[&str]) -> (tempfile::TempDir, Value) {
    let scratch = scratch();
    let folder = scratch.path();
    fs::write(folder.join("r.toml"), recipe).expect("written");
    let whole = json(bayeschess(folder).args(["train", "r.toml", "--threads", "1", "--json"]));
    assert_eq!(whole["complete"], true);
    // By default the folder is called like the recipe.
    let expected = content(&folder.join("r"));
    for name in holds {
        assert!(
            expected.contains_key(*name),
            "{name}: {:?}",
            expected.keys()
        );
    }

    let states = || {
        let files = fs::read_dir(folder.join("killed")).into_iter().flatten();
        let mut states: Vec<(std::ffi::OsString, u64)> = files
            .filter_map(|entry| {
                let entry = entry.ok()?;
                Some((entry.file_name(), entry.metadata().ok()?.len()))
            })
            .collect();
        states.sort();
        states
    };
    let mut kills = 0;
    loop {
        let mut child = process(folder)
            .args(["train", "r.toml", "--out", "killed", "--threads", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        // Every third run may change the folder once more before it is killed. A training that gets
        // through has then met many kills, also where polling misses some of the changes.
        let (mut last, mut changes, mut over) = (states(), 0, false);
        wait_until("the folder changes or the training ends", || {
            let now = states();
            changes += u32::from(now != last);
            last = now;
            over = child.try_wait().expect("a process").is_some();
            over || changes > kills / 3
        });
        if over {
            break;
        }
        if !kill(&mut child) {
            break;
        }
        kills += 1;
    }
    assert!(kills >= 5, "only {kills} kills met a running training");
    let killed = folder.join("killed");
    assert!(
        content(&killed) == expected,
        "{:?} and {:?}",
        files(&killed).keys(),
        expected.keys()
    );
    assert!(killed.join("report.html").exists());
    let left: Vec<String> = files(&killed).into_keys().collect();
    assert!(!left.iter().any(|name| name.contains(".db")), "{left:?}");
    (scratch, whole)
}

#[test]
fn a_killed_training_goes_on_to_the_same_result() {
    let (folder, whole) = a_killed_training_comes_to_the_same(
        RECIPE,
        &["generation-001.csv", "generation-002.csv", "model.toml"],
    );
    assert_eq!(whole["points"].as_array().expect("points").len(), 2);
    let page = fs::read_to_string(folder.path().join("r/report.html")).expect("a report");
    assert!(page.contains("<h1>Small &amp; fast</h1>") && page.contains("<svg"));
}

/// What the recipe of the shipped classic table goes through: a fit, a trial around it, its objectives.
#[test]
fn so_does_one_with_a_fit_before_and_objectives_after_it() {
    a_killed_training_comes_to_the_same(
        &format!("{RECIPE}{SEARCHED}games = 20\n{OBJECTIVES}"),
        &[
            "positions-001.csv",
            "generation-002.csv",
            "objectives-002.csv",
        ],
    );
}

/// And what that of the shipped modern table does: fits to positions of its own games, generation after generation.
#[test]
fn so_does_one_that_fits_positions() {
    let recipe = RECIPE.replace("title", "method = \"positions\"\ntitle");
    a_killed_training_comes_to_the_same(
        &format!("{recipe}{SEARCHED}{OBJECTIVES}"),
        &[
            "positions-001.csv",
            "positions-002.csv",
            "objectives-002.csv",
        ],
    );
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
            .stdout(contains("model diff initial "));
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
fn a_plan_of_what_has_ended_says_that_nothing_is_left() {
    let folder = scratch();
    bayeschess(folder.path())
        .args(["train", "r.toml"])
        .assert()
        .success();
    bayeschess(folder.path())
        .args(["train", "r.toml", "--plan"])
        .assert()
        .success()
        .stdout("Nothing is left to be played: r holds all of it\n");
    let plan = json(bayeschess(folder.path()).args(["train", "r.toml", "--plan", "--json"]));
    for what in ["games", "validation_games", "seconds", "disk_bytes"] {
        assert_eq!(plan[what], 0, "{what}");
    }
}

#[test]
fn a_new_recipe_can_be_planned_and_replaces_nothing() {
    let folder = scratch();
    let train = |more: &[&str]| {
        let mut train = bayeschess(folder.path());
        train.args(["train", "new.toml"]).args(more).assert()
    };
    train(&["--new"])
        .success()
        .stdout(contains("bayeschess train new.toml --plan"));
    let text = fs::read_to_string(folder.path().join("new.toml")).expect("a recipe");
    train(&["--plan"]).success();
    train(&["--new"])
        .code(2)
        .stderr(contains("new.toml is there already"));
    assert_eq!(
        fs::read_to_string(folder.path().join("new.toml")).expect("a recipe"),
        text
    );
    train(&["--new", "--plan"]).code(2);
    bayeschess(folder.path())
        .args(["train", "a b.toml", "--new"])
        .assert()
        .success()
        .stdout(contains("bayeschess train \"a b.toml\" --plan"));
    // A folder cannot have the name of the recipe.
    let unending = |more: &str| {
        let mut train = bayeschess(folder.path());
        train.args(["train", "unending", more]).assert()
    };
    unending("--new")
        .success()
        .stdout(contains("bayeschess train unending --plan"));
    unending("--plan").success();
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
        &RECIPE.replace("60", "-1"),
        "line 6: expected a whole number from 0 to 4294967295, not -1",
    );
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
    run(&["model", "show", "r/model.csv"])
        .success()
        .stdout(contains("learned from 120 games").and(contains("knight")));
    run(&["model", "show", "initial", "--boards", "knight"])
        .success()
        .stdout(contains("middlegame"));
    let boards = run(&["model", "show", "initial", "--boards", "knight"]).success();
    let boards = String::from_utf8_lossy(&boards.get_output().stdout).into_owned();
    let rank = boards.lines().find(|line| line.starts_with("8 "));
    let rank = rank.expect("a rank");
    for board in [46, 92] {
        assert_eq!(rank.get(board - 4..board + 2), Some("    8 "), "{boards}");
    }
    run(&["model", "show", "initial", "--boards", "bishops"]).code(2);
    run(&["model", "show", "initial", "--parameter", "nothing"]).code(2);
    let cells = ["--parameter", "knight_e4", "--cells", "cells.csv"];
    let show = |model: &'static str| [&["model", "show", model][..], &cells].concat();
    run(&show("initial"))
        .code(2)
        .stderr(contains("no probabilities"));
    run(&show("r/model.csv"))
        .code(2)
        .stderr(contains("generation-*.csv"));
    assert!(!folder.join("cells.csv").exists());
    run(&["model", "show", "r/model.csv"])
        .success()
        .stdout(contains("it holds no counts: a training keeps them"));
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
    run(&["model", "diff", "initial", "initial"]).success();
    run(&["model", "diff", "initial", "r/model.csv"])
        .code(1)
        .stdout(contains("weights differ"));
    run(&["model", "diff", "initial", "modern:initial"])
        .code(2)
        .stderr(contains("one family"));
    // Tables of different centres do not go together, halves of one do.
    run(&[
        "model",
        "merge",
        "r/generation-001.csv",
        "r/generation-002.csv",
        "--out",
        "x.csv",
    ])
    .code(2)
    .stderr(contains("different values"));
    let one = "r/generation-001.csv";
    run(&["model", "merge", one, one, "--out", "twice.csv"]).success();
    run(&["model", "subtract", "twice.csv", one, "--out", "once.csv"]).success();
    let read = |name: &str| HeuristicTable::load(&folder.join(name)).expect("a table");
    assert_eq!(read("once.csv"), read(one));
    let age = ["model", "age", one, "--times", "2", "--out", "aged.csv"];
    run(&age).success().stdout(contains("written: aged.csv"));
    let games = |table: &HeuristicTable| -> u64 {
        table.card().origins.iter().map(|origin| origin.games).sum()
    };
    let (before, aged) = (read(one), read("aged.csv"));
    assert_eq!(games(&aged), games(&before) / 4);
    assert!(aged.card().cases <= before.card().cases / 4);
    assert!(aged.card().cases + 36 > before.card().cases / 4);
    assert_eq!(
        read(one).heuristic(Objective::MaxWin).fingerprint(),
        Heuristic::initial().fingerprint()
    );
}
