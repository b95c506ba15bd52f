//! Conversations inside this process, with whatever a partner may say.

use std::io::{BufReader, Cursor, Read, Write};
use std::sync::{Arc, Condvar, Mutex};

use proptest::prelude::*;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _};

use super::{Desk, NoArchive, Protocol, converse};
use crate::board::{Game, fen};
use crate::engine::Engine;
use crate::search::SearchSettings;

/// Everything that was said, for several threads.
#[derive(Clone, Debug, Default)]
struct Paper(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Paper {
    fn text(&self) -> String {
        let bytes = self.0.0.lock().expect("sound").clone();
        String::from_utf8(bytes).expect("text")
    }

    /// Waits until so many searches were answered.
    fn wait_for_moves(&self, number: usize) {
        let answered = |bytes: &mut Vec<u8>| {
            let lines = bytes.split(|byte| *byte == b'\n');
            lines.filter(|line| line.starts_with(b"bestmove ")).count() >= number
        };
        let guard = self.0.0.lock().expect("sound");
        let waited = self.0.1.wait_while(guard, |bytes| !answered(bytes));
        drop(waited.expect("sound"));
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.0.lock().expect("sound").extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn desk() -> Desk {
    let engine = Engine::new(SearchSettings::for_selfplay(), 1).expect("a thread");
    Desk::new(engine, Box::new(NoArchive))
}

/// What an engine says to these bytes, whose end cuts a search short.
fn heard(protocol: Protocol, said: &[u8]) -> String {
    let paper = Paper::default();
    converse(desk(), paper.clone(), Cursor::new(said.to_vec()), protocol).expect("read");
    paper.text()
}

/// What an engine says to these lines when every search may come to its own end.
fn heard_patiently(said: &'static str) -> String {
    let paper = Paper::default();
    let input = Patient {
        said: Cursor::new(said.as_bytes()),
        searches: said.lines().filter(|line| line.starts_with("go ")).count(),
        paper: paper.clone(),
    };
    converse(desk(), paper.clone(), BufReader::new(input), Protocol::Uci).expect("read");
    paper.text()
}

/// An input that ends only when every search is answered.
struct Patient {
    said: Cursor<&'static [u8]>,
    searches: usize,
    paper: Paper,
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.said.read(buffer)?;
        if read == 0 {
            self.paper.wait_for_moves(self.searches);
        }
        Ok(read)
    }
}

/// A writer that fails from the start.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _bytes: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// An input that says something and then nothing for ever.
struct Silence(Cursor<&'static [u8]>);

impl Read for Silence {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => loop {
                std::thread::park();
            },
            some => Ok(some),
        }
    }
}

#[test]
fn who_is_no_longer_read_stops_even_without_an_end_of_input() {
    for (protocol, said) in [
        (Protocol::Uci, &b"go infinite\n"[..]),
        (Protocol::XBoard, b"st 1000\ngo\nping 1\npost\n"),
    ] {
        let input = BufReader::new(Silence(Cursor::new(said)));
        converse(desk(), Closed, input, protocol).expect("ended");
    }
}

#[test]
fn several_lines_come_with_their_rank_and_chances() {
    let lines = heard_patiently(
        "setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo depth 2\n",
    );
    for rank in 1..=3 {
        assert!(
            lines.contains(&format!(" multipv {rank} score ")),
            "{lines}"
        );
    }
    assert!(lines.contains(" wdl "), "{lines}");
}

#[test]
fn limited_strength_sees_less_and_analysis_everything() {
    let lines = heard_patiently(
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000\n\
         go depth 30\n",
    );
    let nodes = lines
        .split(" nodes ")
        .filter_map(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    assert!(nodes.max().expect("a search") < 200, "{lines}");
    let lines = heard_patiently("setoption name Level value basic\ngo wtime 600000 btime 600000\n");
    assert!(lines.contains("info depth 4 "), "{lines}");
    assert!(!lines.contains("info depth 5 "), "{lines}");
    let lines = heard_patiently(
        "setoption name Level value basic\nsetoption name UCI_AnalyseMode value true\n\
         go depth 6\n",
    );
    assert!(lines.contains("info depth 6 "), "{lines}");
}

/// Positions that a partner may set up, odd ones among them.
const POSITIONS: &[&str] = &[
    "startpos",
    "startpos moves e2e4 e7e5 g1f3",
    "startpos moves e2e4 e2e4 zzzz",
    "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    "fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
    "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "fen k7/8/8/8/8/8/8/K7 w - - 0 1",
    "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 99 150 moves e1g1",
    "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "fen kkkkkkkk/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KKKKKKKK w - - 0 1",
    "fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQ1QQQQ/8/8/7k/K7 w - - 0 1",
    "fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "fen 4k3/8/8/8/8/8/8/4K2R w K - 4294967295 4294967295",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
    "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "fen",
    "",
];

const GOES: &[&str] = &[
    "nodes 1",
    "nodes 60",
    "depth 1",
    "depth 2 nodes 500",
    "movetime 0",
    "movetime -5",
    "wtime 0 btime 0",
    "wtime -100 btime 1 winc -7",
    "btime 2 movestogo 0",
    "mate 1 nodes 50",
    "infinite",
    "ponder wtime 1 btime 1",
    "ponder",
    "",
    "searchmoves e2e4 e1g1 nodes 20",
    "nodes 30 searchmoves",
    "depth 99999999999 nodes 5 wtime x",
];

const OTHERS: &[&str] = &[
    "uci",
    "isready",
    "stop",
    "ponderhit",
    "ucinewgame",
    "debug on",
    "debug off",
    "d",
    "eval",
    "help",
    "register later",
    "perft 1",
    "go perft 1",
    "setoption name MultiPV value 4",
    "setoption name MultiPV value 1",
    "setoption name Threads value 2",
    "setoption name Hash value 1",
    "setoption name Hash value 99999999999999999999",
    "setoption name Clear Hash",
    "setoption name Contempt value -300",
    "setoption name UCI_Elo value 800",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "setoption name Skill Level value 3",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_AnalyseMode value true",
    "setoption name OwnBook value true",
    "setoption name BookFile value nowhere.bin",
    "setoption name SyzygyPath value /nowhere",
    "setoption name SyzygyProbeLimit value 5",
    "setoption name Heuristic value random",
    "setoption name HeuristicFile value nowhere.csv",
    "setoption name UCI_Opponent value GM 2800 human A\u{7f}nne",
    "setoption",
    "setoption name",
    "setoption value 3",
    "position",
    "go go go stop",
    "\u{0}\u{0}",
    "xboard",
];

fn uci_line() -> impl Strategy<Value = String> {
    let of = |words: &'static [&'static str], before: &'static str| {
        prop::sample::select(words).prop_map(move |word| format!("{before}{word}"))
    };
    prop_oneof![
        3 => of(POSITIONS, "position "),
        3 => of(GOES, "go "),
        4 => of(OTHERS, ""),
        1 => "\\PC{0,40}",
    ]
}

