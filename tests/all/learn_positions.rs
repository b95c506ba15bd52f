//! `bayeschess fit` with the real binary: games, weights, a match with them.

use std::path::Path;

use assert_cmd::Command;
use bayeschess::heuristic::{Heuristic, Schema};
use bayeschess::model::{HeuristicTable, Objective};
use bayeschess::phase::Phase;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty};

use crate::support::{bayeschess, file_names, folder, parsed};

fn run(folder: &Path, words: &str) -> Command {
    let mut command = bayeschess(folder);
    command.args(words.split_whitespace());
    command
}

fn play(folder: &Path) {
    let words = "selfplay --db games.db --games 60 --nodes 50 --white modern:random \
                 --black modern:initial --alternate --adjudicate off --max-plies 120";
    run(folder, words).assert().success();
}

#[test]
fn weights_are_learned_from_positions_and_can_be_played() {
    let folder = folder();
    play(folder.path());
    let done = run(
        folder.path(),
        "fit --db games.db --out p.csv --threads 2 --json",
    )
    .assert()
    .success()
    .stderr(is_empty());
    let figures = parsed(&done.get_output().stdout);
    assert_eq!(figures["schema"], "modern");
    assert!(figures["scale"].as_f64().is_some_and(|scale| scale > 1.0));
    assert!(figures["positions"][0].as_u64().is_some_and(|n| n > 500));
    let loss = |who: &str| figures["held_out"][who]["log_loss"].as_f64();
    assert!(loss("fitted").is_some_and(|loss| loss > 0.0) && loss("naive").is_some());

    let table = HeuristicTable::load(&folder.path().join("p.csv")).expect("as written");
    let heuristic = table.heuristic(Objective::MaxWin);
    let initial = Heuristic::initial_of(Schema::modern());
    assert_ne!(heuristic.weights(), initial.weights());
    // Games that are the same count once.
    let read = |what: &str| figures["read"][what].as_u64().expect("a number");
    assert!(read("self_play") >= 55 && read("self_play") + read("twice") == 60);
    assert_eq!(table.card().origins[0].games, read("self_play"));

    run(
        folder.path(),
        "fit --db games.db --out half.csv --threads 1 --share 0.5 --hold material",
    )
    .assert()
    .success()
    .stdout(contains("naive Bayes over the terms").and(contains("50 % of the way")));
    let half = HeuristicTable::load(&folder.path().join("half.csv")).expect("as written");
    let half = half.heuristic(Objective::MaxWin);
    assert_eq!(half.weights().opening[..5], initial.weights().opening[..5]);

    run(
        folder.path(),
        "match p.csv modern:initial --games 2 --nodes 30",
    )
    .assert()
    .success();
    // The weights that were learned are a start like any other.
    run(
        folder.path(),
        "fit --db games.db --start p.csv --out again.csv",
    )
    .assert()
    .success();
}

#[test]
fn another_family_teaches_by_its_searches() {
    let folder = folder();
    play(folder.path());
    let learn = |out: &str, by: &str| {
        let words =
            format!("fit --db games.db --start initial --teacher 40 --trust 1 {by} --out {out}");
        run(folder.path(), &words)
            .assert()
            .success()
            .stdout(contains("against scores of searches"))
            .stderr(contains("60 games with about "))
            .stderr(contains(" positions, each searched to 40 nodes: about "));
        let table = HeuristicTable::load(&folder.path().join(out)).expect("as written");
        table.heuristic(Objective::MaxWin).weights().clone()
    };
    let own = learn("own.csv", "");
    assert_eq!(own, learn("named.csv", ""));
    assert_ne!(own, learn("taught.csv", "--taught-by modern:initial"));
}

