//! `bayeschess serve`, from outside: what a browser, a script and an attacker send.

mod access;
mod client;
pub mod description;
mod events;
mod floods;
mod games;
mod levels;
mod me;
mod openings;
mod opponents;
mod pasted;
mod runs;
mod schema;
mod started;
mod thinking;
mod tunings;

use crate::support::{bayeschess, folder};
use client::{Server, without_age};

#[test]
fn the_address_answers_with_the_page_and_a_cookie_that_opens_the_interface() {
    let folder = folder();
    let server = Server::start(folder.path());
    let address = format!("/?token={}", server.token);
    let page = server.request("GET", &address, &server.host(), b"");
    assert_eq!(page.status, 200);
    assert!(
        page.header("content-type")
            .is_some_and(|kind| kind.starts_with("text/html"))
    );
    let cookie = page.header("set-cookie").expect("a cookie").to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let pair = cookie.split(';').next().expect("a pair");
    let headers = format!("{}Cookie: other=1; {pair}\r\n", server.host());
    assert_eq!(
        server.request("GET", "/api/state", &headers, b"").status,
        200
    );
    // Only who shows the token gets the cookie.
    for path in ["/", "/?token=wrong"] {
        let page = server.request("GET", path, &server.host(), b"");
        assert_eq!(
            (page.status, page.header("set-cookie")),
            (200, None),
            "{path}"
        );
    }
}

#[test]
fn every_answer_has_the_headers_that_keep_foreign_scripts_out() {
    let folder = folder();
    let server = Server::start(folder.path());
    for path in ["/", "/api/state", "/nowhere", "/api/nowhere"] {
        for headers in [
            server.known(),
            server.host(),
            "Host: evil.example\r\n".to_owned(),
        ] {
            let answer = server.request("GET", path, &headers, b"");
            let policy = answer.header("content-security-policy").expect("a policy");
            assert!(
                policy.contains("default-src 'none'; script-src 'self';"),
                "{policy}"
            );
            assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
            assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
            assert_eq!(answer.header("access-control-allow-origin"), None);
        }
    }
}

#[test]
fn without_token_or_from_elsewhere_nothing_is_answered() {
    let folder = folder();
    let server = Server::start(folder.path());
    let (port, token) = (server.port, &server.token);
    let with_token = format!("Authorization: Bearer {token}\r\n");
    let paths = [
        "/api/state",
        "/api/openapi.json",
        "/api/events",
        "/api/nowhere",
        "/api",
    ];
    for path in paths {
        for wrong in [
            "",
            "Authorization: Bearer wrong\r\n",
            "Cookie: bayeschess=1\r\n",
        ] {
            let headers = format!("{}{wrong}", server.host());
            assert_eq!(
                server.request("GET", path, &headers, b"").status,
                403,
                "{path} {wrong}"
            );
        }
    }
    let hosts = [
        String::new(),
        "Host: evil.example\r\n".to_owned(),
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: 127.0.0.1.evil.example:{port}\r\n"),
        "Host: 127.0.0.1:1\r\n".to_owned(),
        format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n"),
        format!("Host: 192.168.0.1:{port}\r\n"),
    ];
    let origins = [
        "null".to_owned(),
        "https://evil.example".to_owned(),
        format!("http://evil.example:{port}"),
        "http://127.0.0.1:1".to_owned(),
        format!("https://127.0.0.1:{port}"),
    ];
    let address = format!("/?token={token}");
    for path in [address.as_str(), "/", "/favicon.svg", "/api/state"] {
        for host in &hosts {
            let headers = format!("{host}{with_token}");
            assert_eq!(
                server.request("GET", path, &headers, b"").status,
                403,
                "{path} {host}"
            );
        }
        for origin in &origins {
            let headers = format!("{}{with_token}Origin: {origin}\r\n", server.host());
            assert_eq!(
                server.request("GET", path, &headers, b"").status,
                403,
                "{path} {origin}"
            );
        }
    }
    let own = format!("{}Origin: http://127.0.0.1:{port}\r\n", server.known());
    assert_eq!(server.request("GET", "/api/state", &own, b"").status, 200);
}

#[test]
fn a_body_that_is_no_command_is_refused_and_changes_nothing() {
    let folder = folder();
    let server = Server::start(folder.path());
    let before = server.state();
    let kind = |kind: &str| format!("{}Content-Type: {kind}\r\n", server.known());
    let send = |headers: &str, body: &[u8]| {
        server
            .request("POST", "/api/game/new", headers, body)
            .status
    };
    let json = kind("application/json");
    let large = format!("{{\"color\":\"{}\"}}", "x".repeat(1_000_000));
    assert_eq!(send(&json, large.as_bytes()), 413);
    assert_eq!(send(&kind("text/plain"), b"{}"), 415);
    assert_eq!(send(&server.known(), b"{}"), 415);
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{\"color\":\"green\"}",
        "{\"unknown\":1}",
        "{\"level\":{\"elo\":1e99}}",
        "{\"level\":{\"elo\":0}}",
        "{\"time\":{\"base_seconds\":-1}}",
        "{\"time\":{\"base_seconds\":1e300}}",
        "{\"time\":{\"move_seconds\":1,\"base_seconds\":1}}",
        "{\"time\":{\"move_seconds\":0}}",
        "{\"time\":{\"kind\":\"sundial\",\"base_seconds\":60}}",
        "{\"time\":{\"kind\":\"hourglass\",\"base_seconds\":60,\"increment_seconds\":1}}",
        "{\"time\":{\"base_seconds\":60,\"rest_seconds\":60}}",
        "{\"time\":{\"base_seconds\":60,\"engine_base_seconds\":-1}}",
    ] {
        assert_eq!(send(&json, body.as_bytes()), 400, "{body}");
    }
    assert_eq!(
        server.request("PUT", "/api/game/new", &json, b"{}").status,
        405
    );
    assert_eq!(server.get("/api/game/new").status, 405);
    assert_eq!(server.get("/api/nowhere").status, 404);
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/games.db",
        "/games.db.serve.json",
        "//etc/passwd",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(without_age(server.state()), without_age(before));
}

#[test]
fn a_second_server_on_one_database_says_so_in_one_sentence() {
    let folder = folder();
    let _server = Server::start(folder.path());
    let second = bayeschess(folder.path())
        .args(["serve", "--port", "0", "--no-open", "--db", "games.db"])
        .assert()
        .code(2);
    let said = String::from_utf8_lossy(&second.get_output().stderr).into_owned();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("games.db") && said.contains("another 'bayeschess serve'"),
        "{said}"
    );
}

/// Databases whose names differ only behind the dot have states of their own.
#[test]
fn databases_of_one_stem_are_served_at_the_same_time() {
    let folder = folder();
    let first = Server::start(folder.path());
    let second = Server::start_on(folder.path(), "games.sqlite", &[]);
    assert_ne!(first.token, second.token);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_server_and_leaves_the_state_alone() {
    use serde_json::json;
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let mut server = Server::start(folder.path());
    assert_eq!(
        server
            .post("/api/game/new", &json!({ "color": "white" }))
            .status,
        200
    );
    server.play("e4");
    crate::support::interrupt(&server.child);
    let status = server.child.wait().expect("ended");
    assert_eq!(status.code(), Some(130));
    assert_eq!(
        crate::support::file_names(folder.path()),
        ["games.db.serve.json"]
    );
    let state = std::fs::metadata(folder.path().join("games.db.serve.json")).expect("there");
    assert_eq!(state.permissions().mode() & 0o777, 0o600);
}
