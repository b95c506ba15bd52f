//! Runs of other commands, as the server shows them.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use bayeschess::model::{HeuristicTable, Objective};
use bayeschess::phase::Phase;
use predicates::str::contains;
use serde_json::{Value, json};

use super::client::Server;
use super::description::assert_valid;
use crate::support::{
    bayeschess, field, file_names, folder, json as parsed_json, kill, parsed, process, wait_until,
};

pub fn play(folder: &Path, line: &str) {
    let words = line.split_whitespace();
    bayeschess(folder).args(words).assert().success();
}

pub fn start(folder: &Path, line: &str) -> Child {
    process(folder)
        .args(line.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

pub fn list(server: &Server) -> Value {
    server.get("/api/runs").json()
}

/// Returns the run of that name, if it is listed.
pub fn named<'a>(list: &'a Value, name: &str) -> Option<&'a Value> {
    let runs = list["runs"].as_array().expect("runs");
    runs.iter().find(|run| run["name"] == json!(name))
}

pub fn details(server: &Server, run: &Value) -> Value {
    let id = run["id"].as_str().expect("an id");
    server.get(&format!("/api/runs/{id}")).json()
}

const RECIPE: &str = "title = \"A short one\"\nstart = \"initial\"\nseed = 1\n\
    [games]\nnumber = 8\nnodes = 10\n[schedule]\ngenerations = 2\n[validation]\ngames = 4\nnodes = 10\n";

const FITTED: &str = "method = \"positions\"\ntitle = \"A fit\"\nstart = \"initial\"\nseed = 1\n\
    [games]\nnumber = 80\nnodes = 10\n[schedule]\ngenerations = 1\n[positions]\nper_game = 8\nteacher = 10\ntrust = 0.5\n\
    [validation]\ngames = 4\nnodes = 10\n";

#[test]
fn the_predictions_of_a_fit_are_shown() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("fitted.toml"), FITTED).expect("written");
    play(at, "train fitted.toml --threads 1");
    let server = Server::start(at);
    let description = server.get("/api/openapi.json").json();
    let fit = details(
        &server,
        named(&list(&server), "fitted").expect("the training"),
    );
    assert_valid(&description, "RunDetails", &fit);
    let summary = fs::read(at.join("fitted/positions-001.json")).expect("a summary");
    let summary: Value = serde_json::from_slice(&summary).expect("JSON");
    let forecasts = &fit["forecasts"][0];
    assert_eq!(field(forecasts, "positions"), &summary["positions"][1]);
    let kept = ["shares", "start", "naive", "fitted"];
    for (place, kept) in kept.into_iter().enumerate() {
        let forecaster = &forecasts["forecasters"][place];
        for measure in ["log_loss", "brier", "accuracy", "calibration_error"] {
            let path = format!("held_out.{kept}.{measure}");
            assert_eq!(field(forecaster, measure), field(&summary, &path));
        }
    }
    the_weights_of_a_fit_are_shown(&server, &fit["run"]["id"], &at.join("fitted/model.csv"));
}

/// Each weight with the error of its fit, and the fitted heuristic as a player.
fn the_weights_of_a_fit_are_shown(server: &Server, id: &Value, model: &Path) {
    let description = server.get("/api/openapi.json").json();
    let path = |what: &str| format!("/api/runs/{}/{what}", id.as_str().expect("an id"));
    let tables = server.get(&path("tables")).json();
    assert_valid(&description, "LearnedTables", &tables);
    let model = HeuristicTable::load(model).expect("a model");
    let (schema, weights) = (model.schema(), model.heuristic(Objective::MaxWin));
    let mut moved = 0;
    let cells = |table: &Value| table["cells"].as_array().cloned().unwrap_or_default();
    for cell in tables["tables"]
        .as_array()
        .expect("tables")
        .iter()
        .flat_map(cells)
    {
        let index = schema.position_of(cell["parameter"].as_str().expect("a name"));
        let opening = &cell["phases"]["opening"];
        let expected = weights.weights()[Phase::Opening][index.expect("known")];
        assert_eq!(opening["weight"], json!(expected), "{cell}");
        assert_eq!(opening["effect"], Value::Null);
        assert!(
            opening["weight_error_95"]
                .as_f64()
                .is_some_and(|error| error > 0.0),
            "{cell}"
        );
        moved += usize::from(opening["weight"] != opening["start"]);
    }
    assert!(moved > 10, "{moved}");
    let pawns = tables["tables"].as_array().expect("tables").iter();
    let pawns = pawns.filter(|table| table["name"] == json!("white_pawn"));
    let squares: Vec<Value> = pawns.flat_map(cells).collect();
    assert_eq!(
        squares.len(),
        48,
        "no pawn stands on the first or last rank"
    );
    let history = server.get(&path("parameters/white_pawn_e4")).json();
    assert_valid(&description, "ParameterHistory", &history);
    assert_eq!(history["points"].as_array().map(Vec::len), Some(1));
    let state = server
        .post(&path("play"), &json!({ "generation": 1 }))
        .json();
    assert_eq!(state["against"], json!("fitted, generation 1"));
}

