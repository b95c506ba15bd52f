//! The real binary paints a player's portrait from the openings that ship with the project, played
//! by two people who do not exist.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::{Value, json};
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
    let groups = portrait["standing"]["peers"].as_array().expect("a list");
    let counts = groups
        .iter()
        .map(|group| group["games"].as_u64().expect("a count"));
    assert_eq!(
        counts.sum::<u64>(),
        portrait["games"].as_u64().expect("a count")
    );
    assert!(
        groups.iter().all(|group| group["pace"] == "rapid"),
        "{groups:?}"
    );
    assert_eq!(portrait["standing"]["without_pace"], 0);
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
    // Of two of the 65 habits the shipped model has one value only.
    assert_eq!(list("habits").len(), 63);
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
        "Among players of the same rating",
        "Traits",
        "Summary",
        "Strengths",
        "Weaknesses",
        "Opening by opening",
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

#[test]
fn the_order_of_a_file_is_no_order_in_time() {
    let folder = folder();
    let told = |games: &[String]| {
        fs::write(folder.path().join("games.pgn"), games.concat()).expect("games");
        let output = report(folder.path(), &["--player", "Doe*", "--json"]).output();
        parsed(&output.expect("ran").stdout)
    };
    let stability = |portrait: &Value| -> Vec<Value> {
        let traits = portrait["traits"].as_array().expect("a list").iter();
        traits.map(|found| found["stability"].clone()).collect()
    };
    let all = among_peers();
    let games = all.split("[Event ").skip(1);
    let mut games: Vec<String> = games.map(|game| format!("[Event {game}")).collect();
    let forwards = told(&games);
    games.reverse();
    let backwards = told(&games);
    let periods = forwards["trend"]["periods"].as_array().expect("periods");
    assert!(periods.len() > 1, "{periods:?}");
    // No year is in two periods.
    let years = periods
        .iter()
        .map(|period| [0, 1].map(|end| period["years"][end].as_u64()));
    let years: Vec<[Option<u64>; 2]> = years.collect();
    let is_later = |pair: &[[Option<u64>; 2]]| pair[0][1] < pair[1][0];
    assert!(years.windows(2).all(is_later), "{years:?}");
    assert!(forwards["missing_trend"].is_null());
    assert_eq!(field(&forwards, "trend"), field(&backwards, "trend"));
    assert!(!stability(&forwards).is_empty());
    assert_eq!(stability(&forwards), stability(&backwards));

    let of_one_year = games.iter().map(|game| {
        (1990..2000).fold(game.clone(), |game, year| {
            game.replace(&format!("\"{year}.??.??\""), "\"2022.??.??\"")
        })
    });
    let portrait = told(&of_one_year.collect::<Vec<String>>());
    assert!(portrait["trend"].is_null(), "{}", portrait["trend"]);
    let why = json!({ "kind": "one_date", "precision": "year", "games": portrait["games"] });
    assert_eq!(portrait["missing_trend"], why);
    assert!(
        stability(&portrait)
            .iter()
            .all(|found| found["halves"].is_null())
    );
    let arguments = ["--player", "Doe*", "--html", "doe.html"];
    let text = report(folder.path(), &arguments)
        .output()
        .expect("ran")
        .stdout;
    let text = String::from_utf8(text).expect("UTF-8");
    let page = fs::read_to_string(folder.path().join("doe.html")).expect("a page");
    let told = "no change can be told: the dates tell only the year of ";
    assert!(text.contains(told) && page.contains(told), "{text}");
}

/// Games of Jane, who wins those within 25 moves, loses those of more than 40, and draws the others.
fn decided_by_length() -> String {
    let shuffle = |moves: usize| {
        (0..moves).fold(String::new(), |mut line, number| {
            let pair = ["Nf3 Nf6", "Ng1 Ng8"][number % 2];
            let _ = write!(line, "{}. {pair} ", number + 2);
            line
        })
    };
    let mut text = String::new();
    for number in 0..90 {
        let (moves, result) = [(18, "1-0"), (35, "1/2-1/2"), (50, "0-1")][number % 3];
        // Distinct beginnings, so that no game is a copy of another.
        let first = ["e3 e6", "d3 d6", "c3 c6", "b3 b6", "a3 a6"][number % 5];
        let _ = write!(
            text,
            "[Event \"{number}\"]\n[Date \"2020.01.{:02}\"]\n[White \"Doe, Jane\"]\n[Black \"{RIVAL} {number}\"]\n\
             [Result \"{result}\"]\n[WhiteElo \"2000\"]\n[BlackElo \"2000\"]\n\n1. {first} {}{result}\n\n",
            1 + number % 28,
            shuffle(moves)
        );
    }
    text
}

