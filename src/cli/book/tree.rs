//! `bayeschess book tree`: the opening tree that people edit, and the tool that adds to it.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Subcommand;
use serde::Serialize;
use shakmaty::{Chess, Color, Move, Position as _};

use super::show::open;
use crate::cli::RunStatus;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::reading::find_sources;
use bayeschess::board::notation::{self, Language};
use bayeschess::book::tree::{AddedLine, NodeId};
use bayeschess::book::{Book, OpeningTree};
use bayeschess::files::{Existing, write_whole};
use bayeschess::pgn::{Strictness, each_game};

/// The comment at the top of a new tree.
const HEADER: &str = "\
# Opening tree. A line holds one or more moves, each answering the one before it, and is indented
# deeper than the line that it answers. Behind a move may stand its weight (1 if there is none; 0 is
# known and never played) and the opening's name in quotes. '#' begins a remark.
#
#   e4 10
#     e5 Nf3 Nc6
#       Bb5 3 \"Ruy Lopez\"
#       Bc4
#     c5

";

/// Begin an opening tree, add lines to it, or show it
///
/// The tree is text; edit it with any editor, or add lines here, where each move is checked and
/// lines that meet in the same position are told.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess book tree new mine.tree
  bayeschess book tree add mine.tree 1. e4 e5 2. Nf3 Nc6 3. Bb5 --name 'Ruy Lopez' --weight 3
  bayeschess book tree add mine.tree --pgn openings.pgn --max-ply 16
  bayeschess book tree show mine.tree 1. e4 e5")]
pub(super) struct BookTreeArgs {
    #[command(subcommand)]
    command: BookTreeCommand,
}

#[derive(Debug, Subcommand)]
enum BookTreeCommand {
    New(BookTreeNewArgs),
    Add(BookTreeAddArgs),
    Show(BookTreeShowArgs),
}

/// Begin an opening tree
#[derive(Debug, clap::Args)]
struct BookTreeNewArgs {
    /// The tree to write
    #[arg(value_name = "FILE.tree")]
    tree: PathBuf,
    /// Replace an existing tree
    #[arg(long)]
    force: bool,
}

/// Add a line, or the first moves of games, to an opening tree
#[derive(Debug, clap::Args)]
struct BookTreeAddArgs {
    /// The tree to change; remarks in it stay
    #[arg(value_name = "FILE.tree")]
    tree: PathBuf,
    /// A line from the first position, with or without move numbers
    #[arg(value_name = "MOVES", required_unless_present = "pgn")]
    line: Vec<String>,
    /// Add the first moves of these games instead, each named by its tag Opening; packed or not
    #[arg(long, value_name = "FILE.pgn", conflicts_with_all = ["line", "name", "weight"])]
    pgn: Option<PathBuf>,
    /// How many plies of a game to add
    #[arg(long, value_name = "N", default_value_t = 16, requires = "pgn", value_parser = clap::value_parser!(u16).range(1..=200))]
    max_ply: u16,
    /// What the opening is called from the line's last move on
    #[arg(long)]
    name: Option<String>,
    /// How often the line's last move is played, in proportion to its alternatives; 0 is never
    #[arg(long)]
    weight: Option<u16>,
    #[command(flatten)]
    json: JsonFlag,
}

/// Show an opening tree, or what it has behind some moves, and which lines meet
#[derive(Debug, clap::Args)]
struct BookTreeShowArgs {
    /// The tree
    #[arg(value_name = "FILE.tree")]
    tree: PathBuf,
    /// The line whose answers to show [default: none, for the whole tree]
    #[arg(value_name = "MOVES")]
    line: Vec<String>,
}

#[derive(Serialize)]
struct BookTreeJson {
    known: usize,
    new: usize,
    moves: usize,
    transpositions: Vec<TranspositionJson>,
}

#[derive(Serialize)]
struct TranspositionJson {
    line: String,
    meets: String,
}

