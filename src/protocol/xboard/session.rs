//! An XBoard session: the state between lines, and the handling of commands.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossbeam_channel::Sender;
use shakmaty::{Color, Move, Position as _};

use super::clock::XboardClock;
use super::command::{XboardCommand, parse};
use super::current_search::{CurrentSearch, ThinkingAim};
use super::edit::EditMode;
use super::features::FeatureLines;
use super::game::{XboardGame, XboardMode};
use super::output::{SearchProgress, read_move, written};
use crate::board::{GameState, fen};
use crate::foreign::shortened;
use crate::protocol::engine_session::EngineSession;
use crate::protocol::handler::{InputFlow, ProtocolSession};
use crate::protocol::line_io::{LineOutput, SessionSignal};
use crate::protocol::opponent::{named, read_rating, site_named};
use crate::store::OpponentKind;

/// The most lines that wait for the engine's move; a client that sends more does not read the answers.
const MOST_WAITING: usize = 256;

/// One session. Lines are answered at once; searches run on the engine's own thread.
pub(in crate::protocol) struct XboardSession<W> {
    pub(super) out: LineOutput<W>,
    pub(super) engine_session: EngineSession,
    pub(super) signals: Sender<SessionSignal>,
    pub(super) table: XboardGame,
    pub(super) control: XboardClock,
    pub(super) thinking: Option<CurrentSearch>,
    pub(super) searches: u64,
    pub(super) progress: Arc<SearchProgress>,
    /// The expected next move of the opponent.
    pub(super) expected: Option<Move>,
    pub(super) ponders: bool,
    pub(super) paused: bool,
    /// True if the session is ending, so that nothing new is started.
    pub(super) closing: bool,
    /// Moves that the analysis excludes.
    pub(super) excluded: Vec<Move>,
    /// Commands that wait until the engine has moved.
    pub(super) waiting: VecDeque<XboardCommand>,
    pub(super) editor: Option<EditMode>,
}