#[test]
fn what_is_left_of_doubt_is_written_for_each_weight() {
    let folder = folder();
    play(folder.path());
    let words = "fit --db games.db --hold material --share 0.5 --out p.csv \
                 --deviations doubt.csv --json";
    let done = run(folder.path(), words).assert().success();
    let figures = parsed(&done.get_output().stdout);
    assert_eq!(figures["deviations"], "doubt.csv");

    let initial = Heuristic::initial_of(Schema::modern());
    let places = Schema::modern().parameters().len();
    let mut rows = 0;
    let mut moved = 0;
    let mut table = csv::Reader::from_path(folder.path().join("doubt.csv")).expect("written");
    for (number, row) in table.deserialize().enumerate() {
        let (term, parameter, phase, start, weight, deviation, low, high): (
            String,
            String,
            Phase,
            i32,
            i32,
            f64,
            f64,
            f64,
        ) = row.expect("a row");
        let place = number % places;
        assert_eq!(parameter, Schema::modern().parameters()[place].name);
        assert_eq!(start, initial.weights()[phase][place]);
        let is_held = term == "material";
        assert_eq!(is_held, deviation <= 0.0, "{parameter}");
        assert!(!is_held || weight == start, "{parameter}");
        let middle = f64::from(weight);
        for end in [middle - low, high - middle] {
            assert!((end - 1.96 * deviation).abs() < 0.02, "{parameter}: {end}");
        }
        moved += usize::from(weight != start);
        rows += 1;
    }
    assert_eq!(rows, 3 * places);
    assert!(moved > 0);

    // What is there stays, unless it is to be replaced.
    let again = "fit --db games.db --out q.csv --deviations";
    run(folder.path(), &format!("{again} doubt.csv"))
        .assert()
        .code(2)
        .stderr(contains("doubt.csv: the file exists"));
    run(folder.path(), &format!("{again} q.csv"))
        .assert()
        .code(2)
        .stderr(contains("two outputs of the same command"));
    assert!(!folder.path().join("q.csv").exists());
}

/// The arguments, and words that the one sentence on standard error must hold.
#[test]
fn what_cannot_be_done_is_one_sentence_and_leaves_nothing() {
    let folder = folder();
    play(folder.path());
    let cases = [
        ("--db none.db", "none.db: there is no database here"),
        ("--db games.db --games 2", "too few to learn from"),
        (
            "--db games.db --skip 5000",
            "there are no positions to learn from",
        ),
        (
            "--db games.db --start random",
            "drawn at random cannot be the start",
        ),
        (
            "--db games.db --teacher 20 --taught-by random",
            "drawn at random cannot be the teacher",
        ),
        ("--db games.db --share 7", "--share 7: expected a number"),
        ("--db games.db --games 0", "--games 0: expected at least 1"),
        ("--db games.db --run 0123", "there is no run '0123' here"),
    ];
    for (words, said) in cases {
        let words = format!("fit --out t.csv {words}");
        let done = run(folder.path(), &words)
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains(said));
        let error = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    }
    assert!(!folder.path().join("t.csv").exists());
}

#[test]
fn games_of_collections_teach_as_well_and_are_told_apart() {
    let folder = folder();
    let folder = folder.path();
    play(folder);
    let run = |words: &str| run(folder, words).assert();
    let figures = |words: &str| -> serde_json::Value {
        let done = run(&format!("{words} --json")).success();
        parsed(&done.get_output().stdout)
    };
    run("db export games.db --pgn games.pgn").success();
    let text = std::fs::read_to_string(folder.join("games.pgn")).expect("games");
    std::fs::write(
        folder.join("more.pgn"),
        text + "\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n",
    )
    .expect("written");
    let imported = figures("db import collected.db more.pgn");
    // Some of sixty games may be the same, and one has no result.
    let different = imported["kept"].as_u64().expect("a number") - 1;
    assert!((50..=60).contains(&different), "{imported}");
    let learned = figures("fit --db collected.db --out c.csv");
    assert_eq!(learned["read"]["self_play"], 0);
    let read =
        |from: &serde_json::Value, what: &str| from["read"][what].as_u64().expect("a number");
    let collected = read(&learned, "collected");
    assert_eq!(collected + read(&learned, "twice"), different);
    assert_eq!(learned["read"]["unfinished"], 1);
    let games = |side: usize| learned["games"][side].as_u64().expect("a number");
    // A game without a quiet position teaches nothing.
    assert!((collected - 5..=collected).contains(&(games(0) + games(1))));
    let table = HeuristicTable::load(&folder.join("c.csv")).expect("as written");
    assert!(table.card().origins[0].run.starts_with("collected-"));

    // The same games in a run and in a collection stand on one side of the held-out line.
    run("db import games.db more.pgn").success();
    let both = figures("fit --db games.db --out b.csv");
    assert!(read(&both, "self_play") >= 55);
    assert_eq!(both["read"]["collected"], 0);
    let all = read(&both, "self_play") + read(&both, "twice");
    assert_eq!(all, 60 + different);
    run("fit --db games.db --from collected --out d.csv")
        .success()
        .stdout(contains("collected games").and(contains("1 without result left out")));
    run("fit --db collected.db --from self-play --out e.csv")
        .code(2)
        .stderr(contains("there are no positions to learn from"));
    run("fit --db games.db --run 01 --from both --out e.csv")
        .code(2)
        .stderr(contains("collected games belong to no run"));
    run("learn --db collected.db --out e.csv")
        .code(2)
        .stderr(contains("bayeschess fit"));
    assert!(!folder.join("e.csv").exists());
}

