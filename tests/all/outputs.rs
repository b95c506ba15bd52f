//! No command replaces what it reads: every option that names an output is tried on every input of its command.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[cfg(unix)]
use crate::support::program;
use crate::support::{Scratch, TWO_GAMES, bayeschess, told};

/// Commands with an output option. `@` stands for an input, by which the output is named too; with several inputs the
/// output is named by each in turn.
const COMMANDS: [(&str, &str, &str); 33] = [
    ("analyse", "--out", "analyse @.pgn --nodes 5"),
    ("analyse", "--svg", "analyse @.pgn --nodes 5"),
    (
        "book build",
        "--out",
        "book build @.pgn @.pgn --min-games 1",
    ),
    ("book convert", "--out", "book convert @.tree @.bin"),
    ("db backup", "--out", "db backup @.db"),
    ("db export", "--csv", "db export @.db"),
    ("db export", "--out", "db export @.db --format epd"),
    ("db export", "--pgn", "db export @.db"),
    (
        "fit",
        "--deviations",
        "fit @.pgn --start @.csv --out new.csv",
    ),
    ("fit", "--out", "fit @.pgn --start @.csv"),
    ("fit", "--out", "fit --db @.db"),
    (
        "lab ablate",
        "--out",
        "lab ablate --heuristic @.csv --games 2 --nodes 5",
    ),
    (
        "lab ablate",
        "--svg",
        "lab ablate --heuristic @.csv --games 2 --nodes 5",
    ),
    ("lab adapt", "--html", "lab adapt --opponents @.toml"),
    ("lab adapt", "--journal", "lab adapt --opponents @.toml"),
    ("lab adapt", "--svg", "lab adapt --opponents @.toml"),
    (
        "lab ladder",
        "--out",
        "lab ladder --depth 1 --heuristic @.csv",
    ),
    (
        "lab ladder",
        "--svg",
        "lab ladder --depth 1 --heuristic @.csv",
    ),
    ("learn", "--out", "learn --db @.db"),
    (
        "match",
        "--journal",
        "match @.csv initial --openings @.pgn --games 2 --nodes 5",
    ),
    (
        "match",
        "--pgn",
        "match @.csv initial --openings @.pgn --games 2 --nodes 5",
    ),
    ("model age", "--out", "model age @.csv"),
    ("model merge", "--out", "model merge @.csv @.csv"),
    ("model show", "--cells", "model show @.csv"),
    ("model subtract", "--out", "model subtract @.csv @.csv"),
    ("pgn check", "--rejects", "pgn check @.pgn --players @.txt"),
    ("pgn convert", "--out", "pgn convert @.pgn --players @.txt"),
    ("pgn dedupe", "--out", "pgn dedupe @.pgn --players @.txt"),
    (
        "style norms",
        "--out",
        "style norms @.pgn --population engine --table",
    ),
    (
        "style norms",
        "--out",
        "style norms @.pgn --population engine --like @.toml",
    ),
    (
        "style observe",
        "--out",
        "style observe @.pgn --players @.txt",
    ),
    (
        "style report",
        "--html",
        "style report @.pgn --player Storm --model @.toml",
    ),
    (
        "tournament",
        "--journal",
        "tournament @.csv initial --openings @.pgn --games 2 --nodes 5",
    ),
];

/// Outputs that need more than these inputs, with where they are tried or why they cannot hit an input.
const ELSEWHERE: [(&str, &str, &str); 13] = [
    (
        "tune",
        "--out",
        "tune.rs: a folder; files that no tuning left there stay",
    ),
    (
        "shard merge",
        "--out",
        "shard.rs: the manifest and the inputs of its command stay",
    ),
    (
        "experiment",
        "--out",
        "a folder; its files have the recipe's name and another ending",
    ),
    ("man", "--out", "reads nothing"),
    ("mate", "--out", "reads no file"),
    ("quickstart", "--out", "reads nothing"),
    (
        "style evaluate",
        "--curve",
        "as --svg, which one function checks",
    ),
    ("style evaluate", "--svg", "below"),
    ("style train", "--out", "below"),
    (
        "tournament",
        "--pgn",
        "as in match, which has the same options",
    ),
    (
        "train",
        "--out",
        "a folder; see a_training_takes_no_folder_with_files_of_somebody_else",
    ),
    ("opponent export", "FILE", "below"),
    ("match", "--pgn (journal)", "below"),
];

