//! Parses lines of the UCI protocol to commands.
//!
//! Source: Kahlen and Meyer-Kahlen, *Universal Chess Interface* (2006). As it demands, unknown words are ignored
//! and the rest of the line is still read, white space is free, and arguments may come in any order. Nothing here
//! knows the rules of chess, and no line makes it fail.

use std::str::FromStr;

use crate::search::bench::{self, BenchConditions};
use crate::units::Millis;

/// A command of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// `uci`: name yourself and your options.
    Uci,
    /// `debug on`, `debug off`.
    Debug(DebugSwitch),
    /// `isready`: answer at once, also while searching.
    IsReady,
    /// `setoption name N [value V]`.
    SetOption {
        /// The option's name as written.
        name: String,
        /// Its value; buttons have none.
        value: Option<String>,
    },
    /// `register`: ignored, since nothing is registered.
    Register,
    /// `ucinewgame`.
    NewGame,
    /// `position startpos|fen F [moves …]`.
    Position {
        /// The FEN; `None` for the usual start. A text without either keyword is taken for a FEN whose
        /// keyword is missing, and refused if it is none.
        fen: Option<String>,
        /// The moves as written.
        moves: Vec<String>,
    },
    /// `go …`.
    Go(Box<GoCommand>),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`, not in the standard: show the board.
    Show,
    /// `eval`, not in the standard: show the static evaluation.
    Eval,
    /// `perft N` and `go perft N`, not in the standard: count the leaf nodes at depth N.
    Perft(u32),
    /// `bench [DEPTH | HASH THREADS DEPTH]`, not in the standard: search the bench and show its signature.
    Bench(BenchConditions),
    /// `reload`, not in the standard: read the settings file again.
    Reload,
    /// `help`, not in the standard.
    Help,
    /// An empty line, or one without a known word.
    Nothing,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugSwitch {
    /// On.
    On,
    /// Off.
    Off,
}

/// The arguments of `go`; absent or unreadable ones are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// The moves to search, as written.
    pub search_moves: Vec<String>,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// White's clock.
    pub white_time: Option<Millis>,
    /// Black's clock.
    pub black_time: Option<Millis>,
    /// White's increment.
    pub white_increment: Option<Millis>,
    /// Black's increment.
    pub black_increment: Option<Millis>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Depth limit, in plies.
    pub depth: Option<u16>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Length in moves of the mate to look for.
    pub mate: Option<u16>,
    /// Exact time for the move.
    pub move_time: Option<Millis>,
    /// True if the search runs until `stop`.
    pub infinite: bool,
    /// Words that lack their number.
    pub without_number: Vec<String>,
}

/// Parses one line.
pub fn parse(line: &str) -> UciCommand {
    let mut rest = line.trim();
    // Unknown words before a command are skipped: `joho debug on` is `debug on`.
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        if let Some(command) = known(word, after) {
            return command;
        }
        rest = after;
    }
    UciCommand::Nothing
}

fn known(word: &str, rest: &str) -> Option<UciCommand> {
    Some(match word {
        "uci" => UciCommand::Uci,
        "debug" => UciCommand::Debug(if split_word(rest).0 == "off" {
            DebugSwitch::Off
        } else {
            DebugSwitch::On
        }),
        "isready" => UciCommand::IsReady,
        "setoption" => option(rest),
        "register" => UciCommand::Register,
        "ucinewgame" => UciCommand::NewGame,
        "position" => position(rest),
        "go" => match split_word(rest) {
            ("perft", depth) => perft(depth),
            _ => UciCommand::Go(Box::new(go(rest))),
        },
        "stop" => UciCommand::Stop,
        "ponderhit" => UciCommand::PonderHit,
        "quit" => UciCommand::Quit,
        "d" => UciCommand::Show,
        "eval" => UciCommand::Eval,
        "perft" => perft(rest),
        "bench" => UciCommand::Bench(bench_conditions(rest)),
        "reload" => UciCommand::Reload,
        "help" | "?" => UciCommand::Help,
        _ => return None,
    })
}

/// Splits a text into its first word and the rest, both trimmed.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// Splits at the first whole word `word`; the second half is `None` without it.
fn split_at_word<'a>(text: &'a str, word: &str) -> (&'a str, Option<&'a str>) {
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|tail| tail.find(word)) {
        let begin = from + found;
        let end = begin + word.len();
        let before = text.get(..begin).unwrap_or("");
        let after = text.get(end..).unwrap_or("");
        let starts = before.is_empty() || before.ends_with(char::is_whitespace);
        let ends = after.is_empty() || after.starts_with(char::is_whitespace);
        if starts && ends {
            return (before.trim(), Some(after.trim()));
        }
        from = end;
    }
    (text.trim(), None)
}

fn option(rest: &str) -> UciCommand {
    let (_, after_name) = split_at_word(rest, "name");
    let (name, value) = split_at_word(after_name.unwrap_or(rest), "value");
    UciCommand::SetOption {
        name: name.split_whitespace().collect::<Vec<_>>().join(" "),
        value: value.map(str::to_owned),
    }
}

fn position(rest: &str) -> UciCommand {
    let (start, moves) = split_at_word(rest, "moves");
    let fen = match split_at_word(start, "fen").1 {
        None if split_at_word(start, "startpos").1.is_some() => None,
        None => Some(start),
        fen => fen,
    };
    UciCommand::Position {
        fen: fen.map(str::to_owned),
        moves: moves
            .unwrap_or("")
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
    }
}

/// The arguments of `go`; any other word after `searchmoves` is taken for a move.
const GO_WORDS: [&str; 12] = [
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movetime",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "searchmoves",
];

fn go(rest: &str) -> GoCommand {
    let mut go = GoCommand::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|next| !GO_WORDS.contains(next)) {
                    go.search_moves.push(m.to_owned());
                }
            }
            _ if GO_WORDS.contains(&word) => match words.next_if(|next| is_number(next)) {
                Some(number) => limit(&mut go, word, number),
                None => go.without_number.push(word.to_owned()),
            },
            _ => {}
        }
    }
    go
}

/// Sets the argument of `go` that a number belongs to.
fn limit(go: &mut GoCommand, word: &str, number: &str) {
    match word {
        "wtime" => go.white_time = Some(millis(number)),
        "btime" => go.black_time = Some(millis(number)),
        "winc" => go.white_increment = Some(millis(number)),
        "binc" => go.black_increment = Some(millis(number)),
        "movetime" => go.move_time = Some(millis(number)),
        "movestogo" => go.moves_to_go = Some(count(number)),
        "depth" => go.depth = Some(count(number)),
        "nodes" => go.nodes = Some(count(number)),
        _ => go.mate = Some(count(number)),
    }
}

/// Parses the numbers after `bench`: the depth alone, or table in MiB, threads and depth as in Stockfish.
fn bench_conditions(rest: &str) -> BenchConditions {
    let numbers: Vec<u32> = rest
        .split_whitespace()
        .map_while(|word| word.parse().ok())
        .collect();
    match numbers[..] {
        [] => BenchConditions::default(),
        [depth] => BenchConditions::to_depth(depth),
        [hash, threads] => BenchConditions::of_numbers(hash, threads, bench::DEFAULT_DEPTH.into()),
        [hash, threads, depth, ..] => BenchConditions::of_numbers(hash, threads, depth),
    }
}

/// Parses the depth after `perft`; without one, it is 1.
fn perft(rest: &str) -> UciCommand {
    UciCommand::Perft(split_word(rest).0.parse().unwrap_or(1))
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses a number; one too large for its type becomes the largest, a negative one 0.
fn count<T: FromStr + IntegerRange>(word: &str) -> T {
    if word.starts_with('-') {
        return T::LEAST;
    }
    word.parse().unwrap_or(T::MOST)
}

fn millis(word: &str) -> Millis {
    let limit = if word.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Millis(word.parse().unwrap_or(limit))
}

/// The bounds of an integer type.
trait IntegerRange {
    const LEAST: Self;
    const MOST: Self;
}

macro_rules! bounded {
    ($($type:ty)*) => {$(
        impl IntegerRange for $type {
            const LEAST: Self = <$type>::MIN;
            const MOST: Self = <$type>::MAX;
        }
    )*};
}

bounded!(u16 u32 u64);

#[cfg(test)]
mod tests;
