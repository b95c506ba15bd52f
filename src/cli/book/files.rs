//! `bayeschess book merge` and `book convert`: books joined, and turned from one kind into the
//! other.

use std::path::{Path, PathBuf};

use anyhow::bail;
use serde::Serialize;

use super::show::open;
use crate::cli::RunStatus;
use crate::cli::output::{JsonFlag, print, print_json};
use bayeschess::book::{Book, OpeningTree, Polyglot};
use bayeschess::files::{Existing, check_not_input, check_output, write_whole};

/// Join books into one Polyglot book
///
/// Weights of a move that several books know are added up; those of a position are scaled down
/// together where the sum is too large for the format.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess book merge all.bin mine.bin theirs.bin extra.tree
  bayeschess book merge all.bin mine.bin theirs.bin --first   mine, and theirs where mine is silent")]
pub(super) struct BookMergeArgs {
    /// The book to write
    #[arg(value_name = "OUT.bin")]
    out: PathBuf,
    /// The books to join: .bin or .tree; they stay as they are
    #[arg(value_name = "BOOK", required = true)]
    books: Vec<PathBuf>,
    /// In each position the first book that knows it decides alone
    #[arg(long)]
    first: bool,
    /// Replace an existing book
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonFlag,
}

/// Turn a Polyglot book into an opening tree, or a tree into a Polyglot book
///
/// A tree begins at the first position, so moves of a Polyglot book that cannot be reached from
/// there are left behind; a Polyglot book keeps no names and no remarks.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess book convert book.bin mine.tree --max-ply 12
  bayeschess book convert mine.tree mine.bin")]
pub(super) struct BookConvertArgs {
    /// The book to read: .bin or .tree
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// The book to write: .tree or .bin
    #[arg(value_name = "TO")]
    to: PathBuf,
    /// The longest line of a tree that is written
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=200))]
    max_ply: u16,
    /// Replace an existing book
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct WrittenBookJson<'a> {
    out: &'a Path,
    positions: usize,
    moves: usize,
}

fn polyglot_of(book: Book) -> Polyglot {
    match book {
        Book::Polyglot(book) => book,
        Book::Tree(tree) => tree.to_polyglot(),
    }
}

pub(super) fn merge(args: &BookMergeArgs) -> anyhow::Result<RunStatus> {
    let existing = Existing::from_force(args.force);
    check_output(&args.out, existing)?;
    check_not_input(&args.out, &args.books)?;
    let mut joined = Polyglot::default();
    for file in &args.books {
        let book = polyglot_of(open(file)?.0);
        joined = if args.first {
            joined.fill_missing_from(&book)
        } else {
            joined.merge(&book)
        };
    }
    write(&args.out, &Book::Polyglot(joined), existing, args.json)
}

pub(super) fn convert(args: &BookConvertArgs) -> anyhow::Result<RunStatus> {
    let existing = Existing::from_force(args.force);
    check_output(&args.to, existing)?;
    check_not_input(&args.to, [&args.from])?;
    let book = match open(&args.from)?.0 {
        Book::Polyglot(book) => {
            Book::Tree(OpeningTree::from_polyglot(&book, usize::from(args.max_ply)))
        }
        Book::Tree(tree) => Book::Polyglot(tree.to_polyglot()),
    };
    write(&args.to, &book, existing, args.json)
}

/// Writes a book in the format that the file name's extension asks for.
fn write(out: &Path, book: &Book, existing: Existing, json: JsonFlag) -> anyhow::Result<RunStatus> {
    let (ending, positions, moves) = match book {
        Book::Polyglot(book) => ("bin", book.positions(), book.entries().len()),
        Book::Tree(tree) => ("tree", tree.positions(), tree.len()),
    };
    if !out
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
    {
        bail!(
            "{}: the name of what is written here ends in .{ending}; give it such a name",
            out.display()
        );
    }
    write_whole(out, existing, |out| match book {
        Book::Polyglot(book) => book.write(out),
        Book::Tree(tree) => out.write_all(tree.write().as_bytes()),
    })?;
    let written = WrittenBookJson {
        out,
        positions,
        moves,
    };
    if json.json {
        print_json(&written)?;
    } else {
        print(&format!(
            "{}: {moves} moves in {positions} positions\n",
            out.display()
        ))?;
    }
    Ok(RunStatus::Success)
}
