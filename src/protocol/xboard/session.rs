//! A conversation with one interface: the state between lines, and which command does what.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossbeam_channel::Sender;
use shakmaty::{Move, Position as _};

use super::clock::Control;
use super::command::{Command, Side, parse};
use super::edit::Editor;
use super::features::Features;
use super::output::{Progress, read_move, written};
use super::table::{Mode, Table};
use super::thinking::{Aim, Thinking};
use crate::board::{GameState, fen};
use crate::foreign::shortened;
use crate::protocol::conversation::{self, Flow};
use crate::protocol::desk::Desk;
use crate::protocol::opponent::{Nature, read_rating, tidy};
use crate::protocol::wire::{Output, Signal};

/// Lines that wait for the engine's move; more than these come from nobody who reads the answers.
const MOST_WAITING: usize = 256;

/// One conversation. Lines are answered at once; searching happens on the engine's own thread.
pub(in crate::protocol) struct Session<W> {
    pub(super) out: Output<W>,
    pub(super) desk: Desk,
    pub(super) signals: Sender<Signal>,
    pub(super) table: Table,
    pub(super) control: Control,
    pub(super) thinking: Option<Thinking>,
    pub(super) searches: u64,
    pub(super) progress: Arc<Progress>,
    /// The opponent's next move as the engine expects it.
    pub(super) expected: Option<Move>,
    pub(super) ponders: bool,
    pub(super) paused: bool,
    /// The conversation ends: nothing new is begun.
    pub(super) closing: bool,
    /// Moves that an analysis leaves out.
    pub(super) excluded: Vec<Move>,
    /// What must wait until the engine has moved.
    pub(super) waiting: VecDeque<Command>,
    pub(super) editor: Option<Editor>,
}

