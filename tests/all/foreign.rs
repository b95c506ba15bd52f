//! What others write or send: no escape sequence of theirs reaches a terminal, and no client makes a file.

use std::fs;

use crate::support::{Scratch, bayeschess, told};

/// Clears the screen, names the window, begins a link, sounds a bell, and the same with one-letter beginnings.
const ESCAPES: &str = "E\u{1b}[2J\u{1b}]0;t\u{7}\u{9b}31m\u{7f}\u{8}\rvil";

fn is_plain(shown: &str) -> bool {
    let is_plain = |letter: char| !letter.is_control() || letter == '\n' || letter == '\t';
    shown.chars().all(is_plain)
}

#[test]
fn no_name_of_a_game_sends_escape_sequences() {
    let scratch = Scratch::new(&[]);
    let game = format!(
        "[Event \"{ESCAPES}\"]\n[Site \"{ESCAPES}\"]\n[White \"{ESCAPES}\"]\n[Black \"Other\"]\n\
         [Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
         9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 {{{ESCAPES}}} 1-0\n"
    );
    scratch.write("games.pgn", &game);
    scratch.write("bad.pgn", game.replace("Nf3", ESCAPES));
    // A name in which line breaks are not possible is one that a folder may have.
    let folder = "f\u{1b}[2J";
    fs::create_dir(scratch.at(folder)).expect("made");
    fs::copy(
        scratch.at("games.pgn"),
        scratch.at(folder).join("games.pgn"),
    )
    .expect("copied");
    let mut seen = 0;
    for words in [
        "pgn check games.pgn bad.pgn",
        "pgn check bad.pgn --salvage",
        "pgn stats games.pgn",
        "pgn dedupe games.pgn bad.pgn",
        "db import games.db games.pgn bad.pgn",
        "db info games.db",
        "db verify games.db",
        "db import games.db .",
        "opponent learn games.pgn --player Other --db games.db",
        "opponent list --db games.db",
        "opponent show Other --db games.db",
        "style observe games.pgn",
        "style classify games.pgn",
        "style report games.pgn --player Other",
        "analyse games.pgn --nodes 20",
        "analyse --facts games.pgn",
        "book build games.pgn --out book.bin",
        "lab ladder --depth \u{1b}[2J",
        "db info \u{1b}[2J.db",
        "model show \u{1b}[2J.csv",
        "train \u{1b}[2J.toml",
        "play --heuristic \u{1b}[2J.csv",
        "match \u{1b}[2J initial --games 2",
    ] {
        for json in [&[][..], &["--json"]] {
            let words: Vec<&str> = words.split(' ').chain(json.iter().copied()).collect();
            let (_, shown, said) = told(scratch.run(&words));
            // A control character becomes a question mark in messages, a blank in names.
            let marks = ["E?[2J", "?[2J", "E [2J"];
            seen += usize::from(
                marks
                    .iter()
                    .any(|mark| shown.contains(mark) || said.contains(mark)),
            );
            assert!(is_plain(&shown), "{words:?}: {shown:?}");
            assert!(is_plain(&said), "{words:?}: {said:?}");
        }
    }
    assert!(seen > 10, "only {seen} commands showed the name at all");
}

#[cfg(unix)]
#[test]
fn no_engine_sends_escape_sequences() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new(&[]);
    let script = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in\n\
         uci) printf 'id name {ESCAPES}\\nid author {ESCAPES}\\noption name {ESCAPES} type button\\nuciok\\n';;\n\
         isready) echo readyok;;\n\
         go*) printf 'info string {ESCAPES}\\ninfo depth 1 score cp {ESCAPES}\\nbestmove {ESCAPES}\\n';;\n\
         stop|ponderhit) printf 'bestmove {ESCAPES}\\n';;\n\
         quit) exit;;\nesac; done\n"
    );
    let engine = scratch.write("engine.sh", script);
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("allowed");
    let spec = format!("uci:{}", engine.display());
    let mut seen = false;
    for words in [
        &["match", &spec, "initial", "--games", "2", "--nodes", "5"][..],
        &[
            "tournament",
            &spec,
            "initial",
            "random",
            "--games",
            "2",
            "--nodes",
            "5",
        ],
        &["match", "--check", &spec],
        &["analyse", "e4 e5", "--by", &spec, "--nodes", "5"],
    ] {
        let (_, shown, said) = told(scratch.run(words));
        seen |= shown.contains("?[2J") || said.contains("?[2J");
        assert!(
            is_plain(&shown) && is_plain(&said),
            "{words:?}: {shown:?} {said:?}"
        );
    }
    assert!(seen, "no command showed what the engine said");
}

