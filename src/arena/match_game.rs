//! One game between two seats, on the arena's own clocks.

use std::time::Duration;

use shakmaty::{ByColor, Color, Position as _};

use super::game_summary::{GameSummary, PlayerFigures};
use super::player::{ChosenMove, FaultKind, MatchPlayer, PlayerFault};
use super::score_adjudication::{ScoreAdjudicator, ScoreRules, white_view};
use super::time_control::{GameClock, ThinkingLimits};
use crate::board::{GameEnding, GameState};
use crate::cancel::CancelFlag;
use crate::record::{Game, GameResult, Termination};
use crate::selfplay::game::GameEndDetector;
use crate::selfplay::{Adjudication, Opening};
use crate::units::Ply;

/// So many warnings of a game are kept in words; all are counted.
const MOST_WARNINGS: usize = 5;

/// What decides a game beside its players and its opening.
#[derive(Clone, Copy, Debug)]
pub struct MatchRules {
    /// What the arena forgives beyond a clock, for each move.
    pub margin: Duration,
    /// What the neutral adjudicator may do.
    pub adjudication: Adjudication,
    /// What the players' own scores may do.
    pub by_score: ScoreRules,
    /// The longest game, opening included; one that reaches it is drawn.
    pub max_plies: Ply,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Moves, result and termination.
    pub record: Game,
    /// A comment for each move, empty where there is nothing to say.
    pub comments: Vec<String>,
    /// In figures; its number is 0 until somebody sets it.
    pub outcome: GameSummary,
    /// What went wrong, if something did, and whose fault it was.
    pub fault: Option<(Color, PlayerFault)>,
}

/// Plays one game to its end; `None` when `stop` was raised before that.
pub fn play(
    seats: ByColor<&mut dyn MatchPlayer>,
    thinking: ByColor<ThinkingLimits>,
    opening: &Opening,
    rules: &MatchRules,
    stop: &CancelFlag,
) -> Option<MatchGame> {
    let mut table = GameInProgress::new(thinking, opening, rules);
    let ByColor { white, black } = seats;
    for (color, seat) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        match seat.begin(stop)? {
            Ok(None) => {}
            Ok(Some(latency)) => table.conduct.get_mut(color).add_latency(latency),
            Err(fault) => {
                let ending = lost_by(color, fault.kind);
                table.fault = Some((color, fault));
                return Some(table.finish(opening, ending));
            }
        }
    }
    let ending = loop {
        let legal = table.game.position().legal_moves();
        if let Some(ending) = table.judge.ending(&table.game, &legal) {
            break ending;
        }
        let turn = table.game.turn();
        let seat: &mut dyn MatchPlayer = match turn {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let answer = seat.choose(&table.game, &table.clocks, rules.margin, stop)?;
        match answer.and_then(|choice| table.make(turn, &choice)) {
            Ok(None) => {}
            Ok(Some(ending)) => break ending,
            Err(fault) => {
                let ending = lost_by(turn, fault.kind);
                table.fault = Some((turn, fault));
                break ending;
            }
        }
    };
    Some(table.finish(opening, ending))
}

fn lost_by(side: Color, kind: FaultKind) -> GameEnding {
    GameEnding {
        result: GameResult::win_of(!side),
        termination: kind.termination(),
    }
}

/// Everything that stands on the table during a game.
struct GameInProgress<'a> {
    game: GameState,
    clocks: ByColor<GameClock>,
    judge: GameEndDetector,
    by_score: ScoreAdjudicator,
    rules: &'a MatchRules,
    comments: Vec<String>,
    conduct: ByColor<PlayerFigures>,
    warnings: Vec<String>,
    fault: Option<(Color, PlayerFault)>,
}

impl<'a> GameInProgress<'a> {
    fn new(thinking: ByColor<ThinkingLimits>, opening: &Opening, rules: &'a MatchRules) -> Self {
        let mut game = GameState::from_position(opening.start.clone());
        for m in &opening.moves {
            game.play(*m);
        }
        Self {
            comments: vec![String::new(); game.ply()],
            game,
            clocks: thinking.map(GameClock::new),
            judge: GameEndDetector::new(rules.adjudication, rules.max_plies),
            by_score: ScoreAdjudicator::new(rules.by_score),
            rules,
            conduct: ByColor::default(),
            warnings: Vec::new(),
            fault: None,
        }
    }

    /// Takes the time of a move off its clock and makes it on the board; an ending by the
    /// players' scores, if there is one now.
    fn make(
        &mut self,
        turn: Color,
        choice: &ChosenMove,
    ) -> Result<Option<GameEnding>, PlayerFault> {
        let clock = self.clocks.get_mut(turn);
        let allowed = clock.allowance();
        clock
            .spend(choice.spent, self.rules.margin)
            .map_err(|_| PlayerFault::late(choice.spent, allowed))?;
        self.conduct.get_mut(turn).add_move(choice);
        self.warn(turn, choice);
        self.comments
            .push(comment(turn, choice, self.clocks.get(turn).remaining()));
        self.game.play(choice.chosen);
        let said = white_view(choice.score, turn);
        let next_move = self.game.position().fullmoves().get();
        Ok(self
            .by_score
            .observe(said, next_move)
            // The board comes first: a mate is a mate, whatever the scores say.
            .filter(|_| self.game.ending().is_none())
            .map(|result| GameEnding {
                result,
                termination: match result {
                    GameResult::Draw => Termination::AdjudicatedDraw,
                    _ => Termination::AdjudicatedWin,
                },
            }))
    }

    /// Keeps the first warnings for people, with the move at which they came.
    fn warn(&mut self, turn: Color, choice: &ChosenMove) {
        let room = MOST_WARNINGS.saturating_sub(self.warnings.len());
        let number = self.game.position().fullmoves();
        for warning in choice.warnings.iter().take(room) {
            self.warnings
                .push(format!("{turn}, move {number}: {warning}"));
        }
    }

    fn finish(self, opening: &Opening, ending: GameEnding) -> MatchGame {
        let record = Game {
            start: opening.start.clone(),
            moves: self.game.moves().to_vec(),
            opening_plies: u16::try_from(opening.moves.len()).unwrap_or(u16::MAX),
            result: Some(ending.result),
            termination: ending.termination,
            verdict: self.judge.recorded,
            ..Game::default()
        };
        let ByColor { white, black } = self.conduct;
        let outcome = GameSummary {
            game: 0,
            result: ending.result,
            termination: ending.termination,
            plies: u32::try_from(record.moves.len()).unwrap_or(u32::MAX),
            fault: self.fault.as_ref().map(|(_, fault)| fault.detail.clone()),
            warnings: self.warnings,
            white,
            black,
        };
        MatchGame {
            record,
            comments: self.comments,
            outcome,
            fault: self.fault,
        }
    }
}

/// Evaluation, depth, clock and elapsed time as programs read them from PGN comments.
fn comment(turn: Color, choice: &ChosenMove, clock: Option<Duration>) -> String {
    let mut parts = Vec::new();
    if let Some(score) = white_view(choice.score, turn) {
        let depth = choice
            .depth
            .map_or_else(String::new, |depth| format!(",{depth}"));
        let score = score.to_string();
        parts.push(format!("[%eval {}{depth}]", score.trim_start_matches('+')));
    }
    if let Some(clock) = clock {
        parts.push(format!("[%clk {}]", hours(clock)));
    }
    parts.push(format!("[%emt {}]", hours(choice.spent)));
    parts.join(" ")
}

/// `0:01:02.345`.
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
