//! `bayeschess mate`, the real binary: verdicts, solutions as PGN, lists of problems.

use std::fs;

use bayeschess::pgn::read_games;
use serde_json::Value;

use crate::support::{bayeschess, folder, told};

const JOLI: &str = "1Q6/8/8/8/8/k2K4/8/8 w";
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

fn mate(folder: &std::path::Path, words: &[&str]) -> (Option<i32>, String, String) {
    let output = bayeschess(folder)
        .arg("mate")
        .args(words)
        .output()
        .expect("the binary runs");
    told(output)
}

/// As in Cazalás and Artola (2013), §4.4.2: mate in 2, not in 1.
#[test]
fn the_problem_of_joli_is_mate_in_two_and_not_in_one() {
    let folder = folder();
    let (code, text, _) = mate(folder.path(), &[JOLI, "--moves", "2"]);
    assert_eq!(code, Some(0));
    for part in [
        "[Result \"1-0\"]",
        "[SetUp \"1\"]\n[FEN \"1Q6/8/8/8/8/k2K4/8/8 w - - 0 1\"]",
        "[MateIn2 \"true\"]",
        "[ShortestMate \"2\"]",
        "1. Kc3 Ka2 (1... Ka4 2. Qb4#) 2. Qb2# 1-0",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let game = read_games(text.as_bytes())
        .next()
        .expect("a game")
        .expect("a sound one");
    assert_eq!(game.moves.len(), 3);

    let (code, text, _) = mate(folder.path(), &[JOLI, "--moves", "1"]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("[MateIn1 \"false\"]") && text.contains("White has no mate in 1."),
        "{text}"
    );
    assert!(text.trim_end().ends_with('*'), "{text}");
}

#[test]
fn a_sound_problem_has_one_key_and_every_defence() {
    let folder = folder();
    let (code, said, _) = mate(folder.path(), &[MORPHY, "--out", "morphy.pgn", "--json"]);
    assert_eq!(code, Some(0));
    let figures: Value = serde_json::from_str(&said).expect("one JSON object");
    assert_eq!(figures["keys"], serde_json::json!(["Ra6"]));
    assert_eq!(
        (&figures["unique"], &figures["duals"]),
        (&true.into(), &0.into())
    );
    assert_eq!(
        (&figures["verdict"], &figures["refuted"]),
        (&"mate".into(), &1.into())
    );
    let pgn = fs::read_to_string(folder.path().join("morphy.pgn")).expect("written");
    // The pawn may take, and the bishop may go to six squares.
    assert_eq!(pgn.matches("Rxa7#").count(), 6, "{pgn}");
    assert_eq!(pgn.matches("b7#").count(), 1, "{pgn}");
    let (code, _, said) = mate(folder.path(), &[MORPHY, "--out", "morphy.pgn"]);
    assert!(code == Some(2) && said.contains("--force"), "{said}");
}

#[test]
fn too_few_nodes_and_bad_positions_are_told() {
    let folder = folder();
    let hard = "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1";
    let (code, text, _) = mate(folder.path(), &[hard, "--moves", "5", "--nodes", "2000"]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("[MateIn5 \"unknown\"]") && text.contains("did not suffice"),
        "{text}"
    );
    for (words, part) in [
        (vec!["8/8/8/8/8/8/8/8 w"], "empty board"),
        (vec!["7k/5Q2/6K1/8/8/8/8/8 b"], "over"),
        (vec!["--file", "none.epd"], "none.epd"),
        (vec![JOLI, "--moves", "0"], "--moves"),
    ] {
        let (code, _, said) = mate(folder.path(), &words);
        assert!(code == Some(2) && said.contains(part), "{said}");
    }
}

#[test]
fn a_list_is_solved_and_held_against_what_it_states() {
    let folder = folder();
    let list = format!("# two\n{JOLI} - - dm 2;\n\n{MORPHY} dm 2; id \"Morphy\";\n");
    fs::write(folder.path().join("two.epd"), &list).expect("written");
    let (code, said, _) = mate(folder.path(), &["--file", "two.epd", "--json"]);
    assert_eq!(code, Some(0), "{said}");
    let figures: Value = serde_json::from_str(&said).expect("one JSON object");
    assert_eq!(
        (&figures["mates"], &figures["differ"]),
        (&2.into(), &0.into())
    );
    fs::write(
        folder.path().join("wrong.epd"),
        list.replace("dm 2; id", "dm 3; id"),
    )
    .expect("written");
    let (code, said, _) = mate(folder.path(), &["--file", "wrong.epd"]);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("line 4: mate in 2 by Ra6 (stated: 3)"),
        "{said}"
    );
    fs::write(folder.path().join("bad.epd"), "hello\n").expect("written");
    let (code, _, said) = mate(folder.path(), &["--file", "bad.epd"]);
    assert!(code == Some(2) && said.contains("line 1"), "{said}");
}
