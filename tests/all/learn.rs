//! `bayeschess learn` with the real binary.

use std::path::Path;

use assert_cmd::Command;
use bayeschess::heuristic::{Heuristic, Levels, Schema};
use bayeschess::model::{HeuristicTable, Objective, Pick, card_path};
use bayeschess::phase::Phase;
use bayeschess::record::{Case, Game, GameResult, Provenance, Tags};
use bayeschess::rng;
use bayeschess::store::{Access, RunKind, RunSettings, Store, StoredGame};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty};
use shakmaty::Color;

use crate::support::{bayeschess, folder, parsed};

const GAMES: u32 = 30;

fn game(number: u32) -> StoredGame {
    let mut rng = rng::stream(1, "learn command", u64::from(number));
    let result = GameResult::ALL[number as usize % 3];
    let case = |phase, levels: &Levels| Case {
        phase,
        side: Color::White,
        levels: levels.as_bytes().to_vec(),
        result: result.seen_by(Color::White),
    };
    let cases = [Phase::Opening, Phase::Middlegame]
        .map(|phase| case(phase, &Levels::random(Schema::classic(), &mut rng)))
        .to_vec();
    StoredGame {
        number,
        record: Game {
            result: Some(result),
            tags: Tags::new().with("White", "random").with("Black", "initial"),
            ..Game::default()
        },
        cases,
        opponent: None,
        played_at: None,
    }
}

fn database(file: &Path, games: u32) {
    let mut store = Store::open(file, Access::Create).expect("a new database");
    let settings = RunSettings {
        kind: RunKind::Selfplay,
        provenance: Provenance {
            seed: 7,
            ..Provenance::default()
        },
        levels: 838,
        draws: None,
    };
    let run = store.begin_run(&settings, games).expect("a run");
    let games: Vec<_> = (0..games).map(game).collect();
    store.write_games(&run, &games).expect("written");
}

fn learn(folder: &Path) -> Command {
    let mut command = bayeschess(folder);
    command.arg("learn");
    command
}

#[test]
fn a_table_is_learned_reported_and_only_replaced_when_forced() {
    let folder = folder();
    database(&folder.path().join("games.db"), GAMES);
    let files = ["--db", "games.db", "--out", "t.csv"];
    let done = learn(folder.path())
        .args(files)
        .arg("--json")
        .assert()
        .success();
    let figures = parsed(&done.get_output().stdout);
    assert_eq!(figures["games"], 30);
    assert_eq!(figures["cases"], 60);
    assert_eq!(figures["results"]["opening"]["win"], 10);
    assert!(
        figures["seconds"]
            .as_f64()
            .is_some_and(|seconds| seconds > 0.0)
    );
    assert!(
        figures["cases_per_s"]
            .as_f64()
            .is_some_and(|rate| rate > 0.0)
    );
    let file = folder.path().join("t.csv");
    let table = HeuristicTable::load(&file).expect("as written");
    assert_eq!(figures["checksum"], table.checksum());
    assert_eq!(table.card().origins[0].provenance.seed, 7);

    let first = std::fs::read(&file).expect("there");
    learn(folder.path())
        .args(files)
        .assert()
        .code(2)
        .stderr(contains("--force"));
    learn(folder.path())
        .args(files)
        .arg("--force")
        .assert()
        .success()
        .stdout(contains("learned from 60 cases of 30 games").and(contains("max-win")));
    assert_eq!(
        std::fs::read(&file).expect("there"),
        first,
        "same cases, same bytes"
    );
}

/// The initial value, the level that stands out and the value chosen, of each row that `learn` lists.
fn standing_out(said: &str) -> Vec<[i32; 3]> {
    let rows = said
        .lines()
        .skip_while(|line| !line.starts_with("parameter "));
    let rows: Vec<[i32; 3]> = rows
        .skip(1)
        .take_while(|line| !line.starts_with("mean"))
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            [2, 3, 4].map(|place| words[place].parse().expect("a value"))
        })
        .collect();
    assert!(!rows.is_empty(), "{said}");
    rows
}

