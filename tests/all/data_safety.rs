//! What belongs to the user is neither lost nor spoiled: no command replaces what it reads, takes over
//! a file of somebody else, keeps nothing silently, or leaves something behind.

use std::fs;
use std::io::Read as _;
#[cfg(unix)]
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use crate::support::{Scratch, process, told};
#[cfg(unix)]
use crate::support::{interrupt, wait_until};

const GAMES: &str = "[Event \"e\"]\n[White \"Tal, M\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 1-0\n\n[Event \"bad\"]\n\n1. e5 *\n";

fn scratch() -> Scratch {
    Scratch::new(&[])
}

/// Files whose movetext begins again, as they were found: each must be salvaged or refused.
const TORN: [&str; 6] = [
    "[Event \"Club ch\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Event \"Club ch\n\
     [White \"E, F\"]\n1. e4 e5\n[Black \"G, H\n[Site \"Town\"]\n[Result \"1-0\"]\n\n\
     1. d4 d5 2. c4 e6 3. Nc3 Nf6 1-0\n",
    "[B\"\nb3\n[R\"\n[E\"\nd4\n",
    "[B\"\nb3\n[R\"\n[E\"\nd4",
    "[W\"\rf3\n[B\"\n[E\"\ne4 e5 Nf3 c6 Bb5 f6 OO",
    "[o\"\re4 e5.Nf3 c6.Bb5 f6.OO Be7.d4\n[l\"\n[C\"\rd4 f6.Nf3",
    "[event \"\"]\n[White \"Me\"]\n\n1. e4 *\n",
];

#[test]
fn what_is_salvaged_is_legal_and_sound_in_a_database_and_in_pgn() {
    let scratch = scratch();
    for (number, text) in TORN.iter().enumerate() {
        let (file, database) = (format!("{number}.pgn"), format!("{number}.db"));
        scratch.write(&file, text);
        let kept = scratch.json_with(&["pgn", "check", &file, "--salvage"], 0)["kept"].clone();
        assert!(kept.as_u64().expect("a number") > 0, "{text:?}");
        scratch.json_with(&["db", "import", &database, &file, "--salvage"], 0);
        scratch.json_with(&["db", "verify", &database], 0);
        scratch.text(&["db", "export", &database, "--pgn", "out.pgn", "--force"]);
        let again = scratch.json_with(&["pgn", "check", "out.pgn"], 0);
        assert_eq!(again["games"], kept, "{text:?}");
        let to = ["--salvage", "--out", "converted.pgn", "--force"];
        scratch.text(&[&["pgn", "convert", &file], &to[..]].concat());
        let again = scratch.json_with(&["pgn", "check", "converted.pgn"], 0);
        assert_eq!(again["games"], kept, "{text:?}");
    }
}

#[test]
fn a_file_that_is_no_journal_or_sheet_of_ours_stays_as_it_is() {
    let scratch = scratch();
    let played = ["match", "initial", "random", "--nodes", "5", "--games", "2"];
    let ladder = ["lab", "ladder", "--depth", "1"];
    for text in [
        "{\"my\":\"precious\"}",
        "{\"my\":\"precious\"}\n",
        "one line",
    ] {
        scratch.write("notes", text);
        scratch.refused(&[&played[..], &["--journal", "notes"]].concat(), "notes");
        scratch.refused(&[&ladder[..], &["--out", "notes"]].concat(), "notes");
        assert_eq!(
            fs::read_to_string(scratch.at("notes")).expect("there"),
            text
        );
    }
    // A match that is gone on with replaces its own games, and nobody else's.
    let kept = [&played[..], &["--journal", "j", "--pgn"]].concat();
    scratch.text(&[&kept[..], &["mine.pgn"]].concat());
    let mine = fs::read_to_string(scratch.at("mine.pgn")).expect("written");
    scratch.write("theirs.pgn", GAMES);
    scratch.refused(&[&kept[..], &["theirs.pgn"]].concat(), "the file exists");
    scratch.text(&[&kept[..], &["mine.pgn"]].concat());
    let read = |name: &str| fs::read_to_string(scratch.at(name)).expect("there");
    assert_eq!(
        (read("theirs.pgn").as_str(), read("mine.pgn")),
        (GAMES, mine)
    );
}

