//! The engine's level: each game keeps its own, and under "match me" the next one follows the result.

use std::fs;

use bayeschess::identity::today;
use serde_json::{Value, json};

use super::client::Server;
use super::description::assert_valid;
use crate::support::{folder, kill};

fn begin(server: &Server, body: &Value) {
    let answer = server.post("/api/game/new", body);
    assert_eq!(answer.status, 200, "{}", answer.json());
}

/// The levels of the current game and of the next.
fn levels(state: &Value) -> (Option<i64>, Option<i64>) {
    let elo = |of: &Value| of["level"]["elo"].as_i64();
    (elo(&state["game"]), elo(&state["settings"]))
}

fn pgn(server: &Server) -> String {
    String::from_utf8(server.get("/api/game/pgn").body).expect("text")
}

#[test]
fn a_game_keeps_its_level_when_the_next_one_has_another() {
    let folder = folder();
    let mut server = Server::start(folder.path());
    let new = json!({ "color": "white", "level": { "elo": 1400 }, "match_me": true });
    begin(&server, &new);
    server.play("e4");
    // Said with the end, not after it: a page that tells of both levels must not tell of the old one first.
    let over = server.act("resign", &[]).json();
    assert_eq!(levels(&over), (Some(1400), Some(1340)));
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "State", &server.state());
    let text = pgn(&server);
    assert!(
        text.contains("[Black \"BayesChess, level 1400\"]"),
        "{text}"
    );
    assert!(text.contains(&format!("[Date \"{}\"]", today())), "{text}");
    server.post("/api/game/level", &json!({ "level": { "elo": 1450 } }));
    assert_eq!(levels(&server.state()), (Some(1400), Some(1450)));
    kill(&mut server.child);
    let server = Server::start(folder.path());
    assert_eq!(levels(&server.state()), (Some(1400), Some(1450)));
    assert_eq!(pgn(&server), text);
    begin(&server, &json!({}));
    assert_eq!(levels(&server.state()), (Some(1450), Some(1450)));
    // In a game that goes on the user may change it.
    server.post("/api/game/level", &json!({ "level": { "elo": 900 } }));
    assert_eq!(levels(&server.state()), (Some(900), Some(900)));
}

#[test]
fn pasted_games_do_not_change_the_level() {
    let folder = folder();
    let server = Server::start(folder.path());
    let new = json!({ "color": "white", "level": { "elo": 1400 }, "match_me": true });
    begin(&server, &new);
    for (text, reply) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8"),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6", "Qxf7"),
    ] {
        let body = json!({ "text": text, "human": "white" });
        assert_eq!(server.post("/api/game/load", &body).status, 200);
        let won = server.play(reply);
        assert_eq!(won["game"]["result"]["score"], json!("1-0"), "{won}");
        assert_eq!(levels(&won), (Some(1400), Some(1400)), "{text}");
    }
}

#[test]
fn a_game_saved_by_an_earlier_version_is_read() {
    let folder = folder();
    let mut server = Server::start(folder.path());
    begin(
        &server,
        &json!({ "color": "white", "level": { "elo": 1230 } }),
    );
    server.play("e4");
    kill(&mut server.child);
    let file = folder.path().join("games.db.serve.json");
    let mut saved: Value = serde_json::from_slice(&fs::read(&file).expect("saved")).expect("JSON");
    let game = saved["game"].as_object_mut().expect("a game");
    assert!(game.remove("level").is_some() && game.remove("date").is_some());
    fs::write(&file, saved.to_string()).expect("written");
    let server = Server::start(folder.path());
    let state = server.state();
    assert_eq!(levels(&state), (Some(1230), Some(1230)));
    assert_eq!(state["game"]["moves"].as_array().map(Vec::len), Some(2));
    let text = pgn(&server);
    assert!(text.contains("[Date \"????.??.??\"]"), "{text}");
}
