//! External engines in matches: a good one, and every kind of bad one.
//!
//! The engines are tests of this very file, marked `ignore`, which `match` starts as programs:
//! they answer only when a variable of the environment says that they are meant.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead as _, Write as _};
use std::path::Path;

use assert_cmd::Command;
use bayeschess::board::GameState;
use bayeschess::protocol::uci::command::{self, UciCommand as Uci};
use predicates::prelude::*;
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position as _};

use crate::support::{bayeschess, field, folder, number, own_engine, parsed};
#[cfg(unix)]
use crate::support::{interrupt, kill, process, program, wait_until};

/// Set for the programs that `match` starts.
const CALLED: &str = "BAYESCHESS_TEST_ENGINE";

// The engines.

/// What an engine answers to a `go`: the number of the search, and a legal move.
type Answer = fn(u32, &str) -> String;

/// A game after a `position` command.
fn set_up(fen: Option<&str>, moves: &[String]) -> GameState {
    let start = fen.map_or_else(shakmaty::Chess::default, |fen| {
        let fen: Fen = fen.parse().expect("a FEN");
        fen.into_position(CastlingMode::Standard).expect("legal")
    });
    let mut game = GameState::from_position(start);
    for word in moves {
        let uci: UciMove = word.parse().expect("a move");
        game.play(uci.to_move(game.position()).expect("a legal move"));
    }
    game
}

/// Speaks UCI until `quit` or the end of input. Moves by a rule that makes games come to an end.
fn serve(greeting: &str, answer: Answer) {
    if std::env::var_os(CALLED).is_none() {
        return;
    }
    let mut out = io::stdout().lock();
    let mut say = |text: &str| {
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    };
    let mut game = GameState::new();
    let mut searches = 0;
    say("");
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        match command::parse(&line) {
            Uci::Uci => say(greeting),
            Uci::IsReady => say("readyok"),
            Uci::NewGame => searches = 0,
            Uci::Position { fen, moves } => game = set_up(fen.as_deref(), &moves),
            Uci::Go(_) => {
                searches += 1;
                let moves = game.position().legal_moves();
                let chosen = moves[game.ply() * 7 % moves.len()];
                let uci = UciMove::from_move(chosen, CastlingMode::Standard);
                say(&answer(searches, &uci.to_string()));
            }
            Uci::Stop => say(&answer(0, "a1a1")),
            Uci::Quit => return,
            _ => {}
        }
    }
}

const GREETING: &str = "id name Tester\nid author Nobody\n\
    option name Hash type spin default 16 min 1 max 64\n\
    option name Style type combo default Calm var Calm var Very Wild\n\
    option name Own Book type check default false\n\
    option name Clear type button\nuciok";

fn polite(search: u32, best: &str) -> String {
    match search {
        // `stop` comes after the move.
        0 => String::new(),
        _ => format!("info depth 3 time 1 nodes 50 score cp 12 pv {best}\nbestmove {best}"),
    }
}

#[test]
#[ignore = "an engine that other tests start"]
fn engine_polite() {
    serve(GREETING, polite);
}

#[test]
#[ignore = "an engine that other tests start"]
fn engine_mute() {
    serve("nothing to say", polite);
}

#[test]
#[ignore = "an engine that other tests start"]
fn engine_crashes() {
    serve(GREETING, |search, best| match search {
        3 => std::process::exit(3),
        _ => polite(search, best),
    });
}

#[test]
#[ignore = "an engine that other tests start"]
fn engine_stalls() {
    serve(GREETING, |search, best| match search {
        0 | 3 => "info string still thinking".to_owned(),
        _ => polite(search, best),
    });
}

/// Can only be killed.
#[test]
#[ignore = "an engine that other tests start"]
fn engine_hangs() {
    serve(GREETING, |search, best| {
        if search == 2 {
            let number = std::process::id();
            fs::write(format!("hangs.{number}"), number.to_string()).expect("written");
            loop {
                std::thread::park();
            }
        }
        polite(search, best)
    });
}

#[test]
#[ignore = "an engine that other tests start"]
fn engine_illegal() {
    serve(GREETING, |search, best| match search {
        2 => "bestmove e1e8".to_owned(),
        _ => polite(search, best),
    });
}

#[test]
#[ignore = "an engine that other tests start"]
fn engine_wordless() {
    serve(GREETING, |search, best| match search {
        2 => "bestmove".to_owned(),
        _ => polite(search, best),
    });
}

