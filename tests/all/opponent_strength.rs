//! What the moves of remembered opponents tell of their strength, by the real binary.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::opponents::{
    LAST_MOVES, count, export, opponent, opponents, pgn, said, session, session_after,
};
use crate::support::{Talk, bayeschess, field, folder, json, number};

/// Games of the PGN file as games of a site, so that their ratings have a scale.
fn on_lichess(games: &str) -> String {
    games.replace(
        "[Site \"?\"]",
        "[Site \"https://lichess.org/abcd\"]\n[TimeControl \"300+0\"]",
    )
}

#[test]
fn learned_games_tell_the_strength_and_other_tables_are_left_out() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), on_lichess(&pgn(0..3))).expect("written");
    fs::write(folder.path().join("b.pgn"), pgn(3..5)).expect("written");
    let learned = opponent(folder.path(), &["learn", "a.pgn", "--player", "Anna"]);
    let searched = |learned: &Value| {
        ["searched", "left", "not_needed"].map(|key| count(&learned["strength_search"], key))
    };
    assert_eq!(searched(&learned), [3, 0, 0]);
    let strength = |folder: &Path| opponents(folder)[0]["strength"].clone();
    let known = strength(folder.path());
    assert_eq!(field(&known, "scale"), "lichess blitz");
    let rating = number(&known, "rating");
    let interval = field(&known, "rating_interval_95");
    let bounds = [0, 1].map(|end| interval[end].as_f64().expect("a number"));
    assert!(bounds[0] < rating && rating < bounds[1], "{known}");
    // What is measured is not measured again, and the estimate is that of the games.
    let again = opponent(folder.path(), &["learn", "a.pgn", "--player", "Anna"]);
    assert_eq!(searched(&again), [0, 0, 0]);
    assert_eq!(again["strength_search"]["strength"], known);
    let classified = json(
        bayeschess(folder.path()).args(["style", "classify", "a.pgn", "--names", "Anna", "--json"]),
    );
    assert_eq!(classified["strength"], known);
    // Games of an unknown place are fewer, and do not count on this scale.
    opponent(folder.path(), &["learn", "b.pgn", "--player", "Anna"]);
    assert_eq!(strength(folder.path()), known);
    // Another table's counts are left out, said so, and replaced when the games come again.
    let stale = export(folder.path()).replace("\"nodes\": 1000", "\"nodes\": 999");
    opponent(folder.path(), &["forget", "Anna"]);
    fs::write(folder.path().join("stale.json"), stale).expect("written");
    opponent(folder.path(), &["import", "stale.json"]);
    assert!(strength(folder.path()).is_null());
    let shown = bayeschess(folder.path())
        .args(["opponent", "show", "Anna", "--db", "games.db"])
        .output()
        .expect("ran");
    let shown = String::from_utf8(shown.stdout).expect("text");
    assert!(
        shown.contains("the moves of 5 games were measured by another table and are left out"),
        "{shown}"
    );
    let anew = opponent(folder.path(), &["learn", "a.pgn", "--player", "Anna"]);
    assert_eq!(searched(&anew), [3, 0, 0]);
    assert_eq!(strength(folder.path()), known);
}

#[test]
fn an_unknown_place_has_a_wide_interval_and_says_so() {
    let folder = folder();
    let nowhere = pgn(0..3).replace("[Site \"?\"]\n", "");
    fs::write(folder.path().join("a.pgn"), nowhere).expect("written");
    fs::write(folder.path().join("b.pgn"), on_lichess(&pgn(0..3))).expect("written");
    let width = |file: &str, name: &str| {
        opponent(
            folder.path(),
            &["learn", file, "--player", "Anna", "--as", name],
        );
        let shown = opponent(folder.path(), &["show", name]);
        let strength = shown["opponents"][0]["strength"].clone();
        let bound = |end: usize| {
            strength["rating_interval_95"][end]
                .as_f64()
                .expect("a number")
        };
        (
            bound(1) - bound(0),
            field(&strength, "scale").as_str().map(str::to_owned),
        )
    };
    let (unknown, scale) = width("a.pgn", "Nowhere");
    assert_eq!(scale.as_deref(), Some("unknown"));
    assert!(unknown > width("b.pgn", "Online").0);
}

