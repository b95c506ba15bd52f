//! The names of remembered opponents: found in the games, doubled, changed, and forgotten only when sure.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::opponents::{count, opponent, opponents, pgn};
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
