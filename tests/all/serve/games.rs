//! Games over the interface: moves, clocks, endings, and what survives a kill.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Server, moves, without_age};
use super::description::assert_valid;
use crate::support::{folder, kill, wait_until};

pub fn begin(server: &Server, body: &Value) -> Value {
    let answer = server.post("/api/game/new", body);
    assert_eq!(answer.status, 200, "{}", answer.json());
    server.answered()
}

#[test]
fn a_repeated_move_changes_nothing_and_a_stale_one_is_answered_with_the_state() {
    let folder = folder();
    let server = Server::start(folder.path());
    let none = server.act("move", &[("game", json!("x")), ("move", json!("e4"))]);
    assert_eq!(
        (none.status, none.json()["code"].clone()),
        (409, json!("no_game"))
    );
    let game = begin(
        &server,
        &json!({ "color": "white", "level": { "elo": 800 } }),
    )["game"]
        .clone();
    let command = |ply: usize, text: &str| json!({ "game": game["id"], "ply": ply, "move": text });
    let first = server.post("/api/game/move", &command(0, "e2e4"));
    assert_eq!(first.status, 200);
    let after = without_age(server.answered());
    assert_eq!(moves(&after["game"]), 2);
    // The same in other words.
    for text in ["e4", "e2e4", "e2-e4"] {
        let again = server.post("/api/game/move", &command(0, text));
        assert_eq!(
            (again.status, again.json()["version"].clone()),
            (200, after["version"].clone())
        );
    }
    for (ply, text) in [(0, "d4"), (1, "e5"), (3, "d4"), (usize::MAX >> 12, "d4")] {
        let stale = server.post("/api/game/move", &command(ply, text));
        assert_eq!(
            (stale.status, stale.json()["code"].clone()),
            (409, json!("stale")),
            "{ply}"
        );
        assert_eq!(without_age(stale.json()["state"].clone()), after);
    }
    let illegal = server.post("/api/game/move", &command(2, "Ke5"));
    assert_eq!(
        (illegal.status, illegal.json()["code"].clone()),
        (422, json!("illegal_move"))
    );
    let spanish = json!({ "game": game["id"], "ply": 2, "move": "Cf3", "language": "es" });
    let played = server.post("/api/game/move", &spanish).json();
    assert_eq!(played["game"]["moves"][2]["san"], json!("Nf3"));
    let other = json!({ "game": "0", "ply": 0, "move": "e4" });
    let wrong = server.post("/api/game/move", &other);
    assert_eq!(
        (wrong.status, wrong.json()["code"].clone()),
        (409, json!("wrong_game"))
    );
}

#[test]
fn moves_are_taken_back_draws_offered_and_games_resigned() {
    let folder = folder();
    let server = Server::start(folder.path());
    let game = begin(
        &server,
        &json!({ "color": "black", "level": { "elo": 1000 } }),
    )["game"]
        .clone();
    assert_eq!((moves(&game), game["human"].clone()), (1, json!("black")));
    let nothing = server.act("takeback", &[]);
    assert_eq!(nothing.json()["code"], json!("nothing_to_take_back"));
    server.play(game["legal"][0]["uci"].as_str().expect("a move"));
    let back = server.act("takeback", &[]).json();
    assert_eq!(
        (moves(&back["game"]), back["game"]["turn"].clone()),
        (1, json!("black"))
    );
    // On from the first position, with the other side.
    let on = server
        .act(
            "takeback",
            &[("to_ply", json!(0)), ("play_on", json!(true))],
        )
        .json();
    assert_eq!(
        (moves(&on["game"]), on["game"]["human"].clone()),
        (0, json!("white"))
    );
    server.play("e4");
    let early = server.act("draw", &[]).json();
    assert_eq!(early["game"]["draw_answer"]["reason"], json!("too_early"));
    assert_eq!(early["game"]["result"], Value::Null);
    server.act("hint", &[("level", json!("move"))]);
    wait_until("there is a hint", || {
        !server.state()["game"]["hint"].is_null()
    });
    let hint = server.state()["game"]["hint"].clone();
    let legal = server.state()["game"]["legal"].clone();
    let is_legal = |one: &Value| one["uci"] == hint["uci"];
    assert!(
        legal.as_array().expect("moves").iter().any(is_legal),
        "{hint}"
    );
    let over = server.act("resign", &[]).json();
    assert_eq!(over["game"]["result"]["score"], json!("0-1"));
    assert_eq!(over["game"]["legal"], json!([]));
    let late = server.act("move", &[("move", json!("d4"))]);
    assert_eq!(
        (late.status, late.json()["code"].clone()),
        (409, json!("game_over"))
    );
    let pgn = String::from_utf8(server.get("/api/game/pgn").body).expect("text");
    assert!(
        pgn.contains("1. e4") && pgn.trim_end().ends_with("0-1"),
        "{pgn}"
    );
    // The end is no end for who wants to try another move.
    let again = server.act("takeback", &[]).json();
    assert_eq!(again["game"]["result"], Value::Null);
    assert_ne!(again["game"]["id"], over["game"]["id"]);
}

