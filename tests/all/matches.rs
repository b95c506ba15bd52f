//! `bayeschess match` as users run it.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use predicates::prelude::*;
use serde_json::Value;

use crate::support::{bayeschess, field, folder, number, parsed, program};
#[cfg(unix)]
use crate::support::{file_names, interrupt, process, wait_until};

fn json(folder: &Path, arguments: &[&str]) -> Value {
    parsed(
        &bayeschess(folder)
            .args(["match", "--json", "--nodes", "30"])
            .args(arguments)
            .assert()
            .success()
            .stderr(predicate::str::is_empty())
            .get_output()
            .stdout,
    )
}

#[test]
fn figures_are_complete_and_do_not_depend_on_threads() {
    let folder = folder();
    let run = |threads: &str| {
        json(
            folder.path(),
            &[
                "initial",
                "random",
                "--games",
                "20",
                "--seed",
                "3",
                "--threads",
                threads,
            ],
        )
    };
    let one = run("1");
    for key in [
        "games",
        "wins",
        "draws",
        "losses",
        "elo",
        "elo_error_95",
        "score",
        "los",
        "seconds",
        "games_per_s",
        "seed",
        "pairs",
    ] {
        assert!(!one[key].is_null(), "{key} is missing from {one}");
    }
    assert_eq!(one["games"], 20);
    let counted = ["wins", "draws", "losses"].map(|key| one[key].as_u64().expect("a count"));
    assert_eq!(counted.iter().sum::<u64>(), 20);
    assert_eq!(one["pairs"].as_array().map(Vec::len), Some(5));
    assert!(one["sprt"].is_null());
    let three = run("3");
    for key in ["wins", "draws", "losses", "pairs", "elo"] {
        assert_eq!(field(&one, key), field(&three, key), "{key}");
    }
}

#[test]
fn swapping_the_players_negates_elo() {
    let folder = folder();
    let elo = |first: &str, second: &str| {
        json(folder.path(), &[first, second, "--games", "10"])["elo"]
            .as_f64()
            .expect("a number")
    };
    assert!((elo("initial", "random") + elo("random", "initial")).abs() < 1e-9);
}

#[test]
fn the_table_ends_with_a_verdict_and_csv_has_one_line() {
    let folder = folder();
    bayeschess(folder.path())
        .args([
            "match", "initial", "initial", "--games", "4", "--nodes", "20",
        ])
        .assert()
        .success()
        .stdout(
            predicate::str::contains("no difference shown")
                .and(predicate::str::contains("Elo (95 %)")),
        );
    bayeschess(folder.path())
        .args([
            "match", "initial", "initial", "--games", "4", "--nodes", "20", "--csv",
        ])
        .assert()
        .success()
        .stdout(
            predicate::str::starts_with("first,second,games")
                .and(predicate::str::contains("initial,initial (2),4,")),
        );
}

#[test]
fn a_test_reports_its_ratio_and_ends_early() {
    let folder = folder();
    let decided = json(
        folder.path(),
        &[
            "initial", "random", "--games", "2000", "--sprt", "-200", "0",
        ],
    );
    assert_eq!(decided["ended"], "decided");
    assert_eq!(decided["sprt"]["verdict"], "accept");
    assert!(number(&decided, "sprt.llr") >= number(&decided, "sprt.bound"));
    assert!(decided["games"].as_u64().expect("a count") < 2000);
}

/// Games that were under way when the test decided do not count, in this run or the next.
#[test]
fn a_match_that_is_decided_says_the_same_when_it_is_asked_again() {
    let folder = folder();
    let arguments = [
        "match",
        "initial",
        "random",
        "--games",
        "2000",
        "--sprt",
        "-200",
        "0",
        "--threads",
        "4",
        "--journal",
        "m.journal",
    ];
    let said = |more: &[&str]| -> String {
        let output = bayeschess(folder.path())
            .args(arguments)
            .args(more)
            .assert()
            .success()
            .get_output()
            .stdout
            .clone();
        String::from_utf8(output).expect("text")
    };
    let first = parsed(said(&["--json"]).as_bytes());
    let games = first["games"].as_u64().expect("a count");
    let journal = fs::read_to_string(folder.path().join("m.journal")).expect("there");
    let finished = journal.lines().count() as u64 - 2;
    assert_eq!(first["uncounted_games"], finished - games);
    assert_eq!(first["resumed_games"], 0);
    let again = parsed(said(&["--json"]).as_bytes());
    assert_eq!(again["resumed_games"], games);
    for key in ["games", "uncounted_games", "pairs", "ended"] {
        assert_eq!(field(&again, key), field(&first, key), "{key}");
    }
    let text = said(&[]);
    let told = format!("{games} games of an earlier run.");
    let end = format!("decided after {games} games");
    assert!(text.contains(&told) && text.contains(&end), "{text}");
    assert!(!text.contains("games/s"), "{text}");
}

