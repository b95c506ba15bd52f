//! Commands that are not in the standard, for people and developers.

use std::io::Write;

use shakmaty::{CastlingMode, Chess, Position as _};

use crate::board::{GameState, fen, perft};
use crate::cancel::CancelFlag;
use crate::protocol::line::coordinates;
use crate::protocol::line_io::LineOutput;
use crate::search::bench::{self, BenchConditions};

/// The deepest count; a deeper one would not end in time.
const DEEPEST_COUNT: u32 = 12;

/// Below this depth a count is too quick to look for a stop.
const QUICK_COUNT: u32 = 3;

/// The text of `help`.
pub(super) const HELP: &str = "\
info string UCI commands: uci, isready, setoption name N value V, ucinewgame, position startpos|fen F moves M..., go, stop, ponderhit, debug on|off, quit
info string go takes: wtime btime winc binc movestogo, movetime, depth, nodes, mate, searchmoves M..., ponder, infinite
info string beyond the standard: d (the board), eval (the static evaluation), perft N, bench [N | HASH THREADS N], reload (the settings file), help
info string xboard as the first word changes to the XBoard protocol";

/// Returns the board in a readable form, with its FEN and key.
pub(super) fn board(game: &GameState) -> String {
    let board = format!("{:?}", game.position().board());
    let checkers: Vec<String> = game
        .position()
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    // The Python package `stockfish` reads up to the last line.
    format!(
        "{}\nFen: {}\nKey: {:016x}\nPhase: {}\nCheckers: {}",
        board.trim_end(),
        fen::write(game.position()),
        game.keys().last().copied().unwrap_or_default(),
        game.phase(),
        checkers.join(" ")
    )
}

/// Counts the leaf nodes below every move, and writes each count as soon as it is known.
pub(super) fn count_leaves<W: Write>(
    position: &Chess,
    depth: u32,
    mode: CastlingMode,
    stop: &CancelFlag,
    out: &LineOutput<W>,
) {
    let mut total = 0;
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(m);
        let depth = depth.clamp(1, DEEPEST_COUNT);
        let Some(count) = leaves(&after, depth - 1, stop) else {
            out.note("the count was stopped");
            return;
        };
        total += count;
        out.say(format_args!("{}: {count}", coordinates(m, mode)));
    }
    out.say(format_args!("\nNodes searched: {total}"));
}

fn leaves(position: &Chess, depth: u32, stop: &CancelFlag) -> Option<u64> {
    if depth <= QUICK_COUNT {
        return Some(perft::perft(position, depth));
    }
    if stop.is_raised() {
        return None;
    }
    let mut total = 0;
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(m);
        total += leaves(&after, depth - 1, stop)?;
    }
    Some(total)
}

/// Searches the positions of the bench and writes its signature.
pub(super) fn signature<W: Write>(
    conditions: BenchConditions,
    stop: &CancelFlag,
    out: &LineOutput<W>,
) {
    let Some(found) = bench::run(&bench::heuristic(), conditions, stop, |_, _| {}) else {
        out.note("the bench was stopped");
        return;
    };
    let speed = found.nodes.per_second(found.time);
    out.say(format_args!("{} nodes {speed} nps", found.nodes));
}