#[test]
fn runs_that_are_over_are_listed_with_their_figures() {
    let folder = folder();
    let at = folder.path();
    play(at, "selfplay --db self.db --games 6 --nodes 20 --threads 1");
    play(
        at,
        "match initial random --nodes 20 --games 4 --sprt 0 10 --journal m.journal",
    );
    play(
        at,
        "tournament initial random learned --nodes 20 --games 2 --journal t.journal",
    );
    fs::create_dir(at.join("deeper")).expect("made");
    fs::write(at.join("deeper/first.toml"), RECIPE).expect("written");
    play(at, "train deeper/first.toml --threads 1");
    play(
        at,
        "lab ablate killers --games 2 --nodes 50 --out deeper/ablation.csv",
    );
    let files = || [file_names(at), file_names(&at.join("deeper"))];
    let server = Server::start(at);
    let before = files();
    let list = list(&server);
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "RunList", &list);
    assert_eq!(list["unreadable"], json!([]), "{list}");
    let found = |name: &str| named(&list, name).unwrap_or_else(|| panic!("{name}: {list}"));
    for (name, kind, status, games, wanted) in [
        ("self.db", "selfplay", "complete", 6, json!(6)),
        ("m.journal", "match", "complete", 4, json!(4)),
        ("t.journal", "tournament", "complete", 6, json!(6)),
        ("deeper/first", "training", "complete", 16, json!(16)),
        ("deeper/ablation.csv", "ablation", "idle", 2, json!(null)),
    ] {
        let run = found(name);
        let told = json!([
            run["kind"],
            run["status"],
            run["games"],
            run["games_wanted"]
        ]);
        assert_eq!(told, json!([kind, status, games, wanted]), "{name}");
        assert_valid(&description, "RunDetails", &details(&server, run));
    }
    let of = |name: &str| details(&server, found(name));
    let score = of("m.journal")["score"].clone();
    let games: u64 = ["wins", "draws", "losses"]
        .iter()
        .filter_map(|key| score[*key].as_u64())
        .sum();
    assert_eq!((games, &score["first"]), (4, &json!("initial")));
    assert_eq!(of("m.journal")["sprt"]["elo1"], json!(10.0));
    let players = of("t.journal")["standings"].as_array().map(Vec::len);
    assert_eq!(players, Some(3));
    let curve = of("deeper/first")["curve"]["points"].clone();
    assert_eq!(curve[1]["games"], json!(16), "{curve}");
    assert!(curve[1]["elo"].is_number(), "{curve}");
    assert_eq!(
        of("deeper/ablation.csv")["effects"][0]["feature"],
        json!("killers")
    );
    assert_eq!(files(), before, "reading leaves nothing behind");
}

