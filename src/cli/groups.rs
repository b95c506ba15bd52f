//! The list of commands in the program's own help, in groups.

use std::fmt::Write as _;

use clap::Command;

/// The groups with their commands, in the order of printing.
pub const GROUPS: &[(&str, &[&str])] = &[
    (
        "Play and analyse",
        &["serve", "play", "uci", "xboard", "analyse", "mate"],
    ),
    ("Know a player", &["style", "opponent"]),
    ("Collect games", &["pgn", "db", "book"]),
    (
        "Train",
        &[
            "quickstart",
            "selfplay",
            "learn",
            "fit",
            "train",
            "tune",
            "shard",
            "experiment",
            "model",
        ],
    ),
    (
        "Measure",
        &["match", "tournament", "suite", "bench", "perft", "lab"],
    ),
    ("Tools", &["completions", "man"]),
];

/// The template around the list of commands.
const TEMPLATE: &str = "\
{about}

Usage: bayeschess [COMMAND]{after-help}

Options:
{options}";

/// Returns the command tree with its commands in groups, for the program's own help.
pub fn grouped(program: Command) -> Command {
    let list = list(&program);
    program.help_template(TEMPLATE).after_help(list)
}

/// Returns the groups with the first line of each command's help, and the names of its subcommands below.
fn list(program: &Command) -> String {
    let mut text = String::new();
    for (group, commands) in GROUPS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{group}:");
        for name in *commands {
            let Some(command) = program.find_subcommand(name) else {
                continue;
            };
            let about = command.get_about().map(ToString::to_string);
            // Backquotes belong to the documentation of the source.
            let about = about.unwrap_or_default().replace('`', "");
            let _ = write!(text, "  {name:<12}");
            write_wrapped(&mut text, &about);
            let below: Vec<&str> = command
                .get_subcommands()
                .map(Command::get_name)
                .filter(|name| *name != "help")
                .collect();
            if !below.is_empty() {
                let _ = write!(text, "{:INDENT$}", "");
                write_wrapped(&mut text, &format!("({})", below.join(", ")));
            }
        }
        text.push('\n');
    }
    text.push_str("'bayeschess help COMMAND' explains a command, with examples.");
    text
}

/// The column at which descriptions begin.
const INDENT: usize = 14;

/// The most characters in a line of the list.
const WIDTH: usize = 80;

/// Appends a description to a line that reaches `INDENT`, wrapped to further lines if it is too long.
fn write_wrapped(text: &mut String, description: &str) {
    let mut column = INDENT;
    for word in description.split_whitespace() {
        let length = word.chars().count();
        if column + 1 + length > WIDTH {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{:INDENT$}", "");
            column = INDENT;
        }
        text.push(' ');
        text.push_str(word);
        column += 1 + length;
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_wrapped_below_themselves() {
        let mut text = format!("{:INDENT$}", "  name");
        write_wrapped(&mut text, &"word ".repeat(40));
        assert!(text.lines().count() > 1);
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
            assert!(
                line.get(INDENT..)
                    .is_some_and(|rest| rest.starts_with(" word")),
                "{line}"
            );
        }
        assert_eq!(text.matches("word").count(), 40);
    }
}
