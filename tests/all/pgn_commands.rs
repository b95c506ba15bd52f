//! What the `pgn` commands say when there is little or nothing to say: of games that are left out, of
//! text without a game, of paths that are not there.

use std::fs;

use serde_json::Value;

use crate::support::{Scratch, TWO_GAMES, bayeschess, folder, parsed, told};

const GAMES: &str = "\
[Event \"1\"]\n[White \"Storm, A.\"]\n[Black \"Wall, D.\"]\n[Result \"1-0\"]\n\n\
1. e4 e6 2. d4 d5 1-0\n\n\
[Event \"2\"]\n[White \"Wall, D.\"]\n[Black \"Storm, A.\"]\n[Result \"1/2-1/2\"]\n\n\
1. d4 Nf6 2. c4 g6 1/2-1/2\n\n\
[Event \"3\"]\n[White \"Storm, A.\"]\n[Black \"Wall, D.\"]\n[Result \"*\"]\n\n\
1. e4 e5 2. Ke3 *\n";

const ILLEGAL: &str = "[Event \"1\"]\n\n1. e4 e5 2. Ke3 *\n";

fn scratch() -> Scratch {
    let scratch = Scratch::new(&["pgn"]);
    scratch.write("games.pgn", GAMES);
    scratch
}

/// What is said on standard error; the exit code must be `code`.
fn complaint(scratch: &Scratch, words: &[&str], code: i32) -> String {
    let (found, _, said) = told(scratch.run(words));
    assert_eq!(found, Some(code), "{words:?}: {said}");
    said
}

#[test]
fn games_on_standard_output_leave_the_account_to_standard_error() {
    let scratch = scratch();
    let output = scratch.run(&["convert", "games.pgn", "--out", "-"]);
    assert_eq!(output.status.code(), Some(0));
    let games = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(games.matches("[Event ").count(), 2);
    assert!(!games.contains("games read"));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("3 games read: 2 kept"), "{said}");
    assert!(
        said.contains("rejected for an illegal or ambiguous move: 1"),
        "{said}"
    );
    let figures = complaint(
        &scratch,
        &["convert", "games.pgn", "--out", "-", "--json"],
        0,
    );
    let figures: Value = serde_json::from_str(&figures).expect("one JSON object");
    assert_eq!(
        (&figures["kept"], &figures["rejected"]),
        (&2.into(), &1.into())
    );
}

#[test]
fn openings_have_names_and_are_those_of_the_moves_where_no_tag_tells_them() {
    let scratch = scratch();
    let figures = scratch.json(&["stats", "games.pgn"]);
    let openings = &figures["openings"];
    assert_eq!(openings["C00"]["white"], 1, "{openings}");
    assert_eq!(openings["E60"]["draw"], 1, "{openings}");
    scratch.write(
        "tagged.pgn",
        GAMES.replace("[Result \"1-0\"]", "[ECO \"C50\"]\n[Result \"1-0\"]"),
    );
    let text = String::from_utf8(scratch.run(&["stats", "tagged.pgn"]).stdout).expect("UTF-8");
    let row = |code: &str| {
        text.lines()
            .find(|line| line.starts_with(code))
            .map(str::to_owned)
    };
    let italian = row("C50").expect("a row");
    assert!(
        italian.contains("Italian Game") && italian.ends_with("100.0 %"),
        "{text}"
    );
    assert!(row("E60").is_some() && row("C00").is_none(), "{text}");
}

#[test]
fn a_dry_run_needs_no_file_and_writes_none() {
    let scratch = scratch();
    assert_eq!(
        complaint(&scratch, &["convert", "games.pgn", "--dry-run"], 0),
        ""
    );
    complaint(
        &scratch,
        &["convert", "games.pgn", "--dry-run", "--out", "new.pgn"],
        0,
    );
    assert!(!scratch.at("new.pgn").exists());
    assert!(complaint(&scratch, &["convert", "games.pgn"], 2).contains("--out"));
}

