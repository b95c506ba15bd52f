//! Scripted games with `bayeschess play`, by the real binary, in a folder of their own.

use std::path::Path;

use assert_cmd::Command;

fn play(folder: &Path, arguments: &[&str], script: &str) -> String {
    let output = Command::cargo_bin("bayeschess")
        .expect("built")
        .arg("play")
        .args(arguments)
        .current_dir(folder)
        .env("BAYESCHESS_HOME", folder)
        .write_stdin(script)
        .output()
        .expect("ran");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn after_each_move_the_panel_of_the_original_is_shown() {
    let folder = folder();
    let shown = play(folder.path(), &["--nodes", "200"], "e4\nquit\n");
    for part in [
        "Machine plays ",
        "heuristic   learned",
        "opening, depth ",
        "utility     ",
        "for White: ",
        "your style  ",
        "its answer  ",
        " [", // the last move's squares
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
}

#[test]
fn a_finished_game_is_stored_with_its_opponent_and_logged() {
    let folder = folder();
    let arguments = [
        "--nodes",
        "100",
        "--db",
        "games.db",
        "--opponent-name",
        "Anne Other",
    ];
    let shown = play(folder.path(), &arguments, "e4\nd4\nresign\nquit\n");
    assert!(
        shown.contains("0-1: BayesChess wins (resignation)"),
        "{shown}"
    );
    assert!(shown.contains("stored as game 0"), "{shown}");
    let log = std::fs::read_to_string(folder.path().join("games.pgn")).expect("a log");
    assert!(
        log.contains("[White \"Anne Other\"]") && log.contains("0-1"),
        "{log}"
    );
    Command::cargo_bin("bayeschess")
        .expect("built")
        .args(["db", "verify", "games.db"])
        .current_dir(folder.path())
        .assert()
        .success();
}

#[test]
fn the_end_of_the_input_logs_an_unfinished_game_and_stores_no_case() {
    let folder = folder();
    let shown = play(folder.path(), &["--nodes", "50"], "e4\n");
    assert!(shown.contains("without a result"), "{shown}");
    let log = std::fs::read_to_string(folder.path().join("bayeschess.pgn")).expect("a log");
    assert!(log.contains("[Result \"*\"]"), "{log}");
    assert!(!folder.path().join("bayeschess.db").exists());
}

#[test]
fn moves_are_read_and_shown_in_spanish() {
    let folder = folder();
    let shown = play(
        folder.path(),
        &["--language", "es", "--no-db", "--nodes", "50"],
        "Cf3\nDd4\nmoves\nundo\nmoves\nquit\n",
    );
    assert!(shown.contains("'Dd4' is not legal here"), "{shown}");
    assert!(
        shown.contains(" Cc3 ") && shown.contains("  8  t  c  a  d  r  a  c  t"),
        "{shown}"
    );
}

#[test]
fn a_saved_position_loads_again_in_both_formats() {
    for name in ["here.fen", "here.txt"] {
        let folder = folder();
        let script = format!("e4\nsave {name}\nsave {name}\nload {name}\nmoves\nquit\n");
        let shown = play(folder.path(), &["--no-db", "--depth", "1"], &script);
        assert!(shown.contains(&format!("Saved in {name}.")), "{shown}");
        assert!(shown.contains("the file exists"), "{shown}");
        let before = shown.split("Saved in").next().expect("text");
        let board = |text: &str| -> Vec<String> {
            let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
            let ranks = lines
                .iter()
                .filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
            let ranks: Vec<String> = ranks.map(|line| line.replace(['[', ']'], " ")).collect();
            ranks[ranks.len() - 8..].to_vec()
        };
        assert_eq!(board(before), board(&shown), "{shown}");
        let found = play(folder.path(), &["--no-db", "--position", name], "quit\n");
        assert!(found.contains("You have White"), "{found}");
    }
}

#[test]
fn draws_are_taken_when_the_machine_is_not_ahead() {
    let folder = folder();
    let behind = "3k4/8/8/8/8/8/4Q3/4K2R w - - 0 40";
    let shown = play(
        folder.path(),
        &["--no-db", "--nodes", "500", "--position", behind],
        "draw\nnew\nquit\n",
    );
    assert!(shown.contains("1/2-1/2: draw (agreed)"), "{shown}");
    let shown = play(
        folder.path(),
        &["--no-db", "--nodes", "100"],
        "e4\n(=)\nquit\n",
    );
    assert!(shown.contains("Declined"), "{shown}");
}

#[test]
fn a_mate_ends_the_game() {
    let folder = folder();
    let shown = play(
        folder.path(),
        &["--no-db", "--position", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"],
        "hint\nQg7\ne4\nquit\n",
    );
    assert!(shown.contains("Hint: Qg7# (#1 for White)"), "{shown}");
    assert!(shown.contains("1-0: you win (checkmate)"), "{shown}");
    assert!(shown.contains("The game is over"), "{shown}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let script = "e4\nNf3\nd4\nquit\n";
    let arguments = [
        "--no-db",
        "--nodes",
        "300",
        "--heuristic",
        "random",
        "--seed",
        "7",
    ];
    let moves = || -> Vec<String> {
        let folder = folder();
        play(folder.path(), &arguments, script)
            .lines()
            .filter(|line| line.contains("Machine plays"))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(moves(), moves());
}

#[test]
fn what_cannot_be_used_is_one_sentence_and_exit_code_2() {
    let folder = folder();
    std::fs::write(folder.path().join("bad.txt"), "BR BN\n").expect("written");
    for arguments in [
        ["--heuristic", "missing.csv"],
        ["--position", "missing.fen"],
        ["--position", "bad.txt"],
        ["--position", "8/8/8/8/8/8/8/8 w - - 0 1"],
        ["--objective", "max-fun"],
        ["--style-table", "missing.csv"],
        ["--db", "nowhere/games.db"],
        ["--time", "9"],
    ] {
        let output = Command::cargo_bin("bayeschess")
            .expect("built")
            .arg("play")
            .args(arguments)
            .current_dir(folder.path())
            .env("BAYESCHESS_HOME", folder.path())
            .write_stdin("quit\n")
            .output()
            .expect("ran");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn completions_and_manuals_are_printed() {
    let folder = folder();
    for arguments in [&["completions", "fish"][..], &["man"][..]] {
        let output = Command::cargo_bin("bayeschess")
            .expect("built")
            .args(arguments)
            .output()
            .expect("ran");
        assert!(String::from_utf8_lossy(&output.stdout).contains("quickstart"));
    }
    let pages = |out: &str| {
        Command::cargo_bin("bayeschess")
            .expect("built")
            .args(["man", "--out", out])
            .current_dir(folder.path())
            .assert()
    };
    pages("missing").code(2);
    assert!(!folder.path().join("missing").exists());
    pages(".").success();
    assert!(folder.path().join("bayeschess-play.1").exists());
    pages(".").code(2);
}

#[test]
fn the_console_answers_about_the_position() {
    let folder = folder();
    let arguments = ["--nodes", "100", "--no-db", "--position", "mate.fen"];
    // The mate in two of Joli's thesis (2013), and no mate in one.
    std::fs::write(
        folder.path().join("mate.fen"),
        "1Q6/8/8/8/8/k2K4/8/8 w - - 0 1\n",
    )
    .expect("written");
    let script = "mate 2\nmate 1\nmate none\nperft 2\nfen\nfacts\neval\ndepth 3\ntime 5\n\
                  settings none.toml\ngame\ngo\ngame\nquit\n";
    let shown = play(folder.path(), &arguments, script);
    for part in [
        "Mate in 2: ",
        "No mate in 1: every way was tried.",
        "Type: mate N, N from 1 to 20.",
        "positions after 2 plies",
        "1Q6/8/8/8/8/k2K4/8/8 w - - 0 1",
        "White is to move, not in check",
        "material           White 9, Black 0",
        "evaluation +",
        "at most 3 plies ahead now",
        "Type: time MS",
        "none.toml",
        // The game so far, whatever was played.
        "1... 1. ",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
}

#[test]
fn the_machine_plays_both_sides_to_the_end() {
    let folder = folder();
    std::fs::write(
        folder.path().join("mate.fen"),
        "1Q6/8/8/8/8/k2K4/8/8 w - - 0 1\n",
    )
    .expect("written");
    let arguments = ["--depth", "5", "--no-db", "--position", "mate.fen"];
    let shown = play(folder.path(), &arguments, "both\nquit\n");
    assert!(shown.contains("checkmate"), "{shown}");
}
