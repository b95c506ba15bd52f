//! `bayeschess db`, the real binary: what it finds, joins and exchanges, and what bad files get.

use std::fs;
use std::path::Path;

use bayeschess::phase::Phase;
use bayeschess::record::{Case, Game, GameResult, Provenance, Tags, Termination};
use bayeschess::store::{Access, RunKind, RunSettings, Store, StoredGame};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use shakmaty::{Chess, Color, Position as _};

use crate::support::{Scratch, bayeschess};

fn scratch() -> Scratch {
    Scratch::new(&["db"])
}

fn hash(scratch: &Scratch, file: &str) -> String {
    let info = scratch.json(&["info", file]);
    info["content_hash"].as_str().expect("a hash").to_owned()
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
        record: Game {
            moves,
            opening_plies: 8,
            result: Some(result),
            termination: Termination::MoveLimit,
            tags: Tags::new().with("White", "random").with("Black", "initial"),
            ..Game::default()
        },
        cases: vec![Case {
            phase: Phase::Opening,
            side: Color::White,
            levels: (0..838).map(|_| rng.random_range(0..5)).collect(),
            result: result.seen_by(Color::White),
        }],
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
        draws: None,
    };
    let run = store.begin_run(&settings, 50).expect("a run");
    let games: Vec<_> = numbers.map(game).collect();
    store.write_games(&run, &games).expect("written");
}

/// Checks that the levels drawn and the number of drawn games are two keys.
#[test]
fn info_says_what_levels_a_run_drew() {
    let scratch = scratch();
    fill(&scratch.at("a.db"), 1, 0..6);
    let info = scratch.json(&["info", "a.db"]);
    let run = &info["runs"][0];
    assert_eq!(run["level_draws"]["white"], "unstated");
    assert!(run["draws"].is_u64(), "{run}");
}

#[test]
fn merging_twice_and_in_any_order_gives_the_same_hash() {
    let scratch = scratch();
    fill(&scratch.at("a.db"), 1, 0..20);
    fill(&scratch.at("b.db"), 1, 10..30);
    fill(&scratch.at("c.db"), 2, 0..5);
    let added = scratch.json(&["merge", "out.db", "a.db", "b.db", "c.db"]);
    assert_eq!(
        (&added["games_added"], &added["games_known"]),
        (&35.into(), &10.into())
    );
    let merged = hash(&scratch, "out.db");
    let again = scratch.json(&["merge", "out.db", "a.db", "out.db"]);
    assert_eq!(again["games_added"], 0);
    assert_eq!(again["content_hash"], merged.as_str());
    scratch.json(&["merge", "back.db", "c.db", "b.db", "a.db"]);
    assert_eq!(hash(&scratch, "back.db"), merged);
    scratch.json(&["verify", "out.db"]);
    assert_eq!(
        scratch.files(),
        ["a.db", "b.db", "back.db", "c.db", "out.db"]
    );
}

#[test]
fn what_was_exported_is_imported_with_the_same_hash() {
    let scratch = scratch();
    fill(&scratch.at("a.db"), 1, 0..12);
    fs::create_dir(scratch.at("out")).expect("a folder");
    let wrote = scratch.json(&["export", "a.db", "--csv", "out", "--pgn", "a.pgn"]);
    assert_eq!(wrote["games"], 12);
    scratch.refused(&["export", "a.db", "--csv", "out"], "--force");
    scratch.json(&["export", "a.db", "--csv", "out", "--force"]);
    scratch.refused(
        &["export", "a.db", "--csv", "missing/a.csv"],
        "does not exist",
    );
    assert!(!scratch.at("missing").exists());
    let added = scratch.json(&["import", "b.db", "out"]);
    assert_eq!(added["games_added"], 12);
    assert_eq!(hash(&scratch, "a.db"), hash(&scratch, "b.db"));
    let pgn = fs::read_to_string(scratch.at("a.pgn")).expect("text");
    assert_eq!(pgn.matches("[Event ").count(), 12);

    for option in [&["--salvage"][..], &["--since", "1990"], &["--cap", "1"]] {
        scratch.refused(&[&["import", "c.db", "out"], option].concat(), option[0]);
    }
    scratch.refused(
        &["import", "c.db", "out", "a.pgn"],
        "out: CSV of 'db export'",
    );
    scratch.write("out/beside.pgn", &pgn);
    let said = scratch.run(&["import", "d.db", "out"]);
    let said = String::from_utf8(said.stderr).expect("UTF-8");
    assert!(said.contains("beside.pgn: not read"), "{said}");
    fs::remove_file(scratch.at("d.db")).expect("done with");

    let games = scratch.at("out/games.csv");
    let text = fs::read_to_string(&games)
        .expect("text")
        .replacen("0,random", "0,random,x", 1);
    fs::write(&games, text).expect("written");
    scratch.refused(&["import", "c.db", "out"], "line 2");
    assert_eq!(scratch.files(), ["a.db", "a.pgn", "b.db", "out"]);
}