#[test]
fn a_draw_that_the_engine_does_not_mind_ends_the_game() {
    let folder = folder();
    let server = Server::start(folder.path());
    let body = json!({ "text": "8/8/4k3/8/8/4K3/4P3/8 b - - 0 60", "human": "white" });
    let loaded = server.post("/api/game/load", &body);
    assert_eq!(loaded.status, 200, "{}", loaded.json());
    server.answered();
    let drawn = server.act("draw", &[]).json();
    assert_eq!(drawn["game"]["result"]["termination"], json!("agreement"));
    let mate = json!({ "text": "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1" });
    server.post("/api/game/load", &mate);
    let won = server.play("Ra8");
    assert_eq!(won["game"]["result"]["winner"], json!("white"));
    assert_eq!(won["game"]["result"]["text"], json!("You win: checkmate."));
    let pgn = json!({ "text": "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n", "human": "black" });
    server.post("/api/game/load", &pgn);
    let state = server.answered();
    assert_eq!(state["game"]["given_plies"], json!(4));
    assert_eq!(moves(&state["game"]), 5);
    let description = server.get("/api/openapi.json").json();
    for (text, reject) in [
        ("", json!(null)),
        ("hello", json!(null)),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            json!({ "reason": "bad_fen", "line": 1, "near": null }),
        ),
        (
            "[Event \"x\"]\n\n1. e5 *\n",
            json!({ "reason": "illegal_move", "line": 3, "near": "1. e5" }),
        ),
    ] {
        let refused = server.post("/api/game/load", &json!({ "text": text }));
        let problem = refused.json();
        assert_eq!(
            (refused.status, &problem["code"], &problem["reject"]),
            (422, &json!("unreadable_game"), &reject),
            "{text}: {problem}"
        );
        assert_valid(&description, "Problem", &problem);
    }
    assert_eq!(without_age(server.state()), without_age(state));
}

#[test]
fn a_clock_that_runs_out_loses_the_game() {
    let folder = folder();
    let mut server = Server::start(folder.path());
    let time = json!({ "base_seconds": 1.0, "increment_seconds": 0.0 });
    begin(
        &server,
        &json!({ "color": "white", "time": time, "level": { "elo": 800 } }),
    );
    let state = server.play("e4");
    assert_eq!(state["game"]["clocks"]["running"], json!("white"));
    wait_until("the flag falls", || {
        !server.state()["game"]["result"].is_null()
    });
    let result = server.state()["game"]["result"].clone();
    assert_eq!(result["termination"], json!("time_forfeit"));
    assert_eq!(result["score"], json!("0-1"));
    // The clock whose flag fell shows no time, also when the game is read from its file.
    let clocks = server.state()["game"]["clocks"].clone();
    assert_eq!(clocks["white_ms"], json!(0), "{clocks}");
    assert_eq!(clocks["running"], Value::Null);
    kill(&mut server.child);
    let server = Server::start(folder.path());
    assert_eq!(server.state()["game"]["clocks"], clocks);
    // So a clock stands still at the time of a resignation.
    let minute = json!({ "base_seconds": 60.0 });
    begin(&server, &json!({ "color": "white", "time": minute }));
    server.play("e4");
    std::thread::sleep(Duration::from_millis(1_100));
    // Nothing is published meanwhile: the clock is told as it stood, with the time since then.
    let age = server.state()["age_ms"].as_u64();
    assert!(age.is_some_and(|age| age >= 1_100), "{age:?}");
    let resigned = server.act("resign", &[]).json();
    let left = resigned["game"]["clocks"]["white_ms"].as_u64();
    assert!(left.is_some_and(|left| left <= 58_900), "{resigned}");
    // Without clocks nobody loses by time.
    let state = begin(&server, &json!({ "time": null }));
    assert_eq!(state["game"]["clocks"], Value::Null);
}