/// Moves only when told to stop, which a clock must not forgive.
#[test]
#[ignore = "an engine that other tests start"]
fn engine_late() {
    serve(GREETING, |search, best| match search {
        0 => "bestmove a2a3".to_owned(),
        2 => "info string the clock is not my business".to_owned(),
        _ => polite(search, best),
    });
}

#[test]
#[ignore = "an engine that other tests start"]
fn engine_garbage() {
    serve(GREETING, |search, best| {
        let mut text =
            "Segmentation fault (just kidding)\ninfo depth x score\ninfo\n\u{0}\u{7}\n".to_owned();
        let _ = writeln!(text, "info string {}", "long ".repeat(40_000));
        let _ = writeln!(
            text,
            "info pv score cp 99999999999 depth -1 nodes nodes time"
        );
        format!("{text}option name\nuciok\nid\n\n{}", polite(search, best))
    });
}

/// Everything that --strict warns of, one a search.
#[test]
#[ignore = "an engine that other tests start"]
fn engine_careless() {
    serve(GREETING, |search, best| match search {
        1 => format!("bestmove {best}"),
        2 => format!("info depth 1 score cp 3 pv {best} e1e8\nbestmove {best}"),
        3 => format!("info depth 1 score mate 1 pv {best}\nbestmove {best}"),
        _ => polite(search, best),
    });
}

// The matches.

/// Returns one of these engines, as `match` takes it.
pub fn engine(name: &str) -> String {
    let program = std::env::current_exe().expect("this program");
    format!(
        "uci:\"{}\" engines::{name} --exact --ignored --nocapture --test-threads=1;name={name}",
        program.display()
    )
}

/// Prepares a run of the program that may start these engines.
pub fn called(folder: &Path) -> Command {
    let mut command = bayeschess(folder);
    command.env(CALLED, "yes");
    command
}

/// A match of two games between an engine and the initial heuristic.
fn played(folder: &Path, name: &str, arguments: &[&str]) -> Value {
    let (name, settings) = name.split_once(';').unwrap_or((name, ""));
    let player = format!("{};{settings}", engine(name));
    let output = called(folder)
        .args(["match", &player, "initial;nodes=20", "--games", "2"])
        .args([
            "--json",
            "--nodes",
            "50",
            "--patience",
            "4",
            "--pgn",
            "games.pgn",
            "--force",
        ])
        .args(arguments)
        .assert()
        .get_output()
        .stdout
        .clone();
    parsed(&output)
}

fn pgn(folder: &Path) -> String {
    fs::read_to_string(folder.join("games.pgn")).expect("the games")
}

#[test]
fn a_good_engine_plays_its_games_and_they_say_everything() {
    let folder = folder();
    let white = format!("{};Hash=2;Own Book=true;tc=20+0.5", engine("engine_polite"));
    let report = called(folder.path())
        .args(["match", &white, "initial", "--games", "4", "--json"])
        .args(["--nodes", "20", "--pgn", "games.pgn", "--concurrency", "2"])
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let report = parsed(&report);
    assert_eq!(
        (&report["games"], &report["ended"]),
        (&4.into(), &"complete".into())
    );
    let player = &report["players"][0];
    assert_eq!(player["name"], "engine_polite");
    assert_eq!(player["mean_depth"], 3.0);
    for fault in ["time_forfeits", "illegal_moves", "crashes", "stalls"] {
        assert_eq!(player[fault], 0, "{fault}");
    }
    assert!(number(player, "nodes_per_s") > 0.0);
    assert!(
        player["mean_latency_ms"].is_f64() && report["players"][1]["mean_latency_ms"].is_null()
    );
    let text = pgn(folder.path());
    for words in [
        "[WhiteTimeControl \"20+0.5\"]",
        "[BlackTimeControl \"-\"]",
        "[WhiteOptions \"Hash=2;Own Book=true\"]",
        "[Round \"2.2\"]",
        "[%eval 0.12,3]",
        "[%clk 0:00:2",
        "[TerminationDetails ",
    ] {
        assert!(text.contains(words), "{words} is missing");
    }
}

/// Each kind of misconduct costs its game, has its name, and does not keep the match from its end.
#[test]
fn bad_engines_lose_their_games_and_the_match_goes_on() {
    for (name, count, termination) in [
        ("engine_crashes", "crashes", "engine_crash"),
        ("engine_stalls", "stalls", "engine_stall"),
        ("engine_illegal", "illegal_moves", "illegal_move"),
        ("engine_wordless", "illegal_moves", "illegal_move"),
    ] {
        let folder = folder();
        let report = played(folder.path(), name, &["--longest-move", "0.2"]);
        let player = &report["players"][0];
        assert_eq!(
            (&report["losses"], &player[count]),
            (&2.into(), &2.into()),
            "{name}: {report}"
        );
        let tag = format!("[TerminationDetails \"{termination}\"]");
        let text = pgn(folder.path());
        assert_eq!(text.matches(&tag).count(), 2, "{name}");
        assert_eq!(text.matches("[Fault \"").count(), 2, "{name}");
    }
}

