//! The command of a manifest: without its outputs it describes work to be divided.

use std::ffi::OsString;

use anyhow::bail;
use clap::Parser as _;

use crate::cli::fit::FitArgs;
use crate::cli::lab::LabArgs;
use crate::cli::selfplay::SelfplayArgs;
use crate::cli::style::StyleArgs;
use crate::cli::train::TrainArgs;
use crate::cli::tune::TuneArgs;
use bayeschess::shard::ShardedWork;

/// A command line that can be divided.
#[derive(Debug, clap::Parser)]
#[command(name = "bayeschess")]
struct DividedCli {
    #[command(subcommand)]
    command: DividedCommand,
}

#[derive(Debug, clap::Subcommand)]
enum DividedCommand {
    Selfplay(Box<SelfplayArgs>),
    Train(Box<TrainArgs>),
    Tune(Box<TuneArgs>),
    Fit(Box<FitArgs>),
    Style(Box<StyleArgs>),
    Lab(Box<LabArgs>),
}

/// Options of each command that name an output or how it is written; each takes a value.
const LEFT_OUT: &[(&str, &[&str])] = &[
    (
        "selfplay",
        &["--db", "--database", "--threads", "--concurrency"],
    ),
    ("train", &["--threads", "--concurrency"]),
    ("tune", &["--threads", "--concurrency"]),
    (
        "fit",
        &["--out", "--deviations", "--threads", "--concurrency"],
    ),
    ("style", &["--out", "--threads", "--concurrency"]),
    ("lab", &["--svg", "--html", "--threads", "--concurrency"]),
];

/// Flags that decide how a result is written.
const FLAGS: &[&str] = &["--json", "--force", "--new-run", "--keep-games"];

/// A stand-in for the output, for commands that must name one.
const NO_OUTPUT: &[(&str, &str)] = &[("style", "--out=part")];

/// Removes outputs from a command; returns the rest, and what was removed.
pub(super) fn without_outputs(command: &[OsString]) -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let mut words = Vec::new();
    for word in command {
        match word.to_str() {
            Some(word) => words.push(word.to_owned()),
            None => bail!("{}: only Unicode can be kept in a manifest", word.display()),
        }
    }
    let left_out = words
        .first()
        .and_then(|name| LEFT_OUT.iter().find(|(command, _)| command == name))
        .map_or(&[][..], |(_, options)| options);
    let (mut kept, mut taken) = (Vec::new(), Vec::new());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(&*word, |(name, _)| name);
        if FLAGS.contains(&&*word) {
            taken.push(word);
        } else if left_out.contains(&name) {
            let value = if word.contains('=') {
                None
            } else {
                words.next()
            };
            taken.push(word);
            taken.extend(value);
        } else {
            kept.push(word);
        }
    }
    Ok((kept, taken))
}

/// Returns the work that a command without outputs describes.
pub(super) fn work_of(command: &[String]) -> anyhow::Result<Box<dyn ShardedWork>> {
    let Some(name) = command.first() else {
        bail!("name the command to divide behind --, such as: -- selfplay --games 100000");
    };
    let refused = || {
        anyhow::anyhow!(
            "'{}' cannot be divided; selfplay, train, tune, fit, style norms and lab adapt can",
            command.join(" ")
        )
    };
    if !LEFT_OUT.iter().any(|(command, _)| command == name) {
        return Err(refused());
    }
    let output = NO_OUTPUT.iter().find(|(command, _)| command == name);
    let words = std::iter::once("bayeschess")
        .chain(command.iter().map(String::as_str))
        .chain(output.map(|(_, option)| *option));
    let parsed = DividedCli::try_parse_from(words).map_err(|error| {
        let text = error.render().to_string();
        let text = text.trim_start_matches("error: ").trim_end().to_owned();
        anyhow::anyhow!("the command behind -- cannot be read: {text}")
    })?;
    let divided = match &parsed.command {
        DividedCommand::Selfplay(args) => Some(args.shards()?),
        DividedCommand::Train(args) => Some(args.shards()?),
        DividedCommand::Tune(args) => Some(args.shards()?),
        DividedCommand::Fit(args) => Some(args.shards()?),
        DividedCommand::Style(args) => args.shards()?,
        DividedCommand::Lab(args) => args.shards()?,
    };
    divided.ok_or_else(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_taken_out_and_all_else_is_kept() {
        let words = [
            "selfplay",
            "--db",
            "x.db",
            "--games=9",
            "--threads=2",
            "--json",
            "--seed",
            "4",
        ];
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let (kept, taken) = without_outputs(&words).expect("Unicode");
        assert_eq!(kept, ["selfplay", "--games=9", "--seed", "4"]);
        assert_eq!(taken, ["--db", "x.db", "--threads=2", "--json"]);
    }

    #[test]
    fn every_option_that_is_left_out_is_one_of_its_command() {
        use clap::CommandFactory as _;
        fn options(command: &clap::Command, found: &mut Vec<String>) {
            for argument in command.get_arguments() {
                let names = argument.get_long_and_visible_aliases().unwrap_or_default();
                found.extend(names.iter().map(|name| format!("--{name}")));
            }
            command
                .get_subcommands()
                .for_each(|below| options(below, found));
        }
        let cli = DividedCli::command();
        let mut all = Vec::new();
        options(&cli, &mut all);
        for flag in FLAGS {
            assert!(all.iter().any(|name| name == flag), "{flag}");
        }
        for (command, left_out) in LEFT_OUT {
            let mut here = Vec::new();
            options(cli.find_subcommand(command).expect("a command"), &mut here);
            for option in *left_out {
                assert!(here.iter().any(|name| name == option), "{command} {option}");
            }
        }
    }

    #[test]
    fn what_cannot_be_divided_is_said() {
        for (words, part) in [
            (&["bench"][..], "cannot be divided"),
            (&["lab", "ablate"], "cannot be"),
            (&["style", "train"], "cannot be read"),
            (&["selfplay", "--gmes", "3"], "--gmes"),
            (&[], "behind --"),
        ] {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let error = work_of(&words).err().expect("refused").to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