#[test]
fn files_that_are_no_database_of_ours_get_one_sentence() {
    let scratch = scratch();
    scratch.refused(
        &["info", "missing.db"],
        "missing.db: there is no database here",
    );
    scratch.refused(
        &["merge", "out.db", "missing.db"],
        "there is no database here",
    );
    scratch.refused(&["info"], "there is no database here");
    fs::write(scratch.at("text.db"), "no database, ".repeat(500)).expect("written");
    scratch.refused(&["verify", "text.db"], "not an SQLite database");
    scratch.refused(&["info", "."], "not an SQLite database");
    let other = rusqlite::Connection::open(scratch.at("other.db")).expect("SQLite");
    other.execute("CREATE TABLE t (x)", ()).expect("a table");
    scratch.refused(&["info", "other.db"], "another program");
    fill(&scratch.at("new.db"), 1, 0..1);
    let newer = rusqlite::Connection::open(scratch.at("new.db")).expect("SQLite");
    newer
        .pragma_update(None, "user_version", 99)
        .expect("a number");
    drop(newer);
    scratch.refused(&["info", "new.db"], "schema version is 99");
    scratch.refused(&["merge", "new.db", "new.db"], "schema version is 99");
    assert_eq!(scratch.files(), ["new.db", "other.db", "text.db"]);
}

