//! The game on the board: its moves and who chose them, its clocks, and its end.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use shakmaty::uci::UciMove;
use shakmaty::{ByColor, CastlingMode, Chess, Color, Move, Position as _};

use crate::board::notation::{self, Language};
use crate::board::{GameEnding, GameState, fen};
use crate::engine::WithoutAnswer;
use crate::heuristic::Levels;
use crate::identity::today;
use crate::opponent::Answer;
use crate::phase::ByPhase;
use crate::play::{GameClock, OracleReply, ThinkingLimits};
use crate::record::{GameResult, Tags, Termination};
use crate::score::Score;
use crate::serve::settings::LevelSetting;
use crate::serve::time_setting::TimeSetting;
use crate::serve::wire::{DrawAnswerJson, EvaluationJson, HintJson, LegalMoveJson, MoveSource};

/// Number of first plies for which no clock runs: one of each side.
const FREE_PLIES: usize = 2;

/// A move of the game, with what the page shows of it.
#[derive(Clone, Debug)]
pub(super) struct PlayedMove {
    pub(super) uci: String,
    pub(super) san: String,
    pub(super) fen: String,
    pub(super) by: MoveSource,
    pub(super) is_check: bool,
    pub(super) is_capture: bool,
    pub(super) spent: Option<Duration>,
    /// The mover's clock after the move.
    pub(super) clock: Option<Duration>,
    /// The engine's score of its own move.
    pub(super) evaluation: Option<EvaluationJson>,
    /// What the engine would have played without adapting to the user.
    pub(super) without: Option<LegalMoveJson>,
}

/// The game on the board.
#[derive(Clone, Debug)]
pub(super) struct TableGame {
    pub(super) id: String,
    pub(super) state: GameState,
    pub(super) moves: Vec<PlayedMove>,
    /// Number of first plies that were given, not played here.
    pub(super) given: usize,
    /// Number of first plies that belong to a game that had ended before this one went on from it.
    pub(super) continued: usize,
    pub(super) human: Color,
    /// The name of who began it; `None` for a guest.
    pub(super) player: Option<String>,
    pub(super) time: Option<TimeSetting>,
    /// The engine's level in this game, whatever the next one will be.
    pub(super) level: LevelSetting,
    /// The date of its beginning in PGN notation; `None` for a game saved by an earlier version.
    pub(super) date: Option<String>,
    limits: Option<ByColor<ThinkingLimits>>,
    pub(super) ending: Option<GameEnding>,
    /// The tags of a game that was pasted with its end; `None` for one that is played here.
    pub(super) given_end: Option<Vec<(String, String)>>,
    /// True once the game was stored and counted.
    pub(super) is_stored: bool,
    /// When the side to move began to think.
    since: Instant,
    /// How long the side to move had thought when the game ended.
    pub(super) last_thought: Duration,
    pub(super) draw_answer: Option<DrawAnswerJson>,
    pub(super) hint: Option<HintJson>,
    /// The engine's last score, from its point of view.
    pub(super) opinion: Option<Score>,
    /// The levels that the engine last used in each phase.
    pub(super) levels: ByPhase<Option<Levels>>,
    /// The assistant's move and score in the positions that it has judged, by the number of moves before them.
    pub(super) replies: BTreeMap<usize, OracleReply>,
    /// Number of moves after which the user insisted on a move of which the coach had warned.
    pub(super) insisted: Option<usize>,
    /// How each of the engine's moves answered the opponent.
    pub(super) answers: Vec<Answer>,
}

impl TableGame {
    /// Makes a game in which all moves of `state` are given.
    pub(super) fn new(
        id: String,
        state: &GameState,
        human: Color,
        time: Option<TimeSetting>,
        level: LevelSetting,
    ) -> Self {
        let mut game = Self {
            id,
            state: GameState::from_position(state.start().clone()),
            moves: Vec::new(),
            given: state.ply(),
            continued: 0,
            human,
            player: None,
            time,
            level,
            date: Some(today()),
            limits: time.and_then(|time| time.limits(human).ok()),
            ending: None,
            given_end: None,
            is_stored: false,
            since: Instant::now(),
            last_thought: Duration::ZERO,
            draw_answer: None,
            hint: None,
            opinion: None,
            levels: ByPhase::default(),
            replies: BTreeMap::new(),
            insisted: None,
            answers: Vec::new(),
        };
        for m in state.moves() {
            game.push(*m, MoveSource::Given, None);
        }
        game.ending = game.state.ending();
        game
    }

