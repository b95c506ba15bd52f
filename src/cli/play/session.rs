//! A session of `play`: user and engine take turns until the user quits.

mod console;
mod files;
mod machine;
mod player;
mod positions;
mod review;
mod test_file;

use shakmaty::{ByColor, Chess, Color, Position as _};

use super::board::BoardView;
use super::editor::BoardEditor;
use super::faults::detail;
use super::help::help;
use super::input::{self, PlayCommand};
use super::lines::{LineReader, TypedLine};
use super::messages;
use super::seat::Seat;
use super::strength::PlayStrength;
use crate::cli::game_archive::GameArchive;
use crate::cli::output::{print, print_painted};
use crate::cli::run_status::RunStatus;
use bayeschess::board::notation::{self, Language};
use bayeschess::board::{GameEnding, GameState};
use bayeschess::cancel::CancelFlag;
use bayeschess::engine::Engine;
use bayeschess::heuristic::Levels;
use bayeschess::opponent::Answer;
use bayeschess::phase::ByPhase;
use bayeschess::play::DrawOfferAnswer;
use bayeschess::protocol::{GameSink as _, PlayedGame};
use bayeschess::record::{GameResult, Termination};
use bayeschess::score::Score;
use bayeschess::search::SearchLimits;

/// The settings of a session.
pub(super) struct PlaySettings {
    pub(super) engine: Engine,
    pub(super) keeper: GameArchive,
    pub(super) start: Chess,
    pub(super) human: Color,
    pub(super) seat: Seat,
    /// The heuristic's name.
    pub(super) heuristic: String,
    pub(super) limits: SearchLimits,
    /// How strong the engine plays within the limits.
    pub(super) strength: PlayStrength,
    pub(super) language: Language,
    pub(super) look: BoardView,
    /// Seed of the choices of the book.
    pub(super) seed: u64,
    /// Raised when the user wants to leave.
    pub(super) cancel: CancelFlag,
}

/// A session with its current game.
pub(super) struct PlaySession {
    set: PlaySettings,
    game: GameState,
    /// Plies of the game that were read from a file.
    given: usize,
    /// The position that the user is setting up, if any.
    editor: Option<BoardEditor>,
    /// The last file of settings.
    settings: Option<String>,
    /// How the game ended; an ended game is already stored.
    over: Option<GameEnding>,
    /// The engine's last score, from its own point of view.
    opinion: Option<Score>,
    levels: ByPhase<Option<Levels>>,
    /// The answer of each of the engine's moves.
    answers: Vec<Answer>,
    /// The sides that the engine has moved. A game in which it moved both says nothing of the user.
    moved: ByColor<bool>,
}

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SessionFlow {
    Continue,
    Quit,
}

impl PlaySession {
    pub(super) fn new(set: PlaySettings) -> Self {
        let game = GameState::from_position(set.start.clone());
        let mut session = Self {
            set,
            game,
            given: 0,
            editor: None,
            settings: None,
            over: None,
            opinion: None,
            levels: ByPhase::default(),
            answers: Vec::new(),
            moved: ByColor::default(),
        };
        session.open_book();
        session
    }

    /// Plays until the user quits, the input ends or a signal comes; an unfinished game is logged.
    pub(super) fn play(mut self, lines: &LineReader) -> anyhow::Result<RunStatus> {
        let language = self.set.language;
        let manner = self.manner();
        print(&messages::greeting(language, &manner, self.set.human))?;
        self.show_board()?;
        self.recall()?;
        self.continue_game()?;
        let status = loop {
            if self.set.cancel.is_raised() {
                break RunStatus::Stopped;
            }
            let stays = match lines.next(self.prompt(), || self.moves_to_complete())? {
                TypedLine::End => break RunStatus::Success,
                TypedLine::Interrupted => break RunStatus::Stopped,
                TypedLine::Line(line) => match self.editor.take() {
                    Some(editor) => self.edit(editor, &line)?,
                    None => self.execute(input::read(&line))?,
                },
            };
            if stays == SessionFlow::Quit {
                break RunStatus::Success;
            }
        };
        self.log_unfinished()?;
        Ok(status)
    }

