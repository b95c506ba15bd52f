//! The real binary paints a player's portrait from the openings that ship with the project, played
//! by two people who do not exist.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{bayeschess, field, folder, number, parsed};

const OPENINGS: &str = include_str!("../../data/balanced.pgn");

/// A name that would be a tag if nobody looked.
const RIVAL: &str = "<script>, Bob";

/// Every opening once, colours changing, the results in turn; the player has two spellings.
fn collection() -> String {
    let mut text = String::new();
    let games = OPENINGS.lines().filter(|line| line.starts_with("1. "));
    for (number, moves) in games.enumerate() {
        let player = if number % 4 < 2 {
            "Doe, Jane"
        } else {
            "Doe, J"
        };
        let (white, black) = if number % 2 == 0 {
            (player, RIVAL)
        } else {
            (RIVAL, player)
        };
        let result = ["1-0", "1/2-1/2", "0-1"][number % 3];
        let moves = moves.trim().trim_end_matches('*');
        let year = 1990 + number % 10;
        let _ = write!(
            text,
            "[Event \"?\"]\n[Date \"{year}.??.??\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"{result}\"]\n\n{moves} {result}\n\n"
        );
    }
    text
}

/// The same games with ratings: hers is 2400, and her rival's 2500 with either colour.
fn rated() -> String {
    collection().lines().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        for side in ["White", "Black"] {
            if line.starts_with(&format!("[{side} ")) {
                let elo = if line.contains("Doe") { 2400 } else { 2500 };
                let _ = writeln!(text, "[{side}Elo \"{elo}\"]");
            }
        }
        text
    })
}

/// The same games as rapid games on a site, both players rated 1500.
fn among_peers() -> String {
    collection().lines().fold(String::new(), |mut text, line| {
        if line.starts_with("[Event ") {
            let _ = writeln!(
                text,
                "{line}\n[Site \"https://lichess.org\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1510\"]\n\
                 [TimeControl \"600+0\"]"
            );
        } else {
            let _ = writeln!(text, "{line}");
        }
        text
    })
}

fn collection_folder() -> TempDir {
    let folder = folder();
    fs::write(folder.path().join("games.pgn"), collection()).expect("games");
    folder
}

fn report(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = bayeschess(folder);
    command
        .args(["style", "report", "games.pgn"])
        .args(arguments);
    command
}

#[test]
fn every_statement_has_its_games_and_an_example() {
    let folder = collection_folder();
    let output = report(folder.path(), &["--player", "Jane Doe", "--json"]).output();
    let output = output.expect("ran");
    assert!(output.status.success(), "{output:?}");
    let portrait = parsed(&output.stdout);
    let games = portrait["games"].as_u64().expect("a number");
    assert!(games > 50, "{games}");
    let spellings = portrait["spellings"].as_object().expect("names");
    assert_eq!(spellings.len(), 2);
    assert_eq!(
        spellings
            .values()
            .map(|count| count.as_u64().expect("a count"))
            .sum::<u64>(),
        games
    );
    let results = &portrait["results"];
    let sum: u64 = ["won", "drawn", "lost"]
        .iter()
        .map(|key| results[key].as_u64().expect("a count"))
        .sum();
    assert_eq!(sum, games);
    let posterior = &portrait["verdict"]["posterior"];
    let sum: f64 = ["attacking", "defensive", "mixed"]
        .iter()
        .map(|style| number(posterior, style))
        .sum();
    assert!((sum - 1.0).abs() < 1e-9, "{posterior}");
    let by_color = portrait["by_color"].as_array().expect("both colours");
    assert_eq!(
        by_color
            .iter()
            .map(|one| one["games"].as_u64().expect("a count"))
            .sum::<u64>(),
        games
    );
    assert!(
        !portrait["typical"]["game"]
            .as_str()
            .expect("a game")
            .is_empty()
    );
    let lists = [
        &portrait["attacking"],
        &portrait["defensive"],
        &portrait["records"]["all"],
        &portrait["records"]["white"],
        &portrait["records"]["black"],
        &portrait["records"]["course"],
        &portrait["advice"],
    ];
    let lists = lists.map(|list| list.as_array().expect("a list"));
    for statement in lists.into_iter().flatten() {
        let example = &statement["example"];
        assert!(
            example["game"]
                .as_str()
                .is_some_and(|game| game.contains("Doe")),
            "{statement}"
        );
        let outcome = example["outcome"].as_str().expect("a word");
        assert!(["won", "drawn", "lost"].contains(&outcome), "{statement}");
        assert!(
            example["place"]
                .as_str()
                .is_some_and(|place| place.contains("game "))
        );
    }
    let reasons: Vec<&Value> = lists[..2].iter().copied().flatten().collect();
    assert!(!reasons.is_empty() && !lists[2].is_empty(), "{portrait}");
    for reason in reasons {
        assert!(
            reason["games"].as_u64().is_some_and(|games| games > 1),
            "{reason}"
        );
        let [weight, error] = ["weight", "error_95"].map(|key| reason[key].as_f64().expect("set"));
        assert!(weight.abs() > error, "{reason}");
    }
}