#[test]
fn damage_is_found_and_nothing_panics() {
    let scratch = scratch();
    fill(&scratch.at("whole.db"), 1, 0..40);
    let whole = fs::read(scratch.at("whole.db")).expect("bytes");
    let verdict = |bytes: &[u8]| {
        fs::write(scratch.at("bad.db"), bytes).expect("written");
        let output = scratch.run(&["verify", "bad.db"]);
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
    let windows = whole.windows(needle.len()).enumerate();
    let places: Vec<usize> = windows
        .filter(|(_, window)| *window == needle)
        .map(|(place, _)| place)
        .collect();
    assert!(!places.is_empty());
    let mut changed = whole.clone();
    // SQLite may leave old copies of a row in the unused part of a page.
    for place in places {
        changed[place] = (changed[place] + 1) % 125;
    }
    assert_eq!(verdict(&changed), Some(1));
    let report = scratch.run(&["verify", "bad.db"]);
    assert!(String::from_utf8_lossy(&report.stdout).contains("game 17 of run"));
    // Nobody takes figures, games or lessons from it.
    scratch.refused(&["info", "bad.db"], "damaged at game 17 of run");
    scratch.refused(
        &["export", "bad.db", "--csv", "bad.csv"],
        "damaged at game 17",
    );
    scratch.refused(&["merge", "new.db", "bad.db"], "damaged at game 17");
    let learned = bayeschess(scratch.path())
        .args(["learn", "--db", "bad.db", "--out", "bad.csv"])
        .output()
        .expect("the binary runs");
    assert_eq!(learned.status.code(), Some(2), "{learned:?}");
    assert!(!scratch.at("bad.csv").exists() && !scratch.at("new.db").exists());

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
    let scratch = scratch();
    fill(&scratch.at("a.db"), 1, 0..3);
    fill(&scratch.at("b.db"), 1, 3..6);
    let writer = Store::open(&scratch.at("a.db"), Access::Write).expect("the first writer");
    scratch.refused(&["merge", "a.db", "b.db"], "another process is writing");
    scratch.json(&["verify", "a.db"]);
    drop(writer);
    scratch.json(&["merge", "a.db", "b.db"]);
    assert_eq!(scratch.files(), ["a.db", "b.db"]);
}

#[test]
fn a_database_in_use_is_copied_as_it_is_at_one_moment() {
    let scratch = scratch();
    fill(&scratch.at("a.db"), 1, 0..3);
    let told = scratch.json(&["where", "a.db"]);
    assert_eq!(
        (&told["exists"], &told["in_use"]),
        (&true.into(), &false.into())
    );
    assert_eq!(scratch.json(&["where"])["exists"], false);
    let mut writer = Store::open(&scratch.at("a.db"), Access::Write).expect("the writer");
    assert_eq!(scratch.json(&["where", "a.db"])["in_use"], true);
    let run = writer.runs().expect("readable").remove(0);
    for number in 3..30 {
        writer.write_games(&run, &[game(number)]).expect("written");
        if number % 9 == 0 {
            scratch.json(&["backup", "a.db", "--out", "copy.db", "--force"]);
            assert_eq!(scratch.json(&["info", "copy.db"])["games"], number + 1);
            scratch.json(&["verify", "copy.db"]);
            assert_eq!(hash(&scratch, "copy.db"), hash(&scratch, "a.db"));
        }
    }
    scratch.refused(&["backup", "a.db", "--out", "copy.db"], "--force");
    for name in ["a.db", "./a.db"] {
        scratch.refused(
            &["backup", "a.db", "--out", name, "--force"],
            "read by the same command",
        );
    }
    drop(writer);
    // A copy that somebody writes to is not replaced.
    let copy = Store::open(&scratch.at("copy.db"), Access::Write).expect("a writer");
    scratch.refused(
        &["backup", "a.db", "--out", "copy.db", "--force"],
        "another process",
    );
    drop(copy);
    assert_eq!(scratch.files(), ["a.db", "copy.db"]);
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_to_may_still_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = scratch();
    let folder = scratch.at("shelf, 100% mine?#");
    fs::create_dir(&folder).expect("a folder");
    let file = folder.join("games.db");
    fill(&file, 1, 0..3);
    let allow = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode));
    allow(0o555).expect("closed");
    let closed = fs::write(folder.join("x"), "").is_err();
    let name = file.to_str().expect("text");
    let report = scratch.json(&["verify", name]);
    if closed {
        scratch.refused(&["import", name, "missing"], "change the permissions");
    }
    allow(0o755).expect("open again");
    assert_eq!(report["games"], 3);
}

#[test]
fn an_unfinished_file_is_an_empty_database() {
    let scratch = scratch();
    fs::write(scratch.at("begun.db"), "").expect("an empty file");
    let report = scratch.json(&["verify", "begun.db"]);
    assert_eq!(report["games"], 0);
    assert_eq!(report["empty_file"], true);
    let told = scratch.text(&["verify", "begun.db"]);
    assert!(told.contains("begun.db: the file is empty"), "{told}");
    fill(&scratch.at("begun.db"), 1, 0..2);
    assert_eq!(scratch.json(&["info", "begun.db"])["games"], 2);
    let told = scratch.text(&["verify", "begun.db"]);
    assert!(
        told.contains("2 games") && told.contains("nothing wrong"),
        "{told}"
    );
}

