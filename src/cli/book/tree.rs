//! `bayeschess book show --tree`: the lines of an opening tree.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use bayeschess::board::notation::{self, Language};
use bayeschess::book::tree::NodeId;
use bayeschess::book::{Book, OpeningTree};
use shakmaty::{Chess, Color, Move, Position as _};

use super::open::open;
use crate::cli::output::print;
use crate::cli::run_status::RunStatus;

/// Reads an opening tree; another kind of book is an error.
pub(super) fn read(file: &Path) -> anyhow::Result<OpeningTree> {
    match open(file)?.0 {
        Book::Tree(tree) => Ok(tree),
        Book::Polyglot(_) => bail!(
            "{}: this is a Polyglot book; 'bayeschess book convert' turns it into a tree",
            file.display()
        ),
    }
}

/// Parses a line of moves from the initial position.
pub(super) fn moves_of(words: &[String]) -> anyhow::Result<Vec<Move>> {
    let text = words.join(" ");
    notation::read_line(&Chess::default(), &text, Language::English)
        .with_context(|| format!("'{text}' is not a line of moves from the initial position"))
}

/// Shows the lines of a tree after some moves; without moves, all.
pub(super) fn show(file: &Path, words: &[String]) -> anyhow::Result<RunStatus> {
    let tree = read(file)?;
    let line = moves_of(words)?;
    let place = tree.follow(&line);
    if place.is_none() && !line.is_empty() {
        bail!(
            "{}: the tree has no such line; without --tree, 'bayeschess book show' also finds positions that other moves reach",
            file.display()
        );
    }
    let mut text = String::new();
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let push = |open: &mut Vec<_>, place, depth| {
        open.extend(tree.answers(place).iter().rev().map(|id| (*id, depth)));
    };
    push(&mut open, place, 0);
    while let Some((id, depth)) = open.pop() {
        write_node(&mut text, &tree, id, depth);
        push(&mut open, Some(id), depth + 1);
    }
    let _ = writeln!(
        text,
        "{} moves, {} positions, {} plies deep",
        tree.len(),
        tree.positions(),
        tree.depth()
    );
    print(&text)?;
    Ok(RunStatus::Success)
}

/// Writes a move with its weight, its opening name, and the line that it transposes to.
fn write_node(text: &mut String, tree: &OpeningTree, id: NodeId, depth: usize) {
    let Some(node) = tree.node(id) else { return };
    // After White's move the position still has the number of that move; after Black's, the next.
    let (back, dots) = match node.position.turn() {
        Color::White => (1, "..."),
        Color::Black => (0, "."),
    };
    let number = node.position.fullmoves().get() - back;
    let _ = write!(
        text,
        "{:indent$}{number}{dots} {} ({})",
        "",
        node.san,
        node.weight,
        indent = 2 * depth
    );
    if !node.name.is_empty() {
        let _ = write!(text, " {}", node.name);
    }
    if let Some(twin) = tree.transposition(id) {
        let _ = write!(text, " = {}", tree.line(twin));
    }
    text.push('\n');
}