/// Reads a conversation as a partner would who knows the rules.
#[derive(Default)]
struct Partner {
    game: Game,
    /// The game in which each search began.
    searched: Vec<Game>,
}

impl Partner {
    fn listen(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["position", "startpos", rest @ ..] => self.set(Game::new(), rest),
            ["position", "fen", rest @ ..] => {
                let end = rest.iter().position(|word| *word == "moves");
                let (fields, moves) = rest.split_at(end.unwrap_or(rest.len()));
                if let Ok(position) = fen::read(&fields.join(" ")) {
                    self.set(Game::from_position(position), moves);
                }
            }
            ["position"] => self.set(Game::new(), &[]),
            ["go", "perft", ..] => {}
            ["go", ..] => self.searched.push(self.game.clone()),
            ["ucinewgame"] => self.game = Game::new(),
            _ => {}
        }
    }

    fn set(&mut self, mut game: Game, moves: &[&str]) {
        for text in moves.iter().filter(|word| **word != "moves") {
            let Some(m) = legal(game.position(), text) else {
                break;
            };
            game.play(m);
        }
        self.game = game;
    }

    /// Holds every line against the rules of chess and of the protocol.
    fn check(&self, heard: &str) {
        let mut searches = self.searched.iter();
        let mut game = searches.next();
        let mut scored = false;
        for line in heard.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["bestmove", best, rest @ ..] => {
                    let game_before = game.expect("a search for every best move");
                    assert!(scored, "no score before {line}");
                    check_best(game_before.position(), best, rest);
                    (game, scored) = (searches.next(), false);
                }
                ["info", "string", ..] => {}
                ["info", rest @ ..] if rest.contains(&"score") => {
                    check_info(game.expect("a search"), rest);
                    scored = true;
                }
                _ => {}
            }
        }
        assert!(game.is_none(), "a search without a best move:\n{heard}");
        assert!(!heard.contains("broke down"), "{heard}");
    }
}

fn legal(position: &Chess, text: &str) -> Option<shakmaty::Move> {
    text.parse::<UciMove>().ok()?.to_move(position).ok()
}

fn check_best(position: &Chess, best: &str, rest: &[&str]) {
    if best == "0000" {
        assert!(position.legal_moves().is_empty());
        return;
    }
    let m = legal(position, best).unwrap_or_else(|| panic!("illegal {best}"));
    assert_eq!(best, best.to_lowercase());
    if let ["ponder", reply] = rest {
        let mut after = position.clone();
        after.play_unchecked(m);
        assert!(legal(&after, reply).is_some(), "illegal reply {reply}");
    } else {
        assert!(rest.is_empty(), "{rest:?}");
    }
}

