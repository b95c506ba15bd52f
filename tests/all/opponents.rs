//! Opponents remembered from one process to the next, by the real binary, in a folder of their own.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{Scratch, bayeschess, field, folder, json, number, process};
use bayeschess::board::notation::{Language, read};
use bayeschess::record::{Game, GameResult, Provenance, Tags};
use bayeschess::store::{Access, Store, StoredGame};
use shakmaty::{Chess, Position as _};

/// Eleven moves of White and ten of Black.
pub const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 \
    c6a5 b3c2 c7c5 d2d4";

/// Other last moves, each of which makes another game of [`MOVES`].
pub const LAST_MOVES: [&str; 4] = ["d2d4", "d2d3", "b2b4", "a2a4"];

/// A session in which somebody has White and the game breaks off.
pub fn session(opponent: &str) -> String {
    session_after(opponent, LAST_MOVES[0])
}

/// A session as [`session`], in which the last move of [`MOVES`] is another one.
pub fn session_after(opponent: &str, last: &str) -> String {
    let moves = MOVES.replace(LAST_MOVES[0], last);
    format!(
        "uci\nsetoption name Database value games.db\nsetoption name UCI_Opponent value {opponent}\n\
         ucinewgame\nposition startpos moves {moves}\ngo nodes 30\nquit\n"
    )
}

