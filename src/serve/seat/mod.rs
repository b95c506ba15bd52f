//! The seat: one thread that owns the engine and the game, and executes one command after another.
//!
//! The page's commands and the engine's results come in one queue, so nothing is locked. After each change the
//! state is saved to disk, then published; readers get the newest.

mod commands;
mod endings;
mod engine_side;
mod opponent_view;
mod saving;
mod state;
mod table;
mod view;

use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use shakmaty::Move;
use tokio::sync::{oneshot, watch};

use super::command::{Command, HintLevel, Problem};
use super::saved::SavedSeat;
use super::settings::GameSettings;
use crate::engine::Engine;
use crate::protocol::GameSink;
use crate::score::Score;
use opponent_view::OpponentView;
use table::TableGame;

/// The state last published.
#[derive(Clone, Debug)]
pub(super) struct Published {
    pub version: u64,
    pub json: Arc<str>,
}

/// The reply to a command.
pub(super) type Reply = Result<Arc<str>, Problem>;

/// An order to the seat.
pub(super) enum SeatOrder {
    /// A command of the user.
    Command(Command, oneshot::Sender<Reply>),
    /// The game as PGN.
    Pgn(oneshot::Sender<Result<String, Problem>>),
    /// The search with this number has finished.
    Searched(u64, SearchAnswer),
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

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchPurpose {
    Move,
    Hint(HintLevel),
}

/// The parts that a seat is made from.
pub(super) struct SeatParts {
    pub engine: Engine,
    pub sink: Box<dyn GameSink + Send>,
    /// The name of the heuristic, as users write it.
    pub heuristic: String,
    /// The file of the saved state.
    pub file: PathBuf,
    pub saved: SavedSeat,
}

/// The seat: engine, game and user.
pub(super) struct Seat {
    engine: Engine,
    sink: Box<dyn GameSink + Send>,
    heuristic: String,
    file: PathBuf,
    token: String,
    name: Option<String>,
    was_asked: bool,
    recalled: Option<String>,
    settings: GameSettings,
    game: Option<TableGame>,
    view: OpponentView,
    notice: Option<String>,
    version: u64,
    /// The number of the last search; results of others are ignored.
    ticket: u64,
    searching: Option<SearchPurpose>,
    orders: Sender<SeatOrder>,
    published: watch::Sender<Published>,
}

impl Seat {
    /// Makes a seat from the saved state.
    pub fn new(parts: SeatParts, orders: Sender<SeatOrder>) -> (Self, watch::Receiver<Published>) {
        let saved = parts.saved;
        let first = Published {
            version: saved.version,
            json: Arc::from("null"),
        };
        let (published, receiver) = watch::channel(first);
        let mut seat = Self {
            engine: parts.engine,
            sink: parts.sink,
            heuristic: parts.heuristic,
            file: parts.file,
            token: saved.token,
            name: saved.name,
            was_asked: saved.asked,
            recalled: None,
            settings: saved.settings,
            game: None,
            view: OpponentView::default(),
            notice: None,
            version: saved.version,
            ticket: 0,
            searching: None,
            orders,
            published,
        };
        seat.prepare_engine();
        seat.take_up(saved.game);
        seat.go_on();
        seat.publish();
        (seat, receiver)
    }

    /// Executes orders until the end of the program.
    pub fn work(mut self, orders: &Receiver<SeatOrder>) {
        loop {
            let order = match self.game.as_ref().and_then(TableGame::left) {
                None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(left) => orders.recv_timeout(left),
            };
            match order {
                Ok(SeatOrder::Command(command, reply)) => {
                    let done = self.execute(command);
                    // The client may be gone.
                    let _ = reply.send(done);
                }
                Ok(SeatOrder::Pgn(reply)) => {
                    let _ = reply.send(self.pgn());
                }
                Ok(SeatOrder::Searched(ticket, answer)) if ticket == self.ticket => {
                    self.take_answer(answer);
                }
                Ok(SeatOrder::Searched(..)) => {}
                Err(RecvTimeoutError::Timeout) => self.end_by_flag(),
                Ok(SeatOrder::End) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.engine.stop();
    }

    /// Executes a command, and publishes the state if it changed.
    fn execute(&mut self, command: Command) -> Reply {
        self.notice = None;
        match self.obey(command) {
            Ok(Changed::Yes) => {
                self.go_on();
                self.publish();
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

    fn json(&self) -> Arc<str> {
        Arc::clone(&self.published.borrow().json)
    }

    /// Saves the state, then publishes it; after that a game that has ended is stored.
    fn publish(&mut self) {
        self.save_and_tell();
        if self.store_ended_game() {
            self.save_and_tell();
        }
    }

    fn save_and_tell(&mut self) {
        self.version += 1;
        if let Err(error) = self.save() {
            self.notice = Some(error.to_string());
        }
        let json = match serde_json::to_string(&self.state()) {
            Ok(json) => Arc::from(json),
            // Numbers and texts can always be written as JSON.
            Err(_) => self.json(),
        };
        self.published.send_replace(Published {
            version: self.version,
            json,
        });
    }
}

/// Whether a command changed the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Changed {
    Yes,
    No,
}
