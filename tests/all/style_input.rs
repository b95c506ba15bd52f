//! Bad input of the style commands, through the real binary: each gets one sentence that says what,
//! where and what to do.

use std::fs;

use serde_json::Value;

use crate::support::{Scratch, TWO_GAMES, bayeschess, told};

const ROW: &str = "games.pgn,\"Storm, A.\",attacking,original\n";

fn scratch() -> Scratch {
    let scratch = Scratch::new(&["style"]);
    scratch.write("games.pgn", TWO_GAMES);
    scratch
}

/// What is said of a labels file that must be refused.
fn labels(scratch: &Scratch, text: impl AsRef<[u8]>) -> String {
    scratch.write("labels.csv", text);
    let words = ["train", "--labels", "labels.csv", "--pgn", "."];
    let (said, shown) = scratch.refusal(&[&words[..], &["--out", "style.toml"]].concat());
    assert!(shown.is_empty(), "{shown}");
    said
}

/// The error of `model show` for a model that must be refused.
fn model_show(scratch: &Scratch, name: &str) -> (String, String) {
    let output = bayeschess(scratch.path())
        .args(["model", "show", name])
        .output();
    let (code, shown, said) = told(output.expect("the program runs"));
    assert_eq!(code, Some(2), "{said}");
    (said, shown)
}

/// What is said of a model that must be refused.
fn model(scratch: &Scratch, name: &str) -> String {
    let words = ["classify", "games.pgn", "--names", "Storm, A.", "--model"];
    scratch.refusal(&[&words[..], &[name]].concat()).0
}

