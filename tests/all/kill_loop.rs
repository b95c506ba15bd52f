//! Commands that are killed or stopped at any moment: the same command given again ends as if nothing had happened,
//! and nothing is left in the folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::support::{Scratch, file_names, interrupt, process};

/// Commands that write, and the files that they make or change.
const COMMANDS: [(&str, &[&str]); 24] = [
    ("selfplay --games 60 --nodes 20 --db new.db", &["new.db"]),
    (
        "selfplay --games 70 --nodes 20 --db games.db",
        &["games.db"],
    ),
    ("db import new.db many.pgn", &["new.db"]),
    ("db import games.db many.pgn", &["games.db"]),
    ("db import new.db exported", &["new.db"]),
    ("db merge new.db games.db other.db", &["new.db"]),
    ("db merge games.db other.db", &["games.db"]),
    ("db export games.db --pgn out.pgn --force", &["out.pgn"]),
    (
        "db export games.db --csv out.csv --force",
        &["out.csv", "out.cases.csv", "out.runs.csv"],
    ),
    ("db forget-source other.db few.pgn", &["other.db"]),
    ("pgn convert many.pgn --out out.pgn --force", &["out.pgn"]),
    ("pgn dedupe many.pgn --out out.pgn --force", &["out.pgn"]),
    ("pgn check many.pgn --rejects out.pgn --force", &["out.pgn"]),
    (
        "learn --db games.db --out out.csv --force",
        &["out.csv", "out.toml"],
    ),
    (
        "fit few.pgn --out out.csv --force",
        &["out.csv", "out.toml"],
    ),
    (
        "book build many.pgn --out out.bin --min-games 1 --force",
        &["out.bin"],
    ),
    (
        "match initial random --nodes 20 --games 20 --journal out.j --pgn out.pgn",
        &["out.j", "out.pgn"],
    ),
    (
        "tournament initial random learned --nodes 20 --games 4 --journal out.j --pgn out.pgn",
        &["out.j", "out.pgn"],
    ),
    ("lab ladder --depth 2 --out times.csv", &["times.csv"]),
    ("style observe many.pgn --out out.csv --force", &["out.csv"]),
    (
        "style norms many.pgn --population engine --out out.toml --force",
        &["out.toml"],
    ),
    (
        "opponent learn few.pgn --player initial --db games.db",
        &["games.db"],
    ),
    (
        "opponent export out.json --db other.db --force",
        &["out.json"],
    ),
    (
        "analyse few.pgn --nodes 50 --out out.pgn --force",
        &["out.pgn"],
    ),
];

/// Creates a folder with the inputs of all commands.
fn inputs() -> Scratch {
    let scratch = Scratch::new(&[]);
    let play = |games: &str, nodes: &str, seed: &str, file: &str| {
        let words = ["--nodes", nodes, "--seed", seed, "--db", file];
        scratch.text(&[&["selfplay", "--games", games][..], &words].concat());
    };
    play("30", "20", "1", "games.db");
    // Searches of more nodes draw some games, without which nothing can be fitted; of twenty games there may be none.
    play("60", "100", "3", "other.db");
    scratch.text(&["db", "export", "other.db", "--pgn", "few.pgn"]);
    let few = fs::read_to_string(scratch.at("few.pgn")).expect("written");
    let many = (0..50).map(|number| few.replace("\"initial\"", &format!("\"Name{number}, A\"")));
    scratch.write("many.pgn", many.collect::<String>());
    fs::create_dir(scratch.at("exported")).expect("made");
    scratch.text(&["db", "export", "games.db", "--csv", "exported"]);
    scratch.text(&["db", "import", "other.db", "few.pgn"]);
    scratch.text(&[
        "opponent", "learn", "few.pgn", "--player", "initial", "--db", "other.db",
    ]);
    scratch
}

/// Copies files and folders into an empty folder.
fn copied(from: &Path) -> Scratch {
    let scratch = Scratch::new(&[]);
    for name in file_names(from) {
        let (old, new) = (from.join(&name), scratch.at(&name));
        if old.is_dir() {
            fs::create_dir(&new).expect("made");
            for name in file_names(&old) {
                fs::copy(old.join(&name), new.join(&name)).expect("copied");
            }
        } else {
            fs::copy(old, new).expect("copied");
        }
    }
    scratch
}

