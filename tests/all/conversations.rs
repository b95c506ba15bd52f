//! Conversations with chess programs: what each sends, in the order in which it sends it, is answered without complaint.

use std::fs;
use std::path::Path;

use crate::support::Talk;

/// Beginnings of lines by which an engine tells people that something is wrong, or more than a program asked for.
const REMARKS: [&str; 7] = [
    "info string ",
    "bestmove 0000",
    "Error ",
    "Illegal ",
    "tellusererror ",
    "tellerror ",
    "telluser ",
];

/// Remarks that belong to every game: what is known of the opponent, and the seed of a limited player.
const NOTES: [&str; 2] = ["info string style ", "info string seed "];

fn begins(line: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| line.starts_with(start))
}

/// Plays the conversation of a file: `>` sends a line, `<` waits for one, `!` allows remarks.
fn play(name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversations");
    let text = fs::read_to_string(file.join(format!("{name}.txt"))).expect("a conversation");
    // Programs start the engine without arguments.
    let mut talk = Talk::new(&[]);
    let (mut allowed, mut heard) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        // Blanks at the end are part of what is sent.
        let (kind, rest) = line.split_at(line.len().min(1));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        match kind {
            ">" => talk.say(rest),
            "<" => heard.extend(talk.until(rest)),
            "!" => allowed.push(rest.to_owned()),
            "#" | "" => {}
            other => panic!("{name}, line {}: '{other}'", number + 1),
        }
    }
    heard.extend(talk.end());
    let is_allowed = |line: &String| allowed.iter().any(|part| line.contains(part.as_str()));
    heard.retain(|line| begins(line, &REMARKS) && !begins(line, &NOTES) && !is_allowed(line));
    assert!(heard.is_empty(), "{name}: {heard:#?}");
}

macro_rules! conversations {
    ($($test:ident: $file:literal,)*) => {
        $(
            #[test]
            fn $test() {
                play($file);
            }
        )*

        #[test]
        fn every_conversation_is_played() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversations");
            let mut known: Vec<&str> = vec![$($file),*];
            known.sort_unstable();
            let files = crate::support::file_names(&folder);
            let files: Vec<&str> = files.iter().filter_map(|file| file.strip_suffix(".txt")).collect();
            assert_eq!(files, known);
        }
    };
}

conversations! {
    arena: "arena",
    banksia_uci: "banksia-uci",
    banksia_xboard: "banksia-xboard",
    bearchess: "bearchess",
    cute_chess_uci: "cutechess-uci",
    cute_chess_xboard: "cutechess-xboard",
    droidfish: "droidfish",
    en_croissant: "en-croissant",
    lucas_chess: "lucas-chess",
    nibbler: "nibbler",
}

/// `DroidFish` leaves out options with a word that it does not know, or whose default is none of the values; Arena sends every
/// option with the value that it has.
#[test]
fn every_option_is_understood_by_clients_and_takes_its_default() {
    let mut talk = Talk::new(&[]);
    let declared = talk.ask("uci", "uciok");
    let options = declared
        .iter()
        .filter_map(|line| line.strip_prefix("option name "));
    let mut count = 0;
    for option in options {
        count += 1;
        let (name, rest) = option.split_once(" type ").expect("a type");
        let (kind, values) = rest.split_once(' ').unwrap_or((rest, ""));
        let values = values.strip_prefix("default ").unwrap_or(values);
        let default = match kind {
            "button" => {
                assert!(values.is_empty(), "{option}");
                continue;
            }
            "spin" => {
                let words: Vec<&str> = values.split(' ').collect();
                assert!(matches!(words[..], [_, "min", _, "max", _]), "{option}");
                words[0]
            }
            "combo" => {
                let mut words = values.split(" var ");
                let default = words.next().expect("a default");
                assert!(words.any(|word| word == default), "{option}");
                default
            }
            "check" | "string" => values,
            other => panic!("{other}: {option}"),
        };
        talk.say(&format!("setoption name {name} value {default}"));
    }
    assert!(count > 30, "{count}");
    let heard = talk.ask("isready", "readyok");
    assert_eq!(heard, ["readyok"]);
}