#[test]
fn text_without_a_game_is_one_sentence() {
    let scratch = scratch();
    scratch.write("noise.pgn", [0_u8, 255, 10, 13, 91, 123].repeat(500));
    scratch.write("empty.pgn", "");
    for command in ["check", "stats"] {
        scratch.refused_after_output(
            &[command, "noise.pgn"],
            "noise.pgn holds no game (3000 bytes of text",
        );
        scratch.refused_after_output(
            &[command, "empty.pgn"],
            "empty.pgn holds no game (there is nothing in it)",
        );
    }
    for command in ["convert", "dedupe"] {
        scratch.refused_after_output(
            &[command, "noise.pgn", "empty.pgn", "--out", "new.pgn"],
            "noise.pgn, empty.pgn hold no game",
        );
        assert!(!scratch.at("new.pgn").exists());
    }
    // Beside games it is stray text, as before.
    complaint(&scratch, &["stats", "noise.pgn", "games.pgn"], 0);
    // The figures are printed all the same.
    let output = scratch.run(&["check", "noise.pgn", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let figures = parsed(&output.stdout);
    assert_eq!(
        (&figures["games"], &figures["bytes"]),
        (&0.into(), &3000.into())
    );
}

#[test]
fn empty_standard_input_holds_no_game() {
    let output = bayeschess(folder().path())
        .args(["pgn", "check", "-"])
        .write_stdin("")
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("standard input holds no game"), "{said}");
}

#[test]
fn a_filter_that_nothing_passes_is_named() {
    let scratch = scratch();
    let nobody = ["--player", "Nobody"];
    let wanted = "by the player who is asked for: the name matches nobody";
    for command in ["check", "stats"] {
        scratch.refused_after_output(&[&[command, "games.pgn"], &nobody[..]].concat(), wanted);
    }
    scratch.write("old.pgn", "as it was");
    for command in ["convert", "dedupe"] {
        let words = [command, "games.pgn", "--out", "new.pgn"];
        scratch.refused_after_output(&[&words[..], &nobody].concat(), wanted);
        assert!(!scratch.at("new.pgn").exists());
        let words = [command, "games.pgn", "--force", "--out", "old.pgn"];
        scratch.refused_after_output(&[&words[..], &nobody].concat(), wanted);
        assert_eq!(
            fs::read(scratch.at("old.pgn")).expect("there"),
            b"as it was"
        );
    }
    scratch.refused_after_output(
        &["stats", "games.pgn", "--player", "Storm", "--since", "1999"],
        "none of the 2 sound games passes the filters: left out are 2 by date",
    );
    // The account stands before the sentence.
    let output = scratch.run(&["stats", "games.pgn", "--player", "Nobody"]);
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains("left out by player: 2"), "{told}");
}

#[test]
fn damaged_games_alone_make_no_file() {
    let scratch = scratch();
    scratch.write("bad.pgn", ILLEGAL);
    for command in ["convert", "dedupe"] {
        scratch.refused_after_output(
            &[command, "bad.pgn", "--out", "new.pgn"],
            "none of the 1 games is sound",
        );
        assert!(!scratch.at("new.pgn").exists());
    }
    scratch.refused(
        &["convert", "games.pgn", "--out", "games.pgn"],
        "is read by the same command",
    );
}

#[test]
fn all_paths_that_are_not_there_are_named_at_once() {
    let scratch = scratch();
    let words = ["check", "games.pgn", "gone.pgn", "lost.pgn"];
    scratch.refused(&words, "gone.pgn: cannot be read");
    scratch.refused(&words, "lost.pgn: cannot be read");
    scratch.refused(&words[..3], "gone.pgn: cannot be read");
    assert!(scratch.run(&words).stdout.is_empty());
}

