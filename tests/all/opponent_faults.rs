//! Memory of opponents under bad input and bad luck, by the real binary: odd names, several processes, kills.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::opponents::{count, opponent, opponents, pgn, said, session};
use crate::support::{Scratch, bayeschess, field, file_names, folder, process};
#[cfg(unix)]
use crate::support::{interrupt, parsed, told, wait_until};
use bayeschess::foreign::is_invisible;
#[cfg(unix)]
use bayeschess::store::{Access, Store};

/// Games of Anna whose moves differ, so that no two are the same game.
const GAMES: u32 = 60;

fn learning(folder: &Path) -> Child {
    process(folder)
        .args([
            "opponent", "learn", "a.pgn", "--player", "Anna", "--db", "games.db",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

/// Learns, again as long as the time did not suffice to measure every game: on a slow machine it does not.
fn learn_all(folder: &Path) {
    let learn = || opponent(folder, &["learn", "a.pgn", "--player", "Anna"]);
    for _ in 0..20 {
        if count(field(&learn(), "strength_search"), "left") == 0 {
            return;
        }
    }
    panic!("games are left unmeasured");
}

/// What is known after learning without trouble: the number of games, and the strength.
fn untroubled() -> (u64, Value) {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), pgn(0..GAMES)).expect("written");
    learn_all(folder.path());
    let known = known(folder.path());
    assert!(known.1["rating"].is_number(), "{known:?}");
    known
}

fn known(folder: &Path) -> (u64, Value) {
    let anna = &opponents(folder)[0];
    (count(anna, "games"), anna["strength"].clone())
}

#[cfg(unix)]
#[test]
fn a_kill_while_moves_are_measured_leaves_no_half_measured_game() {
    let expected = untroubled();
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), pgn(0..GAMES)).expect("written");
    let mut child = learning(folder.path());
    let file = folder.path().join("games.db");
    crate::support::wait_until("all games are learned", || {
        Store::open(&file, Access::Read)
            .and_then(|store| store.opponents())
            .is_ok_and(|found| found.first().is_some_and(|anna| anna.games == expected.0))
    });
    crate::support::kill(&mut child);
    assert_eq!(known(folder.path()).0, expected.0);
    learn_all(folder.path());
    assert_eq!(known(folder.path()), expected);
    bayeschess(folder.path())
        .args(["db", "verify", "games.db"])
        .assert()
        .success();
}

#[test]
fn a_command_that_fails_begins_no_database() {
    let scratch = Scratch::new(&["opponent"]);
    scratch.write("a.pgn", pgn(0..2));
    scratch.write("noise.pgn", "no game at all\n");
    for words in [
        &["learn", "a.pgn", "--player", "nobodyxx"][..],
        &["learn", "noise.pgn", "--player", "Anna"],
        &["learn", "a.pgn", "--player", "Anna", "--as", ""],
        &["learn", "a.pgn", "--player", "Anna", "--remove"],
        &["rename", "Anna", "Bob"],
        &["merge", "Anna", "Bob"],
    ] {
        scratch.refused(&[words, &["--db", "games.db"]].concat(), "");
        assert_eq!(scratch.files(), ["a.pgn", "noise.pgn"], "{words:?}");
    }
}

#[test]
fn reading_creates_no_folder_for_a_database() {
    let folder = folder();
    for words in [&["opponent", "list"][..], &["db", "info"], &["db", "where"]] {
        let output = bayeschess(folder.path())
            .env("BAYESCHESS_HOME", folder.path().join("home"))
            .args(words)
            .output();
        output.expect("the program runs");
        assert!(file_names(folder.path()).is_empty(), "{words:?}");
    }
}

#[test]
fn messages_name_the_right_option_and_count_what_was_added() {
    let scratch = Scratch::new(&["opponent"]);
    scratch.write("a.pgn", pgn(0..1));
    let words = ["learn", "a.pgn", "--player", "Anna", "--as", " "];
    scratch.refused(&words, "--as ' ' cannot be the name of an opponent");
    for (player, db) in [("Anna", "one.db"), ("Anna", "two.db"), ("Bob", "two.db")] {
        let said = scratch.text(&["learn", "a.pgn", "--player", player, "--db", db]);
        assert!(said.contains(": 1 game learned, "), "{said}");
    }
    scratch.text(&["export", "two.json", "--db", "two.db"]);
    let said = scratch.text(&["import", "two.json", "--db", "one.db"]);
    assert_eq!(said, "1 game of 1 opponent added; 1 remembered already\n");
}