#[test]
fn collections_teach_what_they_teach_from_a_database_and_leave_none() {
    let folder = folder();
    let folder = folder.path();
    play(folder);
    let run = |words: &str| run(folder, words).assert();
    run("db export games.db --pgn games.pgn").success();
    let text = std::fs::read_to_string(folder.join("games.pgn")).expect("games");
    let half = text[text.len() / 2..].find("[Event ").expect("a game") + text.len() / 2;
    let (first, second) = text.split_at(half);
    let broken = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 Ke4 1-0\n";
    std::fs::write(folder.join("first.pgn"), format!("{first}\n{broken}")).expect("written");
    std::fs::create_dir(folder.join("more")).expect("a folder");
    let packed = zstd::encode_all(second.as_bytes(), 1).expect("packed");
    std::fs::write(folder.join("more/second.pgn.zst"), packed).expect("written");
    let before = file_names(folder);

    let learn = "fit first.pgn more --out pgn.csv";
    run(learn)
        .success()
        .stdout(contains("1 rejected").and(contains("collected games")))
        .stdout(contains("--from").not());
    run("db import collected.db first.pgn more").code(1);
    run("fit --db collected.db --out db.csv").success();
    let read = |name: &str| std::fs::read(folder.join(name)).expect("written");
    assert_eq!(read("pgn.csv"), read("db.csv"));
    assert_eq!(read("pgn.toml"), read("db.toml"));
    let mut after = before;
    after.extend(["collected.db", "db.csv", "db.toml", "pgn.csv", "pgn.toml"].map(str::to_owned));
    after.sort();
    assert_eq!(file_names(folder), after);

    let done = run(&format!("{learn} --force --json")).success();
    let figures = parsed(&done.get_output().stdout);
    let account = &figures["collections"];
    assert_eq!(account["rejected"], 1);
    assert_eq!(account["sources"].as_array().map(Vec::len), Some(2));
    let table = HeuristicTable::load(&folder.join("pgn.csv")).expect("as written");
    let [origin] = table.card().origins.as_slice() else {
        panic!("{:?}", table.card().origins);
    };
    assert_eq!(figures["read"]["collected"], origin.games);
    let settings: toml::Table = origin.provenance.settings.parse().expect("TOML");
    let by_file = settings["games"].as_table().expect("a table");
    let counts = by_file.values().filter_map(toml::Value::as_integer);
    assert_eq!(u64::try_from(counts.sum::<i64>()), Ok(origin.games));
    let names: Vec<_> = by_file.keys().map(String::as_str).collect();
    assert_eq!(names, ["first.pgn", "second.pgn.zst"]);
}

#[test]
fn collections_that_cannot_teach_are_refused_and_leave_nothing() {
    let folder = folder();
    let folder = folder.path();
    let short = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    std::fs::write(folder.join("short.pgn"), short).expect("written");
    std::fs::write(folder.join("open.pgn"), "1. e4 e5 *\n").expect("written");
    std::fs::write(folder.join("text.pgn"), "no game at all\n").expect("written");
    let torn = &zstd::encode_all(short.as_bytes(), 1).expect("packed")[..20];
    std::fs::write(folder.join("torn.pgn.zst"), torn).expect("written");
    let before = file_names(folder);
    let cases = [
        ("short.pgn", "short.pgn: "),
        ("short.pgn", "too few to learn from"),
        (
            "open.pgn",
            "open.pgn: there are no positions to learn from; give games",
        ),
        ("text.pgn", "text.pgn holds no game"),
        ("torn.pgn.zst", "could not be read to its end"),
        ("none.pgn", "none.pgn: cannot be read"),
        ("short.pgn --db games.db", "cannot be used with"),
        ("short.pgn --run 01", "cannot be used with"),
        ("short.pgn --from both", "cannot be used with"),
    ];
    for (words, said) in cases {
        run(folder, &format!("fit {words} --out t.csv"))
            .assert()
            .code(2)
            .stderr(contains(said));
        assert_eq!(file_names(folder), before, "{words}");
    }
}