#[test]
fn strengths_and_weaknesses_are_told_and_summed_up_first() {
    let folder = folder();
    fs::write(folder.path().join("games.pgn"), decided_by_length()).expect("games");
    let arguments = ["--player", "Doe, Jane", "--json"];
    let portrait = parsed(
        &report(folder.path(), &arguments)
            .output()
            .expect("ran")
            .stdout,
    );
    let named = |list: &str| -> Vec<&str> {
        let list = portrait[list].as_array().expect("a list");
        for found in list {
            assert!(number(found, "adjusted_p") <= 0.1, "{found}");
        }
        list.iter()
            .filter_map(|found| found["name"].as_str())
            .collect()
    };
    assert!(named("strengths").contains(&"over within 25 moves"));
    assert!(named("weaknesses").contains(&"longer than 40 moves"));
    for (list, sign) in [("strengths", 1.0), ("weaknesses", -1.0)] {
        let sizes: Vec<f64> = portrait[list]
            .as_array()
            .expect("a list")
            .iter()
            .map(|found| sign * number(found, "points.difference"))
            .collect();
        assert!(
            sizes.is_sorted_by(|one, other| one >= other && *other > 0.0),
            "{sizes:?}"
        );
    }
    let arguments = ["--player", "Doe, Jane", "--html", "doe.html"];
    let text = report(folder.path(), &arguments)
        .output()
        .expect("ran")
        .stdout;
    let text = String::from_utf8(text).expect("UTF-8");
    let page = fs::read_to_string(folder.path().join("doe.html")).expect("a page");
    for told in [
        "90 games with a result of 2020: won 30, drawn 30, lost 30 (50.0 %",
        "Against expectation: in 90 games with both ratings 50.0 %, where 50.0 % was to be expected: +0.0",
        "which may be chance.",
        "Brings most points: games: ",
        "; costs most points: games: ",
        "To train first: games: ",
        "games: over within 25 moves: brings about 75.0 ± ",
        "games: longer than 40 moves: costs about 75.0 ± ",
    ] {
        assert!(text.contains(told) && page.contains(told), "{told}: {text}");
    }
    let order = [
        "Summary",
        "Strengths",
        "Weaknesses",
        "Three things to train",
        "Results",
        "The style",
    ];
    let places: Vec<Option<usize>> = order
        .iter()
        .map(|title| text.find(&format!("\n{title}\n")))
        .collect();
    assert!(places.is_sorted() && places[0].is_some(), "{places:?}");
    let summary = text.split("\n\n").nth(1).expect("a section");
    assert!(summary.lines().count() <= 7, "{summary}");
}