/// A model that ships with the program.
fn shipped(name: &str) -> String {
    let file = format!("{}/models/style/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(file).expect("a model")
}

#[test]
fn labels_that_would_count_a_game_twice_are_refused_with_both_lines() {
    let scratch = scratch();
    let header = "file,names,style,basis\n";
    let said = labels(&scratch, format!("{header}{ROW}{ROW}"));
    assert!(
        said.contains("labels.csv: line 3: 'Storm, A.' of games.pgn stands in line 2 already"),
        "{said}"
    );
    let other = "more.pgn,\"Storm, A.\",defensive,original\n";
    let said = labels(&scratch, format!("{header}{ROW}{other}"));
    assert!(
        said.contains("Storm, A. is defensive here and attacking in line 2"),
        "{said}"
    );
}

#[test]
fn labels_that_are_no_table_are_told_in_words() {
    let scratch = scratch();
    let said = labels(&scratch, "file,names,style,basis\n");
    assert!(said.contains("labels.csv: it has no labels; add"), "{said}");
    let said = labels(&scratch, format!("file,names,style,basis,games\n{ROW}"));
    assert!(
        said.contains("line 2: it has 4 columns and the first line has 5"),
        "{said}"
    );
    let said = labels(
        &scratch,
        b"file,names,style,basis\ngames.pgn,H\xfcbner,mixed,original\n",
    );
    assert!(said.contains("line 2: it is not UTF-8 text"), "{said}");
    let said = labels(&scratch, "file;names;style;basis\n");
    assert!(said.contains("with commas between"), "{said}");
    let said = labels(&scratch, [0_u8, 255, 10, 34, 44].repeat(100));
    assert!(said.contains("labels.csv: line 1: "), "{said}");
}

#[test]
fn each_model_is_refused_for_what_it_is() {
    let scratch = scratch();
    let (habits, card) = (shipped("habits.toml"), shipped("classic.toml"));
    scratch.write("next.toml", habits.replacen("habits-2", "habits-3", 1));
    let said = model(&scratch, "next.toml");
    assert!(
        said.contains("'habits-3', and this program has 'habits-2'"),
        "{said}"
    );
    scratch.write("classic.toml", &card);
    let said = model(&scratch, "classic.toml");
    assert!(
        said.contains("the card of a classic table; give the table itself, classic.csv"),
        "{said}"
    );
    scratch.write(
        "changed.toml",
        habits.replacen("# Counts\n", "# Counts\n\n", 1),
    );
    let said = model(&scratch, "changed.toml");
    assert!(said.contains("put back a copy of it"), "{said}");
    assert!(!said.contains("card"), "{said}");
    scratch.write(
        "huge.toml",
        habits.replacen("games = 827", "games = 9223372036854775807", 1),
    );
    assert!(model(&scratch, "huge.toml").contains("huge.toml: its sources have"));
    scratch.write("classic.csv", shipped("classic.csv"));
    let report = ["report", "games.pgn", "--player", "Storm, A."];
    let (said, _) = scratch.refusal(&[&report[..], &["--model", "classic.csv"]].concat());
    assert!(
        said.contains("a report is about habits") && said.contains("style classify --model"),
        "{said}"
    );
    scratch.write("habits.toml", &habits);
    let (said, _) = model_show(&scratch, "classic.toml");
    assert!(
        said.contains("give the table itself, classic.csv"),
        "{said}"
    );
}

#[test]
fn a_model_with_line_ends_of_another_system_is_the_same_model() {
    let scratch = scratch();
    let carried = shipped("habits.toml").replace('\n', "\r\n");
    scratch.write("carried.toml", carried);
    let classify = |model: &[&str]| {
        let words = ["classify", "games.pgn", "--names", "Storm, A.", "--json"];
        let output = scratch.run(&[&words[..], model].concat());
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    assert_eq!(classify(&["--model", "carried.toml"]), classify(&[]));
}

#[test]
fn new_games_are_joined_with_the_shipped_model_by_its_name() {
    let scratch = scratch();
    scratch.write("labels.csv", format!("file,names,style,basis\n{ROW}"));
    let words = ["train", "--labels", "labels.csv", "--pgn", "."];
    scratch.text(&[&words[..], &["--out", "new.toml", "--like", "shipped"]].concat());
    let merged = |name: &str| {
        let mut command = bayeschess(scratch.path());
        command.args(["model", "merge", name, "new.toml", "--out", "both.toml"]);
        crate::support::json(command.args(["--force", "--json"]))
    };
    let both = merged("shipped");
    assert_eq!(both["players"], 34, "{both}");
    assert_eq!(merged("style:shipped"), both);
}

#[test]
fn names_without_a_name_are_refused() {
    let scratch = scratch();
    for (names, part) in [
        ("", "--names '': there is no name in it"),
        ("|", "there is no name on one side of '|'"),
        ("Storm, A.| ", "there is no name on one side of '|'"),
    ] {
        let (said, _) = scratch.refusal(&["classify", "games.pgn", "--names", names]);
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn another_spelling_of_one_player_is_found_and_several_players_are_named() {
    let scratch = scratch();
    let classify = |names: &str| scratch.json(&["classify", "games.pgn", "--names", names]);
    let exact = classify("Storm, A.");
    assert!(exact["spellings"].is_null(), "{exact}");
    let mut found = classify("Storm");
    assert_eq!(found["spellings"]["Storm, A."], 2, "{found}");
    found
        .as_object_mut()
        .expect("an object")
        .remove("spellings");
    assert_eq!(found, exact);
    // With a given spelling only its games count.
    assert_eq!(classify("Wall,D")["games"], 1);
    assert_eq!(classify("D. Wall")["games"], 2);
    let (said, _) = scratch.refusal(&["classify", "games.pgn", "--names", "W*|Storm, *"]);
    assert!(said.contains("fits several players: "), "{said}");
    assert!(said.contains("'Storm, A.'"), "{said}");
}

#[test]
fn a_file_without_a_game_is_no_matter_of_spelling() {
    let scratch = scratch();
    scratch.write("noise.pgn", "no game at all\n");
    for words in [
        ["classify", "noise.pgn", "--names", "Storm, A."],
        ["report", "noise.pgn", "--player", "Storm, A."],
    ] {
        let (said, told) = scratch.refusal(&words);
        assert!(said.contains("noise.pgn holds no game"), "{said}");
        assert!(told.is_empty(), "{told}");
    }
    let (said, _) = scratch.refusal(&["classify", "games.pgn", "--names", "Nobody"]);
    assert!(said.contains("none of its 2 readable games"), "{said}");
}

#[test]
fn one_damaged_file_of_a_folder_is_told_after_the_result() {
    let scratch = scratch();
    let packed = zstd::encode_all(TWO_GAMES.repeat(50).as_bytes(), 3).expect("packed");
    scratch.write("half.pgn.zst", &packed[..packed.len() / 2]);
    let (said, told) = scratch.refusal(&["classify", ".", "--names", "Storm, A."]);
    assert!(
        said.contains("half.pgn.zst: could not be read to its end"),
        "{said}"
    );
    assert!(told.contains("2 of "), "{told}");
    let (_, told) = scratch.refusal(&["classify", ".", "--names", "Storm, A.", "--json"]);
    let figures: Value = serde_json::from_str(&told).expect("one JSON object");
    assert_eq!(figures["games"], 2);
}
