//! `bayeschess analyse --facts` with the real binary: valid games and damaged ones.

use std::fs;

use serde_json::Value;

use crate::support::{bayeschess, folder, parsed, told};

const GAMES: &str = "\
[Event \"First\"]\n[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
[Event \"Second\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 Nf6 4. e5 d5 *\n\n\
[Event \"Third\"]\n\n1. e4 e5 1-0\n\n\
[Event \"Fourth\"]\n\n1. e4 Ke7 1-0\n";

fn report(words: &[&str]) -> (Option<i32>, String, String) {
    report_beside("games.pgn", GAMES.as_bytes(), words)
}

/// Runs `report` in a folder that holds a file with these bytes.
fn report_beside(name: &str, bytes: &[u8], words: &[&str]) -> (Option<i32>, String, String) {
    let folder = folder();
    fs::write(folder.path().join(name), bytes).expect("written");
    let output = bayeschess(folder.path())
        .args(["analyse", "--facts"])
        .args(words)
        .output()
        .expect("the binary runs");
    told(output)
}

fn json(words: &[&str]) -> Value {
    let (code, said, complaint) = report(&[&["games.pgn", "--json"], words].concat());
    assert_eq!(code, Some(0), "{complaint}");
    parsed(said.as_bytes())
}

#[test]
fn a_finished_game_is_told_to_its_end() {
    let (code, text, _) = report(&["games.pgn"]);
    assert_eq!(code, Some(0));
    assert!(
        text.starts_with("[Event \"First\"]\n[White \"A\"]\n"),
        "{text}"
    );
    assert!(
        text.contains("The game is over: Black won by checkmate."),
        "{text}"
    );
    assert!(text.contains("\nply 0: before the first move\n"), "{text}");
    assert!(
        text.contains("ply 4: 2... Qh4#\n") && text.contains("White is mated"),
        "{text}"
    );
    let told = json(&[]);
    assert_eq!(
        (&told["over"], &told["result"]),
        (&true.into(), &"0-1".into())
    );
    assert_eq!(told["plies"].as_array().map(Vec::len), Some(5));
    let last = &told["plies"][4];
    assert_eq!(
        (&last["check"], &last["mate"], &last["stalemate"]),
        (&true.into(), &true.into(), &false.into())
    );
    assert_eq!(
        (&last["moves"]["white"], &last["moves"]["black"]),
        (&0.into(), &Value::Null)
    );
    assert_eq!(told["plies"][1]["moves"]["white"], 19);
}

#[test]
fn repetition_clocks_and_captures_in_passing_are_told() {
    let told = json(&["--game", "2"]);
    assert_eq!(told["over"], false);
    assert_eq!(told["sentence"], "The game is not over: White is to move.");
    let ply = |number: usize| &told["plies"][number];
    assert_eq!(ply(3)["seen_twice"], serde_json::json!([]));
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    assert_eq!(ply(4)["seen_twice"], serde_json::json!([first]));
    assert_eq!(
        (&ply(4)["moves_without_pawn"], &ply(4)["halfmove_clock"]),
        (&2.into(), &4.into())
    );
    assert_eq!(ply(5)["moves_without_pawn"], 0);
    assert_eq!(ply(8)["en_passant"], serde_json::json!(["exd6"]));
    assert_eq!(ply(8)["castling"]["white"]["long"], true);
}

#[test]
fn one_ply_and_a_table_can_be_had() {
    let (_, text, _) = report(&["games.pgn", "--ply", "2"]);
    assert!(
        text.contains("ply 2: 1... e5") && !text.contains("ply 1:"),
        "{text}"
    );
    let (code, table, _) = report(&["games.pgn", "--csv"]);
    assert_eq!(code, Some(0));
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let columns = rows.headers().expect("a header").len();
    let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!((rows.len(), columns), (5, 20));
    assert_eq!(
        (&rows[4][1], &rows[4][4], &rows[4][18]),
        ("2... Qh4#", "true", "")
    );
}

#[test]
fn a_result_without_an_ending_is_told_as_such() {
    let told = json(&["--game", "3"]);
    let said = told["sentence"].as_str().expect("a sentence");
    assert!(said.contains("White won, as its result 1-0 says"), "{said}");
    assert_eq!(told["termination"], Value::Null);
}

#[test]
fn what_is_not_there_or_not_sound_is_refused() {
    for (words, part) in [
        (vec!["games.pgn", "--game", "4"], "Ke7"),
        (
            vec!["games.pgn", "--game", "5"],
            "there is no game 5; it has 4",
        ),
        (vec!["games.pgn", "--ply", "9"], "0 to 4"),
        (vec!["none.pgn"], "none.pgn"),
    ] {
        let (code, said, complaint) = report(&words);
        assert!(code == Some(2) && said.is_empty(), "{words:?}: {complaint}");
        assert!(complaint.contains(part), "{words:?}: {complaint}");
        assert_eq!(complaint.trim_end().lines().count(), 1, "{complaint}");
    }
}

#[test]
fn a_game_comes_from_standard_input_too() {
    let folder = folder();
    let report = |words: &[&str], text: &str| {
        let output = bayeschess(folder.path())
            .args(["analyse", "--facts", "-"])
            .args(words)
            .write_stdin(text)
            .output()
            .expect("the binary runs");
        told(output)
    };
    let (code, told, complaint) = report(&["--game", "2", "--json"], GAMES);
    assert_eq!(code, Some(0), "{complaint}");
    let told: Value = serde_json::from_str(&told).expect("one JSON object");
    assert_eq!(told["plies"].as_array().map(Vec::len), Some(9));
    for (words, text, part) in [
        (
            &["--game", "7"][..],
            GAMES,
            "standard input: there is no game 7; it has 4",
        ),
        (&["--game", "4"], GAMES, "standard input: game 4"),
        (&[], "", "standard input has no game"),
    ] {
        let (code, _, complaint) = report(words, text);
        assert_eq!(code, Some(2));
        assert!(complaint.contains(part), "{complaint}");
    }
}

/// Runs `report` on a file with these bytes.
fn report_of(name: &str, bytes: &[u8], words: &[&str]) -> (Option<i32>, String, String) {
    report_beside(name, bytes, &[&[name], words].concat())
}

#[test]
fn a_game_is_found_however_it_is_packed_and_encoded() {
    let zstd = zstd::encode_all(GAMES.as_bytes(), 1).expect("packed");
    let wide: Vec<u8> = format!("\u{feff}{GAMES}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (name, bytes) in [("games.pgn.zst", zstd.as_slice()), ("wide.pgn", &wide)] {
        let (code, told, complaint) = report_of(name, bytes, &["--game", "2"]);
        assert_eq!(code, Some(0), "{name}: {complaint}");
        assert!(told.contains("[Event \"Second\"]"), "{name}: {told}");
    }
    let (code, _, complaint) = report_of("half.pgn.zst", &zstd[..zstd.len() - 4], &["--game", "9"]);
    assert_eq!(code, Some(2), "{complaint}");
    assert!(
        complaint.contains("half.pgn.zst: could not be read to its end"),
        "{complaint}"
    );
}

#[test]
fn a_folder_and_text_without_a_game_are_told_for_what_they_are() {
    let (code, told, complaint) = report(&[".", "--game", "3"]);
    assert_eq!(code, Some(0), "{complaint}");
    assert!(told.contains("[Event \"Third\"]"), "{told}");
    for text in ["", "nothing of chess\n"] {
        let (code, _, complaint) = report_of("none.pgn", text.as_bytes(), &[]);
        assert_eq!(code, Some(2), "{complaint}");
        assert!(
            complaint.contains("none.pgn has no game; give a PGN file"),
            "{complaint}"
        );
    }
    let (_, _, complaint) = report(&["games.pgn", "--game", "4"]);
    assert_eq!(complaint.matches("game 4").count(), 1, "{complaint}");
}

#[test]
fn a_game_of_chess960_is_told_with_its_castling() {
    let text = "[Event \"960\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
        [FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1\"]\n\n\
        1. Nf3 Nf6 2. Nd3 Nd6 3. g3 g6 4. Bg2 Bg7 5. O-O *\n";
    let (code, told, complaint) = report_of("one.pgn", text.as_bytes(), &["--json"]);
    assert_eq!(code, Some(0), "{complaint}");
    let told: Value = serde_json::from_str(&told).expect("one JSON object");
    let ply = &told["plies"][9];
    assert_eq!(ply["played"], "5. O-O");
    assert_eq!(
        ply["fen"],
        "bq1rkr2/ppppppbp/3n1np1/8/8/3N1NP1/PPPPPPBP/BQ1R1RK1 b kq - 3 5"
    );
    assert_eq!(told["plies"][8]["castling"]["white"]["short"], true);
}