#[test]
fn an_engine_that_oversteps_its_time_loses_on_time_and_plays_on() {
    let folder = folder();
    let report = played(folder.path(), "engine_late;movetime=300", &[]);
    let player = &report["players"][0];
    assert_eq!(
        (&player["time_forfeits"], &player["stalls"]),
        (&2.into(), &0.into())
    );
    assert!(pgn(folder.path()).contains("[Termination \"time forfeit\"]"));
}

#[test]
fn garbage_is_passed_over() {
    let folder = folder();
    let report = played(folder.path(), "engine_garbage", &[]);
    assert_eq!(report["ended"], "complete");
    for fault in ["time_forfeits", "illegal_moves", "crashes", "stalls"] {
        assert_eq!(report["players"][0][fault], 0, "{fault}");
    }
}

/// An engine that hangs and reads no more is ended with its match.
#[cfg(target_os = "linux")]
#[test]
fn no_engine_outlives_its_match() {
    let folder = folder();
    let report = played(folder.path(), "engine_hangs;movetime=100", &[]);
    assert_eq!(report["players"][0]["stalls"], 2);
    let numbers: Vec<String> = fs::read_dir(folder.path())
        .expect("a folder")
        .filter_map(|entry| {
            let name = entry.expect("an entry").file_name().into_string().ok()?;
            name.strip_prefix("hangs.").map(str::to_owned)
        })
        .collect();
    assert_eq!(numbers.len(), 2, "it was started anew for its second game");
    for number in numbers {
        assert!(
            !Path::new("/proc").join(&number).exists(),
            "{number} still runs"
        );
    }
}

/// Ctrl-C ends the match and its engines, also one that hangs, and tells the results so far.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_engines_too() {
    use std::process::Stdio;
    let folder = folder();
    let running = process(folder.path())
        .env(CALLED, "yes")
        .args(["match", &engine("engine_hangs"), "initial", "--games", "2"])
        .args(["--json", "--threads", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut hanging = String::new();
    wait_until("the engine hangs", || {
        let mut names = fs::read_dir(folder.path()).expect("a folder").flatten();
        hanging = names
            .find_map(|entry| fs::read_to_string(entry.path()).ok())
            .unwrap_or_default();
        !hanging.is_empty()
    });
    assert!(Path::new("/proc").join(&hanging).exists());
    interrupt(&running);
    // `timeout` sends every signal twice.
    interrupt(&running);
    let output = running.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(130));
    let report = parsed(&output.stdout);
    assert_eq!(
        (&report["ended"], &report["games"]),
        (&"stopped".into(), &0.into())
    );
    assert!(!Path::new("/proc").join(&hanging).exists());
}

/// A second Ctrl-C ends the program at once; engines that read nothing, not even the end of their input, end with it.
#[cfg(target_os = "linux")]
#[test]
fn a_second_ctrl_c_leaves_no_engine_behind() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::Duration;
    let folder = folder();
    for name in ["a.sh", "b.sh"] {
        let script = folder.path().join(name);
        let text = "#!/bin/sh\necho $$ > pid.$$\nwhile true; do line=; read line || sleep 1; case \"$line\" in\n\
                    uci) echo uciok;;\nisready) echo readyok;;\ngo*) touch thinks; sleep 60;;\nesac; done\n";
        fs::write(&script, text).expect("written");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("allowed");
    }
    let mut running = process(folder.path())
        .args([
            "match",
            "uci:./a.sh",
            "uci:./b.sh",
            "--games",
            "2",
            "--threads",
            "1",
        ])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("started");
    wait_until("an engine thinks", || folder.path().join("thinks").exists());
    let engines: Vec<String> = crate::support::file_names(folder.path())
        .iter()
        .filter_map(|name| name.strip_prefix("pid.").map(str::to_owned))
        .collect();
    assert!(engines.len() >= 2, "{engines:?}");
    interrupt(&running);
    // A signal that comes sooner is taken for the same one.
    std::thread::sleep(Duration::from_millis(600));
    interrupt(&running);
    assert_eq!(running.wait().expect("ended").code(), Some(130));
    wait_until("the engines have ended", || {
        engines
            .iter()
            .all(|engine| !Path::new("/proc").join(engine).exists())
    });
}

