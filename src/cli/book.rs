//! `bayeschess book`: build, show, edit and convert opening books.

mod build;
mod files;
mod probe;
mod show;
mod tree;

use anyhow::Context as _;
use clap::Subcommand;
use shakmaty::{Chess, Position as _};

use super::RunStatus;
use bayeschess::board::fen;
use bayeschess::board::notation::{self, Language};

/// Build opening books, look into them, edit opening trees, and ask endgame tables
///
/// A book is a Polyglot file (.bin), or an opening tree (.tree), which is text: moves by
/// indentation, with weights, names and remarks. Both can be given wherever a book is wanted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess book build games.pgn --out book.bin   count what was played, with its success
  bayeschess book show book.bin 1. e4 c5           moves, weights and shares
  bayeschess book info book.bin                    what is in it, in figures
  bayeschess book merge all.bin mine.bin other.bin join books
  bayeschess book tree new mine.tree               begin a tree, then edit it or:
  bayeschess book tree add mine.tree 1. e4 e5 2. Nf3 Nc6 3. Bb5 --name 'Ruy Lopez'
  bayeschess book convert mine.tree mine.bin       from one kind to the other
  bayeschess book probe '8/8/8/8/8/k1K5/8/1Q6 w - - 0 1' --tables /path/to/syzygy")]
pub struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Build(build::BookBuildArgs),
    Show(show::BookShowArgs),
    Info(show::BookInfoArgs),
    Merge(files::BookMergeArgs),
    Convert(files::BookConvertArgs),
    Tree(tree::BookTreeArgs),
    Probe(probe::BookProbeArgs),
}

/// Runs the command.
///
/// # Errors
///
/// When a book cannot be read or written.
pub fn run(args: &BookArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        BookCommand::Build(args) => build::run(args),
        BookCommand::Show(args) => show::show(args),
        BookCommand::Info(args) => show::info(args),
        BookCommand::Merge(args) => files::merge(args),
        BookCommand::Convert(args) => files::convert(args),
        BookCommand::Tree(args) => tree::run(args),
        BookCommand::Probe(args) => probe::run(args),
    }
}

/// Reads a position from command-line words: a FEN, or moves from the initial position.
pub(super) fn position_of(words: &[String]) -> anyhow::Result<Chess> {
    let text = words.join(" ");
    if text.contains('/') {
        return Ok(fen::read(&text)?);
    }
    let start = Chess::default();
    let line = notation::read_line(&start, &text, Language::English)
        .with_context(|| format!("'{text}' is no FEN and no line of moves"))?;
    let mut position = start;
    for m in line {
        position.play_unchecked(m);
    }
    Ok(position)
}