    pub(super) fn machine(&self) -> Color {
        !self.human
    }

    /// Returns true if the user has made a move.
    pub(super) fn is_begun(&self) -> bool {
        let is_users = |played: &PlayedMove| played.by == MoveSource::Human;
        self.moves.iter().any(is_users)
    }

    /// Returns the number of first plies that do not belong to this game: pasted ones, and those of a game that had ended.
    pub(super) fn given_plies(&self) -> usize {
        self.given.max(self.continued)
    }

    /// Returns true if the game has a move and began at the initial position, not after given moves.
    pub(super) fn is_played_from_start(&self) -> bool {
        self.given_plies() == 0 && self.ply() > 0 && *self.state.start() == Chess::default()
    }

    /// Makes what is left of an ended game the beginning of a new one. The ended game was stored and counted.
    pub(super) fn continue_as(&mut self, id: String) {
        self.id = id;
        self.date = Some(today());
        self.continued = self.ply();
        self.is_stored = false;
        self.levels = ByPhase::default();
        self.answers.clear();
    }

    pub(super) fn ply(&self) -> usize {
        self.state.ply()
    }

    /// Returns true if the engine is to move.
    pub(super) fn is_engines_turn(&self) -> bool {
        self.ending.is_none() && self.state.turn() != self.human
    }

    /// Returns the limits on each side's thinking; `None` without clocks.
    pub(super) const fn limits(&self) -> Option<&ByColor<ThinkingLimits>> {
        self.limits.as_ref()
    }

    /// Gives the user this colour. Each colour keeps its clock.
    pub(super) fn give_user(&mut self, human: Color) {
        if human != self.human {
            self.human = human;
            self.time = self.time.map(TimeSetting::with_sides_exchanged);
        }
    }

    /// Returns true if the move at this ply, from 0, is timed.
    const fn is_timed(&self, ply: usize) -> bool {
        ply >= self.given + FREE_PLIES
    }

    /// Returns the side whose clock runs.
    pub(super) fn running(&self) -> Option<Color> {
        self.timed_side().filter(|_| self.ending.is_none())
    }

    /// Returns the side to move if its thinking takes time off its clock, or did until the game ended.
    pub(super) fn timed_side(&self) -> Option<Color> {
        let is_timed = self.limits.is_some() && self.is_timed(self.ply());
        is_timed.then(|| self.state.turn())
    }

    /// Returns how long the side to move has thought, or had thought when the game ended.
    pub(super) fn thought(&self) -> Duration {
        if self.ending.is_some() {
            self.last_thought
        } else {
            self.since.elapsed()
        }
    }

    /// Returns both clocks after the moves so far, without the thinking under way; `None` without clocks.
    pub(super) fn clocks(&self) -> Option<ByColor<GameClock>> {
        let mut clocks = self.limits?.map(GameClock::new);
        let mut mover = self.state.start().turn();
        for (ply, played) in self.moves.iter().enumerate() {
            if ply >= self.given {
                let spent = played.spent.filter(|_| self.is_timed(ply));
                // A move that was too slow ended the game, and is not on the board.
                let spent = spent.unwrap_or_default();
                let _ = GameClock::spend(&mut clocks, mover, spent, Duration::MAX);
            }
            mover = !mover;
        }
        Some(clocks)
    }

    /// Returns the time left to the side to move; `None` if no clock runs.
    pub(super) fn left(&self) -> Option<Duration> {
        let clocks = self.clocks()?;
        let allowed = clocks.get(self.running()?).allowance()?;
        Some(allowed.saturating_sub(self.thought()))
    }

    /// Plays a legal move, and starts the other side's clock.
    pub(super) fn play(&mut self, m: Move, by: MoveSource) {
        let spent = self.thought();
        self.push(m, by, Some(spent));
        self.draw_answer = self.draw_answer.take().filter(|answer| answer.accepted);
        self.hint = None;
        self.since = Instant::now();
        self.ending = self.state.ending();
    }