#[test]
fn a_training_takes_no_folder_with_files_of_somebody_else() {
    let scratch = scratch();
    let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("training/classic.toml");
    let recipe = recipe.display().to_string();
    fs::create_dir(scratch.at("folder")).expect("made");
    scratch.write("folder/report.html", "mine");
    let words = ["train", &recipe, "--out", "folder", "--generations", "1"];
    scratch.refused(&words, "report.html");
    assert_eq!(
        fs::read_to_string(scratch.at("folder/report.html")).expect("there"),
        "mine"
    );
}

#[test]
fn no_output_replaces_an_input_even_with_force() {
    let scratch = scratch();
    let sound = GAMES.split_inclusive("\n\n").take(2).collect::<String>();
    let sound = sound.as_str();
    let mut inputs = Vec::new();
    for name in ["games.pgn", "link.pgn", "link.bin", "link.csv", "link.html"] {
        let file = scratch.at(name);
        match inputs.first() {
            None => drop(scratch.write(name, sound)),
            Some(first) => fs::hard_link(first, &file).expect("linked"),
        }
        inputs.push(file);
    }
    scratch.json_with(&["db", "import", "games.db", "games.pgn"], 0);
    let refused = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        scratch.refused(&words, "is read by the same command");
        assert_eq!(
            fs::read_to_string(scratch.at("games.pgn")).expect("there"),
            sound
        );
    };
    for out in ["games.pgn", "./games.pgn", "link.pgn"] {
        refused(&format!("pgn check games.pgn --rejects {out} --force"));
        refused(&format!("pgn convert games.pgn --out {out} --force"));
        refused(&format!("pgn dedupe games.pgn --out {out} --force"));
        refused(&format!("analyse games.pgn --out {out} --force"));
        refused(&format!(
            "match initial random --openings games.pgn --pgn {out} --force"
        ));
    }
    refused("pgn check . --rejects games.pgn --force");
    refused("book build games.pgn --out link.bin --force");
    refused("style observe games.pgn --out link.csv --force");
    refused("style report games.pgn --player x --html link.html --force");
    refused("fit games.pgn --out link.csv --force");
    refused("db export games.db --pgn games.db --force");
    for words in ["merge a.csv b.csv", "subtract a.csv b.csv", "age a.csv"] {
        scratch.write("a.csv", b"a table");
        refused(&format!("model {words} --out a.csv --force"));
    }
    scratch.text(&["book", "add", "a.tree"]);
    fs::hard_link(scratch.at("a.tree"), scratch.at("b.bin")).expect("linked");
    let before = fs::read(scratch.at("a.tree")).expect("written");
    for words in [
        "book convert a.tree --out b.bin --force",
        "book convert a.tree b.bin --out a.tree --force",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        scratch.refused(&words, "is read by the same command");
    }
    assert_eq!(fs::read(scratch.at("a.tree")).expect("there"), before);
}

#[test]
fn every_name_of_a_database_is_a_file() {
    let scratch = scratch();
    for name in [":memory:", "file:games.db", "file:a?mode=memory"] {
        let words = ["selfplay", "--games", "2", "--nodes", "5", "--db", name];
        scratch.json(&words);
        assert!(scratch.files().contains(&name.to_owned()), "{name}");
        assert_eq!(scratch.json(&["db", "info", name])["games"], 2, "{name}");
    }
}

#[test]
fn the_user_s_collection_beside_the_database_gets_no_games() {
    let scratch = scratch();
    scratch.write("twic.pgn", GAMES);
    let play = |log: &str| {
        let mut command = crate::support::bayeschess(scratch.path());
        command.args(["play", "--db", "twic.db", "--level", "1"]);
        let run = command.write_stdin("e4\nresign\nquit\n").output();
        let (code, shown, said) = told(run.expect("the program runs"));
        assert!(shown.contains(log) || said.contains(log), "{shown}{said}");
        code
    };
    assert_eq!(play("twic.db.played.pgn"), Some(0));
    assert_eq!(
        fs::read_to_string(scratch.at("twic.pgn")).expect("there"),
        GAMES
    );
    scratch.write("twic.db.played.pgn", GAMES);
    assert_eq!(play("did not begin this file"), Some(2));
    assert_eq!(
        fs::read_to_string(scratch.at("twic.db.played.pgn")).expect("there"),
        GAMES
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_keeps_who_may_read_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = scratch();
    scratch.write("games.pgn", GAMES);
    let out = scratch.write("out.pgn", "old");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o600)).expect("allowed");
    scratch.text(&["pgn", "convert", "games.pgn", "--out", "out.pgn", "--force"]);
    let mode = fs::metadata(&out).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(fs::read_to_string(&out).expect("there").contains("Nf3"));
}

