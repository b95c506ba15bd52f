//! Helpers of the integration tests: a folder to work in, runs of the program in it, a running engine.

use std::fs;
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Two finished games between an attacking and a defensive player, in PGN.
pub const TWO_GAMES: &str = "\
[Event \"1\"]\n[White \"Storm, A.\"]\n[Black \"Wall, D.\"]\n[Result \"1-0\"]\n\n\
1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 c5 1-0\n\n\
[Event \"2\"]\n[White \"Wall,D\"]\n[Black \"Storm, A.\"]\n[Result \"1/2-1/2\"]\n\n\
1. d4 Nf6 2. c4 g6 1/2-1/2\n\n";

/// A game with an illegal second move of White, in PGN.
pub const ILLEGAL_GAME: &str = "\
[Event \"3\"]\n[White \"Storm, A.\"]\n[Black \"Wall, D.\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n";

/// Creates an empty folder that is deleted when the value is dropped.
pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Returns the path of the program under test.
pub fn program() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("bayeschess").to_owned()
}

/// Returns the program under test as an external UCI engine, in the syntax that `match` takes.
pub fn own_engine() -> String {
    format!("uci:\"{}\" uci", program().display())
}

/// Prepares a run of the program in a folder that is also its home.
pub fn bayeschess(folder: &Path) -> Command {
    let mut command = Command::new(program());
    command.current_dir(folder).env("BAYESCHESS_HOME", folder);
    command
}

/// Prepares a run of the program as a process that a test can talk to, signal and wait for.
pub fn process(folder: &Path) -> std::process::Command {
    let mut command = std::process::Command::new(program());
    command.current_dir(folder).env("BAYESCHESS_HOME", folder);
    command
}

/// Runs a command that must succeed, and parses the one JSON object that it prints.
pub fn json(command: &mut Command) -> Value {
    parsed(&command.assert().success().get_output().stdout)
}

/// Parses standard output that must be one JSON object and nothing else.
pub fn parsed(stdout: &[u8]) -> Value {
    serde_json::from_slice(stdout).expect("one JSON object and nothing else")
}

/// Returns the value at a path such as `sprt.llr`; fails where there is none or it is null.
///
/// Two answers are compared by this, since two values that are missing would be equal.
pub fn field<'a>(object: &'a Value, path: &str) -> &'a Value {
    let value = path.split('.').fold(object, |value, key| &value[key]);
    assert!(!value.is_null(), "there is no {path} in {object}");
    value
}

/// Returns the number at a path such as `sprt.llr`; fails where there is none.
pub fn number(object: &Value, path: &str) -> f64 {
    let value = field(object, path);
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{path} is not a number: {value}"))
}

/// Returns the exit code, standard output and standard error of a run.
pub fn told(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Returns the names of the files and folders in a folder, sorted.
pub fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Waits until a condition holds; fails after a minute.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_mins(1);
    while !condition() {
        assert!(Instant::now() < deadline, "waited in vain until {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Sends Ctrl-C to a process.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

/// Kills a process and waits for its end; returns true if it was still running.
pub fn kill(child: &mut Child) -> bool {
    child.kill().expect("killed");
    let status = child.wait().expect("ended");
    // On Windows a killed process has an exit code of its own.
    #[cfg(not(unix))]
    return !status.success();
    #[cfg(unix)]
    std::os::unix::process::ExitStatusExt::signal(&status).is_some()
}

/// A folder to work in, and the program to run there.
pub struct Scratch {
    folder: TempDir,
    /// Words that stand before those of every run, such as the name of the command.
    command: &'static [&'static str],
}

impl Scratch {
    /// Creates an empty folder; every run begins with the words of `command`.
    pub fn new(command: &'static [&'static str]) -> Self {
        Self {
            folder: folder(),
            command,
        }
    }

    /// Returns the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of a file in the folder.
    pub fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file, and returns its path.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.at(name), bytes).expect("written");
        self.at(name)
    }

    /// Returns the names of the files in the folder, sorted.
    pub fn files(&self) -> Vec<String> {
        file_names(self.path())
    }

    /// Runs the command with more words to its end.
    pub fn run(&self, words: &[&str]) -> Output {
        let output = bayeschess(self.path())
            .args(self.command)
            .args(words)
            .output();
        output.expect("the program runs")
    }

    /// Runs a command that must exit with `code`, and parses the JSON object that it prints.
    pub fn json_with(&self, words: &[&str], code: i32) -> Value {
        let output = self.run(&[words, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(code), "{words:?}: {output:?}");
        parsed(&output.stdout)
    }

    /// Runs a command that must succeed, and parses the JSON object that it prints.
    pub fn json(&self, words: &[&str]) -> Value {
        self.json_with(words, 0)
    }

    /// Runs a command that must succeed, and returns what it prints.
    pub fn text(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Runs a command that must exit with code 2 and one line of error; returns that line and
    /// standard output.
    pub fn refusal(&self, words: &[&str]) -> (String, String) {
        let (code, shown, said) = told(self.run(words));
        assert_eq!(code, Some(2), "{words:?}: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{words:?}: {said}");
        (said, shown)
    }

    /// Runs a command that must end with one line of error that contains `part`, after any output.
    pub fn refused_after_output(&self, words: &[&str], part: &str) {
        let (said, _) = self.refusal(words);
        assert!(said.contains(part), "{words:?}: {said}");
    }

    /// Runs a command that must be refused in one line that contains `part`, printing nothing else.
    pub fn refused(&self, words: &[&str], part: &str) {
        let (said, shown) = self.refusal(words);
        assert!(said.contains(part), "{words:?}: {said}");
        assert!(shown.is_empty(), "{words:?}: {shown}");
    }
}

/// A running engine in a folder of its own, spoken to line by line.
pub struct Talk {
    child: Child,
    say: Option<ChildStdin>,
    heard: Lines<BufReader<ChildStdout>>,
    /// Where it runs; also its home.
    pub folder: TempDir,
}

impl Talk {
    /// Starts the program with these arguments.
    pub fn new(arguments: &[&str]) -> Self {
        Self::at(folder(), arguments)
    }

    /// Starts the program with these arguments in a folder.
    pub fn at(folder: TempDir, arguments: &[&str]) -> Self {
        let mut child = process(folder.path())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        Self {
            say: child.stdin.take(),
            heard: BufReader::new(child.stdout.take().expect("piped")).lines(),
            child,
            folder,
        }
    }

    /// Sends one line, or several.
    pub fn say(&mut self, lines: &str) {
        let say = self.say.as_mut().expect("still talking");
        writeln!(say, "{lines}").expect("listening");
    }

    /// Returns all lines up to one that begins with `prefix`.
    pub fn until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self
                .heard
                .next()
                .unwrap_or_else(|| panic!("ended before {prefix:?}: {lines:?}"))
                .expect("text");
            let found = line.starts_with(prefix);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Sends lines and returns all answers up to one that begins with `prefix`.
    pub fn ask(&mut self, lines: &str, prefix: &str) -> Vec<String> {
        self.say(lines);
        self.until(prefix)
    }

    /// Ends the input and returns the remaining lines; the engine must exit with success.
    pub fn end(mut self) -> Vec<String> {
        self.say = None;
        let rest = self.heard.by_ref().map(|line| line.expect("text"));
        let rest: Vec<String> = rest.collect();
        assert!(self.child.wait().expect("ended").success());
        rest
    }
}

/// Returns the last line.
pub fn last(lines: &[String]) -> &str {
    lines.last().map_or("", String::as_str)
}
