//! The state of the session as it is published.

use std::time::Duration;

use shakmaty::{Color, Position as _};

use super::PageSession;
use super::coach::CoachOpinion;
use super::table::{PlayedMove, TableGame, uci};
use crate::board::notation::{self, Language};
use crate::board::{GameEnding, fen};
use crate::book::OpeningNames;
use crate::play::{ClockKind, GameClock};
use crate::record::Termination;
use crate::serve::wire::{
    ClocksJson, GameJson, LegalMoveJson, MoveJson, OpeningJson, ResultJson, SeatJson, StateJson,
};
use crate::units::Millis;

impl PageSession {
    /// Returns everything that the page shows.
    pub(super) fn state(&self) -> StateJson {
        StateJson {
            version: self.version,
            seat: SeatJson {
                name: self.name.clone(),
                asked: self.was_asked,
                remembers: self.name.is_some(),
                recalled: self.recalled,
            },
            settings: self.settings.clone(),
            against: self.learned.as_ref().map(|learned| learned.name.clone()),
            game: self.game.as_ref().map(|game| self.game_json(game)),
            how_i_see_you: self.game.as_ref().map(|game| self.how_i_see_you(game)),
            aim: self.game.as_ref().map(|game| self.aim(game)),
            notice: self.notice.clone(),
        }
    }

    fn game_json(&self, game: &TableGame) -> GameJson {
        let position = game.state.position();
        GameJson {
            id: game.id.clone(),
            start_fen: fen::write(game.state.start()),
            fen: fen::write(position),
            moves: (1..).zip(&game.moves).map(move_json).collect(),
            given_plies: game.given_plies(),
            level: game.level,
            opening: OpeningNames::shipped()
                .of_game(&game.state)
                .map(|named| OpeningJson {
                    eco: named.eco,
                    name: named.name,
                }),
            turn: game.state.turn().into(),
            human: game.human.into(),
            player: game.player.clone(),
            legal: legal_moves(game),
            check: position.is_check(),
            phase: game.state.phase().name(),
            thinking: self.is_searching
                || self.wanted_hint.is_some()
                || self.coach_opinion(game) == CoachOpinion::Pending,
            can_take_back: game.back().is_some(),
            clocks: clocks(game),
            result: game.ending.map(|ending| result(ending, game)),
            draw_answer: game.draw_answer.clone(),
            hint: game.hint.clone(),
            warning: self.warning(game),
            review: game.review(),
        }
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(Millis::from(span).0).unwrap_or(0)
}

fn move_json((ply, played): (usize, &PlayedMove)) -> MoveJson {
    MoveJson {
        ply,
        uci: played.uci.clone(),
        san: played.san.clone(),
        fen: played.fen.clone(),
        by: played.by,
        check: played.is_check,
        capture: played.is_capture,
        spent_ms: played.spent.map(millis),
        clock_ms: played.clock.map(millis),
        evaluation: played.evaluation,
    }
}

fn legal_moves(game: &TableGame) -> Vec<LegalMoveJson> {
    if game.ending.is_some() {
        return Vec::new();
    }
    let position = game.state.position();
    position
        .legal_moves()
        .iter()
        .map(|m| LegalMoveJson {
            uci: uci(*m),
            san: notation::write(position, *m, Language::English),
        })
        .collect()
}

fn clocks(game: &TableGame) -> Option<ClocksJson> {
    let clocks = game.clocks()?;
    let running = game.running();
    let timed = game.timed_side();
    let thought = timed.map_or(Duration::ZERO, |_| game.thought());
    let left = |color: Color| {
        let clock: &GameClock = clocks.get(color);
        let shown = |spent| clock.shown(spent).unwrap_or_default();
        let left = match timed {
            Some(side) if side == color => shown(thought),
            // What the side to move has used of an hourglass is given to the other.
            Some(side) if clock.kind() == ClockKind::Hourglass => {
                let given = clocks.get(side).remaining().unwrap_or_default();
                shown(Duration::ZERO).saturating_add(thought.min(given))
            }
            _ => shown(Duration::ZERO),
        };
        millis(left)
    };
    let delay = running.map_or(Duration::ZERO, |color| clocks.get(color).delay());
    Some(ClocksJson {
        white_ms: left(Color::White),
        black_ms: left(Color::Black),
        running: running.map(Into::into),
        kind: clocks.white.kind(),
        increment_ms: millis(clocks.white.increment()),
        delay_ms: millis(delay.saturating_sub(thought)),
        white_moves_to_go: clocks.white.moves_to_go(),
        black_moves_to_go: clocks.black.moves_to_go(),
        move_ms: clocks.white.thinking().move_time.map(millis),
    })
}

fn result(ending: GameEnding, game: &TableGame) -> ResultJson {
    let winner = ending.result.winner();
    let why = match ending.termination {
        Termination::Unknown => String::new(),
        known => format!(": {}", known.words()),
    };
    let who = match winner {
        None => "The game is drawn",
        Some(winner) if game.given_end.is_some() => winner.fold_wb("White won", "Black won"),
        Some(winner) if winner == game.human => "You win",
        Some(_) => "BayesChess wins",
    };
    ResultJson {
        score: ending.result.as_pgn(),
        winner: winner.map(Into::into),
        termination: ending.termination.name(),
        given: game.given_end.is_some(),
        text: format!("{who}{why}."),
    }
}
