//! Who gets an answer when the server listens to other machines, and how long it waits for slow clients.

use std::io::{Read as _, Write as _};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::Server;
use crate::support::folder;

/// Paths of the page and of the interface, with one of each that does not exist.
const PATHS: [&str; 8] = [
    "/",
    "/favicon.svg",
    "/nowhere",
    "/api",
    "/api/state",
    "/api/openapi.json",
    "/api/events",
    "/api/nowhere",
];

#[test]
fn beyond_this_machine_nothing_is_answered_without_the_token() {
    let folder = folder();
    let server = Server::start_with(folder.path(), &["--listen", "0.0.0.0"]);
    let port = server.port;
    let hosts = [server.host(), format!("Host: 192.0.2.7:{port}\r\n")];
    let wrong = [
        "",
        "Authorization: Bearer wrong\r\n",
        "Cookie: bayeschess=1\r\n",
    ];
    for path in PATHS {
        for host in &hosts {
            for word in wrong {
                let answer = server.request("GET", path, &format!("{host}{word}"), b"");
                assert_eq!(answer.status, 403, "{path} {host}{word}");
                assert_eq!(answer.header("set-cookie"), None, "{path}");
            }
        }
        let guess = format!("{path}?token=wrong");
        assert_eq!(
            server.request("GET", &guess, &server.host(), b"").status,
            403,
            "{guess}"
        );
    }
    let json_kind = "Content-Type: application/json\r\n";
    let headers = format!("{}{json_kind}", server.host());
    let begun = server.request("POST", "/api/game/new", &headers, b"{\"color\":\"white\"}");
    assert_eq!(begun.status, 403);
    assert_eq!(server.state()["game"], json!(null));
}

#[test]
fn beyond_this_machine_the_token_opens_the_page_and_its_cookie_the_interface() {
    let folder = folder();
    let server = Server::start_with(folder.path(), &["--listen", "0.0.0.0"]);
    let (port, token) = (server.port, &server.token);
    let bearer = format!("Authorization: Bearer {token}\r\n");
    for host in [server.host(), format!("Host: 192.0.2.7:{port}\r\n")] {
        let known = format!("{host}{bearer}");
        for path in ["/", "/favicon.svg", "/api/state", "/api/openapi.json"] {
            let answer = server.request("GET", path, &known, b"");
            assert_eq!(answer.status, 200, "{path} {host}");
        }
        assert_eq!(server.request("GET", "/nowhere", &known, b"").status, 404);
        let page = server.request("GET", &format!("/?token={token}"), &host, b"");
        let cookie = page.header("set-cookie").expect("a cookie").to_owned();
        let pair = cookie.split(';').next().expect("a pair");
        let headers = format!("{host}Cookie: {pair}\r\n");
        for path in ["/", "/api/state"] {
            let answer = server.request("GET", path, &headers, b"");
            assert_eq!(answer.status, 200, "{path} {host}");
        }
    }
    // A name that somebody else lets resolve to this machine is still refused.
    let foreign = format!("Host: evil.example:{port}\r\n{bearer}");
    for path in ["/", "/api/state"] {
        assert_eq!(server.request("GET", path, &foreign, b"").status, 403);
    }
}

/// Sends the beginning of a request, then one byte a second, and returns the answer and how long that took.
fn drip(server: &Server, beginning: &str, more: u8) -> (String, Duration) {
    let mut stream = server.connect();
    let begun = Instant::now();
    stream.write_all(beginning.as_bytes()).expect("sent");
    let mut dripping = stream.try_clone().expect("one more");
    let drops = thread::spawn(move || {
        // The server closes in the end, and nothing more can be sent.
        for _ in 0..55 {
            if dripping.write_all(&[more]).is_err() {
                return;
            }
            thread::sleep(Duration::from_secs(1));
        }
    });
    let mut answer = Vec::new();
    // A reset instead of an end is an end, too.
    let _ = stream.read_to_end(&mut answer);
    let time = begun.elapsed();
    drop(stream);
    drops.join().expect("sent");
    (String::from_utf8_lossy(&answer).into_owned(), time)
}

#[test]
fn a_client_that_sends_a_byte_a_second_is_not_waited_for() {
    let folder = folder();
    let server = Server::start(folder.path());
    let known = server.known();
    let head = format!("GET /api/state HTTP/1.1\r\n{known}X-Slow: ");
    let body = format!(
        "POST /api/game/new HTTP/1.1\r\n{known}Connection: close\r\nContent-Type: application/json\r\n\
         Content-Length: 1000\r\n\r\n{{"
    );
    let ((no_head, head_time), (no_body, body_time)) = thread::scope(|scope| {
        let slow_head = scope.spawn(|| drip(&server, &head, b'x'));
        let slow_body = scope.spawn(|| drip(&server, &body, b' '));
        // Who is quick is answered meanwhile.
        for _ in 0..20 {
            assert_eq!(server.get("/api/state").status, 200);
            thread::sleep(Duration::from_millis(100));
        }
        let head = slow_head.join().expect("a head");
        (head, slow_body.join().expect("a body"))
    });
    // The limits are 20 and 30 seconds, however the bytes are spread over them.
    let within = |time: Duration, limit: u64| {
        (Duration::from_secs(limit - 1)..Duration::from_secs(limit + 20)).contains(&time)
    };
    assert!(within(head_time, 20), "{head_time:?}");
    assert!(!no_head.contains(" 200 "), "{no_head}");
    assert!(within(body_time, 30), "{body_time:?}");
    assert!(
        no_body.starts_with("HTTP/1.1 503 ") && no_body.contains("\"timeout\""),
        "{no_body}"
    );
    assert_eq!(server.state()["game"], json!(null));
}
