//! The report about the user: games sent as a file, names chosen, the report as the command line writes it.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use bayeschess::style::Sign;
use bayeschess::style::habits::Habit;

use super::client::{Answer, Server};
use super::description::assert_valid;
use crate::opponents::known_on_a_server;
use crate::support::{bayeschess, file_names, folder, parsed, wait_until};

const MOVES: [&str; 3] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 10. Nxd5 exd5",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O 9. Be3 Be6 10. Nd5 Nbd7",
];

/// Six games of Anna in two spellings, one of them twice; one illegal, and one of others.
pub fn games() -> String {
    let mut text = String::new();
    let mut add = |white: &str, black: &str, moves: &str, result: &str| {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "[Event \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        );
    };
    for (moves, result) in MOVES.iter().zip(["1-0", "0-1", "1/2-1/2"]) {
        add("Anna", "Ben <b>", moves, result);
        add("Carl", "anna_k", moves, result);
    }
    add("Anna", "Ben <b>", MOVES[0], "1-0");
    add("Anna", "Ben <b>", "1. e4 e5 2. Ke4", "1-0");
    add("Dora", "Emil", MOVES[1], "1-0");
    text
}

pub fn send(server: &Server, name: &str, bytes: &[u8]) -> Answer {
    let headers = format!(
        "{}Content-Type: application/octet-stream\r\n",
        server.known()
    );
    server.request(
        "POST",
        &format!("/api/me/games?name={name}"),
        &headers,
        bytes,
    )
}

/// Waits until the server is at that stage.
fn status_at(server: &Server, stage: &str) -> Value {
    let mut status = Value::Null;
    wait_until(stage, || {
        status = server.get("/api/me").json();
        status["stage"] == json!(stage)
    });
    status
}

#[test]
fn the_report_is_that_of_the_command_line_each_time() {
    let folder = folder();
    let games = games();
    fs::write(folder.path().join("games.pgn"), &games).expect("written");
    let told = bayeschess(folder.path())
        .args([
            "style",
            "report",
            "games.pgn",
            "--player",
            "=Anna|=anna_k",
            "--json",
        ])
        .output()
        .expect("ran");
    let mut expected = parsed(&told.stdout);
    expected["player"] = json!("Anna, anna_k");
    let server = Server::start(folder.path());
    let description = server.get("/api/openapi.json").json();
    assert_valid(&description, "ReportStatus", &server.get("/api/me").json());
    assert_eq!(server.get("/api/me/report").status, 404);
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(games.as_bytes()).expect("packed");
    let packed = packed.finish().expect("packed");
    for bytes in [games.as_bytes(), &packed, games.as_bytes()] {
        assert_eq!(send(&server, "games.pgn", bytes).status, 200);
        let status = status_at(&server, "ready");
        assert_valid(&description, "ReportStatus", &status);
        assert_eq!(status["file"], json!("games.pgn"));
        assert_eq!(
            (&status["games"], &status["duplicates"]),
            (&json!(9), &json!(1))
        );
        assert_eq!(
            status["refused"],
            json!([{ "reason": "illegal_move", "games": 1 }])
        );
        let counted: Vec<&str> = status["players"]
            .as_array()
            .expect("players")
            .iter()
            .filter_map(|player| player["name"].as_str())
            .collect();
        assert_eq!(
            counted,
            ["Anna", "Ben <b>", "Carl", "anna_k", "Dora", "Emil"]
        );
        let wrong = server.post("/api/me/report", &json!({ "names": ["Anna|Ben"] }));
        assert_eq!(wrong.status, 400);
        let names = json!({ "names": ["Anna", "anna_k"] });
        assert_eq!(server.post("/api/me/report", &names).status, 200);
        assert_valid(&description, "ReportStatus", &status_at(&server, "done"));
        let report = server.get("/api/me/report").json();
        assert_valid(&description, "StyleReport", &report);
        assert_eq!(report, expected);
    }
    // A name without a game is told, and another can be asked for.
    server.post("/api/me/report", &json!({ "names": ["Zoe"] }));
    assert!(status_at(&server, "ready")["problem"].is_string());
    assert_eq!(server.post("/api/me/clear", &json!({})).status, 200);
    assert_eq!(server.get("/api/me").json()["stage"], json!("empty"));
    let kept = [
        "games.db.serve.json",
        "games.db.serve.json.lock",
        "games.pgn",
    ];
    wait_until("nothing of the file is left", || {
        file_names(folder.path()) == kept
    });
}

/// Waits until the games of the report are learned.
fn remembered(server: &Server) -> Value {
    let mut status = Value::Null;
    wait_until("the games are learned", || {
        status = server.get("/api/me").json();
        status["is_remembering"] == json!(false)
    });
    status
}

#[test]
fn a_namesake_on_a_server_does_not_get_the_games_of_the_report() {
    let folder = folder();
    known_on_a_server(folder.path(), "Anna K.");
    let server = Server::start(folder.path());
    server.post("/api/seat", &json!({ "name": "Anna K." }));
    assert_eq!(send(&server, "games.pgn", games().as_bytes()).status, 200);
    status_at(&server, "ready");
    let names = json!({ "names": ["Anna", "anna_k"] });
    assert_eq!(server.post("/api/me/report", &names).status, 200);
    status_at(&server, "done");
    let begun = server.post("/api/me/remember", &json!({ "name": "Anna K." }));
    assert_eq!(begun.status, 200, "{}", begun.json());
    remembered(&server);
    wait_until("the games are recalled", || {
        server.state()["seat"]["recalled"]["games"] == json!(6)
    });
}