/// Starts an import into a new database that waits for more games, and waits until it has begun.
#[cfg(unix)]
fn import_that_waits(scratch: &Scratch) -> std::process::Child {
    let child = process(scratch.path())
        .args(["db", "import", "new.db", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    wait_until("the import has begun", || {
        let begun = |name: &String| name.starts_with(".bayeschess-");
        let hidden = scratch.files().into_iter().find(begun);
        hidden.is_some_and(|name| scratch.at(&name).join("half.db").exists())
    });
    child
}

#[cfg(unix)]
#[test]
fn a_stopped_import_leaves_nothing_and_a_killed_one_nothing_after_the_next_command() {
    let scratch = scratch();
    for signal in ["-TERM", "-INT", "-HUP"] {
        let child = import_that_waits(&scratch);
        let id = child.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(sent.expect("kill runs").success());
        let (code, _, said) = told(child.wait_with_output().expect("ended"));
        assert_eq!(code, Some(130), "{signal}: {said}");
        assert_eq!(scratch.files(), Vec::<String>::new(), "{signal}");
    }
    let mut child = import_that_waits(&scratch);
    child.kill().expect("killed");
    child.wait().expect("ended");
    let left = scratch.files();
    assert!(
        left.iter().any(|name| name.starts_with(".bayeschess-")),
        "{left:?}"
    );
    scratch.write("games.pgn", GAMES);
    let (code, _, said) = told(scratch.run(&["db", "import", "new.db", "games.pgn"]));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("left behind"), "{said}");
    assert_eq!(scratch.files(), ["games.pgn", "new.db"]);
}

#[cfg(unix)]
#[test]
fn what_another_command_is_writing_is_not_swept() {
    let scratch = scratch();
    let mut child = import_that_waits(&scratch);
    scratch.write("games.pgn", GAMES);
    let (_, _, said) = told(scratch.run(&["db", "import", "other.db", "games.pgn"]));
    assert!(!said.contains("left behind"), "{said}");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(GAMES.as_bytes()).expect("listening");
    drop(input);
    assert_eq!(child.wait().expect("ended").code(), Some(1));
    assert_eq!(scratch.files(), ["games.pgn", "new.db", "other.db"]);
}

#[test]
fn the_prompt_is_shown_before_the_answer_is_awaited() {
    let scratch = scratch();
    let mut child = process(scratch.path())
        .args(["play", "--no-db", "--level", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut out = child.stdout.take().expect("piped");
    let (shown, prompts) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        let (mut text, mut byte) = (Vec::new(), [0]);
        while !text.ends_with(b"\n1. ") && out.read(&mut byte).is_ok_and(|read| read == 1) {
            text.push(byte[0]);
        }
        // Nobody listens any longer where the test has failed.
        let _ = shown.send(String::from_utf8_lossy(&text).into_owned());
    });
    let text = prompts.recv_timeout(std::time::Duration::from_mins(1));
    // The end of the input ends the game, and the reader with it.
    drop(child.stdin.take());
    child.wait().expect("ended");
    reader.join().expect("ended");
    assert!(
        text.expect("a prompt while the program waits")
            .ends_with("\n1. ")
    );
}

/// Writers under two names of a database: each game of both is there, or the second one is refused.
#[cfg(unix)]
#[test]
fn a_database_has_one_writer_under_all_its_names() {
    let scratch = scratch();
    let write = |name: &str, games: &str, nodes: &str| {
        let mut command = process(scratch.path());
        command.args(["selfplay", "--nodes", nodes, "--games", games, "--db", name]);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().expect("started")
    };
    assert!(write("games.db", "2", "5").wait().expect("ended").success());
    fs::create_dir(scratch.at("sub")).expect("made");
    std::os::unix::fs::symlink("games.db", scratch.at("soft.db")).expect("linked");
    std::os::unix::fs::symlink(scratch.path(), scratch.at("sub/folder")).expect("linked");
    let mut names = vec![
        "./games.db",
        "soft.db",
        "sub/folder/games.db",
        "sub/../soft.db",
    ];
    if cfg!(target_os = "linux") {
        fs::hard_link(scratch.at("games.db"), scratch.at("sub/hard.db")).expect("linked");
        names.push("sub/hard.db");
    }
    let mut first = write("games.db", "100000", "2000");
    wait_until("the first one writes", || {
        scratch.at("games.db.lock").exists()
    });
    for name in &names {
        scratch.refused(
            &["selfplay", "--games", "4", "--nodes", "5", "--db", name],
            "another process is writing",
        );
    }
    interrupt(&first);
    assert_eq!(first.wait().expect("ended").code(), Some(130));
    let games = |name: &str| scratch.json(&["db", "info", name])["games"].as_u64();
    let before = games("games.db");
    for name in &names {
        assert_eq!(games(name), before, "{name}");
    }
    scratch.json(&["db", "verify", "games.db"]);
}

/// Files without an end, and pipes that nobody writes to.
#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    let scratch = scratch();
    let made = std::process::Command::new("mkfifo")
        .arg(scratch.at("pipe"))
        .status();
    assert!(made.expect("mkfifo runs").success());
    let played = ["match", "initial", "random", "--nodes", "5", "--games", "2"];
    for name in ["/dev/zero", "pipe", "."] {
        scratch.refused(&[&played[..], &["--journal", name]].concat(), "no file");
    }
    for words in [
        &["train", "/dev/zero", "--out", "new"][..],
        &["experiment", "/dev/zero", "--out", "."],
        &["model", "show", "/dev/zero"],
        &["lab", "ladder", "--depth", "1", "--out", "/dev/zero"],
        &["play", "--heuristic", "/dev/zero"],
        &[
            "style",
            "train",
            "--labels",
            "/dev/zero",
            "--pgn",
            ".",
            "--out",
            "x.toml",
        ],
        &[
            "match",
            "initial",
            "random",
            "--openings",
            "/dev/zero",
            "--games",
            "2",
        ],
        &["book", "show", "/dev/zero"],
    ] {
        scratch.refusal(words);
    }
}

