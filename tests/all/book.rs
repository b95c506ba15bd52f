//! `bayeschess book`, the real binary: books built, shown, joined, edited and turned, and what bad
//! files get.

use std::fs;

use crate::support::{Scratch, bayeschess, field, folder, parsed};

const GAMES: &str = "\
[White \"A\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n\
[WhiteElo \"2500\"]\n[BlackElo \"2100\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 0-1\n\n\
1. e4 c5 1/2-1/2\n\n1. d4 d5 2. c4 e6 1-0\n\n1. c4 d5 2. d4 e6 *\n\n1. e4 Ke2 1-0\n";

fn scratch() -> Scratch {
    let scratch = Scratch::new(&["book"]);
    scratch.write("games.pgn", GAMES);
    scratch
}

/// What the book plays there, as `e4:3 d4:2`.
fn plays(scratch: &Scratch, book: &str, position: &[&str]) -> String {
    let shown = scratch.json(&[&["show", book], position].concat());
    let moves = shown["moves"].as_array().expect("moves");
    let words: Vec<String> = moves
        .iter()
        .map(|m| format!("{}:{}", m["san"].as_str().expect("a move"), m["weight"]))
        .collect();
    words.join(" ")
}

#[test]
fn a_book_is_built_from_games() {
    let scratch = scratch();
    let built = scratch.json(&["build", "games.pgn", "--out", "a.bin", "--min-games", "1"]);
    assert_eq!(built["games_read"], 6);
    assert_eq!(built["games_counted"], 4);
    assert_eq!(built["games_passed_over"], 1);
    assert_eq!(built["rejects"]["illegal_move"], 1);
    assert_eq!(plays(&scratch, "a.bin", &[]), "e4:3 d4:2");
    assert_eq!(
        plays(&scratch, "a.bin", &["1.", "e4", "e5", "2.", "Nf3", "Nc6"]),
        "Bb5:2"
    );
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(plays(&scratch, "a.bin", &[fen]), "e5:2 c5:1");
    assert!(
        scratch
            .text(&["show", "a.bin", "e4"])
            .contains("e5         2  66.7%")
    );
    assert!(
        scratch
            .text(&["show", "a.bin", "a4"])
            .contains("knows no move")
    );
    let info = scratch.json(&["show", "a.bin", "--summary"]);
    assert_eq!(field(&info, "moves"), field(&built, "entries"));
    assert_eq!(
        (&info["format"], &info["illegal_moves"]),
        (&"polyglot".into(), &0.into())
    );

    // The same games in two files, the other way round, give the same bytes.
    let games: Vec<&str> = GAMES.split_inclusive("\n\n").collect();
    let turned: String = games.iter().rev().copied().collect();
    scratch.write(
        "turned.pgn",
        turned.replace("[White", "\n[White").as_bytes(),
    );
    let all = ["--min-games", "1", "--weigh-by", "games"];
    scratch.text(
        &[
            &["build", "games.pgn", "games.pgn", "--out", "b.bin"],
            &all[..],
        ]
        .concat(),
    );
    scratch.text(&[&["build", "games.pgn", "--out", "c.bin"], &all[..]].concat());
    scratch.text(&["convert", "c.bin", "c.bin", "--out", "d.bin"]);
    assert_eq!(
        fs::read(scratch.at("b.bin")).expect("a book"),
        fs::read(scratch.at("d.bin")).expect("a book")
    );
}

#[test]
fn rules_choose_the_games() {
    let scratch = scratch();
    let build = |words: &[&str]| {
        let out = [
            "build",
            "games.pgn",
            "--out",
            "x.bin",
            "--force",
            "--min-games",
            "1",
        ];
        scratch.text(&[&out, words].concat());
        plays(&scratch, "x.bin", &[])
    };
    assert_eq!(build(&["--min-elo", "2300"]), "e4:2");
    assert_eq!(build(&["--outcome", "draw"]), "e4:1");
    assert_eq!(
        build(&["--outcome", "white", "--side", "winner"]),
        "d4:2 e4:2"
    );
    assert_eq!(build(&["--side", "black"]), "");
    assert_eq!(build(&["--weigh-by", "games"]), "e4:3 c4:1 d4:1");
    assert_eq!(build(&["--min-score", "60"]), "d4:2");
    scratch.refused(
        &["build", "games.pgn", "--out", "y.bin", "--min-games", "9"],
        "9 of the 4 games",
    );
    scratch.refused(&["build", "games.pgn", "--out", "x.bin"], "--force");
    scratch.refused(&["build", "none.pgn", "--out", "y.bin"], "none.pgn");
    scratch.refused(&["build", "games.pgn", "--out", "y.txt"], ".bin");
    assert!(!scratch.at("y.bin").exists());
}