#[test]
fn games_against_the_engine_tell_the_strength() {
    let folder = folder();
    let anna = session("none none human Anna");
    said(folder.path(), "uci", &anna);
    let strength = |name: &str| {
        let shown = opponent(folder.path(), &["show", name]);
        shown["opponents"][0]["strength"].clone()
    };
    let once = strength("Anna");
    assert_eq!(field(&once, "scale"), "unknown");
    let width = |strength: &Value| {
        let bound = |end: usize| {
            strength["rating_interval_95"][end]
                .as_f64()
                .expect("a number")
        };
        bound(1) - bound(0)
    };
    // The same game in a terminal and by the other protocol tells the same.
    let moves = crate::opponents::MOVES
        .split_whitespace()
        .collect::<Vec<_>>()
        .join("\nusermove ");
    let script = format!(
        "xboard\nprotover 2\noption Database=games.db\nnew\nname Bob\nforce\nusermove {moves}\nsd 1\ngo\nping 1\nquit\n"
    );
    said(folder.path(), "xboard", &script);
    assert_eq!(strength("Bob"), once);
    for last in &LAST_MOVES[1..] {
        let another = session_after("none none human Anna", last);
        said(folder.path(), "uci", &another);
    }
    assert!(width(&strength("Anna")) < width(&once));
    // The log of the same games measures the same; a program has no scale.
    let learned = opponent(
        folder.path(),
        &[
            "learn",
            "games.db.played.pgn",
            "--player",
            "Bob",
            "--as",
            "Learned",
        ],
    );
    assert_eq!(learned["strength_search"]["strength"], once);
    said(folder.path(), "uci", &session("none none computer Deep"));
    assert!(strength("Deep").is_null());
    let shown = bayeschess(folder.path())
        .args(["opponent", "show", "Deep", "--db", "games.db"])
        .output()
        .expect("ran");
    let shown = String::from_utf8(shown.stdout).expect("text");
    assert!(
        shown.contains("no scale of ratings is known for programs"),
        "{shown}"
    );
}

#[test]
fn moves_tell_the_difference_in_strength_before_the_next_move() {
    let moves = crate::opponents::MOVES;
    let of = |opponent: &str, awaited: &str| -> Vec<String> {
        let mut talk = Talk::new(&["uci"]);
        talk.ask("uci", "uciok");
        talk.say(&format!(
            "setoption name UCI_Opponent value {opponent}\nucinewgame"
        ));
        let mut ask = |more: &str| -> String {
            let go = format!("position startpos moves {moves}{more}\ngo nodes 30");
            let lines = talk.ask(&go, "bestmove");
            let said = lines
                .into_iter()
                .find(|line| line.starts_with("info string style"));
            said.expect("what is known of the opponent")
        };
        let first = ask("");
        // The moves are measured after the answer, and what is not measured yet does not count.
        let mut second = ask(" c8b7 b1d2");
        for _ in 0..500 {
            if second.contains(awaited) {
                break;
            }
            second = ask(" c8b7 b1d2");
        }
        talk.end();
        vec![first, second]
    };
    let lines = of("none none human Anna", "(your moves)");
    assert!(lines[0].contains("your strength is not known"), "{lines:?}");
    assert!(lines[1].contains("(your moves)"), "{lines:?}");
    assert_eq!(of("none none human Anna", "(your moves)"), lines);
    // A rating that was told changes what is expected, once all moves are measured.
    let weaker = "Elo weaker (your moves)";
    let weak = of("none 600 human Anna", weaker);
    assert!(weak[1].contains(weaker), "{weak:?}");
}

/// A client may name the next opponent before it begins the next game.
#[test]
fn a_game_says_nothing_of_an_opponent_who_is_named_before_it_is_over() {
    let known_of_bob = |before: &str| -> String {
        let mut talk = Talk::new(&["uci"]);
        talk.ask("uci", "uciok");
        if !before.is_empty() {
            talk.say("setoption name UCI_Opponent value none none human Anna\nucinewgame");
            talk.ask(before, "bestmove");
        }
        let go = "setoption name UCI_Opponent value none none human Bob\n\
                  position startpos moves d2d4 d7d5 c2c4\ngo nodes 30";
        let lines = talk.ask(go, "bestmove");
        talk.end();
        let mut said = lines
            .into_iter()
            .filter(|line| line.starts_with("info string style"));
        said.next().expect("what is known of the opponent")
    };
    let game_of_anna = format!(
        "position startpos moves {}\ngo nodes 30",
        crate::opponents::MOVES
    );
    assert_eq!(known_of_bob(&game_of_anna), known_of_bob(""));
}

#[test]
fn an_analysis_before_the_end_leaves_the_moves_of_the_game_counted() {
    let known_in_the_next_game = |analysis: &str| -> String {
        let mut talk = Talk::new(&["uci"]);
        talk.ask("uci", "uciok");
        talk.say("setoption name UCI_Opponent value none none human Anna\nucinewgame");
        let game = format!("position startpos moves {}", crate::opponents::MOVES);
        talk.ask(&format!("{game}\ngo nodes 30"), "bestmove");
        if !analysis.is_empty() {
            talk.ask(analysis, "bestmove");
        }
        talk.say("ucinewgame");
        let lines = talk.ask("position startpos moves d2d4\ngo nodes 30", "bestmove");
        talk.end();
        let mut said = lines
            .into_iter()
            .filter(|line| line.starts_with("info string style"));
        said.next().expect("what is known of the opponent")
    };
    let known = known_in_the_next_game("");
    assert!(known.contains("(your moves)"), "{known}");
    assert_eq!(known_in_the_next_game("go infinite\nstop"), known);
}

