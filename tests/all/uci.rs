//! Conversations with `bayeschess uci`, by the real binary, in a folder of its own.

use std::path::Path;

use assert_cmd::Command;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::support::{Talk, bayeschess, folder, process};
#[cfg(unix)]
use crate::support::{program, told};

fn uci(folder: &Path) -> Command {
    let mut command = bayeschess(folder);
    command.arg("uci");
    command
}

/// What the engine says to these lines, to its end.
fn answers(lines: &[u8]) -> String {
    let folder = folder();
    let output = uci(folder.path()).write_stdin(lines).output().expect("ran");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// A search that answers without `stop`, so that what follows it cannot cut it short.
const READY: &str = "isready\n";

/// What is said, and what must be among the answers.
const TABLE: &[(&str, &[&str])] = &[
    (
        "uci\n",
        &[
            "id name BayesChess",
            "option name Hash type spin",
            "option name Move Overhead",
            "uciok",
        ],
    ),
    ("isready\n", &["readyok"]),
    ("  hello\tisready  \n", &["readyok"]),
    ("stop\nponderhit\nisready\n", &["readyok"]),
    ("debug on\nregister later\nisready", &["readyok"]),
    ("go nodes 100\n", &["score", "bestmove "]),
    (
        "go depth 1\n",
        &[
            "info depth 1 ",
            " nodes ",
            " nps ",
            " time ",
            " hashfull ",
            " pv ",
            "bestmove ",
        ],
    ),
    ("go infinite\nisready\nstop\n", &["readyok", "bestmove "]),
    (
        "go ponder wtime 1000 btime 1000\nponderhit\n",
        &["bestmove "],
    ),
    ("go wtime -50 btime 0\n", &["score", "bestmove "]),
    ("go btime 1\n", &["bestmove "]),
    ("go searchmoves a2a3 nodes 50\n", &["bestmove a2a3"]),
    (
        "go searchmoves e2e5 xyz nodes 50\n",
        &[
            "info string searchmoves: not legal here: 'e2e5', 'xyz'; all moves are searched",
            "bestmove ",
        ],
    ),
    (
        "go nodes 50 searchmoves e2e5 a2a3\n",
        &["not legal here: 'e2e5'; only the other", "bestmove a2a3"],
    ),
    (
        "go movetime 1 depth 40 nodes 900000000 wtime 90000\n",
        &["bestmove "],
    ),
    (
        "position startpos moves e2e4 e7e5 e1e3\nd\n",
        &["'e1e3' is not legal after 2 half-moves", "Phase: opening"],
    ),
    (
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo nodes 100\n",
        &["score cp 0", "bestmove 0000"],
    ),
    (
        "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo nodes 100\n",
        &["score mate 0", "bestmove 0000"],
    ),
    (
        "position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\ngo depth 3\n",
        &["score mate 1", "bestmove g5g7"],
    ),
    (
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1\ngo depth 1\n",
        &["cannot be played on", "bestmove "],
    ),
    (
        "position fen nonsense\nisready\n",
        &["is not a FEN", "readyok"],
    ),
    (
        "position fen QQQQkQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/8/4K3 w - - 0 1\nisready\n",
        &["cannot be played on"],
    ),
    (
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 4294967295 4294967295\ngo nodes 50\n",
        &["bestmove "],
    ),
    (
        "go depth 60\nposition startpos moves e2e4\ngo nodes 10\n",
        &["bestmove "],
    ),
    (
        "setoption name Hash value 0\n",
        &["'0' is not a whole number from 1 to 65536"],
    ),
    (
        "setoption name Threads value 0\n",
        &["'0' is not a whole number from 1 to 256"],
    ),
    (
        "setoption name Nothing value 1\n",
        &["there is no option 'Nothing'"],
    ),
    (
        "setoption name Objective value max-fun\n",
        &["not one of adapt, maximise winning"],
    ),
    (
        "setoption name Heuristic value missing.csv\ngo nodes 9\n",
        &["missing.csv", "playing with modern:learned", "bestmove "],
    ),
    (
        "setoption name StyleTable value missing.csv\n",
        &["missing.csv", "style stays unknown"],
    ),
    (
        "setoption name Database value nowhere/games.db\n",
        &["does not exist", "not kept"],
    ),
    (
        "setoption name Heuristic value learned\nsetoption name Objective value min-loss\ngo nodes 9\n",
        &["objective min-loss because fixed in advance"],
    ),
    (
        "setoption name Heuristic value learned:max-draw\ngo nodes 9\n",
        &["objective max-draw because fixed"],
    ),
    // The rich family's weights lean, too; its middle aims at nothing.
    (
        "setoption name Objective value min-loss\ngo nodes 9\n",
        &["objective min-loss because fixed in advance"],
    ),
    (
        "setoption name Policy value thesis\nsetoption name Objective Contempt value 0\ngo nodes 9\n",
        &["objective max-win because nothing seen", "bestmove "],
    ),
    (
        "go nodes 9\n",
        &[
            "nothing is known of you yet, so I play the position alone",
            "bestmove ",
        ],
    ),
    (
        "setoption name Policy value wishful\n",
        &["not one of adapt, thesis"],
    ),
    (
        "setoption name Heuristic value modern:learned:middle\ngo nodes 9\n",
        &["no objective", "bestmove "],
    ),
    (
        "setoption name Policy value thesis\nsetoption name Heuristic value random\ngo nodes 9\n",
        &["no objective", "bestmove "],
    ),
    ("eval\n", &["material", "evaluation +"]),
];

#[test]
fn every_sentence_gets_its_answer() {
    for (said, expected) in TABLE {
        let heard = answers(said.as_bytes());
        for part in *expected {
            assert!(
                heard.contains(part),
                "to {said:?} without {part:?}:\n{heard}"
            );
        }
        let searches = said.matches("go ").count();
        assert_eq!(
            heard.matches("bestmove").count(),
            searches,
            "{said:?}:\n{heard}"
        );
    }
}

#[test]
fn the_end_of_the_input_ends_a_search_too() {
    for said in [
        "go infinite\n",
        "go\n",
        "go ponder\n",
        "go wtime 1000000\n",
        "go infinite\nquit\n",
    ] {
        assert!(answers(said.as_bytes()).contains("bestmove "), "{said:?}");
    }
}

#[test]
fn junk_is_survived() {
    let mut junk: Vec<u8> = (0..20_000_u32)
        .map(|n| u8::try_from(n.wrapping_mul(2_654_435_761) >> 24).expect("a byte"))
        .collect();
    junk.extend_from_slice(b"\nposition startpos moves ");
    junk.extend("e2e4 ".repeat(3000).as_bytes());
    junk.extend_from_slice(
        b"\nsetoption name UCI_Opponent value none none human A\x07B\nisready\n",
    );
    assert!(answers(&junk).ends_with("readyok\n"));
}

/// Searches in one process at clocks of a millisecond; every move must be legal, every search must
/// show a score, and the engine may not need the end of its input to answer.
#[test]
fn a_whole_game_against_itself_is_legal_at_clocks_of_a_millisecond() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let folder = folder();
    let mut child = process(folder.path())
        .arg("uci")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("started");
    let mut say = child.stdin.take().expect("piped");
    let mut heard = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut position = Chess::default();
    let mut moves = String::new();
    writeln!(say, "uci\n{READY}ucinewgame").expect("listening");
    for _ in 0..150 {
        writeln!(say, "position startpos moves{moves}\ngo wtime 1 btime 1").expect("listening");
        let mut scores = 0;
        let best = loop {
            let line = heard.next().expect("an answer").expect("text");
            scores += usize::from(line.contains(" score "));
            if let Some(best) = line.strip_prefix("bestmove ") {
                break best.split(' ').next().expect("a word").to_owned();
            }
        };
        assert!(scores > 0, "no score before {best}");
        if best == "0000" {
            assert!(position.legal_moves().is_empty());
            break;
        }
        let uci: UciMove = best.parse().expect("a move");
        let m = uci.to_move(&position).expect("legal");
        position.play_unchecked(m);
        moves.push(' ');
        moves.push_str(&best);
    }
    drop(say);
    assert!(child.wait().expect("ended").success());
}

