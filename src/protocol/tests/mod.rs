//! Sessions inside this process, with arbitrary clients.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufReader, Cursor, Read, Write};

use proptest::prelude::*;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position as _};

use super::{EngineSession, NoGameSink, Protocol, run_session};
use crate::board::fen;
use crate::engine::Engine;
use crate::search::SearchSettings;
use paper::Paper;
use partner::Partner;
use words::{uci_line, xboard_line};

mod paper;
mod partner;
mod words;

fn engine_session() -> EngineSession {
    let engine = Engine::new(SearchSettings::for_selfplay(), 1).expect("a thread");
    EngineSession::new(engine, Box::new(NoGameSink))
}

/// Returns the engine's output for this input, whose end stops a search.
fn heard(protocol: Protocol, said: &[u8]) -> String {
    let paper = Paper::default();
    run_session(
        engine_session(),
        paper.clone(),
        Cursor::new(said.to_vec()),
        protocol,
    )
    .expect("read");
    paper.text()
}

/// Returns the engine's output for these lines if every search may finish.
fn heard_patiently(said: &str) -> String {
    let paper = Paper::default();
    let input = Patient {
        said: Cursor::new(said.as_bytes().to_vec()),
        searches: said.lines().filter(|line| line.starts_with("go ")).count(),
        paper: paper.clone(),
    };
    run_session(
        engine_session(),
        paper.clone(),
        BufReader::new(input),
        Protocol::Uci,
    )
    .expect("read");
    paper.text()
}

/// An input that ends only when every search was answered.
struct Patient {
    said: Cursor<Vec<u8>>,
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

/// An input that sends something and then stays silent.
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
        run_session(engine_session(), Closed, input, protocol).expect("ended");
    }
}

#[test]
fn an_opponent_is_remembered_by_his_name() {
    let lines = heard_patiently(
        "setoption name UCI_Opponent value none none human Anne\nucinewgame\n\
         position startpos moves e2e4\ngo depth 1\n\
         position startpos moves e2e4 e7e5 g1f3\ngo depth 1\n\
         ucinewgame\nposition startpos moves d2d4\ngo depth 1\n\
         setoption name UCI_Opponent value none none human Bo\n\
         ucinewgame\nposition startpos moves e2e4\ngo depth 1\n\
         setoption name Remember Opponent value false\n\
         ucinewgame\nposition startpos moves e2e4\ngo depth 1\n",
    );
    let said: Vec<&str> = lines
        .lines()
        .filter(|line| line.contains("string style"))
        .collect();
    let ends = [
        "after 1 move;",
        "after 2 moves;",
        "after 1 move and 1 earlier game;",
        "after 1 move;",
        "after 1 move;",
    ];
    assert_eq!(said.len(), ends.len(), "{lines}");
    for (line, end) in said.iter().zip(ends) {
        assert!(line.contains(end), "'{line}' lacks '{end}'");
    }
}

/// Moves that are taken back are no habits, and those played again count once.
#[test]
fn a_takeback_of_many_plies_begins_no_other_game() {
    let lines = heard_patiently(
        "ucinewgame\nposition startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 \
         c2c3\ngo depth 1\nposition startpos moves e2e4 e7e5 g1f3 b8c6 d2d4\ngo depth 1\n",
    );
    let said: Vec<&str> = lines
        .lines()
        .filter(|line| line.contains("string style"))
        .collect();
    assert_eq!(said.len(), 2, "{lines}");
    assert!(said[0].contains("after 8 moves;"), "{lines}");
    assert!(said[1].contains("after 3 moves;"), "{lines}");
}