/// Creates one input of every kind.
fn inputs() -> Scratch {
    let scratch = Scratch::new(&[]);
    scratch.write("in.pgn", TWO_GAMES);
    scratch.write("in.txt", "Storm, A.\n");
    scratch.write("in.epd", "7k/8/5K2/6Q1/8/8/8/8 w - - bm Qg7#; id \"1\";\n");
    scratch.write(
        "in.labels",
        "file,names,style,basis\nin.pgn,\"Storm, A.\",attack,label\n",
    );
    scratch.text(&["selfplay", "--games", "4", "--nodes", "5", "--db", "in.db"]);
    scratch.text(&["learn", "--db", "in.db", "--out", "in.csv"]);
    fs::rename(scratch.at("in.toml"), scratch.at("card.toml")).expect("renamed");
    scratch.text(&[
        "style",
        "norms",
        "in.pgn",
        "--population",
        "engine",
        "--out",
        "in.toml",
    ]);
    fs::rename(scratch.at("in.toml"), scratch.at("norms.toml")).expect("renamed");
    fs::rename(scratch.at("card.toml"), scratch.at("in.toml")).expect("renamed");
    scratch.text(&[
        "book",
        "build",
        "in.pgn",
        "--min-games",
        "1",
        "--out",
        "in.bin",
    ]);
    scratch.text(&["book", "add", "in.tree", "e4", "e5"]);
    scratch
}

fn content(scratch: &Scratch) -> BTreeMap<String, Vec<u8>> {
    let read = |name: String| {
        let bytes = fs::read(scratch.at(&name)).expect("a file");
        (name, bytes)
    };
    let inputs = scratch.files().into_iter();
    inputs
        .filter(|name| name.starts_with("in.") || name == "norms.toml")
        .map(read)
        .collect()
}

/// Returns how many words name the command.
fn words_of_name(words: &[&str]) -> usize {
    let groups = ["book", "db", "lab", "model", "opponent", "pgn", "style"];
    if groups.contains(&words[0]) { 2 } else { 1 }
}

/// Runs a command whose output is one of its inputs.
fn check(scratch: &Scratch, before: &BTreeMap<String, Vec<u8>>, words: &[&str]) {
    let (code, _, said) = told(scratch.run(words));
    assert_eq!(code, Some(2), "{words:?}: {said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{words:?}: {said}");
    for (name, bytes) in content(scratch) {
        assert!(
            before.get(&name) == Some(&bytes),
            "{words:?} changed {name}: {said}"
        );
    }
}

/// Returns a command of the list with the names of its inputs.
fn with_inputs(command: &str) -> String {
    command
        .replace("--like @.toml", "--like norms.toml")
        .replace("--model @.toml", "--model norms.toml")
        .replace('@', "in")
}

/// Returns `--force` for a command that has this option.
fn force(scratch: &Scratch, words: &[&str]) -> &'static [&'static str] {
    let help = scratch.text(&[&words[..words_of_name(words)], &["--help"]].concat());
    if help.contains("--force") {
        &["--force"]
    } else {
        &[]
    }
}

#[test]
fn no_output_of_any_command_replaces_an_input() {
    let scratch = inputs();
    let before = content(&scratch);
    for (_, option, command) in COMMANDS {
        let command = with_inputs(command);
        let words: Vec<&str> = command.split(' ').collect();
        let named: BTreeSet<&str> = words
            .iter()
            .copied()
            .filter(|word| before.contains_key(*word))
            .collect();
        assert!(!named.is_empty(), "{command}");
        let force = force(&scratch, &words);
        for output in named {
            // A picture gets three names that begin so.
            let output = match (option, words[0]) {
                ("--svg", "analyse") => continue,
                _ => format!("./{output}"),
            };
            check(
                &scratch,
                &before,
                &[&words[..], &[option, &output], force].concat(),
            );
        }
    }
    let labels = ["--labels", "in.labels", "--pgn", "."];
    for output in ["in.labels", "in.pgn"] {
        for words in [
            [
                &["style", "train"][..],
                &labels,
                &["--out", output, "--force"],
            ]
            .concat(),
            [
                &["style", "evaluate"][..],
                &labels,
                &["--svg", output, "--force"],
            ]
            .concat(),
        ] {
            check(&scratch, &before, &words);
        }
    }
    check(
        &scratch,
        &before,
        &["opponent", "export", "in.db", "--db", "in.db", "--force"],
    );
    let played = ["match", "initial", "random", "--games", "2", "--nodes", "5"];
    scratch.text(&[&played[..], &["--journal", "in.journal"]].concat());
    let before = content(&scratch);
    let both = ["--journal", "in.journal", "--pgn", "in.journal", "--force"];
    check(&scratch, &before, &[&played[..], &both].concat());
}

/// A device, a pipe or a socket is not replaced by a file. A socket stands for them all: everybody may make one, and
/// nobody can write to it.
#[cfg(unix)]
#[test]
fn sockets_stay_and_no_file_is_called_dash() {
    use std::os::unix::fs::FileTypeExt as _;
    let scratch = inputs();
    let _listener = std::os::unix::net::UnixListener::bind(scratch.at("socket")).expect("a socket");
    let before = content(&scratch);
    for (name, option, command) in COMMANDS {
        let command = with_inputs(command);
        let words: Vec<&str> = command.split(' ').collect();
        let force = force(&scratch, &words);
        for output in ["socket", "-"] {
            // A picture gets three names that begin so, and converted games go to standard output.
            if (name, option) == ("analyse", "--svg") || (name, output) == ("pgn convert", "-") {
                continue;
            }
            check(
                &scratch,
                &before,
                &[&words[..], &[option, output], force].concat(),
            );
            assert!(!scratch.at("-").exists(), "{command}");
            let socket = fs::symlink_metadata(scratch.at("socket")).expect("there");
            assert!(socket.file_type().is_socket(), "{command}");
        }
    }
}