impl<W: Write + Send + 'static> Session<W> {
    pub(in crate::protocol) fn new(desk: Desk, out: Output<W>, signals: Sender<Signal>) -> Self {
        Self {
            out,
            desk,
            signals,
            table: Table::new(GameState::new()),
            control: Control::default(),
            thinking: None,
            searches: 0,
            progress: Arc::default(),
            expected: None,
            ponders: false,
            paused: false,
            closing: false,
            excluded: Vec::new(),
            waiting: VecDeque::new(),
            editor: None,
        }
    }

    /// Obeys now, or when the engine has moved: a ping then says so, and a move can only follow.
    fn take(&mut self, command: Command) -> Flow {
        let busy = self
            .thinking
            .is_some_and(|thinking| thinking.aim == Aim::Move);
        let waits = matches!(command, Command::Ping(_) | Command::Move(_));
        if busy && waits && !self.closing {
            if self.waiting.len() < MOST_WAITING {
                self.waiting.push_back(command);
            }
            return Flow::Continue;
        }
        self.obey(command)
    }

    /// Obeys what had to wait, as far as the engine is not to move again first.
    pub(super) fn obey_waiting(&mut self) {
        while self.thinking.is_none() {
            let Some(command) = self.waiting.pop_front() else {
                return;
            };
            self.obey(command);
        }
    }

    /// The move that was waited for does not come any more: pings are answered all the same, in their order,
    /// and moves belong to a game that is no longer on the board.
    pub(super) fn dismiss_waiting(&mut self) {
        for command in std::mem::take(&mut self.waiting) {
            if matches!(command, Command::Ping(_)) {
                self.obey(command);
            }
        }
    }

    fn obey(&mut self, command: Command) -> Flow {
        match command {
            Command::Quit => return Flow::Quit,
            Command::XBoard | Command::Ignored => {}
            Command::Version(version) => self.introduce(version),
            Command::Ping(word) => self.out.say(format_args!("pong {}", shortened(&word))),
            Command::New => self.new_game(),
            Command::Variant(name) => self.set_variant(&name),
            Command::SetBoard(text) => self.set_board(fen::read_as(&text, self.desk.castling)),
            Command::Edit => {
                self.abandon();
                self.dismiss_waiting();
                self.editor = Some(Editor::new(self.table.game.position()));
            }
            Command::Move(text) => self.user_moves(&text),
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::Result { score, comment } => self.take_result(&score, &comment),
            Command::Draw => self.consider_draw(),
            Command::Hint => {
                if let Some(m) = self.hint() {
                    self.out
                        .say(format_args!("Hint: {}", written(m, self.desk.castling)));
                }
            }
            Command::Book => self.tell_book(),
            Command::Force
            | Command::Go
            | Command::PlayOther
            | Command::ToMove(_)
            | Command::Analyze
            | Command::Exit
            | Command::MoveNow
            | Command::Pause
            | Command::Resume => self.change_mode(&command),
            Command::Exclude { what, out } => self.exclude(&what, out),
            Command::Status => self.tell_status(),
            other => self.set(other),
        }
        Flow::Continue
    }

    fn introduce(&mut self, version: u32) {
        if version >= 2 {
            self.out.say(Features);
        }
        for notice in self.desk.take_notices() {
            self.out.tell_user(notice);
        }
    }

    /// A search for the own move answers the offer itself; else what the last one found answers.
    fn consider_draw(&mut self) {
        let is_thinking = self
            .thinking
            .is_some_and(|thinking| thinking.aim == Aim::Move);
        if is_thinking {
            self.table.draw_offered = true;
        } else if matches!(self.table.mode, Mode::Playing(_))
            && !self.table.over
            && self.takes_a_draw()
        {
            self.out.say("offer draw");
        }
    }

    /// Lines that begin with white space, up to an empty one.
    fn tell_book(&self) {
        let moves = self.desk.engine.book_moves(&self.table.game);
        let sum: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
        for found in &moves {
            let m = written(found.m, self.desk.castling);
            let percent = u64::from(found.weight) * 100 / sum.max(1);
            self.out.say(format_args!(" {m} {percent} %"));
        }
        if moves.is_empty() {
            self.out.say(" the book does not know this position");
        }
        self.out.say("");
    }

    fn change_mode(&mut self, command: &Command) {
        if *command == Command::MoveNow {
            if self.thinking.is_some_and(|t| t.aim == Aim::Move) {
                self.desk.engine.stop();
            }
            return;
        }
        self.abandon();
        let turn = self.table.game.turn();
        match command {
            Command::Force => self.table.mode = Mode::Force,
            Command::Exit => {
                if self.table.mode == Mode::Analyzing {
                    self.table.mode = Mode::Force;
                }
            }
            Command::Go => self.table.mode = Mode::Playing(turn),
            Command::PlayOther => self.table.mode = Mode::Playing(!turn),
            Command::ToMove(side) => self.set_turn(*side),
            Command::Analyze => self.table.mode = Mode::Analyzing,
            Command::Pause => self.paused = true,
            _ => self.paused = false,
        }
        self.obey_waiting();
        self.go_on();
        self.ponder();
    }

    /// `white` and `black`, of the protocol's first version: that side is to move, and the engine
    /// has the other.
    fn set_turn(&mut self, side: Side) {
        let side = shakmaty::Color::from_white(side == Side::White);
        if self.table.game.turn() != side
            && let Ok(position) = self.table.game.position().clone().swap_turn()
        {
            self.keep();
            self.begin_game(GameState::from_position(position));
        }
        self.table.mode = Mode::Playing(!side);
    }

    fn exclude(&mut self, what: &str, out: bool) {
        let position = self.table.game.position();
        let moves: Vec<Move> = if what == "all" {
            position.legal_moves().to_vec()
        } else {
            read_move(position, what).into_iter().collect()
        };
        self.excluded.retain(|m| !moves.contains(m));
        if out {
            self.excluded.extend(moves);
        }
        if self.table.mode == Mode::Analyzing {
            self.abandon();
            self.go_on();
        }
    }

    fn tell_status(&self) {
        let moves = self.table.game.position().legal_moves().len();
        if let Some(status) = self.progress.status(moves, self.desk.castling) {
            self.out.say(status);
        }
    }

    /// Commands that set something for later.
    fn set(&mut self, command: Command) {
        match command {
            Command::Level {
                moves,
                base,
                increment,
            } => self.control.set_level(moves, base, increment),
            Command::ExactTime(span) => self.control.set_exact(span),
            Command::Depth(depth) => self.control.set_depth(depth),
            Command::NodeRate(rate) => self.control.set_rate(rate),
            Command::OwnClock(left) => self.control.set_own(left),
            Command::Ponder(ponders) => {
                self.ponders = ponders;
                let is_pondering = |thinking: Thinking| matches!(thinking.aim, Aim::Ponder(_));
                if !ponders && self.thinking.is_some_and(is_pondering) {
                    self.abandon();
                }
                self.ponder();
            }
            Command::Post(posts) => self.progress.posts.store(posts, Ordering::Relaxed),
            Command::Random => self.desk.set_variety(!self.desk.varies_equals),
            Command::Name(name) => self.desk.opponent.name = tidy(&name),
            Command::Rating(own, opponent) => self.take_ratings(&own, &opponent),
            Command::Computer => self.desk.opponent.nature = Nature::Computer,
            Command::Memory(mebibytes) => self.set_option("Hash", Some(&mebibytes.to_string())),
            Command::Cores(cores) => self.set_option("Threads", Some(&cores.to_string())),
            Command::Tables { kind, path } if kind == "syzygy" => {
                self.set_option("SyzygyPath", Some(&path));
            }
            Command::Tables { kind, .. } => {
                let kind = shortened(&kind);
                self.out
                    .say(format_args!("Error (unsupported tables): {kind}"));
            }
            Command::Option { name, value } => self.set_option(&name, value.as_deref()),
            Command::Malformed(line) => {
                let line = shortened(&line);
                self.out.say(format_args!("Error (malformed): {line}"));
            }
            Command::Unknown(word) => {
                let word = shortened(&word);
                self.out
                    .say(format_args!("Error (unknown command): {word}"));
            }
            _ => {}
        }
    }

    /// What a server says of both players; by how much the engine is above him is its advantage, and
    /// nought where one of them is unrated.
    pub(super) fn take_ratings(&mut self, own: &str, opponent: &str) {
        let [own, opponent] = [own, opponent].map(read_rating);
        self.desk.opponent.rating = opponent;
        let advantage = own
            .zip(opponent)
            .map_or(0, |(own, his)| i64::from(own) - i64::from(his));
        self.set_option("UCI_RatingAdv", Some(&advantage.to_string()));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.desk.set_option(name, value) {
            Ok(None) => {}
            Ok(Some(remark)) => self.out.remark(remark),
            Err(sentence) => self.out.tell_user(sentence),
        }
    }
}

impl<W: Write + Send + 'static> conversation::Session for Session<W> {
    fn hear(&mut self, line: &str) -> Flow {
        if self.editor.is_some() && line.trim() != "quit" {
            self.edit(line);
            return Flow::Continue;
        }
        match parse(line) {
            Some(command) => self.take(command),
            None => Flow::Continue,
        }
    }

    fn notice(&mut self, signal: Signal) {
        if let Signal::Done { number, report } = signal {
            self.finish_search(number, &report);
        }
    }

    fn hush(&mut self) {
        self.closing = true;
        self.desk.engine.stop();
        self.desk.engine.wait();
    }

    fn leave(&mut self) {
        self.keep();
    }
}
