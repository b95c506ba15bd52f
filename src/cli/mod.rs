//! The command tree: one file a command, with its arguments, its help and its `run`.
//!
//! The only room that prints, and the only one that uses `anyhow`. A command returns a
//! [`Verdict`] or an error; `main` turns those into the exit codes 0, 1 and 2.
//!
//! May use: everything.

mod archive;
mod bench;
mod book;
mod completions;
mod db;
mod experiment;
mod interrupt;
mod learn;
mod man;
mod matches;
pub mod output;
mod perft;
mod play;
mod quickstart;
mod selfplay;
mod style;
mod uci;

use clap::{Parser, Subcommand};

/// What a command has to say when it could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is well: exit code 0.
    Success,
    /// The work was done and found something wrong: exit code 1.
    Findings,
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
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Quickstart(quickstart::Args),
    Selfplay(selfplay::Args),
    Learn(learn::Args),
    Match(Box<matches::Args>),
    Experiment(experiment::Args),
    Style(style::Args),
    Play(play::Args),
    Uci(uci::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Book(book::Args),
    Db(db::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Cli {
    /// Runs the chosen command.
    ///
    /// # Errors
    ///
    /// Whatever kept the command from doing its work; `main` prints it and exits with 2.
    pub fn run(&self) -> anyhow::Result<Verdict> {
        match &self.command {
            Command::Quickstart(args) => quickstart::run(args),
            Command::Selfplay(args) => selfplay::run(args),
            Command::Learn(args) => learn::run(args),
            Command::Match(args) => matches::run(args),
            Command::Experiment(args) => experiment::run(args),
            Command::Style(args) => style::run(args),
            Command::Play(args) => play::run(args),
            Command::Uci(args) => uci::run(args),
            Command::Perft(args) => perft::run(args),
            Command::Bench(args) => bench::run(args),
            Command::Book(args) => book::run(args),
            Command::Db(args) => db::run(args),
            Command::Completions(args) => completions::run(args),
            Command::Man(args) => man::run(args),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_tree_is_sound() {
        Cli::command().debug_assert();
    }
}