#[test]
fn games_go_into_a_pgn_that_is_not_overwritten() {
    let folder = folder();
    let games = [
        "match",
        "initial",
        "random",
        "--games",
        "4",
        "--nodes",
        "20",
        "--pgn",
        "games.pgn",
    ];
    bayeschess(folder.path()).args(games).assert().success();
    let text = fs::read_to_string(folder.path().join("games.pgn")).expect("the games");
    assert_eq!(text.matches("[Event ").count(), 4);
    assert_eq!(text.matches("[White \"random\"]").count(), 2);
    bayeschess(folder.path())
        .args(games)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("games.pgn").and(predicate::str::contains("--force")));
    bayeschess(folder.path())
        .args(games)
        .arg("--force")
        .assert()
        .success();
}

#[test]
fn openings_come_from_a_file() {
    let folder = folder();
    let position = "4k3/4p3/8/8/8/8/4P3/4K3 w - -";
    fs::write(
        folder.path().join("few.epd"),
        format!("{position} id \"pawns\";\n"),
    )
    .expect("written");
    bayeschess(folder.path())
        .args([
            "match", "initial", "initial", "--games", "2", "--nodes", "20",
        ])
        .args(["--openings", "few.epd", "--pgn", "games.pgn"])
        .assert()
        .success();
    let text = fs::read_to_string(folder.path().join("games.pgn")).expect("the games");
    assert_eq!(text.matches("[FEN \"4k3/4p3/").count(), 2);
}

/// Two players who draw nothing and have no clock play the same game again from the same opening.
#[test]
fn games_that_would_be_copies_are_refused() {
    let folder = folder();
    let positions = "4k3/4p3/8/8/8/8/4P3/4K3 w - -\n4k3/3p4/8/8/8/8/3P4/4K3 w - -\n";
    fs::write(folder.path().join("two.epd"), positions).expect("written");
    for (second, conditions, is_refused) in [
        (
            "modern:initial",
            &["--games", "4", "--nodes", "20"][..],
            false,
        ),
        ("modern:initial", &["--games", "6", "--nodes", "20"], true),
        (
            "modern:initial",
            &["--games", "6", "--movetime", "2"],
            false,
        ),
        ("random", &["--games", "6", "--nodes", "20"], false),
    ] {
        let assert = bayeschess(folder.path())
            .args(["match", "initial", second, "--openings", "two.epd"])
            .args(conditions)
            .assert();
        if is_refused {
            let sentence = "6 games of two players would repeat those from the 2 openings";
            assert
                .code(2)
                .stdout(predicate::str::is_empty())
                .stderr(predicate::str::contains(sentence))
                .stderr(predicate::str::contains("at most 4"));
        } else {
            assert
                .success()
                .stderr(predicate::str::contains("copies").not());
        }
    }
    // Of an engine nobody knows for sure.
    let engine = format!("uci:\"{}\" uci", program().display());
    for (games, is_warned) in [("4", false), ("6", true)] {
        let warning = predicate::str::contains("more than 4 may be copies");
        let output = bayeschess(folder.path())
            .args(["match", "initial", &engine, "--openings", "two.epd"])
            .args(["--nodes", "20", "--games", games])
            .assert()
            .success();
        if is_warned {
            output.stderr(warning);
        } else {
            output.stderr(warning.not());
        }
    }
}

