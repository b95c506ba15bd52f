//! `bayeschess mate`: proves forced mates, with all defences.

mod list;
mod options;
mod solved;
mod text;

use anyhow::bail;
use shakmaty::Position as _;

use super::output::{print, print_json};
use super::run_status::RunStatus;
use bayeschess::board::fen;
use bayeschess::files::{check_output, write_whole};
pub use options::MateArgs;
use solved::{figures, solve, verdict};

/// Runs the command.
pub fn run(args: &MateArgs) -> anyhow::Result<RunStatus> {
    if let Some(file) = &args.file {
        return list::run(args, file);
    }
    let existing = args.force.existing();
    if let Some(out) = &args.out {
        check_output(out, existing)?;
    }
    let position = fen::read(&args.position.join(" "))?;
    if position.legal_moves().is_empty() {
        bail!(
            "'{}' is a game that is over: give a position with moves",
            fen::write(&position)
        );
    }
    let solved = solve(&position, args.moves, args.nodes, args.max_lines);
    let pgn = text::pgn(&solved);
    let mut figures = figures(&solved);
    match &args.out {
        Some(out) => write_whole(out, existing, |file| file.write_all(pgn.as_bytes()))?,
        None if args.json.json => figures.pgn = Some(pgn),
        None => print(&pgn)?,
    }
    if args.json.json {
        print_json(&figures)?;
    } else if args.out.is_some() {
        print(&format!("{}\n", text::sentence(&solved)))?;
    }
    Ok(verdict(&solved))
}
