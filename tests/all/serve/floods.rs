//! Many streams of events, and requests that no client would send.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;

use rand::RngExt as _;
use serde_json::{Value, json};

use super::client::Server;
use crate::support::{folder, wait_until};

/// Number of streams that the page may need at one time.
const STREAMS: usize = 200;

fn stream(server: &Server, last: Option<u64>) -> BufReader<TcpStream> {
    let mut stream = server.connect();
    let last = last.map_or_else(String::new, |id| format!("Last-Event-ID: {id}\r\n"));
    let head = format!("GET /api/events HTTP/1.1\r\n{}{last}\r\n", server.known());
    stream.write_all(head.as_bytes()).expect("sent");
    BufReader::new(stream)
}

/// Whether a new stream was let in.
fn is_open(stream: &mut BufReader<TcpStream>) -> bool {
    let mut line = String::new();
    stream.read_line(&mut line).expect("a line");
    line.starts_with("HTTP/1.1 200 ")
}

/// Returns the next state of a stream.
fn next(stream: &mut BufReader<TcpStream>) -> Value {
    loop {
        let mut line = String::new();
        assert!(
            stream.read_line(&mut line).expect("a line") > 0,
            "the stream has ended"
        );
        if let Some(data) = line
            .strip_prefix("data: ")
            .or_else(|| line.strip_prefix("data:"))
        {
            return serde_json::from_str(data.trim()).expect("JSON");
        }
    }
}

#[test]
fn every_stream_tells_the_state_and_each_change() {
    let folder = folder();
    let server = Server::start(folder.path());
    let mut streams: Vec<_> = (0..STREAMS).map(|_| stream(&server, None)).collect();
    for stream in &mut streams {
        assert_eq!(next(stream)["game"], Value::Null);
    }
    let begun = server
        .post("/api/game/new", &json!({ "color": "white" }))
        .json();
    for stream in &mut streams {
        assert_eq!(next(stream), begun);
    }
    // Who knows the state waits for the next one.
    let version = begun["version"].as_u64();
    let mut knowing = stream(&server, version);
    let mut ignorant = stream(&server, version.map(|version| version - 1));
    assert_eq!(next(&mut ignorant), begun);
    let level = server
        .post("/api/game/level", &json!({ "level": { "elo": 900 } }))
        .json();
    assert_eq!(next(&mut knowing), level);
    // The places of streams that ended are free again.
    drop(streams);
    wait_until("there is room for as many again", || {
        let mut again: Vec<_> = (0..STREAMS).map(|_| stream(&server, None)).collect();
        again.iter_mut().all(is_open)
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
            .map(|_| draw.random())
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
