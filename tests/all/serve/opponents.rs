//! The opponents' cards, as the server shows and changes them.

use std::fs;
use std::path::Path;

use bayeschess::opponent::LEAST_MOVES;
use serde_json::{Value, json};

use super::client::Server;
use super::description::assert_valid;
use crate::opponents::{known_on_a_server, opponent, pgn, said, session};
use crate::support::{Scratch, bayeschess, folder};

fn remember(folder: &Path, names: &[&str]) {
    for name in names {
        said(folder, "uci", &session(&format!("none none human {name}")));
    }
}

fn cards(server: &Server) -> Vec<Value> {
    let listed = server.get("/api/opponents").json();
    listed["opponents"].as_array().expect("a list").clone()
}

fn names(server: &Server) -> Vec<String> {
    let mut names: Vec<String> = cards(server)
        .iter()
        .filter_map(|card| card["name"].as_str().map(str::to_owned))
        .collect();
    names.sort();
    names
}

fn id(server: &Server, name: &str) -> i64 {
    let cards = cards(server);
    let card = cards.iter().find(|card| card["name"] == json!(name));
    card.and_then(|card| card["id"].as_i64()).expect("a card")
}

#[test]
fn cards_tell_what_the_command_line_tells() {
    let folder = folder();
    remember(folder.path(), &["Anna", "Ben"]);
    let server = Server::start(folder.path());
    let description = server.get("/api/openapi.json").json();
    let listed = server.get("/api/opponents").json();
    assert_valid(&description, "Opponents", &listed);
    assert_eq!(listed["least_moves"], json!(LEAST_MOVES));
    let told = bayeschess(folder.path())
        .args(["opponent", "list", "--db", "games.db", "--json"])
        .output()
        .expect("ran");
    assert_eq!(
        listed["opponents"],
        crate::support::parsed(&told.stdout)["opponents"]
    );
    let anna = id(&server, "Anna");
    let details = server.get(&format!("/api/opponents/{anna}")).json();
    assert_valid(&description, "OpponentDetails", &details);
    assert_eq!(
        details["by_opening"]["1. e4 e5"]["games"],
        json!(1),
        "{details}"
    );
    let told = bayeschess(folder.path())
        .args(["opponent", "show", "Anna", "--db", "games.db", "--json"])
        .output()
        .expect("ran");
    assert_eq!(
        details,
        crate::support::parsed(&told.stdout)["opponents"][0]
    );
    // The export is the file that the command reads.
    let export = server.get(&format!("/api/opponents/{anna}/export"));
    assert_valid(&description, "MemoryFile", &export.json());
    let disposition = export.header("content-disposition").expect("a name");
    assert_eq!(
        disposition,
        "attachment; filename=\"opponent-Anna.json\"; filename*=UTF-8''opponent-Anna.json"
    );
    fs::write(folder.path().join("out.json"), &export.body).expect("written");
    let import = ["opponent", "import", "out.json", "--db", "other.db"];
    bayeschess(folder.path()).args(import).assert().success();
}

#[test]
fn opponents_are_renamed_and_merged() {
    let folder = folder();
    remember(folder.path(), &["Anna", "Ben", "anna_k"]);
    let server = Server::start(folder.path());
    let anna = id(&server, "Anna");
    let rename = |id: i64, name: &str| {
        server.post(
            &format!("/api/opponents/{id}/rename"),
            &json!({ "name": name }),
        )
    };
    for (name, status, code) in [
        ("ben", 409, "name_taken"),
        ("  ", 400, "empty_name"),
        ("?", 400, "empty_name"),
    ] {
        let refused = rename(anna, name);
        assert_eq!(refused.status, status, "{name}");
        assert_eq!(refused.json()["code"], json!(code), "{name}");
    }
    assert_eq!(rename(4711, "Carl").status, 404);
    // The old name is a spelling of the new one, and back again.
    assert_eq!(rename(anna, " Anna  Karenina").status, 200);
    assert_eq!(names(&server), ["Anna Karenina", "Ben", "anna_k"]);
    assert_eq!(rename(anna, "ANNA").status, 200);
    assert_eq!(names(&server), ["ANNA", "Ben", "anna_k"]);
    let cards = cards(&server);
    let is_renamed = |card: &Value| card["aliases"] == json!(["Anna Karenina"]);
    assert!(cards.iter().any(is_renamed), "{cards:?}");
    let merge = |other: i64| {
        server.post(
            &format!("/api/opponents/{anna}/merge"),
            &json!({ "other": other }),
        )
    };
    assert_eq!(merge(anna).status, 400);
    assert_eq!(merge(4711).status, 404);
    assert_eq!(merge(id(&server, "anna_k")).status, 200);
    assert_eq!(names(&server), ["ANNA", "Ben"]);
    // Games under any spelling are theirs, and the database is whole.
    drop(server);
    remember(folder.path(), &["Anna"]);
    let server = Server::start(folder.path());
    assert_eq!(names(&server), ["ANNA", "Ben"]);
    drop(server);
    let verify = ["db", "verify", "games.db"];
    bayeschess(folder.path()).args(verify).assert().success();
}