pub fn said(folder: &Path, protocol: &str, script: &str) -> String {
    let output = bayeschess(folder)
        .args([protocol, "--allow-files"])
        .write_stdin(script)
        .output()
        .expect("ran");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

pub fn opponents(folder: &Path) -> Vec<Value> {
    let listed = json(bayeschess(folder).args(["opponent", "list", "--db", "games.db", "--json"]));
    listed["opponents"].as_array().expect("a list").clone()
}

/// Returns the number of games and the like under a key; fails where there is none.
pub fn count(object: &Value, key: &str) -> u64 {
    let value = field(object, key);
    value
        .as_u64()
        .unwrap_or_else(|| panic!("{key} is no number: {value}"))
}

pub fn export(folder: &Path) -> String {
    bayeschess(folder)
        .args([
            "opponent", "export", "out.json", "--force", "--db", "games.db",
        ])
        .assert()
        .success();
    fs::read_to_string(folder.join("out.json")).expect("written")
}

/// Makes the database of the folder know somebody of that name on a server, by two games that were learned there.
pub fn known_on_a_server(folder: &Path, name: &str) {
    let server = crate::support::folder();
    fs::write(server.path().join("a.pgn"), pgn(0..2)).expect("written");
    opponent(
        server.path(),
        &["learn", "a.pgn", "--player", "Anna", "--as", name],
    );
    let counts = export(server.path()).replace("\"origin\": \"\"", "\"origin\": \"freechess.org\"");
    assert!(counts.contains("freechess.org"), "{counts}");
    fs::write(folder.join("server.json"), counts).expect("written");
    opponent(folder, &["import", "server.json"]);
    fs::remove_file(folder.join("server.json")).expect("there");
}

pub fn opponent(folder: &Path, arguments: &[&str]) -> Value {
    json(
        bayeschess(folder)
            .arg("opponent")
            .args(arguments)
            .args(["--db", "games.db", "--json"]),
    )
}

/// Games in PGN of Anna, each of another day.
pub fn pgn(games: std::ops::Range<u32>) -> String {
    let game = |game: u32| {
        let (month, day) = (game / 28 % 12 + 1, game % 28 + 1);
        let year = 1995 + game / 336;
        format!(
            "[Event \"e\"]\n[Site \"?\"]\n[Date \"{year}.{month:02}.{day:02}\"]\n[White \"Anna\"]\n[Black \"Bob\"]\n\
             [Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
             9. h3 Na5 10. Bc2 c5 11. d4 1-0\n\n"
        )
    };
    games.map(game).collect::<Vec<_>>().concat()
}

/// A log with one game in three records, as three processes played it, and another one that was broken off.
fn broken_off_log() -> String {
    let record = |site: &str, moves: &str| {
        format!(
            "[Event \"e\"]\n[Site \"{site}\"]\n[Date \"2026.01.01\"]\n[White \"Anna\"]\n[Black \"Bob\"]\n\
             [Result \"{}\"]\n\n{moves}\n\n",
            moves.rsplit(' ').next().unwrap_or_default()
        )
    };
    let begun = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";
    [
        record("?", &format!("{begun} *")),
        record("?", &format!("{begun} 11. d4 Qc7 *")),
        record("?", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 10. Rc1 c5 *"),
        record("?", &format!("{begun} 11. d4 Qc7 12. Nbd2 cxd4 1-0")),
    ]
    .concat()
}

#[test]
fn a_game_that_was_broken_off_and_went_on_is_learned_once() {
    let folder = folder();
    let log = broken_off_log();
    let learn = |text: &str| {
        fs::write(folder.path().join("log.pgn"), text).expect("written");
        let learned = opponent(folder.path(), &["learn", "log.pgn", "--player", "Anna"]);
        ["learned", "unchanged", "continued"].map(|what| count(&learned, what))
    };
    let two_records = log
        .find("11. d4 Qc7 12")
        .and_then(|end| log[..end].rfind("[Event"));
    assert_eq!(
        learn(&log[..two_records.expect("a last record")]),
        [2, 0, 1]
    );
    // The record that was the last one before is taken away.
    assert_eq!(learn(&log), [1, 1, 2]);
    assert_eq!(learn(&log), [0, 2, 2]);
    assert_eq!(count(&opponents(folder.path())[0], "games"), 2);
}

#[test]
fn the_third_process_is_told_what_the_first_two_saw() {
    let folder = folder();
    let anna = |place: usize| session_after("none 1500 human Anna", LAST_MOVES[place]);
    let first = said(folder.path(), "uci", &anna(0));
    assert!(
        first.contains("info string opponent Anna: no games remembered yet"),
        "{first}"
    );
    said(folder.path(), "uci", &anna(1));
    let third = said(folder.path(), "uci", &anna(2));
    assert!(
        third.contains("info string opponent Anna: 2 games remembered, attacking "),
        "{third}"
    );
    let listed = opponents(folder.path());
    assert_eq!(listed.len(), 1);
    let anna = &listed[0];
    assert_eq!(field(anna, "name"), "Anna");
    assert_eq!(count(anna, "games"), 3);
    assert_eq!(count(anna, "games_played"), 3);
    let score = number(anna, "axes.attacking.score");
    let interval = field(anna, "axes.attacking.score_interval_95");
    let low = interval[0].as_f64().expect("a number");
    assert!(low < score, "{anna}");
    assert!(anna["axes"]["complicating"]["score"].is_number());
    // The terminal knows the same person.
    let shown = bayeschess(folder.path())
        .args(["play", "--db", "games.db", "--opponent-name", "anna"])
        .write_stdin("quit\n")
        .output()
        .expect("ran");
    let shown = String::from_utf8(shown.stdout).expect("text");
    assert!(shown.contains("anna: 3 games remembered"), "{shown}");
    let shown = opponent(folder.path(), &["show", "ANNA"]);
    let openings = field(&shown["opponents"][0], "by_opening");
    assert_eq!(count(&openings["1. e4 e5"], "games"), 3);
}

#[test]
fn a_game_that_goes_on_in_other_processes_is_one_game() {
    let folder = folder();
    let anna = |more: &str| {
        session("none none human Anna").replace("\ngo nodes", &format!("{more}\ngo nodes"))
    };
    let play = |more: &str| -> String {
        let told = said(folder.path(), "uci", &anna(more));
        let shown = &opponents(folder.path())[0];
        assert_eq!(
            (count(shown, "games"), count(shown, "games_played")),
            (1, 1)
        );
        let (_, best) = told.split_once("\nbestmove ").expect("a move");
        best.split_whitespace().next().expect("a move").to_owned()
    };
    // A client may start the engine anew for every move, or after a fault.
    assert_eq!(play(""), play(""));
    let begun = format!(" {} a2a4", play(""));
    let more = format!("{begun} {} h3h4", play(&begun));
    // While the game goes on, its moves are not judged as those of an earlier game, too.
    let explained = |opponent: &str| {
        let moves = anna(&more).replace("Anna", opponent);
        let told = said(folder.path(), "uci", &moves);
        let line = told
            .lines()
            .find(|line| line.starts_with("info string style"));
        line.unwrap_or_else(|| panic!("{told}")).to_owned()
    };
    assert_eq!(explained("Anna"), explained("Stranger"));
    assert_eq!(count(&opponents(folder.path())[1], "games"), 1);
    bayeschess(folder.path())
        .args(["db", "verify", "games.db"])
        .assert()
        .success();
}

#[test]
fn analysis_and_nameless_games_are_neither_recalled_nor_kept() {
    let folder = folder();
    said(folder.path(), "uci", &session("none none human Anna"));
    let analysis = session("none none human Anna").replace(
        "ucinewgame",
        "setoption name UCI_AnalyseMode value true\nucinewgame",
    );
    let told = said(folder.path(), "uci", &analysis);
    assert!(!told.contains("info string opponent Anna"), "{told}");
    for nobody in ["<empty>", "?", "none none human -"] {
        let told = said(folder.path(), "uci", &session(nobody));
        assert!(!told.contains("remembered"), "{told}");
    }
    let off = session("none none human Anna").replace(
        "ucinewgame",
        "setoption name Remember Opponent value false\nucinewgame",
    );
    let told = said(folder.path(), "uci", &off);
    assert!(!told.contains("remembered"), "{told}");
    let listed = opponents(folder.path());
    assert_eq!((listed.len(), count(&listed[0], "games")), (1, 1));
}

#[test]
fn a_computer_is_kept_apart_and_a_name_may_change_between_games() {
    let folder = folder();
    let moves = MOVES
        .split_whitespace()
        .collect::<Vec<_>>()
        .join("\nusermove ");
    let moves = format!("usermove {moves}\n");
    let script = format!(
        "xboard\nprotover 2\noption Database=games.db\nnew\nname Anna\ncomputer\nforce\n{moves}sd 1\ngo\nping 1\n"
    );
    let told = said(folder.path(), "xboard", &(script + "quit\n"));
    assert!(told.contains("# opponent Anna: no games"), "{told}");
    let both = session("none none human Anna").replace(
        "quit\n",
        &format!(
            "isready\nsetoption name UCI_Opponent value none none human Bob\nucinewgame\n\
             position startpos moves {MOVES}\ngo nodes 30\nquit\n"
        ),
    );
    said(folder.path(), "uci", &both);
    let found: BTreeSet<String> = opponents(folder.path())
        .iter()
        .map(|one| format!("{} {} {}", one["name"], one["kind"], one["games"]))
        .collect();
    let expected = [
        "\"Anna\" \"computer\" 1",
        "\"Anna\" \"human\" 1",
        "\"Bob\" \"human\" 1",
    ];
    assert_eq!(found, BTreeSet::from(expected.map(str::to_owned)));
}

#[test]
fn processes_that_end_games_at_once_lose_nothing() {
    let folder = folder();
    let children: Vec<_> = LAST_MOVES
        .iter()
        .map(|last| {
            let mut child = process(folder.path())
                .args(["uci", "--allow-files"])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .expect("started");
            let mut input = child.stdin.take().expect("piped");
            input
                .write_all(session_after("none none human Anna", last).as_bytes())
                .expect("written");
            child
        })
        .collect();
    for mut child in children {
        assert!(child.wait().expect("ended").success());
    }
    assert_eq!(count(&opponents(folder.path())[0], "games_played"), 4);
    let log = fs::read_to_string(folder.path().join("games.db.played.pgn")).expect("a log");
    assert_eq!(log.matches("[Event ").count(), 4);
    bayeschess(folder.path())
        .args(["db", "verify", "games.db"])
        .assert()
        .success();
}

#[test]
fn a_game_waits_for_a_long_writer_and_goes_in_at_the_next_start() {
    let folder = folder();
    let file = folder.path().join("games.db");
    drop(Store::open(&file, Access::Create).expect("a database"));
    let long = rusqlite::Connection::open(&file).expect("another program");
    long.execute_batch("BEGIN IMMEDIATE").expect("a lock");
    let told = said(folder.path(), "uci", &session("none none human Anna"));
    assert!(told.contains("waits beside it"), "{told}");
    drop(long);
    assert_eq!(count(&opponents(folder.path())[0], "games"), 1);
    assert!(!folder.path().join("games.db.queue").exists());
}

#[test]
fn games_are_learned_once_and_taken_away_exactly() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), pgn(0..6)).expect("written");
    fs::write(folder.path().join("b.pgn"), pgn(4..9)).expect("written");
    let learn = |file: &str, more: &[&str]| {
        let mut arguments = vec!["learn", file, "--player", "Anna"];
        arguments.extend(more);
        opponent(folder.path(), &arguments)
    };
    assert_eq!(count(&learn("a.pgn", &[]), "learned"), 6);
    assert_eq!(count(&learn("a.pgn", &[]), "unchanged"), 6);
    let before = export(folder.path());
    let more = learn("b.pgn", &[]);
    assert_eq!((count(&more, "learned"), count(&more, "unchanged")), (3, 2));
    let all = export(folder.path());
    fs::write(folder.path().join("c.pgn"), pgn(6..9)).expect("written");
    assert_eq!(count(&learn("c.pgn", &["--remove"]), "removed"), 3);
    assert_eq!(export(folder.path()), before);
    // A file of counts needs no games, and counts once.
    fs::write(folder.path().join("all.json"), &all).expect("written");
    for expected in [3, 0] {
        let imported = opponent(folder.path(), &["import", "all.json"]);
        assert_eq!(count(&imported, "games"), expected);
    }
    assert_eq!(export(folder.path()), all);
    let anna = &opponents(folder.path())[0];
    assert_eq!((count(anna, "games"), count(anna, "games_played")), (9, 0));
}

