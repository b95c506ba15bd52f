//! Runs that the page starts, stops, continues and extends.

use std::fs;
use std::path::Path;
use std::thread;

use bayeschess::train::Method;
use serde_json::{Value, json};

use super::client::Server;
use super::description::assert_valid;
use super::games::begin;
use crate::support::{bayeschess, folder, kill, wait_until};

fn training(generations: u32) -> Value {
    json!({
        "title": "A short one", "start": "initial", "seed": 1,
        "games": { "number": 8, "nodes": 10 },
        "schedule": { "generations": generations },
        "validation": { "games": 4, "nodes": 10 },
    })
}

pub fn start(server: &Server, kind: &str, name: &str, recipe: &Value) -> Value {
    let command = json!({ "kind": kind, "name": name, "recipe": recipe, "threads": 1 });
    let answer = server.post("/api/runs/start", &command);
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

pub fn details(server: &Server, id: &str) -> Value {
    server.get(&format!("/api/runs/{id}")).json()
}

pub fn id_of(details: &Value) -> String {
    details["run"]["id"].as_str().expect("an id").to_owned()
}

/// Waits until a run has this status and no process works on it.
pub fn wait_for(server: &Server, id: &str, status: &str) -> Value {
    let mut now = Value::Null;
    wait_until(status, || {
        now = details(server, id);
        now["run"]["status"] == json!(status) && now["own"]["is_at_work"] == json!(false)
    });
    now
}

#[test]
fn a_run_goes_on_without_its_server_and_is_stopped_extended_and_finished_by_the_next() {
    let folder = folder();
    let at = folder.path();
    let mut server = Server::start(at);
    let endless = json!({ "games": 1_000_000, "nodes": 20, "alternate": true });
    let begun = start(&server, "selfplay", "mine", &endless);
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "RunDetails", &begun);
    let id = id_of(&begun);
    wait_until("games come", || {
        details(&server, &id)["run"]["games"].as_u64() > Some(3)
    });
    let again = json!({ "kind": "selfplay", "name": "mine", "recipe": endless });
    let taken = server.post("/api/runs/start", &again);
    assert_eq!(taken.json()["code"], json!("run_name_taken"));
    let path = |change: &str| format!("/api/runs/{id}/{change}");
    let busy = server.post(&path("go-on"), &json!({}));
    assert_eq!(
        (busy.status, &busy.json()["code"]),
        (409, &json!("run_at_work"))
    );

    kill(&mut server.child);
    let server = Server::start(at);
    let found = details(&server, &id);
    assert_eq!(found["run"]["status"], json!("running"), "{found}");
    let games = found["run"]["games"].as_u64();
    wait_until("it plays on", || {
        details(&server, &id)["run"]["games"].as_u64() > games
    });
    assert_eq!(server.post(&path("pause"), &json!({})).status, 200);
    let stopped = wait_for(&server, &id, "stopped");
    assert_valid(&description, "RunDetails", &stopped);
    let command = stopped["own"]["command"].as_str().expect("a command");
    assert!(command.starts_with("bayeschess selfplay --db mine/games.db --games 1000000"));
    let idle = server.post(&path("pause"), &json!({}));
    assert_eq!(
        (idle.status, &idle.json()["code"]),
        (409, &json!("run_not_at_work"))
    );
    let less = server.post(&path("extend"), &json!({ "to": 5 }));
    assert_eq!(
        (less.status, &less.json()["code"]),
        (400, &json!("run_not_longer"))
    );

    let played = stopped["run"]["games"].as_u64();
    go_on_from_four_browsers(&server, &path("go-on"));
    wait_until("it goes on", || {
        details(&server, &id)["run"]["games"].as_u64() > played
    });
    assert_eq!(server.post(&path("pause"), &json!({})).status, 200);
    wait_for(&server, &id, "stopped");
}

/// Goes on with a run from four browsers at once, of which one starts it.
fn go_on_from_four_browsers(server: &Server, path: &str) {
    let go_on = || server.post(path, &json!({})).status;
    let mut answers = thread::scope(|scope| {
        let asked = [(); 4].map(|()| scope.spawn(go_on));
        asked.map(|one| one.join().expect("an answer"))
    });
    answers.sort_unstable();
    assert_eq!(answers, [200, 409, 409, 409]);
}

