//! A UCI session: the state between lines, and the engine behind it.

use std::io::Write;
use std::time::Instant;

use super::command::{DebugSwitch, GoCommand, UciCommand, parse};
use super::game_tracker::{GameTracker, SearchRole};
use super::limits;
use super::options::UciDeclarations;
use super::output::{InfoStyle, InfoWriter};
use super::tools;
use crate::board::{GameState, fen};
use crate::engine::clock::TimeBudget;
use crate::engine::{AnswerTiming, EngineEvent, Purpose, SearchRequest};
use crate::foreign::shortened;
use crate::protocol::engine_session::EngineSession;
use crate::protocol::handler::{InputFlow, ProtocolSession};
use crate::protocol::line::read_coordinates;
use crate::protocol::line_io::{LineOutput, SessionSignal};
use crate::search::SearchLimits;

/// The authors, for `id author`.
const AUTHOR: &str = "the BayesChess authors, after Antonio Fernandez 2005";

/// The note on castling rights that the position cannot have.
const LOST_CASTLING: &str = "castling rights that the board does not allow are left out; \
    those of Chess960 need UCI_Chess960";

/// The answer to `go` after a refused position, since a move of the earlier position would be taken for one of
/// this. Some clients wait for a score.
const NO_MOVE: &str = "info depth 0 score cp 0\nbestmove 0000";

/// One session. Lines are answered at once; searches run on the engine's own thread.
pub(in crate::protocol) struct UciSession<W> {
    out: LineOutput<W>,
    engine_session: EngineSession,
    tracker: GameTracker,
    debug: DebugSwitch,
    /// The time budget of a pondering search after a ponder hit.
    after_hit: Option<TimeBudget>,
    /// True if the last position was refused.
    refused: bool,
}