#[test]
fn the_log_of_played_games_teaches_nothing_new() {
    let folder = folder();
    said(folder.path(), "uci", &session("none none human Anna"));
    let learned = opponent(
        folder.path(),
        &["learn", "games.db.played.pgn", "--player", "Anna"],
    );
    assert_eq!(
        (count(&learned, "learned"), count(&learned, "unchanged")),
        (0, 1)
    );
}

/// Norms of style are those of whole games, so an endgame that was set up must not be compared with them.
#[test]
fn a_game_from_a_set_up_position_is_remembered_and_tells_nothing_of_style() {
    let folder = folder();
    let endgame = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
    let moves = "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 a3a4 a6a5 b3b4 b6b5 c3c4 c6c5 d3d4 d6d5 e1e2 e8e7 \
                 e2e3 e7e6 e3f4";
    let script = session("none none human Anna").replace(
        &format!("startpos moves {MOVES}"),
        &format!("fen {endgame} moves {moves}"),
    );
    let told = said(folder.path(), "uci", &script);
    let line = "info string style unknown, without this game from a set-up position; ";
    assert!(told.contains(line), "{told}");
    assert_eq!(count(&opponents(folder.path())[0], "games"), 1);
    let told = said(folder.path(), "uci", &session("none none human Anna"));
    let remembered = "opponent Anna: 1 game remembered\n";
    assert!(told.contains(remembered), "{told}");
    assert!(
        told.contains("info string style not known yet after 11 moves; "),
        "{told}"
    );
    let shown = bayeschess(folder.path())
        .args(["play", "--no-db", "--nodes", "50"])
        .write_stdin(format!("setup {endgame}\na3\nresign\nquit\n"))
        .output()
        .expect("ran");
    let shown = String::from_utf8(shown.stdout).expect("text");
    for part in [
        "your style  not judged in a game from a set-up position",
        "This game began from a set-up position, so it does not show how you play.",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

/// A chess program does not tell the engine that somebody resigned; the server's file of games does.
#[test]
fn a_game_that_was_resigned_counts_once_and_gets_its_result() {
    let folder = folder();
    said(folder.path(), "uci", &session("none none human Anna"));
    let log = fs::read_to_string(folder.path().join("games.db.played.pgn")).expect("a log");
    let (tags, moves) = log.trim_end().rsplit_once('*').expect("no result");
    assert_eq!(moves, "");
    let resigned = tags.replace("[Result \"*\"]", "[Result \"0-1\"]") + "0-1\n";
    fs::write(folder.path().join("server.pgn"), resigned).expect("written");
    for _ in 0..2 {
        let learned = opponent(folder.path(), &["learn", "server.pgn", "--player", "Anna"]);
        assert_eq!(
            (count(&learned, "learned"), count(&learned, "unchanged")),
            (0, 1)
        );
    }
    let exported: Value = serde_json::from_str(&export(folder.path())).expect("counts");
    let games = exported["opponents"][0]["games"].as_array().expect("games");
    assert_eq!(games.len(), 1);
    assert_eq!(games[0]["result"], "win");
    assert_eq!(games[0]["source"], "played");
}

#[cfg(unix)]
#[test]
fn a_kill_while_learning_leaves_whole_games() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), pgn(0..500)).expect("written");
    let mut child = process(folder.path())
        .args([
            "opponent", "learn", "a.pgn", "--player", "Anna", "--db", "games.db",
        ])
        .stdout(Stdio::null())
        .spawn()
        .expect("started");
    let file = folder.path().join("games.db");
    crate::support::wait_until("games are learned", || {
        Store::open(&file, Access::Read)
            .and_then(|store| store.opponents())
            .is_ok_and(|found| found.first().is_some_and(|anna| anna.games > 20))
    });
    crate::support::kill(&mut child);
    let learned = opponent(folder.path(), &["learn", "a.pgn", "--player", "Anna"]);
    assert!(count(&learned, "unchanged") > 20);
    let all = count(&learned, "learned") + count(&learned, "unchanged");
    // What was half measured counts nothing, and the rest is measured now.
    assert!(opponents(folder.path())[0]["strength"]["rating"].is_number());
    // A few short games of one year are taken for duplicates by the hash of their dates.
    assert!(all > 480, "{learned}");
    assert_eq!(count(&opponents(folder.path())[0], "games"), all);
}

