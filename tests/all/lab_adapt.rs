//! `bayeschess lab adapt` as users run it: the figures, the files, and a run that is killed.

use std::fs;
use std::path::Path;

use predicates::prelude::*;
use serde_json::Value;

use crate::engines::{called, engine};
use crate::support::{Scratch, bayeschess, field, folder, number, own_engine, parsed};

/// The shortest trial, with some more options.
fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec![
        "lab", "adapt", "--pool", "equal", "--games", "16", "--nodes", "40",
    ];
    arguments.extend(more);
    arguments
}

fn json(folder: &Path, more: &[&str]) -> Value {
    let mut command = bayeschess(folder);
    command.args(arguments(more)).arg("--json");
    let run = command
        .assert()
        .success()
        .stderr(predicate::str::is_empty());
    parsed(&run.get_output().stdout)
}

#[test]
fn the_figures_have_their_names_and_the_files_are_written() {
    let folder = folder();
    let more = [
        "--arms",
        "all",
        "--journal",
        "a.journal",
        "--svg",
        "a.svg",
        "--html",
        "a.html",
    ];
    let report = json(folder.path(), &more);
    assert_eq!(report["complete"], true);
    for key in [
        "adaptive_minus_best_fixed",
        "adaptive_minus_placebo",
        "adaptive_minus_neutral",
        "headroom",
    ] {
        number(&report, &format!("{key}.elo"));
        assert!(number(&report, &format!("{key}.elo_error_95")) > 0.0);
    }
    let (elo, error) = (
        number(&report, "headroom.elo"),
        number(&report, "headroom.elo_error_95"),
    );
    assert_eq!(report["capture"].is_null(), elo.abs() <= error);
    let arms = field(&report, "arms").as_array().expect("a list");
    let names: Vec<&str> = arms.iter().filter_map(|arm| arm["name"].as_str()).collect();
    assert_eq!(names[..3], ["best-fixed", "adaptive", "placebo"]);
    for arm in arms {
        assert_eq!(arm["games"], 16);
        let score = number(arm, "score").clamp(1.0 / 64.0, 63.0 / 64.0);
        let elo = 400.0 * (score / (1.0 - score)).log10();
        assert!((number(arm, "elo") - elo).abs() < 0.1, "{arm}");
        assert!(number(arm, "elo_error_95") > 0.0);
    }
    let page = fs::read_to_string(folder.path().join("a.html")).expect("a page");
    assert!(page.contains("headroom") && page.trim_end().ends_with("</html>"));
    let drawn = fs::read_to_string(folder.path().join("a.svg")).expect("a drawing");
    assert!(drawn.contains("anti-oracle"));
    // Everything is in the journal, so that the report comes at once and replaces its files.
    let again = json(folder.path(), &more);
    assert_eq!(again, report);
    bayeschess(folder.path())
        .args(arguments(&["--arms", "all", "--journal", "a.journal"]))
        .assert()
        .success()
        .stdout(
            predicate::str::contains("adaptive - best fixed policy")
                .and(predicate::str::contains("capture"))
                .and(predicate::str::contains("strength-only")),
        );
}

/// Killed twice, once with a torn last line, a trial goes on to the same figures.
#[cfg(unix)]
#[test]
fn a_killed_trial_goes_on_to_the_same_figures() {
    use std::io::Write as _;
    use std::process::Stdio;

    use crate::support::{kill, process, wait_until};
    let folder = folder();
    let whole = json(folder.path(), &["--threads", "1"]);
    let journal = folder.path().join("killed.journal");
    let lines = || {
        let text = fs::read_to_string(&journal).unwrap_or_default();
        text.lines().count()
    };
    for enough in [3, 14] {
        let mut running = process(folder.path())
            .args(arguments(&[
                "--threads",
                "2",
                "--journal",
                "killed.journal",
            ]))
            .stdout(Stdio::null())
            .spawn()
            .expect("started");
        wait_until("some units are in the journal", || lines() >= enough);
        let was_running = kill(&mut running);
        assert!(was_running || enough > 3, "the trial had ended");
        let mut torn = fs::OpenOptions::new()
            .append(true)
            .open(&journal)
            .expect("the journal");
        torn.write_all(b"{\"stage\":\"testing\",\"rou")
            .expect("written");
    }
    assert_eq!(json(folder.path(), &["--journal", "killed.journal"]), whole);
    bayeschess(folder.path())
        .args(arguments(&["--seed", "2", "--journal", "killed.journal"]))
        .assert()
        .code(2)
        .stderr(predicate::str::contains("this journal is of another run"));
}