#[test]
fn forgetting_wants_the_name_and_leaves_no_trace() {
    let folder = folder();
    let name = "Zsuzsa Forgettable";
    remember(folder.path(), &[name, "Ben"]);
    let server = Server::start(folder.path());
    server.post("/api/seat", &json!({ "name": name }));
    fs::write(folder.path().join("theirs.pgn"), pgn(0..2)).expect("written");
    let learn = ["learn", "theirs.pgn", "--player", "Anna", "--as", name];
    opponent(folder.path(), &learn);
    let of = json!({ "name": name, "origin": "", "kind": "human" });
    let new = json!({ "color": "white", "openings": "opponent", "openings_of": of });
    let state = server.post("/api/game/new", &new);
    assert_eq!(state.json()["game"]["player"], json!(name));
    server.play("e4");
    assert_eq!(server.state()["seat"]["name"], json!(name));
    // A pasted game keeps its tags.
    let theirs = format!("[White \"{name}\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
    let loaded = server.post("/api/game/load", &json!({ "text": theirs }));
    assert_eq!(loaded.json()["game"]["result"]["score"], json!("1-0"));
    let card = id(&server, name);
    let forget = |name: &str| {
        let command = json!({ "name": name, "delete_games": false });
        server.post(&format!("/api/opponents/{card}/forget"), &command)
    };
    for wrong in ["", "Ben", "Zsuzsa"] {
        let refused = forget(wrong);
        assert_eq!(refused.status, 422, "{wrong}");
        assert_eq!(refused.json()["code"], json!("not_confirmed"));
    }
    assert_eq!(names(&server), ["Ben", name]);
    let done = forget(name);
    assert_eq!(done.status, 200, "{}", done.json());
    assert_eq!(names(&server), ["Ben"]);
    assert_eq!(server.state()["seat"]["name"], json!(null));
    assert_eq!(server.state()["seat"]["asked"], json!(true));
    assert_eq!(server.state()["game"]["player"], json!(null));
    assert_eq!(server.state()["settings"]["openings"], json!("varied"));
    drop(server);
    assert_nowhere(folder.path(), "Zsuzsa");
}

#[test]
fn forgetting_a_namesake_on_a_server_leaves_who_sits_here() {
    let folder = folder();
    known_on_a_server(folder.path(), "Anna");
    let server = Server::start(folder.path());
    server.post("/api/seat", &json!({ "name": "Anna" }));
    server.post("/api/game/new", &json!({ "color": "white" }));
    server.play("e4");
    let card = id(&server, "Anna");
    let command = json!({ "name": "Anna", "delete_games": false });
    let done = server.post(&format!("/api/opponents/{card}/forget"), &command);
    assert_eq!(done.status, 200, "{}", done.json());
    assert_eq!(names(&server), [""; 0]);
    let state = server.state();
    assert_eq!(state["seat"]["name"], json!("Anna"));
    assert_eq!(state["game"]["player"], json!("Anna"));
}

/// No file of the folder has this name.
fn assert_nowhere(folder: &Path, name: &str) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let bytes = fs::read(&path).expect("a file");
        let found = bytes
            .windows(name.len())
            .any(|part| part == name.as_bytes());
        assert!(!found, "{} still has the name", path.display());
    }
}

#[test]
fn a_terminal_forgets_who_has_a_place_in_the_page() {
    let scratch = Scratch::new(&["opponent"]);
    let folder = scratch.path();
    let name = "Zsuzsa Forgettable";
    let forget = |name| ["forget", name, "--yes", "--db", "games.db"];
    remember(folder, &[name]);
    let server = Server::start(folder);
    server.post("/api/seat", &json!({ "name": name }));
    server.post("/api/game/new", &json!({ "color": "white" }));
    server.play("e4");
    server.answered();
    // The page that is open has the name, and would write it again.
    scratch.refused(&forget(name), "'bayeschess serve'");
    assert_eq!(names(&server), [name]);
    drop(server);
    let forgotten = scratch.json(&forget("zsuzsa forgettable"));
    assert_eq!(forgotten["in_page_state"], json!(true), "{forgotten}");
    assert_nowhere(folder, "Zsuzsa");
    scratch.refused(&forget(name), "Zsuzsa");
    let server = Server::start(folder);
    let state = server.state();
    assert_eq!(state["seat"]["name"], json!(null));
    assert_eq!(state["game"]["player"], json!(null));
    assert!(state["game"]["moves"].as_array().expect("moves").len() >= 2);
    // Who never ended a game stands in the page's state alone.
    server.post("/api/seat", &json!({ "name": "Newcomer" }));
    drop(server);
    let forgotten = scratch.json(&forget("NEWCOMER"));
    assert_eq!(forgotten["games_remembered"], json!(0), "{forgotten}");
    assert_nowhere(folder, "Newcomer");
    // So may a namesake of somebody on a server. Who is meant by number is meant alone.
    known_on_a_server(folder, "Ottilie");
    let server = Server::start(folder);
    server.post("/api/seat", &json!({ "name": "Ottilie" }));
    let card = format!("#{}", id(&server, "Ottilie"));
    drop(server);
    let forgotten = scratch.json(&forget(&card));
    assert_eq!(forgotten["in_page_state"], json!(false), "{forgotten}");
    known_on_a_server(folder, "Ottilie");
    let forgotten = scratch.json(&forget("ottilie"));
    assert_eq!(forgotten["in_page_state"], json!(true), "{forgotten}");
    assert_nowhere(folder, "Ottilie");
}

