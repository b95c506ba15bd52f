//! What other programs send, and the files by which they find and build the engine.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Talk, bayeschess, folder, last};

fn text_of(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("integrations")
        .join(name);
    fs::read_to_string(path).expect("the file is there")
}

/// What the program answers to these lines.
fn talk(words: &[&str], lines: &str) -> String {
    let scratch = folder();
    let output = bayeschess(scratch.path())
        .args(words)
        .write_stdin(lines)
        .output()
        .expect("ran");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The first line is a magic sentence, the second the command, the third the games that are played
/// (H. G. Muller, *Auto-instal of engines*, xboard-devel, September 2014).
#[test]
fn the_plugin_file_of_xboard_names_a_command_that_speaks_xboard() {
    let text = text_of("xboard/bayeschess.eng");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, "plugin spec 0.0"));
    let words: Vec<&str> = lines[1].split(' ').collect();
    assert_eq!(words[0], env!("CARGO_PKG_NAME"));
    let said = talk(&words[1..], "xboard\nprotover 2\nquit\n");
    assert!(said.contains("feature done=1"), "{said}");
    for variant in lines[2].split(',') {
        // What XBoard calls these games in 'feature variants'.
        let name = match variant {
            "chess" => "normal",
            "chess960" => "fischerandom",
            other => panic!("{other} is not played"),
        };
        assert!(said.contains(name), "{name}");
    }
}

#[test]
fn options_for_gnome_chess_are_options_of_the_engine() {
    let text = text_of("gnome-chess/bayeschess.conf");
    let options: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("option-"))
        .filter_map(|line| line.split_once('='))
        .map(|(_, option)| option)
        .collect();
    assert_eq!(options.len(), 3);
    let sent: Vec<String> = options
        .iter()
        .map(|option| format!("setoption name {option}"))
        .collect();
    let sent = sent.join("\n");
    let said = talk(&["uci"], &format!("uci\n{sent}\nisready\nquit\n"));
    assert!(
        said.contains("readyok") && !said.contains("there is no option"),
        "{said}"
    );
    assert!(!said.contains("keeps its value"), "{said}");
}

