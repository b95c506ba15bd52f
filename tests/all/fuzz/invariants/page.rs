//! Requests to the local page: each has an answer, none breaks the server.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Shutdown, TcpStream};
use std::path::Path;
use std::sync::{LazyLock, mpsc};
use std::time::Duration;

use bayeschess::cancel::CancelFlag;
use bayeschess::engine::Engine;
use bayeschess::pgn::IngestProgress;
use bayeschess::protocol::NoGameSink;
use bayeschess::search::SearchSettings;
use bayeschess::serve::{LearnedGames, OpponentKeeper, ServeSettings, SessionEngines, serve};
use bayeschess::store::{ForgetGames, Opponent};
use serde_json::Value;

/// A keeper of opponents that forgets nobody and learns nothing.
struct NoKeeper;

impl OpponentKeeper for NoKeeper {
    fn catch_up(&self) -> Result<(), String> {
        Ok(())
    }

    fn forget(&self, _: &Opponent, _: ForgetGames) -> Result<(), String> {
        Err("nobody is forgotten here".to_owned())
    }

    fn learn(
        &self,
        _: &Path,
        _: &str,
        _: &str,
        _: &mut dyn FnMut(&IngestProgress),
    ) -> Result<LearnedGames, String> {
        Err("nothing is learned here".to_owned())
    }
}

/// A server that runs until the process ends.
struct Server {
    port: u16,
    token: String,
}

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let (said, url) = mpsc::channel();
    std::thread::spawn(move || {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = || Engine::new(SearchSettings::for_selfplay(), 1).expect("a thread");
        let engines = SessionEngines {
            player: engine(),
            assistant: engine(),
        };
        let settings = ServeSettings {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            database: folder.path().join("games.db"),
            runs: folder.path().to_owned(),
            // Arbitrary requests start no programs.
            may_start: false,
            most_upload: 1_000_000,
            heuristic: "modern:learned".to_owned(),
        };
        let ready = |url: &str| said.send(url.to_owned()).expect("waited for");
        serve(
            settings,
            engines,
            Box::new(NoGameSink),
            Box::new(NoKeeper),
            &CancelFlag::new(),
            ready,
        )
        .expect("served");
    });
    let url: String = url.recv().expect("an address");
    let rest = url.strip_prefix("http://127.0.0.1:").expect("this machine");
    let (port, token) = rest.split_once("/?token=").expect("a token");
    Server {
        port: port.parse().expect("a port"),
        token: token.to_owned(),
    }
});

/// What follows the bytes of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RequestEnd {
    Wait,
    StopWriting,
}

/// Sends bytes and nothing more; returns the head of the answer and, unless it is a stream of events, the rest.
///
/// An answer to somebody who has stopped writing may be left out, so only bytes that may be half a request end so.
fn send(bytes: &[u8], ending: RequestEnd) -> Vec<u8> {
    let mut stream = TcpStream::connect(("127.0.0.1", SERVER.port)).expect("connected");
    let limit = Some(Duration::from_mins(2));
    stream.set_read_timeout(limit).expect("set");
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes);
    if ending == RequestEnd::StopWriting {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = stream.read(&mut buffer) {
        answer.extend_from_slice(&buffer[..length]);
        if answer
            .windows(17)
            .any(|bytes| bytes.eq_ignore_ascii_case(b"text/event-stream"))
        {
            break;
        }
    }
    answer
}

fn status(answer: &[u8]) -> Option<u16> {
    let text = String::from_utf8_lossy(answer);
    text.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()
}

/// Sends a request of somebody who may send one.
fn ask(method_and_path: &str, body: &[u8]) -> Vec<u8> {
    let Server { port, token } = &*SERVER;
    let head = format!(
        "{method_and_path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    send(&[head.as_bytes(), body].concat(), RequestEnd::Wait)
}

fn state() -> Value {
    let answer = ask("GET /api/state", b"");
    assert_eq!(status(&answer), Some(200), "{}", answer.escape_ascii());
    let text = String::from_utf8_lossy(&answer);
    let (_, body) = text.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).unwrap_or(Value::Null)
}

/// The first line is method and path, the rest the body; `GAME` and `PLY` in it are those of the running game. Bytes that
/// begin with `!` are sent as they are.
pub fn request(bytes: &[u8]) {
    let answer = if let Some(raw) = bytes.strip_prefix(b"!") {
        send(raw, RequestEnd::StopWriting)
    } else {
        let text = String::from_utf8_lossy(bytes);
        let (first, body) = text.split_once('\n').unwrap_or((&text, ""));
        // One more line of the head would be another request.
        let first: String = first.chars().filter(|sign| !sign.is_control()).collect();
        let mut body = body.to_owned();
        if body.contains("GAME") {
            let game = state()["game"].clone();
            let plies = game["moves"].as_array().map_or(0, Vec::len);
            body = body
                .replace("GAME", &game["id"].to_string())
                .replace("PLY", &plies.to_string());
        }
        ask(&first, body.as_bytes())
    };
    // Bytes that are no request end the connection without an answer.
    if let Some(status) = status(&answer) {
        assert!(status < 500 || status == 503, "{}", answer.escape_ascii());
    }
    state();
}
