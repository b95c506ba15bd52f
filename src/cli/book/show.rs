//! `bayeschess book show` and `book info`: what a book plays, and how much there is of it.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Position as _};

use super::position_of;
use crate::cli::RunStatus;
use crate::cli::output::{JsonFlag, print, print_json};
use bayeschess::board::fen;
use bayeschess::board::notation::{self, Language};
use bayeschess::book::{Book, polyglot};

/// Show what a book plays in a position: moves, weights and shares
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess book show book.bin
  bayeschess book show book.bin 1. d4 Nf6 2. c4
  bayeschess book show mine.tree 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'")]
pub(super) struct BookShowArgs {
    /// The book: .bin or .tree
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// A FEN, or moves from the first position [default: the first position]
    #[arg(value_name = "FEN|MOVES")]
    position: Vec<String>,
    #[command(flatten)]
    json: JsonFlag,
}

/// Print what is in a book, in figures
///
/// Moves are followed from the first position: what cannot be reached from there serves only games
/// that begin elsewhere.
#[derive(Debug, clap::Args)]
pub(super) struct BookInfoArgs {
    /// The book: .bin or .tree
    #[arg(value_name = "BOOK")]
    book: PathBuf,
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

#[derive(Serialize)]
struct BookInfoJson {
    format: &'static str,
    positions: usize,
    moves: usize,
    first_moves: usize,
    reached_positions: usize,
    reached_plies: usize,
    illegal_moves: usize,
    warnings: Vec<String>,
}

/// Opens a book; its warnings go to standard error.
pub(super) fn open(file: &std::path::Path) -> anyhow::Result<(Book, Vec<String>)> {
    let (book, warnings) = Book::open(file)?;
    let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    for warning in &warnings {
        tracing::warn!("{warning}");
    }
    Ok((book, warnings))
}

pub(super) fn show(args: &BookShowArgs) -> anyhow::Result<RunStatus> {
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
    text.push_str("\nmove     weight  share\n");
    for m in &shown.moves {
        let share = 100.0 * m.share;
        let _ = writeln!(text, "{:<8} {:>6} {share:>5.1}%", m.san, m.weight);
    }
    text
}

pub(super) fn info(args: &BookInfoArgs) -> anyhow::Result<RunStatus> {
    let (book, warnings) = open(&args.book)?;
    let reached = reach(&book);
    let (format, positions, moves) = match &book {
        Book::Polyglot(book) => ("polyglot", book.positions(), book.entries().len()),
        Book::Tree(tree) => ("tree", tree.positions(), tree.len()),
    };
    let info = BookInfoJson {
        format,
        positions,
        moves,
        first_moves: book.moves(&Chess::default()).len(),
        reached_positions: reached.positions,
        reached_plies: reached.plies,
        illegal_moves: reached.illegal,
        warnings,
    };
    if args.json.json {
        print_json(&info)?;
    } else {
        print(&format!(
            "format              {}\npositions           {}\nmoves               {}\n\
             first moves         {}\nreached positions   {}\nreached plies       {}\n\
             illegal moves       {}\n",
            info.format,
            info.positions,
            info.moves,
            info.first_moves,
            info.reached_positions,
            info.reached_plies,
            info.illegal_moves
        ))?;
    }
    Ok(RunStatus::Success)
}

/// The part of a book that is reachable from the initial position by book moves.
#[derive(Default)]
struct ReachableEntries {
    positions: usize,
    plies: usize,
    illegal: usize,
}

fn reach(book: &Book) -> ReachableEntries {
    let mut reached = ReachableEntries::default();
    let mut seen = HashSet::from([polyglot::key_of(&Chess::default())]);
    let mut level = vec![Chess::default()];
    while !level.is_empty() {
        let mut next = Vec::new();
        let mut answered = false;
        for position in level {
            let moves = book.moves(&position);
            if let Book::Polyglot(book) = book {
                let entries = book.find(polyglot::key_of(&position));
                reached.illegal += entries.len() - moves.len();
            }
            reached.positions += usize::from(!moves.is_empty());
            answered |= !moves.is_empty();
            for found in moves {
                let mut after = position.clone();
                after.play_unchecked(found.m);
                if seen.insert(polyglot::key_of(&after)) {
                    next.push(after);
                }
            }
        }
        reached.plies += usize::from(answered);
        level = next;
    }
    reached
}