/// A command that needs a folder names the file in its place, before it does anything.
#[test]
fn a_file_in_the_place_of_a_folder_is_named() {
    const SAID: &str =
        "taken: this is a file, and a folder is needed; name another folder, or move the file away";
    let scratch = inputs();
    scratch.write("taken", "mine");
    let recipe = "title = \"x\"\nstart = \"initial\"\n\n[games]\nnumber = 4\nnodes = 5\n";
    scratch.write("my.toml", recipe);
    for words in [
        "train my.toml --out taken",
        "train my.toml --out taken/run",
        "db export in.db --format csv --out taken/csv",
        "quickstart --out taken",
        "man --out taken",
        "learn --db in.db --out taken/t.csv",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        scratch.refused(&words, SAID);
    }
    // The folder of the default files.
    for words in ["learn --db in.db", "selfplay --games 2 --nodes 5"] {
        let output = bayeschess(scratch.path())
            .env("BAYESCHESS_HOME", scratch.at("taken"))
            .args(words.split(' '))
            .output();
        let (code, _, said) = told(output.expect("the program runs"));
        assert_eq!(code, Some(2), "{words}: {said}");
        assert!(said.contains(SAID), "{words}: {said}");
    }
    assert_eq!(fs::read(scratch.at("taken")).expect("there"), b"mine");
}

/// A shell takes the next command as it is printed, whatever the file is called.
#[cfg(unix)]
#[test]
fn a_shell_takes_the_next_command() {
    let scratch = Scratch::new(&[]);
    for database in ["my games.db", "it's $5.db"] {
        let said = scratch.text(&["selfplay", "--games", "4", "--nodes", "5", "--db", database]);
        let mut lines = said.lines();
        let next = lines.find_map(|line| line.strip_prefix("Next: bayeschess "));
        let command = format!("exec \"$0\" {} --force", next.expect("a next command"));
        let output = std::process::Command::new("sh")
            .args(["-c", &command])
            .arg(program())
            .current_dir(scratch.path())
            .env("BAYESCHESS_HOME", scratch.path())
            .output();
        let (code, _, heard) = told(output.expect("a shell"));
        assert_eq!(code, Some(0), "{command}: {heard}");
        assert!(scratch.at("learned.csv").exists());
    }
}

/// Returns the options of a command that name an output, by their help.
fn output_options(help: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut option: Option<(String, String)> = None;
    for line in help.lines().chain(["  --end"]) {
        let words = line.trim_start();
        if words.starts_with('-') {
            if let Some((name, text)) = option.take() {
                let text = text.to_lowercase();
                let writes = ["write ", "draw ", "store finished games", "the folder for"];
                let is_output = writes.iter().any(|verb| text.contains(verb));
                if is_output && name != "--db" {
                    found.push(name);
                }
            }
            let name = words.split_whitespace().find(|word| word.starts_with("--"));
            let takes_file = ["FILE", "<F.", "FOLDER", "PREFIX"]
                .iter()
                .any(|value| words.contains(value));
            option = name
                .filter(|_| takes_file)
                .map(|name| (name.to_owned(), words.to_owned()));
        } else if let Some((_, text)) = &mut option {
            text.push(' ');
            text.push_str(words);
        }
    }
    found
}

#[test]
fn every_option_that_names_an_output_is_tried() {
    let scratch = Scratch::new(&[]);
    fs::create_dir(scratch.at("man")).expect("made");
    scratch.text(&["man", "--out", "man"]);
    let pages = crate::support::file_names(&scratch.at("man"));
    let tried: BTreeSet<(String, String)> = COMMANDS
        .iter()
        .chain(&ELSEWHERE)
        .map(|(command, option, _)| ((*command).to_owned(), (*option).to_owned()))
        .collect();
    let mut found = 0;
    for page in pages {
        let Some(name) = page
            .strip_prefix("bayeschess-")
            .and_then(|name| name.strip_suffix(".1"))
        else {
            continue;
        };
        let command = name.replacen('-', " ", 1);
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = scratch.text(&words);
        if help.contains("\nCommands:") {
            continue;
        }
        for option in output_options(&help) {
            found += 1;
            assert!(
                tried.contains(&(command.clone(), option.clone())),
                "{command} {option}"
            );
        }
    }
    assert!(found > 30, "only {found} options found");
}