#[test]
fn a_result_tells_the_difference_at_the_strength_of_its_game_only() {
    let moves = crate::opponents::MOVES.replace(' ', "\nusermove ");
    let mut talk = Talk::new(&["xboard", "--allow-files"]);
    talk.say(&format!(
        "xboard\nprotover 2\noption Database=games.db\noption UCI_LimitStrength=1\noption UCI_Elo=1200\n\
         new\nname Anna\nforce\nusermove {moves}\nsd 1"
    ));
    talk.ask("go", "move ");
    // The strength is that of the game, though it is changed before the game is stored.
    talk.say("result 1-0 {Black resigns}\noption UCI_LimitStrength=0\nnew");
    talk.ask("ping 2", "pong 2");
    let folder = talk.folder.path().to_owned();
    let exported: Value = serde_json::from_str(&export(&folder)).expect("counts");
    let game = &exported["opponents"][0]["games"][0];
    assert_eq!(field(game, "result"), "loss");
    assert_eq!(field(game, "strength_limit"), "elo 1200, depth 1");
    let expected = |options: &str, go: &str| -> String {
        let anna = session("none none human Anna").replace("go nodes 30", go);
        let script = anna.replace("ucinewgame", &format!("{options}ucinewgame"));
        let told = said(&folder, "uci", &script);
        let line = told
            .lines()
            .find(|line| line.starts_with("info string style"));
        line.unwrap_or_else(|| panic!("{told}")).to_owned()
    };
    let limited = |elo: u32| {
        format!("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {elo}\n")
    };
    for (options, go) in [
        (String::new(), "go depth 1"),
        (limited(1400), "go depth 1"),
        (limited(1200), "go nodes 30"),
    ] {
        let line = expected(&options, go);
        assert!(line.contains("your strength is not known"), "{line}");
    }
    let line = expected(&limited(1200), "go depth 1");
    assert!(line.contains("Elo stronger (1 game)"), "{line}");
    talk.end();
}

#[test]
fn in_analysis_nothing_is_adapted_kept_or_said() {
    let folder = folder();
    let anna = session("none 1500 human Anna");
    said(folder.path(), "uci", &anna);
    let infinite = anna.replace("go nodes 30\n", "go infinite\nstop\n");
    let mode = anna.replace(
        "ucinewgame",
        "setoption name UCI_AnalyseMode value true\nucinewgame",
    );
    for (script, lines) in [(infinite, 1), (mode, 0)] {
        let told = said(folder.path(), "uci", &script);
        assert!(told.contains("bestmove "), "{told}");
        let notes: Vec<&str> = told
            .lines()
            .filter(|line| line.starts_with("info string"))
            .collect();
        // Before `go infinite` nobody said that this is an analysis.
        let memory = "info string opponent Anna: 1 game remembered";
        let (memory, others): (Vec<&str>, Vec<&str>) =
            notes.iter().partition(|line| line.starts_with(memory));
        assert_eq!(memory.len(), lines, "{told}");
        for part in ["Anna", "remembered", "style", "your moves", "weaker"] {
            assert!(
                !others.iter().any(|line| line.contains(part)),
                "{part}: {told}"
            );
        }
        assert_eq!(count(&opponents(folder.path())[0], "games"), 1);
    }
    // A move of a game after an analysis does not say it twice.
    let both = anna.replace("go nodes 30\n", "go infinite\nstop\ngo nodes 30\n");
    let told = said(folder.path(), "uci", &both);
    assert_eq!(
        told.matches("opponent Anna: 1 game remembered").count(),
        1,
        "{told}"
    );
}

#[test]
fn the_memory_is_said_before_go_once_a_game_and_opponent() {
    let folder = folder();
    said(folder.path(), "uci", &session("none none human Anna"));
    let mut talk = Talk::at(folder, &["uci", "--allow-files"]);
    talk.say("setoption name Database value games.db");
    let mut lines_of = |script: &str| -> Vec<String> {
        talk.say(script);
        let mut lines = talk.ask("isready", "readyok");
        lines.retain(|line| line.starts_with("info string opponent "));
        lines
    };
    let name = |name: &str| format!("setoption name UCI_Opponent value none none human {name}");
    let anna = "info string opponent Anna: 1 game remembered";
    let told = lines_of(&format!("{}\nucinewgame", name("Anna")));
    assert!(told.len() == 1 && told[0].starts_with(anna), "{told:?}");
    assert_eq!(lines_of("position startpos moves e2e4"), [""; 0]);
    // The next one is named before the position only.
    let told = lines_of(&format!("{}\nposition startpos moves d2d4", name("Bob")));
    assert_eq!(told, ["info string opponent Bob: no games remembered yet"]);
    let told = lines_of(&format!("{}\nposition startpos moves d2d4", name("Anna")));
    assert!(told.len() == 1 && told[0].starts_with(anna), "{told:?}");
    talk.end();
}

