//! Parses lines of the XBoard protocol, version 2, to commands.
//!
//! Source: Tim Mann and H. G. Muller, *Chess Engine Communication Protocol* (2009). A word that is no command may
//! be a move, as old interfaces send it. Nothing here knows the rules of chess, and no line makes it fail.

use shakmaty::Color;

use super::number::{centiseconds, number, seconds};
use crate::units::Millis;

/// A command of the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XboardCommand {
    /// `xboard`: ignored; the protocol is already spoken.
    XBoard,
    /// `protover N`.
    Version(u32),
    /// `new`.
    New,
    /// `variant NAME`.
    Variant(String),
    /// `quit`.
    Quit,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move.
    Go,
    /// `playother`: play the side not to move.
    PlayOther,
    /// `white` and `black`: that side is to move, and the engine plays the other.
    ToMove(Color),
    /// `level MOVES BASE INCREMENT`.
    Level {
        /// Moves to each time control; 0 means the whole game.
        moves: u32,
        /// The time for those moves.
        base: Millis,
        /// Time added after each move.
        increment: Millis,
    },
    /// `st SECONDS`: exact time for each move.
    ExactTime(Millis),
    /// `sd DEPTH`.
    Depth(u16),
    /// `nps N`: time is counted in nodes; `None` ends that.
    NodeRate(Option<u64>),
    /// `time N`: the engine's clock.
    OwnClock(Millis),
    /// `otim N`: the opponent's clock.
    OtherClock(Millis),
    /// `usermove M`, or a move alone.
    Move(String),
    /// `?`: move now.
    MoveNow,
    /// `ping N`.
    Ping(String),
    /// `draw`: the opponent offers one.
    Draw,
    /// `result R {why}`.
    Result {
        /// `1-0`, `0-1`, `1/2-1/2` or `*`.
        score: String,
        /// The text in braces.
        comment: String,
    },
    /// `setboard FEN`.
    SetBoard(String),
    /// `edit`: lines of squares follow.
    Edit,
    /// `hint`.
    Hint,
    /// `bk`: show the book's moves.
    Book,
    /// `undo`: take one ply back.
    Undo,
    /// `remove`: take one move of each side back.
    Remove,
    /// `hard` and `easy`: whether to ponder.
    Ponder(bool),
    /// `post` and `nopost`: whether to show the thinking.
    Post(bool),
    /// `analyze`.
    Analyze,
    /// `exit`: end the analysis.
    Exit,
    /// `.`: show the state of the analysis.
    Status,
    /// `exclude M` and `include M`; `all` instead of a move.
    Exclude {
        /// A move or `all`.
        what: String,
        /// True for `exclude`.
        out: bool,
    },
    /// `name X`.
    Name(String),
    /// `ics HOST`; `-` for a game on this computer.
    Server(String),
    /// `rating OWN OPPONENT`.
    Rating(String, String),
    /// `computer`: the opponent is one.
    Computer,
    /// `memory MB`.
    Memory(u32),
    /// `cores N`.
    Cores(u32),
    /// `egtpath TYPE PATH`.
    Tables {
        /// The type: `syzygy`, or one that is not supported.
        kind: String,
        /// The folders.
        path: String,
    },
    /// `option NAME` or `option NAME=VALUE`.
    Option {
        /// The name as declared.
        name: String,
        /// The value; buttons have none.
        value: Option<String>,
    },
    /// `pause`.
    Pause,
    /// `resume`.
    Resume,
    /// `random`: turn the choice among equal moves on or off.
    Random,
    /// Commands that need no action: `accepted`, `rejected`, `hover` and the like.
    Ignored,
    /// A known command with an unreadable argument.
    Malformed(String),
    /// Anything else.
    Unknown(String),
}

