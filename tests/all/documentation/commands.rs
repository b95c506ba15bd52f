//! Holds the commands shown in the documentation to the program: each must exist with its options.

use std::collections::BTreeMap;

use super::{lines, pages, read};
use crate::support::{folder, process};

/// Splits a command as a shell does, as far as quotes and the end of the command are concerned.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut begun = false;
    for sign in command.chars() {
        match (quote, sign) {
            (Some(open), _) if sign == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(sign);
                begun = true;
            }
            (None, '|' | ';' | '>' | '<' | '#' | '&' | '(' | ')') if word.is_empty() && !begun => {
                break;
            }
            (None, _) if sign.is_whitespace() => {
                if begun || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            (None, ',' | ')' | ';') if word.starts_with("--") => break,
            _ => word.push(sign),
        }
    }
    if begun || !word.is_empty() {
        words.push(word);
    }
    words
}

/// What follows the program's name in a line or in inline code, if it begins with that name.
fn arguments(command: &str) -> Option<Vec<String>> {
    let command = command.trim().trim_start_matches("$ ");
    let words = words(command);
    let first = words.first()?;
    if first == "cargo" && words.get(1)? == "run" {
        let dashes = words.iter().position(|word| word == "--")?;
        return Some(words[dashes + 1..].to_vec());
    }
    (first == "bayeschess" || first.ends_with("/bayeschess")).then(|| words[1..].to_vec())
}

/// All commands of the program that a page shows, with the line on which each begins.
fn commands(text: &str) -> Vec<(usize, Vec<String>)> {
    let mut commands = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let mut fragments = Vec::new();
    let mut prose = (1, String::new());
    for (number, code, line) in lines(text) {
        if code {
            let (start, begun) = open.take().unwrap_or((number, String::new()));
            let whole = format!("{begun} {}", line.trim());
            match whole.strip_suffix('\\') {
                Some(begun) => open = Some((start, begun.to_owned())),
                None => fragments.push((start, whole)),
            }
        }
        if code || line.trim().is_empty() {
            fragments.extend(inline_code(&prose));
            prose = (number + 1, String::new());
        } else {
            prose.1.push_str(line);
            prose.1.push('\n');
        }
    }
    fragments.extend(inline_code(&prose));
    fragments.sort();
    for (number, fragment) in fragments {
        commands.extend(arguments(&fragment).map(|arguments| (number, arguments)));
    }
    commands
}

/// The pieces of inline code in a paragraph that begins on a line.
fn inline_code((first, text): &(usize, String)) -> Vec<(usize, String)> {
    let mut line = *first;
    let mut pieces = Vec::new();
    for (index, piece) in text.split('`').enumerate() {
        if index % 2 == 1 {
            pieces.push((line, piece.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        line += piece.matches('\n').count();
    }
    pieces
}

/// The program's own help, asked once for each command.
#[derive(Default)]
struct Help {
    known: BTreeMap<Vec<String>, Option<String>>,
}

impl Help {
    /// The help of a command, or nothing when the program does not know it.
    fn of(&mut self, path: &[String]) -> Option<&str> {
        self.known
            .entry(path.to_vec())
            .or_insert_with(|| {
                let output = process(folder().path())
                    .args(path)
                    .arg("--help")
                    .output()
                    .expect("the program runs");
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                let usage = format!(
                    "Usage: {}",
                    [&["bayeschess".to_owned()], path].concat().join(" ")
                );
                (output.status.success() && text.contains(&usage)).then_some(text)
            })
            .as_deref()
    }

    /// Says which word of a command the program does not know, if there is one. Behind `--` another command stands.
    fn fault(&mut self, arguments: &[String]) -> Option<String> {
        arguments
            .split(|word| word == "--")
            .find_map(|command| self.fault_of_one(command))
    }

    fn fault_of_one(&mut self, arguments: &[String]) -> Option<String> {
        let mut path = Vec::new();
        for word in arguments {
            let help = self.of(&path)?;
            let takes_command = help
                .lines()
                .any(|line| line.starts_with("Usage:") && line.contains("COMMAND"));
            if !takes_command || !word.starts_with(|sign: char| sign.is_ascii_lowercase()) {
                break;
            }
            path.push(word.clone());
            if self.of(&path).is_none() {
                return Some(format!("'{}' is not a command", path.join(" ")));
            }
        }
        let help = self.of(&path)?.to_owned();
        arguments
            .iter()
            .filter_map(|word| word.strip_prefix("--"))
            .map(|option| option.split(['=', '.']).next().unwrap_or_default())
            .find(|option| !option.is_empty() && !has_option(&help, option))
            .map(|option| format!("'{}' has no option --{option}", path.join(" ")))
    }
}

/// Whether a help names a long option as a whole word.
fn has_option(help: &str, option: &str) -> bool {
    help.match_indices(&format!("--{option}"))
        .any(|(start, found)| {
            !help[start + found.len()..]
                .starts_with(|sign: char| sign.is_ascii_alphanumeric() || sign == '-')
        })
}

#[test]
fn every_command_shown_exists_with_its_options() {
    let mut help = Help::default();
    let mut faults = Vec::new();
    let mut shown = 0;
    for page in pages() {
        for (number, arguments) in commands(&read(&page)) {
            shown += 1;
            if let Some(fault) = help.fault(&arguments) {
                faults.push(format!("{}:{number}: {fault}", page.display()));
            }
        }
    }
    assert!(
        shown > 100,
        "only {shown} commands were found: are they still read?"
    );
    assert!(
        faults.is_empty(),
        "{} commands do not exist:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn faults_in_commands_are_found() {
    let text = "Run `bayeschess pgn\ncheck x.pgn`.\n\n    bayeschess match a \\\n        b --games 2   # why\n";
    let found = commands(text);
    assert_eq!(
        found[0],
        (1, vec!["pgn".into(), "check".into(), "x.pgn".into()])
    );
    assert_eq!(
        found[1],
        (
            4,
            ["match", "a", "b", "--games", "2"]
                .map(String::from)
                .to_vec()
        )
    );
    let mut help = Help::default();
    let divided =
        |option: &str| ["shard", "plan", "--out", "m", "--", "selfplay", option].map(String::from);
    assert!(help.fault(&divided("--alternate")).is_none());
    assert!(help.fault(&divided("--parts")).is_some());
    assert!(help.fault(&["no-such-command".into()]).is_some());
    assert!(
        help.fault(&["perft".into(), "--no-such-option".into()])
            .is_some()
    );
    assert!(
        help.fault(&["perft".into(), "3".into(), "--divide".into()])
            .is_none()
    );
}