/// Plays two moves of each side with these clocks, and returns the state after them and the game as PGN.
fn with_clocks(server: &Server, time: &Value) -> (Value, String) {
    begin(
        server,
        &json!({ "color": "white", "time": time, "level": { "elo": 800 } }),
    );
    server.play("e4");
    std::thread::sleep(Duration::from_millis(1_100));
    let state = server.play("h3");
    let pgn = String::from_utf8(server.get("/api/game/pgn").body).expect("text");
    (state, pgn)
}

#[test]
fn a_delay_an_hourglass_and_time_odds_are_kept_by_the_server() {
    let folder = folder();
    let server = Server::start(folder.path());
    let clock = |state: &Value, key: &str| state["game"]["clocks"][key].clone();
    let left = |state: &Value, key: &str| clock(state, key).as_u64().expect("a time");

    let delay = json!({ "kind": "delay", "base_seconds": 60.0, "increment_seconds": 20.0 });
    let (state, pgn) = with_clocks(&server, &delay);
    assert_eq!(clock(&state, "kind"), json!("delay"));
    assert_eq!(
        (left(&state, "white_ms"), left(&state, "black_ms")),
        (60_000, 60_000)
    );
    assert!((1..=20_000).contains(&left(&state, "delay_ms")), "{state}");
    assert!(pgn.contains("[TimeControl \"?\"]"), "{pgn}");

    let hourglass =
        json!({ "kind": "hourglass", "base_seconds": 60.0, "engine_base_seconds": 30.0 });
    let (state, pgn) = with_clocks(&server, &hourglass);
    let sum = left(&state, "white_ms") + left(&state, "black_ms");
    // Each clock is told in whole milliseconds.
    assert!((89_998..=90_000).contains(&sum), "{state}");
    assert!(
        pgn.contains("[WhiteTimeControl \"*60\"]\n[BlackTimeControl \"*30\"]"),
        "{pgn}"
    );

    let periods =
        json!({ "base_seconds": 60.0, "moves": 2, "rest_seconds": 30.0, "increment_seconds": 1.0 });
    let (state, pgn) = with_clocks(&server, &periods);
    assert!(
        (85_000..=92_000).contains(&left(&state, "white_ms")),
        "{state}"
    );
    assert_eq!(clock(&state, "white_moves_to_go"), Value::Null);
    assert!(pgn.contains("[TimeControl \"2/60+1:30+1\"]"), "{pgn}");
}