pub(super) fn run(args: &BookTreeArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        BookTreeCommand::New(args) => new(args),
        BookTreeCommand::Add(args) => add(args),
        BookTreeCommand::Show(args) => show(args),
    }
}

/// Reads an opening tree; another kind of book is an error.
fn read(file: &Path) -> anyhow::Result<OpeningTree> {
    match open(file)?.0 {
        Book::Tree(tree) => Ok(tree),
        Book::Polyglot(_) => bail!(
            "{}: this is a Polyglot book; 'bayeschess book convert' makes a tree of it",
            file.display()
        ),
    }
}

fn new(args: &BookTreeNewArgs) -> anyhow::Result<RunStatus> {
    if args.tree.extension().is_none_or(|ending| ending != "tree") {
        bail!(
            "{}: the name of an opening tree ends in .tree; give it such a name",
            args.tree.display()
        );
    }
    let existing = Existing::from_force(args.force);
    write_whole(&args.tree, existing, |out| out.write_all(HEADER.as_bytes()))?;
    print(&format!(
        "{}: an empty tree; add lines with 'bayeschess book tree add'\n",
        args.tree.display()
    ))?;
    Ok(RunStatus::Success)
}

fn add(args: &BookTreeAddArgs) -> anyhow::Result<RunStatus> {
    let mut tree = read(&args.tree)?;
    let added = if let Some(file) = &args.pgn {
        add_games(&mut tree, file, usize::from(args.max_ply))?
    } else {
        let line = moves_of(&args.line)?;
        tree.add(&line, args.weight, args.name.as_deref())
    };
    let text = tree.write();
    write_whole(&args.tree, Existing::Replace, |out| {
        out.write_all(text.as_bytes())
    })?;
    let figures = BookTreeJson {
        known: added.known,
        new: added.new,
        moves: tree.len(),
        transpositions: added
            .transpositions
            .into_iter()
            .map(|(line, meets)| TranspositionJson { line, meets })
            .collect(),
    };
    if args.json.json {
        print_json(&figures)?;
        return Ok(RunStatus::Success);
    }
    let mut text = format!(
        "{}: {} new moves, {} known; {} moves in all\n",
        args.tree.display(),
        figures.new,
        figures.known,
        figures.moves
    );
    for meeting in &figures.transpositions {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} meets {}", meeting.line, meeting.meets);
    }
    print(&text)?;
    Ok(RunStatus::Success)
}

fn moves_of(words: &[String]) -> anyhow::Result<Vec<Move>> {
    let text = words.join(" ");
    notation::read_line(&Chess::default(), &text, Language::English)
        .with_context(|| format!("'{text}' is no line from the first position"))
}

fn add_games(tree: &mut OpeningTree, file: &Path, plies: usize) -> anyhow::Result<AddedLine> {
    let mut sum = AddedLine::default();
    let mut read = 0;
    let mut failed = None;
    let sources = find_sources(&[file.to_owned()])?;
    each_game(&sources, Strictness::default(), |stream, game| {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                failed = Some(format!("{stream}: {error}; mend or remove that game"));
                return ControlFlow::Break(());
            }
        };
        read += 1;
        if game.start != Chess::default() {
            return ControlFlow::Continue(());
        }
        let line = game.moves.get(..plies).unwrap_or(&game.moves);
        let added = tree.add(line, None, game.tags.get("Opening"));
        sum.known += added.known;
        sum.new += added.new;
        sum.transpositions.extend(added.transpositions);
        ControlFlow::Continue(())
    })?;
    match failed {
        Some(what) => bail!(what),
        None if read == 0 => bail!(
            "{} holds no game; give a file of games in PGN",
            file.display()
        ),
        None => Ok(sum),
    }
}

fn show(args: &BookTreeShowArgs) -> anyhow::Result<RunStatus> {
    let tree = read(&args.tree)?;
    let line = moves_of(&args.line)?;
    let place = tree.follow(&line);
    if place.is_none() && !line.is_empty() {
        bail!(
            "{}: the tree has no such line; 'bayeschess book show' finds positions by other moves too",
            args.tree.display()
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
