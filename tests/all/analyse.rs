//! `bayeschess analyse`, the real binary: lines of a position, a game judged, by an engine too.

use std::fs;
use std::path::Path;

use bayeschess::pgn::read_games;
use serde_json::Value;

use crate::support::{bayeschess, folder, parsed, program, told};

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn analyse(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    fs::write(folder.join("game.pgn"), GAME).expect("written");
    let output = bayeschess(folder)
        .arg("analyse")
        .args(words)
        .output()
        .expect("the binary runs");
    told(output)
}

fn json(folder: &Path, words: &[&str]) -> Value {
    let (code, said, complaint) = analyse(folder, &[words, &["--json"]].concat());
    assert_eq!(code, Some(0), "{complaint}");
    parsed(said.as_bytes())
}

#[test]
fn a_position_is_shown_in_several_lines() {
    let folder = folder();
    let figures = json(
        folder.path(),
        &["1.", "e4", "e5", "--lines", "2", "--depth", "5"],
    );
    let lines = figures["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2);
    assert_ne!(lines[0]["uci"][0], lines[1]["uci"][0]);
    let sum: u64 = ["win", "draw", "loss"]
        .iter()
        .map(|name| lines[0][name].as_u64().expect("a number"))
        .sum();
    assert_eq!(sum, 1000);
    let score = |place: usize| lines[place]["centipawns"].as_i64().expect("a score");
    assert!(score(0) >= score(1));
    // Black mates, which White's view says by its sign.
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    let figures = json(folder.path(), &[fen, "--depth", "3"]);
    assert_eq!(figures["lines"][0]["score"], "#-1");
    assert_eq!(figures["lines"][0]["moves"], serde_json::json!(["Qh4#"]));
}

#[test]
fn a_game_is_judged_drawn_and_annotated() {
    let folder = folder();
    let words = [
        "game.pgn",
        "--depth",
        "4",
        "--svg",
        "game",
        "--out",
        "judged.pgn",
    ];
    let figures = json(folder.path(), &words);
    let moves = figures["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 4);
    assert_eq!(
        (&moves[2]["gravity"], &moves[2]["score"]),
        (&"blunder".into(), &"#-1".into())
    );
    assert_eq!(
        (&moves[3]["loss"], &moves[3]["best"]),
        (&0.into(), &"Qh4#".into())
    );
    assert_eq!(figures["losses"]["black"]["moves"], 2);
    assert_eq!(
        moves[2]["chances"],
        serde_json::json!({"win": 0, "draw": 0, "loss": 1000})
    );
    for name in ["score", "chances", "loss"] {
        let svg = fs::read_to_string(folder.path().join(format!("game-{name}.svg"))).expect(name);
        assert!(svg.starts_with("<svg") && svg.contains("A - B"), "{name}");
        assert_eq!(svg.contains("drawn"), name == "chances", "{name}");
    }
    let judged = fs::read_to_string(folder.path().join("judged.pgn")).expect("written");
    let words_of = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = "2. g4 {[%eval #-1] blunder; better";
    assert!(words_of(&judged).contains(wanted), "{judged}");
    assert!(judged.contains("Qh4# 0-1"), "{judged}");
    let game = read_games(judged.as_bytes()).next().expect("a game");
    assert_eq!(game.expect("a sound one").moves.len(), 4);
    let (code, _, said) = analyse(folder.path(), &words);
    assert!(code == Some(2) && said.contains("--force"), "{said}");
}

/// The engine behind the pipe is this program's own.
#[test]
fn an_engine_may_be_the_oracle() {
    let folder = folder();
    let binary = program();
    let oracle = format!("uci:\"{}\" uci", binary.display());
    let (code, said, complaint) = analyse(
        folder.path(),
        &["game.pgn", "--by", &oracle, "--depth", "4"],
    );
    assert_eq!(code, Some(0), "{complaint}");
    assert!(said.contains("blunder; better"), "{said}");
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let folder = folder();
    for (words, part) in [
        (vec!["none.pgn"], "none.pgn"),
        (vec!["game.pgn", "--game", "2"], "no game 2"),
        (vec!["e4", "e6", "Ke3"], "Ke3"),
        (vec!["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "over"),
        (vec!["e4", "--svg", "x"], ".pgn"),
        (vec!["e4", "--game", "1"], "--game"),
        (vec!["game.pgn", "--lines", "2"], "--lines"),
        (
            vec!["game.pgn", "--by", "uci:./nothing-here"],
            "nothing-here",
        ),
        (
            vec!["e4", "--by", "random", "--depth", "2"],
            "stays the same",
        ),
    ] {
        let (code, said, complaint) = analyse(folder.path(), &words);
        assert!(code == Some(2) && said.is_empty(), "{words:?}: {complaint}");
        assert!(complaint.contains(part), "{words:?}: {complaint}");
    }
}

#[test]
fn a_packed_game_and_one_of_chess960_are_judged() {
    let folder = folder();
    let text = "[Event \"960\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
        [FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1\"]\n\n\
        1. Nf3 Nf6 2. Nd3 Nd6 3. g3 g6 4. Bg2 Bg7 5. O-O *\n";
    let packed = zstd::encode_all(text.as_bytes(), 1).expect("packed");
    fs::write(folder.path().join("one.pgn.zst"), packed).expect("written");
    let judged = json(
        folder.path(),
        &["one.pgn.zst", "--depth", "1", "--out", "judged.pgn"],
    );
    assert_eq!(judged["moves"][8]["played"], "5. O-O");
    let written = fs::read_to_string(folder.path().join("judged.pgn")).expect("written");
    assert!(
        written.contains("[Variant \"Chess960\"]") && written.contains("O-O"),
        "{written}"
    );
    let (code, _, complaint) = analyse(folder.path(), &["one.pgn.zst", "--by", "uci:engine"]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("Chess960"), "{complaint}");
}