#[test]
fn a_training_is_started_extended_read_and_played_against() {
    let folder = folder();
    let at = folder.path();
    let server = Server::start(at);
    let description = server.get("/api/openapi.json").json();
    let id = id_of(&start(&server, "train", "first", &training(1)));
    let path = |what: &str| format!("/api/runs/{id}/{what}");
    let done = wait_for(&server, &id, "complete");
    assert_eq!(done["own"]["unit"], json!("generations"));
    let extended = server.post(&path("extend"), &json!({ "to": 2 }));
    assert_eq!(extended.status, 200, "{}", extended.json());
    wait_until("two generations", || {
        details(&server, &id)["curve"]["points"][1]["games"] == json!(16)
    });
    let done = wait_for(&server, &id, "complete");
    assert_valid(&description, "RunDetails", &done);

    let tables = server.get(&path("tables")).json();
    assert_valid(&description, "LearnedTables", &tables);
    assert_eq!(
        (&tables["generation"], &tables["generations"]),
        (&json!(2), &json!(2))
    );
    let boards = tables["tables"].as_array().expect("tables");
    let pawns = boards
        .iter()
        .find(|table| table["name"] == json!("white_pawn"));
    let cells = pawns
        .and_then(|table| table["cells"].as_array())
        .map(Vec::len);
    assert!(cells.is_some_and(|cells| cells >= 48), "{cells:?}");
    let history = server.get(&path("parameters/white_pawn_e4")).json();
    assert_valid(&description, "ParameterHistory", &history);
    assert_eq!(history["points"].as_array().map(Vec::len), Some(2));
    for wrong in [
        "tables?generation=9",
        "tables?generation=0",
        "parameters/nothing",
    ] {
        let answer = server.get(&path(wrong));
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (404, &json!("not_learned")),
            "{wrong}"
        );
    }
    assert_eq!(server.get(&path("tables?generation=x")).status, 400);

    let state = server
        .post(&path("play"), &json!({ "generation": 1 }))
        .json();
    assert_valid(&description, "State", &state);
    assert_eq!(state["against"], json!("first, generation 1"));
    assert!(state["game"].is_object());
    drop(server);
    let server = Server::start(at);
    assert_eq!(server.state()["against"], json!("first, generation 1"));
    let usual = server
        .post("/api/game/new", &json!({ "color": "white" }))
        .json();
    assert_eq!(usual["against"], json!(null));
    games_that_are_left_name_their_heuristic(&server, at, &path("play"));

    cut_anywhere(&server, at, &id);
}

#[test]
fn a_run_that_ends_with_an_error_says_so() {
    let folder = folder();
    let at = folder.path();
    let server = Server::start(at);
    let id = id_of(&start(
        &server,
        "match",
        "broken",
        &json!({ "games": 2, "nodes": 10 }),
    ));
    let done = wait_for(&server, &id, "complete");
    assert_eq!(done["own"]["bad_end"], json!(null));
    // The journal is another's now, so that the command refuses it.
    let journal = at.join("broken/match.journal");
    let text = fs::read_to_string(&journal).expect("there");
    fs::write(&journal, text.replacen("initial", "random", 1)).expect("written");
    let extended = server.post(&format!("/api/runs/{id}/extend"), &json!({ "to": 4 }));
    assert_eq!(extended.status, 200, "{}", extended.json());
    let mut now = Value::Null;
    wait_until("it has failed", || {
        now = details(&server, &id);
        now["own"]["bad_end"] == json!("error")
    });
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "RunDetails", &now);
    assert!(now["own"]["said"].is_string(), "{now}");
}

/// Leaves a game against the usual heuristic for the learned one, and back; each is stored with the one that played it.
fn games_that_are_left_name_their_heuristic(server: &Server, at: &Path, play: &str) {
    let engines = || -> Vec<String> {
        let text = fs::read_to_string(at.join("games.db.played.pgn")).expect("a log");
        let names = text.lines().filter(|line| line.starts_with("[Black "));
        names.map(str::to_owned).collect()
    };
    server.post("/api/seat", &json!({ "name": "Anna" }));
    let white = json!({ "color": "white", "level": { "elo": 800 } });
    begin(server, &white);
    server.play("e4");
    let against = server.post(play, &json!({ "generation": 1 }));
    assert_eq!(against.status, 200);
    let first = engines();
    assert_eq!(first.len(), 1);
    assert!(!first[0].contains("generation 1"), "{first:?}");
    server.play("e4");
    begin(server, &white);
    let both = engines();
    assert_eq!(both.len(), 2);
    assert!(both[1].contains("first, generation 1"), "{both:?}");
}

/// Whatever a kill or a full disk leaves of a file, the server says a sentence.
fn cut_anywhere(server: &Server, at: &Path, id: &str) {
    for name in [
        "generation-001.csv",
        "curve.csv",
        "recipe.toml",
        "started.json",
    ] {
        let file = at.join("first").join(name);
        let whole = fs::read(&file).expect("there");
        for part in [0, 1, 7, whole.len() / 2, whole.len() - 2] {
            fs::write(&file, &whole[..part]).expect("written");
            // An answer serves all who ask for a moment.
            std::thread::sleep(std::time::Duration::from_millis(20));
            for path in ["", "/tables", "/parameters/white_pawn_e4"] {
                let answer = server.get(&format!("/api/runs/{id}{path}"));
                let is_sentence = answer.json()["error"].is_string();
                assert!(answer.status == 200 || is_sentence, "{name} {part} {path}");
            }
        }
        fs::write(&file, &whole).expect("written");
    }
    wait_until("all is well again", || {
        server.get(&format!("/api/runs/{id}/tables")).status == 200
    });
}