#[test]
fn a_game_goes_to_the_database_and_its_log() {
    let folder = folder();
    // White mates with the last move; the GUI says nothing more than that a new game begins.
    let said = "setoption name Database value games.db\n\
        setoption name UCI_Opponent value GM 2500 human Anne\n\
        position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\ngo depth 3\n";
    let mut child = process(folder.path())
        .args(["uci", "--allow-files"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("started");
    {
        use std::io::{BufRead as _, BufReader, Write as _};
        let mut say = child.stdin.take().expect("piped");
        say.write_all(said.as_bytes()).expect("listening");
        let mut heard = BufReader::new(child.stdout.take().expect("piped")).lines();
        assert!(heard.any(|line| line.expect("text").starts_with("bestmove g5g7")));
        writeln!(say, "ucinewgame\nquit").expect("listening");
        let rest: Vec<String> = heard.map(|line| line.expect("text")).collect();
        assert!(
            rest.iter()
                .any(|line| line.contains("game kept in games.db and games.db.played.pgn")),
            "{rest:?}"
        );
    }
    assert!(child.wait().expect("ended").success());
    let log = std::fs::read_to_string(folder.path().join("games.db.played.pgn")).expect("a log");
    assert!(
        log.contains("[Black \"Anne\"]") && log.contains("Qg7# 1-0"),
        "{log}"
    );
    for tag in [
        "[BlackElo \"2500\"]",
        "[BlackType \"human\"]",
        "[WhiteType \"program\"]",
    ] {
        assert!(log.contains(tag), "{tag}: {log}");
    }
    assert!(!log.contains("WhiteElo"), "{log}");
    uci_db(folder.path());
}

/// A game that ends while the engine ponders, and what is logged of it: the expected move was played
/// only if that was told.
#[test]
fn an_expected_move_is_logged_once_it_was_played() {
    for (end, logged) in [
        ("quit", "1. e4 *"),
        ("stop\nquit", "1. e4 *"),
        ("ucinewgame\nquit", "1. e4 *"),
        (
            "stop\nposition startpos moves e2e4 c7c5\nquit",
            "1. e4 c5 *",
        ),
        ("ponderhit\nquit", "1. e4 e5 2. "),
    ] {
        let folder = folder();
        let said = format!(
            "setoption name Database value games.db\nposition startpos\ngo nodes 200\n\
             position startpos moves e2e4 e7e5\ngo ponder wtime 1000 btime 1000\n{end}\n"
        );
        let output = uci(folder.path())
            .arg("--allow-files")
            .write_stdin(said)
            .output()
            .expect("ran");
        assert!(output.status.success(), "{output:?}");
        let log =
            std::fs::read_to_string(folder.path().join("games.db.played.pgn")).expect("a log");
        assert_eq!(log.matches("[Event ").count(), 1, "{end}: {log}");
        assert!(log.contains(logged), "{end}: {log}");
    }
}

fn uci_db(folder: &Path) {
    bayeschess(folder)
        .args(["db", "verify", "games.db"])
        .assert()
        .success();
}

#[test]
fn what_is_asked_for_on_the_command_line_must_be_there() {
    let folder = folder();
    for arguments in [
        ["--heuristic", "missing.csv"],
        ["--objective", "max-fun"],
        ["--style-table", "missing.csv"],
        ["--database", "nowhere/games.db"],
    ] {
        let output = uci(folder.path()).args(arguments).output().expect("ran");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
        // Nothing is played instead: the program has ended.
        assert!(!said.contains("playing with"), "{said}");
    }
}

#[test]
fn a_position_that_is_none_and_lost_rights_are_told() {
    let said = answers(
        b"position startpos moves e2e4\nposition\nposition moves d2d4\n\
          position 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\nd\n\
          position fen bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\n\
          setoption name UCI_Chess960 value true\n\
          position fen bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\nd\nquit\n",
    );
    assert_eq!(said.matches("'go' answers 0000").count(), 2, "{said}");
    assert!(said.contains("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"), "{said}");
    assert_eq!(said.matches("castling rights").count(), 1, "{said}");
    assert!(said.contains("BQNBRKRN w KQkq"), "{said}");
}

#[test]
fn positions_by_fen_are_played_legally() {
    for fen in [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 80",
        "8/P7/8/8/8/8/8/k1K5 w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "k7/8/8/8/8/8/8/K7 w - - 0 1",
    ] {
        let heard = answers(format!("position fen {fen}\ngo nodes 200\n").as_bytes());
        let best = heard
            .lines()
            .find_map(|line| line.strip_prefix("bestmove "))
            .and_then(|rest| rest.split(' ').next())
            .expect("an answer");
        let position: Chess = fen
            .parse::<Fen>()
            .expect("a FEN")
            .into_position(CastlingMode::Standard)
            .expect("legal");
        let uci: UciMove = best.parse().expect("a move");
        assert!(uci.to_move(&position).is_ok(), "{fen}: {best}");
    }
}

/// A table of 64 GiB is answered for at once, and cleared at once, whether it is new or was used.
#[test]
fn the_largest_table_does_not_block() {
    let mut talk = Talk::new(&["uci"]);
    let started = std::time::Instant::now();
    talk.ask("setoption name Hash value 65536\nisready", "readyok");
    talk.ask("ucinewgame\nisready", "readyok");
    talk.ask("position startpos\ngo nodes 200", "bestmove");
    talk.ask("setoption name Clear Hash\nucinewgame\nisready", "readyok");
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    talk.say("quit");
    talk.end();
}

/// Checks that a table larger than a limit of address space is told, and that the engine goes on in what is left; where not even
/// a search has room, the program says so.
#[cfg(target_os = "linux")]
#[test]
fn a_table_beyond_a_limit_of_address_space_is_told_at_once() {
    for mebibytes in [64, 128, 192] {
        let scratch = folder();
        let limited = format!("ulimit -v {} && exec \"$0\" uci", mebibytes * 1024);
        let started = std::time::Instant::now();
        let output = Command::new("sh")
            .args(["-c", &limited])
            .arg(program())
            .current_dir(scratch.path())
            .env("BAYESCHESS_HOME", scratch.path())
            .write_stdin(
                "setoption name Hash value 65536\nisready\ngo nodes 200\nsetoption name Threads value 2\n\
                 ucinewgame\nisready\ngo nodes 200\nquit\n",
            )
            .output()
            .expect("a shell");
        let (code, said, error) = told(output);
        assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
        if mebibytes < 128 && code == Some(2) {
            assert!(
                error.contains("could not start the thread that searches"),
                "{error}"
            );
            assert_eq!(error.lines().count(), 1, "{error}");
            continue;
        }
        assert_eq!(code, Some(0), "{mebibytes} MiB: {error}");
        assert!(
            said.contains("memory has no room for a Hash of 65536 MB: it has "),
            "{said}"
        );
        assert!(!said.contains(": it has 0 "), "{said}");
        assert_eq!(said.matches("readyok").count(), 2, "{said}");
        assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
    }
}

/// A game against a user that is analysed afterwards, or in between, is kept as it was played.
#[test]
fn analysis_does_not_change_the_game_that_was_played() {
    let mate = "position startpos moves f2f3 e7e5 g2g4\ngo nodes 500\nisready";
    let opening = "position startpos moves e2e4 e7e5 g1f3\ngo nodes 50\nisready";
    let analyse = "setoption name UCI_AnalyseMode value true";
    for (game, then, logged) in [
        (
            mate,
            "position startpos moves f2f3 e7e5 g2g4 d8h4\ngo infinite\nstop",
            "2. g4 Qh4# 0-1",
        ),
        (
            mate,
            "position startpos moves f2f3 e7e5\ngo infinite\nstop\nposition startpos\ngo infinite\nstop",
            "2. g4 Qh4# 0-1",
        ),
        (
            opening,
            "position startpos moves e2e4 d7d5\ngo infinite\nstop",
            "1. e4 e5 2. Nf3",
        ),
        (
            opening,
            "position startpos moves d2d4\ngo infinite\nstop\nucinewgame",
            "1. e4 e5 2. Nf3",
        ),
    ] {
        for before in ["", analyse] {
            let folder = folder();
            let said =
                format!("setoption name Database value games.db\n{game}\n{before}\n{then}\nquit\n");
            let output = uci(folder.path())
                .arg("--allow-files")
                .write_stdin(said)
                .output()
                .expect("ran");
            assert!(output.status.success(), "{output:?}");
            let log = std::fs::read_to_string(folder.path().join("games.db.played.pgn"));
            let log = log.expect("a log");
            assert_eq!(log.matches("[Event ").count(), 1, "{then}: {log}");
            assert!(log.contains(logged), "{then}: {log}");
        }
    }
}