/// Two kinds of engines: this program, with other options in each fold.
fn engines_file(folder: &Scratch, elo: &str, testing: &str) {
    let own = own_engine();
    let opponent = |name: &str, testing: &str| {
        format!(
            "[[opponents]]\nname = '{name}'\nelo = {elo}\nchoosing = '{own};Adaptation=false;nodes=20'\n\
             testing = '{testing}'\n\n"
        )
    };
    let good = format!("{own};Adaptation=false;Contempt=40;nodes=30");
    let text = opponent("steady", &good) + &opponent("other", testing);
    folder.write("engines.toml", text);
}

const ENGINES: [&str; 10] = [
    "lab",
    "adapt",
    "--opponents",
    "engines.toml",
    "--games",
    "8",
    "--nodes",
    "20",
    "--threads",
    "2",
];

/// Engines in other processes are opponents as well, and a stopped trial goes on; the trial names them.
#[test]
fn engines_outside_the_program_are_opponents() {
    let scratch = Scratch::new(&ENGINES);
    engines_file(
        &scratch,
        "200",
        &format!("{};Adaptation=false;depth=2", own_engine()),
    );
    let report = scratch.json(&["--arms", "all", "--journal", "a.journal"]);
    assert_eq!(report["complete"], true);
    let engines = field(&report, "pool.engines").as_array().expect("a list");
    assert_eq!(engines[1]["name"], "other");
    assert!(
        engines[0]["testing"]
            .as_str()
            .is_some_and(|text| text.contains("Contempt=40"))
    );
    let opponents = field(&report, "opponents").as_array().expect("a list");
    assert_eq!(opponents[0]["band"], "stronger");
    assert_eq!(opponents[0]["nodes"], serde_json::json!([20, 30]));
    assert_eq!(opponents[1]["nodes"], serde_json::json!([20, null]));
    let arms = field(&report, "arms").as_array().expect("a list");
    assert!(arms.iter().all(|arm| arm["games"] == 8));
    assert!(arms.iter().all(|arm| arm["name"] != "placebo-across"));
    // The journal is of these opponents only, and holds all games.
    assert_eq!(
        scratch.json(&["--arms", "all", "--journal", "a.journal"]),
        report
    );
    engines_file(
        &scratch,
        "201",
        &format!("{};Adaptation=false;depth=2", own_engine()),
    );
    scratch.refused(
        &["--arms", "all", "--journal", "a.journal"],
        "this journal is of another run",
    );
}

/// What cannot play is told before the first game.
#[cfg(unix)]
#[test]
fn engines_that_cannot_play_are_refused() {
    let scratch = Scratch::new(&ENGINES);
    for (testing, said) in [
        (
            "uci:true;nodes=5",
            "true: the engine ended before it answered",
        ),
        (
            "uci:./missing;nodes=5",
            "missing: the engine could not be started",
        ),
        (&format!("{};Modesty=9;nodes=5", own_engine()), "Modesty"),
        (
            "initial;nodes=5",
            "line 11: 'initial;nodes=5' is not an engine",
        ),
    ] {
        engines_file(&scratch, "0", testing);
        scratch.refused(&[], said);
    }
    scratch.write("engines.toml", "");
    scratch.refused(&[], "the key 'opponents' is missing");
}

/// An engine that fails must not count as beaten.
#[test]
fn an_engine_that_fails_ends_the_trial() {
    let scratch = Scratch::new(&[]);
    let failing = format!("{};nodes=5", engine("engine_illegal"));
    engines_file(&scratch, "0", &failing);
    called(scratch.path())
        .args(ENGINES)
        .args(["--journal", "a.journal"])
        .assert()
        .code(2)
        .stderr(
            predicate::str::starts_with("bayeschess: other: ")
                .and(predicate::str::contains(
                    "played 'e1e8', which is not a legal move",
                ))
                .and(predicate::function(|text: &str| text.lines().count() == 1)),
        );
    // What was played before is kept.
    let journal = fs::read_to_string(scratch.at("a.journal")).expect("a journal");
    assert!(journal.contains("\"choosing\""));
}

#[test]
fn what_cannot_be_played_or_written_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("there.html"), "mine").expect("written");
    fs::write(folder.path().join("notes.txt"), "dear diary\n").expect("written");
    for (more, words) in [
        (&["--games", "15"][..], "even number"),
        (&["--pool", "all"], "mixed"),
        (&["--html", "there.html"], "there.html"),
        (&["--journal", "notes.txt"], "notes.txt"),
        (&["--svg", "missing/a.svg"], "does not exist"),
        (
            &["--svg", "a.svg", "--html", "./a.svg"],
            "two outputs of the same command",
        ),
    ] {
        let mut command = bayeschess(folder.path());
        command.args(["lab", "adapt", "--nodes", "10"]).args(more);
        command
            .assert()
            .code(2)
            .stderr(predicate::str::contains(words));
    }
    let kept = fs::read_to_string(folder.path().join("there.html")).expect("there");
    assert_eq!(kept, "mine");
}
