//! `bayeschess book convert`: writes books in another format, or several as one.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use bayeschess::book::{Book, OpeningTree, Polyglot};
use bayeschess::files::{Existing, check_not_input, check_output, write_whole};
use serde::Serialize;

use super::open::open;
use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;

/// Write one book, or several joined, as a Polyglot book (.bin) or an opening tree (.tree)
///
/// Weights of a move in several books are added; the weights of a position are scaled down together
/// if they are too large for the format. A tree starts at the initial position: it leaves out Polyglot moves that cannot
/// be reached from there. A Polyglot book has no names and no remarks.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess book convert book.bin --out mine.tree --max-ply 12
  bayeschess book convert mine.tree --out mine.bin
  bayeschess book convert mine.bin theirs.bin extra.tree --out all.bin
  bayeschess book convert mine.bin theirs.bin --first --out all.bin
      theirs.bin only where mine.bin has no move")]
pub(super) struct BookConvertArgs {
    /// The books to read: .bin or .tree
    #[arg(value_name = "BOOK", required = true)]
    books: Vec<PathBuf>,
    /// The book to write; its extension, .bin or .tree, is the format
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// In each position use only the first book that has moves there
    #[arg(long)]
    first: bool,
    /// The last ply of a game that is used; White's first move is ply 1 [default: 40]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=200))]
    max_ply: Option<u16>,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

/// The last ply of a tree that is made from Polyglot moves.
const LAST_PLY: u16 = 40;

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

pub(super) fn run(args: &BookConvertArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    check_output(&args.out, existing)?;
    check_not_input(&args.out, &args.books)?;
    let is_tree = has_extension(&args.out, "tree");
    let book = match args.books.as_slice() {
        [file] => match open(file)?.0 {
            Book::Tree(tree) if is_tree => Book::Tree(tree),
            book => Book::Polyglot(polyglot_of(book)),
        },
        files => Book::Polyglot(joined(files, args.first)?),
    };
    let book = match book {
        Book::Polyglot(book) if is_tree => {
            let last = args.max_ply.unwrap_or(LAST_PLY);
            Book::Tree(OpeningTree::from_polyglot(&book, usize::from(last)))
        }
        book => {
            ensure!(
                args.max_ply.is_none(),
                "--max-ply: only a tree that is made from Polyglot moves ends at a ply; leave this out"
            );
            book
        }
    };
    write(&args.out, &book, existing, args.json)
}

/// Joins books; with `first` the first one that knows a position decides alone.
fn joined(files: &[PathBuf], first: bool) -> anyhow::Result<Polyglot> {
    let mut joined = Polyglot::default();
    for file in files {
        let book = polyglot_of(open(file)?.0);
        joined = if first {
            joined.fill_missing_from(&book)
        } else {
            joined.merge(&book)
        };
    }
    Ok(joined)
}

fn has_extension(file: &Path, wanted: &str) -> bool {
    file.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

/// Writes a book in the format that the file name's extension asks for.
fn write(out: &Path, book: &Book, existing: Existing, json: JsonFlag) -> anyhow::Result<RunStatus> {
    let (ending, positions, moves) = match book {
        Book::Polyglot(book) => ("bin", book.positions(), book.entries().len()),
        Book::Tree(tree) => ("tree", tree.positions(), tree.len()),
    };
    if !has_extension(out, ending) {
        bail!(
            "{}: the name of a book ends in .bin (Polyglot) or .tree (opening tree); give it such a name",
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