#[test]
fn openbench_finds_options_it_may_set_and_a_build_command() {
    let text = text_of("openbench/BayesChess.json");
    let config: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let presets = config["test_presets"].as_object().expect("presets");
    for preset in presets.values() {
        for option in preset["both_options"]
            .as_str()
            .unwrap_or("")
            .split_whitespace()
        {
            let (name, value) = option.split_once('=').expect("NAME=VALUE");
            let line = format!("setoption name {name} value {value}\nisready\nquit\n");
            let said = talk(&["uci"], &line);
            assert_eq!(said.trim(), "readyok", "{option}");
        }
    }
    // The client builds by 'make EXE=NAME' in the folder that the file names.
    let printed = Command::new("make")
        .args(["--dry-run", "EXE=some-name"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    if let Ok(printed) = printed {
        let printed = String::from_utf8_lossy(&printed.stdout);
        assert!(
            printed.contains("--release") && printed.contains("some-name"),
            "{printed}"
        );
    }
}

#[test]
fn no_move_answers_for_a_position_that_was_refused() {
    let said = talk(
        &[],
        "position startpos moves e2e4\nposition fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1\ngo nodes 10\n\
          position startpos\ngo nodes 10\nposition fen x\nucinewgame\ngo nodes 10\nquit\n",
    );
    let moves: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("bestmove"))
        .collect();
    assert_eq!(moves.len(), 3, "{said}");
    assert_eq!(moves[0], "bestmove 0000");
    assert!(
        !moves[1].contains("0000") && !moves[2].contains("0000"),
        "{said}"
    );
}

#[test]
fn certain_draws_are_told_as_such_and_contempt_is_left_out() {
    let said = talk(
        &[],
        "setoption name UCI_ShowWDL value true\nsetoption name Adaptation value false\n\
          setoption name Contempt value 60\nposition fen 7k/8/8/8/8/8/8/KB6 w - - 0 1\ngo depth 3\n\
          position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\n\
          position fen 8/8/4k3/8/8/4K3/8/7R w - - 100 90\ngo depth 3\n\
          position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\nquit\n",
    );
    let shown: Vec<&str> = said.lines().filter(|line| line.contains(" wdl ")).collect();
    let draws = shown
        .iter()
        .filter(|line| line.contains("score cp 0 wdl 0 1000 0"));
    assert_eq!(draws.count(), shown.len() - 1, "{said}");
    assert!(
        shown
            .last()
            .is_some_and(|line| line.contains("score mate 0 wdl 0 0 1000")),
        "{said}"
    );
}

#[test]
fn a_byte_order_mark_is_passed_over_and_the_board_ends_with_the_checkers() {
    let said = talk(
        &[],
        "\u{feff}uci\nposition fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\nd\nquit\n",
    );
    assert!(said.contains("uciok"), "{said}");
    assert!(said.ends_with("\nCheckers: e2\n"), "{said}");
}

#[test]
fn the_numbers_of_other_benches_are_read() {
    let count = |words: &[&str]| {
        let said = talk(words, "");
        let last = said.lines().last().unwrap_or_default();
        last.split(' ').next().unwrap_or_default().to_owned()
    };
    let usual = count(&["bench", "--depth", "2"]);
    assert_eq!(count(&["bench", "16", "1", "2"]), usual);
    assert_ne!(count(&["bench", "16", "1", "3"]), usual);
    let said = talk(&["bench", "--depth", "2"], "");
    assert!(
        said.starts_with("heuristic modern:initial, depth 2\n"),
        "{said}"
    );
    let help = talk(&["bench", "--help"], "");
    assert!(help.contains("[HASH] [THREADS] [DEPTH]\n"), "{help}");
}

/// The moves of two games against a limited engine, and the seed that it says it drew.
fn limited_games(options: &str) -> (Vec<String>, Option<String>) {
    let mut talk = Talk::new(&["uci"]);
    talk.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000");
    talk.ask(&format!("{options}\nisready"), "readyok");
    let (mut moves, mut seed) = (Vec::new(), None);
    for _ in 0..2 {
        talk.say("ucinewgame");
        let heard = talk.ask("position startpos moves e2e4\ngo nodes 3000", "bestmove ");
        let said = heard
            .iter()
            .find_map(|line| line.strip_prefix("info string seed "));
        seed = seed.or_else(|| {
            said.and_then(|said| said.split(' ').next())
                .map(str::to_owned)
        });
        moves.push(last(&heard).to_owned());
    }
    (moves, seed)
}

#[test]
fn a_limited_engine_draws_a_seed_and_says_how_to_repeat_it() {
    let (moves, seed) = limited_games("");
    let seed = seed.expect("a seed is named");
    let (again, unsaid) = limited_games(&format!("setoption name Seed value {seed}"));
    assert_eq!((moves, None), (again, unsaid));
    let (_, other) = limited_games("");
    assert_ne!(other, Some(seed));
}

/// Clients keep the numbers of options in 32 bits, and some cannot set an option of XBoard with a blank in its name.
#[test]
fn options_are_what_clients_can_keep_and_name() {
    let uci = talk(&["uci"], "uci\nquit\n");
    let xboard = talk(&["xboard"], "xboard\nprotover 2\nquit\n");
    let of_xboard: Vec<&str> = xboard
        .split("option=\"")
        .skip(1)
        .filter_map(|option| option.split('"').next())
        .collect();
    let of_uci = uci.lines().filter(|line| line.contains(" type spin "));
    let spins: Vec<&str> = of_uci
        .chain(of_xboard.iter().copied().filter(|o| o.contains(" -spin ")))
        .collect();
    assert!(spins.len() > 10, "{spins:?}");
    for spin in spins {
        let numbers = spin.split_whitespace().filter_map(|word| word.parse().ok());
        for number in numbers {
            let number: i64 = number;
            assert!(i32::try_from(number).is_ok(), "{spin}");
        }
    }
    for option in of_xboard {
        let name = option.split(" -").next().unwrap_or_default();
        assert!(!name.is_empty() && !name.contains(' '), "{option}");
    }
}

/// lichess-bot starts the program by its name and adds the options of its settings.
#[test]
fn the_program_takes_options_without_a_command() {
    assert_eq!(talk(&["--seed", "4"], "isready\nquit\n"), "readyok\n");
}