impl<W: Write + Send + 'static> UciSession<W> {
    pub(in crate::protocol) fn new(engine_session: EngineSession, out: LineOutput<W>) -> Self {
        Self {
            out,
            engine_session,
            tracker: GameTracker::default(),
            debug: DebugSwitch::Off,
            after_hit: None,
            refused: false,
        }
    }

    fn introduce(&mut self) {
        self.out.say(format_args!(
            "id name BayesChess {}\nid author {AUTHOR}\n\n{UciDeclarations}",
            env!("CARGO_PKG_VERSION")
        ));
        self.say_notices();
        self.out.say("uciok");
    }

    /// Writes pending notices; a client that never sends `uci` gets them, too.
    fn say_notices(&mut self) {
        for notice in self.engine_session.take_notices() {
            self.out.note(notice);
        }
    }

    fn say_ready(&mut self) {
        self.engine_session.wait_until_ready();
        self.out.say("readyok");
    }

    fn new_game(&mut self) {
        self.engine_session.engine.stop();
        self.engine_session.engine.wait();
        self.finish_game();
        self.engine_session.engine.new_game();
        self.refused = false;
        self.engine_session.begin_game();
        self.say_memory();
    }

    /// Writes what is remembered of the opponent, once for each game.
    ///
    /// Only `go` tells whether a position is to be played or analysed, so this line may also precede an
    /// analysis.
    fn say_memory(&mut self) {
        let game = self.engine_session.engine.game().clone();
        if let Some(said) = self.engine_session.recall_opponent(&game) {
            self.out.note(said);
        }
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let castling = self.engine_session.castling;
        let mut game = match fen.map(|text| fen::read_as(text, castling)) {
            None => GameState::new(),
            Some(Ok(position)) => {
                if fen.is_some_and(|text| fen::lost_castling(text, &position)) {
                    self.out.note(LOST_CASTLING);
                }
                GameState::from_position(position)
            }
            Some(Err(error)) => {
                self.out.note(format_args!(
                    "{error}; 'go' answers 0000 until the next position"
                ));
                self.refused = true;
                return;
            }
        };
        for text in moves {
            let Some(m) = read_coordinates(game.position(), text) else {
                self.out.note(format_args!(
                    "move '{}' is not legal after {} half-moves; the position before it stays",
                    shortened(text),
                    game.ply()
                ));
                break;
            };
            game.play(m);
        }
        if !self.engine_session.only_analyses {
            self.tracker.see(&game);
        }
        self.refused = false;
        self.engine_session.engine.set_game(game);
        self.say_memory();
    }

    fn go(&mut self, go: &GoCommand) {
        let requested_at = Instant::now();
        self.say_notices();
        if self.refused {
            return self.answer_no_move();
        }
        let game = self.engine_session.engine.game().clone();
        let plan = limits::plan(go, &game, self.engine_session.overhead);
        for objection in &plan.objections {
            self.out.note(objection);
        }
        let mut limits = plan.limits;
        limits.lines = self.engine_session.lines;
        limits.requested_at = Some(requested_at);
        self.after_hit = plan.after_hit;
        let role = match plan.hold {
            _ if self.engine_session.only_analyses => SearchRole::Analysis,
            AnswerTiming::Immediate => SearchRole::Play,
            AnswerTiming::UntilPonderHit => SearchRole::Ponder,
            AnswerTiming::UntilStopped => SearchRole::Analysis,
        };
        let purpose = match role {
            SearchRole::Analysis => Purpose::Analysis,
            SearchRole::Play | SearchRole::Ponder => Purpose::Play,
        };
        if purpose == Purpose::Play {
            self.begin_play(&game);
        }
        self.engine_session.set_purpose(purpose);
        if purpose == Purpose::Play {
            self.engine_session.note_play(&limits);
        }
        if self.debug == DebugSwitch::On {
            self.say_plan(purpose, plan.hold, &limits);
        }
        let levels = self.engine_session.engine.levels(game.turn());
        let chosen = self.tracker.begin(&game, role, levels);
        let look = InfoStyle {
            castling: self.engine_session.castling,
            numbered: self.engine_session.lines > 1,
            chances: self.engine_session.shows_chances,
            bias: self.engine_session.engine.score_bias(purpose),
        };
        let mut reporter = InfoWriter::new(self.out.clone(), game, look);
        let listener = move |event: EngineEvent<'_>| {
            if let EngineEvent::Done(report) = event {
                chosen.set(report.best);
            }
            reporter.tell(event);
        };
        let task = SearchRequest {
            limits,
            hold: plan.hold,
            purpose,
        };
        self.engine_session.engine.go(task, Box::new(listener));
    }

    /// Begins another game if this is not the tracked one, and says what matters in it.
    fn begin_play(&mut self, game: &GameState) {
        if self.tracker.is_another_game(game) {
            self.finish_game();
            self.engine_session.begin_game();
        }
        let taken_back = self.tracker.moves_taken_back(game);
        self.engine_session.forget_answers(taken_back);
        self.say_memory();
        if let Some(said) = self.engine_session.take_seed_note() {
            self.out.note(said);
        }
    }

    /// Answers a search of a refused position, after the search under way.
    fn answer_no_move(&self) {
        self.engine_session.engine.stop();
        self.engine_session.engine.wait();
        self.out.say(NO_MOVE);
    }

    /// Writes how the next search is limited.
    fn say_plan(&self, purpose: Purpose, hold: AnswerTiming, limits: &SearchLimits) {
        self.out.note(format_args!(
            "{purpose:?}, {hold:?}: depth {:?}, nodes {:?}, soft {:?}, hard {:?}, after the hit {:?}",
            limits.depth, limits.nodes, limits.soft, limits.hard, self.after_hit
        ));
    }

    /// Hands the tracked game to the archive.
    fn finish_game(&mut self) {
        let Some(played) = self.tracker.finish() else {
            return;
        };
        let played = self.engine_session.to_record(played);
        if let Some(said) = self.engine_session.archive(&played) {
            self.out.note(said);
        }
    }

    /// Handles the commands that are not in the standard.
    fn do_more(&mut self, command: &UciCommand) {
        let game = self.engine_session.engine.game().clone();
        match command {
            UciCommand::Show => self.out.say(tools::board(&game)),
            UciCommand::Eval => {
                let explanation = self.engine_session.engine.explain().to_string();
                for line in explanation.lines() {
                    self.out.note(line);
                }
            }
            UciCommand::Perft(depth) => {
                let (depth, out, castling) =
                    (*depth, self.out.clone(), self.engine_session.castling);
                self.engine_session.engine.work(move |stop| {
                    tools::count_leaves(game.position(), depth, castling, stop, &out);
                });
            }
            UciCommand::Bench(conditions) => {
                let (conditions, out) = (*conditions, self.out.clone());
                self.engine_session
                    .engine
                    .work(move |stop| tools::signature(conditions, stop, &out));
            }
            UciCommand::Reload => match self.engine_session.set_option("Reload Settings", None) {
                Ok(None) => self.out.note("no settings file is named"),
                Ok(Some(said)) | Err(said) => self.out.note(said),
            },
            _ => self.out.say(tools::HELP),
        }
    }
}

impl<W: Write + Send + 'static> ProtocolSession for UciSession<W> {
    fn handle_line(&mut self, line: &str) -> InputFlow {
        match parse(line) {
            UciCommand::Quit => return InputFlow::Quit,
            UciCommand::Uci => self.introduce(),
            UciCommand::Debug(switch) => self.debug = switch,
            UciCommand::IsReady => self.say_ready(),
            UciCommand::SetOption { name, value } => {
                match self.engine_session.set_option(&name, value.as_deref()) {
                    Ok(None) => {}
                    Ok(Some(said)) | Err(said) => self.out.note(said),
                }
            }
            UciCommand::NewGame => self.new_game(),
            UciCommand::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            UciCommand::Go(go) => self.go(&go),
            UciCommand::Stop => self.engine_session.engine.stop(),
            UciCommand::PonderHit => {
                self.tracker.ponder_hit();
                self.engine_session.engine.ponder_hit(self.after_hit);
            }
            more @ (UciCommand::Show
            | UciCommand::Eval
            | UciCommand::Perft(_)
            | UciCommand::Bench(_)
            | UciCommand::Reload
            | UciCommand::Help) => self.do_more(&more),
            UciCommand::Register | UciCommand::Nothing => {
                if self.debug == DebugSwitch::On && !line.trim().is_empty() {
                    let ignored = shortened(line.trim());
                    self.out.note(format_args!("ignored: {ignored}"));
                }
            }
        }
        InputFlow::Continue
    }

    fn handle_signal(&mut self, _signal: SessionSignal) {}

    fn stop_search(&mut self) {
        self.engine_session.engine.stop();
        self.engine_session.engine.wait();
    }

    fn finish(&mut self) {
        self.finish_game();
    }
}