    /// The moves that can be completed: those of the user, in their notation.
    fn moves_to_complete(&self) -> Vec<String> {
        match (self.over, &self.editor) {
            (None, None) => self.legal_moves(),
            _ => Vec::new(),
        }
    }

    fn prompt(&self) -> String {
        let move_number = self.game.position().fullmoves();
        match self.over {
            _ if self.editor.is_some() => {
                messages::either(self.set.language, "setup> ", "montar> ").to_owned()
            }
            Some(_) => messages::prompt_after_game(self.set.language).to_owned(),
            None if self.game.turn().is_white() => format!("{move_number}. "),
            None => format!("{move_number}... "),
        }
    }

    /// Lets the engine move if it is its turn, and checks whether the game is over.
    fn continue_game(&mut self) -> anyhow::Result<()> {
        self.check_ending()?;
        if self.over.is_none() && self.game.turn() != self.set.human {
            self.play_engine_move()?;
            self.check_ending()?;
        }
        Ok(())
    }

    /// Draws the board as it stands.
    fn show_board(&self) -> anyhow::Result<()> {
        print_painted(&self.set.look.draw(&self.game))
    }

    fn check_ending(&mut self) -> anyhow::Result<()> {
        match (self.over, self.game.ending()) {
            (None, Some(ending)) => self.end(ending),
            _ => Ok(()),
        }
    }

    /// Ends the game: prints the result, looks back and stores it.
    fn end(&mut self, ending: GameEnding) -> anyhow::Result<()> {
        self.over = Some(ending);
        print(&messages::ending(self.set.language, ending, self.set.human))?;
        self.look_back()?;
        self.keep()
    }

    /// Stores the game, unless all of it was read from a file or a guest has played it.
    fn keep(&mut self) -> anyhow::Result<()> {
        let Some(opponent) = self.set.seat.opponent() else {
            return Ok(());
        };
        if self.game.ply() <= self.given {
            return Ok(());
        }
        let played = PlayedGame {
            game: self.game.clone(),
            given_plies: u16::try_from(self.given).unwrap_or(u16::MAX),
            machine: !self.set.human,
            opponent,
            heuristic: self.set.heuristic.clone(),
            ending: self.over,
            levels: self.levels.clone(),
            answer: Answer::most_frequent(&self.answers),
            losses: self.set.engine.losses_of(&self.game),
            remembered: self.is_against_user(),
            strength_limit: self.set.engine.limit_of_game(),
        };
        match self.set.keeper.keep(&played) {
            Ok(None) => Ok(()),
            Ok(Some(kept)) => print(&format!("({})\n", messages::kept(self.set.language, &kept))),
            // The user is told, and can continue to play.
            Err(sentence) => {
                let spanish = "No se ha podido guardar la partida";
                print(&format!(
                    "({})\n",
                    detail(self.set.language, spanish, &sentence)
                ))
            }
        }
    }

    /// Returns true if the engine has moved one side at most.
    fn is_against_user(&self) -> bool {
        !(self.moved.white && self.moved.black)
    }

    /// Logs an unfinished game.
    fn log_unfinished(&mut self) -> anyhow::Result<()> {
        print("\n")?;
        if self.over.is_none() {
            self.keep()?;
        }
        Ok(())
    }

    fn execute(&mut self, order: PlayCommand) -> anyhow::Result<SessionFlow> {
        match order {
            PlayCommand::Nothing => {}
            PlayCommand::Quit => return Ok(SessionFlow::Quit),
            PlayCommand::Help(subject) => print(&help(&subject, self.set.language))?,
            PlayCommand::Flip => {
                self.set.look.flip();
                self.show_board()?;
            }
            PlayCommand::Moves => print(&format!("{}\n", self.legal_moves().join(" ")))?,
            PlayCommand::Ask(question) => self.answer(question)?,
            PlayCommand::Level(strength) => self.set_strength(strength)?,
            PlayCommand::Name(name) => self.set_name(&name)?,
            PlayCommand::Style => self.show_style()?,
            PlayCommand::Depth(depth) => self.set_depth(depth)?,
            PlayCommand::Time(time) => self.set_time(time)?,
            PlayCommand::Memory(size) => self.set_memory(size)?,
            PlayCommand::Settings(file) => self.read_settings(file)?,
            PlayCommand::Turn(side) => self.pass_turn(side)?,
            PlayCommand::SetUp(fen) => self.set_up(&fen)?,
            PlayCommand::ReadFen(place) => self.read_fen(&place)?,
            PlayCommand::ReadPgn(place) => self.read_pgn(&place)?,
            PlayCommand::MateOf(place) => self.mate_of(&place)?,
            PlayCommand::Test(file) => self.test(&file)?,
            PlayCommand::Save(file) => self.save(&file)?,
            PlayCommand::Load(file) => self.load(&file)?,
            PlayCommand::New => self.begin(self.set.start.clone())?,
            _ if self.over.is_some() => print(messages::is_over(self.set.language))?,
            PlayCommand::Move(text) => self.human_moves(&text)?,
            PlayCommand::Resign => self.end(GameEnding {
                result: GameResult::win_of(!self.set.human),
                termination: Termination::Resignation,
            })?,
            PlayCommand::Draw => self.answer_draw()?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Go => self.change_sides()?,
            PlayCommand::Both => self.play_both()?,
            PlayCommand::Undo(moves) => self.undo(moves)?,
        }
        Ok(SessionFlow::Continue)
    }