    /// Appends a legal move.
    pub(super) fn push(&mut self, m: Move, by: MoveSource, spent: Option<Duration>) {
        let mover = self.state.turn();
        let san = notation::write(self.state.position(), m, Language::English);
        self.state.play(m);
        let position = self.state.position();
        self.moves.push(PlayedMove {
            uci: uci(m),
            san,
            fen: fen::write(position),
            by,
            is_check: position.is_check(),
            is_capture: m.is_capture(),
            spent,
            clock: None,
            evaluation: None,
            without: None,
        });
        let clock = self
            .clocks()
            .and_then(|clocks| clocks.get(mover).remaining());
        if let Some(played) = self.moves.last_mut() {
            played.clock = clock.filter(|_| by != MoveSource::Given);
        }
    }

    /// Sets the engine's score of the last move.
    pub(super) fn evaluate_last(&mut self, evaluation: Option<EvaluationJson>) {
        if let Some(played) = self.moves.last_mut() {
            played.evaluation = evaluation;
        }
    }

    /// Notes what the engine would have played in its last move without adapting to the user.
    pub(super) fn note_without(&mut self, without: WithoutAnswer) {
        let Some(last) = self.ply().checked_sub(1) else {
            return;
        };
        let before = self.position_at(last);
        let Some(played) = self.moves.get_mut(last) else {
            return;
        };
        played.without = Some(match without {
            WithoutAnswer::Same => LegalMoveJson {
                uci: played.uci.clone(),
                san: played.san.clone(),
            },
            WithoutAnswer::Other(other) => LegalMoveJson {
                uci: uci(other),
                san: notation::write(&before, other, Language::English),
            },
        });
    }

    /// Keeps the first `ply` moves only, and the game goes on.
    pub(super) fn take_back(&mut self, ply: usize) {
        self.state = self.state_at(ply);
        let is_engines =
            |played: &&PlayedMove| matches!(played.by, MoveSource::Engine | MoveSource::Book);
        let taken_back = self.moves.iter().skip(ply).filter(is_engines).count();
        let answers = self.answers.len().saturating_sub(taken_back);
        self.answers.truncate(answers);
        self.moves.truncate(ply);
        self.replies.retain(|known, _| *known <= ply);
        self.insisted = None;
        self.given = self.given.min(ply);
        self.continued = self.continued.min(ply);
        self.ending = self.state.ending();
        self.given_end = None;
        self.draw_answer = None;
        self.hint = None;
        self.last_thought = Duration::ZERO;
        self.since = Instant::now();
    }

    /// The game as it stood after so many moves.
    pub(super) fn state_at(&self, ply: usize) -> GameState {
        let mut state = GameState::from_position(self.state.start().clone());
        for m in self.state.moves().iter().take(ply) {
            state.play(*m);
        }
        state
    }

    /// The position after so many moves.
    pub(super) fn position_at(&self, ply: usize) -> Chess {
        let mut position = self.state.start().clone();
        for m in self.state.moves().iter().take(ply) {
            position.play_unchecked(*m);
        }
        position
    }

    /// Ends the game for the side to move, whose time is up. It is a draw if the opponent cannot mate.
    pub(super) fn fall_of_flag(&mut self) {
        let winner = !self.state.turn();
        let result = if self.state.position().has_insufficient_material(winner) {
            GameResult::Draw
        } else {
            GameResult::win_of(winner)
        };
        self.end(result, Termination::TimeForfeit);
    }

    /// Ends the game without a move. The clock of the side to move stands still.
    pub(super) fn end(&mut self, result: GameResult, termination: Termination) {
        self.last_thought = self.thought();
        self.ending = Some(GameEnding {
            result,
            termination,
        });
    }

    /// Ends a pasted game as it had ended before. These are its tags.
    pub(super) fn end_as_given(&mut self, ending: GameEnding, tags: &Tags) {
        self.ending = Some(ending);
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        self.given_end = Some(tags.iter().map(owned).collect());
    }

    /// Returns the last ply that the user can take back to, with the user to move.
    pub(super) fn back(&self) -> Option<usize> {
        let first = usize::from(self.state.start().turn() != self.human);
        let last = self.ply().checked_sub(1)?;
        let ply = last.checked_sub((last + first) % 2)?;
        (ply >= first).then_some(ply)
    }
}

/// Returns a move in UCI notation.
pub(super) fn uci(m: Move) -> String {
    UciMove::from_move(m, CastlingMode::Standard).to_string()
}

#[cfg(test)]
mod tests;
