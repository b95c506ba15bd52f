//! Many streams of events, and requests that no client would send.

use rand::RngExt as _;
use serde_json::{Value, json};

use super::client::{EventStream, Server, without_age};
use crate::support::{folder, wait_until};

/// Number of streams that the page may need at one time.
const STREAMS: usize = 200;

#[test]
fn every_stream_tells_the_state_and_each_change() {
    let folder = folder();
    let server = Server::start(folder.path());
    let mut streams: Vec<_> = (0..STREAMS)
        .map(|_| EventStream::open(&server, None))
        .collect();
    for stream in &mut streams {
        assert_eq!(stream.next("state")["game"], Value::Null);
    }
    let begun = server
        .post("/api/game/new", &json!({ "color": "white" }))
        .json();
    let begun = without_age(begun);
    for stream in &mut streams {
        assert_eq!(without_age(stream.next("state")), begun);
    }
    // Who knows the state waits for the next one.
    let version = begun["version"].as_u64();
    let mut knowing = EventStream::open(&server, version);
    let mut ignorant = EventStream::open(&server, version.map(|version| version - 1));
    assert_eq!(without_age(ignorant.next("state")), begun);
    let level = server
        .post("/api/game/level", &json!({ "level": { "elo": 900 } }))
        .json();
    assert_eq!(without_age(knowing.next("state")), without_age(level));
    // The places of streams that ended are free again.
    drop(streams);
    wait_until("there is room for as many again", || {
        let mut again: Vec<_> = (0..STREAMS)
            .map(|_| EventStream::open(&server, None))
            .collect();
        again.iter_mut().all(EventStream::is_open)
    });
}

/// Requests that are damaged in some place, or nothing but noise.
fn malformed(server: &Server, number: u64) -> Vec<u8> {
    let mut draw = bayeschess::rng::stream(1, "malformed requests", number);
    let body = "{\"game\":\"x\",\"ply\":0,\"move\":\"e4\"}";
    let mut request = format!(
        "POST /api/game/move HTTP/1.1\r\n{}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.known(),
        body.len()
    )
    .into_bytes();
    match draw.random_range(0..4) {
        0 => (0..draw.random_range(1..400))
            .map(|_| draw.random::<u8>())
            .collect(),
        1 => {
            let end = draw.random_range(0..request.len());
            request.truncate(end);
            request
        }
        _ => {
            for _ in 0..draw.random_range(1..6) {
                let place = draw.random_range(0..request.len());
                match draw.random_range(0..3) {
                    0 => request[place] = draw.random(),
                    1 => drop(request.remove(place)),
                    _ => request.insert(place, draw.random()),
                }
            }
            request
        }
    }
}

/// The most that floods may add to the memory of a server, in kB.
#[cfg(target_os = "linux")]
const MOST_GROWTH: u64 = 16 * 1024;

/// The memory of a process in kB: `VmRSS` is what it has now, `VmHWM` the most that it ever had.
#[cfg(target_os = "linux")]
fn memory(server: &Server, field: &str) -> u64 {
    let file = format!("/proc/{}/status", server.child.id());
    let text = std::fs::read_to_string(file).expect("running");
    let line = text.lines().find_map(|line| line.strip_prefix(field));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|kb| kb.parse().ok()).expect("a number")
}

fn survives(requests: u64) {
    let folder = folder();
    let mut server = Server::start(folder.path());
    let before = server.state();
    for number in 0..requests {
        server.send_last(&malformed(&server, number));
    }
    assert_eq!(
        server.child.try_wait().expect("known"),
        None,
        "the server has ended"
    );
    assert_eq!(server.state()["game"], before["game"]);
    let begun = server.post("/api/game/new", &json!({ "color": "white" }));
    assert_eq!(begun.status, 200);
}

#[test]
fn malformed_requests_do_no_harm() {
    survives(500);
}

#[test]
#[ignore = "as many as the page promises to survive: a minute"]
fn ten_thousand_malformed_requests_do_no_harm() {
    survives(10_000);
}

/// Holds as many streams as there may be, of which none is read, while the state changes and requests come.
#[cfg(target_os = "linux")]
fn flood(server: &Server, changes: i64, requests: std::ops::Range<u64>) {
    let streams: Vec<_> = (0..STREAMS)
        .map(|_| EventStream::open(server, None))
        .collect();
    for change in 0..changes {
        let level = json!({ "level": { "elo": 1000 + change } });
        assert_eq!(server.post("/api/game/level", &level).status, 200);
    }
    for number in requests {
        server.send_last(&malformed(server, number));
    }
    drop(streams);
}

/// Floods a server several times, and holds the growth of its memory to a bound.
#[cfg(target_os = "linux")]
#[expect(
    clippy::print_stdout,
    reason = "'--nocapture' shows how the memory grows"
)]
fn stays_small(rounds: u64, requests: u64) {
    let folder = folder();
    let server = Server::start(folder.path());
    let begun = server.post("/api/game/new", &json!({ "color": "white" }));
    assert_eq!(begun.status, 200);
    server.play("e4");
    let before = memory(&server, "VmRSS:");
    println!("{before} kB after a move");
    for round in 0..rounds {
        flood(&server, 50, round * requests..(round + 1) * requests);
        println!("{} kB after flood {round}", memory(&server, "VmRSS:"));
    }
    let most = memory(&server, "VmHWM:");
    println!("{most} kB at the most");
    assert!(
        most < before + MOST_GROWTH,
        "{before} kB before, {most} kB at the most"
    );
    assert_eq!(server.get("/api/state").status, 200);
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_the_server_stays_small_under_floods() {
    stays_small(3, 300);
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "ten times as long as the test above: minutes"]
fn the_memory_of_the_server_stays_small_under_long_floods() {
    stays_small(30, 400);
}