#[test]
fn what_would_be_played_without_the_answer_is_told_where_there_is_one() {
    let moves = crate::opponents::MOVES;
    let told = |options: &[&str]| -> Vec<String> {
        let mut talk = Talk::new(&["uci"]);
        for option in options {
            talk.say(&format!("setoption name {option}"));
        }
        let go = format!("position startpos moves {moves}\ngo nodes 20000");
        let mut lines = talk.ask(&go, "bestmove");
        talk.end();
        lines.retain(|line| line.starts_with("info string without that: "));
        lines
    };
    // The rule of 2005 always aims at something; by default no answer is expected to gain.
    assert_eq!(
        told(&["Policy value thesis", "Explain value true"]).len(),
        1
    );
    for options in [
        &["Explain value true"][..],
        &["Policy value thesis"],
        &["Explain value true", "Objective value max-win"],
        &[
            "Explain value true",
            "Policy value thesis",
            "UCI_AnalyseMode value true",
        ],
    ] {
        assert_eq!(told(options), [""; 0], "{options:?}");
    }
    let folder = folder();
    let xboard = |options: &str| {
        let moves = moves.replace(' ', "\nusermove ");
        let mut talk = Talk::new(&["xboard"]);
        let go = format!("xboard\nprotover 2\n{options}new\nforce\nusermove {moves}\nsd 8\ngo");
        let told = talk.ask(&go, "move ").join("\n");
        talk.end();
        told.matches("without that: ").count()
    };
    let thesis = "option Policy=thesis\n";
    assert_eq!(xboard(&format!("{thesis}option Explain=1\n")), 1);
    assert_eq!(xboard(thesis), 0);
    assert_eq!(xboard("option Explain=1\n"), 0);
    let shown = bayeschess(folder.path())
        .args(["play", "--policy", "thesis", "--nodes", "20000"])
        .args(["--no-db", "--no-book"])
        .write_stdin("e4\nquit\n")
        .output()
        .expect("ran");
    let shown = String::from_utf8(shown.stdout).expect("text");
    assert_eq!(shown.matches("  without it  ").count(), 1, "{shown}");
}

#[test]
fn what_was_answered_and_how_it_scored_is_listed() {
    let folder = folder();
    let anna = session("none none human Anna");
    said(folder.path(), "uci", &anna);
    let mut memory: Value = serde_json::from_str(&export(folder.path())).expect("counts");
    opponent(folder.path(), &["forget", "Anna", "--games"]);
    let template = memory["opponents"][0]["games"][0].clone();
    // Games that ended, as the memory of another computer would have them.
    let kinds = [(None, "draw", 3), (Some("middle contempt 20"), "win", 2)];
    let games: Vec<Value> = kinds
        .into_iter()
        .flat_map(|(answer, result, games)| {
            let template = &template;
            (0..games).map(move |number| {
                let mut game = template.clone();
                game["occasion"] = format!("{result} {number}").into();
                game["result"] = result.into();
                game["objective"] = answer.map_or(Value::Null, Into::into);
                game
            })
        })
        .collect();
    memory["opponents"][0]["games"] = games.into();
    fs::write(folder.path().join("more.json"), memory.to_string()).expect("written");
    opponent(folder.path(), &["import", "more.json"]);
    // The next game is played without an answer, and broken off.
    said(folder.path(), "uci", &anna);
    // The rule of 2005 has an objective, which is its answer.
    let thesis = session_after("none none human Anna", LAST_MOVES[1]).replace(
        "ucinewgame",
        "setoption name Policy value thesis\nucinewgame",
    );
    said(folder.path(), "uci", &thesis);
    let shown = opponent(folder.path(), &["show", "Anna"]);
    let by_answer = &shown["opponents"][0]["by_objective"];
    let groups = by_answer.as_object().expect("groups");
    let scored =
        |name: &str| ["won", "drawn", "lost", "unfinished"].map(|key| count(&by_answer[name], key));
    assert_eq!(scored("middle contempt 20"), [2, 0, 0, 0]);
    assert_eq!(groups.len(), 3, "{by_answer}");
    let others: Vec<[u64; 4]> = groups
        .keys()
        .filter(|name| *name != "middle contempt 20")
        .map(|name| scored(name))
        .collect();
    assert!(
        others.contains(&[0, 3, 0, 1]) && others.contains(&[0, 0, 0, 1]),
        "{by_answer}"
    );
}