/// The page shows the words for what JSON names; a unit test holds its words to those of the terminal.
#[test]
fn terminal_html_and_json_name_one_style() {
    let folder = folder();
    fs::write(folder.path().join("games.pgn"), among_peers()).expect("games");
    let told = |more: &[&str]| {
        let arguments = [&["--player", "Doe*"], more].concat();
        let output = report(folder.path(), &arguments).output().expect("ran");
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    let json = parsed(&told(&["--json"]));
    let interval = &json["verdict"]["axes"]["attacking"]["score_interval_95"];
    let [low, high] = [0, 1].map(|end| interval[end].as_f64().expect("a number"));
    let (name, words) = match (low > 0.0, high < 0.0, low > -0.5 && high < 0.5) {
        (true, ..) => ("attacking".into(), "Attacks more than peers ("),
        (_, true, _) => ("defensive".into(), "Defends more than peers ("),
        (.., true) => ("mixed".into(), "Attacks about as much as peers ("),
        _ => (Value::Null, "No style stands out ("),
    };
    assert_eq!(json["named_style"], name, "{interval}");
    let text = String::from_utf8(told(&["--html", "doe.html"])).expect("text");
    let page = fs::read_to_string(folder.path().join("doe.html")).expect("a page");
    assert!(text.contains(words) && page.contains(words), "{text}");
    let kept = json["exchanges"].as_str().expect("a place");
    assert!(["low", "middle", "high", "unknown"].contains(&kept));
}

#[test]
fn the_page_stands_alone_and_takes_no_name_for_a_tag() {
    let folder = collection_folder();
    let arguments = ["--player", "Doe*", "--html", "doe.html"];
    report(folder.path(), &arguments)
        .assert()
        .success()
        .stdout(contains("The style"))
        .stdout(contains("Advice to an opponent"))
        .stdout(contains("The page is doe.html."));
    let page = fs::read_to_string(folder.path().join("doe.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("&lt;script&gt;, Bob") && !page.contains("<script"));
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert!(!page.contains("NaN") && !page.contains("inf"));
    // What is there is not written over unasked.
    report(folder.path(), &arguments)
        .assert()
        .code(2)
        .stderr(contains("doe.html"));
    report(
        folder.path(),
        &["--player", "Doe*", "--html", "doe.html", "--force"],
    )
    .assert()
    .success();
}

#[test]
fn the_same_page_on_any_number_of_threads() {
    let folder = collection_folder();
    let page = |threads: &str| {
        let arguments = ["--player", "Doe*", "--threads", threads];
        report(folder.path(), &arguments)
            .output()
            .expect("ran")
            .stdout
    };
    assert_eq!(page("1"), page("3"));
}

#[test]
fn results_stand_beside_what_the_ratings_led_to_expect() {
    let folder = collection_folder();
    let arguments = ["--player", "Doe*", "--json"];
    let without = report(folder.path(), &arguments).output().expect("ran");
    let without = parsed(&without.stdout);
    let all = &without["records"]["all"];
    assert_eq!(all.as_array().map(Vec::len), Some(3));
    assert!(all[0].get("by_rating").is_none(), "{all}");

    fs::write(folder.path().join("games.pgn"), rated()).expect("games");
    let with = report(folder.path(), &arguments).output().expect("ran");
    let with = parsed(&with.stdout);
    let number = |line: &Value, key: &str| line["by_rating"][key].as_f64().expect("a number");
    for line in with["records"]["all"].as_array().expect("lines") {
        assert!(
            (number(line, "expected") - 0.359_935).abs() < 1e-6,
            "{line}"
        );
        let difference = number(line, "score") - number(line, "expected");
        assert!((number(line, "difference") - difference).abs() < 1e-9);
        assert!(number(line, "error_95") > 0.0 && number(line, "games") >= 30.0);
    }
    assert_eq!(
        with["records"]["all"][0]["by_rating"]["games"],
        with["games"]
    );
    // No line of fewer than 30 games says anything of it.
    for list in ["all", "white", "black", "course"] {
        for line in with["records"][list].as_array().expect("lines") {
            let games: u64 = ["won", "drawn", "lost"]
                .iter()
                .map(|key| line[key].as_u64().expect("a count"))
                .sum();
            assert_eq!(line.get("by_rating").is_some(), games >= 30, "{line}");
        }
    }
    let arguments = ["--player", "Doe*", "--html", "doe.html"];
    report(folder.path(), &arguments)
        .assert()
        .success()
        .stdout(contains("with both ratings"));
    let page = fs::read_to_string(folder.path().join("doe.html")).expect("a page");
    assert!(page.contains("36.0 % was to be expected"));
}

#[test]
fn nobody_of_that_name_is_one_sentence() {
    let folder = collection_folder();
    report(folder.path(), &["--player", "Nobody, At All"])
        .assert()
        .code(2)
        .stderr(contains("Nobody, At All; check the spelling"));
    report(folder.path(), &["--player", "/(/"])
        .assert()
        .code(2)
        .stderr(contains("not a pattern for names"));
    report(
        folder.path(),
        &["--player", "Nobody, At All", "--model", "shipped"],
    )
    .assert()
    .code(2)
    .stderr(contains("check the spelling"));
    report(
        folder.path(),
        &["--player", "Nobody, At All", "--model", "classic"],
    )
    .assert()
    .code(2)
    .stderr(contains("give a model by habits"));
}

/// Lists of the report whose statements have positions to play on.
const WITH_POSITIONS: [&str; 3] = ["traits", "openings", "training"];

#[test]
fn among_peers_every_claim_has_its_interval_and_positions_that_can_be_played() {
    let folder = folder();
    fs::write(folder.path().join("games.pgn"), among_peers()).expect("games");
    let arguments = ["--player", "Doe*", "--json"];
    let output = report(folder.path(), &arguments).output().expect("ran");
    let portrait = parsed(&output.stdout);
    let list = |name: &str| portrait[name].as_array().expect("a list");
    assert_eq!(
        field(&portrait, "standing.games"),
        field(&portrait, "games")
    );
    for found in portrait["standing"]["percentiles"]
        .as_array()
        .expect("axes")
    {
        let [low, high] = [0, 1].map(|end| found["interval_95"][end].as_f64().expect("a bound"));
        let at = number(found, "percentile");
        assert!(
            (0.0..=100.0).contains(&at) && low < at && at < high,
            "{found}"
        );
    }
    assert_eq!(list("habits").len(), 65);
    let traits = list("traits");
    // Games that end after the opening are unlike those of any peer.
    assert!(!traits.is_empty());
    let is_trait = |habit: &&Value| habit["is_trait"] == Value::Bool(true);
    assert_eq!(list("habits").iter().filter(is_trait).count(), traits.len());
    for found in traits {
        assert!(number(found, "adjusted_p") <= 0.1, "{found}");
        let verdict = found["stability"]["verdict"].as_str().expect("a word");
        assert!(
            ["stable", "uncertain", "changing"].contains(&verdict),
            "{found}"
        );
    }
    assert!(list("training").len() <= 3 && !list("openings").is_empty());
    assert!(
        list("limits")
            .iter()
            .any(|limit| limit["kind"] == "not_judged")
    );
    let text = report(folder.path(), &["--player", "Doe*", "--html", "doe.html"]).output();
    let text = String::from_utf8(text.expect("ran").stdout).expect("UTF-8");
    let page = fs::read_to_string(folder.path().join("doe.html")).expect("a page");
    let mut positions = 0;
    // The text shows the twelve largest traits; --json has all.
    let shown_in_text = WITH_POSITIONS
        .iter()
        .flat_map(|name| list(name).iter().take(12));
    for statement in shown_in_text {
        let shown = statement["positions"].as_array().expect("a list");
        assert!(shown.len() <= 3, "{statement}");
        for position in shown {
            positions += 1;
            let fen = position["fen"].as_str().expect("a position");
            let read = bayeschess::board::fen::read(fen).expect("a legal position");
            let turn = shakmaty::Position::turn(&read).fold_wb("white", "black");
            assert_eq!(position["color"], turn, "{position}");
            assert!(text.contains(fen) && page.contains(fen), "{fen}");
            let played = position["moves"][0].as_str().expect("a move");
            let san = played.rsplit(' ').next().expect("a word");
            let language = bayeschess::board::notation::Language::English;
            let move_read = bayeschess::board::notation::read(&read, san, language);
            assert!(move_read.is_ok(), "{played} in {fen}");
        }
    }
    assert!(positions > 3, "{positions}");
    for title in [
        "Among players of the same rating and pace",
        "Traits",
        "Opening by opening",
        "What goes with points",
        "Three things to train",
        "What this report cannot say",
    ] {
        assert!(text.contains(title) && page.contains(title), "{title}");
    }
}

#[test]
fn without_known_peers_nothing_is_called_a_trait() {
    let folder = collection_folder();
    let output = report(folder.path(), &["--player", "Doe*", "--json"]).output();
    let portrait = parsed(&output.expect("ran").stdout);
    assert_eq!(portrait["standing"]["games"], 0);
    for list in ["habits", "traits", "habit_points"] {
        assert_eq!(portrait[list].as_array().map(Vec::len), Some(0), "{list}");
    }
    let limits = portrait["limits"].as_array().expect("a list");
    let not_compared = limits.iter().find(|limit| limit["kind"] == "not_compared");
    assert_eq!(not_compared.expect("a limit")["games"], portrait["games"]);
}