#[test]
fn a_match_can_end_with_the_first_crash() {
    let folder = folder();
    let arguments = ["--no-restart", "--games", "40", "--threads", "1"];
    let output = called(folder.path())
        .args([
            "match",
            &engine("engine_crashes"),
            "initial",
            "--nodes",
            "20",
            "--json",
        ])
        .args(arguments)
        .assert()
        .code(1)
        .get_output()
        .stdout
        .clone();
    let report = parsed(&output);
    assert_eq!(report["ended"], "crashed");
    let crash = report["crash"].as_str().expect("told");
    assert!(crash.starts_with("game 1: "), "{crash}");
    assert!(number(&report, "games") < 4.0);
}

/// Games of a program that was built anew are not counted with those of the old one.
#[cfg(unix)]
#[test]
fn a_journal_is_not_gone_on_with_by_a_changed_engine() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let script = folder.path().join("engine.sh");
    let build = |version: u32| {
        let engine = program();
        let text = format!("#!/bin/sh\n# {version}\nexec '{}' uci\n", engine.display());
        fs::write(&script, text).expect("written");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("allowed");
    };
    let play = |games: &str| {
        bayeschess(folder.path())
            .args(["match", "uci:./engine.sh", "random", "--nodes", "20"])
            .args(["--games", games, "--journal", "games.journal"])
            .assert()
    };
    build(1);
    play("2").success();
    build(2);
    let journal = || fs::read(folder.path().join("games.journal")).expect("a journal");
    let before = journal();
    let refused = "players 1 program checksum was";
    play("4").code(2).stderr(predicate::str::contains(refused));
    assert_eq!(journal(), before);
    build(1);
    play("4").success();
}

/// Why an engine ends stands on its standard error.
#[cfg(unix)]
#[test]
fn the_last_words_of_an_engine_are_repeated() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let script = folder.path().join("engine.sh");
    let write = |text: &str| {
        fs::write(&script, format!("#!/bin/sh\n{text}")).expect("written");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("allowed");
    };
    let words = [
        "match",
        "uci:./engine.sh",
        "initial",
        "--games",
        "2",
        "--nodes",
        "10",
    ];
    write("echo 'libfoo.so: cannot open' >&2\nexit 127\n");
    let refused = bayeschess(folder.path()).args(words).assert().code(2);
    refused.stderr(predicate::str::contains(
        "ended before it answered 'uci', with these last words on standard error: libfoo.so: cannot open; is it",
    ));
    write(
        "while read line; do case \"$line\" in\n\
         uci) echo uciok;;\nisready) echo readyok;;\n\
         go*) for n in 1 2 3 4; do echo \"panic, line $n\" >&2; done; exit 1;;\nesac; done\n",
    );
    let crashed = bayeschess(folder.path())
        .args(words)
        .args(["--no-restart", "--json"])
        .assert()
        .code(1);
    let report = parsed(&crashed.get_output().stdout);
    let crash = report["crash"].as_str().expect("told");
    assert!(
        crash.ends_with("standard error: panic, line 2 / panic, line 3 / panic, line 4"),
        "{crash}"
    );
}

#[test]
fn what_cannot_play_is_refused_in_one_sentence() {
    let folder = folder();
    let mute = engine("engine_mute");
    let polite = engine("engine_polite");
    for (player, sentence) in [
        ("uci:./no-such-engine".to_owned(), "could not be started"),
        (mute, "did not answer 'uci' within 1 s"),
        (
            own_engine().replace(" uci", " --version"),
            "ended before it answered 'uci'",
        ),
        (
            format!("{polite};Threads=2"),
            "has no option 'Threads'; it has: Hash, Style",
        ),
        (format!("{polite};Hash=65"), "a whole number from 1 to 64"),
        (format!("{polite};Style=Wild"), "one of Calm, Very Wild"),
        (format!("{polite};Own Book=yes"), "true or false"),
        ("uci:".to_owned(), "names no program"),
        ("initial;Style=2".to_owned(), "no setting 'Style'"),
    ] {
        called(folder.path())
            .args([
                "match",
                &player,
                "initial",
                "--games",
                "2",
                "--patience",
                "1",
            ])
            .assert()
            .code(2)
            .stdout(predicate::str::is_empty())
            .stderr(predicate::str::contains(sentence));
    }
}

