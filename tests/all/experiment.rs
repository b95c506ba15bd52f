//! `bayeschess experiment` as users run it, in small.

use std::fs;

use predicates::prelude::*;

use crate::support::{bayeschess, folder, parsed};

const RECIPE: &str = "\
title = \"small\"
objective = \"max-win\"
sizes = [0, 4, 8]
[database]
seed = 1
nodes = 20
[matches]
games = 4
nodes = 20
seed = 2
";

#[test]
fn an_experiment_writes_a_sheet_and_a_chart_and_is_not_played_twice() {
    let folder = folder();
    fs::write(folder.path().join("small.toml"), RECIPE).expect("written");
    let run = || {
        let output = bayeschess(folder.path())
            .args(["experiment", "small.toml", "--db", "games.db", "--json"])
            .assert()
            .success()
            .get_output()
            .stdout
            .clone();
        parsed(&output)
    };
    let report = run();
    assert_eq!(report["complete"], true);
    assert_eq!(report["rows"].as_array().map(Vec::len), Some(6));
    let sheet = fs::read_to_string(folder.path().join("small.csv")).expect("the sheet");
    assert_eq!(sheet.lines().count(), 7);
    let chart = fs::read_to_string(folder.path().join("small.svg")).expect("the chart");
    assert!(chart.starts_with("<svg") && chart.contains("against initial"));

    // Nothing is left to play, so no database is needed to grow any more.
    fs::remove_file(folder.path().join("games.db")).expect("removed");
    assert_eq!(run()["rows"], report["rows"]);
}

#[test]
fn a_quickstart_of_another_seed_in_the_same_folder_names_the_next_step() {
    let folder = folder();
    let sheet = "recipe,games_in_database,opponent,games,wins,draws,losses,pairs_0,pairs_half,pairs_1,\
        pairs_3_half,pairs_2,score,elo,elo_error_95\n\
        0123456789abcdef,0,initial,2,1,0,1,0,0,1,0,0,0.5,0.0,10.0\n";
    fs::write(folder.path().join("quickstart.csv"), sheet).expect("written");
    bayeschess(folder.path())
        .args(["quickstart", "--seed", "2"])
        .assert()
        .failure()
        .stderr(
            predicate::str::contains(
                "quickstart.csv: this folder holds a quickstart with another seed",
            )
            .and(predicate::str::contains("name another folder with --out")),
        );
    let kept = fs::read_to_string(folder.path().join("quickstart.csv")).expect("kept");
    assert_eq!(kept, sheet);
}

#[test]
fn other_settings_in_the_same_sheet_are_refused() {
    let folder = folder();
    let recipe = folder.path().join("small.toml");
    let begin = |sizes: &str, seed: &str| {
        let text = RECIPE.replace("[0, 4, 8]", sizes).replace("seed = 2", seed);
        fs::write(&recipe, text).expect("written");
        let mut command = bayeschess(folder.path());
        command.args(["experiment", "small.toml"]);
        command
    };
    begin("[0]", "seed = 2")
        .assert()
        .success()
        .stdout(predicate::str::contains("against"));
    begin("[0]", "seed = 3").assert().code(2).stderr(
        predicate::str::contains("another recipe").and(predicate::str::contains("--force")),
    );
    begin("[0]", "seed = 3").arg("--force").assert().success();
}

#[test]
fn a_recipe_with_an_unknown_key_is_refused_with_its_line() {
    let folder = folder();
    fs::write(
        folder.path().join("bad.toml"),
        RECIPE.replace("games =", "gmaes ="),
    )
    .expect("written");
    bayeschess(folder.path())
        .args(["experiment", "bad.toml"])
        .assert()
        .code(2)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains(
            "bad.toml: line 8: there is no key 'gmaes'; there are ",
        ));
}
