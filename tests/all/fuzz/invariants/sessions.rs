//! Conversations in UCI and XBoard: they end, every search has one legal answer, and nothing said moves a cursor.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use bayeschess::board::{GameState, fen};
use bayeschess::engine::Engine;
use bayeschess::protocol::{EngineSession, NoGameSink, Protocol, run_session};
use bayeschess::search::SearchSettings;
use shakmaty::Chess;
use shakmaty::uci::UciMove;

/// The longest conversation, in bytes.
const LONGEST: usize = 256 * 1024;

/// Everything that the engine said.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("sound").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns the lines of a conversation that cost neither much memory nor much time. The end of the input ends a search,
/// but not the commands that do their work at once.
fn bearable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    let mut said = String::new();
    for line in text.lines() {
        let lower = line.to_lowercase();
        let is_large = ["hash", "thread", "memory", "cores"]
            .iter()
            .any(|word| lower.contains(word))
            && line.chars().filter(char::is_ascii_digit).count() > 1;
        let is_slow = ["bench", "perft", "genfens", "mate"]
            .iter()
            .any(|word| lower.contains(word));
        // Inputs that are joined are to be heard to the last.
        let is_end = matches!(lower.trim(), "quit" | "exit");
        if !is_large && !is_slow && !is_end {
            said.push_str(line);
            said.push('\n');
        }
    }
    said
}

fn conversation(protocol: Protocol, said: &str) -> String {
    let engine = Engine::new(SearchSettings::for_selfplay(), 1).expect("a thread");
    let session = EngineSession::new(engine, Box::new(NoGameSink));
    let heard = Heard::default();
    let input = Cursor::new(said.to_owned().into_bytes());
    run_session(session, heard.clone(), input, protocol).expect("ended");
    let bytes = heard.0.lock().expect("sound").clone();
    String::from_utf8(bytes).expect("text")
}

fn check_lines(heard: &str) {
    assert!(!heard.contains("broke down"), "{heard}");
    for line in heard.lines() {
        assert!(
            !line.chars().any(|sign| sign.is_control() && sign != '\t'),
            "{line:?}"
        );
    }
}

pub fn uci(bytes: &[u8]) {
    let said = bearable(bytes);
    let heard = conversation(Protocol::Uci, &format!("uci\n{said}"));
    check_lines(&heard);
    let positions = positions(&said);
    let mut answers = 0;
    for line in heard.lines() {
        let Some(rest) = line.strip_prefix("bestmove ") else {
            continue;
        };
        answers += 1;
        let word = rest.split(' ').next().unwrap_or_default();
        if word == "0000" {
            continue;
        }
        let chosen: UciMove = word.parse().unwrap_or_else(|_| panic!("{line}"));
        let is_legal = |position: &Chess| chosen.to_move(position).is_ok();
        assert!(positions.iter().any(is_legal), "{line} is legal nowhere");
    }
    let asked = said.split_whitespace().filter(|word| *word == "go").count();
    assert!(answers <= asked, "{answers} answers to {asked} searches");
}

/// Returns every position that a conversation sets up, as the longest legal beginning of its moves.
fn positions(said: &str) -> Vec<Chess> {
    let mut found = vec![Chess::default()];
    for line in said.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(at) = words.iter().position(|word| *word == "position") else {
            continue;
        };
        let words = &words[at + 1..];
        let end = words.iter().position(|word| *word == "moves");
        let (fields, moves) = words.split_at(end.unwrap_or(words.len()));
        let fields = fields.strip_prefix(&["fen"]).unwrap_or(fields);
        for mode in [
            shakmaty::CastlingMode::Standard,
            shakmaty::CastlingMode::Chess960,
        ] {
            let start = fen::read_as(&fields.join(" "), mode).unwrap_or_default();
            let mut game = GameState::from_position(start);
            found.push(game.position().clone());
            for word in moves.iter().skip(1) {
                let chosen = word.parse::<UciMove>().ok();
                let Some(chosen) = chosen.and_then(|m| m.to_move(game.position()).ok()) else {
                    break;
                };
                game.play(chosen);
                found.push(game.position().clone());
            }
        }
    }
    found
}

pub fn xboard(bytes: &[u8]) {
    let said = bearable(bytes);
    let heard = conversation(Protocol::XBoard, &format!("xboard\nsd 1\n{said}"));
    check_lines(&heard);
    for line in heard.lines() {
        if let Some(word) = line.strip_prefix("move ") {
            let is_move = word.parse::<UciMove>().is_ok() || word.starts_with("O-O");
            assert!(is_move, "{line}");
        }
    }
}
