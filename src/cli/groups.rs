//! The list of commands that the program prints by itself: grouped by what people want to do.

use std::fmt::Write as _;

use clap::Command;

/// The groups, each with its commands, in the order in which they are printed.
pub const GROUPS: &[(&str, &[&str])] = &[
    (
        "Play and analyse",
        &["play", "uci", "xboard", "analyse", "mate"],
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

/// What stands around the list of commands in the help of the program itself.
const TEMPLATE: &str = "\
{about}

Usage: bayeschess [COMMAND]

{after-help}

Options:
{options}";

/// The command tree with its commands in groups, for the help of the program itself.
pub fn grouped(program: Command) -> Command {
    let list = list(&program);
    program.help_template(TEMPLATE).after_help(list)
}

/// The groups with the first line of each command's help; below a command that has commands of its
/// own, their names.
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
            let _ = writeln!(text, "  {name:<12} {}", about.unwrap_or_default());
            let below: Vec<&str> = command
                .get_subcommands()
                .map(Command::get_name)
                .filter(|name| *name != "help")
                .collect();
            if !below.is_empty() {
                let _ = writeln!(text, "  {:<12} ({})", "", below.join(", "));
            }
        }
        text.push('\n');
    }
    text.push_str("'bayeschess help COMMAND' explains a command, with examples.");
    text
}