#[test]
fn opponents_are_listed_and_forgotten() {
    let scratch = Scratch::new(&["opponent"]);
    let mut store =
        Store::open(&scratch.at("bayeschess.db"), Access::Create).expect("the usual database");
    store
        .add_user_game(
            &Provenance::default(),
            StoredGame {
                number: 0,
                record: game(1).record.with_tags(
                    Tags::new()
                        .with("White", "Ann\r\nquit")
                        .with("Black", "initial"),
                ),
                cases: Vec::new(),
                opponent: Some("Ann\r\nquit".into()),
                played_at: None,
            },
            None,
        )
        .expect("stored");
    drop(store);
    let listed = scratch.json(&["list"]);
    assert_eq!(listed["opponents"][0]["name"], "Ann quit");
    scratch.refused(&["forget", "Bob"], "no opponent 'Bob'");
    let traces = || {
        let bytes = fs::read(scratch.at("bayeschess.db")).expect("bytes");
        bytes
            .windows(8)
            .filter(|word| word.eq_ignore_ascii_case(b"ann quit"))
            .count()
    };
    assert!(traces() > 0);
    assert_eq!(scratch.json(&["forget", "ann quit"])["games"], 1);
    assert_eq!(traces(), 0);
    assert_eq!(
        scratch.json(&["list"])["opponents"],
        Value::Array(Vec::new())
    );
}

/// A game in PGN between two players, ended as `ending` says.
fn pgn(year: u32, white: &str, black: &str, moves: &str, ending: &str) -> String {
    format!(
        "[Event \"e\"]\n[Date \"{year}.01.02\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves} {ending}\n\n"
    )
}

/// What 'db info' says of the sources: games kept, duplicates, rejected and filtered of each.
fn sources(scratch: &Scratch, file: &str) -> Vec<[u64; 4]> {
    let info = scratch.json(&["info", file]);
    let sources = info["sources"].as_array().cloned().unwrap_or_default();
    sources
        .iter()
        .map(|source| {
            ["kept", "duplicates", "rejected", "filtered"]
                .map(|key| source[key].as_u64().expect("a number"))
        })
        .collect()
}

fn sound(scratch: &Scratch, file: &str) {
    let report = scratch.json(&["verify", file]);
    assert_eq!(report["findings"], Value::Array(Vec::new()));
}

#[test]
fn a_collection_read_in_bites_is_the_same_as_read_at_once() {
    let scratch = scratch();
    let whole = pgn(1990, "Tal, M", "Fine, R", "1. e4 e5", "1-0")
        + &pgn(1991, "Tal, M", "Fine, R", "1. e4 c5", "1-0")
        + "[Event \"bad\"]\n\n1. e5 *\n\n"
        + &pgn(1992, "Fine, R", "Euwe, M", "1. d4 d5", "0-1")
        + &pgn(1993, "Tal, M", "Euwe, M", "1. d4 f5 2. c4", "1-0");
    let tal = ["--player", "Tal, M"];
    for options in [&[][..], &tal[..]] {
        for cut in [60, 130, 260, 330, whole.len() - 3, whole.len()] {
            let cut = whole.len().min(cut);
            scratch.write("grows.pgn", &whole[..cut]);
            for _ in 0..3 {
                scratch.run(&[&["import", "bites.db", "grows.pgn"], options].concat());
            }
            let _ = fs::remove_file(scratch.at("once.db"));
            scratch.run(&[&["import", "once.db", "grows.pgn"], options].concat());
            if !scratch.at("once.db").exists() {
                assert!(
                    !scratch.at("bites.db").exists(),
                    "nothing came, nothing stays"
                );
                continue;
            }
            assert_eq!(
                sources(&scratch, "bites.db"),
                sources(&scratch, "once.db"),
                "{cut}"
            );
            assert_eq!(
                hash(&scratch, "bites.db"),
                hash(&scratch, "once.db"),
                "{cut}"
            );
            sound(&scratch, "bites.db");
        }
        fs::remove_file(scratch.at("bites.db")).expect("done with");
    }
}

