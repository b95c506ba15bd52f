//! What the engine says of a game: reasons, evaluations, the opening's name, the coach's warnings, the review.

use serde_json::{Value, json};

use super::client::{Server, moves};
use super::description::assert_valid;
use crate::support::{folder, kill, number, wait_until};

fn load(server: &Server, text: &str) -> Value {
    let body = json!({ "text": text, "human": "white" });
    let loaded = server.post("/api/game/load", &body);
    assert_eq!(loaded.status, 200, "{}", loaded.json());
    server.answered()
}

#[test]
fn each_state_says_why_what_it_is_worth_and_how_the_opening_is_called() {
    let folder = folder();
    let server = Server::start(folder.path());
    let new = json!({ "color": "white", "level": { "elo": 1000 }, "openings": "initial" });
    let state = server.post("/api/game/new", &new).json();
    assert_eq!(state["aim"]["why"]["kind"], json!("expectation"));
    assert_eq!(state["aim"]["why"]["seen_moves"], json!(false));
    assert_eq!(state["game"]["opening"], Value::Null);
    let state = server.play("e4");
    assert_eq!(state["aim"]["why"]["seen_moves"], json!(true));
    assert_eq!(state["game"]["moves"][0]["evaluation"], Value::Null);
    let evaluation = &state["game"]["moves"][1]["evaluation"];
    assert!(
        evaluation["cp"].is_i64() != evaluation["mate"].is_i64(),
        "{evaluation}"
    );
    let name = state["game"]["opening"]["name"].as_str().expect("a name");
    let eco = state["game"]["opening"]["eco"].as_str().expect("a code");
    assert!(!name.is_empty() && eco.len() == 3, "{eco} {name}");
    let fixed = server
        .post("/api/game/adapt", &json!({ "adapts": false }))
        .json();
    assert_eq!(fixed["aim"]["why"]["kind"], json!("chosen"));
    // A queen ahead is said from White's view, whoever plays it.
    let loaded = load(&server, "3qk3/8/8/8/8/8/8/4K3 w - - 0 1");
    server.play(loaded["game"]["legal"][0]["uci"].as_str().expect("a move"));
    let worth = server.state()["game"]["moves"][1]["evaluation"].clone();
    assert!(
        worth["cp"].as_i64().is_some_and(|cp| cp < -300)
            || worth["mate"].as_i64().is_some_and(|mate| mate < 0),
        "{worth}"
    );
}

#[test]
fn by_the_likeliest_style_the_engine_has_an_objective_and_says_what_it_would_have_played() {
    let folder = folder();
    let mut server = Server::start(folder.path());
    let new = json!({ "color": "white", "level": { "elo": 2000 }, "openings": "initial" });
    server.post("/api/game/new", &new);
    let adapt = |server: &Server, how: Value| server.post("/api/game/adapt", &how).json();
    let state = adapt(&server, json!({ "adapts": true, "rule": "style" }));
    assert_eq!(state["settings"]["rule"], json!("style"));
    assert_eq!(state["aim"]["why"]["kind"], json!("thesis"));
    server.play("e4");
    let mut state = server.answered();
    wait_until("the other move is known", || {
        state = server.state();
        !state["aim"]["otherwise"].is_null()
    });
    let aim = &state["aim"];
    let played = state["game"]["moves"][1]["uci"].as_str().expect("a move");
    assert_eq!(aim["squares"], json!([&played[..2], &played[2..4]]));
    assert_eq!(aim["neutral"], json!(false));
    assert_ne!(aim["target"], json!("middle"));
    assert_valid(&server.get("/api/openapi.json").json(), "State", &state);
    // Switched off and on again, and after a kill, the rule is the same.
    let off = adapt(&server, json!({ "adapts": false }));
    assert_eq!(off["aim"]["why"]["kind"], json!("chosen"));
    adapt(&server, json!({ "adapts": true }));
    kill(&mut server.child);
    let server = Server::start(folder.path());
    assert_eq!(server.state()["aim"]["why"]["kind"], json!("thesis"));
    let measured = adapt(&server, json!({ "adapts": true, "rule": "measured" }));
    assert_eq!(measured["aim"]["why"]["kind"], json!("expectation"));
}

/// The queen takes a guarded rook and is lost, which leaves two bare kings.
const QUEEN_OR_DRAW: &str = "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1";

