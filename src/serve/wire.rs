//! The state of the session as JSON, as `openapi.json` describes it.

use serde::{Deserialize, Serialize};

use super::settings::{GameSettings, LevelSetting};
use crate::play::ClockKind;
use crate::protocol::KeptGame;
use crate::record::SideName;
use crate::score::{Score, WhiteScore};
use crate::style::{AxisScore, StepHabits};
use crate::units::Ply;

/// Everything that the page shows of a game. Its age, `age_ms`, is added when it is sent.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StateJson {
    pub version: u64,
    pub seat: SeatJson,
    pub settings: GameSettings,
    pub game: Option<GameJson>,
    /// The learned heuristic that plays; `None` for the usual one.
    pub against: Option<String>,
    pub how_i_see_you: Option<ViewJson>,
    pub aim: Option<AimJson>,
    pub notice: Option<NoticeJson>,
}

/// What the user is told beside the game. The page has a sentence for each kind in every language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum NoticeJson {
    /// The last game was stored.
    Stored {
        /// Name of the database; of the PGN log for an unfinished game.
        file: String,
        /// True if another process writes to the database, so that the game waits for the next start.
        waits: bool,
    },
    /// The last game could not be stored.
    NotStored {
        /// The reason, in English.
        text: String,
    },
    /// The user's earlier games could not be read.
    NotRecalled {
        /// The reason, in English.
        text: String,
    },
    /// The game on the board could not be saved.
    NotSaved {
        /// The reason, in English.
        text: String,
    },
    /// The game on the board is the first of several in the pasted text.
    FirstOfGames {
        /// Number of games in the text.
        games: usize,
    },
}

impl NoticeJson {
    /// Returns the notice of a game that was stored.
    pub fn stored(kept: &KeptGame) -> Self {
        let (file, waits) = match kept {
            KeptGame::Finished {
                database, waits, ..
            } => (database, *waits),
            KeptGame::Unfinished { log, .. } => (log, false),
        };
        let name = file.file_name().unwrap_or_default();
        Self::Stored {
            file: name.to_string_lossy().into_owned(),
            waits,
        }
    }

    /// Returns true if something could not be read or written.
    pub const fn is_fault(&self) -> bool {
        matches!(
            self,
            Self::NotStored { .. } | Self::NotRecalled { .. } | Self::NotSaved { .. }
        )
    }
}

/// The user who plays.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SeatJson {
    pub name: Option<String>,
    pub asked: bool,
    pub remembers: bool,
    pub recalled: Option<RecalledJson>,
}

/// What is remembered of the user's earlier games.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct RecalledJson {
    pub games: usize,
    /// Their score from defensive to attacking; `None` if the recogniser knows no habits.
    pub attacking: Option<AxisScore>,
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
    pub evaluation: Option<EvaluationJson>,
}

/// A score from White's point of view: centipawns, or moves to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EvaluationJson {
    pub cp: Option<i32>,
    /// Positive if White mates.
    pub mate: Option<i32>,
}

impl From<WhiteScore> for EvaluationJson {
    fn from(score: WhiteScore) -> Self {
        let moves = |plies: Ply| i32::from(plies.0.div_ceil(2));
        let (cp, mate) = match score.0 {
            Score::Heuristic(value) => (Some(value.0), None),
            Score::MateIn(plies) => (None, Some(moves(plies))),
            Score::MatedIn(plies) => (None, Some(-moves(plies))),
        };
        Self { cp, mate }
    }
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LegalMoveJson {
    pub uci: String,
    pub san: String,
}

/// The name of an opening.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct OpeningJson {
    pub eco: &'static str,
    pub name: &'static str,
}

/// The game on the board.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameJson {
    pub id: String,
    pub start_fen: String,
    pub fen: String,
    pub moves: Vec<MoveJson>,
    pub given_plies: usize,
    /// The engine's level in this game.
    pub level: LevelSetting,
    pub opening: Option<OpeningJson>,
    pub turn: SideName,
    pub human: SideName,
    /// The name of who began the game; `None` for a guest.
    pub player: Option<String>,
    pub legal: Vec<LegalMoveJson>,
    pub check: bool,
    pub phase: &'static str,
    pub thinking: bool,
    pub can_take_back: bool,
    pub clocks: Option<ClocksJson>,
    pub result: Option<ResultJson>,
    pub draw_answer: Option<DrawAnswerJson>,
    pub hint: Option<HintJson>,
    pub warning: Option<WarningJson>,
    pub review: Option<ReviewJson>,
}

/// Both clocks at the time of writing.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ClocksJson {
    pub white_ms: u64,
    pub black_ms: u64,
    pub running: Option<SideName>,
    pub kind: ClockKind,
    pub increment_ms: u64,
    /// What is left of the delay before the running clock runs.
    pub delay_ms: u64,
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
    /// True if the game was pasted with its end, so that neither the user nor the engine won it.
    pub given: bool,
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

/// The coach's warning of the user's last move, which waits for an answer.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WarningJson {
    pub ply: usize,
    pub san: String,
    pub lost: f64,
    pub reply: Option<LegalMoveJson>,
}

/// The review of a finished game, as far as it is made.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ReviewJson {
    pub done: usize,
    pub of: usize,
    pub start: f64,
    pub moves: Vec<ReviewMoveJson>,
    pub turning_point: Option<usize>,
}

/// A move of the review. Expected points are White's, from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ReviewMoveJson {
    pub ply: usize,
    pub white: f64,
    pub evaluation: EvaluationJson,
    pub lost: f64,
    pub quality: &'static str,
    pub better: Option<LegalMoveJson>,
}

/// A player's place on one axis.
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

/// The scores on both axes after one of the user's moves, and the habits that moved them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ViewPointJson {
    pub ply: usize,
    pub attacking: Option<AxisScoreJson>,
    pub complicating: Option<AxisScoreJson>,
    pub habits: StepHabits,
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

/// Why the engine aims at what it does, in parts that each language can say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct WhyJson {
    pub kind: &'static str,
    pub style: Option<&'static str>,
    pub probability: Option<f64>,
    pub elo_difference: Option<f64>,
    pub games: u64,
    pub rated: bool,
    pub from_moves: bool,
    pub seen_moves: bool,
    pub material: Option<i32>,
}

/// What the engine aims at.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AimJson {
    pub adapts: bool,
    pub target: String,
    pub draw_contempt: i32,
    pub side_bonus: i32,
    pub neutral: bool,
    pub text: String,
    pub reason: String,
    pub why: WhyJson,
    pub squares: Vec<String>,
    pub otherwise: Option<LegalMoveJson>,
}
