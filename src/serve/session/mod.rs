//! the session: one thread that owns the engine and the game, and executes one command after another.
//!
//! The page's commands and the engine's answers come in one queue, so nothing is locked. After each change the state
//! is written to its file, then published; whoever listens gets the newest. The file is put on the disk when nobody
//! asks for anything, so that a slow disk delays no answer.

mod assistance;
mod assistant;
mod coach;
mod commands;
mod endings;
mod engine_side;
mod opponent_view;
mod pasted;
mod people;
mod published;
mod review;
mod saving;
mod state;
mod table;
mod view;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use shakmaty::Move;
use tokio::sync::{oneshot, watch};

use super::command::{Command, HintLevel, Problem};
use super::learned_player::{LearnedPlayer, SavedPlayer};
use super::saved::SavedSession;
use super::settings::GameSettings;
use super::wire::{NoticeJson, RecalledJson};
use crate::book::OpeningNames;
use crate::engine::{Engine, WithoutAnswer};
use crate::files::sync_file;
use crate::opponent::{Decision, LearnedOpenings};
use crate::play::OracleReply;
use crate::protocol::GameSink;
use crate::score::Score;
use assistant::Assistant;
use opponent_view::OpponentView;
pub(super) use published::Published;
use table::TableGame;

/// After so much time without an order the state is put on the disk, which may take longer than an answer may.
const QUIET: Duration = Duration::from_millis(500);

/// The reply to a command.
pub(super) type Reply = Result<String, Problem>;

/// An order to the session.
pub(super) enum SessionOrder {
    /// A command of the user.
    Command(Command, oneshot::Sender<Reply>),
    /// The game as PGN.
    Pgn(oneshot::Sender<Result<String, Problem>>),
    /// The search with this number has finished.
    Searched(u64, SearchAnswer),
    /// What the engine would have played without adapting, after the search with this ticket.
    Compared(u64, WithoutAnswer),
    /// The assistant's move and score in the position at which it looked with this ticket.
    Looked(u64, OracleReply),
    /// Games were learned under this name.
    Learned(String),
    /// The end of the program.
    End,
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchAnswer {
    best: Option<Move>,
    score: Score,
    is_from_book: bool,
}

/// What the session is made of.
pub(super) struct SessionParts {
    pub engine: Engine,
    /// A second one for hints, the coach and the review.
    pub assistant: Engine,
    pub sink: Box<dyn GameSink + Send>,
    /// The name of the heuristic, as users write it.
    pub heuristic: String,
    /// The file of the saved state.
    pub file: PathBuf,
    pub saved: SavedSession,
}

/// the session: engine, game and user.
pub(super) struct PageSession {
    engine: Engine,
    sink: Box<dyn GameSink + Send>,
    heuristic: String,
    /// The learned heuristic that plays instead of the usual one.
    learned: Option<LearnedPlayer>,
    file: PathBuf,
    token: String,
    name: Option<String>,
    was_asked: bool,
    recalled: Option<RecalledJson>,
    /// Openings of the player of the game on the board.
    own_openings: LearnedOpenings,
    /// Openings of the opponent whom the settings name; empty if they name none.
    openings_of: LearnedOpenings,
    settings: GameSettings,
    game: Option<TableGame>,
    view: OpponentView,
    /// What the engine thought of the user when it was last its turn; asking again could wait for its measurements.
    decision: Option<Decision>,
    notice: Option<NoticeJson>,
    version: u64,
    /// The number of the last search; results of others are ignored.
    ticket: u64,
    is_searching: bool,
    /// Whether the saved state is on the disk, and not only with the operating system.
    is_on_disk: bool,
    assistant: Assistant,
    /// How much the hint tells that was asked for and is not given yet.
    wanted_hint: Option<HintLevel>,
    orders: Sender<SessionOrder>,
    published: watch::Sender<Published>,
}

impl PageSession {
    /// Makes a session from the saved state.
    pub fn new(
        parts: SessionParts,
        orders: Sender<SessionOrder>,
    ) -> (Self, watch::Receiver<Published>) {
        let saved = parts.saved;
        // Replaced by the state before anybody has the receiver.
        let nothing = Published::new(saved.version, Arc::from("{}"), Instant::now());
        let (published, receiver) = watch::channel(nothing);
        let mut session = Self {
            engine: parts.engine,
            sink: parts.sink,
            heuristic: parts.heuristic,
            learned: saved.learned.as_ref().and_then(SavedPlayer::read),
            file: parts.file,
            token: saved.token,
            name: saved.name,
            was_asked: saved.asked,
            recalled: None,
            own_openings: LearnedOpenings::default(),
            openings_of: LearnedOpenings::default(),
            settings: saved.settings,
            game: None,
            view: OpponentView::default(),
            decision: None,
            notice: None,
            version: saved.version,
            ticket: 0,
            is_searching: false,
            is_on_disk: true,
            assistant: Assistant::new(parts.assistant),
            wanted_hint: None,
            orders,
            published,
        };
        session.prepare_engine();
        session.take_up(saved.game);
        session.go_on();
        session.publish();
        session.assist();
        (session, receiver)
    }

