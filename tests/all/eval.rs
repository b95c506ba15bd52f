//! `bayeschess analyse --eval` with the real binary: what each family shows of a position.

use serde_json::Value;

use crate::support::{bayeschess, folder};

/// White's queen and king against a king; Black is to move.
const QUEEN: &str = "8/8/8/8/8/k1K5/8/1Q6 b - - 0 60";

fn said(words: &[&str]) -> String {
    let folder = folder();
    let done = bayeschess(folder.path())
        .args(["analyse", "--eval"])
        .args(words)
        .assert()
        .success();
    String::from_utf8(done.get_output().stdout.clone()).expect("UTF-8")
}

fn figures(words: &[&str]) -> Value {
    serde_json::from_str(&said(&[words, &["--json"]].concat())).expect("one JSON object")
}

/// The line that begins with a word.
fn line<'a>(text: &'a str, word: &str) -> &'a str {
    let found = text.lines().find(|line| line.starts_with(word));
    found.unwrap_or_else(|| panic!("no line '{word}' in:\n{text}"))
}

#[test]
fn one_phase_is_one_column_and_a_blend_has_three() {
    let classic = said(&[QUEEN, "--by", "initial"]);
    assert!(classic.contains("weights for the endgame"), "{classic}");
    assert_eq!(
        line(&classic, "material"),
        "material     |   9.00 |   0.00 |   9.00"
    );
    let modern = said(&[QUEEN, "--by", "modern:initial"]);
    let material = line(&modern, "material");
    assert_eq!(material.matches('.').count(), 9, "{material}");
    // Every figure of the last column stands below the one above.
    for text in [&classic, &modern] {
        let [material, check] = ["material", "check"].map(|word| line(text, word).len());
        assert_eq!(material, check, "{text}");
    }
}

#[test]
fn who_is_to_move_is_named_once() {
    let black = said(&[QUEEN, "--by", "initial"]);
    let last = line(&black, "evaluation");
    assert!(
        last.contains(" for White, -") && last.ends_with(" for Black, who is to move"),
        "{last}"
    );
    let white = said(&["--by", "initial"]);
    let last = line(&white, "evaluation");
    assert!(last.ends_with(" for White, who is to move"), "{last}");
    assert_eq!(last.matches("White").count(), 1);
}

#[test]
fn json_names_a_phase_or_a_share() {
    let classic = figures(&[QUEEN, "--by", "initial"]);
    assert_eq!(classic["phase"], "endgame");
    assert_eq!(classic.get("middlegame_share"), None);
    let modern = figures(&[QUEEN, "--by", "modern:initial"]);
    assert_eq!(modern.get("phase"), None);
    let share = modern["middlegame_share"].as_f64().expect("a share");
    assert!(share > 0.0 && share < 0.5, "{share}");
}