#[test]
fn no_title_of_a_recipe_sends_escape_sequences() {
    let scratch = Scratch::new(&[]);
    let title = "title = \"E\\u001b[2Jvil\"";
    for name in ["table-6-1.toml", "classic.toml"] {
        let recipe = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("training")
            .join(name);
        let text = fs::read_to_string(recipe).expect("a recipe");
        let changed: Vec<&str> = text
            .lines()
            .map(|line| {
                if line.starts_with("title") {
                    title
                } else {
                    line
                }
            })
            .collect();
        scratch.write(name, changed.join("\n"));
    }
    for words in [
        &["experiment", "table-6-1.toml", "--cost", "--out", "."][..],
        &["train", "classic.toml", "--cost", "--out", "new"],
        &["experiment", "classic.toml"],
        &["train", "table-6-1.toml"],
    ] {
        let (_, shown, said) = told(scratch.run(words));
        assert!(
            is_plain(&shown) && is_plain(&said),
            "{words:?}: {shown:?} {said:?}"
        );
    }
}

/// Says some lines to the engine, which must end well, and returns its answers.
fn answers(scratch: &Scratch, arguments: &[&str], lines: &str) -> String {
    let run = bayeschess(scratch.path())
        .args(arguments)
        .write_stdin(lines)
        .output();
    let (code, shown, said) = told(run.expect("the program runs"));
    assert_eq!(code, Some(0), "{said}");
    shown
}

const GAME: &str = "ucinewgame\nposition startpos moves e2e4 e7e5\ngo nodes 50\n\
    position startpos moves e2e4 e7e5 g1f3 b8c6\ngo nodes 50\nucinewgame\n";

#[test]
fn no_option_of_a_protocol_makes_a_file() {
    let scratch = Scratch::new(&[]);
    scratch.write("empty", "");
    let options = answers(&scratch, &["uci"], "uci\n");
    let texts: Vec<&str> = options
        .lines()
        .filter_map(|line| {
            line.strip_prefix("option name ")?
                .split_once(" type string")
        })
        .map(|(name, _)| name)
        .collect();
    assert!(
        texts.contains(&"Database") && texts.contains(&"SettingsFile"),
        "{texts:?}"
    );
    for value in [
        "new.db",
        "new.toml",
        "sub/new.db",
        ":memory:",
        "file:new.db",
        "empty",
    ] {
        let mut uci = "uci\n".to_owned();
        let mut xboard = "xboard\nprotover 2\n".to_owned();
        for name in &texts {
            uci.extend(["setoption name ", name, " value ", value, "\n"]);
            xboard.extend(["option ", name, "=", value, "\n"]);
        }
        let told = answers(&scratch, &["uci"], &(uci + GAME));
        assert!(told.contains("not kept"), "{told}");
        answers(
            &scratch,
            &["xboard"],
            &(xboard + "new\nsd 1\nusermove e2e4\nping 1\nquit\n"),
        );
        assert_eq!(scratch.files(), ["empty"], "{value}");
        assert_eq!(
            fs::read(scratch.at("empty")).expect("there"),
            b"",
            "{value}"
        );
    }
}

#[test]
fn a_client_may_name_a_database_that_exists_or_that_was_allowed() {
    let scratch = Scratch::new(&[]);
    // The engine mates, so that the game has a result.
    let named = "setoption name Database value games.db\nucinewgame\n\
        position startpos moves f2f3 e7e5 g2g4\ngo nodes 500\nucinewgame\n";
    let refused = answers(&scratch, &["uci"], named);
    assert!(
        refused.contains("--database games.db, or --allow-files"),
        "{refused}"
    );
    assert_eq!(scratch.files(), Vec::<String>::new());
    // Who starts the program names it, and a client may name it again.
    answers(&scratch, &["uci", "--database", "games.db"], named);
    assert_eq!(scratch.files(), ["games.db", "games.db.played.pgn"]);
    fs::remove_file(scratch.at("games.db.played.pgn")).expect("removed");
    // Now it exists: the game is kept in it, and no log is begun beside it.
    let kept = answers(&scratch, &["uci"], named);
    assert!(kept.contains("game kept in games.db\n"), "{kept}");
    assert_eq!(scratch.files(), ["games.db"]);
    answers(
        &scratch,
        &["uci", "--allow-files"],
        &named.replace("games.db", "other.db"),
    );
    assert_eq!(
        scratch.files(),
        ["games.db", "other.db", "other.db.played.pgn"]
    );
}
