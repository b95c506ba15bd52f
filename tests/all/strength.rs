//! The real binary counts the losses of rated players, judges estimates, and estimates a player's strength.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;

use crate::support::{bayeschess, field, folder, json};

/// Movetexts; the first is too short to be counted.
const LINES: [&str; 4] = [
    "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 1-0",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Nbd7 5. cxd5 exd5 6. Nxd5 Nxd5 7. Bxd8 Bb4+ 8. Qd2 Bxd2+ 9. Kxd2 Kxd8 0-1",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O 9. Be3 Be6 1/2-1/2",
];

fn game(number: usize, line: &str, tags: &str) -> String {
    let result = line.rsplit(' ').next().expect("a result");
    format!(
        "[Event \"rated {number}\"]\n[White \"Ann\"]\n[Black \"Bob {number}\"]\n[Result \"{result}\"]\n{tags}\n{line}\n\n"
    )
}

const ONLINE: &str =
    "[Site \"lichess.org\"]\n[TimeControl \"600+0\"]\n[WhiteElo \"1510\"]\n[BlackElo \"1490\"]\n";

fn online() -> String {
    let mut games = String::new();
    for (number, line) in LINES.iter().enumerate() {
        let _ = write!(games, "{}", game(number, line, ONLINE));
    }
    games
}

fn style(folder: &Path, words: &[&str]) -> Command {
    let mut command = bayeschess(folder);
    command.arg("style").args(words);
    command
}

fn json_of(folder: &Path, words: &[&str]) -> Value {
    json(style(folder, words).arg("--json"))
}

#[test]
fn losses_are_counted_the_same_on_any_number_of_threads_and_in_parts() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("games.pgn"), online()).expect("games");
    let counted = json_of(
        folder,
        &[
            "norms",
            "--strength",
            "games.pgn",
            "--out",
            "all.toml",
            "--threads",
            "1",
        ],
    );
    assert_eq!(field(&counted, "games_measured"), 3, "one is too short");
    assert_eq!(field(&counted, "sides"), 6);
    assert_eq!(counted["scales"][0]["scale"], "lichess rapid");
    let again = json_of(
        folder,
        &[
            "norms",
            "--strength",
            "games.pgn",
            "--out",
            "again.toml",
            "--threads",
            "3",
        ],
    );
    assert_eq!(field(&counted, "checksum"), field(&again, "checksum"));
    assert_eq!(
        fs::read(folder.join("all.toml")).expect("a model"),
        fs::read(folder.join("again.toml")).expect("a model")
    );
    assert!(!folder.join("all.toml.part").exists());
    style(
        folder,
        &["norms", "--strength", "games.pgn", "--out", "all.toml"],
    )
    .assert()
    .code(2)
    .stderr(contains("--force"));
    let mut show = bayeschess(folder);
    show.args(["model", "show", "all.toml"]);
    show.assert().success().stdout(contains("lichess rapid"));
    // Parts join to the whole, and come apart again.
    let model = |words: &[&str]| {
        let mut command = bayeschess(folder);
        command.arg("model").args(words);
        json(command.arg("--json"))
    };
    fs::write(folder.join("one.pgn"), game(1, LINES[1], ONLINE)).expect("a game");
    let rest = [game(2, LINES[2], ONLINE), game(3, LINES[3], ONLINE)].concat();
    fs::write(folder.join("rest.pgn"), rest).expect("games");
    for part in ["one", "rest"] {
        let (pgn, out) = (format!("{part}.pgn"), format!("{part}.toml"));
        json_of(folder, &["norms", "--strength", &pgn, "--out", &out]);
    }
    let joined = model(&["merge", "one.toml", "rest.toml", "--out", "sum.toml"]);
    assert_eq!(field(&joined, "checksum"), field(&counted, "checksum"));
    model(&["subtract", "sum.toml", "rest.toml", "--out", "left.toml"]);
    assert_eq!(
        fs::read(folder.join("left.toml")).expect("a model"),
        fs::read(folder.join("one.toml")).expect("a model")
    );
    let text = fs::read_to_string(folder.join("all.toml")).expect("text");
    fs::write(
        folder.join("bad.toml"),
        text.replace("counts = \"6 ", "counts = \"5 "),
    )
    .expect("text");
    let mut show = bayeschess(folder);
    show.args(["model", "show", "bad.toml"]);
    show.assert().code(2).stderr(contains("changed"));
}

