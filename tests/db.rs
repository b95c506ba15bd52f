//! `bayeschess db`, the real binary: what it finds, joins and exchanges, and what bad files get.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use bayeschess::phase::Phase;
use bayeschess::record::{Case, GameRecord, GameResult, Provenance, Termination};
use bayeschess::store::{Access, RunKind, RunSettings, Store, StoredGame, UserGame};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use shakmaty::{ByColor, Chess, Color, Position as _};
use tempfile::TempDir;

/// A folder with databases in it, and the binary to point at them.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn db(&self, words: &[&str]) -> std::process::Output {
        Command::new(assert_cmd::cargo::cargo_bin!("bayeschess"))
            .current_dir(self.0.path())
            .env("BAYESCHESS_HOME", self.0.path())
            .arg("db")
            .args(words)
            .output()
            .expect("the binary runs")
    }

    /// Runs a command that must end well, and returns its JSON.
    fn json(&self, words: &[&str]) -> Value {
        let output = self.db(&[words, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{words:?}: {output:?}");
        serde_json::from_slice(&output.stdout).expect("one JSON object")
    }

    fn hash(&self, file: &str) -> String {
        let info = self.json(&["info", file]);
        info["content_hash"].as_str().expect("a hash").to_owned()
    }

    /// Runs a command that must be refused with one sentence that says `part`.
    fn refused(&self, words: &[&str], part: &str) {
        let output = self.db(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(part), "{words:?}: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
        assert!(output.stdout.is_empty());
    }

    fn files(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.0.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

fn game(number: u32) -> StoredGame {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(number));
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for _ in 0..30 {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[rng.random_range(0..legal.len())];
        position.play_unchecked(m);
        moves.push(m);
    }
    let result = GameResult::ALL[rng.random_range(0..3)];
    StoredGame {
        number,
        record: GameRecord {
            start: Chess::default(),
            moves,
            opening_plies: 8,
            result,
            termination: Termination::MoveLimit,
            verdict: None,
        },
        cases: vec![Case {
            phase: Phase::Opening,
            side: Color::White,
            levels: (0..838).map(|_| rng.random_range(0..5)).collect(),
            result: result.seen_by(Color::White),
        }],
        names: ByColor {
            white: "random".to_owned(),
            black: "initial".to_owned(),
        },
        opponent: None,
        played_at: None,
    }
}

fn fill(file: &Path, seed: u64, numbers: std::ops::Range<u32>) {
    let mut store = Store::open(file, Access::Create).expect("a database");
    let settings = RunSettings {
        kind: RunKind::Selfplay,
        provenance: Provenance {
            seed,
            ..Provenance::default()
        },
        levels: 838,
    };
    let run = store.begin_run(&settings, 50).expect("a run");
    let games: Vec<_> = numbers.map(game).collect();
    store.write_games(&run, &games).expect("written");
}

#[test]
fn merging_twice_and_in_any_order_gives_the_same_hash() {
    let desk = Desk::new();
    fill(&desk.at("a.db"), 1, 0..20);
    fill(&desk.at("b.db"), 1, 10..30);
    fill(&desk.at("c.db"), 2, 0..5);
    let added = desk.json(&["merge", "out.db", "a.db", "b.db", "c.db"]);
    assert_eq!(
        (&added["games_added"], &added["games_known"]),
        (&35.into(), &10.into())
    );
    let hash = desk.hash("out.db");
    let again = desk.json(&["merge", "out.db", "a.db", "out.db"]);
    assert_eq!(again["games_added"], 0);
    assert_eq!(again["content_hash"], hash.as_str());
    desk.json(&["merge", "back.db", "c.db", "b.db", "a.db"]);
    assert_eq!(desk.hash("back.db"), hash);
    desk.json(&["verify", "out.db"]);
    assert_eq!(desk.files(), ["a.db", "b.db", "back.db", "c.db", "out.db"]);
}

#[test]
fn what_was_exported_is_imported_with_the_same_hash() {
    let desk = Desk::new();
    fill(&desk.at("a.db"), 1, 0..12);
    fs::create_dir(desk.at("out")).expect("a folder");
    let wrote = desk.json(&["export", "a.db", "--csv", "out", "--pgn", "a.pgn"]);
    assert_eq!(wrote["games"], 12);
    desk.refused(&["export", "a.db", "--csv", "out"], "--force");
    desk.json(&["export", "a.db", "--csv", "out", "--force"]);
    desk.refused(
        &["export", "a.db", "--csv", "missing/a.csv"],
        "does not exist",
    );
    assert!(!desk.at("missing").exists());
    let added = desk.json(&["import", "b.db", "out"]);
    assert_eq!(added["games_added"], 12);
    assert_eq!(desk.hash("a.db"), desk.hash("b.db"));
    let pgn = fs::read_to_string(desk.at("a.pgn")).expect("text");
    assert_eq!(pgn.matches("[Event ").count(), 12);

    let games = desk.at("out/games.csv");
    let text = fs::read_to_string(&games)
        .expect("text")
        .replacen("0,random", "0,random,x", 1);
    fs::write(&games, text).expect("written");
    desk.refused(&["import", "c.db", "out"], "line 2");
    assert_eq!(desk.files(), ["a.db", "a.pgn", "b.db", "out"]);
}

#[test]
fn files_that_are_no_database_of_ours_get_one_sentence() {
    let desk = Desk::new();
    desk.refused(
        &["info", "missing.db"],
        "missing.db: there is no database here",
    );
    desk.refused(
        &["merge", "out.db", "missing.db"],
        "there is no database here",
    );
    desk.refused(&["info"], "there is no database here");
    fs::write(desk.at("text.db"), "no database, ".repeat(500)).expect("written");
    desk.refused(&["verify", "text.db"], "not an SQLite database");
    desk.refused(&["info", "."], "not an SQLite database");
    let other = rusqlite::Connection::open(desk.at("other.db")).expect("SQLite");
    other.execute("CREATE TABLE t (x)", ()).expect("a table");
    desk.refused(&["info", "other.db"], "another program");
    fill(&desk.at("new.db"), 1, 0..1);
    let newer = rusqlite::Connection::open(desk.at("new.db")).expect("SQLite");
    newer
        .pragma_update(None, "user_version", 99)
        .expect("a number");
    drop(newer);
    desk.refused(&["info", "new.db"], "schema version is 99");
    desk.refused(&["merge", "new.db", "new.db"], "schema version is 99");
    assert_eq!(desk.files(), ["new.db", "other.db", "text.db"]);
}

#[test]
fn damage_is_found_and_nothing_panics() {
    let desk = Desk::new();
    fill(&desk.at("whole.db"), 1, 0..40);
    let whole = fs::read(desk.at("whole.db")).expect("bytes");
    let verdict = |bytes: &[u8]| {
        fs::write(desk.at("bad.db"), bytes).expect("written");
        let output = desk.db(&["verify", "bad.db"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked"), "{said}");
        output.status.code()
    };
    assert_eq!(verdict(&whole), Some(0));
    for share in [2, 3, 5] {
        let code = verdict(&whole[..whole.len() / share]);
        assert!(matches!(code, Some(1 | 2)), "cut to 1/{share}: {code:?}");
    }
    // A changed byte in the middle of a case is caught by the checksum of its game.
    let game = game(17);
    let needle: Vec<u8> = game.cases[0].levels[..60]
        .chunks(3)
        .map(|three| three.iter().fold(0, |byte, level| byte * 5 + level))
        .collect();
    let place = whole
        .windows(needle.len())
        .position(|window| window == needle)
        .expect("the case is there");
    let mut changed = whole.clone();
    changed[place] = (changed[place] + 1) % 125;
    assert_eq!(verdict(&changed), Some(1));
    let report = desk.db(&["verify", "bad.db"]);
    assert!(String::from_utf8_lossy(&report.stdout).contains("game 17 of run"));
    // Nobody takes figures, games or lessons from it.
    desk.refused(&["info", "bad.db"], "damaged at game 17 of run");
    desk.refused(
        &["export", "bad.db", "--csv", "bad.csv"],
        "damaged at game 17",
    );
    desk.refused(&["merge", "new.db", "bad.db"], "damaged at game 17");
    let learned = Command::new(assert_cmd::cargo::cargo_bin!("bayeschess"))
        .current_dir(desk.0.path())
        .args(["learn", "--db", "bad.db", "--out", "bad.csv"])
        .output()
        .expect("the binary runs");
    assert_eq!(learned.status.code(), Some(2), "{learned:?}");
    assert!(!desk.at("bad.csv").exists() && !desk.at("new.db").exists());

    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..25 {
        let mut garbled = whole.clone();
        for _ in 0..40 {
            let place = rng.random_range(0..garbled.len());
            garbled[place] = rng.random();
        }
        let code = verdict(&garbled);
        assert!(matches!(code, Some(1 | 2)), "garbled: {code:?}");
    }
}

#[test]
fn a_second_writer_is_refused_and_readers_are_not() {
    let desk = Desk::new();
    fill(&desk.at("a.db"), 1, 0..3);
    fill(&desk.at("b.db"), 1, 3..6);
    let writer = Store::open(&desk.at("a.db"), Access::Write).expect("the first writer");
    desk.refused(&["merge", "a.db", "b.db"], "another process is writing");
    desk.json(&["verify", "a.db"]);
    drop(writer);
    desk.json(&["merge", "a.db", "b.db"]);
    assert_eq!(desk.files(), ["a.db", "b.db"]);
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_to_may_still_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = Desk::new();
    let folder = desk.at("shelf, 100% mine?#");
    fs::create_dir(&folder).expect("a folder");
    let file = folder.join("games.db");
    fill(&file, 1, 0..3);
    let allow = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode));
    allow(0o555).expect("closed");
    let closed = fs::write(folder.join("x"), "").is_err();
    let name = file.to_str().expect("text");
    let report = desk.json(&["verify", name]);
    if closed {
        desk.refused(&["import", name, "missing"], "change the permissions");
    }
    allow(0o755).expect("open again");
    assert_eq!(report["games"], 3);
}

#[test]
fn an_unfinished_file_is_an_empty_database() {
    let desk = Desk::new();
    fs::write(desk.at("begun.db"), "").expect("an empty file");
    let report = desk.json(&["verify", "begun.db"]);
    assert_eq!(report["games"], 0);
    fill(&desk.at("begun.db"), 1, 0..2);
    assert_eq!(desk.json(&["info", "begun.db"])["games"], 2);
}

#[test]
fn opponents_are_listed_and_forgotten() {
    let desk = Desk::new();
    let mut store =
        Store::open(&desk.at("bayeschess.db"), Access::Create).expect("the usual database");
    store
        .add_user_game(
            &Provenance::default(),
            UserGame {
                record: game(1).record,
                cases: Vec::new(),
                user: Color::White,
                opponent: "Ann\r\nquit".to_owned(),
                heuristic: "initial".to_owned(),
            },
        )
        .expect("stored");
    drop(store);
    let listed = desk.json(&["opponents", "list"]);
    assert_eq!(listed["opponents"][0]["name"], "Ann quit");
    desk.refused(&["opponents", "forget", "Bob"], "no opponent 'Bob'");
    let traces = || {
        let bytes = fs::read(desk.at("bayeschess.db")).expect("bytes");
        bytes
            .windows(8)
            .filter(|word| word.eq_ignore_ascii_case(b"ann quit"))
            .count()
    };
    assert!(traces() > 0);
    assert_eq!(desk.json(&["opponents", "forget", "ann quit"])["games"], 1);
    assert_eq!(traces(), 0);
    assert_eq!(
        desk.json(&["opponents", "list"])["opponents"],
        Value::Array(Vec::new())
    );
}
