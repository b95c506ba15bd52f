//! Analysis of one position: its best lines.

use std::fmt::Write as _;

use anyhow::bail;
use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Position as _};

use super::options::AnalyseArgs;
use crate::cli::interrupt;
use crate::cli::matches::players::LoadedPlayers;
use crate::cli::output::{print, print_json};
use crate::cli::position_words::position_of;
use crate::cli::run_status::RunStatus;
use bayeschess::arena::EntrantKind;
use bayeschess::arena::external::EngineTimeouts;
use bayeschess::board::notation::{self, Language};
use bayeschess::board::{GameState, fen};
use bayeschess::cancel::CancelFlag;
use bayeschess::engine::Player;
use bayeschess::engine::wdl::WdlChances;
use bayeschess::search::{SearchEvent, SearchLimits, SearchReport};
use bayeschess::units::{Nodes, Ply};

/// Number of lines if `--lines` is not given.
const LINES: u16 = 3;

#[derive(Serialize)]
struct PositionAnalysisJson {
    fen: String,
    by: String,
    depth: u16,
    nodes: u64,
    seconds: f64,
    lines: Vec<LineJson>,
}

#[derive(Serialize)]
struct LineJson {
    /// Score from White's point of view: `+0.35`, `#3`.
    score: String,
    /// Centipawns for White; none for a mate score.
    centipawns: Option<i32>,
    #[serde(flatten)]
    chances: WdlChances,
    depth: u16,
    moves: Vec<String>,
    uci: Vec<String>,
}

pub(super) fn run(args: &AnalyseArgs, words: &[String]) -> anyhow::Result<RunStatus> {
    let position = position_of(words)?;
    if position.is_game_over() {
        bail!(
            "'{}' is a game that is over: give a position with moves",
            fen::write(&position)
        );
    }
    let thinking = args.by.thinking_or(args.thinking(1000));
    let line_up = LoadedPlayers::load(
        &[&args.by],
        thinking,
        EngineTimeouts::default(),
        &CancelFlag::new(),
    )?;
    let entrant = line_up.players.first().map(|entrant| &entrant.kind);
    let fixed = entrant.and_then(|kind| match kind {
        EntrantKind::Heuristic { source, settings } => Some((source.heuristic()?, settings)),
        EntrantKind::Engine(_) | EntrantKind::DrawnEngine { .. } => None,
    });
    let Some((heuristic, settings)) = fixed else {
        bail!(
            "--by {}: this is not a heuristic that stays the same; give another",
            args.by
        );
    };
    let limits = SearchLimits {
        depth: thinking.depth.map(Ply),
        nodes: thinking.nodes.map(Nodes),
        soft: thinking.move_time,
        hard: thinking.move_time,
        lines: usize::from(args.lines.unwrap_or(LINES)),
        ..SearchLimits::default()
    };
    let (last, ranked) = search(Player::new(&heuristic, settings), &position, &limits);
    let figures = PositionAnalysisJson {
        fen: fen::write(&position),
        by: args.by.to_string(),
        depth: last.depth.0,
        nodes: last.nodes.0,
        seconds: last.time.as_secs_f64(),
        lines: ranked
            .iter()
            .map(|report| line(&position, report))
            .collect(),
    };
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&text(&figures))?;
    }
    Ok(RunStatus::Success)
}

/// Searches a position; returns the report of the end, and the best lines by rank.
fn search(
    mut player: Player,
    position: &Chess,
    limits: &SearchLimits,
) -> (SearchReport, Vec<SearchReport>) {
    let mut ranked: Vec<SearchReport> = Vec::new();
    let last = player.choose(
        &GameState::from_position(position.clone()),
        limits,
        &interrupt::stop_on_ctrl_c(),
        &mut |event| {
            if let SearchEvent::Iteration(report) = event {
                ranked.retain(|known| known.rank != report.rank);
                ranked.push(report.clone());
            }
        },
    );
    ranked.retain(|report| !report.line.is_empty());
    if ranked.is_empty() {
        ranked.push(last.clone());
    }
    ranked.sort_by_key(|report| report.rank);
    (last, ranked)
}

fn line(start: &Chess, report: &SearchReport) -> LineJson {
    let white = report.score.for_white(start.turn());
    let mut position = start.clone();
    let (mut moves, mut uci) = (Vec::new(), Vec::new());
    for m in &report.line {
        moves.push(notation::write(&position, *m, Language::English));
        uci.push(m.to_uci(CastlingMode::Standard).to_string());
        position.play_unchecked(*m);
    }
    LineJson {
        score: white.to_string(),
        centipawns: super::game_analysis::centipawns(white),
        chances: WdlChances::of(white.0),
        depth: report.depth.0,
        moves,
        uci,
    }
}

fn text(figures: &PositionAnalysisJson) -> String {
    let mut text = format!(
        "{}\ndepth {}, {} nodes, {:.2} s, by {}\n    score   win  draw  loss  (White's, in %)\n",
        figures.fen, figures.depth, figures.nodes, figures.seconds, figures.by
    );
    for (line, rank) in figures.lines.iter().zip(1..) {
        let percent = |chance: u16| f64::from(chance) / 10.0;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{rank:>2} {:>6} {:>5.1} {:>5.1} {:>5.1}  {}",
            line.score,
            percent(line.chances.win),
            percent(line.chances.draw),
            percent(line.chances.loss),
            line.moves.join(" ")
        );
    }
    text
}
