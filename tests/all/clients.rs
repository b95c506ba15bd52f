//! What other programs send, and the files by which they find and build the engine.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{bayeschess, folder};

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
    let sent: String = options
        .iter()
        .map(|option| format!("setoption name {option}\n"))
        .collect();
    let said = talk(&["uci"], &format!("uci\n{sent}isready\nquit\n"));
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
}

#[test]
fn a_limited_engine_plays_another_game_each_time_and_says_how_to_repeat_it() {
    let game = |options: &str| {
        talk(
            &[],
            &format!(
                "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000\n{options}\
            position startpos moves e2e4\ngo nodes 3000\nucinewgame\nposition startpos\ngo nodes 3000\nquit\n"
            ),
        )
    };
    let first = game("");
    let seed = first
        .lines()
        .find_map(|line| line.strip_prefix("info string seed "))
        .and_then(|rest| rest.split(' ').next())
        .expect("a seed")
        .to_owned();
    let moves = |said: &str| {
        said.lines()
            .filter(|line| line.starts_with("bestmove"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let again = game(&format!("setoption name Seed value {seed}\n"));
    assert_eq!(moves(&first), moves(&again));
    assert!(!again.contains("info string seed"), "{again}");
    let other = game("");
    assert!(!other.contains(&format!("seed {seed} ")), "{other}");
}