/// The files of a folder that hold a text in any capitals.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    crate::support::file_names(folder)
        .into_iter()
        .filter(|name| {
            let bytes = fs::read(folder.join(name)).expect("a file");
            String::from_utf8_lossy(&bytes)
                .to_lowercase()
                .contains(&text)
        })
        .collect()
}

#[test]
fn forgetting_leaves_no_byte_of_the_name() {
    let name = "Zoë <b>O'Hara</b> \"x\\\"; DROP TABLE games;--";
    for delete in [false, true] {
        let folder = folder();
        for _ in 0..2 {
            said(
                folder.path(),
                "uci",
                &session(&format!("none none human {name}")),
            );
        }
        let log = folder.path().join("games.db.played.pgn");
        let older_log = folder.path().join("games.played.pgn");
        // So an earlier version named the log.
        fs::rename(&log, &older_log).expect("renamed");
        said(folder.path(), "uci", &session("none none human Bob"));
        opponent(folder.path(), &["merge", name, "Bob"]);
        said(folder.path(), "uci", &session("none none human Cleo"));
        assert_eq!(opponents(folder.path()).len(), 2);
        assert!(files_with(folder.path(), "O'Hara").len() >= 2);
        // A finished game stands in the table of games, too.
        add_finished(folder.path(), name);
        let mut arguments = vec!["forget", "BOB"];
        if delete {
            arguments.push("--games");
        }
        let forgotten = opponent(folder.path(), &arguments);
        assert_eq!(count(&forgotten, "games"), 1);
        assert_eq!(count(&forgotten, "games_in_log"), 3);
        for part in ["O'Hara", "Bob"] {
            assert_eq!(files_with(folder.path(), part), [""; 0], "{part}");
        }
        let [log, older_log] = [log, older_log].map(|log| fs::read_to_string(log).expect("a log"));
        let forgotten = |log: &str| log.matches("[White \"?\"]").count();
        let expected = if delete { (0, 0) } else { (1, 2) };
        assert_eq!((forgotten(&log), forgotten(&older_log)), expected);
        assert!(log.contains("[White \"Cleo\"]"), "{log}");
        assert_eq!(opponents(folder.path()).len(), 1);
        bayeschess(folder.path())
            .args(["db", "verify", "games.db"])
            .assert()
            .success();
        let scratch = bayeschess(folder.path())
            .args(["opponent", "forget", "Bob", "--db", "games.db"])
            .output()
            .expect("ran");
        assert_eq!(scratch.status.code(), Some(2), "{scratch:?}");
    }
}

