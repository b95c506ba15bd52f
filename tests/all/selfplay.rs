//! `bayeschess selfplay` as users meet it: the real binary, killed, resumed, extended, refused.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
#[cfg(unix)]
use std::{process::Stdio, thread::sleep, time::Duration};

use bayeschess::cancel::CancelFlag;
use bayeschess::selfplay::{self, SelfplayPlan, SelfplayRecipe};
use bayeschess::store::{Access, Store};
use serde_json::Value;

use crate::support::{field, folder, number, parsed, process};
#[cfg(unix)]
use crate::support::{interrupt, kill, program, wait_until};

fn run(folder: &Path, line: &str) -> Command {
    let mut command = process(folder);
    command.args(line.split_whitespace());
    command
}

fn output(folder: &Path, line: &str) -> Output {
    run(folder, line).output().expect("the program runs")
}

/// The figures of a run that must succeed.
fn figures(folder: &Path, line: &str) -> Value {
    let output = output(folder, &format!("{line} --json"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {errors}");
    parsed(&output.stdout)
}

/// What a refused command says: one sentence, exit code 2, nothing on standard output.
fn refusal(folder: &Path, line: &str) -> String {
    let output = output(folder, line);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{line}: {said}");
    assert!(output.stdout.is_empty(), "{line}");
    said
}

const SMALL: &str = "selfplay --db games.db --nodes 20 --seed 7 --alternate --max-plies 80";

#[test]
fn threads_and_pieces_give_the_same_content() {
    let (one, three) = (folder(), folder());
    let whole = figures(one.path(), &format!("{SMALL} --games 60 --threads 1"));
    let part = figures(three.path(), &format!("{SMALL} --games 25 --threads 3"));
    let extended = figures(three.path(), &format!("{SMALL} --games 60 --threads 3"));
    assert_eq!(
        (&part["games"], &extended["games_played"]),
        (&25.into(), &35.into())
    );
    assert_eq!(
        field(&whole, "content_hash"),
        field(&extended, "content_hash")
    );
    assert_ne!(field(&whole, "content_hash"), field(&part, "content_hash"));
    let again = figures(one.path(), &format!("{SMALL} --games 60"));
    assert_eq!(
        (&again["games_played"], &again["content_hash"]),
        (&0.into(), &whole["content_hash"])
    );
    for name in [
        "run",
        "seconds",
        "games_per_s",
        "search_share",
        "mean_plies",
        "adjudicated_share",
    ] {
        assert!(!whole[name].is_null(), "{name}");
    }
    assert_eq!(
        field(&whole, "white.draws"),
        field(&whole, "drawn_side.draws")
    );
}

/// The library's default recipe goes on with the run that the command began.
#[test]
fn the_default_recipe_is_that_of_the_command() {
    let folder = folder();
    let played = figures(folder.path(), "selfplay --db games.db --games 2");
    let mut store =
        Store::open(&folder.path().join("games.db"), Access::Write).expect("a database");
    let recipe = SelfplayRecipe::default();
    let plan = SelfplayPlan::new(2);
    let outcome = selfplay::run(&mut store, &recipe, &plan, &CancelFlag::new(), &mut |_| {});
    let outcome = outcome.expect("the same run");
    assert_eq!(outcome.played, 0);
    assert_eq!(
        *field(&played, "content_hash"),
        outcome.content_hash.as_str()
    );
}

#[cfg(unix)]
#[test]
fn twenty_kills_leave_no_trace() {
    let (calm, harsh) = (folder(), folder());
    // No run gets to its end by itself, however fast the machine is.
    let endless = format!("{SMALL} --games 1000000 --threads 2");
    let mut before = 0;
    for number in 0..20_u64 {
        let mut child = run(harsh.path(), &endless)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        // First while the file is being created, then at any moment after new games were stored.
        if number >= 10 {
            wait_until("games are stored", || stored_games(harsh.path()) > before);
        }
        sleep(Duration::from_millis(number * 2));
        assert!(kill(&mut child), "kill {number} came too late");
        before = stored_games(harsh.path());
        if harsh.path().join("games.db").exists() {
            let verified = output(harsh.path(), "db verify games.db --json");
            let said = String::from_utf8_lossy(&verified.stderr);
            assert!(verified.status.success(), "after kill {number}: {said}");
        }
    }
    let line = format!("{SMALL} --games {} --threads 2", before + 50);
    let resumed = figures(harsh.path(), &line);
    let whole = figures(calm.path(), &line);
    assert_eq!(
        field(&resumed, "content_hash"),
        field(&whole, "content_hash")
    );
    assert_eq!(
        (&resumed["games"], &resumed["games_played"]),
        (&(before + 50).into(), &50.into())
    );
    assert!(
        output(harsh.path(), "db verify games.db --json")
            .status
            .success()
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_finished_games() {
    let folder = folder();
    let line = format!("{SMALL} --games 1000000 --threads 2");
    let child = run(folder.path(), &line)
        .arg("--json")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    wait_until("games are stored", || stored_games(folder.path()) > 0);
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends by itself");
    assert_eq!(output.status.code(), Some(130));
    let figures = parsed(&output.stdout);
    assert_eq!(figures["stopped"], true);
    let stored = output_json(folder.path(), "db info games.db --json");
    assert_eq!(field(&stored, "games"), field(&figures, "games"));
}

/// How many games the database holds; none where there is no database yet.
#[cfg(unix)]
fn stored_games(folder: &Path) -> u64 {
    let info = output(folder, "db info games.db --json");
    let info: Option<Value> = serde_json::from_slice(&info.stdout).ok();
    info.and_then(|info| info["games"].as_u64()).unwrap_or(0)
}

#[cfg(unix)]
fn output_json(folder: &Path, line: &str) -> Value {
    let output = output(folder, line);
    parsed(&output.stdout)
}

#[test]
fn other_settings_are_named_and_need_a_word() {
    let folder = folder();
    let path = folder.path();
    let first = figures(path, &format!("{SMALL} --games 5"));
    let said = refusal(
        path,
        "selfplay --db games.db --nodes 30 --seed 7 --alternate --max-plies 80 --games 5",
    );
    assert!(
        said.contains("(nodes 20, not 30)") && said.contains("--new-run"),
        "{said}"
    );
    // The same settings go on with the run, whatever else is said.
    let same = figures(path, &format!("{SMALL} --games 5 --new-run"));
    assert_eq!(field(&same, "content_hash"), field(&first, "content_hash"));
    assert_eq!(
        (&same["run"], same["games_played"].as_u64()),
        (&first["run"], Some(0))
    );
    let other = "selfplay --db games.db --nodes 30 --seed 7 --alternate --max-plies 80 --games 5";
    let second = figures(path, &format!("{other} --new-run"));
    assert_ne!(field(&first, "run"), field(&second, "run"));
    // Both runs are there now, and each command goes on with its own.
    assert_eq!(figures(path, other)["games_played"], 0);
    assert_eq!(
        figures(path, &format!("{SMALL} --games 6"))["games_played"],
        1
    );
}

#[test]
fn openings_come_from_files_and_bad_ones_are_named() {
    let folder = folder();
    let path = folder.path();
    let file = |name: &str, text: &str| -> PathBuf {
        let file = path.join(name);
        std::fs::write(&file, text).expect("written");
        file
    };
    file(
        "few.pgn",
        "[Opening \"Open\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 *\n",
    );
    file(
        "few.epd",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - id \"pawns\";\n",
    );
    file("bad.epd", "4k3/8/8/8/8/8/8/4K3 w - -\nnothing\n");
    for openings in ["few.pgn", "few.epd"] {
        let line = format!(
            "selfplay --db {openings}.db --games 4 --nodes 10 --max-plies 30 --openings {openings} --shuffle"
        );
        assert_eq!(figures(path, &line)["games"], 4);
    }
    let shipped = "selfplay --db shipped.db --games 4 --nodes 10 --max-plies 30 --openings shipped";
    assert_eq!(figures(path, shipped)["games"], 4);
    let bad = "selfplay --db none.db --games 4 --openings bad.epd";
    assert!(refusal(path, bad).contains("bad.epd: line 1"));
    assert!(refusal(path, "selfplay --db none.db --openings gone.epd").contains("gone.epd"));
    assert!(!path.join("none.db").exists());
}

#[test]
fn bad_arguments_are_refused_before_anything_is_written() {
    let folder = folder();
    for (line, word) in [
        ("selfplay --db x.db --white clever", "clever"),
        ("selfplay --db x.db --black gone.csv:max-win", "gone.csv"),
        ("selfplay --db x.db --nodes 0", "0"),
        ("selfplay --db x.db --threads 0", "0"),
        ("selfplay --db x.db --games -5", "-5"),
        ("selfplay --db x.db --play-through 2", "0 to 1"),
        ("selfplay --db missing/x.db --games 1", "missing"),
        ("selfplay --db . --games 1", "."),
    ] {
        let said = refusal(folder.path(), line);
        assert!(said.contains(word), "{line}: {said}");
    }
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("a folder").count(),
        0
    );
}

#[test]
fn the_usual_place_and_the_next_step_are_given() {
    let folder = folder();
    let output = output(
        folder.path(),
        "selfplay --games 3 --nodes 10 --max-plies 40",
    );
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("bayeschess learn --db"), "{text}");
    assert!(text.contains("content hash"), "{text}");
    assert!(folder.path().join("bayeschess.db").exists());
}

#[test]
fn judged_games_and_unjudged_ones_are_different_runs() {
    let folder = folder();
    let line = "selfplay --nodes 20 --games 30 --play-through 0.5 --db";
    let judged = figures(folder.path(), &format!("{line} judged.db"));
    let unjudged = figures(
        folder.path(),
        &format!("{line} unjudged.db --adjudicate off"),
    );
    assert!(number(&judged, "adjudicated_share") > 0.0);
    assert!(judged["adjudication_error_95"].is_array());
    assert_eq!(unjudged["adjudicated_share"], 0.0);
    assert!(unjudged["adjudication_error"].is_null());
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_a_full_disk() {
    let folder = folder();
    // An empty database fits, its games do not.
    let line = "ulimit -f 1000; exec \"$0\" selfplay --db games.db --games 5000 --nodes 5";
    let output = Command::new("sh")
        .args(["-c", line])
        .arg(program())
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    // What it would take, and what there was none of.
    let lines: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with("5000 games: about"), "{said}");
    assert!(lines[1].contains("make room"), "{said}");
    let verified = output_json(folder.path(), "db verify games.db --json");
    assert_eq!(verified["damaged"], false);
}

/// The other family is recorded, learned and played like the classic one.
#[test]
fn the_modern_family_is_recorded_learned_and_played() {
    let folder = folder();
    let folder = folder.path();
    let modern = "--nodes 30 --max-plies 80 --white modern:random --black modern:initial";
    let played = figures(
        folder,
        &format!("selfplay --db games.db --games 12 {modern}"),
    );
    assert_eq!(played["games"], 12);
    let learned = figures(folder, "learn --db games.db --out table.csv");
    assert_eq!(learned["games"], 12);
    let card = std::fs::read_to_string(folder.join("table.toml")).expect("a card");
    assert!(card.contains("schema = \"modern\""), "{card}");
    let rows = std::fs::read_to_string(folder.join("table.csv")).expect("a table");
    assert!(rows.contains("\nown_knight_mobility_4,middlegame,win,2,"));
    let duel = "match table.csv:max-win modern:initial --games 2 --nodes 30 --max-plies 60";
    assert_eq!(figures(folder, duel)["games"], 2);
    // Cases of another family in the same database are not mixed in.
    figures(
        folder,
        "selfplay --db games.db --games 2 --nodes 30 --max-plies 80 --new-run",
    );
    let said = refusal(folder, "learn --db games.db --out both.csv");
    assert!(said.contains("name another run with --run"), "{said}");
    let mixed = "selfplay --db mixed.db --games 2 --white random --black modern:random";
    assert!(refusal(folder, mixed).contains("different families"));
}

#[test]
fn positions_for_openbench_come_from_a_book_or_are_drawn() {
    let folder = folder();
    let home = folder.path();
    let book = [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ];
    std::fs::write(
        home.join("book.epd"),
        format!("# a note\n{}\n", book.join("\n")),
    )
    .expect("written");
    std::fs::write(home.join("broken.epd"), format!("{}\nhello\n", book[0])).expect("written");
    std::fs::write(home.join("empty.epd"), "# nothing\n").expect("written");
    let given = |line: &str| -> Vec<String> {
        let output = output(home, line);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout)
            .expect("text")
            .lines()
            .map(|line| {
                line.strip_prefix("info string genfens ")
                    .expect(line)
                    .to_owned()
            })
            .collect()
    };
    let positions = given("genfens 9 seed 5 book book.epd");
    assert_eq!(
        positions,
        given("genfens 9 seed 5 book book.epd extra words")
    );
    let mut first: Vec<&str> = positions[..3].iter().map(String::as_str).collect();
    first.sort_unstable();
    let mut all = book.to_vec();
    all.sort_unstable();
    assert_eq!(first, all);
    // The second time two half-moves follow, so it is the same side's turn.
    for (again, before) in positions[3..6].iter().zip(&positions) {
        assert_ne!(again, before);
        let turn = |fen: &str| fen.split(' ').nth(1).expect("a side").to_owned();
        assert_eq!(turn(again), turn(before));
    }
    let orders: std::collections::BTreeSet<Vec<String>> = (1..9)
        .map(|seed| given(&format!("genfens 3 seed {seed} book book.epd")))
        .collect();
    assert!(orders.len() > 1);
    let drawn = given("genfens 4 seed 5");
    assert_eq!(drawn, given("genfens 4 seed 5 book None"));
    assert_eq!(drawn.len(), 4);
    assert!(drawn.iter().all(|fen| fen.ends_with(" 5")), "{drawn:?}");
    for (line, part) in [
        ("genfens 3 seed 5 book missing.epd", "missing.epd"),
        (
            "genfens 3 seed 5 book broken.epd",
            "broken.epd: line 2: 'hello'",
        ),
        (
            "genfens 3 seed 5 book empty.epd",
            "there is no opening in it",
        ),
        ("genfens 3 seed 5 book", "which book?"),
        ("genfens 3 seed x book None", "not a whole number"),
    ] {
        let said = refusal(home, line);
        assert!(said.contains(part), "{line}: {said}");
    }
}

/// One heuristic against itself from one opening plays one game, whoever has White.
#[test]
fn games_that_would_be_played_twice_are_named_and_teach_once() {
    let folder = folder();
    let said = |line: &str| {
        let output = run(folder.path(), line).output().expect("it runs");
        String::from_utf8(output.stderr).expect("text")
    };
    let games = "selfplay --db games.db --games 40 --nodes 20 --white initial --adjudicate off";
    let twice = said(&format!("{games} --black initial --alternate"));
    assert!(twice.contains("leave --alternate out"), "{twice}");
    assert!(!said(&format!("{games} --black initial --new-run")).contains("--alternate"));
    assert!(!said(&format!("{games} --black random --alternate --new-run")).contains("twice"));
}