/// A move that was only expected of the opponent says nothing about their style.
#[test]
fn an_expected_move_is_no_habit_until_it_was_played() {
    for (hit, end) in [
        ("", "after 1 move;"),
        ("ponderhit\n", "after 1 move and 1 earlier game;"),
    ] {
        let lines = heard_patiently(&format!(
            "position startpos\ngo depth 1\n\
             position startpos moves e2e4 e7e5\ngo ponder depth 1\n{hit}ucinewgame\n\
             position startpos moves d2d4 d7d5\ngo depth 1\n"
        ));
        let said = lines.lines().rfind(|line| line.contains("string style"));
        assert!(
            said.is_some_and(|line| line.contains(end)),
            "{end}: {lines}"
        );
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

/// The first move of each line of a whole iteration, by depth, in the order of ranks.
fn first_moves(heard: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut by_depth: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in heard.lines().filter(|line| !line.contains("bound ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [
            "info",
            "depth",
            depth,
            "seldepth",
            _,
            "multipv",
            rank,
            rest @ ..,
        ] = &words[..]
        else {
            continue;
        };
        let moves = by_depth.entry(*depth).or_default();
        let first = rest.iter().skip_while(|word| **word != "pv").nth(1);
        moves.push(*first.expect("a line"));
        assert_eq!(*rank, moves.len().to_string(), "{line}");
    }
    by_depth
}

#[test]
fn several_lines_begin_with_as_many_of_the_moves_that_were_asked_for() {
    let four = "go depth 5 searchmoves a2a3 e2e4 h2h4 b1c3";
    for (threads, go, lines) in [
        (2, "go depth 5", 3),
        (1, four, 3),
        (2, four, 3),
        // There are no more lines than moves.
        (2, "go depth 5 searchmoves h2h4 a2a3", 2),
    ] {
        let said = format!(
            "setoption name Threads value {threads}\nsetoption name MultiPV value 3\n\
             position startpos\n{go}\n"
        );
        let heard = heard_patiently(&said);
        let mut partner = Partner::default();
        said.lines().for_each(|line| partner.listen(line));
        partner.check(&heard);
        let found = first_moves(&heard);
        assert_eq!(found.len(), 5, "{said}{heard}");
        for moves in found.values() {
            let distinct: BTreeSet<_> = moves.iter().collect();
            assert_eq!(
                (moves.len(), distinct.len()),
                (lines, lines),
                "{said}{heard}"
            );
            let is_asked = |m: &&str| !go.contains("searchmoves") || go.contains(*m);
            assert!(moves.iter().all(is_asked), "{said}{heard}");
        }
        let best = format!("bestmove {}", found["5"][0]);
        assert!(heard.contains(&best), "{said}{heard}");
    }
}

#[test]
fn limited_strength_sees_less_and_analysis_everything() {
    let lines = heard_patiently(
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 800\n\
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

/// The output for these settings in two positions, without times: one where the first move draws, one where much is
/// open.
fn said_by(settings: &str) -> String {
    // One session each, since a second search would stop the first one.
    let heard = [
        "position fen 7k/8/8/8/8/8/1q6/K7 w - - 0 1\ngo depth 2\n",
        "position startpos moves e2e4 e7e5\ngo nodes 2000\n",
    ]
    .map(|search| {
        heard_patiently(&format!(
            "setoption name Contempt value 33\nsetoption name Objective value minimise drawing\n\
             setoption name Objective Contempt value 7\n{settings}{search}"
        ))
    })
    .concat();
    let mut skips = false;
    let keeps = |word: &&str| {
        let is_number_of_time = std::mem::replace(&mut skips, ["nps", "time"].contains(word));
        !is_number_of_time
    };
    heard
        .split_whitespace()
        .filter(keeps)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_personality_is_the_options_that_it_stands_for() {
    let mut heard = BTreeSet::new();
    for (name, singles) in [
        ("Attacker", ["maximise winning", "adapt", "50", "60"]),
        ("Solid", ["minimise losing", "adapt", "0", "60"]),
        ("Drawish", ["maximise drawing", "adapt", "-50", "60"]),
        ("Classic", ["adapt", "thesis", "0", "0"]),
    ] {
        let [objective, policy, contempt, by_objective] = singles;
        let by_name = said_by(&format!("setoption name Personality value {name}\n"));
        let by_options = said_by(&format!(
            "setoption name Objective value {objective}\n\
             setoption name Policy value {policy}\n\
             setoption name Contempt value {contempt}\n\
             setoption name Objective Contempt value {by_objective}\n"
        ));
        assert_eq!(by_name, by_options, "{name}");
        heard.insert(by_name);
    }
    assert_eq!(heard.len(), 4, "{heard:#?}");
    // Back from another personality to the default one; but its name alone, sent as a default, sets nothing.
    let adaptive = said_by(
        "setoption name Objective value adapt\nsetoption name Contempt value 0\n\
         setoption name Objective Contempt value 60\n",
    );
    let back =
        "setoption name Personality value Solid\nsetoption name Personality value Adaptive\n";
    assert_eq!(said_by(back), adaptive);
    let default = "setoption name Personality value Adaptive\n";
    assert_eq!(said_by(default), said_by(""));
    assert_ne!(said_by(default), adaptive);
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Any commands in any order: every search is answered with one legal move, a score and a playable line.
    #[test]
    fn any_order_of_commands_is_answered_by_the_rules(
        lines in prop::collection::vec(uci_line(), 0..30),
    ) {
        let mut partner = Partner::default();
        let said = lines.join("\n");
        // The client's own `xboard` or `quit` would change the session itself.
        prop_assume!(!said.trim_start().starts_with("xboard"));
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