#[test]
fn shipped_openings_are_whole_lines_unless_cut() {
    let folder = folder();
    for (cut, plies) in [
        (&["--openings", "shipped"][..], 12),
        (&["--openings", "shipped", "--opening-plies", "4"], 4),
        (&["--openings", "random"], 8),
    ] {
        bayeschess(folder.path())
            .args([
                "match", "initial", "initial", "--games", "2", "--nodes", "20",
            ])
            .args(["--pgn", "games.pgn", "--force"])
            .args(cut)
            .assert()
            .success();
        let text = fs::read_to_string(folder.path().join("games.pgn")).expect("the games");
        let tag = format!("[OpeningPlies \"{plies}\"]");
        assert_eq!(text.matches(&tag).count(), 2);
    }
}

#[test]
fn what_cannot_be_played_is_refused_in_one_sentence() {
    let folder = folder();
    for (arguments, sentence) in [
        (
            &["initial", "random", "--games", "15"][..],
            "an even number such as 16",
        ),
        (
            &["initial", "random", "--games", "0"],
            "an even number such as 2",
        ),
        (&["initial", "randon"], "randon"),
        (&["initial", "missing.csv"], "missing.csv"),
        (&["initial", "random", "--sprt", "5", "0"], "--sprt 5 0"),
        (
            &["initial", "random", "--openings", "missing.epd"],
            "missing.epd: No such file or directory (os error 2); give another file, 'shipped' or 'random'",
        ),
        (
            &["initial", "random", "--pgn", "missing/games.pgn"],
            "does not exist",
        ),
    ] {
        bayeschess(folder.path())
            .arg("match")
            .args(arguments)
            .assert()
            .code(2)
            .stdout(predicate::str::is_empty())
            .stderr(predicate::str::contains(sentence));
    }
}

#[test]
fn more_games_at_once_than_cores_are_warned_of_with_a_clock() {
    let folder = folder();
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let warning = "wait for each other, and may lose on time";
    for (limit, threads, is_warned) in [
        ("--movetime", 2 * cores, true),
        ("--movetime", 1, false),
        ("--nodes", 2 * cores, false),
    ] {
        let assert = bayeschess(folder.path())
            .args(["match", "initial", "random", "--games", "2", limit, "2"])
            .args(["--threads", &threads.to_string()])
            .assert()
            .success();
        let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert_eq!(
            said.contains(warning),
            is_warned,
            "{limit} {threads}: {said}"
        );
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_says_that_the_same_command_goes_on() {
    use std::process::Stdio;
    let folder = folder();
    let running = process(folder.path())
        .args([
            "match",
            "initial",
            "random",
            "--games",
            "1000000",
            "--nodes",
            "20",
            "--journal",
            "m.journal",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    wait_until("games are played", || {
        let journal = fs::read_to_string(folder.path().join("m.journal"));
        journal.is_ok_and(|text| text.lines().count() > 20)
    });
    interrupt(&running);
    let output = running.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains(" of 1000000 games; the same command goes on\n"),
        "{text}"
    );
}

/// The games so far are counted and written. The temporary file says that the match has begun.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_the_results_so_far() {
    use std::process::Stdio;
    let folder = folder();
    let running = process(folder.path())
        .args([
            "match", "initial", "random", "--games", "1000000", "--nodes", "20",
        ])
        .args(["--json", "--pgn", "games.pgn"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    wait_until("the file of the games is begun", || {
        !file_names(folder.path()).is_empty()
    });
    interrupt(&running);
    let output = running.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(130));
    let figures = parsed(&output.stdout);
    assert_eq!(figures["ended"], "stopped");
    let text = fs::read_to_string(folder.path().join("games.pgn")).expect("the games");
    assert_eq!(
        Some(text.matches("[Event ").count() as u64),
        figures["games"].as_u64()
    );
}

#[test]
fn a_limit_of_plies_that_leaves_no_move_is_refused() {
    let folder = folder();
    for (plies, words) in [
        ("8", "random openings have 8 plies"),
        ("0", "0 is not in 1.."),
    ] {
        bayeschess(folder.path())
            .args([
                "match", "initial", "random", "--games", "2", "--nodes", "20",
            ])
            .args(["--max-plies", plies])
            .assert()
            .code(2)
            .stderr(predicate::str::contains(words));
    }
}
