//! The analysis of a game, as tables, plots and files show it.

use std::path::PathBuf;

use serde::Serialize;
use shakmaty::{Chess, Color, Position as _};

use bayeschess::arena::oracle::AccuracySummary;
use bayeschess::board::notation::{self, Language};
use bayeschess::engine::wdl::WdlChances;
use bayeschess::play::MoveJudgement;
use bayeschess::record::Game;
use bayeschess::score::{Score, WhiteScore};
use bayeschess::units::Ply;

/// The analysis of a game.
#[derive(Serialize)]
pub(super) struct GameAnalysis {
    pub(super) white: String,
    pub(super) black: String,
    pub(super) result: &'static str,
    pub(super) by: String,
    pub(super) thinking: String,
    pub(super) moves: Vec<AnalysedMove>,
    pub(super) losses: LossesBySide,
    pub(super) files: Vec<PathBuf>,
}

#[derive(Serialize)]
pub(super) struct LossesBySide {
    pub(super) white: SideLosses,
    pub(super) black: SideLosses,
}

/// The losses of one side.
#[derive(Serialize)]
pub(super) struct SideLosses {
    pub(super) moves: u32,
    pub(super) agreed: u32,
    pub(super) mean_loss: f64,
    pub(super) mean_points: f64,
    pub(super) inaccuracies: u32,
    pub(super) mistakes: u32,
    pub(super) blunders: u32,
}

/// The analysis of one move.
#[derive(Serialize)]
pub(super) struct AnalysedMove {
    pub(super) ply: usize,
    /// The move with its number: `12. Nf3`.
    pub(super) played: String,
    pub(super) best: String,
    /// Score after the move from White's point of view: `+0.35`, `#3`; `mate` if it mates.
    pub(super) score: String,
    pub(super) centipawns: Option<i32>,
    /// White's expected points after the move, in games of people.
    pub(super) expected: f64,
    /// White's chances after the move, in games of engines.
    pub(super) chances: WdlChances,
    /// Centipawns lost by the mover.
    pub(super) loss: i32,
    /// Expected points lost by the mover.
    pub(super) points: f64,
    pub(super) gravity: &'static str,
}

/// Returns the score in centipawns for White; `None` for a mate score.
pub(super) fn centipawns(score: WhiteScore) -> Option<i32> {
    match score.0 {
        Score::Heuristic(value) => Some(value.0),
        Score::MateIn(_) | Score::MatedIn(_) => None,
    }
}

/// Summarises the judged moves; the caller fills in player and limits.
pub(super) fn figures(game: &Game, judged: &[MoveJudgement]) -> GameAnalysis {
    let mut position = game.start.clone();
    let mut moves = Vec::with_capacity(judged.len());
    for (judgement, ply) in judged.iter().zip(1..) {
        moves.push(analysed_move(&position, judgement, ply));
        position.play_unchecked(judgement.played);
    }
    let name = |color| match game.player(color) {
        "" => "?".to_owned(),
        name => name.to_owned(),
    };
    GameAnalysis {
        white: name(Color::White),
        black: name(Color::Black),
        result: game.result.map_or("*", |result| result.as_pgn()),
        by: String::new(),
        thinking: String::new(),
        moves,
        losses: LossesBySide {
            white: side(judged, Color::White),
            black: side(judged, Color::Black),
        },
        files: Vec::new(),
    }
}

fn analysed_move(position: &Chess, judgement: &MoveJudgement, ply: usize) -> AnalysedMove {
    let san = |m| notation::write(position, m, Language::English);
    let dots = if judgement.mover.is_white() {
        "."
    } else {
        "..."
    };
    let white = judgement.after.for_white(judgement.mover);
    AnalysedMove {
        ply,
        played: format!("{}{dots} {}", position.fullmoves(), san(judgement.played)),
        best: san(judgement.best),
        score: match judgement.after {
            Score::MateIn(Ply(0)) => "mate".to_owned(),
            _ => white.to_string(),
        },
        centipawns: centipawns(white),
        expected: white.0.expected_points(),
        chances: WdlChances::of(white.0),
        loss: judgement.loss.0,
        points: judgement.points,
        gravity: judgement.gravity().name(),
    }
}

fn side(judged: &[MoveJudgement], color: Color) -> SideLosses {
    let losses = AccuracySummary::of(judged, color);
    let [inaccuracies, mistakes, blunders] = losses.grave;
    SideLosses {
        moves: losses.moves,
        agreed: losses.agreed,
        mean_loss: losses.mean_loss,
        mean_points: losses.mean_points,
        inaccuracies,
        mistakes,
        blunders,
    }
}