/// Enough games that Ctrl-C comes while they are read.
#[cfg(unix)]
#[test]
fn ctrl_c_while_games_are_read_keeps_them_and_says_so() {
    let games = pgn(0..12_000);
    for more in [&["--json"][..], &[]] {
        let folder = folder();
        fs::write(folder.path().join("a.pgn"), &games).expect("written");
        let child = process(folder.path())
            .args([
                "opponent", "learn", "a.pgn", "--player", "Anna", "--db", "games.db",
            ])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        let file = folder.path().join("games.db");
        wait_until("games are learned", || {
            Store::open(&file, Access::Read)
                .and_then(|store| store.opponents())
                .is_ok_and(|found| found.first().is_some_and(|anna| anna.games > 20))
        });
        interrupt(&child);
        let (code, shown, said) = told(child.wait_with_output().expect("ended"));
        assert_eq!(code, Some(130), "{shown}{said}");
        let stored = known(folder.path()).0;
        if more.is_empty() {
            let begins = format!("Anna: {stored} games learned, ");
            assert!(shown.starts_with(&begins), "{shown}");
            assert!(
                shown.ends_with("\nstopped; the same command goes on\n"),
                "{shown}"
            );
        } else {
            let report = parsed(shown.as_bytes());
            assert_eq!(count(&report, "learned"), stored, "{report}");
            assert_eq!(field(&report, "stopped"), true, "{report}");
        }
    }
}

#[test]
fn processes_that_learn_and_play_at_once_count_each_game_once() {
    let (games, strength) = untroubled();
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), pgn(0..GAMES)).expect("written");
    let learners: Vec<Child> = (0..2).map(|_| learning(folder.path())).collect();
    said(folder.path(), "uci", &session("none none human Bob"));
    for mut learner in learners {
        assert!(learner.wait().expect("ended").success());
    }
    learn_all(folder.path());
    let of = |name: &str| {
        let shown = opponent(folder.path(), &["show", name]);
        let found = shown["opponents"][0].clone();
        (count(&found, "games"), found["strength"].clone())
    };
    assert_eq!(of("Anna"), (games, strength));
    let (games, strength) = of("Bob");
    assert_eq!(games, 1);
    assert!(strength["rating"].is_number(), "{strength}");
    bayeschess(folder.path())
        .args(["db", "verify", "games.db"])
        .assert()
        .success();
}

/// Names as nobody has them: control characters, markup, SQL, quotes, another direction of writing, length.
fn odd_names() -> Vec<String> {
    [
        "A\u{1b}[31mred\u{7}bell",
        "<script>alert(1)</script>&amp;",
        "x'); DROP TABLE opponents; --",
        "\"quoted\\\" %s {0} $HOME",
        "right\u{202e}to left",
        "in\u{200b}visi\u{ad}ble\u{feff}",
        "Анна 安娜 \u{1F600}",
    ]
    .into_iter()
    .map(str::to_owned)
    .chain([format!("long{}", "x".repeat(10_000))])
    .collect()
}

/// Asserts that every opponent has a short name on one line, and is found by it.
fn assert_usable(folder: &Path, number: usize) {
    let listed = opponents(folder);
    assert_eq!(listed.len(), number, "{listed:?}");
    for found in &listed {
        let name = field(found, "name").as_str().expect("text");
        assert!(name.chars().count() <= 64, "{name}");
        assert!(!name.chars().any(char::is_control), "{name:?}");
        let shown = opponent(folder, &["show", name]);
        let shown = shown["opponents"].as_array().expect("a list");
        assert!(shown.iter().any(|one| one["name"] == *name), "{name}");
    }
    let text = bayeschess(folder)
        .args(["opponent", "list", "--db", "games.db"])
        .output()
        .expect("ran");
    let text = String::from_utf8(text.stdout).expect("text");
    let is_hidden = |c: char| c.is_control() && c != '\n' || is_invisible(c);
    assert!(!text.chars().any(is_hidden), "{text:?}");
    bayeschess(folder)
        .args(["db", "verify", "games.db"])
        .assert()
        .success();
}

#[test]
fn odd_names_are_kept_tidied_by_every_way_in() {
    let names = odd_names();
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), pgn(0..1)).expect("written");
    for name in &names {
        let learn = ["learn", "a.pgn", "--player", "Anna", "--as", name];
        assert_eq!(
            count(&opponent(folder.path(), &learn), "learned"),
            1,
            "{name}"
        );
    }
    assert_usable(folder.path(), names.len());
    let moves = crate::opponents::MOVES.replace(' ', "\nusermove ");
    for protocol in ["uci", "xboard"] {
        let folder = crate::support::folder();
        for name in &names {
            let script = if protocol == "uci" {
                session(&format!("none none human {name}"))
            } else {
                format!(
                    "xboard\nprotover 2\noption Database=games.db\nnew\nname {name}\nforce\nusermove {moves}\n\
                     sd 1\ngo\nping 1\nquit\n"
                )
            };
            let told = said(folder.path(), protocol, &script);
            assert!(
                !told.chars().any(|c| c.is_control() && c != '\n'),
                "{told:?}"
            );
        }
        assert_usable(folder.path(), names.len());
    }
}
