//! Runs of `tune`, as the server shows them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::client::Server;
use super::description::assert_valid;
use super::runs::{details, list, named, play, start};
use super::started;
use crate::support::{field, file_names, folder, kill, own_engine, wait_until};

/// Writes a recipe that tunes this program; `rest` follows its engine.
fn recipe(folder: &Path, rest: &str) {
    let engine = own_engine().replace('\\', "\\\\").replace('"', "\\\"");
    let text = format!("engine = \"{engine};Adaptation=false;Hash=1\"\n{rest}");
    fs::write(folder.join("my.toml"), text).expect("written");
}

/// A recipe with one option that gains and one that does not.
const GAINING: &str = "games = 24\nvalidation_games = 6\nnodes = 60\nadjudicate = true\n\
     [options.heuristic]\nvalues = [\"initial\", \"modern:learned\"]\nstart = \"initial\"\n\
     [options.Contempt]\nfrom = -20\nto = 20\nlevels = 2\n";

#[test]
fn a_tuning_is_shown_as_the_command_tells_it() {
    let folder = folder();
    let at = folder.path();
    recipe(at, GAINING);
    play(at, "tune my.toml --out deeper/mine --threads 2");
    let out = at.join("deeper/mine");
    let result = fs::read(out.join("result.json")).expect("there");
    let result: Value = serde_json::from_slice(&result).expect("JSON");
    let server = Server::start(at);
    let before = file_names(&out);
    let list = list(&server);
    assert_eq!(list["unreadable"], json!([]), "{list}");
    assert_eq!(list["runs"].as_array().map(Vec::len), Some(1), "{list}");
    let run = named(&list, "deeper/mine").expect("the tuning");
    let told = ["kind", "status", "games", "games_wanted"].map(|key| run[key].clone());
    assert_eq!(json!(told), json!(["tuning", "complete", 30, 30]));
    assert_eq!(run["title"], result["engine"]);
    let shown = details(&server, run);
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "RunDetails", &shown);
    let tuning = &shown["tuning"];
    for key in [
        "engine",
        "games",
        "options",
        "interactions",
        "method",
        "expected_gain_elo",
        "expected_gain_elo_error_95",
        "path",
        "recommended",
        "validation",
        "faults",
    ] {
        assert_eq!(field(tuning, key), field(&result, key), "{key}");
    }
    assert_eq!(tuning["validation"]["games"], json!(6));
    assert_eq!(tuning["last_fault"], json!(null));
    let options = fs::read_to_string(out.join("options.txt")).expect("there");
    assert_eq!(tuning["option_list"], json!(options));
    let player = tuning["player"].as_str().expect("a player");
    assert!(
        player.contains(";option.Heuristic=modern:learned"),
        "{player}"
    );
    let settings = shown["settings"].as_str().expect("the recipe");
    assert!(settings.contains("validation_games = 6"), "{settings}");
    assert_eq!(file_names(&out), before, "reading leaves nothing behind");
    // The journal of the validation is a run only where its tuning is gone, and then it says so.
    fs::remove_file(out.join("trial.journal")).expect("removed");
    wait_until("the tuning is gone", || {
        let list = super::runs::list(&server);
        let told = &list["unreadable"][0];
        let text = told["text"].as_str().unwrap_or_default();
        told["code"] == json!("validation_alone") && text.contains("trial.journal is not beside it")
    });
}

