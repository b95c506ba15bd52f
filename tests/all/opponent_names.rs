//! The names of remembered opponents: found in the games, doubled, changed, and forgotten only when sure.

use std::fs;
use std::path::Path;

use predicates::prelude::*;
use serde_json::json;

use crate::opponents::{count, known_on_a_server, opponent, opponents, pgn};
use crate::support::{bayeschess, folder};

fn names(folder: &Path) -> Vec<String> {
    let listed = opponents(folder);
    let mut names: Vec<String> = listed
        .iter()
        .filter_map(|one| one["name"].as_str().map(str::to_owned))
        .collect();
    names.sort();
    names
}

#[test]
fn the_name_is_that_of_the_games_and_a_second_name_is_told() {
    let folder = folder();
    let games = pgn(0..4).replace("\"Anna\"", "\"García, Ana\"");
    fs::write(folder.path().join("a.pgn"), games).expect("written");
    let learned = opponent(folder.path(), &["learn", "a.pgn", "--player", "ana garcía"]);
    assert_eq!(learned["opponent"], json!("García, Ana"));
    assert_eq!(learned["also_remembered_as"], json!({}));
    // The same command again means the same card.
    let again = opponent(folder.path(), &["learn", "a.pgn", "--player", "ana garcía"]);
    assert_eq!(
        (count(&again, "learned"), count(&again, "unchanged")),
        (0, 4)
    );
    let arguments = ["learn", "a.pgn", "--player", "ana garcía", "--as", "Anita"];
    let told = bayeschess(folder.path())
        .arg("opponent")
        .args(arguments)
        .args(["--db", "games.db"])
        .output()
        .expect("ran");
    let told = String::from_utf8(told.stdout).expect("text");
    let double = "4 of these games are remembered under the name 'García, Ana', too";
    assert!(told.contains(double), "{told}");
    assert_eq!(names(folder.path()), ["Anita", "García, Ana"]);
    // A player of the other side of the same games is another person.
    let bob = opponent(folder.path(), &["learn", "a.pgn", "--player", "bob"]);
    assert_eq!(bob["opponent"], json!("Bob"));
    assert_eq!(bob["also_remembered_as"], json!({}));
}

#[test]
fn an_old_name_on_another_site_is_still_known() {
    let folder = folder();
    known_on_a_server(folder.path(), "anna_k");
    let rename = ["opponent", "rename", "anna_k", "Anna", "--db", "games.db"];
    bayeschess(folder.path()).args(rename).assert().success();
    fs::write(
        folder.path().join("a.pgn"),
        pgn(0..3).replace("Anna", "anna_k"),
    )
    .expect("written");
    let learned = opponent(folder.path(), &["learn", "a.pgn", "--player", "anna_k"]);
    assert_eq!(learned["opponent"], json!("Anna"));
    assert_eq!(
        (count(&learned, "learned"), count(&learned, "unchanged")),
        (1, 2)
    );
    assert_eq!(names(folder.path()), ["Anna"]);
    let words = [
        "opponent", "learn", "a.pgn", "--player", "anna_k", "--db", "games.db",
    ];
    let again = bayeschess(folder.path()).args(words).assert().success();
    again.stdout(predicate::str::contains(
        "Anna (kind unknown on freechess.org): 0 games learned, 3 remembered already",
    ));
}

#[test]
fn a_name_in_either_unicode_form_is_one_opponent_and_stays_as_written() {
    let folder = folder();
    let (composed, written) = ("Jos\u{e9}", "Jose\u{301}");
    let write = |file: &str, games: &[(&str, std::ops::Range<u32>)]| {
        let of = |(name, numbers): &(&str, std::ops::Range<u32>)| {
            pgn(numbers.clone()).replace("\"Anna\"", &format!("\"{name}\""))
        };
        let text: String = games.iter().map(of).collect();
        fs::write(folder.path().join(file), text).expect("written");
    };
    write("both.pgn", &[(composed, 0..1), (written, 1..4)]);
    write("composed.pgn", &[(composed, 4..6)]);
    write("written.pgn", &[(written, 6..8)]);
    let exactly = format!("={composed}");
    for (file, player, games) in [
        ("both.pgn", exactly.as_str(), 4),
        ("composed.pgn", written, 2),
        ("written.pgn", composed, 2),
    ] {
        let learned = opponent(folder.path(), &["learn", file, "--player", player]);
        assert_eq!(count(&learned, "learned"), games, "{file}");
        assert_eq!(learned["opponent"], json!(written), "{file}");
    }
    assert_eq!(names(folder.path()), [written]);
    assert_eq!(count(&opponents(folder.path())[0], "games"), 8);
    for name in [composed, written, "JOS\u{c9}"] {
        let shown = opponent(folder.path(), &["show", name]);
        assert_eq!(shown["opponents"][0]["name"], json!(written), "{name}");
    }
    let play = bayeschess(folder.path())
        .args(["play", "--db", "games.db", "--opponent-name", composed])
        .write_stdin("quit\n")
        .output()
        .expect("ran");
    let said = String::from_utf8(play.stdout).expect("text");
    assert!(
        said.contains(&format!("{composed}: 8 games remembered")),
        "{said}"
    );
}

#[test]
fn the_terminal_renames_as_the_page_does() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), pgn(0..3)).expect("written");
    for name in ["Anna", "Bob"] {
        opponent(folder.path(), &["learn", "a.pgn", "--player", name]);
    }
    let renamed = opponent(folder.path(), &["rename", "anna", " Anna  Karenina "]);
    assert_eq!(renamed["opponent"]["name"], json!("Anna Karenina"));
    assert_eq!(renamed["opponent"]["aliases"], json!(["Anna"]));
    for (new, sentence) in [("BOB", "opponent merge"), (" - ", "needs a letter")] {
        let refused = bayeschess(folder.path())
            .args(["opponent", "rename", "Anna", new, "--db", "games.db"])
            .output()
            .expect("ran");
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        let told = String::from_utf8(refused.stderr).expect("text");
        assert!(told.contains(sentence), "{told}");
    }
    assert_eq!(names(folder.path()), ["Anna Karenina", "Bob"]);
}

#[test]
#[cfg(unix)]
fn in_a_terminal_forgetting_is_asked_first() {
    use crate::play_terminal::Terminal;

    let folder = folder();
    fs::write(folder.path().join("a.pgn"), pgn(0..3)).expect("written");
    opponent(folder.path(), &["learn", "a.pgn", "--player", "Anna"]);
    let forget = ["opponent", "forget", "Anna", "--db", "games.db"];
    for (answer, kept) in [("\r", 1), ("no\r", 1), ("yes\r", 0)] {
        let mut terminal = Terminal::open(folder.path(), &forget);
        terminal.shows("Forget 'Anna' with what 3 remembered games told? ");
        terminal.shows("(yes/no): ");
        terminal.press(answer);
        assert!(terminal.child.wait().expect("ended").success());
        assert_eq!(opponents(folder.path()).len(), kept, "{answer:?}");
    }
    opponent(folder.path(), &["learn", "a.pgn", "--player", "Anna"]);
    let mut terminal = Terminal::open(folder.path(), &[&forget[..], &["--yes"]].concat());
    assert!(terminal.child.wait().expect("ended").success());
    assert_eq!(opponents(folder.path()).len(), 0);
}
