//! `bayeschess book show`: a book's moves in a position.

use std::fmt::Write as _;
use std::path::PathBuf;

use bayeschess::board::fen;
use bayeschess::board::notation::{self, Language};
use bayeschess::book::Book;
use serde::Serialize;
use shakmaty::CastlingMode;

use super::open::open;
use super::{summary, tree};
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::position_words::position_of;
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;

/// Show a book's moves in a position, with their weights
///
/// With --summary: how many positions and moves the book has, and how many of them are reachable from the
/// initial position. With --tree: all lines of an opening tree, or those after some moves, and which lines
/// transpose into each other.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess book show book.bin
  bayeschess book show book.bin 1. d4 Nf6 2. c4
  bayeschess book show mine.tree 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'
  bayeschess book show book.bin --summary
  bayeschess book show mine.tree --tree 1. e4 e5")]
pub(super) struct BookShowArgs {
    /// The book: .bin or .tree
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// A FEN, or moves from the initial position [default: the initial position]
    #[arg(value_name = "FEN|MOVES")]
    position: Vec<String>,
    /// Show the size of the whole book instead
    #[arg(long, conflicts_with_all = ["position", "tree"])]
    summary: bool,
    /// Show the lines of an opening tree instead, all or those after MOVES
    #[arg(long, conflicts_with = "json")]
    tree: bool,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct BookShowJson {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    moves: Vec<BookMoveJson>,
}

#[derive(Serialize)]
struct BookMoveJson {
    san: String,
    uci: String,
    weight: u32,
    /// Share of the position's total weight, from 0 to 1.
    share: f64,
}

pub(super) fn run(args: &BookShowArgs) -> anyhow::Result<RunStatus> {
    if args.summary {
        return summary::show(&args.book, args.json);
    }
    if args.tree {
        return tree::show(&args.book, &args.position);
    }
    show(args)
}

fn show(args: &BookShowArgs) -> anyhow::Result<RunStatus> {
    let (book, _) = open(&args.book)?;
    let position = position_of(&args.position)?;
    let found = book.moves(&position);
    let sum: u32 = found.iter().map(|m| m.weight).sum();
    let moves = found
        .iter()
        .map(|found| BookMoveJson {
            san: notation::write(&position, found.m, Language::English),
            uci: found.m.to_uci(CastlingMode::Standard).to_string(),
            weight: found.weight,
            share: f64::from(found.weight) / f64::from(sum.max(1)),
        })
        .collect();
    let name = match &book {
        Book::Tree(tree) => tree.name(&position).map(str::to_owned),
        Book::Polyglot(_) => None,
    };
    let shown = BookShowJson {
        fen: fen::write(&position),
        name,
        moves,
    };
    if args.json.json {
        print_json(&shown)?;
    } else {
        print(&text(&shown))?;
    }
    Ok(RunStatus::Success)
}

fn text(shown: &BookShowJson) -> String {
    let mut text = shown.fen.clone();
    if let Some(name) = &shown.name {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{name}");
    }
    if shown.moves.is_empty() {
        text.push_str("\nThe book knows no move here.\n");
        return text;
    }
    let mut table = TextTable::new(&["move"], &["weight", "share"]);
    for m in &shown.moves {
        table.row(&[&m.san, &m.weight, &format!("{:.1}%", 100.0 * m.share)]);
    }
    let _ = write!(text, "\n{table}");
    text
}