#[test]
fn a_tuning_that_goes_on_is_shown_with_what_there_is() {
    let folder = folder();
    let at = folder.path();
    recipe(
        at,
        "games = 1000000\nnodes = 30\nadjudicate = true\n[options.Contempt]\nlevels = 3\n",
    );
    let server = Server::start(at);
    let mut player = start(at, "tune my.toml --out mine --threads 1");
    let mut run = Value::Null;
    let mut see = |what: &str, is_so: fn(&Value) -> bool| {
        wait_until(what, || {
            run = named(&list(&server), "mine").cloned().unwrap_or_default();
            is_so(&run)
        });
        run.clone()
    };
    let begun = see("games come", |run| run["games"].as_u64() > Some(0));
    assert_eq!(begun["status"], json!("running"));
    assert_eq!(begun["games_wanted"], json!(1_001_000));
    assert_eq!(begun["may_end_early"], json!(true));
    let shown = details(&server, &begun);
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "RunDetails", &shown);
    assert_eq!(shown["tuning"]["validation"], json!(null));
    assert_eq!(shown["tuning"]["trial_games"], json!(1_000_000));
    assert_eq!(shown["tuning"]["options"][0]["name"], json!("Contempt"));
    see("a pace is known", |run| {
        run["games_per_second"].is_number() && run["seconds_left"].is_number()
    });
    assert!(player.try_wait().expect("asked").is_none(), "it plays on");
    kill(&mut player);
    see("the end is seen", |run| run["status"] == json!("stopped"));
    // Fewer games than there are: what is left is the first of them, and nothing more is to be played.
    recipe(
        at,
        "games = 2\nvalidation_games = 0\nnodes = 30\nadjudicate = true\n[options.Contempt]\nlevels = 3\n",
    );
    play(at, "tune my.toml --out mine");
    let short = see("the recipe was shortened", |run| {
        run["status"] == json!("complete")
    });
    assert_eq!(
        (&short["games"], &short["games_wanted"]),
        (&json!(2), &json!(2))
    );
}

#[test]
fn a_tuning_of_this_program_is_started_stopped_extended_and_shown() {
    let folder = folder();
    let at = folder.path();
    let server = Server::start(at);
    let description = server.get("/api/openapi.json").json();
    let recipe = |games: u32| {
        json!({
            "engine": "uci:bayeschess uci;Adaptation=false;Hash=1", "games": games, "validation_games": 0,
            "nodes": 30, "adjudicate": true, "options": { "Contempt": { "from": -20, "to": 20, "levels": 3 } },
        })
    };
    let id = started::id_of(&started::start(
        &server,
        "tune",
        "tuned",
        &recipe(1_000_000),
    ));
    let path = |what: &str| format!("/api/runs/{id}/{what}");
    wait_until("games come", || {
        started::details(&server, &id)["tuning"]["games"].as_u64() > Some(0)
    });
    let shown = started::details(&server, &id);
    assert_valid(&description, "RunDetails", &shown);
    assert_eq!(shown["run"]["kind"], json!("tuning"));
    assert_eq!(shown["tuning"]["options"][0]["name"], json!("Contempt"));
    assert_eq!(shown["own"]["unit"], json!("drawn_games"));
    // The recipe is shown with the name of this program; the file has its path, so that no other is started.
    let toml = shown["own"]["recipe"].as_str().expect("a recipe");
    assert!(toml.contains("uci:bayeschess uci;"), "{toml}");
    let file = fs::read_to_string(at.join("tuned/page.toml")).expect("there");
    assert!(!file.contains("uci:bayeschess uci;"), "{file}");
    assert_eq!(server.post(&path("pause"), &json!({})).status, 200);
    let stopped = started::wait_for(&server, &id, "stopped");
    assert_eq!(
        stopped["own"]["command"],
        json!("bayeschess tune tuned/page.toml --out tuned --threads 1")
    );
    let played = stopped["run"]["games"].as_u64();
    let extended = server.post(&path("extend"), &json!({ "to": 1_000_002 }));
    assert_eq!(extended.status, 200, "{}", extended.json());
    wait_until("it goes on", || {
        started::details(&server, &id)["run"]["games"].as_u64() > played
    });
    assert_eq!(server.post(&path("pause"), &json!({})).status, 200);
    started::wait_for(&server, &id, "stopped");
    let short = started::id_of(&started::start(&server, "tune", "short", &recipe(4)));
    started::wait_for(&server, &short, "complete");
    assert!(at.join("short/result.json").is_file());

    let save = json!({ "kind": "tune", "name": "later", "recipe": recipe(20) });
    let saved = server.post("/api/recipes/save", &save).json();
    assert_eq!(saved, json!({ "file": "later.toml" }));
    let mut other = recipe(4);
    other["engine"] = json!("uci:/bin/sh -c ls");
    for path in ["/api/runs/start", "/api/recipes/save"] {
        let command = json!({ "kind": "tune", "name": "other", "recipe": other });
        let refused = server.post(path, &command);
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (400, &json!("wrong_recipe"))
        );
        let sentence = refused.json()["error"].to_string();
        assert!(sentence.contains("bayeschess tune FILE.toml"), "{sentence}");
    }
    let names = file_names(at);
    assert!(
        !names.iter().any(|name| name.starts_with("other")),
        "{names:?}"
    );
}