#[test]
fn a_tree_is_begun_grown_shown_and_turned_into_a_book() {
    let scratch = scratch();
    scratch.text(&["add", "my.tree"]);
    scratch.refused(&["add", "my.txt"], ".tree");
    let line = ["1.", "d4", "d5", "2.", "c4"];
    let add = |words: &[&str]| scratch.json(&[&["add", "my.tree"], words].concat());
    add(&[&line[..], &["--name", "Queen's gambit", "--weight", "7"]].concat());
    let added = add(&["c4", "d5", "d4", "e6"]);
    assert_eq!((&added["new"], &added["known"]), (&4.into(), &0.into()));
    assert_eq!(added["transpositions"][0]["meets"], "1. d4 d5 2. c4");
    let text = fs::read_to_string(scratch.at("my.tree")).expect("a tree");
    assert!(text.starts_with("# Opening tree."), "{text}");
    assert!(
        text.ends_with("\nd4 d5 c4 7 \"Queen's gambit\"\nc4 d5 d4 e6\n"),
        "{text}"
    );
    let shown = scratch.text(&["show", "my.tree", "--tree"]);
    assert!(
        shown.contains("  1... d5 (1)\n    2. c4 (7) Queen's gambit = 1. c4 d5 2. d4\n"),
        "{shown}"
    );
    // By either order of moves, the answer of the other line is known.
    assert_eq!(plays(&scratch, "my.tree", &line), "e6:1");
    scratch.refused(&["add", "my.tree", "e4", "e5", "Ke3"], "Ke3");
    scratch.refused(&["show", "my.tree", "--tree", "a4"], "no such line");
    assert_eq!(
        fs::read_to_string(scratch.at("my.tree")).expect("a tree"),
        text
    );

    scratch.write(
        "openings.pgn",
        b"[Opening \"Sicilian\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 *\n",
    );
    add(&["--pgn", "openings.pgn", "--max-ply", "2"]);
    assert_eq!(plays(&scratch, "my.tree", &["e4"]), "c5:1");
    scratch.text(&["convert", "my.tree", "--out", "my.bin"]);
    for words in [
        ["convert", "my.tree", "--out", "cut.bin"],
        ["convert", "my.tree", "--out", "cut.tree"],
        ["convert", "my.bin", "--out", "cut.bin"],
    ] {
        scratch.refused(&[&words[..], &["--max-ply", "2"]].concat(), "--max-ply");
    }
    scratch.text(&["convert", "my.bin", "--out", "cut.tree", "--max-ply", "2"]);
    assert_eq!(plays(&scratch, "cut.tree", &["c4"]), "d5:1");
    assert_eq!(plays(&scratch, "cut.tree", &["c4", "d5"]), "");
    scratch.text(&["convert", "my.bin", "--out", "again.tree"]);
    scratch.text(&["convert", "again.tree", "--out", "again.bin"]);
    assert_eq!(
        fs::read(scratch.at("my.bin")).expect("a book"),
        fs::read(scratch.at("again.bin")).expect("a book")
    );
    assert_eq!(plays(&scratch, "my.bin", &line), "e6:1");
    scratch.refused(&["convert", "my.bin", "--out", "other.pgn"], ".tree");
    scratch.refused(&["show", "my.bin", "--tree"], "convert");
}

/// Checks that a tree is created with its lines, or not at all.
#[test]
fn a_tree_is_not_begun_without_its_games() {
    let scratch = scratch();
    scratch.write("empty.pgn", "");
    for games in ["missing.pgn", "empty.pgn"] {
        scratch.refused(&["add", "fresh.tree", "--pgn", games], games);
        assert!(!scratch.at("fresh.tree").exists());
    }
}

/// Checks that remarks in any encoding that PGN may have are still there after a line was added.
#[test]
fn remarks_of_a_tree_stay_in_any_encoding() {
    let scratch = scratch();
    let wide = "\u{feff}# Café\ne4 10\n".encode_utf16();
    for bytes in [
        b"# Caf\xe9\ne4 10\n".to_vec(),
        "# Café\ne4 10\n".into(),
        "\u{feff}# Café\ne4 10\n".into(),
        b"\xef\xbb\xbf# Caf\xe9\ne4 10\n".to_vec(),
        wide.flat_map(u16::to_le_bytes).collect(),
    ] {
        scratch.write("my.tree", bytes);
        scratch.text(&["add", "my.tree", "d4"]);
        let text = fs::read_to_string(scratch.at("my.tree")).expect("UTF-8");
        assert_eq!(text, "# Café\ne4 10\nd4\n");
    }
}