/// A disk on which nothing has room: each command names the file that could not be written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_the_name_of_the_file() {
    let scratch = scratch();
    let limited = |words: &str| {
        let script = format!("ulimit -f 16; exec \"$0\" {words}");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script]).arg(crate::support::program());
        let run = command
            .current_dir(scratch.path())
            .env("BAYESCHESS_HOME", scratch.path());
        told(run.output().expect("sh runs"))
    };
    let games = (0..200).map(|number| {
        format!("[Event \"e\"]\n[White \"Name{number}, A\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n")
    });
    scratch.write("games.pgn", games.collect::<Vec<_>>().join("\n"));
    let played = "match initial random --nodes 5 --games 40";
    for (words, file, sentence) in [
        (format!("{played} --pgn out.pgn"), "out.pgn", ""),
        (format!("{played} --journal out.j"), "out.j", ""),
        (
            "db import new.db games.pgn".to_owned(),
            "new.db",
            "no file was made",
        ),
        (
            "pgn convert games.pgn --out out2.pgn".to_owned(),
            "out2.pgn",
            "nothing was changed",
        ),
    ] {
        let (code, _, said) = limited(&words);
        assert_eq!(code, Some(2), "{words}: {said}");
        assert!(
            said.contains(file) && said.contains(sentence),
            "{words}: {said}"
        );
        assert_eq!(said.trim_end().lines().count(), 1, "{words}: {said}");
    }
    assert!(!scratch.at("new.db").exists() && !scratch.at("out2.pgn").exists());
}

/// Returns a CSV whose first row has another value in one column.
fn with_value(text: &str, column: &str, value: &str) -> String {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().expect("a header").clone();
    let place = headers
        .iter()
        .position(|name| name == column)
        .expect("there");
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&headers).expect("written");
    for (number, row) in reader.records().enumerate() {
        let row = row.expect("a row");
        let changed = |(column, field)| {
            if number == 0 && column == place {
                value
            } else {
                field
            }
        };
        writer
            .write_record(row.iter().enumerate().map(changed))
            .expect("written");
    }
    String::from_utf8(writer.into_inner().expect("flushed")).expect("text")
}