#[test]
fn a_tournament_is_rated_as_in_the_terminal() {
    let folder = folder();
    let at = folder.path();
    let server = Server::start(at);
    let description = server.get("/api/openapi.json").json();
    let players = "tournament initial random learned;name=SF --nodes 20 --games 2";
    for (journal, more, anchor) in [
        ("mean.j", "", json!(null)),
        (
            "anchor.j",
            "--anchor SF=3000",
            json!({ "name": "SF", "elo": 3000.0 }),
        ),
    ] {
        let line = format!("{players} --json --journal {journal} {more}");
        let table = parsed_json(bayeschess(at).args(line.split_whitespace()));
        let run = wait_for(&server, journal);
        let shown = details(&server, &run);
        assert_valid(&description, "RunDetails", &shown);
        assert_eq!(shown["anchor"], anchor);
        for place in 0..3 {
            for key in ["name", "elo", "elo_error_95", "games", "points"] {
                let (shown, told) = (&shown["standings"][place][key], &table["rows"][place][key]);
                assert!(told == shown && !told.is_null(), "{key}: {shown} {table}");
            }
        }
    }
}

/// Waits until the server has found a run.
fn wait_for(server: &Server, name: &str) -> Value {
    let mut run = Value::Null;
    wait_until("the run is found", || {
        run = named(&list(server), name).cloned().unwrap_or_default();
        run["status"] == json!("complete")
    });
    run
}

#[test]
fn a_run_that_goes_on_is_seen_and_not_disturbed() {
    let folder = folder();
    let at = folder.path();
    let server = Server::start(at);
    assert_eq!(list(&server)["runs"], json!([]));
    let play = "selfplay --db self.db --games 1000000 --nodes 20 --threads 1";
    let mut player = start(at, play);
    let mut run = Value::Null;
    wait_until("games come", || {
        run = named(&list(&server), "self.db")
            .cloned()
            .unwrap_or_default();
        run["games"].as_u64() > Some(3)
    });
    assert_eq!(run["status"], json!("running"));
    wait_until("a pace is known", || {
        run = named(&list(&server), "self.db")
            .cloned()
            .unwrap_or_default();
        run["games_per_second"].is_number() && run["seconds_left"].is_number()
    });
    assert!(player.try_wait().expect("asked").is_none(), "it plays on");
    kill(&mut player);
    wait_until("the end is seen", || {
        named(&list(&server), "self.db").is_some_and(|run| run["status"] == json!("stopped"))
    });
    let mut again = start(at, play);
    wait_until("it goes on under the server's eyes", || {
        named(&list(&server), "self.db").is_some_and(|run| run["status"] == json!("running"))
    });
    kill(&mut again);
}

#[test]
fn what_cannot_be_read_is_a_line_and_no_failure() {
    let folder = folder();
    let at = folder.path();
    play(
        at,
        "match initial random --nodes 20 --games 4 --journal m.journal",
    );
    let text = fs::read_to_string(at.join("m.journal")).expect("there");
    let lines = text.lines().count();
    fs::write(at.join("damaged.j"), format!("{text}{{\"game\":\n")).expect("written");
    fs::write(at.join("other.db"), "no database").expect("written");
    fs::write(at.join("diary.journal"), "Dear journal,\n").expect("written");
    fs::write(at.join("<img src=x>.db"), "no database").expect("written");
    newer_database(at, "newer.db");
    fs::create_dir(at.join("broken")).expect("made");
    fs::write(at.join("broken/recipe.toml"), "title = 3").expect("written");
    fs::write(at.join("broken/curve.csv"), "a,b\n").expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/", at.join("everything")).expect("linked");
    let server = Server::start(at);
    let list = list(&server);
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "RunList", &list);
    let told = |line: &Value| json!([line["name"], line["code"], line["values"]]);
    let unreadable = list["unreadable"].as_array().expect("a list").iter();
    assert_eq!(
        unreadable.map(told).collect::<Vec<Value>>(),
        [
            json!(["<img src=x>.db", "no_database", null]),
            json!(["broken", "recipe_line", { "line": 1 }]),
            json!(["damaged.j", "journal_line", { "line": lines + 1 }]),
            json!(["diary.journal", "other_journal", null]),
            json!(["newer.db", "newer_database", { "schema": 9999 }]),
            json!(["other.db", "no_database", null]),
        ]
    );
    assert!(named(&list, "m.journal").is_some(), "{list}");
}

