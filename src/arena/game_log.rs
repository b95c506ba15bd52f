//! The log of one tournament game: statistics of both players, comments on moves, protocol warnings.

use std::time::Duration;

use shakmaty::{ByColor, Color, Position as _};

use super::game_summary::{GameSummary, PlayerFigures};
use crate::board::GameState;
use crate::play::GameClock;
use crate::play::game::{FinishedGame, GameListener};
use crate::play::player::ChosenMove;
use crate::play::score_adjudication::white_view;

/// Maximum number of warnings per game that are kept as text; all are counted.
const MOST_WARNINGS: usize = 5;

/// A game listener that collects statistics, comments and warnings while a game is played.
#[derive(Debug, Default)]
pub(super) struct GameLog {
    /// One comment for each ply, empty for plies of the opening; `None` without PGN.
    pub(super) comments: Option<Vec<String>>,
    figures: ByColor<PlayerFigures>,
    warnings: Vec<String>,
}

impl GameLog {
    /// Creates a log for a game whose opening has `opening_plies` plies.
    pub(super) fn new(opening_plies: usize, wants_comments: bool) -> Self {
        Self {
            comments: wants_comments.then(|| vec![String::new(); opening_plies]),
            ..Self::default()
        }
    }

    /// Returns the summary of the finished game, which is game `number` of its tournament.
    pub(super) fn summary(&self, number: u32, finished: &FinishedGame) -> GameSummary {
        let ByColor { white, black } = self.figures;
        GameSummary {
            game: number,
            result: finished.ending.result,
            termination: finished.ending.termination,
            plies: u32::try_from(finished.record.moves.len()).unwrap_or(u32::MAX),
            fault: finished
                .fault
                .as_ref()
                .map(|(_, fault)| fault.detail.clone()),
            warnings: self.warnings.clone(),
            white,
            black,
        }
    }

    /// Adds the warnings about one move, with its number, until [`MOST_WARNINGS`] are kept.
    fn warn(&mut self, side: Color, game: &GameState, chosen: &ChosenMove) {
        let room = MOST_WARNINGS.saturating_sub(self.warnings.len());
        let number = game.position().fullmoves();
        for warning in chosen.warnings.iter().take(room) {
            self.warnings
                .push(format!("{side}, move {number}: {warning}"));
        }
    }
}

impl GameListener for GameLog {
    fn on_ready(&mut self, side: Color, latency: Duration) {
        self.figures.get_mut(side).add_latency(latency);
    }

    fn on_move(&mut self, side: Color, game: &GameState, chosen: &ChosenMove, clock: &GameClock) {
        self.figures.get_mut(side).add_move(chosen);
        self.warn(side, game, chosen);
        if let Some(comments) = &mut self.comments {
            comments.push(comment(side, chosen, clock.remaining()));
        }
    }
}

/// Returns evaluation, depth, clock and elapsed time in the form that programs read from PGN comments.
fn comment(turn: Color, chosen: &ChosenMove, clock: Option<Duration>) -> String {
    let mut parts = Vec::new();
    if let Some(score) = white_view(chosen.score, turn) {
        let depth = chosen
            .depth
            .map_or_else(String::new, |depth| format!(",{depth}"));
        let score = score.to_string();
        parts.push(format!("[%eval {}{depth}]", score.trim_start_matches('+')));
    }
    if let Some(clock) = clock {
        parts.push(format!("[%clk {}]", hours(clock)));
    }
    parts.push(format!("[%emt {}]", hours(chosen.spent)));
    parts.join(" ")
}

/// Formats a duration as `0:01:02.345`.
fn hours(span: Duration) -> String {
    let milliseconds = span.as_millis();
    format!(
        "{}:{:02}:{:02}.{:03}",
        milliseconds / 3_600_000,
        milliseconds / 60_000 % 60,
        milliseconds / 1_000 % 60,
        milliseconds % 1_000
    )
}
