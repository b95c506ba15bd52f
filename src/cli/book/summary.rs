//! `bayeschess book show --summary`: the size of a book.

use std::collections::HashSet;
use std::path::Path;

use bayeschess::book::{Book, polyglot};
use serde::Serialize;
use shakmaty::{Chess, Position as _};

use super::open::open;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;

#[derive(Serialize)]
struct BookSummaryJson {
    format: &'static str,
    positions: usize,
    moves: usize,
    first_moves: usize,
    reached_positions: usize,
    reached_plies: usize,
    illegal_moves: usize,
    warnings: Vec<String>,
}

/// Shows the size of a book, and how much of it is reachable from the initial position.
pub(super) fn show(file: &Path, json: JsonFlag) -> anyhow::Result<RunStatus> {
    let (book, warnings) = open(file)?;
    let reached = reach(&book);
    let (format, positions, moves) = match &book {
        Book::Polyglot(book) => ("polyglot", book.positions(), book.entries().len()),
        Book::Tree(tree) => ("tree", tree.positions(), tree.len()),
    };
    let info = BookSummaryJson {
        format,
        positions,
        moves,
        first_moves: book.moves(&Chess::default()).len(),
        reached_positions: reached.positions,
        reached_plies: reached.plies,
        illegal_moves: reached.illegal,
        warnings,
    };
    if json.json {
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
