//! A running server, and a client that speaks HTTP by hand, so that a test can also say what no client would.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use bayeschess::board::fen;
use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Move, Position as _};

use crate::support::{kill, parsed, process, wait_until};

/// A server in a folder, ended when dropped.
pub struct Server {
    pub child: Child,
    pub port: u16,
    pub token: String,
}

/// An answer of the server.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

/// A stream of events that a client holds open.
pub struct EventStream {
    reader: BufReader<TcpStream>,
    /// What was read of a line that is not whole yet.
    line: String,
}

impl EventStream {
    /// Opens a stream as a client that knows this version of the state.
    pub fn open(server: &Server, last: Option<u64>) -> Self {
        let mut stream = server.connect();
        let last = last.map_or_else(String::new, |id| format!("Last-Event-ID: {id}\r\n"));
        let head = format!("GET /api/events HTTP/1.1\r\n{}{last}\r\n", server.known());
        stream.write_all(head.as_bytes()).expect("sent");
        Self {
            reader: BufReader::new(stream),
            line: String::new(),
        }
    }

    /// Whether the stream was let in.
    pub fn is_open(&mut self) -> bool {
        let mut line = String::new();
        self.reader.read_line(&mut line).expect("a line");
        line.starts_with("HTTP/1.1 200 ")
    }

    /// Returns the data of the next event of that name.
    pub fn next(&mut self, name: &str) -> Value {
        let found = self.within(name, Duration::from_mins(1));
        found.unwrap_or_else(|| panic!("no event '{name}'"))
    }

    /// Returns the data of the next event of that name, if it comes in that time.
    pub fn within(&mut self, name: &str, time: Duration) -> Option<Value> {
        let end = Instant::now() + time;
        let mut is_named = false;
        loop {
            let left = end.checked_duration_since(Instant::now());
            let left = left.filter(|left| !left.is_zero())?;
            let stream = self.reader.get_ref();
            stream.set_read_timeout(Some(left)).expect("set");
            match self.reader.read_line(&mut self.line) {
                Ok(0) => panic!("the stream has ended"),
                Ok(_) => {}
                Err(_) => return None,
            }
            let line = std::mem::take(&mut self.line);
            match line.trim().split_once(':') {
                Some(("event", told)) => is_named = told.trim() == name,
                Some(("data", data)) if is_named => return Some(parsed(data.as_bytes())),
                _ => {}
            }
        }
    }
}

impl Answer {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (known, value) = line.split_once(':')?;
            known.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub fn json(&self) -> Value {
        parsed(&self.body)
    }
}

impl Server {
    /// Starts a server on any free port, and waits until it says its address.
    pub fn start(folder: &Path) -> Self {
        Self::start_with(folder, &[])
    }

    /// Starts a server with more options.
    pub fn start_with(folder: &Path, more: &[&str]) -> Self {
        Self::start_on(folder, "games.db", more)
    }

    /// Starts a server on a database.
    pub fn start_on(folder: &Path, database: &str, more: &[&str]) -> Self {
        let mut child = process(folder)
            .args(["serve", "--port", "0", "--no-open", "--json", "--db"])
            .arg(database)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let mut line = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let url = parsed(line.as_bytes())["url"]
            .as_str()
            .expect("an address")
            .to_owned();
        let rest = url.strip_prefix("http://127.0.0.1:").expect("this machine");
        let (port, token) = rest.split_once("/?token=").expect("a token");
        Self {
            child,
            port: port.parse().expect("a port"),
            token: token.to_owned(),
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connected");
        let limit = Some(Duration::from_mins(1));
        stream.set_read_timeout(limit).expect("set");
        stream.set_write_timeout(limit).expect("set");
        stream
    }

    /// Sends bytes as they are and nothing more, and reads until the server closes; no answer is an empty one.
    pub fn send_last(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The server may refuse before it has read everything.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Sends a request that asks the server to close behind its answer.
    fn send(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Sends a request with these header lines, each ended by a line break.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
        );
        let answer = self.send(&[head.as_bytes(), body].concat());
        let end = answer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .expect("a head");
        let head = String::from_utf8(answer[..end].to_vec()).expect("text");
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        Answer {
            status: status.expect("a status"),
            head,
            body: answer[end + 4..].to_vec(),
        }
    }

    pub fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    /// The headers of a client that has the token.
    pub fn known(&self) -> String {
        format!("{}Authorization: Bearer {}\r\n", self.host(), self.token)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &self.known(), b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = format!("{}Content-Type: application/json\r\n", self.known());
        self.request("POST", path, &headers, body.to_string().as_bytes())
    }

    pub fn state(&self) -> Value {
        self.get("/api/state").json()
    }

    /// Waits until the engine has answered, and returns the state.
    pub fn answered(&self) -> Value {
        let mut state = self.state();
        wait_until("the engine has moved", || {
            state = self.state();
            state["game"]["thinking"] == json!(false)
        });
        state
    }

    /// Does a command for the game as it stands.
    pub fn act(&self, what: &str, more: &[(&str, Value)]) -> Answer {
        let game = self.state()["game"].clone();
        let mut body = json!({ "game": game["id"], "ply": moves(&game) });
        for (key, value) in more {
            body[*key] = value.clone();
        }
        self.post(&format!("/api/game/{what}"), &body)
    }

    /// Plays a move, and waits for the engine's.
    pub fn play(&self, text: &str) -> Value {
        let answer = self.act("move", &[("move", json!(text))]);
        assert_eq!(answer.status, 200, "{}", answer.json());
        self.answered()
    }

    /// Plays `count` moves that do not end the game, and after which the engine cannot end it at once.
    pub fn play_on(&self, count: usize) -> Value {
        for _ in 0..count {
            let m = unfinished(&self.state()["game"]);
            self.play(&m);
        }
        self.state()
    }
}

/// Returns the first legal move that leaves neither mate nor an answer that ends the game.
fn unfinished(game: &Value) -> String {
    let position = fen::read(game["fen"].as_str().expect("a position")).expect("legal");
    let after = |position: &Chess, m: Move| position.clone().play(m).expect("legal");
    let goes_on = |m: &Move| {
        let child = after(&position, *m);
        let mut replies = child.legal_moves().into_iter();
        !child.is_game_over() && !replies.any(|reply| after(&child, reply).is_game_over())
    };
    let legal = position.legal_moves();
    let m = legal.iter().find(|m| goes_on(m)).or(legal.first());
    m.expect("the game goes on")
        .to_uci(CastlingMode::Standard)
        .to_string()
}

/// The state without its age, which alone grows while nothing changes.
pub fn without_age(mut state: Value) -> Value {
    let object = state.as_object_mut().expect("a state");
    let age = object.remove("age_ms");
    assert!(age.is_some_and(|age| age.is_u64()), "a state has its age");
    state
}

/// The number of moves of a game.
pub fn moves(game: &Value) -> usize {
    game["moves"].as_array().map_or(0, Vec::len)
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|status| status.is_none()) {
            kill(&mut self.child);
        }
    }
}