/// Parses one line; `None` for an empty one.
pub fn parse(line: &str) -> Option<XboardCommand> {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    if word.is_empty() {
        return None;
    }
    Some(
        simple(word)
            .or_else(|| of_clock(word, rest))
            .or_else(|| with_text(word, rest))
            .unwrap_or_else(|| {
                if rest.is_empty() && looks_like_a_move(word) {
                    XboardCommand::Move(word.to_owned())
                } else {
                    XboardCommand::Unknown(word.to_owned())
                }
            }),
    )
}

/// Parses commands without arguments.
fn simple(word: &str) -> Option<XboardCommand> {
    Some(match word {
        "xboard" => XboardCommand::XBoard,
        "new" => XboardCommand::New,
        "quit" => XboardCommand::Quit,
        "force" => XboardCommand::Force,
        "go" => XboardCommand::Go,
        "playother" => XboardCommand::PlayOther,
        "white" => XboardCommand::ToMove(Color::White),
        "black" => XboardCommand::ToMove(Color::Black),
        "?" => XboardCommand::MoveNow,
        "draw" => XboardCommand::Draw,
        "edit" => XboardCommand::Edit,
        "hint" => XboardCommand::Hint,
        "bk" => XboardCommand::Book,
        "undo" => XboardCommand::Undo,
        "remove" => XboardCommand::Remove,
        "hard" => XboardCommand::Ponder(true),
        "easy" => XboardCommand::Ponder(false),
        "post" => XboardCommand::Post(true),
        "nopost" => XboardCommand::Post(false),
        "analyze" | "analyse" => XboardCommand::Analyze,
        "exit" => XboardCommand::Exit,
        "." => XboardCommand::Status,
        "computer" => XboardCommand::Computer,
        "random" => XboardCommand::Random,
        "pause" => XboardCommand::Pause,
        "resume" => XboardCommand::Resume,
        "accepted" | "rejected" | "hover" | "lift" | "put" | "bog" => XboardCommand::Ignored,
        _ => return None,
    })
}

/// Parses commands about time and limits. An unreadable one is reported: a clock of zero would lose games.
fn of_clock(word: &str, rest: &str) -> Option<XboardCommand> {
    let read = match word {
        "level" => level(rest),
        "st" => seconds(rest).map(XboardCommand::ExactTime),
        "sd" => number(rest).map(XboardCommand::Depth),
        "nps" => Some(XboardCommand::NodeRate(
            number(rest).filter(|rate| *rate > 0),
        )),
        "time" => centiseconds(rest).map(XboardCommand::OwnClock),
        "otim" => centiseconds(rest).map(XboardCommand::OtherClock),
        _ => return None,
    };
    Some(read.unwrap_or_else(|| XboardCommand::Malformed(format!("{word} {rest}"))))
}

/// Parses commands with a text.
fn with_text(word: &str, rest: &str) -> Option<XboardCommand> {
    let (first, second) = rest
        .split_once(char::is_whitespace)
        .map_or((rest, ""), |(first, second)| (first, second.trim()));
    Some(match word {
        "protover" => XboardCommand::Version(number(rest).unwrap_or(1)),
        "variant" => XboardCommand::Variant(first.to_owned()),
        "usermove" => XboardCommand::Move(first.to_owned()),
        "ping" => XboardCommand::Ping(first.to_owned()),
        "result" => XboardCommand::Result {
            score: first.to_owned(),
            comment: second
                .trim_matches(|c| matches!(c, '{' | '}'))
                .trim()
                .to_owned(),
        },
        "setboard" => XboardCommand::SetBoard(rest.to_owned()),
        "exclude" | "include" => XboardCommand::Exclude {
            what: first.to_owned(),
            out: word == "exclude",
        },
        "name" => XboardCommand::Name(rest.to_owned()),
        "ics" => XboardCommand::Server(rest.to_owned()),
        "rating" => XboardCommand::Rating(first.to_owned(), second.to_owned()),
        "memory" => XboardCommand::Memory(number(rest).unwrap_or(0)),
        "cores" => XboardCommand::Cores(number(rest).unwrap_or(1)),
        "egtpath" => XboardCommand::Tables {
            kind: first.to_owned(),
            path: second.to_owned(),
        },
        "option" => option(rest),
        _ => return None,
    })
}

