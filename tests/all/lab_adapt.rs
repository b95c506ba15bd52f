//! `bayeschess lab adapt` as users run it: the figures, the files, and a run that is killed.

use std::fs;
use std::path::Path;

use predicates::prelude::*;
use serde_json::Value;

use crate::support::{bayeschess, field, folder, number, parsed};

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