/// What is imported is complete, and `db verify` accepts it.
#[test]
fn exported_rows_that_were_changed_do_not_come_back() {
    let scratch = Scratch::new(&[]);
    scratch.text(&[
        "selfplay", "--games", "6", "--nodes", "5", "--db", "whole.db",
    ]);
    scratch.text(&["db", "export", "whole.db", "--csv", "a.csv"]);
    let read = |name: &str| fs::read_to_string(scratch.at(name)).expect("written");
    let whole = ["a.csv", "a.runs.csv", "a.cases.csv"].map(|name| (name, read(name)));
    let [(_, games), (_, runs), (_, cases)] = &whole;
    let first = |lines: usize| -> String { cases.split_inclusive('\n').take(lines).collect() };
    for (name, text, what) in [
        ("a.cases.csv", first(1), "no case"),
        ("a.cases.csv", first(2), "no case"),
        (
            "a.csv",
            with_value(games, "termination", "stalemate"),
            "the board shows",
        ),
        (
            "a.csv",
            with_value(games, "moves", ""),
            "scores for 0 moves",
        ),
        (
            "a.csv",
            with_value(games, "opening_plies", "2000"),
            "an opening of 2000 plies",
        ),
        (
            "a.csv",
            with_value(games, "verdict_ply", "5"),
            "both a result and a ply",
        ),
        (
            "a.runs.csv",
            with_value(runs, "seed", "2"),
            "its key was made of",
        ),
        (
            "a.runs.csv",
            with_value(runs, "games_wanted", "1"),
            "its number is too high",
        ),
    ] {
        scratch.write(name, &text);
        scratch.refused(&["db", "import", "new.db", "a.csv"], what);
        assert!(!scratch.at("new.db").exists(), "{name}: {what}");
        for (name, text) in &whole {
            scratch.write(name, text);
        }
    }
    scratch.text(&["db", "import", "new.db", "a.csv"]);
    scratch.text(&["db", "verify", "new.db"]);
}

/// The files of one output are replaced together: where the last cannot be, the first is as it was.
#[test]
fn files_that_belong_together_are_replaced_together() {
    let scratch = Scratch::new(&[]);
    for (name, games) in [("one.db", "4"), ("two.db", "6")] {
        scratch.text(&["selfplay", "--games", games, "--nodes", "5", "--db", name]);
    }
    scratch.text(&["db", "export", "one.db", "--csv", "a.csv"]);
    scratch.text(&["learn", "--db", "one.db", "--out", "t.csv"]);
    let [rows, table] = ["a.csv", "t.csv"].map(|name| fs::read(scratch.at(name)).expect("there"));
    // No user, root included, can rename a file over a folder.
    for name in ["a.cases.csv", "t.toml"] {
        fs::remove_file(scratch.at(name)).expect("removed");
        fs::create_dir(scratch.at(name)).expect("made");
    }
    let before = scratch.files();
    for (words, said) in [
        (
            ["db", "export", "two.db", "--csv", "a.csv", "--force"],
            "a.cases.csv",
        ),
        (
            ["learn", "--db", "two.db", "--out", "t.csv", "--force"],
            "t.toml",
        ),
    ] {
        scratch.refused(&words, said);
    }
    assert_eq!(fs::read(scratch.at("a.csv")).expect("there"), rows);
    assert_eq!(fs::read(scratch.at("t.csv")).expect("there"), table);
    assert_eq!(scratch.files(), before);
}

/// Every move that a command says it added is in the tree, however many commands add at once.
#[test]
fn moves_that_are_added_at_once_are_all_kept() {
    let scratch = Scratch::new(&[]);
    let moves = ["a3", "b3", "c3", "d3", "e3", "f3"];
    let adding: Vec<_> = moves
        .iter()
        .map(|word| {
            let mut command = process(scratch.path());
            command
                .args(["book", "add", "my.tree", word])
                .stdout(Stdio::null());
            command.spawn().expect("it starts")
        })
        .collect();
    for mut child in adding {
        assert!(child.wait().expect("ended").success());
    }
    let tree = fs::read_to_string(scratch.at("my.tree")).expect("written");
    for word in moves {
        assert!(
            tree.lines().any(|line| line.trim().starts_with(word)),
            "{word}: {tree}"
        );
    }
    // Elsewhere than on Unix the lock file stays.
    #[cfg(unix)]
    assert_eq!(scratch.files(), ["my.tree"]);
}

/// A copy of what others may not read cannot be read by them either.
#[cfg(unix)]
#[test]
fn a_backup_has_the_permissions_of_the_database() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new(&[]);
    scratch.text(&[
        "selfplay", "--games", "2", "--nodes", "5", "--db", "mine.db",
    ]);
    for (mode, expected) in [(0o600, 0o600), (0o444, 0o644)] {
        let rights = fs::Permissions::from_mode(mode);
        fs::set_permissions(scratch.at("mine.db"), rights).expect("allowed");
        scratch.text(&["db", "backup", "mine.db", "--out", "copy.db", "--force"]);
        let copied = fs::metadata(scratch.at("copy.db"))
            .expect("there")
            .permissions();
        assert_eq!(copied.mode() & 0o777, expected);
    }
}
