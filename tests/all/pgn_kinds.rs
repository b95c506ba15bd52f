//! Kinds of PGN as programs and people write it: what is kept, converted, skipped or refused by name.

use std::fs;

use crate::support::{Scratch, told};

fn scratch() -> Scratch {
    Scratch::new(&[])
}

/// Returns the games of a file as `pgn convert` writes them, each line once, without the tags of the roster.
fn converted(scratch: &Scratch, words: &[&str]) -> String {
    let output = scratch.run(&[&["pgn", "convert"], words, &["--out", "-"]].concat());
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

const RESIGNED: &str = "[Event \"club\"]\n[White \"Holm\"]\n[Black \"Ekman\"]\n[Result \"0-1\"]\n\n\
    1. b3 d5 2. Bb2 Nf6 {Holm resigns}\n";

#[test]
fn a_result_that_stands_in_the_tag_alone_is_kept_on_demand() {
    let scratch = scratch();
    scratch.write("a.pgn", RESIGNED);
    let (code, said, _) = told(scratch.run(&["pgn", "check", "a.pgn"]));
    assert_eq!(code, Some(1));
    assert!(said.contains("--result-from-tag"), "{said}");
    let (_, said, _) = told(scratch.run(&["pgn", "check", "a.pgn", "--verbose"]));
    assert!(
        said.contains("game 1, line 6: the text ends before the game does"),
        "{said}"
    );
    let kept = scratch.json_with(&["pgn", "check", "a.pgn", "--result-from-tag"], 0);
    assert_eq!((&kept["kept"], &kept["salvaged"]), (&1.into(), &0.into()));
    assert!(converted(&scratch, &["a.pgn", "--result-from-tag"]).contains("2. Bb2 Nf6 0-1"));
    // Tags without moves are cut off all the same.
    scratch.write("b.pgn", "[Event \"club\"]\n[Result \"0-1\"]\n");
    let cut = scratch.json_with(&["pgn", "check", "b.pgn", "--result-from-tag"], 1);
    assert_eq!(cut["rejected_by_reason"]["cut_off"], 1);
}

#[test]
fn the_end_of_a_game_is_written_as_it_was_read() {
    let scratch = scratch();
    let text = "[Event \"net\"]\n[White \"Holm\"]\n[Black \"Ekman\"]\n[Result \"1-0\"]\n\
        [Termination \"Holm won on time\"]\n[TerminationDetails \"flag at move 3\"]\n[Mood \"calm\"]\n\n\
        1. c4 c5 2. g3 1-0\n";
    scratch.write("a.pgn", text);
    scratch.json_with(&["db", "import", "a.db", "a.pgn"], 0);
    scratch.text(&["db", "export", "a.db", "--pgn", "out.pgn"]);
    let exported = fs::read_to_string(scratch.at("out.pgn")).expect("written");
    for written in [exported, converted(&scratch, &["a.pgn"])] {
        for tag in text.lines().filter(|line| line.starts_with('[')) {
            assert!(written.contains(tag), "{tag}: {written}");
        }
    }
}

#[test]
fn annotations_are_kept_on_demand() {
    let scratch = scratch();
    scratch.write(
        "a.pgn",
        "[Event \"n\"]\n\n1. c4 {[%clk 0:09:59] calm} e5!? (1... c5 2. -- d6) 2. g3 $14 *\n",
    );
    let moves = |words: &[&str]| {
        let text = converted(&scratch, &[&["a.pgn"], words].concat());
        text.split_once("\n\n").expect("moves").1.trim().to_owned()
    };
    assert_eq!(moves(&[]), "1. c4 e5 2. g3 *");
    assert_eq!(
        moves(&["--keep", "all"]),
        "1. c4 {[%clk 0:09:59] calm} 1... e5 $5 (1... c5 2. -- d6) 2. g3 $14 *"
    );
    assert_eq!(
        moves(&["--keep", "clocks,variations"]),
        "1. c4 {[%clk 0:09:59]} 1... e5 (1... c5 2. -- d6) 2. g3 *"
    );
    scratch.refused(
        &[
            "pgn", "convert", "a.pgn", "--keep", "all", "--to", "csv", "--out", "a.csv",
        ],
        "only PGN has annotations",
    );
}

#[test]
fn folders_are_read_through_links_and_what_is_not_read_is_named() {
    let scratch = scratch();
    let game = |name: &str| format!("[Event \"x\"]\n[White \"{name}\"]\n\n1. c4 e5 *\n");
    for folder in ["games", "games/deep", "far"] {
        fs::create_dir(scratch.at(folder)).expect("made");
    }
    scratch.write("games/deep/a.pgn", game("Holm"));
    scratch.write("games/._a.pgn", b"\0\x05\x16\x07 Mac OS X");
    scratch.write("far/b.pgn", game("Ekman"));
    #[cfg(unix)]
    {
        let link = |to: &str, name: &str| {
            std::os::unix::fs::symlink(scratch.at(to), scratch.at(name)).expect("linked");
        };
        link("far", "games/link");
        link("games", "far/back");
        let figures = scratch.json_with(&["pgn", "check", "games"], 0);
        assert_eq!(
            (&figures["kept"], &figures["duplicates"]),
            (&2.into(), &0.into())
        );
        assert_eq!(figures["stray_bytes"], 0);
        link("nowhere.pgn", "games/lost.pgn");
        scratch.refused_after_output(&["pgn", "check", "games"], "lost.pgn: could not be read");
        fs::remove_file(scratch.at("games/lost.pgn")).expect("there");
    }
    scratch.write("games/c.7z", b"7z\xbc\xaf\x27\x1c\0\x04");
    scratch.refused_after_output(&["pgn", "check", "games"], "it is a 7z archive");
}

#[test]
fn rarer_spellings_of_promotions_and_results_are_read() {
    let scratch = scratch();
    for (result, moves, read) in [
        (
            "*",
            "e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8D *",
            "5. bxa8=Q *",
        ),
        (
            "*",
            "e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8=(Q) *",
            "5. bxa8=Q *",
        ),
        (
            "*",
            "e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8 =N *",
            "5. bxa8=N *",
        ),
        ("0-1", "f4 e6 2. g4 Qh4#0:1", "2. g4 Qh4# 0-1"),
        ("0-1", "f4 e6 2. g4 Qh4!!#0-1", "2. g4 Qh4# 0-1"),
        ("1/2-1/2", "d4 d5 0.5-0.5", "1. d4 d5 1/2-1/2"),
        ("0,5:0,5", "d4 d5 0,5:0,5", "1. d4 d5 1/2-1/2"),
        ("+/-", "e4 e5 2. b4 +:-", "2. b4 1-0"),
        ("0-1", "f4 e5 2. g4 resigns 0-1", "2. g4 0-1"),
    ] {
        let text = format!(
            "[Event \"t\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\n1. {moves}\n"
        );
        scratch.write("a.pgn", text);
        let (_, moves, _) = told(scratch.run(&["pgn", "convert", "a.pgn", "--out", "-"]));
        assert!(moves.trim_end().ends_with(read), "{moves}");
    }
    scratch.write("b.pgn", "[Event \"t\"]\n[Result \"0-0\"]\n\n0 - 0\n");
    assert_eq!(scratch.json_with(&["pgn", "check", "b.pgn"], 0)["kept"], 1);
}