#[test]
fn books_are_joined() {
    let scratch = scratch();
    scratch.write("a.tree", b"e4 3\nd4\n");
    scratch.write("b.tree", b"e4 2 e5\nc4\n");
    scratch.text(&["convert", "a.tree", "b.tree", "--out", "sum.bin"]);
    assert_eq!(plays(&scratch, "sum.bin", &[]), "e4:5 c4:1 d4:1");
    scratch.text(&[
        "convert",
        "a.tree",
        "b.tree",
        "--first",
        "--out",
        "first.bin",
    ]);
    assert_eq!(plays(&scratch, "first.bin", &[]), "e4:3 d4:1");
    assert_eq!(plays(&scratch, "first.bin", &["e4"]), "e5:1");
}

#[test]
fn broken_books_are_refused_or_complained_of() {
    let scratch = scratch();
    scratch.write("half.bin", [7; 30]);
    scratch.refused(&["show", "half.bin"], "30 bytes");
    scratch.write("empty.bin", b"");
    scratch.refused(&["show", "empty.bin", "--summary"], "no move");
    scratch.write("bad.tree", b"e4 e5\n  Qh9\n");
    scratch.refused(&["show", "bad.tree"], "line 2");
    scratch.refused(&["show", "book.txt"], ".bin (Polyglot)");
    scratch.refused(&["show", "none.bin"], "none.bin");
    // A record of the first position with an illegal move, one with nonsense, in disorder.
    let mut bytes = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    bytes.extend([0x00, 0x3f, 0, 1, 0, 0, 0, 0]);
    bytes.extend([0; 16]);
    scratch.write("odd.bin", &bytes);
    let output = scratch.run(&["show", "odd.bin", "--summary", "--json"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("not sorted") && said.contains("1 records"),
        "{said}"
    );
    let info = parsed(&output.stdout);
    assert_eq!(info["illegal_moves"], 1);
    assert_eq!(info["warnings"].as_array().map(Vec::len), Some(2));
}

#[test]
fn tables_that_are_broken_or_not_there_are_told() {
    let scratch = Scratch::new(&["analyse"]);
    scratch.write("KQvK.rtbw", b"not a table");
    let fen = "8/8/8/8/8/k1K5/8/1Q6 w - - 0 1";
    let broken = &[fen, "--tables", "."];
    for part in ["no table that can be used", "KQvK.rtbw", "truncated"] {
        scratch.refused(broken, part);
    }
    scratch.refused(&[fen, "--tables", "nowhere"], "nowhere");
    scratch.refused(
        &["8/8/8/8/8/8/8/8 w - - 0 1", "--tables", "."],
        "empty board",
    );
    scratch.refused(&[fen, "--tables", ""], "--tables");
}

/// `OwnBook` without a file plays the shipped tree, and plays it without a search.
#[test]
fn the_shipped_tree_is_the_book_of_the_engine() {
    let output = bayeschess(folder().path())
        .arg("uci")
        .write_stdin(
            "setoption name OwnBook value true\nposition startpos\ngo wtime 600000 btime 600000\nquit\n",
        )
        .output()
        .expect("the binary runs");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    let answer = said
        .lines()
        .find(|line| line.starts_with("bestmove"))
        .expect("an answer");
    let m = answer.split_whitespace().nth(1).expect("a move");
    assert!(["e2e4", "d2d4", "c2c4"].contains(&m), "{said}");
    assert!(said.contains("from the opening book"), "{said}");
    assert!(!said.contains("info depth 2"), "{said}");
}

#[test]
fn packed_games_are_read_and_text_without_games_is_told() {
    let scratch = scratch();
    let games = fs::read(scratch.at("games.pgn")).expect("games");
    scratch.write(
        "games.pgn.zst",
        zstd::encode_all(games.as_slice(), 1).expect("packed"),
    );
    let built = scratch.json(&[
        "build",
        "games.pgn.zst",
        "games.pgn",
        "--out",
        "a.bin",
        "--min-games",
        "1",
    ]);
    assert_eq!(built["games_read"], 12);
    assert_eq!(built["games_counted"], 8);
    scratch.write("none.pgn", b"");
    scratch.refused(&["build", "none.pgn", "--out", "b.bin"], "holds no game");
    scratch.refused(
        &["build", "games.pgn", "--out", "b.bin", "--min-elo", "3000"],
        "none of the 6 games counts",
    );
    assert!(!scratch.at("b.bin").exists());
    let line = zstd::encode_all(&b"1. e4 e5 2. Nf3 *\n"[..], 1).expect("packed");
    scratch.write("line.pgn.zst", &line);
    let added = scratch.json(&["add", "a.tree", "--pgn", "line.pgn.zst"]);
    assert_eq!(added["new"], 3);
    scratch.refused(&["add", "a.tree", "--pgn", "none.pgn"], "has no game");
}
