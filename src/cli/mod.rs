//! The command tree: one file a command, with its arguments, its help and its `run`.
//!
//! The only room that prints, and the only one that uses `anyhow`. A command returns a
//! [`RunStatus`] or an error; `main` turns those into the exit codes 0, 1 and 2.

mod analyse;
mod bench;
mod book;
mod completions;
mod compliance;
mod db;
mod eval;
mod experiment;
mod game_archive;
mod genfens;
mod interrupt;
mod lab;
mod learn;
mod man;
mod matches;
mod mate;
pub mod output;
mod perft;
mod pgn;
mod play;
mod protocol_engine;
mod quickstart;
mod report;
mod selfplay;
mod style;
mod suite;
mod tables;
mod tournament;
mod train;
mod uci;
mod xboard;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};

use clap::{CommandFactory as _, Parser, Subcommand};

/// What a command has to say when it could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// All is well: exit code 0.
    Success,
    /// The work was done and found something wrong: exit code 1.
    Findings,
    /// Ctrl-C ended it; what was done until then is kept: exit code 130, as shells have it.
    Stopped,
}

/// A chess engine that learns by naive Bayes from its own games and adapts to its opponent.
#[derive(Debug, Parser)]
#[command(
    name = "bayeschess",
    version,
    propagate_version = true,
    max_term_width = 100
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<TopCommand>,
}

#[derive(Debug, Subcommand)]
enum TopCommand {
    Quickstart(quickstart::QuickstartArgs),
    Selfplay(selfplay::SelfplayArgs),
    Learn(learn::LearnArgs),
    Train(train::TrainArgs),
    Tables(tables::TablesArgs),
    Match(Box<matches::MatchArgs>),
    Tournament(Box<tournament::TournamentArgs>),
    Compliance(Box<compliance::ComplianceArgs>),
    Experiment(experiment::ExperimentArgs),
    Lab(Box<lab::LabArgs>),
    Suite(Box<suite::SuiteArgs>),
    Pgn(pgn::PgnArgs),
    Style(style::StyleArgs),
    Play(play::PlayArgs),
    Uci(uci::UciArgs),
    #[command(name = "xboard")]
    XBoard(xboard::XboardArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Analyse(analyse::AnalyseArgs),
    Report(report::ReportArgs),
    Mate(mate::MateArgs),
    Eval(eval::EvalArgs),
    Book(book::BookArgs),
    Db(db::DbArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
    #[command(hide = true)]
    Genfens(genfens::GenfensArgs),
}

impl Cli {
    /// Reads the arguments of the process; a wrong one ends it with a sentence.
    pub fn from_arguments() -> Self {
        Self::parse_from(split_first(std::env::args_os()))
    }

    /// Runs the chosen command.
    ///
    /// # Errors
    ///
    /// Whatever kept the command from doing its work; `main` prints it and exits with 2.
    pub fn run(&self) -> anyhow::Result<RunStatus> {
        interrupt::catch_signals()?;
        let verdict = self.dispatch()?;
        Ok(if interrupt::was_raised() {
            RunStatus::Stopped
        } else {
            verdict
        })
    }

    fn dispatch(&self) -> anyhow::Result<RunStatus> {
        let Some(command) = &self.command else {
            return without_command();
        };
        match command {
            TopCommand::Quickstart(args) => quickstart::run(args),
            TopCommand::Selfplay(args) => selfplay::run(args),
            TopCommand::Learn(args) => learn::run(args),
            TopCommand::Train(args) => train::run(args),
            TopCommand::Tables(args) => tables::run(args),
            TopCommand::Match(args) => matches::run(args),
            TopCommand::Tournament(args) => tournament::run(args),
            TopCommand::Compliance(args) => compliance::run(args),
            TopCommand::Experiment(args) => experiment::run(args),
            TopCommand::Lab(args) => lab::run(args),
            TopCommand::Suite(args) => suite::run(args),
            TopCommand::Pgn(args) => pgn::run(args),
            TopCommand::Style(args) => style::run(args),
            TopCommand::Play(args) => play::run(args),
            TopCommand::Uci(args) => uci::run(args),
            TopCommand::XBoard(args) => xboard::run(args),
            TopCommand::Perft(args) => perft::run(args),
            TopCommand::Bench(args) => bench::run(args),
            TopCommand::Analyse(args) => analyse::run(args),
            TopCommand::Report(args) => report::run(args),
            TopCommand::Mate(args) => mate::run(args),
            TopCommand::Eval(args) => eval::run(args),
            TopCommand::Book(args) => book::run(args),
            TopCommand::Db(args) => db::run(args),
            TopCommand::Completions(args) => completions::run(args),
            TopCommand::Man(args) => man::run(args),
            TopCommand::Genfens(args) => genfens::run(args),
        }
    }
}

/// Chess programs may start an engine without arguments, and then speak first; people in a terminal
/// want to know what there is.
fn without_command() -> anyhow::Result<RunStatus> {
    if io::stdin().is_terminal() {
        Cli::command().print_help()?;
        return Ok(RunStatus::Success);
    }
    uci::run(&uci::UciArgs::default())
}

/// `OpenBench` gives a command with its words as one argument.
fn split_first(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = arguments.collect();
    let first = words.get(1).and_then(|word| word.to_str());
    if let Some(first) = first.filter(|word| word.starts_with("genfens ")) {
        let split: Vec<OsString> = first.split_whitespace().map(OsString::from).collect();
        words.splice(1..2, split);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_come_as_one_argument() {
        let split = |words: &[&str]| split_first(words.iter().map(OsString::from));
        assert_eq!(
            split(&["b", "genfens 3 seed 5", "quit"]),
            ["b", "genfens", "3", "seed", "5", "quit"]
        );
        assert_eq!(split(&["b", "play -x"]), ["b", "play -x"]);
        assert_eq!(split(&["b"]), ["b"]);
    }

    /// What is longer than a terminal is wrapped, and must not be broken again before its paragraph ends.
    #[test]
    fn long_lines_behind_the_options_are_whole_paragraphs() {
        fn check(command: &clap::Command) {
            let text = command.get_after_help().map(ToString::to_string);
            let text = text.unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            for pair in lines.windows(2).filter(|pair| pair[0].len() > 80) {
                let name = command.get_name();
                let is_prose = !pair[0].starts_with(' ');
                assert!(is_prose && pair[1].is_empty(), "{name}: {}", pair[0]);
            }
            command.get_subcommands().for_each(check);
        }
        let tree = Cli::command();
        for command in tree.get_subcommands() {
            if ["style", "match"].contains(&command.get_name()) {
                check(command);
            }
        }
    }

    #[test]
    fn the_command_tree_is_sound() {
        Cli::command().debug_assert();
    }
}