/// Numbers are whole, and the line is a game that goes on until its last move.
fn check_info(game: &Game, words: &[&str]) {
    for name in [
        "depth", "seldepth", "nodes", "nps", "time", "hashfull", "tbhits", "multipv",
    ] {
        if let Some(place) = words.iter().position(|word| *word == name) {
            let number = words.get(place + 1).expect("a number");
            assert!(number.parse::<u64>().is_ok(), "{name} {number}");
        }
    }
    let mut game = game.clone();
    let line = words.iter().skip_while(|word| **word != "pv").skip(1);
    for (place, text) in line.enumerate() {
        assert!(
            place == 0 || game.ending().is_none(),
            "{words:?} goes past the end"
        );
        let m = legal(game.position(), text).unwrap_or_else(|| panic!("illegal {text}"));
        game.play(m);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever is said in whatever order: one legal move for every search, each with a score and a
    /// line that can be played.
    #[test]
    fn any_order_of_commands_is_answered_by_the_rules(
        lines in prop::collection::vec(uci_line(), 0..30),
    ) {
        let mut partner = Partner::default();
        let said = lines.join("\n");
        // The partner's own `xboard` or `quit` would change the conversation itself.
        prop_assume!(!lines.first().is_some_and(|line| line.trim_start().starts_with("xboard")));
        prop_assume!(!said.split_whitespace().any(|word| word == "quit"));
        for line in said.lines() {
            partner.listen(line);
        }
        partner.check(&heard(Protocol::Uci, said.as_bytes()));
    }

    #[test]
    fn no_bytes_break_a_conversation(
        mut bytes in prop::collection::vec(any::<u8>(), 0..400),
        protocol in prop::sample::select(&[Protocol::Uci, Protocol::XBoard][..]),
    ) {
        bytes.extend(b"\nquit\n");
        heard(protocol, &bytes);
    }

    #[test]
    fn any_order_of_xboard_commands_comes_to_an_end(
        lines in prop::collection::vec(xboard_line(), 0..40),
    ) {
        let said = lines.join("\n");
        let answers = heard(Protocol::XBoard, said.as_bytes());
        prop_assert!(!answers.contains("broke down"), "{}", answers);
        for line in answers.lines() {
            if let Some(m) = line.strip_prefix("move ") {
                prop_assert!(m.parse::<UciMove>().is_ok() || m.starts_with("O-O"), "{}", m);
            }
        }
    }
}

fn xboard_line() -> impl Strategy<Value = String> {
    const LINES: &[&str] = &[
        "protover 2",
        "new",
        "force",
        "go",
        "playother",
        "white",
        "black",
        "?",
        "draw",
        "undo",
        "remove",
        "hint",
        "bk",
        "hard",
        "easy",
        "post",
        "nopost",
        "analyze",
        "exit",
        ".",
        "pause",
        "resume",
        "computer",
        "random",
        "edit",
        "#",
        "c",
        "Ka1",
        "xe2",
        "sd 1",
        "sd 2",
        "st 0",
        "st 0.002",
        "level 0 0:00 0",
        "level 40 0 0.001",
        "level x",
        "time 0",
        "time -1",
        "otim 1",
        "nps 1000",
        "nps 0",
        "ping 1",
        "ping",
        "usermove e2e4",
        "usermove e7e5",
        "usermove O-O",
        "d7d5",
        "g1f3",
        "result 1-0 {White mates}",
        "result * {}",
        "result",
        "setboard 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
        "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
        "setboard bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "setboard",
        "variant fischerandom",
        "variant normal",
        "variant",
        "exclude e2e4",
        "exclude all",
        "include all",
        "memory 1",
        "memory 0",
        "cores 2",
        "egtpath syzygy /x",
        "option Resign=1",
        "option Level=basic",
        "option Nothing=1",
        "option",
        "name Anne",
        "rating 1 2",
        "name",
        "level 1 1 1",
        ".",
    ];
    prop_oneof![
        12 => prop::sample::select(LINES).prop_map(str::to_owned),
        1 => "\\PC{0,40}",
    ]
}

#[test]
fn castling_in_chess960_is_written_as_the_king_taking_its_rook() {
    let lines = heard_patiently(
        "setoption name UCI_Chess960 value true\n\
         position fen 1k6/8/8/8/8/8/8/R4KR1 w GA - 0 1\ngo nodes 20 searchmoves f1g1\n\
         position fen 1k6/8/8/8/8/8/8/R4KR1 w KQ - 0 1 moves f1a1\nd\n",
    );
    assert!(lines.contains("bestmove f1g1"), "{lines}");
    assert!(lines.contains("2KR2R1 b - - 1 1"), "{lines}");
    let position = fen::read_as("1k6/8/8/8/8/8/8/R4KR1 w GA - 0 1", CastlingMode::Chess960);
    assert!(position.expect("legal").castles().any());
}