fn option(rest: &str) -> XboardCommand {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (rest, None),
    };
    XboardCommand::Option {
        name: name.to_owned(),
        value,
    }
}

/// Parses the arguments of `level`: `40 5 0`, `0 2:30 12`: moves; minutes, or minutes and seconds; seconds.
fn level(rest: &str) -> Option<XboardCommand> {
    let mut words = rest.split_whitespace();
    let moves = words.next().and_then(number)?;
    let base = words.next()?;
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let minutes = seconds(minutes)?.0.saturating_mul(60);
    Some(XboardCommand::Level {
        moves,
        base: Millis(minutes.saturating_add(seconds(rest)?.0)),
        increment: seconds(words.next().unwrap_or("0"))?,
    })
}

/// Returns true if a single word may be a move: `e2e4`, `e7e8q`, `O-O`, `Nf3`.
fn looks_like_a_move(word: &str) -> bool {
    let is_castling = word.starts_with("O-O") || word.starts_with("o-o");
    let has_rank = word.bytes().any(|byte| (b'1'..=b'8').contains(&byte));
    let begins = word
        .bytes()
        .next()
        .is_some_and(|byte| matches!(byte, b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N'));
    is_castling || begins && has_rank && word.len() <= 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn time_controls_are_read_in_every_form() {
        let level = |moves, base, increment| XboardCommand::Level {
            moves,
            base: Millis(base),
            increment: Millis(increment),
        };
        assert_eq!(parse("level 40 5 0"), Some(level(40, 300_000, 0)));
        assert_eq!(parse("level 0 2:30 12"), Some(level(0, 150_000, 12_000)));
        assert_eq!(parse("level 0 0:05 0.05"), Some(level(0, 5_000, 50)));
        assert_eq!(parse("st 0.5"), Some(XboardCommand::ExactTime(Millis(500))));
        assert_eq!(
            parse("time 100"),
            Some(XboardCommand::OwnClock(Millis(1_000)))
        );
        assert_eq!(parse("time -3"), Some(XboardCommand::OwnClock(Millis(-30))));
        assert_eq!(parse("nps -1"), Some(XboardCommand::NodeRate(None)));
    }

    #[test]
    fn what_is_no_time_is_told_and_sets_no_clock() {
        for line in [
            "level a b c",
            "level 40",
            "level 40 5:x",
            "level 40 5 y",
            "st x",
            "sd abc",
            "time abc",
            "otim -",
        ] {
            assert_eq!(parse(line), Some(XboardCommand::Malformed(line.into())));
        }
    }

    #[test]
    fn moves_come_with_and_without_their_word() {
        for line in ["usermove e2e4", "e2e4"] {
            assert_eq!(parse(line), Some(XboardCommand::Move("e2e4".into())));
        }
        assert_eq!(parse("O-O"), Some(XboardCommand::Move("O-O".into())));
        assert_eq!(
            parse("frobnicate"),
            Some(XboardCommand::Unknown("frobnicate".into()))
        );
        assert_eq!(parse("  "), None);
    }

    #[test]
    fn results_and_options_keep_their_text() {
        assert_eq!(
            parse("result 1-0 {Black resigns}"),
            Some(XboardCommand::Result {
                score: "1-0".into(),
                comment: "Black resigns".into()
            })
        );
        assert_eq!(
            parse("option Move Overhead=50"),
            Some(XboardCommand::Option {
                name: "Move Overhead".into(),
                value: Some("50".into())
            })
        );
        assert_eq!(
            parse("option Clear Hash"),
            Some(XboardCommand::Option {
                name: "Clear Hash".into(),
                value: None
            })
        );
    }

    proptest! {
        #[test]
        fn no_line_breaks_the_parser(
            line in "\\PC*",
            words in "((level|st|sd|time|otim|ping|result|setboard|option|=|-?[0-9.:]{1,30}|e2e4) ?){0,10}",
        ) {
            parse(&line);
            parse(&words);
        }
    }
}
