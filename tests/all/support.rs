//! A conversation with the real binary in a folder of its own, line by line.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A running engine.
pub struct Talk {
    child: Child,
    say: Option<ChildStdin>,
    heard: Lines<BufReader<ChildStdout>>,
    /// Where it runs; also its home.
    pub folder: tempfile::TempDir,
}

impl Talk {
    /// Starts the binary with these arguments.
    pub fn new(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("bayeschess"))
            .args(arguments)
            .current_dir(folder.path())
            .env("BAYESCHESS_HOME", folder.path())
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

    /// Says one line, or several.
    pub fn say(&mut self, lines: &str) {
        let say = self.say.as_mut().expect("still talking");
        writeln!(say, "{lines}").expect("listening");
    }

    /// Everything up to a line that begins with `prefix`.
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

    /// Says something and hears everything up to a line that begins with `prefix`.
    pub fn ask(&mut self, lines: &str, prefix: &str) -> Vec<String> {
        self.say(lines);
        self.until(prefix)
    }

    /// Ends the input, and hears the rest.
    pub fn end(mut self) -> Vec<String> {
        self.say = None;
        let rest = self.heard.by_ref().map(|line| line.expect("text"));
        let rest: Vec<String> = rest.collect();
        assert!(self.child.wait().expect("ended").success());
        rest
    }
}

/// The last line of some.
pub fn last(lines: &[String]) -> &str {
    lines.last().map_or("", String::as_str)
}