#[test]
fn the_same_counts_are_picked_from_by_three_rules() {
    let folder = folder();
    database(&folder.path().join("games.db"), GAMES);
    let table = |name: &str, more: &[&str]| {
        let out = format!("{name}.csv");
        let done = learn(folder.path())
            .args(["--db", "games.db", "--out", &out])
            .args(more)
            .assert()
            .success();
        let said = String::from_utf8(done.get_output().stdout.clone()).expect("UTF-8");
        let table = HeuristicTable::load(&folder.path().join(out)).expect("as written");
        (table, standing_out(&said))
    };
    let (level, by_level) = table("level", &[]);
    let (mean, by_mean) = table("mean", &["--pick", "posterior-mean"]);
    let (lean, by_lean) = table("lean", &["--pick", "lean", "--reach", "0.5"]);
    // The same levels stand out, and each rule makes of them what it does.
    let levels = |rows: &[[i32; 3]]| rows.iter().map(|[_, level, _]| *level).collect::<Vec<_>>();
    assert_eq!(levels(&by_level), levels(&by_mean));
    assert_eq!(levels(&by_level), levels(&by_lean));
    assert!(by_level.iter().all(|[_, level, chosen]| level == chosen));
    let is_between = |[initial, level, chosen]: &[i32; 3]| chosen != initial && chosen != level;
    assert!(by_mean.iter().any(is_between), "{by_mean:?}");
    assert_eq!(level.checksum(), mean.checksum(), "the counts are the same");
    assert_eq!(level.checksum(), lean.checksum());
    assert_eq!(mean.card().pick, Pick::Mean);
    assert_eq!(lean.card().pick, Pick::Lean { reach: 0.5 });
    let far = |table: &HeuristicTable| {
        let weights = table.heuristic(Objective::MaxWin);
        let initial = Heuristic::initial();
        let pairs = weights
            .weights()
            .opening
            .iter()
            .zip(&initial.weights().opening);
        pairs
            .map(|(one, other)| i64::from(one - other).pow(2))
            .sum::<i64>()
    };
    assert!(
        far(&mean) < far(&level),
        "thirty games tell next to nothing"
    );
    for wrong in ["0", "-1", "2.5", "NaN"] {
        let reach = format!("--reach={wrong}");
        learn(folder.path())
            .args([
                "--db", "games.db", "--out", "w.csv", "--pick", "lean", &reach,
            ])
            .assert()
            .code(2)
            .stderr(contains("--reach"));
    }
}

#[test]
fn the_default_places_are_the_users_own() {
    let folder = folder();
    database(&folder.path().join("bayeschess.db"), 3);
    learn(folder.path()).assert().success();
    let file = folder.path().join("heuristic.csv");
    assert!(file.exists() && card_path(&file).exists());
}

/// The arguments, and words that the one sentence on standard error must hold.
#[test]
fn what_cannot_be_done_is_one_sentence_and_leaves_nothing() {
    let folder = folder();
    database(&folder.path().join("empty.db"), 0);
    database(&folder.path().join("games.db"), 1);
    std::fs::write(folder.path().join("text.db"), "no database at all").expect("written");
    let cases: [(&[&str], &str); 8] = [
        (&["--db", "none.db"], "none.db: there is no database here"),
        (
            &["--db", "empty.db"],
            "empty.db: there are no cases to learn from",
        ),
        (&["--db", "text.db"], "text.db: not an SQLite database"),
        (
            &["--db", "games.db", "--run", "0123"],
            "there is no run '0123' here",
        ),
        (
            &["--db", "games.db", "--smoothing", "0"],
            "smoothing 0: expected",
        ),
        (
            &["--db", "games.db", "--reach", "0.5"],
            "add --pick lean, or leave --reach out",
        ),
        (
            &["--db", "games.db", "--out", "no/t.csv"],
            "does not exist; create it first",
        ),
        (&["--db", "games.db", "--out", "t.txt"], "ends in .csv"),
    ];
    for (args, words) in cases {
        let mut command = learn(folder.path());
        command.args(args);
        if !args.contains(&"--out") {
            command.args(["--out", "t.csv"]);
        }
        let done = command
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains(words));
        let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    }
    for name in ["t.csv", "t.toml", "t.txt", "no"] {
        assert!(!folder.path().join(name).exists(), "{name}");
    }
}
