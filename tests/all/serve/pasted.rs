//! Games that are pasted with a result, and texts of several games.

use serde_json::{Value, json};

use super::client::{Server, moves};
use super::description::assert_valid;
use super::games::begin;
use crate::support::{folder, kill, wait_until};

fn load(server: &Server, text: &str, human: &str) -> Value {
    let body = json!({ "text": text, "human": human });
    let loaded = server.post("/api/game/load", &body);
    assert_eq!(loaded.status, 200, "{}", loaded.json());
    loaded.json()
}

fn pgn(server: &Server) -> String {
    String::from_utf8(server.get("/api/game/pgn").body).expect("text")
}

#[test]
fn a_pasted_game_ends_as_it_had_ended() {
    let folder = folder();
    let server = Server::start(folder.path());
    let description = server.get("/api/openapi.json").json();
    for (text, score, told) in [
        ("1. e4 e5 0-1", "0-1", "Black won."),
        ("[Result \"1-0\"]\n\n1. e4 e5 *", "1-0", "White won."),
        (
            "[Termination \"Time forfeit\"]\n\n1. e4 e5 1-0",
            "1-0",
            "White won: time is up.",
        ),
        (
            "[Termination \"adjudication\"]\n\n1. e4 e5 1-0",
            "1-0",
            "White won: adjudicated.",
        ),
        ("1. e4 e5 1/2-1/2", "1/2-1/2", "The game is drawn."),
        ("1. f3 e5 2. g4 Qh4#", "0-1", "Black won: checkmate."),
        (
            "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
            "1-0",
            "White won: checkmate.",
        ),
    ] {
        for human in ["white", "black"] {
            let state = load(&server, text, human);
            let result = &state["game"]["result"];
            let expected = (json!(score), json!(told), json!(true));
            let found = (
                result["score"].clone(),
                result["text"].clone(),
                result["given"].clone(),
            );
            assert_eq!(found, expected, "{text}");
            assert_eq!(state["game"]["legal"], json!([]), "{text}");
            assert_valid(&description, "State", &state);
            let written = pgn(&server);
            assert!(written.trim_end().ends_with(score), "{written}");
        }
    }
    // A user who resigns a pasted game, or before a move of their own, has lost to the engine.
    load(&server, "1. e4 e5 *", "white");
    let in_pasted = server.act("resign", &[]).json();
    begin(&server, &json!({ "color": "white" }));
    for resigned in [in_pasted, server.act("resign", &[]).json()] {
        let result = &resigned["game"]["result"];
        assert_eq!(result["text"], json!("BayesChess wins: resignation."));
        assert_eq!(result["given"], json!(false));
    }
}

#[test]
fn a_pasted_game_with_a_result_is_reviewed_copied_and_gone_on_with_but_not_counted() {
    const GAME: &str = "[Event \"Club\"]\n[Date \"2024.05.01\"]\n[White \"Ben\"]\n[Black \"Anna\"]\n\
                        [Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 g6 1-0\n";
    let folder = folder();
    let mut server = Server::start(folder.path());
    server.post("/api/seat", &json!({ "name": "Anna" }));
    let new = json!({ "color": "white", "level": { "elo": 800 }, "match_me": true });
    begin(&server, &new);
    let over = load(&server, GAME, "black");
    assert_eq!(over["settings"]["level"]["elo"], json!(800));
    assert_eq!(over["notice"], Value::Null);
    wait_until("the game is reviewed", || {
        let review = server.state()["game"]["review"].clone();
        review["done"] == json!(6) && review["of"] == json!(6)
    });
    let written = pgn(&server);
    for part in [
        "[Event \"Club\"]",
        "[Date \"2024.05.01\"]",
        "[White \"Ben\"]\n[Black \"Anna\"]\n[Result \"1-0\"]",
        "3. Qh5 g6 1-0",
    ] {
        assert!(written.contains(part), "without {part}: {written}");
    }
    kill(&mut server.child);
    let server = Server::start(folder.path());
    assert_eq!(server.state()["game"]["result"], over["game"]["result"]);
    assert_eq!(pgn(&server), written);
    // What follows is another game, with the moves before as given ones.
    let on = [("to_ply", json!(5)), ("play_on", json!(true))];
    let again = server.act("takeback", &on).json();
    assert_eq!(again["game"]["result"], Value::Null);
    assert_ne!(again["game"]["id"], over["game"]["id"]);
    assert_eq!(
        (moves(&again["game"]), again["game"]["given_plies"].clone()),
        (5, json!(5))
    );
    assert!(pgn(&server).contains("[Black \"Anna\"]\n[Result \"*\"]"));
    let next = begin(&server, &json!({ "color": "white" }));
    assert_eq!(next["settings"]["level"]["elo"], json!(800));
    assert_eq!(next["notice"], Value::Null);
    assert!(!folder.path().join("games.db.played.pgn").exists());
    assert_eq!(
        server.get("/api/opponents").json()["opponents"],
        json!([]),
        "nothing is remembered"
    );
}

#[test]
fn of_several_games_the_first_is_opened_and_their_number_is_told() {
    let folder = folder();
    let server = Server::start(folder.path());
    let three = "1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 0-1\n\n1. e4 Ke7 *\n";
    let state = load(&server, three, "white");
    assert_eq!(moves(&state["game"]), 3);
    let notice = json!({ "kind": "first_of_games", "games": 3 });
    assert_eq!(state["notice"], notice);
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "State", &state);
    assert_eq!(load(&server, "1. e4 e5 *", "white")["notice"], Value::Null);
}