#[test]
fn recipes_are_explained_checked_and_saved_and_nothing_else_is_written() {
    let folder = folder();
    let at = folder.path();
    let server = Server::start(at);
    let description = server.get("/api/openapi.json").json();
    let recipes = server.get("/api/recipes").json();
    assert_valid(&description, "Recipes", &recipes);
    // The form offers the rule of a recipe that names none, and has no copy of its own.
    let step = &recipes["kinds"][0]["optional"]["step"];
    assert_eq!(step, &json!(Method::default().usual_step()));
    for kind in recipes["kinds"].as_array().expect("kinds") {
        let command = json!({ "kind": kind["kind"], "recipe": kind["values"] });
        let draft = server.post("/api/recipes/check", &command).json();
        assert_valid(&description, "Draft", &draft);
        assert_eq!(draft["fault"], json!(null), "{draft}");
    }
    let odd = json!({ "kind": "match", "recipe": { "games": 3 } });
    let draft = server.post("/api/recipes/check", &odd).json();
    assert_valid(&description, "Draft", &draft);
    let fault = &draft["fault"];
    assert_eq!(
        json!([fault["key"], fault["code"], fault["values"]]),
        json!(["games", "odd", { "value": 3 }])
    );
    for (recipe, key, code) in [
        (json!({ "games": "x" }), "games", "wrong_type"),
        (json!({ "second": "nobody" }), "second", "unknown_heuristic"),
        (json!({ "sides": 3 }), "sides", "unknown_key"),
        (json!({ "openings": "mine" }), "openings", "unknown_word"),
        (json!({ "first": "x.csv" }), "first", "names_file"),
        (json!({ "nodes": 0 }), "nodes", "too_small"),
    ] {
        let command = json!({ "kind": "match", "recipe": recipe });
        let draft = server.post("/api/recipes/check", &command).json();
        assert_valid(&description, "Draft", &draft);
        let fault = &draft["fault"];
        assert_eq!(
            json!([fault["key"], fault["code"]]),
            json!([key, code]),
            "{draft}"
        );
    }

    let save = |name: &str| {
        let command = json!({ "kind": "train", "name": name, "recipe": training(2) });
        server.post("/api/recipes/save", &command)
    };
    assert_eq!(save("short").json(), json!({ "file": "short.toml" }));
    bayeschess(at)
        .args(["train", "short.toml", "--plan"])
        .assert()
        .success();
    assert_eq!(save("short").json()["code"], json!("run_name_taken"));
    for name in [
        "../up", "a/b", "", ".", "..", "con", "x.toml", "ñ", "a\u{0}b",
    ] {
        let refused = save(name);
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (400, &json!("wrong_run_name")),
            "{name}"
        );
        let command = json!({ "kind": "train", "name": name, "recipe": training(2) });
        assert_eq!(
            server.post("/api/runs/start", &command).status,
            400,
            "{name}"
        );
    }
    let table = json!({ "kind": "selfplay", "name": "x", "recipe": { "white": "/etc/x.csv" } });
    assert_eq!(server.post("/api/runs/start", &table).status, 400);
    for body in [
        json!({}),
        json!({ "kind": "lab", "name": "x", "recipe": {} }),
        json!({ "kind": "train", "name": "x", "recipe": [] }),
        json!({ "kind": "train", "name": "x", "recipe": training(2), "threads": 0 }),
        json!({ "kind": "train", "name": "x", "recipe": training(2), "threads": 100_000 }),
    ] {
        assert_eq!(server.post("/api/runs/start", &body).status, 400, "{body}");
    }
    for change in ["pause", "go-on", "extend", "play"] {
        let body = if change == "extend" {
            json!({ "to": 4 })
        } else {
            json!({})
        };
        let answer = server.post(&format!("/api/runs/0000000000000000/{change}"), &body);
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (404, &json!("no_such_run"))
        );
    }
    let names = crate::support::file_names(at);
    assert!(!names.iter().any(|name| name == "x"), "{names:?}");
}

#[test]
fn another_command_is_shown_and_not_touched_and_other_machines_start_nothing() {
    let folder = folder();
    let at = folder.path();
    let play = "selfplay --db other.db --games 2 --nodes 10 --threads 1";
    bayeschess(at)
        .args(play.split_whitespace())
        .assert()
        .success();
    let server = Server::start_with(at, &["--listen", "0.0.0.0"]);
    let list = server.get("/api/runs").json();
    let id = list["runs"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(details(&server, &id)["own"], json!(null));
    let pause = server.post(&format!("/api/runs/{id}/pause"), &json!({}));
    assert_eq!(
        (pause.status, &pause.json()["code"]),
        (409, &json!("foreign_run"))
    );
    assert_eq!(server.get("/api/recipes").json()["may_start"], json!(false));
    let command = json!({ "kind": "selfplay", "name": "x", "recipe": {} });
    let refused = server.post("/api/runs/start", &command);
    assert_eq!(
        (refused.status, &refused.json()["code"]),
        (403, &json!("runs_not_allowed"))
    );
    let saved = json!({ "kind": "train", "name": "x", "recipe": training(1) });
    assert_eq!(server.post("/api/recipes/save", &saved).status, 403);
    drop(server);
    let server = Server::start_with(at, &["--listen", "0.0.0.0", "--allow-runs"]);
    assert_eq!(server.get("/api/recipes").json()["may_start"], json!(true));
}
