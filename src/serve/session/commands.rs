//! The user's commands, one function each.

use shakmaty::Color;

use super::pasted::PastedGame;
use super::table::{TableGame, uci};
use super::{Changed, PageSession};
use crate::board::GameState;
use crate::board::notation;
use crate::play::DrawOfferAnswer;
use crate::record::{GameResult, Termination};
use crate::score::Score;
use crate::serve::command::{
    Command, GameCommand, HintCommand, LoadCommand, MoveCommand, NewCommand, Problem, ProblemCode,
    TakebackCommand, TimeChange,
};
use crate::serve::settings::LevelSetting;
use crate::serve::time_setting::TimeSetting;
use crate::serve::wire::{DrawAnswerJson, MoveSource, NoticeJson};

type Done = Result<Changed, Problem>;

impl PageSession {
    /// Executes a command.
    pub(super) fn obey(&mut self, command: Command) -> Done {
        match command {
            Command::Seat(command) => self.sit_down(&command),
            Command::New(command) => self.begin(&command),
            Command::Move(command) => self.human_moves(&command),
            Command::TakeBack(command) => self.take_back(&command),
            Command::Draw(command) => self.offer_draw(&command),
            Command::Resign(command) => self.resign(&command),
            Command::Hint(command) => self.hint(&command),
            Command::Level(command) => {
                if let Some(level) = command.level {
                    self.set_level(level);
                }
                self.settings.match_me = command.match_me.unwrap_or(self.settings.match_me);
                self.apply_settings();
                Ok(Changed::Yes)
            }
            Command::Adapt(command) => {
                self.settings.adapts = command.adapts;
                self.settings.rule = command.rule.unwrap_or(self.settings.rule);
                self.apply_settings();
                Ok(Changed::Yes)
            }
            Command::Coach(command) => {
                self.settings.coach = command.coach;
                Ok(Changed::Yes)
            }
            Command::Insist(command) => self.insist(&command),
            Command::Load(command) => self.load(&command),
            Command::Forgotten(command) => Ok(self.forget(&command)),
            Command::Against(player) => {
                // The game so far is stored with the heuristic that played it.
                self.put_away();
                self.learned = Some(player);
                self.use_weights();
                self.start_over();
                Ok(Changed::Yes)
            }
        }
    }

    /// Sets the level of the next game and of the current one, unless that is over.
    fn set_level(&mut self, level: LevelSetting) {
        self.settings.level = level;
        if let Some(game) = self.game.as_mut().filter(|game| game.ending.is_none()) {
            game.level = level;
        }
    }

    fn begin(&mut self, command: &NewCommand) -> Done {
        if let TimeChange::To(Some(time)) = command.time {
            check(time)?;
        }
        let mut settings = self.settings.clone();
        command.apply(&mut settings);
        self.openings_of = self.learned_openings(&settings)?;
        self.put_away();
        self.settings = settings;
        if self.learned.take().is_some() {
            self.use_weights();
        }
        self.start_over();
        Ok(Changed::Yes)
    }

    /// Starts a game by the settings.
    fn start_over(&mut self) {
        let human = self.settings.color.resolve(&mut rand::rng());
        let time = self.settings.time;
        self.lay_out(&GameState::new(), human, time);
    }

    /// Starts a game at a position, or at the end of the moves of another game.
    fn lay_out(&mut self, state: &GameState, human: Color, time: Option<TimeSetting>) {
        self.put_away();
        let mut game = TableGame::new(new_id(), state, human, time, self.settings.level);
        game.player.clone_from(&self.name);
        self.begin_on_engine(&game);
        self.assistant.new_game();
        self.recall();
        self.choose_book(human);
        self.game = Some(game);
        self.look_at_opponent();
    }

    fn human_moves(&mut self, command: &MoveCommand) -> Done {
        let game = self.game_of(&command.game)?;
        let position = (command.ply <= game.ply()).then(|| game.position_at(command.ply));
        let Some(position) = position else {
            return Err(stale(game.ply()));
        };
        let read = notation::read(&position, &command.text, command.language.into());
        if let Some(played) = game.moves.get(command.ply) {
            let is_again = played.by == MoveSource::Human
                && read.as_ref().is_ok_and(|m| uci(*m) == played.uci);
            return if is_again {
                Ok(Changed::No)
            } else {
                Err(stale(game.ply()))
            };
        }
        if game.ending.is_some() {
            return Err(over());
        }
        if game.state.turn() != game.human {
            return Err(not_your_turn());
        }
        let m = read.map_err(|error| Problem::new(ProblemCode::IllegalMove, error.to_string()))?;
        if game.left().is_some_and(|left| left.is_zero()) {
            game.fall_of_flag();
            return Ok(Changed::Yes);
        }
        game.play(m, MoveSource::Human);
        self.drop_search();
        self.look_at_opponent();
        Ok(Changed::Yes)
    }