#[test]
fn damage_is_told_in_words_and_by_its_line() {
    let scratch = scratch();
    let bad = "[Event \"1\"]\n[Result \"1-0\"]\n\n1. e4 e5\n2. Nf3\n\n\
               [Event \"2\"]\n\n1. e4\ne5 {open\n\n\
               [Event \"3\"]\n[FEN \"A]\n\n1. e4 *\n\n\
               [Event \"4\"]\n[Result \"0-1\"]\n\n1. e4 1-0\n\n\
               [Event \"5\"]\n\n1. e4 e5\n2. (Nf3\nNc6 *\n\n\
               [Event \"6\"]\n\n1. e4\n\ne5 2. Cc6 *\n";
    scratch.write("bad.pgn", bad);
    let output = scratch.run(&["check", "bad.pgn"]);
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    for part in [
        "rejected for a result that stands in the Result tag and not behind the moves (--result-from-tag keeps these games): 1\n",
        "rejected for two different results: 1\n",
        "--verbose names these games; --rejects FILE",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let output = scratch.run(&["check", "bad.pgn", "--verbose"]);
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    for part in [
        "bad.pgn: game 1, line 5: the text ends",
        "bad.pgn: game 2, line 10: a comment is never closed",
        "bad.pgn: game 3, line 13: the tag",
        "bad.pgn: game 4, which begins at line 17: it has two results",
        "bad.pgn: game 5, line 25: the brackets",
        "bad.pgn: game 6, line 32: ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("--rejects FILE"), "{said}");
}

#[test]
fn twice_is_asked_for_only_where_it_can_be() {
    let scratch = scratch();
    let twice = ["games.pgn", "games.pgn", "--keep-duplicates", "--json"];
    let read = |words: &[&str]| -> Value {
        let output = scratch.run(words);
        parsed(&output.stdout)
    };
    // The third game of the file is damaged.
    let kept = read(&[&["check"][..], &twice].concat());
    assert_eq!((&kept["kept"], &kept["duplicates"]), (&4.into(), &0.into()));
    let once = read(&["check", "games.pgn", "games.pgn", "--json"]);
    assert_eq!((&once["kept"], &once["duplicates"]), (&2.into(), &2.into()));
    let refused = scratch.run(&["dedupe", "games.pgn", "--keep-duplicates", "--dry-run"]);
    assert_eq!(refused.status.code(), Some(2));
}

/// What is written under a compressed name is compressed, and read again as the same games.
#[test]
fn names_of_outputs_say_how_they_are_compressed() {
    let scratch = Scratch::new(&[]);
    scratch.write("in.pgn", TWO_GAMES);
    scratch.text(&["pgn", "convert", "in.pgn", "--out", "plain.pgn"]);
    let plain = fs::read(scratch.at("plain.pgn")).expect("written");
    for (name, begins) in [
        ("out.pgn.gz", &b"\x1f\x8b"[..]),
        ("out.PGN.ZST", b"\x28\xb5\x2f\xfd"),
    ] {
        scratch.text(&["pgn", "convert", "in.pgn", "--out", name]);
        let packed = fs::read(scratch.at(name)).expect("written");
        assert!(packed.starts_with(begins), "{name}");
        scratch.text(&["pgn", "convert", name, "--out", "again.pgn", "--force"]);
        assert_eq!(
            fs::read(scratch.at("again.pgn")).expect("read"),
            plain,
            "{name}"
        );
    }
    scratch.text(&["db", "import", "games.db", "in.pgn"]);
    scratch.text(&[
        "db",
        "export",
        "games.db",
        "--format",
        "epd",
        "--out",
        "games.epd.zst",
    ]);
    let rows = fs::read(scratch.at("games.epd.zst")).expect("written");
    let rows = zstd::decode_all(&rows[..]).expect("compressed");
    assert!(
        rows.starts_with(b"rnbqkbnr/"),
        "{}",
        String::from_utf8_lossy(&rows)
    );
    for name in ["out.zip", "out.pgn.bz2", "out.pgn.xz", "out.7z"] {
        let words = ["pgn", "convert", "in.pgn", "--out", name];
        scratch.refused(&words, "end the name in .gz or .zst");
    }
}

/// Checks that a game with an open comment does not swallow the one that is written behind it.
#[test]
fn salvaged_games_are_joined_without_their_damage() {
    let scratch = scratch();
    scratch.write("open.pgn", "[Event \"a\"]\n\n1. e4 e5 2. Nf3 {open\n");
    scratch.write("next.pgn", "[White \"B\"]\n\n1. d4 {a} d5 1-0\n");
    let words = [
        "dedupe",
        "open.pgn",
        "next.pgn",
        "--salvage",
        "--out",
        "all.pgn",
    ];
    let joined = scratch.json(&words);
    assert_eq!(
        (&joined["kept"], &joined["salvaged"]),
        (&2.into(), &1.into())
    );
    let text = fs::read_to_string(scratch.at("all.pgn")).expect("text");
    assert!(
        text.ends_with("1. e4 e5 2. Nf3 *\n\n[White \"B\"]\n\n1. d4 {a} d5 1-0\n\n"),
        "{text}"
    );
    let again = scratch.json(&["check", "all.pgn"]);
    assert_eq!((&again["kept"], &again["rejected"]), (&2.into(), &0.into()));
}