impl<W: Write + Send + 'static> XboardSession<W> {
    pub(in crate::protocol) fn new(
        engine_session: EngineSession,
        out: LineOutput<W>,
        signals: Sender<SessionSignal>,
    ) -> Self {
        Self {
            out,
            engine_session,
            signals,
            table: XboardGame::new(GameState::new()),
            control: XboardClock::default(),
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

    /// Handles a command now, or after the engine's move if it is a ping or a move.
    fn take(&mut self, command: XboardCommand) -> InputFlow {
        let busy = self
            .thinking
            .is_some_and(|thinking| thinking.aim == ThinkingAim::Move);
        let waits = matches!(command, XboardCommand::Ping(_) | XboardCommand::Move(_));
        if busy && waits && !self.closing {
            if self.waiting.len() < MOST_WAITING {
                self.waiting.push_back(command);
            }
            return InputFlow::Continue;
        }
        self.obey(command)
    }

    /// Handles waiting commands until a search starts.
    pub(super) fn obey_waiting(&mut self) {
        while self.thinking.is_none() {
            let Some(command) = self.waiting.pop_front() else {
                return;
            };
            self.obey(command);
        }
    }

    /// Drops waiting moves, since the engine's move will not come, and answers waiting pings in order.
    pub(super) fn dismiss_waiting(&mut self) {
        for command in std::mem::take(&mut self.waiting) {
            if matches!(command, XboardCommand::Ping(_)) {
                self.obey(command);
            }
        }
    }

    fn obey(&mut self, command: XboardCommand) -> InputFlow {
        match command {
            XboardCommand::Quit => return InputFlow::Quit,
            XboardCommand::XBoard | XboardCommand::Ignored => {}
            XboardCommand::Version(version) => self.introduce(version),
            XboardCommand::Ping(word) => {
                self.engine_session.wait_until_ready();
                self.out.say(format_args!("pong {}", shortened(&word)));
            }
            XboardCommand::New => self.new_game(),
            XboardCommand::Variant(name) => self.set_variant(&name),
            XboardCommand::SetBoard(text) => {
                self.set_board(fen::read_as(&text, self.engine_session.castling));
            }
            XboardCommand::Edit => {
                self.abandon();
                self.dismiss_waiting();
                self.editor = Some(EditMode::new(self.table.game.position()));
            }
            XboardCommand::Move(text) => self.user_moves(&text),
            XboardCommand::Undo => self.take_back(1),
            XboardCommand::Remove => self.take_back(2),
            XboardCommand::Result { score, comment } => self.take_result(&score, &comment),
            XboardCommand::Draw => self.consider_draw(),
            XboardCommand::Hint => {
                if let Some(m) = self.hint() {
                    self.out.say(format_args!(
                        "Hint: {}",
                        written(m, self.engine_session.castling)
                    ));
                }
            }
            XboardCommand::Book => self.tell_book(),
            XboardCommand::Force
            | XboardCommand::Go
            | XboardCommand::PlayOther
            | XboardCommand::ToMove(_)
            | XboardCommand::Analyze
            | XboardCommand::Exit
            | XboardCommand::MoveNow
            | XboardCommand::Pause
            | XboardCommand::Resume => self.change_mode(&command),
            XboardCommand::Exclude { what, out } => self.exclude(&what, out),
            XboardCommand::Status => self.tell_status(),
            other => self.set(other),
        }
        InputFlow::Continue
    }

    fn introduce(&mut self, version: u32) {
        if version >= 2 {
            self.out.say(FeatureLines);
        }
        for notice in self.engine_session.take_notices() {
            self.out.tell_user(notice);
        }
    }

    /// Answers a draw offer. A search for the own move answers it itself, also one that is yet to begin, since some
    /// programs offer before `go`; otherwise the last score does.
    fn consider_draw(&mut self) {
        let is_thinking = self
            .thinking
            .is_some_and(|thinking| thinking.aim == ThinkingAim::Move);
        if is_thinking || self.table.mode == XboardMode::Force {
            self.table.draw_offered = true;
        } else if matches!(self.table.mode, XboardMode::Playing(_))
            && !self.table.over
            && self.takes_a_draw()
        {
            self.out.say("offer draw");
        }
    }

    /// Writes the book's moves: lines that begin with white space, then an empty one.
    fn tell_book(&self) {
        let moves = self.engine_session.engine.book_moves(&self.table.game);
        let sum: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
        for found in &moves {
            let m = written(found.m, self.engine_session.castling);
            let percent = u64::from(found.weight) * 100 / sum.max(1);
            self.out.say(format_args!(" {m} {percent} %"));
        }
        if moves.is_empty() {
            self.out.say(" the book does not know this position");
        }
        self.out.say("");
    }

    fn change_mode(&mut self, command: &XboardCommand) {
        if *command == XboardCommand::MoveNow {
            if self.thinking.is_some_and(|t| t.aim == ThinkingAim::Move) {
                self.engine_session.engine.stop();
            }
            return;
        }
        self.abandon();
        if matches!(command, XboardCommand::Go | XboardCommand::PlayOther) {
            self.table.play_on();
        }
        let turn = self.table.game.turn();
        match command {
            XboardCommand::Force => self.table.mode = XboardMode::Force,
            XboardCommand::Exit => {
                if self.table.mode == XboardMode::Analyzing {
                    self.table.mode = XboardMode::Force;
                }
            }
            XboardCommand::Go => self.table.mode = XboardMode::Playing(turn),
            XboardCommand::PlayOther => self.table.mode = XboardMode::Playing(!turn),
            XboardCommand::ToMove(side) => self.set_turn(*side),
            XboardCommand::Analyze => self.begin_analysis(),
            XboardCommand::Pause => self.paused = true,
            _ => self.paused = false,
        }
        self.obey_waiting();
        self.go_on();
        self.ponder();
    }

    /// Handles `white` and `black` of the protocol's first version: that side is to move, and the engine has
    /// the other.
    fn set_turn(&mut self, side: Color) {
        if self.table.game.turn() != side
            && let Ok(position) = self.table.game.position().clone().swap_turn()
        {
            self.keep();
            self.begin_game(GameState::from_position(position));
        }
        self.table.mode = XboardMode::Playing(!side);
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
        if self.table.mode == XboardMode::Analyzing {
            self.abandon();
            self.go_on();
        }
    }

    fn tell_status(&self) {
        let moves = self.table.game.position().legal_moves().len();
        if let Some(status) = self.progress.status(moves, self.engine_session.castling) {
            self.out.say(status);
        }
    }

    /// Takes endgame tables. What is wrong with them is a remark: XBoard shows an error in a window, and its
    /// configuration may name tables that nobody asked for (Debian's names '/EGT/Syzygy' and others that are not there).
    fn set_tables(&mut self, kind: &str, path: &str) {
        if kind != "syzygy" {
            let kind = shortened(kind);
            self.out.remark(format_args!(
                "endgame tables '{kind}' are not read, only 'syzygy'"
            ));
            return;
        }
        match self.engine_session.set_option("SyzygyPath", Some(path)) {
            Ok(None) => {}
            Ok(Some(remark)) => self.out.remark(remark),
            Err(sentence) => self.out.remark(sentence),
        }
    }

    /// Handles commands that set something for later.
    fn set(&mut self, command: XboardCommand) {
        match command {
            XboardCommand::Level {
                moves,
                base,
                increment,
            } => self.control.set_level(moves, base, increment),
            XboardCommand::ExactTime(span) => self.control.set_exact(span),
            XboardCommand::Depth(depth) => self.control.set_depth(depth),
            XboardCommand::NodeRate(rate) => self.control.set_rate(rate),
            XboardCommand::OwnClock(left) => self.control.set_own(left),
            XboardCommand::Ponder(ponders) => {
                self.ponders = ponders;
                let is_pondering =
                    |thinking: CurrentSearch| matches!(thinking.aim, ThinkingAim::Ponder(_));
                if !ponders && self.thinking.is_some_and(is_pondering) {
                    self.abandon();
                }
                self.ponder();
            }
            XboardCommand::Post(posts) => self.progress.posts.store(posts, Ordering::Relaxed),
            XboardCommand::Random => self
                .engine_session
                .set_variety(!self.engine_session.varies_equals),
            XboardCommand::Name(name) => self.engine_session.opponent.name = named(&name),
            XboardCommand::Server(host) => {
                self.engine_session.opponent.origin = site_named(host.trim_start_matches('-'));
            }
            XboardCommand::Rating(own, opponent) => self
                .engine_session
                .set_ratings(read_rating(&own), read_rating(&opponent)),
            XboardCommand::Computer => self.engine_session.opponent.nature = OpponentKind::Computer,
            XboardCommand::Memory(mebibytes) => {
                self.set_option("Hash", Some(&mebibytes.to_string()));
            }
            XboardCommand::Cores(cores) => self.set_option("Threads", Some(&cores.to_string())),
            XboardCommand::Tables { kind, path } => self.set_tables(&kind, &path),
            XboardCommand::Option { name, value } => self.set_option(&name, value.as_deref()),
            XboardCommand::Malformed(line) => {
                let line = shortened(&line);
                self.out.say(format_args!("Error (malformed): {line}"));
            }
            XboardCommand::Unknown(word) => {
                let word = shortened(&word);
                self.out
                    .say(format_args!("Error (unknown command): {word}"));
            }
            _ => {}
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.engine_session.set_option(name, value) {
            Ok(None) => {}
            Ok(Some(remark)) => self.out.remark(remark),
            Err(sentence) => self.out.tell_user(sentence),
        }
    }
}

impl<W: Write + Send + 'static> ProtocolSession for XboardSession<W> {
    fn handle_line(&mut self, line: &str) -> InputFlow {
        if self.editor.is_some() && line.trim() != "quit" {
            self.edit(line);
            return InputFlow::Continue;
        }
        match parse(line) {
            Some(command) => self.take(command),
            None => InputFlow::Continue,
        }
    }

    fn handle_signal(&mut self, signal: SessionSignal) {
        if let SessionSignal::Done { number, report } = signal {
            self.finish_search(number, &report);
        }
    }

    fn stop_search(&mut self) {
        self.closing = true;
        self.engine_session.engine.stop();
        self.engine_session.engine.wait();
    }

    fn finish(&mut self) {
        self.keep();
    }
}
