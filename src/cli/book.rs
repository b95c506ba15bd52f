//! `bayeschess book`: build, show, edit and convert opening books.

mod add;
mod build;
mod convert;
mod open;
mod show;
mod summary;
mod tree;

use clap::Subcommand;

use super::run_status::RunStatus;

/// Build, show, edit and convert opening books
///
/// A book is a Polyglot file (.bin) or an opening tree (.tree). A tree is a text file: moves by indentation, with
/// weights, opening names and remarks. Every command that takes a book accepts both.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess book build games.pgn --out book.bin   count the moves of games, with their success
  bayeschess book show book.bin 1. e4 c5           moves, weights and shares
  bayeschess book show book.bin --summary          how large the book is
  bayeschess book add mine.tree 1. e4 e5 2. Nf3 Nc6 3. Bb5 --name 'Ruy Lopez'
  bayeschess book show mine.tree --tree            all lines
  bayeschess book convert mine.tree --out mine.bin
  bayeschess book convert mine.bin other.bin --out all.bin")]
pub struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Build(build::BookBuildArgs),
    Show(show::BookShowArgs),
    Add(add::BookAddArgs),
    Convert(convert::BookConvertArgs),
}

/// Runs the command.
pub fn run(args: &BookArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        BookCommand::Build(args) => build::run(args),
        BookCommand::Show(args) => show::run(args),
        BookCommand::Add(args) => add::run(args),
        BookCommand::Convert(args) => convert::run(args),
    }
}