    /// Executes orders until the end of the program.
    pub fn work(mut self, orders: &Receiver<SessionOrder>) {
        self.warm_up();
        loop {
            let left = self.game.as_ref().and_then(TableGame::left);
            let quiet = (!self.is_on_disk).then_some(QUIET);
            let order = match left.into_iter().chain(quiet).min() {
                None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => orders.recv_timeout(wait),
            };
            match order {
                Ok(SessionOrder::Command(command, reply)) => {
                    let done = self.execute(command);
                    // The client may be gone.
                    let _ = reply.send(done);
                }
                Ok(SessionOrder::Pgn(reply)) => {
                    let _ = reply.send(self.pgn());
                }
                Ok(SessionOrder::Searched(ticket, answer)) if ticket == self.ticket => {
                    self.take_answer(answer);
                }
                Ok(SessionOrder::Compared(ticket, without)) if ticket == self.ticket => {
                    if let Some(game) = &mut self.game {
                        game.note_without(without);
                        self.publish();
                    }
                }
                Ok(SessionOrder::Looked(ticket, reply)) => self.take_look(ticket, reply),
                Ok(SessionOrder::Learned(name)) => self.note_learned(&name),
                Ok(SessionOrder::Searched(..) | SessionOrder::Compared(..)) => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.put_on_disk();
                    self.end_by_flag();
                }
                Ok(SessionOrder::End) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.engine.stop();
        self.assistant.stop();
        self.put_on_disk();
    }

    /// Reads and computes what the first answer would wait for otherwise: names of openings, and what the strength of
    /// moves is estimated from.
    fn warm_up(&self) {
        OpeningNames::shipped();
        self.engine.prepare();
    }

    /// Waits until the saved state is on the disk. Nobody waits for the session meanwhile.
    fn put_on_disk(&mut self) {
        if !self.is_on_disk {
            // A disk that fails now is told by the next write.
            let _ = sync_file(&self.file);
            self.is_on_disk = true;
        }
    }

    /// Executes a command, and publishes the state if it changed.
    fn execute(&mut self, command: Command) -> Reply {
        self.notice = None;
        match self.obey(command) {
            Ok(Changed::Yes) => {
                self.decision = None;
                self.go_on();
                self.publish();
                self.assist();
                Ok(self.json())
            }
            Ok(Changed::No) => Ok(self.json()),
            Err(mut problem) => {
                if problem.code.status() == 409 {
                    problem.state = Some(self.json());
                }
                Err(problem)
            }
        }
    }

    fn json(&self) -> String {
        self.published.borrow().json()
    }

    /// Saves the state, then publishes it; after that a game that has ended is stored.
    fn publish(&mut self) {
        self.match_level();
        self.save_and_tell();
        if self.store_ended_game() {
            self.save_and_tell();
        }
    }

    fn save_and_tell(&mut self) {
        self.version += 1;
        match self.save() {
            Ok(()) => self.is_on_disk = false,
            Err(error) => {
                let text = error.to_string();
                self.notice = Some(NoticeJson::NotSaved { text });
            }
        }
        let now = Instant::now();
        // Numbers and texts can always be written as JSON.
        if let Ok(json) = serde_json::to_string(&self.state()) {
            let state = Published::new(self.version, Arc::from(json), now);
            self.published.send_replace(state);
        }
    }
}

/// Whether a command changed the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Changed {
    Yes,
    No,
}