#[test]
fn no_path_of_a_client_reaches_the_disk() {
    let folder = folder();
    let at = folder.path();
    play(
        at,
        "match initial random --nodes 20 --games 2 --journal m.journal",
    );
    let server = Server::start(at);
    for id in [
        "m.journal",
        "..%2Fm.journal",
        "0000000000000000",
        "%00",
        "%2e%2e",
    ] {
        let answer = server.get(&format!("/api/runs/{id}"));
        assert_eq!(answer.status, 404, "{id}");
        assert_eq!(answer.json()["code"], json!("no_such_run"), "{id}");
    }
    for path in ["/api/runs", "/api/runs/0000000000000000"] {
        let answer = server.request("GET", path, &server.host(), b"");
        assert_eq!(answer.status, 403, "{path}");
    }
    fs::write(at.join("notes"), "mine").expect("written");
    for (runs, said) in [
        ("nowhere", "--runs nowhere: there is no such folder"),
        ("notes", "notes: this is a file, and a folder is needed"),
    ] {
        bayeschess(at)
            .args(["serve", "--no-open", "--port", "0", "--runs", runs])
            .assert()
            .code(2)
            .stderr(contains(said));
    }
}

#[test]
fn a_trial_of_adaptation_is_shown_as_the_command_reports_it() {
    let folder = folder();
    let at = folder.path();
    let line =
        "lab adapt --pool equal --games 16 --nodes 20 --threads 2 --journal whole.journal --json";
    let run = bayeschess(at)
        .args(line.split_whitespace())
        .assert()
        .success();
    let report = parsed(&run.get_output().stdout);
    let text = fs::read_to_string(at.join("whole.journal")).expect("there");
    let begun: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("\"testing\""))
        .take(20)
        .collect();
    fs::write(at.join("begun.journal"), begun.join("\n") + "\n").expect("written");
    let recipe = report["recipe"].as_str().expect("a recipe");
    let other = text.replacen(recipe, "0000000000000000", 1);
    fs::write(at.join("other.journal"), other).expect("written");
    let server = Server::start(at);
    let description = server.get("/api/openapi.json").json();
    let list = list(&server);
    let show = |name: &str| {
        let shown = details(&server, named(&list, name).expect(name));
        assert_valid(&description, "RunDetails", &shown);
        shown
    };

    let whole = show("whole.journal");
    assert_eq!(whole["run"]["status"], json!("complete"));
    assert_eq!(whole["run"]["games"], whole["run"]["games_wanted"]);
    let told = &whole["adaptation"];
    for key in [
        "best_fixed",
        "adaptive_minus_best_fixed",
        "adaptive_minus_placebo",
        "headroom",
    ] {
        assert!(!report[key].is_null(), "{key}");
        assert_eq!(told[key], report[key], "{key}");
    }
    for (rows, count) in [("arms", 4), ("policies", 8)] {
        let reported = report[rows].as_array().expect("rows");
        assert_eq!(
            (reported.len(), told[rows].as_array().map(Vec::len)),
            (count, Some(count))
        );
        for (place, row) in reported.iter().enumerate() {
            for key in ["name", "games", "score", "elo", "elo_error_95"] {
                assert_eq!(told[rows][place][key], row[key], "{rows} {key}");
            }
        }
    }

    let begun = show("begun.journal");
    assert_eq!(begun["run"]["status"], json!("stopped"));
    let told = &begun["adaptation"];
    assert_eq!(told["policies"].as_array().map(Vec::len), Some(8));
    assert_eq!(
        (&told["arms"], &told["best_fixed"]),
        (&json!([]), &Value::Null)
    );
    assert_eq!(told["adaptive_minus_best_fixed"], Value::Null);
    let other = show("other.journal");
    assert_eq!(other["run"]["games"], whole["run"]["games"]);
    assert_eq!(
        (&other["adaptation"], &other["run"]["status"]),
        (&Value::Null, &json!("idle"))
    );
}

/// Makes a database that a newer version would have written: SQLite keeps the schema's version at byte 60.
fn newer_database(folder: &Path, name: &str) {
    play(
        folder,
        &format!("selfplay --db {name} --games 2 --nodes 10 --threads 1"),
    );
    let file = folder.join(name);
    let mut bytes = fs::read(&file).expect("there");
    bytes[60..64].copy_from_slice(&9999_u32.to_be_bytes());
    fs::write(&file, bytes).expect("written");
}
