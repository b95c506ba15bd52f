//! The real binary places players on the second axis: who exchanges everything simplifies.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{bayeschess, folder, json, number};

/// Queens and pieces go at once, and a few king moves follow.
const EXCHANGES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+ 7. Qe2 Qxe2+ 8. Kxe2 Bf5 \
    9. d3 O-O-O 10. Bf4 Bd6 11. Bxd6 Rxd6 12. Nc3 Nf6 13. Rhe1 Re8+ 14. Kf1 Rxe1+ 15. Rxe1 Bg6 16. Ne5 Re6 \
    17. Nxg6 Rxe1+ 18. Kxe1 hxg6 19. Ne4 Nxe4 20. dxe4 f6 21. f4 g5 22. fxg5 fxg5 23. Kf2 Kd7 24. Kf3 Ke6 25. Kg4";

/// Nothing is taken, and pawns face each other.
const TENSION: &str = "1. d4 Nf6 2. c4 e6 3. Nc3 Be7 4. Nf3 O-O 5. Bg5 d5 6. e3 Nbd7 7. Rc1 c6 8. Bd3 Re8 9. O-O a6 \
    10. a3 h6 11. Bh4 Nf8 12. b4 Bd7 13. Ne5 Rc8 14. f4 N6h7 15. Bg3 b5 16. c5 f6 17. Nf3 a5 18. Qb3 axb4 19. axb4 Ra8 \
    20. h3 g6 21. Kh2 Kg7 22. Ne2 Qc7 23. Nc3 Bd8 24. Rf2 Re7 25. Qc2";

fn collection() -> TempDir {
    let folder = folder();
    let mut games = String::new();
    for (white, moves) in [("Doe, Jane", EXCHANGES), ("Roe, Richard", TENSION)] {
        for year in 1990..2020 {
            let _ = writeln!(
                games,
                "[Event \"?\"]\n[Date \"{year}.01.01\"]\n[White \"{white}\"]\n[Black \"NN\"]\n[WhiteElo \"2500\"]\n\
                 [BlackElo \"2500\"]\n[Result \"1/2-1/2\"]\n\n{moves} 1/2-1/2\n"
            );
        }
    }
    fs::write(folder.path().join("games.pgn"), games).expect("games");
    folder
}

fn classify(folder: &Path, name: &str, more: &[&str]) -> Command {
    let mut command = bayeschess(folder);
    command.args(["style", "classify", "games.pgn", "--names", name]);
    command.args(["--population", "masters"]).args(more);
    command
}

fn complicating(opinion: &Value) -> [f64; 3] {
    let found = &opinion["axes"]["complicating"];
    let interval = &found["score_interval_95"];
    [&interval[0], &found["score"], &interval[1]].map(|value| value.as_f64().expect("a number"))
}

#[test]
fn who_exchanges_everything_simplifies() {
    let folder = collection();
    let [exchanges, tension] = ["Doe, Jane", "Roe, Richard"].map(|name| {
        let found = json(&mut classify(
            folder.path(),
            name,
            &["--per-game", "--json"],
        ));
        let same = number(&found, "score") - number(&found, "axes.attacking.score");
        assert!(same.abs() < 1e-12, "{found}");
        let [low, score, high] = complicating(&found);
        assert!(low < score && score < high, "{found}");
        let [one_low, _, one_high] = complicating(&found["per_game"][0]);
        assert!(one_high - one_low > high - low, "{found}");
        [low, score, high]
    });
    assert!(exchanges[2] < 0.0, "{exchanges:?}");
    assert!(tension[0] > 0.0, "{tension:?}");
    classify(folder.path(), "Doe, Jane", &[])
        .assert()
        .success()
        .stdout(contains("-1 simplifying, +1 complicating"));
    // The four attributes of 2005 know one axis.
    let mut classic = bayeschess(folder.path());
    classic.args(["style", "classify", "games.pgn", "--names", "Doe, Jane"]);
    let found = json(classic.args(["--model", "classic", "--json"]));
    assert!(found["axes"].is_null(), "{found}");
}

#[test]
fn a_report_says_what_makes_games_simple() {
    let folder = collection();
    let mut report = bayeschess(folder.path());
    report.args(["style", "report", "games.pgn", "--player", "Doe, Jane"]);
    report
        .assert()
        .success()
        .stdout(contains("What makes it simple"))
        .stdout(contains("Exchanges pieces and clears the tension"));
    let found = json(report.arg("--json"));
    let simplifying = found["simplifying"].as_array().expect("a list");
    let signs: Vec<&str> = simplifying
        .iter()
        .map(|one| one["sign"].as_str().expect("a name"))
        .collect();
    assert!(signs.contains(&"first_capture"), "{signs:?}");
    assert!(!signs.contains(&"ending"), "{signs:?}");
}

#[test]
fn a_model_shows_what_complicates() {
    let folder = folder();
    let mut show = bayeschess(folder.path());
    let found = json(show.args(["model", "show", "style:shipped", "--json"]));
    let habits = found["complicating"].as_array().expect("a list");
    assert_eq!(habits.len(), 11);
    for habit in habits {
        let simplifies = [
            "even_trade",
            "trade_offered",
            "first_capture",
            "queen_offered",
        ];
        let name = habit["habit"].as_str().expect("a name");
        let is_negative = number(habit, "weight") < 0.0;
        assert_eq!(simplifies.contains(&name), is_negative, "{habit}");
    }
}