#[test]
fn against_a_player_without_a_flaw_beyond_chance_the_openings_to_prepare_for_are_told() {
    let folder = collection_folder();
    let arguments = ["--player", "Doe*", "--json"];
    let portrait = parsed(
        &report(folder.path(), &arguments)
            .output()
            .expect("ran")
            .stdout,
    );
    for list in ["advice", "strengths", "weaknesses"] {
        assert_eq!(portrait[list].as_array().map(Vec::len), Some(0), "{list}");
    }
    let games = field(&portrait, "games");
    let arguments = ["--player", "Doe*", "--html", "doe.html"];
    let text = report(folder.path(), &arguments)
        .output()
        .expect("ran")
        .stdout;
    let text = String::from_utf8(text).expect("UTF-8");
    let page = fs::read_to_string(folder.path().join("doe.html")).expect("a page");
    let mut told = vec![
        format!("nothing brings points beyond chance in {games} games"),
        format!("nothing costs points beyond chance in {games} games"),
        format!("In {games} games no opening, exchange of queens or side of the king went worse"),
        "Against expectation: not known, since fewer than 30 games have both ratings.".to_owned(),
        format!("Nothing brings or costs points beyond chance in {games} games."),
        "Results in an opening are beyond chance only where it stands under Strengths or Weaknesses".to_owned(),
    ];
    for (place, color) in ["white", "black"].into_iter().enumerate() {
        let all = portrait["by_color"][place]["games"]
            .as_u64()
            .expect("a count");
        let openings = portrait["openings"].as_array().expect("a list");
        let mut openings = openings.iter().filter(|line| line["color"] == color);
        // A name is told for the most frequent openings however few their games are.
        let first = openings.next().expect("an opening");
        let count: u64 = ["won", "drawn", "lost"]
            .iter()
            .map(|key| first[key].as_u64().expect("a count"))
            .sum();
        let name = first["name"].as_str().expect("a name");
        assert!(text.contains(&format!("    {name}")), "{name}: {text}");
        told.push(format!(": {count} game"));
        told.push(format!("({:.0} %), won", 100.0 * count as f64 / all as f64));
        assert!(openings.count() >= 2, "three openings of {color}");
    }
    for told in told {
        assert!(
            text.contains(&told) && page.contains(&told),
            "{told}: {text}"
        );
    }
}

/// A folder with the same games as PGN and in a database.
fn with_database() -> TempDir {
    let folder = folder();
    fs::write(folder.path().join("games.pgn"), among_peers()).expect("games");
    bayeschess(folder.path())
        .args(["db", "import", "games.db", "games.pgn"])
        .assert()
        .success();
    folder
}

#[test]
fn games_of_a_database_give_the_report_that_their_pgn_gives() {
    let folder = with_database();
    let written = |source: &[&str]| {
        let mut command = bayeschess(folder.path());
        command.args(["style", "report"]).args(source);
        let output = command.args(["--player", "Doe*", "--json"]).output();
        String::from_utf8(output.expect("ran").stdout).expect("UTF-8")
    };
    let (of_pgn, of_database) = (written(&["games.pgn"]), written(&["--db", "games.db"]));
    assert!(of_database.contains("games.db, game 1"), "{of_database}");
    assert_eq!(
        of_database.replace("games.db, game", "games.pgn, game"),
        of_pgn
    );
    let said = |words: &[&str]| {
        let output = bayeschess(folder.path()).args(words).output().expect("ran");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let report = ["style", "report"];
    for (words, told) in [
        (
            &["--db", "games.db", "--player", "Nobody"][..],
            "was played to a result by Nobody",
        ),
        (
            &["--db", "games.pgn", "--player", "Doe*"],
            "games.pgn: not an SQLite database",
        ),
        (
            &["--db", "none.db", "--player", "Doe*"],
            "none.db: there is no database here",
        ),
        (
            &["games.db", "--player", "Doe*"],
            "games.db: this is a database, and no PGN; give it as --db games.db",
        ),
        (
            &["games.pgn", "--db", "games.db", "--player", "Doe*"],
            "cannot be used with",
        ),
        (
            &[
                "--db", "games.db", "--player", "Doe*", "--html", "games.db", "--force",
            ],
            "games.db",
        ),
    ] {
        let said = said(&[&report[..], words].concat());
        assert!(said.contains(told), "{words:?}: {said}");
    }
    bayeschess(folder.path())
        .args(["db", "info", "games.db"])
        .assert()
        .success();
}

#[test]
fn a_database_is_counted_and_classified_as_its_pgn_is() {
    let folder = with_database();
    let told = |command: &[&str], source: &[&str]| {
        let mut run = bayeschess(folder.path());
        run.args(command).args(source).arg("--json");
        let output = run.output().expect("ran");
        assert!(output.status.success(), "{output:?}");
        let mut found = parsed(&output.stdout);
        // The source, and how long it took, may differ.
        let fields = found.as_object_mut().expect("an object");
        for key in ["sources", "seconds", "bytes"] {
            fields.remove(key);
        }
        found
    };
    for command in [
        &["pgn", "stats"][..],
        &["style", "observe"],
        &["style", "classify", "--names", "Doe, Jane"],
    ] {
        let (pgn, database) = (["games.pgn"], ["--db", "games.db"]);
        assert_eq!(told(command, &pgn), told(command, &database), "{command:?}");
    }
}