#[cfg(unix)]
#[test]
fn a_game_goes_on_after_the_server_was_killed_at_any_moment() {
    let folder = folder();
    let mut server = Server::start(folder.path());
    begin(
        &server,
        &json!({ "color": "white", "level": { "elo": 1200 } }),
    );
    let mut known: Vec<String> = Vec::new();
    for (number, delay) in [0, 1, 5, 20, 80].into_iter().enumerate() {
        let game = server.state()["game"].clone();
        let choice = game["legal"][number]["uci"].clone();
        let sent = server.act("move", &[("move", choice.clone())]);
        assert_eq!(sent.status, 200);
        std::thread::sleep(Duration::from_millis(delay));
        kill(&mut server.child);
        let token = server.token.clone();
        server = Server::start(folder.path());
        assert_eq!(server.token, token, "an open page goes on");
        let state = server.answered();
        let played: Vec<String> = state["game"]["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .map(|one| one["uci"].as_str().expect("a move").to_owned())
            .collect();
        known.push(choice.as_str().expect("a move").to_owned());
        assert!(played.starts_with(&known), "{played:?} after {known:?}");
        assert_eq!(played.len(), known.len() + 1);
        known = played;
    }
}

#[test]
fn who_says_a_name_is_remembered_and_a_guest_is_not() {
    let folder = folder();
    let server = Server::start(folder.path());
    let log = folder.path().join("games.db.played.pgn");
    let resign = |color: &str| {
        begin(&server, &json!({ "color": color, "level": { "elo": 800 } }));
        if color == "white" {
            server.play("e4");
        }
        server.act("resign", &[]).json()
    };
    resign("white");
    assert!(!log.exists());
    let seat = server
        .post(
            "/api/seat",
            &json!({ "name": "  Anna\u{7}  <b>Other</b> " }),
        )
        .json();
    assert_eq!(seat["seat"]["name"], json!("Anna <b>Other</b>"));
    for nobody in ["", "?", " - "] {
        let refused = server.post("/api/seat", &json!({ "name": nobody }));
        assert_eq!(refused.json()["code"], json!("empty_name"), "{nobody}");
    }
    let state = resign("white");
    assert_eq!(state["notice"]["kind"], json!("stored"));
    let text = std::fs::read_to_string(&log).expect("a log");
    assert_eq!(
        text.matches("[White \"Anna <b>Other</b>\"]").count(),
        1,
        "{text}"
    );
    server.post("/api/seat", &json!({ "name": null }));
    resign("white");
    assert_eq!(std::fs::read_to_string(&log).expect("a log"), text);
    assert_eq!(
        server.post("/api/seat", &json!({ "name": " " })).status,
        400
    );
}

#[test]
fn a_stored_game_is_told_with_the_name_of_its_file() {
    let folder = folder();
    let server = Server::start(folder.path());
    server.post("/api/seat", &json!({ "name": "Anna" }));
    let white = json!({ "color": "white", "level": { "elo": 800 } });
    begin(&server, &white);
    server.play("e4");
    // An unfinished game is in the log alone.
    let left = server.post("/api/game/new", &white).json();
    let told = |file: &str| json!({ "kind": "stored", "file": file, "waits": false });
    assert_eq!(left["notice"], told("games.db.played.pgn"));
    server.play("e4");
    let over = server.act("resign", &[]).json();
    assert_eq!(over["notice"], told("games.db"));
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "State", &over);
}

#[test]
fn a_game_belongs_to_who_began_it() {
    let folder = folder();
    let mut server = Server::start(folder.path());
    let seat = |server: &Server, name: Option<&str>| {
        let answer = server.post("/api/seat", &json!({ "name": name }));
        assert_eq!(answer.status, 200);
        answer.json()["game"]["player"].clone()
    };
    let log = || {
        let text = std::fs::read_to_string(folder.path().join("games.db.played.pgn"));
        let text = text.unwrap_or_default();
        ["Anna", "Ben"].map(|name| text.matches(&format!("[White \"{name}\"]")).count())
    };
    let white = json!({ "color": "white", "level": { "elo": 800 } });
    // Before the first move the game is that of whoever sits there.
    begin(&server, &white);
    assert_eq!(seat(&server, Some("Ben")), json!("Ben"));
    assert_eq!(seat(&server, Some("Anna")), json!("Anna"));
    server.play("e4");
    assert_eq!(seat(&server, Some("Ben")), json!("Anna"));
    kill(&mut server.child);
    let server = Server::start(folder.path());
    let state = server.state();
    assert_eq!(state["seat"]["name"], json!("Ben"));
    assert_eq!(state["game"]["player"], json!("Anna"));
    let over = server.act("resign", &[]).json();
    assert_eq!(
        (log(), over["notice"]["kind"].clone()),
        ([1, 0], json!("stored"))
    );
    let pgn = String::from_utf8(server.get("/api/game/pgn").body).expect("text");
    assert!(pgn.contains("[White \"Anna\"]"), "{pgn}");
    // Who goes on after the end begins a game of their own, and so does who begins anew.
    let again = server.act("takeback", &[]).json();
    assert_eq!(again["game"]["player"], json!("Ben"));
    begin(&server, &white);
    server.play("e4");
    assert_eq!(seat(&server, None), json!("Ben"));
    server.act("resign", &[]);
    assert_eq!(log(), [1, 1]);
    // A guest's game is not stored, whoever sits there at its end.
    begin(&server, &white);
    server.play("e4");
    assert_eq!(seat(&server, Some("Anna")), json!(null));
    let over = server.act("resign", &[]).json();
    assert_eq!((log(), over["notice"].clone()), ([1, 1], Value::Null));
}

