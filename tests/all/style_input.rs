//! Bad input of the style commands, through the real binary: each gets one sentence that says what,
//! where and what to do.

use std::fs;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

const GAMES: &str = "\
[Event \"1\"]\n[White \"Storm, A.\"]\n[Black \"Wall, D.\"]\n[Result \"1-0\"]\n\n\
1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 c5 1-0\n\n\
[Event \"2\"]\n[White \"Wall,D\"]\n[Black \"Storm, A.\"]\n[Result \"1/2-1/2\"]\n\n\
1. d4 Nf6 2. c4 g6 1/2-1/2\n";

const ROW: &str = "games.pgn,\"Storm, A.\",attacking,original\n";

/// A folder with games, and the binary.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a folder"));
        desk.write("games.pgn", GAMES);
        desk
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.0.path().join(name), bytes).expect("written");
    }

    fn run(&self, words: &[&str]) -> Output {
        Command::cargo_bin("bayeschess")
            .expect("the binary")
            .current_dir(self.0.path())
            .arg("style")
            .args(words)
            .output()
            .expect("the binary runs")
    }

    /// One sentence with exit code 2; returns it and what stands on standard output.
    fn refused(&self, words: &[&str]) -> (String, String) {
        let output = self.run(words);
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{words:?}: {said}");
        (said, String::from_utf8(output.stdout).expect("UTF-8"))
    }

    /// What is said of a labels file that must be refused.
    fn labels(&self, text: impl AsRef<[u8]>) -> String {
        self.write("labels.csv", text);
        let words = ["train", "--labels", "labels.csv", "--pgn", "."];
        let (said, told) = self.refused(&[&words[..], &["--out", "style.toml"]].concat());
        assert!(told.is_empty(), "{told}");
        said
    }

    /// What is said of a model that must be refused.
    fn model(&self, name: &str) -> String {
        let words = ["classify", "games.pgn", "--names", "Storm, A.", "--model"];
        self.refused(&[&words[..], &[name]].concat()).0
    }
}

/// A model that ships with the program.
fn shipped(name: &str) -> String {
    let file = format!("{}/models/style/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(file).expect("a model")
}

#[test]
fn labels_that_would_count_a_game_twice_are_refused_with_both_lines() {
    let desk = Desk::new();
    let header = "file,names,style,basis\n";
    let said = desk.labels(format!("{header}{ROW}{ROW}"));
    assert!(
        said.contains("labels.csv: line 3: 'Storm, A.' of games.pgn stands in line 2 already"),
        "{said}"
    );
    let other = "more.pgn,\"Storm, A.\",defensive,original\n";
    let said = desk.labels(format!("{header}{ROW}{other}"));
    assert!(
        said.contains("Storm, A. is defensive here and attacking in line 2"),
        "{said}"
    );
}

#[test]
fn labels_that_are_no_table_are_told_in_words() {
    let desk = Desk::new();
    let said = desk.labels("file,names,style,basis\n");
    assert!(said.contains("labels.csv: it labels nobody; add"), "{said}");
    let said = desk.labels(format!("file,names,style,basis,games\n{ROW}"));
    assert!(
        said.contains("line 2: it has 4 columns and the first line has 5"),
        "{said}"
    );
    let said = desk.labels(b"file,names,style,basis\ngames.pgn,H\xfcbner,mixed,original\n");
    assert!(said.contains("line 2: it is no UTF-8 text"), "{said}");
    let said = desk.labels("file;names;style;basis\n");
    assert!(said.contains("with commas between"), "{said}");
    let said = desk.labels([0_u8, 255, 10, 34, 44].repeat(100));
    assert!(said.contains("labels.csv: line 1: "), "{said}");
}

#[test]
fn each_model_is_refused_for_what_it_is() {
    let desk = Desk::new();
    let (habits, card) = (shipped("habits.toml"), shipped("classic.toml"));
    desk.write("next.toml", habits.replacen("habits-2", "habits-3", 1));
    let said = desk.model("next.toml");
    assert!(
        said.contains("'habits-3', and this program has 'habits-2'"),
        "{said}"
    );
    desk.write("classic.toml", &card);
    let said = desk.model("classic.toml");
    assert!(
        said.contains("the card of a classic table; give the table itself, classic.csv"),
        "{said}"
    );
    desk.write(
        "changed.toml",
        habits.replacen("# Counts\n", "# Counts\n\n", 1),
    );
    let said = desk.model("changed.toml");
    assert!(said.contains("put back a copy of it"), "{said}");
    assert!(!said.contains("card"), "{said}");
    desk.write(
        "huge.toml",
        habits.replacen("games = 827", "games = 9223372036854775807", 1),
    );
    assert!(
        desk.model("huge.toml")
            .contains("huge.toml: its sources have")
    );
    desk.write("classic.csv", shipped("classic.csv"));
    let report = ["report", "games.pgn", "--player", "Storm, A."];
    let (said, _) = desk.refused(&[&report[..], &["--model", "classic.csv"]].concat());
    assert!(
        said.contains("a report tells of habits") && said.contains("style classify --model"),
        "{said}"
    );
    desk.write("habits.toml", &habits);
    let (said, _) = desk.refused(&["tables", "--model", "classic.toml"]);
    assert!(
        said.contains("give the table itself, classic.csv"),
        "{said}"
    );
}

#[test]
fn a_model_with_line_ends_of_another_system_is_the_same_model() {
    let desk = Desk::new();
    let carried = shipped("habits.toml").replace('\n', "\r\n");
    desk.write("carried.toml", carried);
    let classify = |model: &[&str]| {
        let words = ["classify", "games.pgn", "--names", "Storm, A.", "--json"];
        let output = desk.run(&[&words[..], model].concat());
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    assert_eq!(classify(&["--model", "carried.toml"]), classify(&[]));
}

#[test]
fn names_without_a_name_are_refused() {
    let desk = Desk::new();
    for (names, part) in [
        ("", "--names '': there is no name in it"),
        ("|", "there is no name on one side of '|'"),
        ("Storm, A.| ", "there is no name on one side of '|'"),
    ] {
        let (said, _) = desk.refused(&["classify", "games.pgn", "--names", names]);
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn a_file_without_a_game_is_no_matter_of_spelling() {
    let desk = Desk::new();
    desk.write("noise.pgn", "no game at all\n");
    for words in [
        ["classify", "noise.pgn", "--names", "Storm, A."],
        ["report", "noise.pgn", "--player", "Storm, A."],
    ] {
        let (said, told) = desk.refused(&words);
        assert!(said.contains("noise.pgn holds no game"), "{said}");
        assert!(told.is_empty(), "{told}");
    }
    let (said, _) = desk.refused(&["classify", "games.pgn", "--names", "Nobody"]);
    assert!(said.contains("none of its 2 readable games"), "{said}");
}

#[test]
fn one_damaged_file_of_a_folder_is_told_after_the_result() {
    let desk = Desk::new();
    let packed = zstd::encode_all(GAMES.repeat(50).as_bytes(), 3).expect("packed");
    desk.write("half.pgn.zst", &packed[..packed.len() / 2]);
    let (said, told) = desk.refused(&["classify", ".", "--names", "Storm, A."]);
    assert!(
        said.contains("half.pgn.zst: could not be read to its end"),
        "{said}"
    );
    assert!(told.contains("2 of "), "{told}");
    let (_, told) = desk.refused(&["classify", ".", "--names", "Storm, A.", "--json"]);
    let figures: Value = serde_json::from_str(&told).expect("one JSON object");
    assert_eq!(figures["games"], 2);
}