    fn human_moves(&mut self, text: &str) -> anyhow::Result<()> {
        match notation::read(self.game.position(), text, self.set.language) {
            Err(error) => {
                let legal = self.legal_moves().join(" ");
                print(&messages::not_a_move(
                    self.set.language,
                    &error.to_string(),
                    text,
                    &legal,
                ))
            }
            Ok(m) => {
                self.game.play(m);
                self.check_ending()?;
                if self.over.is_none() {
                    self.play_engine_move()?;
                    self.check_ending()?;
                }
                Ok(())
            }
        }
    }

    /// The legal moves in notation.
    fn legal_moves(&self) -> Vec<String> {
        let moves = self.game.position().legal_moves();
        moves
            .iter()
            .map(|m| notation::write(self.game.position(), *m, self.set.language))
            .collect()
    }

    fn answer_draw(&mut self) -> anyhow::Result<()> {
        let opinion = self.opinion.unwrap_or(Score::DRAW);
        let answer = DrawOfferAnswer::new(self.game.phase(), opinion);
        if answer != DrawOfferAnswer::Accepted {
            let sentence = messages::draw_answer(self.set.language, answer);
            return print(&format!("{sentence}\n"));
        }
        self.end(GameEnding {
            result: GameResult::Draw,
            termination: Termination::Agreement,
        })
    }

    /// Takes back moves of the user with the answers to them; as many as there are, if there are fewer.
    fn undo(&mut self, moves: usize) -> anyhow::Result<()> {
        let mut back = self.game.clone();
        let (mut found, mut own_moves, mut kept_answers) = (0, 0, self.answers.len());
        while found < moves && back.undo().is_some() {
            if back.turn() == self.set.human {
                self.game = back.clone();
                found += 1;
                kept_answers = self.answers.len().saturating_sub(own_moves);
            } else {
                own_moves += 1;
            }
        }
        if found == 0 {
            return print(messages::nothing_to_take_back(self.set.language));
        }
        self.answers.truncate(kept_answers);
        self.given = self.given.min(self.game.ply());
        self.show_board()
    }

    /// Starts another game.
    fn begin(&mut self, start: Chess) -> anyhow::Result<()> {
        self.lay_out(GameState::from_position(start))?;
        self.check_ending()?;
        if self.over.is_none() && self.game.turn() != self.set.human {
            self.play_engine_move()?;
            self.check_ending()?;
        }
        Ok(())
    }

    /// Replaces the game by another one, at its current position.
    fn lay_out(&mut self, game: GameState) -> anyhow::Result<()> {
        self.log_unfinished()?;
        // Moves read from a file, or made by the engine, say nothing about the user's style.
        if self.given == 0 && self.is_against_user() {
            let result = self.over.map(|ending| ending.result);
            let machine = !self.set.human;
            self.set.engine.remember(&self.game, machine, result);
        }
        self.set.engine.new_game();
        self.answers.clear();
        self.moved = ByColor::default();
        self.recall()?;
        self.given = game.ply();
        self.game = game;
        self.over = None;
        self.opinion = None;
        self.levels = ByPhase::default();
        self.open_book();
        self.show_board()
    }
}