/// A finished game against somebody, as an older program stored it.
fn add_finished(folder: &Path, name: &str) {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for word in MOVES.split_whitespace() {
        let chosen = read(&position, word, Language::English).expect("legal");
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    let record = Game {
        moves,
        result: Some(GameResult::WhiteWins),
        ..Game::default()
    };
    let tags = Tags::new()
        .with("White", name)
        .with("Black", "modern:learned");
    Store::open(&folder.join("games.db"), Access::Create)
        .expect("a database")
        .add_user_game(
            &Provenance::default(),
            StoredGame {
                number: 0,
                record: record.with_tags(tags),
                cases: Vec::new(),
                opponent: Some(name.into()),
                played_at: None,
            },
            None,
        )
        .expect("stored");
}

#[test]
fn games_from_before_memory_are_remembered_when_they_are_met() {
    let folder = folder();
    add_finished(folder.path(), "Anna");
    let anna = &opponents(folder.path())[0];
    assert_eq!((count(anna, "games"), count(anna, "games_played")), (1, 1));
    let told = said(folder.path(), "uci", &session("none none human Anna"));
    assert!(told.contains("opponent Anna: 1 game remembered"), "{told}");
}

#[test]
fn other_norms_judge_the_same_counts() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), pgn(0..6)).expect("written");
    opponent(folder.path(), &["learn", "a.pgn", "--player", "Anna"]);
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/models/style/habits.toml");
    bayeschess(folder.path())
        .args(["model", "age", model, "--times", "3", "--out", "aged.toml"])
        .assert()
        .success();
    let score = |model: &str| {
        let listed = opponent(folder.path(), &["list", "--model", model]);
        number(&listed["opponents"][0], "axes.attacking.score")
    };
    let (shipped, aged) = (score("shipped"), score("aged.toml"));
    assert!((shipped - aged).abs() > 1e-6, "{shipped} {aged}");
    let classic = opponent(folder.path(), &["list", "--model", "classic"]);
    assert!(classic["opponents"][0]["axes"]["attacking"].is_null());
}