/// Returns the end of a file's name, behind the last dot.
fn kind(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

/// Returns PGN without its comments, which tell how long each move took.
fn without_comments(text: &str) -> String {
    let parts = text
        .split('{')
        .map(|part| part.rsplit('}').next().unwrap_or_default());
    parts.collect::<String>().split_whitespace().collect()
}

/// Returns what is in the outputs of a command, without times and the order of a database's rows.
fn outcome(scratch: &Scratch, outputs: &[&str]) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for name in outputs.iter().filter(|name| scratch.at(name).exists()) {
        let text = if kind(name) == "db" {
            scratch.json(&["db", "verify", name]);
            scratch.json(&["db", "info", name])["content_hash"].to_string()
        } else if ["j", "toml"].contains(&kind(name)) || *name == "times.csv" {
            // Cards, journals and this table tell how long it took.
            String::new()
        } else {
            let text = fs::read(scratch.at(name)).expect("there");
            let text = without_comments(&String::from_utf8_lossy(&text));
            bayeschess::files::checksum(text.as_bytes())
        };
        all.insert((*name).to_owned(), text);
    }
    all
}

/// One command with the folder that it begins in, how long it takes, and what it ends with.
struct Reference<'a> {
    command: &'a str,
    outputs: &'a [&'a str],
    begin: &'a Path,
    time: Duration,
    outcome: BTreeMap<String, String>,
    files: Vec<String>,
}

impl<'a> Reference<'a> {
    fn new((command, outputs): (&'a str, &'a [&'a str]), begin: &'a Path) -> Self {
        let scratch = copied(begin);
        let started = Instant::now();
        let words: Vec<&str> = command.split(' ').collect();
        let run = scratch.run(&words);
        let time = started.elapsed();
        assert!(
            run.status.code().is_some_and(|code| code < 2),
            "{command}: {run:?}"
        );
        Self {
            command,
            outputs,
            begin,
            time,
            outcome: outcome(&scratch, outputs),
            files: scratch.files(),
        }
    }

    /// Kills or stops the command at some moment, looks around, and gives the command again. Returns what was left
    /// behind by the first one.
    fn kill_and_repeat(&self, rng: &mut ChaCha8Rng) -> Vec<String> {
        let scratch = copied(self.begin);
        let words: Vec<&str> = self.command.split(' ').collect();
        let mut child = process(scratch.path())
            .args(&words)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let is_kill = rng.random();
        sleep(self.time.mul_f64(rng.random_range(0.0..1.1)));
        if is_kill {
            child.kill().expect("killed");
        } else {
            interrupt(&child);
        }
        let status = child.wait().expect("ended");
        let left: Vec<String> = scratch
            .files()
            .into_iter()
            .filter(|name| !self.files.contains(name))
            .collect();
        // A signal may come before the program catches it.
        if !is_kill && status.code().is_some() {
            let hidden: Vec<_> = left.iter().filter(|name| name.starts_with('.')).collect();
            assert!(hidden.is_empty(), "{}, stopped: {hidden:?}", self.command);
        }
        for name in file_names(self.begin)
            .iter()
            .filter(|name| kind(name) == "db")
        {
            scratch.json(&["db", "verify", name]);
        }
        let again = scratch.run(&words);
        // The first one may have done its work, and nothing be left for the second.
        assert!(
            again.status.code().is_some_and(|code| code <= 2),
            "{}: {again:?}",
            self.command
        );
        assert_eq!(scratch.files(), self.files, "{}", self.command);
        assert_eq!(
            outcome(&scratch, self.outputs),
            self.outcome,
            "{}",
            self.command
        );
        left
    }
}

/// Kills or stops every command `rounds` times, and prints what was left behind before the next command.
#[expect(
    clippy::print_stdout,
    reason = "the figures are the output of the guard"
)]
fn kill_loop(rounds: u64) {
    let inputs = inputs();
    let mut found = BTreeMap::<String, usize>::new();
    for (number, command) in COMMANDS.into_iter().enumerate() {
        let reference = Reference::new(command, inputs.path());
        for round in 0..rounds {
            let mut rng = ChaCha8Rng::seed_from_u64(round << 8 | number as u64);
            for left in reference.kill_and_repeat(&mut rng) {
                let kind = match left.strip_prefix(".bayeschess-") {
                    Some(_) => "hidden temporary".to_owned(),
                    None => left,
                };
                *found
                    .entry(format!("{}: {kind}", reference.command))
                    .or_default() += 1;
            }
        }
    }
    println!(
        "{} kills and stops; left until the next command:",
        rounds * COMMANDS.len() as u64
    );
    for (what, times) in found {
        println!("{times:4} × {what}");
    }
}

#[test]
fn a_command_given_again_ends_as_if_it_had_not_been_killed() {
    kill_loop(1);
}

#[test]
#[ignore = "takes many minutes; run by .ci/guards"]
fn a_command_given_again_ends_as_if_it_had_not_been_killed_at_length() {
    kill_loop(42);
}
