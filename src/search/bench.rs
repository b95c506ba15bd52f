//! The bench: a fixed search whose node count is the signature of search and evaluation together.
//!
//! Two versions with the same signature search the same trees. A change that alters the signature is intended, and
//! the commit that makes it states the new number.

use std::time::Duration;

use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

use super::{MOST_HASH, MOST_THREADS, SearchLimits, SearchSettings, Searcher, TableSize};
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::eval::{Evaluator, RootContext};
use crate::heuristic::{Heuristic, Schema};
use crate::units::Nodes;

/// The positions of the bench: one FEN per line, `#` begins a comment.
const POSITIONS: &str = include_str!("../../data/bench.fen");

/// The greatest depth of the bench, in plies; a deeper one would take hours.
pub const MOST_DEPTH: u16 = 30;

/// The depth of the bench, in plies, if none is given.
pub const DEFAULT_DEPTH: u16 = 12;

/// The nodes and the time of a bench run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes over all positions.
    pub nodes: Nodes,
    /// Time over all positions.
    pub time: Duration,
}

/// The heuristic whose node count is the signature: the modern family's initial one.
pub fn heuristic() -> Heuristic {
    Heuristic::initial_of(Schema::modern())
}

/// Returns the games of the bench, one for each position.
///
/// # Panics
///
/// Never: the positions are part of the program, and its tests read them all.
#[expect(clippy::expect_used, reason = "the positions are part of the program")]
pub fn positions() -> impl Iterator<Item = GameState> {
    POSITIONS
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let fen: Fen = line.parse().expect("data/bench.fen holds valid FENs");
            let start = fen
                .into_position(CastlingMode::Standard)
                .expect("and legal positions");
            GameState::from_position(start)
        })
}

/// How the bench searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchConditions {
    /// Depth of each search in plies.
    pub depth: u16,
    /// Size of the transposition table, emptied before each position.
    pub table: TableSize,
    /// Number of search threads; with more than one the count differs from run to run.
    pub threads: usize,
}

impl Default for BenchConditions {
    fn default() -> Self {
        let SearchSettings { table, threads, .. } = SearchSettings::default();
        Self {
            depth: DEFAULT_DEPTH,
            table,
            threads,
        }
    }
}

impl BenchConditions {
    /// The conditions under which the signature is counted: default table, one thread, `depth` clamped to the
    /// allowed range.
    pub fn to_depth(depth: u32) -> Self {
        let depth = depth.clamp(1, u32::from(MOST_DEPTH));
        Self {
            depth: u16::try_from(depth).unwrap_or(MOST_DEPTH),
            ..Self::default()
        }
    }

    /// The conditions from the arguments that other engines' `bench` takes: table in MiB, threads, depth; each
    /// is clamped to its allowed range.
    pub fn of_numbers(hash: u32, threads: u32, depth: u32) -> Self {
        let threads = threads.clamp(1, u32::from(MOST_THREADS));
        Self {
            table: TableSize::mebibytes(hash.clamp(1, MOST_HASH)),
            threads: usize::try_from(threads).unwrap_or(1),
            ..Self::to_depth(depth)
        }
    }
}

/// Searches every position with `heuristic`. Calls `on_position` with
/// the nodes of each; returns `None` if `stop` was raised before the end.
pub fn run(
    heuristic: &Heuristic,
    conditions: BenchConditions,
    stop: &CancelFlag,
    mut on_position: impl FnMut(&GameState, Nodes),
) -> Option<BenchResult> {
    let mut searcher = Searcher::new(&SearchSettings {
        table: conditions.table,
        threads: conditions.threads,
        ..SearchSettings::default()
    });
    let limits = SearchLimits::depth(conditions.depth);
    let mut signature = BenchResult {
        nodes: Nodes(0),
        time: Duration::ZERO,
    };
    for game in positions() {
        searcher.clear();
        let evaluator = Evaluator::new(heuristic, RootContext::of(game.position()));
        let report = searcher.search(&game, &evaluator, &limits, stop, &mut |_| {});
        if stop.is_raised() {
            return None;
        }
        signature.nodes.0 += report.nodes.0;
        signature.time += report.time;
        on_position(&game, report.nodes);
    }
    Some(signature)
}