#[test]
fn odd_names_are_one_short_line_and_odd_files_are_refused() {
    let folder = folder();
    let name = |length| format!("none none human A\u{1b}[31m{}", "x".repeat(length));
    for length in [4_000, 10_000] {
        let told = said(folder.path(), "uci", &session(&name(length)));
        assert!(!told.contains('\u{1b}'), "{told}");
        let listed = opponents(folder.path());
        assert_eq!(listed.len(), 1);
        let name = field(&listed[0], "name").as_str().expect("text");
        assert!(name.chars().count() <= 64, "{name}");
    }
    // A database whose name is longer than any path is refused.
    let database = format!("Database value {}", "x".repeat(5_000));
    let script = session("Bob").replace("Database value games.db", &database);
    let told = said(folder.path(), "uci", &script);
    assert!(told.contains("is not at most 4096 bytes long"), "{told}");
    let scratch = Scratch::new(&["opponent"]);
    for text in ["", "{}", "{\"format\": 9, \"opponents\": []}", "\0\u{1}"] {
        fs::write(scratch.at("bad.json"), text).expect("written");
        scratch.refused(&["import", "bad.json"], "bad.json: ");
    }
    scratch.refused(&["show", "Nobody"], "there is no database here");
}

/// The engine's own moves are no habits of the user.
#[test]
fn a_game_in_which_the_engine_moved_both_sides_is_kept_but_not_remembered() {
    for (script, remembered) in [
        ("e4\nd4\nresign\nquit\n", 1),
        ("e4\ngo\nresign\nquit\n", 0),
        ("e4\ngo\nresign\nnew\nquit\n", 0),
    ] {
        let folder = folder();
        let played = bayeschess(folder.path())
            .args([
                "play",
                "--db",
                "games.db",
                "--opponent-name",
                "Anna",
                "--nodes",
                "50",
            ])
            .write_stdin(script)
            .output()
            .expect("ran");
        assert!(played.status.success(), "{played:?}");
        let log =
            std::fs::read_to_string(folder.path().join("games.db.played.pgn")).expect("a log");
        assert!(log.contains("1. e4"), "{log}");
        let database = folder.path().join("games.db");
        let known = if database.exists() {
            opponents(folder.path()).len()
        } else {
            0
        };
        assert_eq!(known, remembered, "{script}");
    }
}