#[test]
fn games_of_which_nothing_is_settled_are_nobody_s_twins() {
    let scratch = scratch();
    fs::create_dir(scratch.at("games")).expect("a folder");
    scratch.write(
        "games/a.pgn",
        pgn(1990, "Tal, M", "Fine, R", "1. e4 e5", ""),
    );
    scratch.write(
        "games/b.pgn",
        pgn(1991, "Tal, M", "Fine, R", "1. d4 d5", ""),
    );
    scratch.write(
        "games/c.pgn",
        pgn(1992, "Tal, M", "Fine, R", "1. c4 c5", "1-0"),
    );
    let said = scratch.json(&["import", "games.db", "games"]);
    assert_eq!(
        (&said["kept"], &said["games_in_database"]),
        (&3.into(), &3.into())
    );
    let again = scratch.json(&["import", "games.db", "games"]);
    assert_eq!(again["games_in_database"], 3);
    sound(&scratch, "games.db");
    // One goes on: it is the same file and the same game.
    scratch.write(
        "games/a.pgn",
        pgn(1990, "Tal, M", "Fine, R", "1. e4 e5 2. Nf3", "1-0"),
    );
    let finished = scratch.json(&["import", "games.db", "games"]);
    assert_eq!(finished["games_in_database"], 3);
    assert_eq!(sources(&scratch, "games.db").len(), 3);
    sound(&scratch, "games.db");
}