#[test]
fn who_may_not_ask_changes_nobody() {
    let folder = folder();
    remember(folder.path(), &["Anna"]);
    let server = Server::start(folder.path());
    let anna = id(&server, "Anna");
    let port = server.port;
    let json = "Content-Type: application/json\r\n";
    let (host, known) = (server.host(), server.known());
    for (headers, status) in [
        (format!("{host}{json}"), 403),
        (
            format!("{known}{json}Origin: http://evil.example:{port}\r\n"),
            403,
        ),
        (known.replace("127.0.0.1", "evil.example") + json, 403),
        (known.clone(), 415),
    ] {
        for (what, body) in [
            ("rename", json!({ "name": "Eve" })),
            ("forget", json!({ "name": "Anna", "delete_games": true })),
        ] {
            let path = format!("/api/opponents/{anna}/{what}");
            let body = body.to_string();
            let answer = server.request("POST", &path, &headers, body.as_bytes());
            assert_eq!(answer.status, status, "{what} {headers}");
        }
    }
    assert_eq!(names(&server), ["Anna"]);
}

#[test]
fn an_export_has_the_name_of_the_opponent_and_no_other_path() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), pgn(0..2)).expect("written");
    let known_as = "../García: \\Ana? \"x\"";
    opponent(
        folder.path(),
        &["learn", "a.pgn", "--player", "Anna", "--as", known_as],
    );
    let server = Server::start(folder.path());
    let card = cards(&server)[0]["id"].clone();
    let export = server.get(&format!("/api/opponents/{card}/export"));
    assert_eq!(
        export.header("content-disposition"),
        Some(
            "attachment; filename=\"opponent-Garc_a-Ana-x.json\"; \
             filename*=UTF-8''opponent-Garc%C3%ADa-Ana-x.json"
        )
    );
}

#[test]
fn the_review_says_what_the_memory_says_after_the_game() {
    let folder = folder();
    // Games of 1995, which count less as soon as one of today is there, but are not forgotten over it.
    fs::write(folder.path().join("old.pgn"), pgn(0..30)).expect("written");
    opponent(folder.path(), &["learn", "old.pgn", "--player", "Anna"]);
    let server = Server::start(folder.path());
    server.post("/api/seat", &json!({ "name": "Anna" }));
    let begin = json!({ "color": "white", "level": { "elo": 800 } });
    assert_eq!(server.post("/api/game/new", &begin).status, 200);
    server.answered();
    let state = server.play_on(11);
    let during = state["how_i_see_you"]["axes"][0]["now"].clone();
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "State", &state);
    let history = state["how_i_see_you"]["history"].as_array();
    let history = history.expect("a list");
    assert_eq!(
        history[0]["habits"],
        json!({ "attacking": [], "complicating": [] })
    );
    let is_told = |step: &Value| step["habits"]["attacking"] != json!([]);
    assert!(history.iter().any(is_told), "{history:#?}");
    server.act("resign", &[]);
    let axes = server.state()["how_i_see_you"]["axes"].clone();
    let card = &cards(&server)[0];
    assert_eq!(card["games"], json!(31), "{card}");
    for (place, name) in ["attacking", "complicating"].into_iter().enumerate() {
        assert_eq!(axes[place]["name"], json!(name));
        let (now, remembered) = (&axes[place]["now"], &card["axes"][name]);
        assert_eq!(now["score"], remembered["score"], "{name}");
        assert_eq!(
            now["interval_95"], remembered["score_interval_95"],
            "{name}"
        );
    }
    assert_ne!(axes[0]["now"], during);
    let shown = bayeschess(folder.path())
        .args(["opponent", "show", "Anna", "--db", "games.db"])
        .output()
        .expect("ran");
    let shown = String::from_utf8(shown.stdout).expect("text");
    let ageing = "older games count less, half for every 730 days before the last game, with pauses of a year at most: the 31 games count as 22\n";
    assert!(shown.contains(ageing), "{shown}");
}
