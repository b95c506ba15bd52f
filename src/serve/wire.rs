//! The state of the seat as JSON, as `openapi.json` describes it.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::settings::GameSettings;

/// A side as JSON writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideName {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl From<Color> for SideName {
    fn from(color: Color) -> Self {
        color.fold_wb(Self::White, Self::Black)
    }
}

impl From<SideName> for Color {
    fn from(side: SideName) -> Self {
        match side {
            SideName::White => Self::White,
            SideName::Black => Self::Black,
        }
    }
}

/// Everything that the page shows of a game.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StateJson {
    pub version: u64,
    pub seat: SeatJson,
    pub settings: GameSettings,
    pub game: Option<GameJson>,
    pub how_i_see_you: Option<ViewJson>,
    pub aim: Option<AimJson>,
    pub notice: Option<String>,
}

/// The user who plays.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SeatJson {
    pub name: Option<String>,
    pub asked: bool,
    pub remembers: bool,
    pub recalled: Option<String>,
}

/// The chooser of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveSource {
    /// It was on the board before the game was played here.
    Given,
    /// The user.
    Human,
    /// The engine's search.
    Engine,
    /// The engine's opening book.
    Book,
}

/// One move of the game.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MoveJson {
    pub ply: usize,
    pub uci: String,
    pub san: String,
    pub fen: String,
    pub by: MoveSource,
    pub check: bool,
    pub capture: bool,
    pub spent_ms: Option<u64>,
    pub clock_ms: Option<u64>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LegalMoveJson {
    pub uci: String,
    pub san: String,
}

/// The game on the board.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameJson {
    pub id: String,
    pub start_fen: String,
    pub fen: String,
    pub moves: Vec<MoveJson>,
    pub given_plies: usize,
    pub opening: Option<String>,
    pub turn: SideName,
    pub human: SideName,
    pub legal: Vec<LegalMoveJson>,
    pub check: bool,
    pub phase: &'static str,
    pub thinking: bool,
    pub can_take_back: bool,
    pub clocks: Option<ClocksJson>,
    pub result: Option<ResultJson>,
    pub draw_answer: Option<DrawAnswerJson>,
    pub hint: Option<HintJson>,
}

/// Both clocks at the time of writing.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ClocksJson {
    pub white_ms: u64,
    pub black_ms: u64,
    pub running: Option<SideName>,
    pub increment_ms: u64,
    pub white_moves_to_go: Option<u32>,
    pub black_moves_to_go: Option<u32>,
    pub move_ms: Option<u64>,
}

/// How the game ended.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ResultJson {
    pub score: &'static str,
    pub winner: Option<SideName>,
    pub termination: &'static str,
    pub text: String,
}

/// The answer to the last offer of a draw.
#[derive(Clone, Debug, Serialize)]
pub(super) struct DrawAnswerJson {
    pub accepted: bool,
    pub ply: usize,
    pub reason: &'static str,
    pub text: &'static str,
}

/// A hint for the user's move.
#[derive(Clone, Debug, Serialize)]
pub(super) struct HintJson {
    pub ply: usize,
    pub level: &'static str,
    pub from: String,
    pub uci: Option<String>,
    pub san: Option<String>,
    pub text: String,
}

/// A player's score on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct AxisScoreJson {
    pub score: f64,
    pub interval_95: [f64; 2],
}

/// One axis of style.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AxisJson {
    pub name: &'static str,
    pub low: &'static str,
    pub high: &'static str,
    pub now: Option<AxisScoreJson>,
    pub before: Option<AxisScoreJson>,
    pub said: &'static str,
}

/// A style with its probability.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StyleJson {
    pub name: &'static str,
    pub probability: f64,
}

/// The scores on both axes after one of the user's moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct ViewPointJson {
    pub ply: usize,
    pub attacking: Option<AxisScoreJson>,
    pub complicating: Option<AxisScoreJson>,
}

/// The engine's estimate of the user.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ViewJson {
    pub moves_seen: usize,
    pub games_seen: u32,
    pub moves_until_said: usize,
    pub style: Option<StyleJson>,
    pub axes: Vec<AxisJson>,
    pub history: Vec<ViewPointJson>,
    pub text: String,
}

/// The engine's answer, with its reason.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AimJson {
    pub adapts: bool,
    pub target: String,
    pub draw_contempt: i32,
    pub side_bonus: i32,
    pub neutral: bool,
    pub text: String,
    pub reason: String,
    pub squares: Vec<String>,
    pub otherwise: Option<LegalMoveJson>,
}