#[test]
fn a_journal_of_other_measurements_is_refused_and_unrated_games_are_named() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("games.pgn"), online()).expect("games");
    fs::write(folder.join("own.toml.part"), "other settings\n").expect("a journal");
    style(
        folder,
        &["norms", "--strength", "games.pgn", "--out", "own.toml"],
    )
    .assert()
    .code(2)
    .stderr(contains("delete it to begin anew"));
    let unrated = online().replace("Elo", "Rating");
    fs::write(folder.join("unrated.pgn"), unrated).expect("games");
    style(
        folder,
        &["norms", "--strength", "unrated.pgn", "--evaluate"],
    )
    .assert()
    .code(2)
    .stderr(contains("WhiteElo"));
    style(folder, &["norms", "--strength", "games.pgn"])
        .assert()
        .code(2)
        .stderr(contains("--out"));
    let judged = json_of(folder, &["norms", "--strength", "games.pgn", "--evaluate"]);
    assert_eq!(judged.get("measures"), None, "too few games to judge");
}

#[test]
fn the_strength_of_a_player_is_estimated_on_the_scale_of_their_games() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("games.pgn"), online()).expect("games");
    let words = ["classify", "games.pgn", "--names", "Ann"];
    let found = json_of(folder, &words);
    let strength = field(&found, "strength");
    assert_eq!(strength["scale"], "lichess rapid");
    let points = |value: &Value| value.as_i64().expect("whole points");
    let rating = points(&strength["rating"]);
    let interval = &strength["rating_interval_95"];
    assert!(points(&interval[0]) < rating && rating < points(&interval[1]));
    style(folder, &words)
        .assert()
        .success()
        .stdout(contains("on the scale of lichess rapid"));
    // The rating in the tags says nothing: the estimate follows from moves.
    let other = online().replace("1510", "2400").replace("1490", "2400");
    fs::write(folder.join("other.pgn"), other).expect("games");
    let other = json_of(folder, &["classify", "other.pgn", "--names", "Ann"]);
    assert_eq!(field(&other, "strength"), field(&found, "strength"));
    // Games without ratings are compared with peers of that strength, one by one as together.
    assert_eq!(found["rated_by_moves"], 0);
    fs::write(
        folder.join("unrated.pgn"),
        online().replace("Elo", "Rating"),
    )
    .expect("games");
    let words = ["classify", "unrated.pgn", "--names", "Ann"];
    let unrated = json_of(folder, &words);
    assert_eq!(field(&unrated, "strength"), field(&found, "strength"));
    assert_eq!(field(&unrated, "rated_by_moves"), field(&unrated, "games"));
    style(folder, &words).assert().success().stdout(contains(
        "compared with peers of this strength in 4 games without ratings",
    ));
    let one = LINES.map(|line| game(0, line, ONLINE).replace("Elo", "Rating"))[1].clone();
    fs::write(folder.join("one.pgn"), one).expect("a game");
    let singly = json_of(
        folder,
        &["classify", "one.pgn", "--names", "Ann", "--per-game"],
    );
    assert_eq!(field(&singly, "per_game")[0]["score"], singly["score"]);
    let unknown = online().replace("lichess.org", "?");
    let unknown = unknown.replace("Elo", "Rating");
    fs::write(folder.join("unknown.pgn"), unknown).expect("games");
    let unknown = json_of(folder, &["classify", "unknown.pgn", "--names", "Ann"]);
    assert!(unknown["strength"].is_null());
}
