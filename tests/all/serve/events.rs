//! The stream of events beside the game: news of runs and of the report.

use std::cell::Cell;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{EventStream, Server};
use super::description::assert_valid;
use super::me::{games, send};
use super::runs::{list, named, play};
use crate::support::folder;

/// Longer than one interval of looks at the folder of runs, which is two seconds.
const WHILE: Duration = Duration::from_secs(3);

/// The journal of a match, of which a test writes one part after the other.
struct GrowingJournal {
    parts: Vec<String>,
}

impl GrowingJournal {
    /// Plays a match of four games elsewhere.
    fn new() -> Self {
        let folder = folder();
        let line = "match initial random --nodes 20 --games 4 --journal m.journal";
        play(folder.path(), line);
        let text = fs::read_to_string(folder.path().join("m.journal")).expect("there");
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        assert_eq!(lines.len(), 6, "the settings, the goal and four games");
        let parts = [&lines[..3], &lines[3..4], &lines[4..]];
        Self {
            parts: parts.map(<[&str]>::concat).to_vec(),
        }
    }

    fn write(&self, folder: &Path, part: usize) {
        let path = folder.join("m.journal");
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .expect("open");
        file.write_all(self.parts[part].as_bytes())
            .expect("written");
    }
}

fn games_listed(server: &Server) -> Value {
    let list = list(server);
    named(&list, "m.journal").expect("listed")["games"].clone()
}

#[test]
fn a_run_that_changes_is_told_and_nothing_else_is() {
    let folder = folder();
    let at = folder.path();
    let journal = GrowingJournal::new();
    journal.write(at, 0);
    play(at, "selfplay --db self.db --games 4 --nodes 20 --threads 1");
    let server = Server::start(at);
    let description = server.get("/api/openapi.json").json();
    let mut stream = EventStream::open(&server, None);
    let begin = stream.next("runs");
    assert_valid(&description, "RunsNews", &begin);
    assert_eq!(games_listed(&server), json!(1));
    assert_eq!(stream.within("runs", 2 * WHILE), None, "nothing changed");
    journal.write(at, 1);
    let news = stream.next("runs");
    assert!(news["version"].as_u64() > begin["version"].as_u64());
    assert_eq!(games_listed(&server), json!(2));
    assert_eq!(stream.within("runs", WHILE), None, "once for each change");
    // A client that knows the state is told of the rest, and so is one of the next server.
    let version = server.state()["version"].as_u64();
    let mut again = EventStream::open(&server, version);
    assert_eq!(again.next("runs"), news);
    drop(server);
    journal.write(at, 2);
    let server = Server::start(at);
    let mut again = EventStream::open(&server, version);
    assert!(again.within("runs", WHILE).is_some());
    assert_eq!(games_listed(&server), json!(4));
}

#[test]
fn the_folder_is_left_alone_until_somebody_asks_for_runs() {
    let folder = folder();
    let at = folder.path();
    let journal = GrowingJournal::new();
    let server = Server::start(at);
    let mut stream = EventStream::open(&server, None);
    stream.next("runs");
    for part in 0..2 {
        journal.write(at, part);
        assert_eq!(stream.within("runs", WHILE), None, "nobody asked");
    }
    assert_eq!(games_listed(&server), json!(2));
    journal.write(at, 2);
    stream.next("runs");
    assert_eq!(games_listed(&server), json!(4));
}

#[test]
fn the_status_of_the_report_is_told_some_times_a_second() {
    let folder = folder();
    let server = Server::start(folder.path());
    let description = server.get("/api/openapi.json").json();
    let mut stream = EventStream::open(&server, None);
    assert_eq!(stream.next("report")["stage"], json!("empty"));
    let begin = Instant::now();
    let told = Cell::new(0);
    let at_stage = |stream: &mut EventStream, stage: &str| loop {
        let status = stream.next("report");
        assert_valid(&description, "ReportStatus", &status);
        told.set(told.get() + 1);
        if status["stage"] == json!(stage) {
            return status;
        }
    };
    let many = games().repeat(300);
    assert_eq!(send(&server, "games.pgn", many.as_bytes()).status, 200);
    let status = at_stage(&mut stream, "ready");
    assert_eq!(status["players"][0]["name"], json!("Anna"));
    assert_eq!(status, server.get("/api/me").json());
    let names = json!({ "names": ["Anna"] });
    assert_eq!(server.post("/api/me/report", &names).status, 200);
    let done = at_stage(&mut stream, "done");
    let most = begin.elapsed().as_millis() / 250 + 1;
    let told = told.get();
    assert!(told <= most, "{told} events, {most} at the most");
    assert_eq!(server.get("/api/me/report").status, 200);
    // Who comes later is told at once.
    let mut late = EventStream::open(&server, None);
    assert_eq!(late.next("report"), done);
    server.post("/api/me/clear", &json!({}));
    assert_eq!(at_stage(&mut stream, "empty")["file"], json!(""));
}
