//! The server is held to `openapi.json`, which it hands out.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::Server;
use super::schema::Validator;
use crate::support::folder;

#[track_caller]
pub fn assert_valid(description: &Value, name: &str, answer: &Value) {
    let mut validator = Validator::new(description);
    validator.check(name, answer);
    assert!(validator.wrong.is_empty(), "{:#?}", validator.wrong);
}

#[test]
fn answers_are_as_they_are_described() {
    let folder = folder();
    let server = Server::start(folder.path());
    let description = server.get("/api/openapi.json").json();
    let valid = |name: &str, answer: &Value| assert_valid(&description, name, answer);
    for (path, name) in [
        ("/api/state", "State"),
        ("/api/levels", "Levels"),
        ("/api/opponents", "Opponents"),
        ("/api/about", "About"),
        ("/api/runs", "RunList"),
    ] {
        valid(name, &server.get(path).json());
    }
    let time = json!({ "base_seconds": 60.0, "increment_seconds": 1.0, "moves": 40 });
    let new = json!({ "color": "random", "level": { "elo": null }, "time": time, "adapts": true,
        "match_me": true, "openings": "initial" });
    valid("NewCommand", &new);
    valid("State", &server.post("/api/game/new", &new).json());
    valid(
        "State",
        &server
            .post(
                "/api/game/new",
                &json!({ "color": "white", "level": { "elo": 800 } }),
            )
            .json(),
    );
    valid(
        "State",
        &server.post("/api/seat", &json!({ "name": "Anna" })).json(),
    );
    for _ in 0..3 {
        let first = server.state()["game"]["legal"][0]["uci"].clone();
        valid("State", &server.play(first.as_str().expect("a move")));
    }
    valid(
        "State",
        &server.act("hint", &[("level", json!("idea"))]).json(),
    );
    let coach = json!({ "coach": true });
    valid("CoachCommand", &coach);
    valid("State", &server.post("/api/game/coach", &coach).json());
    let blunder = json!({ "text": "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1" });
    let game = server.state()["game"].clone();
    server.post("/api/game/load", &blunder);
    let warned = server.play("Qxd8+");
    assert!(warned["game"]["warning"].is_object(), "{warned}");
    valid("State", &warned);
    valid("State", &server.act("insist", &[]).json());
    let on = json!({ "text": game["fen"] });
    valid("State", &server.post("/api/game/load", &on).json());
    valid("State", &server.act("draw", &[]).json());
    valid("State", &server.act("resign", &[]).json());
    let over = server.act("resign", &[]);
    valid("Problem", &over.json());
    valid("State", &server.state());
    valid("Problem", &server.get("/api/nowhere").json());
    let none = server.request("GET", "/api/state", &server.host(), b"");
    valid("Problem", &none.json());
    for time in [
        json!({ "move_seconds": 5.0 }),
        json!({ "kind": "delay", "base_seconds": 60.0, "increment_seconds": 3.0 }),
        json!({ "kind": "bronstein", "base_seconds": 60.0, "increment_seconds": 3.0 }),
        json!({ "kind": "hourglass", "base_seconds": 60.0, "engine_base_seconds": 30.0 }),
        json!({ "base_seconds": 5400.0, "moves": 40, "rest_seconds": 1800.0, "increment_seconds": 30.0 }),
    ] {
        let new = json!({ "color": "white", "time": time });
        valid("NewCommand", &new);
        let begun = server.post("/api/game/new", &new);
        assert_eq!(begun.status, 200, "{time}");
        valid("State", &begun.json());
        valid("State", &server.play("e4"));
    }
}

/// A validator that finds nothing wrong with anything would be no test.
#[test]
fn what_is_not_as_described_is_found() {
    let folder = folder();
    let server = Server::start(folder.path());
    let description = server.get("/api/openapi.json").json();
    let state = server.state();
    for (place, wrong) in [
        ("/version", json!(-1)),
        ("/version", json!("1")),
        ("/settings/color", json!("green")),
        ("/settings/level/elo", json!(100)),
        ("/seat/more", json!(1)),
        ("/game", json!({})),
    ] {
        let mut changed = state.clone();
        let (above, key) = place.rsplit_once('/').expect("a place");
        changed.pointer_mut(above).expect("an object")[key] = wrong;
        let mut validator = Validator::new(&description);
        validator.check("State", &changed);
        assert!(!validator.wrong.is_empty(), "{place}");
    }
}

/// Every described path and method is served, and no other method is.
#[test]
fn the_described_paths_are_those_that_there_are() {
    let folder = folder();
    let server = Server::start(folder.path());
    let description = server.get("/api/openapi.json").json();
    let paths = description["paths"].as_object().expect("paths");
    for (path, methods) in paths.iter().filter(|(path, _)| *path != "/api/events") {
        let described: BTreeSet<&str> = methods
            .as_object()
            .expect("methods")
            .keys()
            .map(String::as_str)
            .collect();
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let path = &path.replace("{id}", "0").replace("{name}", "0");
            let answer = server.request(method, path, &server.known(), b"");
            // Behind a path with an id that nothing has, too, somebody answers.
            let is_found = answer.status != 404 || answer.json()["code"] != json!("not_found");
            let is_served = is_found && answer.status != 405;
            let is_described = described.contains(method.to_lowercase().as_str());
            assert_eq!(
                is_served, is_described,
                "{method} {path}: {}",
                answer.status
            );
        }
    }
    assert_eq!(description["openapi"], json!("3.1.0"));
    let source = include_str!("../../../src/serve/routes.rs");
    let routed = source.matches(".route(\"").count();
    assert_eq!(routed, paths.len());
}