    fn take_back(&mut self, command: &TakebackCommand) -> Done {
        let seated = self.name.clone();
        let game = self.game_at(&command.game, command.ply)?;
        let to = match command.to_ply {
            Some(ply) if ply < game.ply() => Some(ply),
            Some(_) => None,
            None => game.back(),
        };
        let Some(ply) = to else {
            return Err(Problem::new(
                ProblemCode::NothingToTakeBack,
                "there is no such move to take back",
            ));
        };
        let was_over = game.ending.is_some();
        game.take_back(ply);
        if command.play_on {
            game.give_user(game.state.turn());
        }
        let human = game.human;
        let is_anothers = was_over && game.player != seated;
        if was_over {
            game.continue_as(new_id());
        }
        self.drop_search();
        self.assistant.stop();
        if command.play_on {
            self.choose_book(human);
        }
        if is_anothers {
            self.give_game_to_seated();
        } else {
            self.look_at_opponent();
        }
        Ok(Changed::Yes)
    }

    fn offer_draw(&mut self, command: &GameCommand) -> Done {
        let game = self.game_at(&command.game, command.ply)?;
        if game.ending.is_some() {
            return Err(over());
        }
        let opinion = game.opinion.unwrap_or(Score::DRAW);
        let answer = DrawOfferAnswer::new(game.state.phase(), opinion);
        let accepted = answer == DrawOfferAnswer::Accepted;
        game.draw_answer = Some(DrawAnswerJson {
            accepted,
            ply: game.ply(),
            reason: answer.into(),
            text: answer.sentence(),
        });
        if accepted {
            game.end(GameResult::Draw, Termination::Agreement);
            self.drop_search();
        }
        Ok(Changed::Yes)
    }

    fn resign(&mut self, command: &GameCommand) -> Done {
        let game = self.game_at(&command.game, command.ply)?;
        if game.ending.is_some() {
            return Err(over());
        }
        game.end(GameResult::win_of(game.machine()), Termination::Resignation);
        self.drop_search();
        Ok(Changed::Yes)
    }

    fn hint(&mut self, command: &HintCommand) -> Done {
        let game = self.game_at(&command.game, command.ply)?;
        if game.ending.is_some() {
            return Err(over());
        }
        if game.is_engines_turn() {
            return Err(not_your_turn());
        }
        self.wanted_hint = Some(command.level);
        self.give_hint();
        Ok(Changed::Yes)
    }

    /// Plays the move of which the coach has warned.
    fn insist(&mut self, command: &GameCommand) -> Done {
        let game = self.game_at(&command.game, command.ply)?;
        if game.ending.is_some() {
            return Err(over());
        }
        game.insisted = Some(game.ply());
        Ok(Changed::Yes)
    }

    fn load(&mut self, command: &LoadCommand) -> Done {
        if let Some(time) = command.time {
            check(time)?;
        }
        let pasted = PastedGame::read(&command.text)?;
        let state = &pasted.state;
        let human = command.human.map_or_else(|| state.turn(), Color::from);
        self.lay_out(state, human, command.time);
        if let (Some(game), Some(ending)) = (&mut self.game, pasted.ending) {
            game.end_as_given(ending, &pasted.tags);
        }
        let is_fault = self.notice.as_ref().is_some_and(NoticeJson::is_fault);
        if pasted.games > 1 && !is_fault {
            let games = pasted.games;
            self.notice = Some(NoticeJson::FirstOfGames { games });
        }
        Ok(Changed::Yes)
    }

    /// Returns the game, if it is the one that the command names.
    fn game_of(&mut self, id: &str) -> Result<&mut TableGame, Problem> {
        match &mut self.game {
            None => Err(Problem::new(
                ProblemCode::NoGame,
                "there is no game; begin one with /api/game/new",
            )),
            Some(game) if game.id == id => Ok(game),
            Some(_) => Err(Problem::new(
                ProblemCode::WrongGame,
                "another game is on the board; go on with the state of this answer",
            )),
        }
    }

    /// Returns the game, if the command names it and its present ply.
    fn game_at(&mut self, id: &str, ply: usize) -> Result<&mut TableGame, Problem> {
        let game = self.game_of(id)?;
        if game.ply() == ply {
            Ok(game)
        } else {
            Err(stale(game.ply()))
        }
    }
}

/// Refuses clocks that cannot be set.
fn check(time: TimeSetting) -> Result<(), Problem> {
    let limits = time.limits(Color::White);
    limits
        .map(drop)
        .map_err(|sentence| Problem::new(ProblemCode::BadRequest, sentence))
}

fn new_id() -> String {
    format!("{:016x}", rand::random::<u64>())
}

fn stale(ply: usize) -> Problem {
    Problem::new(
        ProblemCode::Stale,
        format!("the board has {ply} moves now; go on with the state of this answer"),
    )
}

fn over() -> Problem {
    Problem::new(ProblemCode::GameOver, "the game is over; begin another one")
}

fn not_your_turn() -> Problem {
    Problem::new(ProblemCode::NotYourTurn, "it is the engine's turn")
}