#[test]
fn a_game_that_goes_on_after_its_end_is_another_game() {
    let folder = folder();
    let mut server = Server::start(folder.path());
    server.post("/api/seat", &json!({ "name": "Anna" }));
    let new = json!({ "color": "white", "level": { "elo": 800 }, "match_me": true });
    begin(&server, &new);
    server.play_on(11);
    let log = || {
        let text = std::fs::read_to_string(folder.path().join("games.db.played.pgn"));
        text.expect("a log").matches("[Event ").count()
    };
    let remembered =
        |server: &Server| server.get("/api/opponents").json()["opponents"][0]["games"].clone();
    let level = |state: &Value| state["settings"]["level"]["elo"].clone();
    let over = server.act("resign", &[]).json();
    assert_eq!((log(), level(&over)), (1, json!(740)));
    assert_eq!(remembered(&server), json!(1));
    // Without a move more it is no game, and nothing is stored of it.
    let retry = [("to_ply", json!(4)), ("play_on", json!(true))];
    let again = server.act("takeback", &retry).json();
    assert_eq!(again["game"]["given_plies"], json!(4));
    begin(&server, &json!({ "color": "white" }));
    assert_eq!(log(), 1);
    server.play("e4");
    server.play("a3");
    let over = server.act("resign", &[]).json();
    assert_eq!((log(), level(&over)), (2, json!(680)));
    let again = server.act("takeback", &[("to_ply", json!(2))]);
    assert_eq!(again.status, 200);
    kill(&mut server.child);
    let server = Server::start(folder.path());
    assert_eq!(server.state()["game"]["given_plies"], json!(2));
    server.play("h3");
    let over = server.act("resign", &[]).json();
    assert_eq!(over["notice"]["kind"], json!("stored"), "{over}");
    // It is stored, and a second try changes neither the level nor what is remembered.
    assert_eq!((log(), level(&over)), (3, json!(680)));
    assert_eq!(remembered(&server), json!(1));
}

#[test]
fn the_level_follows_the_results_if_it_is_told_to() {
    let folder = folder();
    let server = Server::start(folder.path());
    let level = |state: &Value| state["settings"]["level"]["elo"].as_i64();
    let state = begin(
        &server,
        &json!({ "level": { "elo": 1500 }, "match_me": true }),
    );
    assert_eq!(level(&state), Some(1500));
    server.play("e4");
    server.act("resign", &[]);
    wait_until("the level has moved", || {
        level(&server.state()) == Some(1440)
    });
    server.post("/api/game/level", &json!({ "match_me": false }));
    begin(&server, &json!({}));
    server.play("e4");
    server.act("resign", &[]);
    let adapted = server
        .post("/api/game/adapt", &json!({ "adapts": false }))
        .json();
    assert_eq!(
        (level(&adapted), adapted["aim"]["adapts"].clone()),
        (Some(1440), json!(false))
    );
}
