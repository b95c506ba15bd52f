//! Openings of the games: what the user meets, and what a remembered opponent plays.

use std::path::Path;

use bayeschess::store::{Access, ForgetGames, Store};
use serde_json::{Value, json};

use super::client::{Server, without_age};
use super::description::assert_valid;
use super::games::begin;
use crate::support::{bayeschess, folder, kill};

/// Moves that follow all openings below.
const REST: &str =
    "3. Bg2 Bg7 4. Bf1 Bf8 5. Bg2 Bg7 6. Bf1 Bf8 7. Bg2 Bg7 8. Bf1 Bf8 9. Bg2 Bg7 10. Bf1 Bf8";

/// Lets the database learn two games of Kara against others.
fn learn(folder: &Path, [as_white, as_black]: [&str; 2]) {
    let games = format!(
        "[White \"Kara\"]\n[Black \"Other\"]\n\n{as_white} {REST} 1-0\n\n\
         [White \"Other\"]\n[Black \"Kara\"]\n\n{as_black} {REST} 0-1\n"
    );
    std::fs::write(folder.join("kara.pgn"), games).expect("written");
    let learn = ["opponent", "learn", "kara.pgn", "--player", "Kara"];
    bayeschess(folder)
        .args(learn)
        .args(["--db", "games.db"])
        .assert()
        .success();
}

fn played(game: &Value) -> Vec<&str> {
    let moves = game["moves"].as_array().expect("moves");
    moves
        .iter()
        .map(|played| played["uci"].as_str().expect("a move"))
        .collect()
}

/// A new game with the openings of the person of that name.
fn of(name: &str, kind: &str, color: &str) -> Value {
    let opponent = json!({ "name": name, "origin": "", "kind": kind });
    json!({ "color": color, "openings": "opponent", "openings_of": opponent })
}

#[test]
fn the_engine_plays_the_openings_that_the_user_meets() {
    let folder = folder();
    learn(folder.path(), ["1. d4 Na6 2. g3 g6", "1. Nh3 e5 2. g3 g6"]);
    let server = Server::start(folder.path());
    server.post("/api/seat", &json!({ "name": "Kara" }));
    let settings = |color: &str| json!({ "color": color, "openings": "met" });
    let state = begin(&server, &settings("black"));
    assert_eq!(played(&state["game"]), ["g1h3"]);
    assert_eq!(state["settings"]["openings"], json!("met"));
    begin(&server, &settings("white"));
    server.play("d4");
    assert_eq!(played(&server.answered()["game"]), ["d2d4", "b8a6"]);
    // What the games do not know is played from the book.
    begin(&server, &settings("white"));
    server.play("e4");
    let state = server.answered();
    assert_eq!(state["game"]["moves"][1]["by"], json!("book"), "{state}");
}

#[test]
fn the_engine_plays_the_openings_of_a_remembered_opponent() {
    let folder = folder();
    learn(folder.path(), ["1. Nh3 e5 2. g3 g6", "1. d4 Na6 2. g3 g6"]);
    let mut server = Server::start(folder.path());
    let description = server.get("/api/openapi.json").json();
    server.post("/api/seat", &json!({ "name": "Anna" }));
    let card = server.get("/api/opponents").json()["opponents"][0].clone();
    assert_eq!(card["opening_games"], json!({ "white": 1, "black": 1 }));
    // Capitals do not count in names.
    let new = of("kara", "human", "black");
    assert_valid(&description, "NewCommand", &new);
    let state = begin(&server, &new);
    assert_valid(&description, "State", &state);
    assert_eq!(played(&state["game"]), ["g1h3"]);
    assert_eq!(state["settings"]["openings_of"], new["openings_of"]);
    // The next game has the same openings if nothing else is said, also after a restart.
    kill(&mut server.child);
    let server = Server::start(folder.path());
    begin(&server, &json!({ "color": "white" }));
    server.play("d4");
    assert_eq!(played(&server.answered()["game"]), ["d2d4", "b8a6"]);
    begin(&server, &json!({}));
    server.play("e4");
    let state = server.answered();
    assert_eq!(state["game"]["moves"][1]["by"], json!("book"), "{state}");
    // Who goes on with the other side meets the other side of the openings.
    begin(&server, &json!({ "color": "black" }));
    let first = [("to_ply", json!(0)), ("play_on", json!(true))];
    assert_eq!(server.act("takeback", &first).status, 200);
    server.play("d4");
    assert_eq!(played(&server.answered()["game"]), ["d2d4", "b8a6"]);
    // Another choice drops the name.
    let varied = begin(&server, &json!({ "openings": "varied" }));
    assert_eq!(varied["settings"]["openings_of"], json!(null));
}

#[test]
fn who_is_not_remembered_has_no_openings() {
    let folder = folder();
    learn(folder.path(), ["1. Nh3 e5 2. g3 g6", "1. d4 Na6 2. g3 g6"]);
    let server = Server::start(folder.path());
    let description = server.get("/api/openapi.json").json();
    let refuses = |server: &Server, new: &Value| {
        let before = server.state();
        let refused = server.post("/api/game/new", new);
        let code = refused.json()["code"].clone();
        assert_eq!((refused.status, code), (404, json!("no_openings")), "{new}");
        assert_valid(&description, "Problem", &refused.json());
        assert_eq!(without_age(server.state()), without_age(before));
    };
    refuses(&server, &json!({ "openings": "opponent" }));
    refuses(&server, &of("Nobody", "human", "black"));
    // A program of the same name is somebody else.
    refuses(&server, &of("Kara", "computer", "black"));
    begin(&server, &of("Kara", "unknown", "black"));
    // A program of somebody else forgets her beside the page.
    let database = folder.path().join("games.db");
    let mut store = Store::open(&database, Access::Share).expect("opened");
    let forgotten = store.forget_opponent("Kara", ForgetGames::Rename);
    assert_eq!(forgotten.expect("forgotten").remembered, 2);
    store.close().expect("closed");
    refuses(&server, &json!({ "color": "white" }));
    // The next start drops the name, and the game goes on.
    drop(server);
    let server = Server::start(folder.path());
    let state = server.state();
    assert_eq!(state["settings"]["openings"], json!("varied"));
    assert_eq!(state["settings"]["openings_of"], json!(null));
    assert_eq!(played(&state["game"]), ["g1h3"]);
    begin(&server, &json!({ "color": "white" }));
}