#[test]
fn games_of_the_report_are_remembered_under_the_name_at_the_board() {
    let folder = folder();
    let server = Server::start(folder.path());
    let description = server.get("/api/openapi.json").json();
    let remember = |name: &str| server.post("/api/me/remember", &json!({ "name": name }));
    server.post("/api/seat", &json!({ "name": "Anna K." }));
    assert_eq!(send(&server, "games.pgn", games().as_bytes()).status, 200);
    status_at(&server, "ready");
    // There is no report yet.
    assert_eq!(remember("Anna K.").status, 404);
    let names = json!({ "names": ["Anna", "anna_k"] });
    assert_eq!(server.post("/api/me/report", &names).status, 200);
    status_at(&server, "done");
    let empty = remember(" \u{7} ");
    assert_eq!(
        (empty.status, &empty.json()["code"]),
        (400, &json!("empty_name"))
    );
    assert_eq!(server.state()["seat"]["recalled"], json!(null));
    for (name, learned, unchanged) in [("Anna K.", 6, 0), ("anna k.", 0, 6)] {
        let begun = remember(name);
        assert_eq!(begun.status, 200, "{}", begun.json());
        let status = remembered(&server);
        assert_valid(&description, "ReportStatus", &status);
        let found = &status["remembered"];
        let counts = [&found["learned"], &found["unchanged"], &found["too_short"]];
        assert_eq!(
            counts,
            [&json!(learned), &json!(unchanged), &json!(0)],
            "{status}"
        );
        assert_eq!(found["name"], json!("Anna K."));
        assert_eq!(status["stage"], json!("done"));
        assert_eq!(server.get("/api/me/report").status, 200);
    }
    // Who sits there is known at once, and as from the command line.
    wait_until("the games are recalled", || {
        server.state()["seat"]["recalled"]["games"] == json!(6)
    });
    let cards = server.get("/api/opponents").json();
    assert_eq!(
        cards["opponents"][0]["opening_games"],
        json!({ "white": 3, "black": 3 })
    );
    drop(server);
    let learn = [
        "opponent",
        "learn",
        "games.pgn",
        "--player",
        "=Anna|=anna_k",
    ];
    fs::write(folder.path().join("games.pgn"), games()).expect("written");
    let again = bayeschess(folder.path())
        .args(learn)
        .args(["--as", "Anna K.", "--db", "games.db", "--json"])
        .output()
        .expect("ran");
    let again = parsed(&again.stdout);
    assert_eq!(
        (&again["learned"], &again["unchanged"]),
        (&json!(0), &json!(6)),
        "{again}"
    );
}

#[test]
fn what_is_too_large_or_no_collection_is_told() {
    let folder = folder();
    let server = Server::start_with(folder.path(), &["--max-upload", "3kB"]);
    assert_eq!(server.get("/api/me").json()["most_bytes"], json!(3000));
    let large = send(&server, "large.pgn", &vec![b' '; 3001]);
    assert_eq!(
        (large.status, &large.json()["code"]),
        (413, &json!("too_large"))
    );
    assert_eq!(server.get("/api/me").json()["stage"], json!("empty"));
    let json = format!("{}Content-Type: application/json\r\n", server.known());
    let refused = server.request("POST", "/api/me/games", &json, b"{}");
    assert_eq!(refused.status, 415);
    let unknown = format!(
        "{}Content-Type: application/octet-stream\r\n",
        server.host()
    );
    let refused = server.request("POST", "/api/me/games", &unknown, b"1. e4 *");
    assert_eq!(refused.status, 403);
    // Bytes that are no games give no names, and do no harm.
    assert_eq!(
        send(&server, "..%2F..%2Fpasswd", &[0, 159, 146, 150]).status,
        200
    );
    let status = status_at(&server, "ready");
    assert_eq!(
        (&status["players"], &status["file"]),
        (&json!([]), &json!("../../passwd"))
    );
    let absurd = ["serve", "--no-open", "--port", "0", "--max-upload", "lots"];
    bayeschess(folder.path()).args(absurd).assert().code(2);
}

/// The page has a Spanish sentence for every word that a report says in English.
#[test]
fn the_page_has_spanish_words_for_every_habit_and_value() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/web/src/i18n/habits.es.ts");
    let words = fs::read_to_string(file).expect("the Spanish words");
    let has = |word: &str| {
        let quoted = [format!("\n  {word}: '"), format!("\n  '{word}': '")];
        quoted.iter().any(|key| words.contains(key))
    };
    for habit in Habit::ALL {
        assert!(has(habit.name()), "{}", habit.name());
    }
    let values = [
        (Sign::Ending, 6),
        (Sign::MenAtEnd, 8),
        (Sign::Own(Habit::Offer), 4),
        (Sign::Own(Habit::Offer), 1),
    ];
    for (sign, count) in values {
        for value in 0..count {
            let name = sign.value_name(value, count);
            assert!(has(name), "{name}");
        }
    }
    let folder = folder();
    fs::write(folder.path().join("games.pgn"), games()).expect("written");
    let told = bayeschess(folder.path())
        .args([
            "style",
            "report",
            "games.pgn",
            "--player",
            "=Anna",
            "--json",
        ])
        .output()
        .expect("ran");
    let report = parsed(&told.stdout);
    for list in ["all", "course"] {
        for line in report["records"][list].as_array().expect("lines") {
            let name = line["name"].as_str().expect("a name");
            assert!(has(name), "{name}");
        }
    }
}