#[test]
fn the_coach_warns_of_a_blunder_and_the_user_decides() {
    let folder = folder();
    let server = Server::start(folder.path());
    load(&server, QUEEN_OR_DRAW);
    let without = server.play("Qxd8+");
    assert_eq!(without["game"]["warning"], Value::Null, "it is off");
    assert_eq!(
        server
            .post("/api/game/coach", &json!({ "coach": true }))
            .json()["settings"]["coach"],
        json!(true)
    );
    load(&server, QUEEN_OR_DRAW);
    let warned = server.play("Qxd8+");
    let warning = &warned["game"]["warning"];
    assert_eq!(
        (moves(&warned["game"]), warning["san"].clone()),
        (1, json!("Qxd8+"))
    );
    assert_eq!(warning["reply"]["san"], json!("Kxd8"));
    assert!(number(warning, "lost") >= 0.15, "{warning}");
    let back = server.act("takeback", &[]).json();
    assert_eq!(
        (moves(&back["game"]), back["game"]["warning"].clone()),
        (0, Value::Null)
    );
    // A sound move is answered at once, and a blunder if the user insists.
    let sound = server.play("Qa4+");
    assert_eq!(moves(&sound["game"]), 2, "{}", sound["game"]["warning"]);
    server.act("takeback", &[]);
    server.play("Qxd8+");
    assert_eq!(server.act("insist", &[]).status, 200);
    let insisted = server.answered();
    assert_eq!(
        (
            moves(&insisted["game"]),
            insisted["game"]["warning"].clone()
        ),
        (2, Value::Null)
    );
    // With a clock nobody waits for a warning.
    let timed =
        json!({ "text": QUEEN_OR_DRAW, "human": "white", "time": { "base_seconds": 60.0 } });
    server.post("/api/game/load", &timed);
    let timed = server.play("Qxd8+");
    assert_eq!(moves(&timed["game"]), 2);
}

#[track_caller]
fn reviewed(server: &Server) -> Value {
    let mut review = Value::Null;
    wait_until("the game is reviewed", || {
        review = server.state()["game"]["review"].clone();
        !review.is_null() && review["done"] == review["of"]
    });
    review
}

#[test]
fn a_finished_game_is_reviewed_also_after_the_server_was_killed() {
    let folder = folder();
    let mut server = Server::start(folder.path());
    load(&server, "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(server.state()["game"]["review"], Value::Null);
    server.play("Ra8");
    let review = reviewed(&server);
    assert_eq!(review["moves"][0]["white"], json!(1.0));
    assert_eq!(review["moves"][0]["quality"], json!("sound"));
    assert_eq!(review["turning_point"], Value::Null);
    // The fool's mate turned with its second move.
    server.post("/api/game/level", &json!({ "level": { "elo": null } }));
    let fool = "[Event \"x\"]\n\n1. f3 e5 *\n";
    load(&server, fool);
    let over = server.play("g4");
    assert_eq!(over["game"]["result"]["termination"], json!("checkmate"));
    let review = reviewed(&server);
    assert_eq!(review["turning_point"], json!(3), "{review}");
    let turning = &review["moves"][2];
    assert_eq!(turning["quality"], json!("blunder"));
    assert!(turning["better"]["san"].is_string(), "{turning}");
    kill(&mut server.child);
    let file = folder.path().join("games.db.serve.json");
    let text = std::fs::read_to_string(&file).expect("a state");
    // As a version before the coach wrote it.
    let mut old: Value = serde_json::from_str(&text).expect("JSON");
    old["settings"]
        .as_object_mut()
        .expect("settings")
        .remove("coach");
    for one in old["game"]["moves"].as_array_mut().expect("moves") {
        one.as_object_mut().expect("a move").remove("evaluation");
    }
    std::fs::write(&file, old.to_string()).expect("written");
    server = Server::start(folder.path());
    assert_eq!(reviewed(&server)["turning_point"], json!(3));
    // Retry this moment: the position before the move, with the user to play.
    let retried = server
        .act(
            "takeback",
            &[("to_ply", json!(2)), ("play_on", json!(true))],
        )
        .json();
    assert_eq!(
        (moves(&retried["game"]), retried["game"]["review"].clone()),
        (2, Value::Null)
    );
}
