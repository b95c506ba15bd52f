//! `bayeschess book add`: adds lines to an opening tree.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::Serialize;
use shakmaty::Chess;

use super::tree::{moves_of, read};
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::reading::find_sources;
use crate::cli::run_status::RunStatus;
use bayeschess::book::OpeningTree;
use bayeschess::book::tree::AddedLine;
use bayeschess::files::{Existing, WriteGuard, check_output, write_whole};
use bayeschess::pgn::{Strictness, each_game};
use bayeschess::store::LOCK_TIMEOUT;

/// The comment at the top of a new tree.
const HEADER: &str = "\
# Opening tree. A line has one or more moves, each an answer to the one before, and is indented deeper
# than the line that it continues. After a move may follow its weight (default 1; 0 is never played)
# and the name of the opening in quotes. '#' begins a remark.
#
#   e4 10
#     e5 Nf3 Nc6
#       Bb5 3 \"Ruy Lopez\"
#       Bc4
#     c5

";

/// Add a line, or the first moves of games, to an opening tree
///
/// The tree is created if it does not exist. It is a text file and can also be edited by hand; its remarks stay.
/// Every move is checked, and lines that transpose into each other are reported.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess book add mine.tree 1. e4 e5 2. Nf3 Nc6 3. Bb5 --name 'Ruy Lopez' --weight 3
  bayeschess book add mine.tree --pgn openings.pgn --max-ply 16
  bayeschess book add mine.tree                    only creates the tree")]
pub(super) struct BookAddArgs {
    /// The opening tree
    #[arg(value_name = "FILE.tree")]
    tree: PathBuf,
    /// A line from the initial position, with or without move numbers
    #[arg(value_name = "MOVES")]
    line: Vec<String>,
    /// Add the first moves of these games instead; the tag Opening gives the name
    #[arg(long, value_name = "FILE.pgn", conflicts_with_all = ["line", "name", "weight"])]
    pgn: Option<PathBuf>,
    /// The last ply of a game that is used; White's first move is ply 1
    #[arg(long, value_name = "N", default_value_t = 16, requires = "pgn", value_parser = clap::value_parser!(u16).range(1..=200))]
    max_ply: u16,
    /// Name of the opening from the line's last move on
    #[arg(long, value_name = "NAME", requires = "line")]
    name: Option<String>,
    /// Weight of the line's last move among its alternatives; 0 is never played
    #[arg(long, value_name = "N", requires = "line")]
    weight: Option<u16>,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct BookAddJson {
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

/// Reads the tree, or begins one if the file does not exist; nothing is written yet.
fn read_or_begin(file: &Path) -> anyhow::Result<OpeningTree> {
    if file.exists() {
        return read(file);
    }
    if file.extension().is_none_or(|ending| ending != "tree") {
        bail!(
            "{}: the name of an opening tree ends in .tree; give it such a name",
            file.display()
        );
    }
    Ok(OpeningTree::read(HEADER)?)
}

pub(super) fn run(args: &BookAddArgs) -> anyhow::Result<RunStatus> {
    let line = moves_of(&args.line)?;
    check_output(&args.tree, Existing::Replace)?;
    let _guard = WriteGuard::wait(&args.tree, LOCK_TIMEOUT).with_context(|| {
        let file = args.tree.display();
        format!("{file}: another process may be adding to it; wait until it ends")
    })?;
    let mut tree = read_or_begin(&args.tree)?;
    let added = if let Some(file) = &args.pgn {
        add_games(&mut tree, file, usize::from(args.max_ply))?
    } else if args.line.is_empty() {
        AddedLine::default()
    } else {
        tree.add(&line, args.weight, args.name.as_deref())
    };
    let text = tree.write();
    write_whole(&args.tree, Existing::Replace, |out| {
        out.write_all(text.as_bytes())
    })?;
    let figures = BookAddJson {
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

fn add_games(tree: &mut OpeningTree, file: &Path, plies: usize) -> anyhow::Result<AddedLine> {
    let mut sum = AddedLine::default();
    let mut read = 0;
    let mut failed = None;
    let sources = find_sources(&[file.to_owned()])?;
    each_game(&sources, Strictness::default(), |stream, game| {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                failed = Some(format!("{stream}: {error}; repair or remove that game"));
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
        None if read == 0 => bail!("{} has no game; give a PGN file", file.display()),
        None => Ok(sum),
    }
}