#[test]
fn a_collection_is_not_taken_for_read_when_something_else_is_asked_for() {
    let scratch = scratch();
    let text = pgn(1990, "Tal, M", "Fine, R", "1. e4 e5", "1-0")
        + &pgn(1991, "Euwe, M", "Fine, R", "1. d4 d5", "1-0");
    scratch.write("a.pgn", &text);
    scratch.json(&["import", "games.db", "a.pgn", "--player", "Tal, M"]);
    scratch.json(&["import", "games.db", "a.pgn", "--player", "Tal, M"]);
    for others in [
        &[][..],
        &["--player", "Euwe"],
        &["--player", "Tal, M", "--salvage"],
    ] {
        scratch.refused(
            &[&["import", "games.db", "a.pgn"], others].concat(),
            "db forget-source games.db a.pgn",
        );
    }
    scratch.json(&["forget-source", "games.db", "a.pgn"]);
    assert_eq!(
        scratch.json(&["import", "games.db", "a.pgn"])["games_in_database"],
        2
    );
    // What the database could not honour is not offered.
    let refused = scratch.run(&["import", "games.db", "a.pgn", "--keep-duplicates"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_dry_run_tells_and_writes_nothing() {
    let scratch = scratch();
    scratch.write("a.pgn", pgn(1990, "Tal, M", "Fine, R", "1. e4 e5", "1-0"));
    scratch.write("b.pgn", pgn(1991, "Tal, M", "Fine, R", "1. d4 d5", "1-0"));
    let said = scratch.json(&["import", "games.db", "a.pgn", "--dry-run"]);
    assert_eq!((&said["kept"], &said["dry_run"]), (&1.into(), &true.into()));
    assert_eq!(scratch.files(), ["a.pgn", "b.pgn"]);
    scratch.json(&["import", "games.db", "a.pgn"]);
    let before = fs::read(scratch.at("games.db")).expect("bytes");
    let said = scratch.json(&["import", "games.db", "a.pgn", "b.pgn", "--dry-run"]);
    assert_eq!(
        (
            &said["kept"],
            &said["games_known"],
            &said["games_in_database"]
        ),
        (&1.into(), &1.into(), &2.into())
    );
    assert!(fs::read(scratch.at("games.db")).expect("bytes") == before);
}

#[test]
fn damage_of_collected_games_is_found_all_of_it() {
    let scratch = scratch();
    let game = |year: u32| pgn(year, "Tal, M", "Fine, R", "1. e4 e5 2. Nf3", "1-0");
    scratch.write(
        "a.pgn",
        &(game(1990) + &game(1991) + &game(1992) + &game(1993)),
    );
    scratch.json(&["import", "whole.db", "a.pgn"]);
    let report = scratch.json(&["verify", "whole.db"]);
    assert_eq!(report["collected_games"], 4);
    sound(&scratch, "whole.db");
    for (change, what) in [
        ("moves = x'0000'", "is not legal"),
        ("moves = substr(moves, 1, 4)", "(hash)"),
        ("fingerprint = zeroblob(16)", "(hash)"),
        ("result = 1", "(identity)"),
        ("tags = replace(tags, 'Fine', 'Reti')", "(identity)"),
        ("offset = 0", "is said to begin at byte 0"),
        ("is_first = 0", "it does not count"),
        ("start = 'nowhere'", "is not a FEN"),
    ] {
        fs::copy(scratch.at("whole.db"), scratch.at("bad.db")).expect("a copy");
        let database = rusqlite::Connection::open(scratch.at("bad.db")).expect("SQLite");
        let changed = database
            .execute(
                &format!("UPDATE collected SET {change} WHERE number IN (2, 4)"),
                (),
            )
            .expect(change);
        assert_eq!(changed, 2);
        drop(database);
        let report = scratch.json_with(&["verify", "bad.db"], 1);
        for number in [2, 4] {
            let place = format!("game {number} of a.pgn");
            let findings = report["findings"].as_array().expect("a list");
            assert!(
                findings
                    .iter()
                    .any(|finding| finding["place"] == place.as_str()
                        && finding["what"]
                            .as_str()
                            .is_some_and(|said| said.contains(what))),
                "{change}: {report}"
            );
        }
    }
    scratch.refused(&["merge", "new.db", "bad.db"], "damaged at game 2 of a.pgn");
}

#[test]
fn collections_are_merged_with_their_sources() {
    let scratch = scratch();
    let shared = pgn(1990, "Tal, M", "Fine, R", "1. e4 e5", "1-0");
    scratch.write(
        "a.pgn",
        &(shared + &pgn(1991, "Tal, M", "Fine, R", "1. e4 c5", "1-0")),
    );
    let other_spelling = pgn(1990, "Tal, Mihail", "Fine, Reuben", "1. e4 e5", "1-0");
    scratch.write(
        "b.pgn",
        &(other_spelling + &pgn(1992, "Tal, M", "Fine, R", "1. e4 d5", "1-0")),
    );
    scratch.write("open.pgn", pgn(1993, "Tal, M", "Fine, R", "1. e4 Nf6", ""));
    fill(&scratch.at("a.db"), 1, 0..3);
    scratch.json(&["import", "a.db", "a.pgn", "open.pgn"]);
    scratch.json(&["import", "b.db", "b.pgn", "a.pgn"]);
    let merged = scratch.json(&["merge", "out.db", "a.db", "b.db"]);
    assert_eq!(
        (&merged["sources_added"], &merged["collected_added"]),
        (&3.into(), &4.into())
    );
    assert_eq!(
        (&merged["sources_known"], &merged["games_added"]),
        (&1.into(), &3.into())
    );
    let merged = hash(&scratch, "out.db");
    let again = scratch.json(&["merge", "out.db", "b.db", "a.db"]);
    assert_eq!(
        (&again["sources_added"], &again["collected_added"]),
        (&0.into(), &0.into())
    );
    assert_eq!(again["content_hash"], merged.as_str());
    scratch.json(&["merge", "back.db", "b.db", "a.db"]);
    assert_eq!(hash(&scratch, "back.db"), merged);
    sound(&scratch, "out.db");
    scratch.json(&["forget-source", "out.db", "a.pgn"]);
    assert_eq!(scratch.json(&["info", "out.db"])["collected_games"], 3);
    sound(&scratch, "out.db");

    // What games were asked for is kept with the source.
    scratch.json(&["import", "some.db", "a.pgn", "--since", "1991"]);
    scratch.refused(&["merge", "a.db", "some.db"], "was read with");
}

#[test]
fn collected_games_are_a_part_of_the_content() {
    let scratch = scratch();
    fill(&scratch.at("games.db"), 1, 0..3);
    let without = hash(&scratch, "games.db");
    scratch.write("a.pgn", pgn(1990, "Tal, M", "Fine, R", "1. e4 e5", "1-0"));
    scratch.write("b.pgn", pgn(1991, "Tal, M", "Fine, R", "1. d4 d5", "1-0"));
    scratch.json(&["import", "games.db", "a.pgn"]);
    let one = hash(&scratch, "games.db");
    scratch.json(&["import", "games.db", "b.pgn"]);
    let two = hash(&scratch, "games.db");
    assert!(without != one && one != two && without != two);
    scratch.json(&["forget-source", "games.db", "b.pgn"]);
    assert_eq!(hash(&scratch, "games.db"), one);
}

#[test]
fn a_database_into_which_nothing_came_is_not_begun() {
    let scratch = scratch();
    scratch.write("empty.pgn", "");
    scratch.write("bad.pgn", "[Event \"bad\"]\n\n1. e5 *\n");
    let output = scratch.run(&["import", "new.db", "empty.pgn"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(said.contains("holds no game"), "{said}");
    let output = scratch.run(&["import", "new.db", "bad.pgn"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(said.contains("no database was begun"), "{said}");
    assert_eq!(scratch.files(), ["bad.pgn", "empty.pgn"]);
}

#[test]
fn what_was_rejected_is_not_told_as_there() {
    let scratch = scratch();
    let text = pgn(1990, "Tal, M", "Fine, R", "1. e4 e5", "1-0")
        + "[Event \"bad\"]\n\n1. e5 *\n\n"
        + &pgn(1991, "Euwe, M", "Fine, R", "1. d4 d5", "1-0");
    scratch.write("a.pgn", &text);
    scratch.json_with(&["import", "games.db", "a.pgn", "--player", "Tal, M"], 1);
    let again = scratch.json_with(&["import", "games.db", "a.pgn", "--player", "Tal, M"], 1);
    assert_eq!(
        (&again["games_known"], &again["rejected_known"]),
        (&1.into(), &1.into())
    );
    let output = scratch.run(&["import", "games.db", "a.pgn", "--player", "Tal, M"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("1 games were there from an earlier reading, and 1 rejected then"),
        "{said}"
    );
}

#[test]
fn csv_is_not_written_where_it_cannot_be_found_again() {
    let scratch = scratch();
    fill(&scratch.at("a.db"), 1, 0..3);
    scratch.refused(&["export", "a.db", "--csv", "out.txt"], "end in .csv");
    scratch.json(&["export", "a.db", "--csv", "new/out"]);
    assert!(scratch.at("new/out/games.csv").is_file());
    scratch.json(&["import", "again.db", "new/out"]);
    fs::remove_file(scratch.at("again.db")).expect("removed");
    fs::remove_dir_all(scratch.at("new")).expect("removed");
    scratch.write("a.pgn", pgn(1990, "Tal, M", "Fine, R", "1. e4 e5", "1-0"));
    scratch.json(&["import", "games.db", "a.pgn"]);
    // Without runs there is one file of CSV.
    let wrote = scratch.json(&["export", "games.db", "--csv", "all.csv"]);
    assert_eq!(wrote["games"], 1);
    assert_eq!(
        scratch.files(),
        ["a.db", "a.pgn", "all.collected.csv", "games.db"]
    );
}

#[test]
fn a_folder_without_games_is_told_for_what_it_is() {
    let scratch = scratch();
    fs::create_dir(scratch.at("bare")).expect("a folder");
    scratch.refused(
        &["import", "games.db", "bare"],
        "there is no PGN file in this folder",
    );
    // Half of what was exported is still known for that.
    scratch.write("bare/games.csv", "");
    scratch.refused(&["import", "games.db", "bare"], "runs.csv");
    assert_eq!(scratch.files(), ["bare"]);
}