#[test]
fn careless_words_are_counted_and_found() {
    let folder = folder();
    let strict = |name: &str| {
        let mut command = called(folder.path());
        command
            .args([
                "match",
                &engine(name),
                "initial",
                "--games",
                "2",
                "--nodes",
                "20",
            ])
            .args(["--strict", "--json"]);
        command
    };
    let output = strict("engine_careless")
        .assert()
        .code(1)
        .get_output()
        .stdout
        .clone();
    let report = parsed(&output);
    let lapses = &report["players"][0]["lapses"];
    for lapse in ["no_score", "illegal_line", "mate_missing"] {
        assert_eq!(lapses[lapse], 2, "{lapse}: {lapses}");
    }
    assert_eq!(report["players"][0]["warnings"], 6);
    // A polite engine shows nothing wrong, unless a move of its rule mates against its score.
    let output = strict("engine_polite").output().expect("played").stdout;
    let report = parsed(&output);
    let player = &report["players"][0];
    assert_eq!(field(player, "warnings"), field(player, "lapses.mate_sign"));
}

/// This engine's own words are held against it, by the clock and in short games.
#[test]
fn our_own_engine_is_beyond_reproach() {
    let folder = folder();
    called(folder.path())
        .args([
            "match",
            &format!("{};name=one", own_engine()),
            &own_engine(),
        ])
        .args([
            "--games",
            "4",
            "--tc",
            "4+0.05",
            "--strict",
            "--max-plies",
            "40",
        ])
        .assert()
        .success()
        .stdout(predicate::str::contains("4+0.05 s"));
}

/// Killed in the middle, a match goes on where it was, to the same games.
#[cfg(unix)]
#[test]
fn a_killed_match_goes_on_from_its_journal() {
    use std::process::Stdio;
    let arguments = |journal: &str, pgn: &str| {
        [
            "match",
            "initial;nodes=60",
            "random",
            "--games",
            "40",
            "--threads",
            "2",
            "--json",
            "--journal",
            journal,
            "--pgn",
            pgn,
        ]
        .map(str::to_owned)
    };
    let folder = folder();
    let journal = folder.path().join("killed.journal");
    let mut running = process(folder.path())
        .args(arguments("killed.journal", "killed.pgn"))
        .stdout(Stdio::null())
        .spawn()
        .expect("started");
    let lines = || {
        fs::read_to_string(&journal)
            .unwrap_or_default()
            .lines()
            .count()
    };
    wait_until("five lines are in the journal", || lines() >= 5);
    assert!(kill(&mut running), "the match had ended");
    // As if the kill had torn the last line.
    let mut torn = fs::OpenOptions::new()
        .append(true)
        .open(&journal)
        .expect("the journal");
    torn.write_all(b"{\"game\":3").expect("written");
    // Settings, goal and the torn line are no games.
    let already = lines() as u64 - 3;
    let run = |journal: &str, pgn: &str| -> Value {
        let output = called(folder.path())
            .args(arguments(journal, pgn))
            .assert()
            .success()
            .get_output()
            .stdout
            .clone();
        parsed(&output)
    };
    let resumed = run("killed.journal", "killed.pgn");
    let whole = run("whole.journal", "whole.pgn");
    assert_eq!(resumed["resumed_games"], already);
    for key in ["games", "wins", "draws", "losses", "pairs", "elo", "ended"] {
        assert_eq!(field(&resumed, key), field(&whole, key), "{key}");
    }
    assert_eq!(
        moves(&folder.path().join("killed.pgn")),
        moves(&folder.path().join("whole.pgn"))
    );
    called(folder.path())
        .args([
            "match",
            "initial",
            "random",
            "--games",
            "40",
            "--journal",
            "whole.journal",
        ])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("this journal is of another run"));
}

/// The games of a file without their comments, which hold times.
#[cfg(unix)]
fn moves(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("the games");
    let without: String = text
        .split('{')
        .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest))
        .collect();
    without.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A path with a blank, quoted.
#[cfg(unix)]
#[test]
fn paths_with_blanks_are_quoted() {
    let folder = folder();
    let linked = folder.path().join("my engine; really");
    std::os::unix::fs::symlink(program(), &linked).expect("linked");
    for player in [
        "uci:\"./my engine; really\" uci;Hash=1",
        "'uci:./my engine; really' uci",
    ] {
        called(folder.path())
            .args([
                "match",
                player,
                "initial",
                "--games",
                "2",
                "--nodes",
                "10",
                "--max-plies",
                "20",
            ])
            .assert()
            .success();
    }
}
